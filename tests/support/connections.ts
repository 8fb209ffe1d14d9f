import { Agent } from 'undici';

/**
 * How long an idle connection is kept, in milliseconds. Servers close theirs after some seconds, and a request that is
 * just being sent would be lost with it.
 */
const IDLE_MS = 1000;

/**
 * Connections to the deployment, whose certificates are verified whatever NODE_TLS_REJECT_UNAUTHORIZED says.
 *
 * @param connections how many may be open to one server
 * @param timeoutMs the time limit for opening one; a request needs a signal of its own for the rest
 */
export function connectionsTo(connections: number, timeoutMs: number): Agent {
  return new Agent({
    ...optionsOf(connections, timeoutMs),
    keepAliveTimeout: IDLE_MS,
    keepAliveMaxTimeout: IDLE_MS,
  });
}

/**
 * Connections for what cannot be sent again: each carries one request, so that no server can have closed it because it
 * was idle, which may happen at any time (RFC 9112 9.6) and cannot be told from the answer to that request. This costs
 * two round trips for each, as TLS sessions are resumed; a connection that is used again, however soon, may be closed
 * while the request is on its way, and servers that say how long they keep one may not do so.
 *
 * @param connections how many may be open to one server
 * @param timeoutMs the time limit for opening one; a request needs a signal of its own for the rest
 */
export function freshConnectionsTo(connections: number, timeoutMs: number): Agent {
  return new Agent({ ...optionsOf(connections, timeoutMs), pipelining: 0 });
}

function optionsOf(connections: number, timeoutMs: number): Agent.Options {
  return {
    connections,
    connect: { timeout: timeoutMs, rejectUnauthorized: true },
    headersTimeout: 0,
    bodyTimeout: 0,
  };
}

/**
 * Whether a request failed because its connection was closed before any answer. A server may close an idle connection
 * at any time (RFC 9112 9.6), so this says nothing about the request if the connection was used before.
 */
export function isClosed(error: unknown): boolean {
  return /^(?:UND_ERR_SOCKET|ECONNRESET|EPIPE)$/.test((error as NodeJS.ErrnoException).code ?? '');
}
