import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import type { Target } from '../target.ts';

/** The pace of a run: how many requests a second all of its processes send together. */

/** The environment variable that names the port at which the process that set the run up keeps the pace. */
const PACE = 'CONFORMANCE_PACE';

/** A deployment that limits the rate is given at least this share of what it was sent in the second before. */
const SLOWER = 0.5;

/** No deployment is asked less often than this, in requests a second. */
const SLOWEST = 0.5;

/** The first wait after a refusal that names none, and the longest, in milliseconds. Each is twice the one before. */
const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 30_000;

/** Refusals that come so close together are answers to what was sent at once. */
const AT_ONCE_MS = 400;

/** Who may send, and when. */
export interface Pacer {
  /** Resolves when the next request may be sent: at once, as long as nothing limits the rate. */
  turn(): Promise<void>;
  /** Whether there is a limit by now. */
  isLimited(): boolean;
  /**
   * Lowers the pace, because the deployment has refused a request for that reason.
   *
   * @param askedMs how long it asks to wait, in milliseconds
   * @param sentPerSecond how much was sent in the second before, if another process knows
   */
  slow(askedMs?: number, sentPerSecond?: number): void;
  /** Takes back what lowered the pace within this many milliseconds: it has not helped. */
  takeBack(sinceMs: number): void;
}

/**
 * Keeps a pace within one process.
 *
 * @param perSecond requests a second; unlimited until `slow` is called if absent
 * @param tell gets the new pace when it is lowered for the first time, in requests a second
 * @param now the time in milliseconds
 */
export function pacer(
  perSecond: number | undefined,
  tell: (perSecond: number) => void = () => {},
  now: () => number = () => performance.now(),
): Pacer {
  let rate = perSecond;
  let free = 0;
  let wait = FIRST_WAIT_MS;
  let slowedAt = Number.NEGATIVE_INFINITY;
  let hasTold = false;
  const lowered: { readonly at: number; readonly from: number | undefined }[] = [];
  const recent = lastSecond(now);
  return {
    isLimited: () => rate !== undefined,
    async turn() {
      const at = now();
      const due = Math.max(at, free);
      if (rate !== undefined) free = due + 1000 / rate;
      recent.note();
      if (due > at) await new Promise((resolve) => setTimeout(resolve, due - at));
    },
    slow(askedMs, sentPerSecond = recent.count()) {
      const at = now();
      free = Math.max(free, at + (askedMs ?? 0));
      if (at - slowedAt < AT_ONCE_MS) return;
      // A refusal long after the last one is a new beginning.
      wait = at - slowedAt > 4 * wait ? FIRST_WAIT_MS : Math.min(2 * wait, LONGEST_WAIT_MS);
      slowedAt = at;
      lowered.push({ at, from: rate });
      rate = Math.max(SLOWEST, (rate ?? sentPerSecond) * SLOWER);
      free = Math.max(free, at + (askedMs ?? wait));
      if (!hasTold) tell(rate);
      hasTold = true;
    },
    takeBack(sinceMs) {
      const first = lowered.findIndex(({ at }) => at >= now() - sinceMs);
      if (first === -1) return;
      rate = lowered[first]?.from;
      lowered.length = first;
      free = now();
    },
  };
}

/** Counts what happened within the last second. */
function lastSecond(now: () => number): { note(): void; count(): number } {
  const times: number[] = [];
  const forget = (): void => {
    while (times.length > 0 && (times[0] ?? 0) < now() - 1000) times.shift();
  };
  return {
    note() {
      forget();
      times.push(now());
    },
    count() {
      forget();
      return times.length;
    },
  };
}

/** A pace that other processes keep as well. */
export interface SharedPace extends Pacer {
  close(): Promise<void>;
}

/**
 * Keeps the pace for all processes of a run. They find it by the environment variable that this sets.
 *
 * @param tell as for `pacer`
 */
export async function sharePace(
  perSecond: number | undefined,
  tell: (perSecond: number) => void,
  env: NodeJS.ProcessEnv = process.env,
): Promise<SharedPace> {
  const others = new Set<Socket>();
  const one = pacer(perSecond, tell);
  const state = (): string => (one.isLimited() ? 'paced\n' : 'free\n');
  const spread = (): void => others.forEach((other) => void other.write(state()));
  const own: Pacer = {
    ...one,
    slow(...given) {
      one.slow(...given);
      spread();
    },
    takeBack(sinceMs) {
      one.takeBack(sinceMs);
      spread();
    },
  };
  const server = createServer((socket) => {
    others.add(socket);
    socket.on('close', () => others.delete(socket)).on('error', () => socket.destroy());
    eachLine(socket, (line) => {
      if (line === 'turn') void own.turn().then(() => socket.write('go\n'));
      else {
        const [word, ...numbers] = line.split(' ');
        const [first = 0, second] = numbers.map(Number);
        // The others send as much.
        if (word === 'slow') own.slow(second, first * others.size);
        else own.takeBack(first);
      }
    });
    socket.write(state());
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  server.unref();
  const port = String((server.address() as AddressInfo).port);
  env[PACE] = port;
  paces.set(port, own);
  return {
    ...own,
    async close() {
      for (const one of others) one.destroy();
      server.close();
      delete env[PACE];
      paces.delete(port);
      await once(server, 'close');
    },
  };
}

/** The paces that this process keeps, or has joined: by port, or by what they lead to. */
const paces = new Map<string, Pacer>();

/** The pace at which a target is asked: that of the run which this process belongs to, or one of its own. */
export function pace(
  { urls, way }: Pick<Target, 'urls' | 'way'>,
  env: NodeJS.ProcessEnv = process.env,
): Pacer {
  const port = env[PACE];
  const key = port ?? JSON.stringify(urls);
  const known = paces.get(key);
  if (known !== undefined) return known;
  const begun = port === undefined ? pacer(way.perSecond) : paceAt(Number(port));
  paces.set(key, begun);
  return begun;
}

/** The pace that another process keeps. It tells whether there is a limit, and no turn is asked of it until there is. */
function paceAt(port: number): Pacer {
  const socket = connect(port, '127.0.0.1');
  // A process that has nothing else to do may end, and so may the one that keeps the pace.
  socket.unref();
  const recent = lastSecond(() => performance.now());
  const waiting: (() => void)[] = [];
  // Undefined until it is told, with the first line.
  let isPaced: boolean | undefined;
  let isTold = (): void => {};
  const told = new Promise<void>((resolve) => (isTold = resolve));
  eachLine(socket, (line) => {
    if (line === 'go') waiting.shift()?.();
    else isPaced = line === 'paced';
    isTold();
    if (waiting.length === 0) socket.unref();
  });
  const ended = (): void => {
    isPaced = false;
    isTold();
    for (const go of waiting.splice(0)) go();
  };
  socket.on('close', ended).on('error', ended);
  return {
    isLimited: () => isPaced === true,
    async turn() {
      recent.note();
      if (isPaced === undefined) {
        socket.ref();
        await told;
      }
      if (isPaced !== true) return;
      socket.ref();
      const go = new Promise<void>((resolve) => void waiting.push(resolve));
      socket.write('turn\n');
      await go;
    },
    slow(askedMs) {
      isPaced = true;
      socket.write(`slow ${recent.count()}${askedMs === undefined ? '' : ` ${Math.ceil(askedMs)}`}\n`);
    },
    takeBack: (sinceMs) => void socket.write(`take-back ${Math.ceil(sinceMs)}\n`),
  };
}

function eachLine(socket: Socket, heard: (line: string) => void): void {
  let rest = '';
  socket.setEncoding('utf8').on('data', (chunk: string) => {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) heard(line);
  });
}
