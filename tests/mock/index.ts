import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createHost } from './host.ts';
import { MockError, oneLine } from './mock-error.ts';
import { loadOperations } from './operations.ts';
import { type ServerName, serverNames, servers } from './servers.ts';

export { MockError } from './mock-error.ts';

/** A running mock. */
export interface Mock {
  /** The addresses of the three servers, without a trailing slash. */
  readonly urls: Readonly<Record<ServerName, string>>;
  /** Ends every connection immediately and frees the ports. */
  close(): Promise<void>;
}

/** How a mock is started. */
export interface MockOptions {
  /** Where the documents are; the project's own folder by default. */
  readonly specsDirectory?: string;
  /** The ports to use; a free one for each that is absent. */
  readonly ports?: Readonly<Partial<Record<ServerName, number>>>;
}

const ownDocuments = fileURLToPath(new URL('../../specs', import.meta.url));

/**
 * Serves the documents as a deployment of the interface, on 127.0.0.1.
 *
 * @throws MockError with one sentence when a document or a schema is invalid, or a port is taken; nothing is left open
 */
export async function startMock({
  specsDirectory = ownDocuments,
  ports = {},
}: MockOptions = {}): Promise<Mock> {
  const hosts = await Promise.all(
    serverNames.map(async (name) => {
      const file = join(specsDirectory, servers[name].document);
      return { name, host: createHost(await loadOperations(file, displayed(file)), servers[name]) };
    }),
  );
  const close = async (): Promise<void> => {
    await Promise.all(hosts.map(({ host }) => closeHost(host)));
  };
  try {
    const urls: Partial<Record<ServerName, string>> = {};
    for (const { name, host } of hosts) urls[name] = await listen(host, ports[name] ?? 0);
    return { urls: urls as Record<ServerName, string>, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Paths inside the working directory are easier to read without it. */
function displayed(file: string): string {
  const path = relative('', file);
  return path.startsWith('..') ? file : path;
}

function listen(host: Server, port: number): Promise<string> {
  return new Promise((resolve, reject) => {
    host.once('error', (error: NodeJS.ErrnoException) => {
      const problem = error.code === 'EADDRINUSE' ? 'is taken' : `cannot be opened: ${oneLine(error)}`;
      reject(new MockError(`Port ${port} of 127.0.0.1 ${problem}`));
    });
    host.listen(port, '127.0.0.1', () => resolve(`http://127.0.0.1:${(host.address() as AddressInfo).port}`));
  });
}

function closeHost(host: Server): Promise<void> {
  return new Promise((resolve) => {
    host.close(() => resolve());
    host.closeAllConnections();
  });
}
