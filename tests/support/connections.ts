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
    connections,
    connect: { timeout: timeoutMs, rejectUnauthorized: true },
    keepAliveTimeout: IDLE_MS,
    keepAliveMaxTimeout: IDLE_MS,
    headersTimeout: 0,
    bodyTimeout: 0,
  });
}

/**
 * Whether a request failed because its connection was closed before any answer. A server may close an idle connection
 * at any time (RFC 9112 9.3), so this says nothing about the request if the server has answered others before.
 */
export function isClosed(error: unknown): boolean {
  return /^(?:UND_ERR_SOCKET|ECONNRESET|EPIPE)$/.test((error as NodeJS.ErrnoException).code ?? '');
}
