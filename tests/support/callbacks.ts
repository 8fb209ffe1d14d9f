import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { bodyFields, formFields, informs } from './callback-fields.ts';
import type { Callback } from './target.ts';

/** More than this of a callback's body is not kept. */
const LARGEST_BODY = 64 * 1024;

/** One that takes longer has no end. */
const LONGEST_BODY_MS = 5000;

/** So many requests at one address are kept, the last of them whatever came before it. */
const MOST_KEPT = 50;

/** A parameter of the query of each address, which a request to it has to carry. */
const CHECK = 'check';

/** Another one, which only a URL that is requested as it was given carries unchanged. */
const TEXT = ['text', 'Aa b&c'] as const;

/** One that stands between these, in a URL that is as long as one may be (TEL-044, TEL-047). */
const PADDING = 'padding';
const LONGEST_URL = 200;

/** A request that the deployment sent us. */
export interface Received {
  readonly method: string;
  readonly contentType: string;
  /** The names of the fields of its form, JSON object and query, sorted; undefined where its body is not read. */
  readonly fields: readonly string[] | undefined;
  /** Whether it says anything, be it in a form that is not read here. */
  readonly informs: boolean;
  /** Whether it was the whole URL that was requested, its query with it. */
  readonly exact: boolean;
  /** When it came, as `performance.now()`. */
  readonly at: number;
}

/** An address of its own for one callback. */
export interface Expected {
  readonly url: string;
  /** The same address in 200 characters, where that of the callbacks leaves room for them. */
  readonly longestUrl: string;
  /**
   * The first request to it, or undefined when none comes in so many milliseconds from now.
   *
   * @param since of requests that came before this moment, as `performance.now()`, none is meant
   */
  within(ms: number, since?: number): Promise<Received | undefined>;
  /** What has come so far: of a flood its beginning, and what came last. */
  readonly received: readonly Received[];
}

/** Receives the callbacks of the deployment, each check at a path of its own. */
export interface Receiver {
  expectCallback(): Expected;
  /** The longest that callbacks of a kind have taken, as the checks note it here, in milliseconds. */
  readonly delays: Map<string, number>;
  close(): Promise<void>;
}

/**
 * URLs at which nobody waits for anything: one as long as may be, and a short one with what a query may hold. They have
 * the host of the callbacks that are waited for, where there is one, since a deployment may refuse a host that no name
 * server knows.
 *
 * @returns an https URL of 200 characters, and an http URL
 */
export function idleUrls(callback: Callback | undefined): {
  readonly longest: string;
  readonly plain: string;
} {
  const own = callback?.url.replace(/^https?:/, '') ?? '';
  const address = own === '' || own.length > 150 ? '//callback.example' : own;
  return {
    longest: `https:${address}/`.padEnd(LONGEST_URL, 'x'),
    plain: `http:${address}/?call=1&text=a+b%26c`,
  };
}

interface Waiting {
  readonly received: Received[];
  readonly arrivals: Set<() => void>;
}

/**
 * Listens where the deployment reaches us.
 *
 * @throws when the port is taken, and stays so
 */
export async function openReceiver({ url: base, port }: Callback): Promise<Receiver> {
  const paths = new Map<string, Waiting>();
  const receive = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = await readAll(request);
    response.writeHead(200, { 'content-type': 'text/plain' }).end();
    const requested = `http://receiver${request.url ?? '/'}`;
    if (!URL.canParse(requested)) return;
    const url = new URL(requested);
    const { pathname, searchParams } = url;
    const waiting = paths.get(pathname.split('/').at(-1) ?? '');
    // A probe whether anybody listens is no callback.
    const isProbe = request.method === 'HEAD' || request.method === 'OPTIONS';
    if (waiting === undefined || isProbe) return;
    const exact =
      searchParams.get(CHECK) === pathname.split('/').at(-1) && searchParams.get(TEXT[0]) === TEXT[1];
    keep(waiting, { ...describe(request, body, url), exact });
    for (const arrived of waiting.arrivals) arrived();
  };
  const server = createServer((request, response) => void receive(request, response));
  await listen(server, port);
  return {
    delays: new Map(),
    expectCallback() {
      const path = randomUUID();
      const waiting: Waiting = { received: [], arrivals: new Set() };
      paths.set(path, waiting);
      return {
        url: addressOf(base, path),
        longestUrl: addressOf(base, path, true),
        received: waiting.received,
        within: (ms, since = 0) => arrival(waiting, ms, since),
      };
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** The URL of a path; with padding, which may stay away, as long as one may be. */
function addressOf(base: string, path: string, padded = false): string {
  const written = (...padding: [string, string][]) =>
    `${base}/${path}?${new URLSearchParams([[CHECK, path], ...padding, [...TEXT]]).toString()}`;
  const room = LONGEST_URL - written([PADDING, '']).length;
  return padded && room >= 0 ? written([PADDING, 'x'.repeat(room)]) : written();
}

function keep({ received }: Waiting, one: Received): void {
  // The one that is waited for may come last.
  if (received.length === MOST_KEPT) received.pop();
  received.push(one);
}

function arrival({ received, arrivals }: Waiting, ms: number, since: number): Promise<Received | undefined> {
  return new Promise((resolve) => {
    const settle = (came?: Received): void => {
      clearTimeout(timer);
      arrivals.delete(look);
      resolve(came);
    };
    const look = (): void => {
      const came = received.find(({ at }) => at >= since);
      if (came !== undefined) settle(came);
    };
    const timer = setTimeout(settle, ms);
    arrivals.add(look);
    look();
  });
}

/** So long the port may be held by a worker that is about to end. */
const LONGEST_TAKEN_MS = 5000;
const BETWEEN_TRIES_MS = 100;

async function listen(server: Server, port: number): Promise<void> {
  for (let waited = 0; ; waited += BETWEEN_TRIES_MS) {
    try {
      server.listen(port);
      await once(server, 'listening');
      return;
    } catch (error) {
      const isTaken = (error as NodeJS.ErrnoException).code === 'EADDRINUSE';
      if (!isTaken || waited >= LONGEST_TAKEN_MS) throw error;
      await sleep(BETWEEN_TRIES_MS);
    }
  }
}

/** Reads a callback to its end, since its sender may take a refusal to read for a failure; and keeps its beginning. */
async function readAll(request: IncomingMessage): Promise<string> {
  const timer = setTimeout(() => request.destroy(), LONGEST_BODY_MS);
  const kept: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of request as AsyncIterable<Buffer>) {
      if (size < LARGEST_BODY) kept.push(chunk);
      size += chunk.length;
    }
  } catch {
    // What was cut off has been sent all the same.
  } finally {
    clearTimeout(timer);
  }
  // A character may have come in two chunks.
  return Buffer.concat(kept).subarray(0, LARGEST_BODY).toString('utf8');
}

/** The parameters of the query that are not the deployment's. */
const ours: readonly string[] = [CHECK, PADDING, TEXT[0]];

function describe(
  request: IncomingMessage,
  body: string,
  { search, searchParams }: URL,
): Omit<Received, 'exact'> {
  const contentType = (request.headers['content-type'] ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';
  const isAdded = (name: string): boolean => !ours.includes(name);
  const added = formFields(search.slice(1)).filter(isAdded);
  const fields = bodyFields(contentType, body);
  return {
    method: request.method ?? '',
    contentType,
    fields: fields && [...new Set([...fields, ...added])].toSorted(),
    informs: [...searchParams.keys()].some(isAdded) || informs(body),
    at: performance.now(),
  };
}
