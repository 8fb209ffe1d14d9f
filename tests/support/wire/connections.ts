import { readFileSync } from 'node:fs';
import { Agent, type Dispatcher, Pool, ProxyAgent } from 'undici';
import type { Target } from '../target.ts';
import { proxyFor, shownProxy } from './proxy.ts';

/**
 * How long an idle connection is kept, in milliseconds. Servers close theirs after some seconds, and a request that is
 * just being sent would be lost with it.
 */
const IDLE_MS = 1000;

/** At most this many requests are sent to a server at once. */
const MOST_CONNECTIONS = 16;

/** The connections of this process to a target, whose certificates are verified whatever the environment says. */
export interface Agents {
  /** Connections that are kept for the next request. */
  readonly kept: Dispatcher;
  /**
   * Connections for what cannot be sent again: each carries one request, so that no server can have closed it because
   * it was idle, which may happen at any time (RFC 9112 9.6) and cannot be told from the answer to that request. This
   * costs two round trips for each, as TLS sessions are resumed; a connection that is used again, however soon, may be
   * closed while the request is on its way, and servers that say how long they keep one may not do so.
   */
  readonly fresh: Dispatcher;
  /** Connections to servers that speak nothing but HTTP/2. */
  readonly http2: Dispatcher;
}

const known = new Map<string, Agents>();

/** The connections to a target; two targets that are reached in the same way share them. */
export function agentsFor({ timeoutMs, way }: Pick<Target, 'timeoutMs' | 'way'>): Agents {
  const key = JSON.stringify([timeoutMs, way.certificate]);
  const before = known.get(key);
  if (before !== undefined) return before;
  const certificate = certificateOf(way.certificate);
  const kept = { keepAliveTimeout: IDLE_MS, keepAliveMaxTimeout: IDLE_MS };
  const agents = {
    kept: agent(timeoutMs, certificate, kept),
    fresh: agent(timeoutMs, certificate, { pipelining: 0 }),
    http2: agent(timeoutMs, certificate, { ...kept, allowH2: true }),
  };
  known.set(key, agents);
  return agents;
}

/** Connections of one's own, by whatever version of HTTP a server prefers. */
export function connectionsOnce({ timeoutMs, way }: Pick<Target, 'timeoutMs' | 'way'>): Dispatcher {
  return agent(timeoutMs, certificateOf(way.certificate), { allowH2: true });
}

/** Closes all connections of this process. */
export async function closeConnections(): Promise<void> {
  const all = [...known.values()].flatMap((agents) => Object.values(agents) as Dispatcher[]);
  known.clear();
  await Promise.all(all.map((one) => one.destroy()));
}

/** The client certificate with which TLS connections are opened, as Node takes it. */
export function certificateOf(files: Target['way']['certificate']): {
  cert?: Buffer;
  key?: Buffer;
  pfx?: Buffer;
  passphrase?: string;
} {
  if (files === undefined) return {};
  const { passphrase, ...paths } = files;
  const read = Object.entries(paths).map(([part, file]) => [part, readFileSync(file)] as const);
  return { ...Object.fromEntries(read), ...(passphrase !== undefined && { passphrase }) };
}

/** Connections to any origin, each by the proxy that leads there, or by none. */
function agent(timeoutMs: number, certificate: object, more: Pool.Options): Agent {
  const tls = { timeout: timeoutMs, rejectUnauthorized: true, ...certificate };
  // The signal of each request sets its time limit, so undici needs a limit only for connecting.
  const options = { connections: MOST_CONNECTIONS, headersTimeout: 0, bodyTimeout: 0, ...more };
  return new Agent({
    factory(origin) {
      const proxy = proxyFor(origin);
      if (proxy === undefined) return new Pool(origin, { ...options, connect: tls });
      return new ProxyAgent({
        ...options,
        uri: proxy.href,
        // A proxy that is asked for a tunnel to a plain server may refuse it: most allow those to 443 alone.
        proxyTunnel: false,
        requestTls: tls,
        proxyTls: { timeout: timeoutMs, rejectUnauthorized: true },
      });
    },
  });
}

/** What keeps a client from a proxy itself: behind one, it neither resolves nor connects to anything else. */
const onTheWay = /^(?:ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|UND_ERR_CONNECT_TIMEOUT)$/;

/** What a proxy did instead of leading to a server, in a sentence; undefined if an error is another one. */
export function refusedByProxy(error: unknown, url: string | URL): string | undefined {
  const proxy = proxyFor(url);
  if (proxy === undefined || !(error instanceof Error)) return undefined;
  const { code = '' } = error as NodeJS.ErrnoException;
  if (onTheWay.test(code)) return `the proxy ${shownProxy(proxy)} cannot be reached (${code})`;
  const [, status] =
    /^Proxy response \((\d{3})\)/.exec(error.message) ??
    /Proxy Authentication Required \((407)\)/.exec(error.message) ??
    [];
  if (status === undefined) return undefined;
  const credentials = status === '407' ? ': it asks for a user and a password' : '';
  return `the proxy ${shownProxy(proxy)} refuses to lead there (${status})${credentials}`;
}

/**
 * Whether a request failed because its connection was closed before any answer. A server may close an idle connection
 * at any time (RFC 9112 9.6), so this says nothing about the request if the connection was used before.
 */
export function isClosed(error: unknown): boolean {
  return /^(?:UND_ERR_SOCKET|ECONNRESET|EPIPE)$/.test((error as NodeJS.ErrnoException).code ?? '');
}

/** Whether a server refused the TLS handshake because it speaks nothing but HTTP/2: nothing has been sent yet. */
export function speaksHttp2Alone(error: unknown): boolean {
  return /ALERT_NO_APPLICATION_PROTOCOL/.test((error as NodeJS.ErrnoException).code ?? '');
}
