import { createReadStream, existsSync, statSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
};

/**
 * A plain file server, as a host of static pages is one: no rewriting, no fallback page.
 * @param base the path under which it serves the folder, with a slash at both ends
 * @returns the server, and the address of the folder
 */
export function serveFiles(folder: string, base: string): Promise<{ server: Server; address: string }> {
  const server = createServer((request, response) => {
    const name = decodeURIComponent(new URL(request.url ?? '/', 'http://localhost').pathname);
    const file = path.join(folder, name.replace(base, '/').replace(/\/$/, '/index.html'));
    if (!name.startsWith(base) || !existsSync(file) || statSync(file).isDirectory()) {
      response.writeHead(404).end();
      return;
    }
    response.writeHead(200, { 'content-type': types[path.extname(file)] ?? 'application/octet-stream' });
    createReadStream(file).pipe(response);
  });
  return new Promise((resolve) =>
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo;
      resolve({ server, address: `http://127.0.0.1:${port}${base}` });
    }),
  );
}
