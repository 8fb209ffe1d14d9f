import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Callback } from '../target.ts';
import { mediaTypeIn } from '../wire/headers.ts';

/** At most this much of a callback's body is kept. */
const LARGEST_BODY = 64 * 1024;

/** A body that takes longer is taken to be endless. */
const LONGEST_BODY_MS = 5000;

/** At most this many requests to one address are kept: the first ones, and always the last. */
const MOST_KEPT = 50;

/** A query parameter of each address, which every request to it has to carry. */
const CHECK = 'check';

/** A second one, which arrives unchanged only if the URL is requested exactly as given. */
const TEXT = ['text', 'Aa b&c'] as const;

/** A third one between them, which pads a URL to the maximum length (TEL-044, TEL-047). */
const PADDING = 'padding';
const LONGEST_URL = 200;

/** A request from the deployment. */
export interface Received {
  readonly method: string;
  readonly contentType: string;
  /** The sorted names of the fields in its form, JSON object and query; undefined if the body could not be parsed. */
  readonly fields: readonly string[] | undefined;
  /** Whether it carries any information, even in a format that is not parsed here. */
  readonly informs: boolean;
  /** Whether the complete URL was requested, including its query. */
  readonly exact: boolean;
  /** When it arrived, as `performance.now()`. */
  readonly at: number;
}

/** The unique address of one callback. */
export interface Expected {
  readonly url: string;
  /** The same address padded to 200 characters, if TARGET_CALLBACK_URL is short enough. */
  readonly longestUrl: string;
  /**
   * The first request to it, or undefined if none arrives within this many milliseconds.
   *
   * @param since ignores requests that arrived before this time, as `performance.now()`
   */
  within(ms: number, since?: number): Promise<Received | undefined>;
  /** What has arrived so far; if there are very many, the first ones and the last. */
  readonly received: readonly Received[];
}

/** Receives the callbacks of the deployment, each at its own path. */
export interface Receiver {
  expectCallback(): Expected;
  /** The longest delay of each kind of callback in milliseconds, as noted by the checks. */
  readonly delays: Map<string, number>;
  close(): Promise<void>;
}

/**
 * URLs at which no check waits for a request: one of the maximum length, and a short one with various characters in
 * its query. They use the host of the callback receiver, if there is one, since a deployment may refuse a host that
 * does not resolve.
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
 * Listens for the callbacks of the deployment.
 *
 * @throws if the port is taken and stays taken
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
    // A probe that only tests the address is not a callback.
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

/** The URL of a path; padded to the maximum length if asked, and if there is room. */
function addressOf(base: string, path: string, padded = false): string {
  const written = (...padding: [string, string][]) =>
    `${base}/${path}?${new URLSearchParams([[CHECK, path], ...padding, [...TEXT]]).toString()}`;
  const room = LONGEST_URL - written([PADDING, '']).length;
  return padded && room >= 0 ? written([PADDING, 'x'.repeat(room)]) : written();
}

function keep({ received }: Waiting, one: Received): void {
  // The one that a check waits for may come last.
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

/** How long a worker that is about to end may still hold the port. */
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

/** Reads a callback to its end, since its sender may treat anything less as a failure, and keeps only the beginning. */
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
    // A body that was cut off still counts as a callback.
  } finally {
    clearTimeout(timer);
  }
  // A character may be split over two chunks.
  return Buffer.concat(kept).subarray(0, LARGEST_BODY).toString('utf8');
}

/** The query parameters that the suite has set. */
const ours: readonly string[] = [CHECK, PADDING, TEXT[0]];

function describe(
  request: IncomingMessage,
  body: string,
  { search, searchParams }: URL,
): Omit<Received, 'exact'> {
  const contentType = mediaTypeIn(request.headers['content-type']);
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

/**
 * A name of a field that the verdict may show. Anything longer, or with other characters, may be a value, which is a
 * secret of the deployment, and differs in each run.
 */
const name = /^[\w.[\]-]{1,64}$/;

/** Stands for anything that may be a value. */
const OTHER = '…';

/** Bodies that carry no information. */
const isNothing = /^(?:\{\s*\}|\[\s*\]|null|"")?$/;

/** Whether a body carries any information, even in a format that is not parsed here. */
function informs(body: string): boolean {
  return !isNothing.test(body.trim());
}

/**
 * The names of the fields of a body; undefined if its format is not parsed here, or it is incomplete.
 *
 * @param type the media type, in lower case
 */
function bodyFields(type: string, body: string): string[] | undefined {
  if (!informs(body)) return [];
  if (type === 'application/x-www-form-urlencoded') return formFields(body);
  return /[/+]json$/.test(type) ? jsonFields(body) : undefined;
}

/** The names of the fields of a form or a URL query. Anything that is not a pair is a value without a name. */
function formFields(form: string): string[] {
  const pairs = form.split('&').filter((pair) => pair.includes('='));
  return told(pairs.flatMap((pair) => [...new URLSearchParams(pair).keys()]));
}

function jsonFields(body: string): string[] | undefined {
  try {
    const value: unknown = JSON.parse(body);
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
    return isObject ? told(Object.keys(value)) : undefined;
  } catch {
    return undefined;
  }
}

function told(names: readonly string[]): string[] {
  return names.map((one) => (name.test(one) ? one : OTHER));
}
