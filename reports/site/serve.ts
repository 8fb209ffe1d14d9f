import { createReadStream, existsSync, statSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';

/** The file types of the site; browsers reject scripts and style sheets of any other type. */
const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
};

/**
 * Serves a built site like a static host, but only to this machine.
 * @param port the port to listen on; 0 for any free one
 * @returns the server, and the address of the start page
 * @throws with one sentence when there is no site, or the port is taken
 */
export async function serveSite(site: string, port: number): Promise<{ server: Server; address: string }> {
  if (!existsSync(path.join(site, 'index.html')))
    throw new Error(
      `There is no site in ${path.relative(process.cwd(), site)}: build it with "npm run docs".`,
    );
  const server = createServer(({ url = '/' }, response) => {
    const file = fileOf(site, url);
    if (file === undefined) {
      response.writeHead(404).end();
      return;
    }
    response.writeHead(200, { 'content-type': types[path.extname(file)] ?? 'application/octet-stream' });
    createReadStream(file).pipe(response);
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', ({ code }: NodeJS.ErrnoException) =>
      reject(new Error(`Nothing can be served on port ${port} (${code}): name another with --port.`)),
    );
    server.listen(port, '127.0.0.1', resolve);
  });
  return { server, address: `http://127.0.0.1:${(server.address() as AddressInfo).port}/` };
}

/** The file of the site that an address refers to; never one outside it. */
function fileOf(site: string, url: string): string | undefined {
  let name: string;
  try {
    name = decodeURIComponent(new URL(url, 'http://localhost').pathname);
  } catch {
    return undefined;
  }
  const file = path.join(site, name.replace(/\/$/, '/index.html'));
  const inside = file.startsWith(site + path.sep) && !name.includes('\0');
  return inside && statSync(file, { throwIfNoEntry: false })?.isFile() ? file : undefined;
}
