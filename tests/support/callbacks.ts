import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Callback } from './target.ts';

/** More than this of a callback's body is not kept. */
const LARGEST_BODY = 64 * 1024;

/** One that takes longer has no end. */
const LONGEST_BODY_MS = 5000;

/** A parameter of the query of each address, which a request to it has to carry. */
const CHECK = 'check';

/** Another one, which only a URL that is requested as it was given carries unchanged. */
const TEXT = ['text', 'Aa b&c'] as const;

/** A request that the deployment sent us. */
export interface Received {
  readonly method: string;
  readonly contentType: string;
  /** The names of the fields of its form, JSON object or query, sorted. */
  readonly fields: readonly string[];
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
  /** The first request to it, or undefined when none comes in so many milliseconds from now. */
  within(ms: number): Promise<Received | undefined>;
  /** What has come so far. */
  readonly received: readonly Received[];
}

/** Receives the callbacks of the deployment, each check at a path of its own. */
export interface Receiver {
  expectCallback(): Expected;
  close(): Promise<void>;
}

/**
 * URLs at which nobody waits for anything: one as long as may be, and a short one. They have the host of the
 * callbacks that are waited for, where there is one, since a deployment may refuse a host that no name server knows.
 *
 * @returns an https URL of 200 characters, and an http URL
 */
export function idleUrls(callback: Callback | undefined): {
  readonly longest: string;
  readonly plain: string;
} {
  const own = callback?.url.replace(/^https?:/, '') ?? '';
  const address = own === '' || own.length > 150 ? '//callback.example' : own;
  return { longest: `https:${address}/`.padEnd(200, 'x'), plain: `http:${address}/?call=1` };
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
export async function openReceiver({ url, port }: Callback): Promise<Receiver> {
  const paths = new Map<string, Waiting>();
  const receive = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = await readAll(request);
    response.writeHead(200, { 'content-type': 'text/plain' }).end();
    const requested = `http://receiver${request.url ?? '/'}`;
    if (!URL.canParse(requested)) return;
    const { pathname, searchParams } = new URL(requested);
    const waiting = paths.get(pathname.split('/').at(-1) ?? '');
    // A probe whether anybody listens is no callback.
    const isProbe = request.method === 'HEAD' || request.method === 'OPTIONS';
    if (waiting === undefined || isProbe) return;
    const exact =
      searchParams.get(CHECK) === pathname.split('/').at(-1) && searchParams.get(TEXT[0]) === TEXT[1];
    for (const name of [CHECK, TEXT[0]]) searchParams.delete(name);
    waiting.received.push({ ...describe(request, body, searchParams), exact });
    for (const arrived of waiting.arrivals) arrived();
  };
  const server = createServer((request, response) => void receive(request, response));
  await listen(server, port);
  return {
    expectCallback() {
      const path = randomUUID();
      const waiting: Waiting = { received: [], arrivals: new Set() };
      paths.set(path, waiting);
      return {
        url: `${url}/${path}?${new URLSearchParams([[CHECK, path], [...TEXT]]).toString()}`,
        received: waiting.received,
        within: (ms) => arrival(waiting, ms),
      };
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function arrival({ received, arrivals }: Waiting, ms: number): Promise<Received | undefined> {
  return new Promise((resolve) => {
    const settle = (): void => {
      clearTimeout(timer);
      arrivals.delete(settle);
      resolve(received[0]);
    };
    const timer = setTimeout(settle, ms);
    if (received.length > 0) settle();
    else arrivals.add(settle);
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
  let body = '';
  try {
    for await (const chunk of request) if (body.length < LARGEST_BODY) body += String(chunk);
  } catch {
    // What was cut off has been sent all the same.
  } finally {
    clearTimeout(timer);
  }
  return body;
}

/** The bodies that say nothing. */
const isNothing = /^(?:\{\s*\}|\[\s*\]|null|"")?$/;

function describe(request: IncomingMessage, body: string, query: URLSearchParams): Omit<Received, 'exact'> {
  const contentType = (request.headers['content-type'] ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';
  const fields =
    contentType === 'application/json' ? jsonFields(body) : [...new URLSearchParams(body).keys()];
  const names = [...new Set([...fields, ...query.keys()])].toSorted();
  const informs = query.size > 0 || !isNothing.test(body.trim());
  return { method: request.method ?? '', contentType, fields: names, informs, at: performance.now() };
}

function jsonFields(body: string): string[] {
  try {
    const value: unknown = JSON.parse(body);
    return typeof value === 'object' && value !== null ? Object.keys(value) : [];
  } catch {
    return [];
  }
}
