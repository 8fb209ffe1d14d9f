import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { IncomingMessage, Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A request as a server of this process received it. */
export interface Recorded {
  readonly method: string;
  readonly port: number;
  readonly path: string;
  readonly headers: readonly string[];
  /** In base64. */
  readonly body: string;
}

/** Node announces here every request that a server of the process receives, before anything has read from it. */
const CHANNEL = 'http.server.request.start';

/**
 * From now on, records every request that the servers of this process receive.
 *
 * @returns a function that stops recording and returns the requests in order of arrival
 */
export function recordRequests(): () => Recorded[] {
  const seen: { readonly request: IncomingMessage; readonly port: number; readonly chunks: Buffer[] }[] = [];
  const heard = (message: unknown): void => {
    const { request, server } = message as { readonly request: IncomingMessage; readonly server: Server };
    const { port } = server.address() as AddressInfo;
    const chunks: Buffer[] = [];
    seen.push({ request, port, chunks });
    // A data listener would take the body from the server, which has not begun to read; so it is recorded on arrival.
    const push = request.push.bind(request);
    request.push = (chunk: Buffer | null, encoding) => {
      if (chunk !== null) chunks.push(Buffer.from(chunk));
      return push(chunk, encoding);
    };
  };
  subscribe(CHANNEL, heard);
  return () => {
    unsubscribe(CHANNEL, heard);
    return seen.map(({ request, port, chunks }) => ({
      method: request.method ?? 'GET',
      port,
      path: request.url ?? '/',
      headers: request.rawHeaders,
      body: Buffer.concat(chunks).toString('base64'),
    }));
  };
}
