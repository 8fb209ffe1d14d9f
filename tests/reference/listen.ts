import type { AddressInfo, Server } from 'node:net';
import { createAdaptorServer, type ServerType } from '@hono/node-server';
import type { Hono } from 'hono';
import type { Served } from './app.ts';

/** A listening server. */
export interface Listening {
  readonly url: string;
  /** Ends every connection and frees the port. */
  close(): Promise<void>;
}

/** A port is not available. */
export class PortError extends Error {
  override readonly name = 'PortError';
}

/**
 * Serves an app on a port of 127.0.0.1; 0 means any free port.
 *
 * @throws PortError when the port is taken
 */
export function listen(app: Hono<Served>, port: number): Promise<Listening> {
  // Without this the adaptor would replace the Request and Response of the whole process.
  const server = createAdaptorServer({ fetch: app.fetch, overrideGlobalObjects: false });
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const problem = error.code === 'EADDRINUSE' ? 'is taken' : `cannot be opened: ${error.message}`;
      reject(new PortError(`Port ${port} of 127.0.0.1 ${problem}`));
    });
    server.listen(port, '127.0.0.1', () => {
      const { port: taken } = (server as Server).address() as AddressInfo;
      resolve({ url: `http://127.0.0.1:${taken}`, close: () => closed(server) });
    });
  });
}

function closed(server: ServerType): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    if ('closeAllConnections' in server) server.closeAllConnections();
  });
}
