import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { Urls } from '../../reference/world.ts';

/** What a gateway says of the paths that it adds: nothing, or all of what URIs of the servers behind it lead to. */
export type Rewriting = 'none' | 'uris';

/** The paths under which a gateway serves the three servers. */
const paths: Urls = { auth: '/identity', base: '/collaboration', api: '/telephony/rest' };

/** Headers that tell of one connection, or of a body as it was encoded. */
const ofTheConnection = [
  'connection',
  'keep-alive',
  'transfer-encoding',
  'content-length',
  'content-encoding',
];

/**
 * Serves three servers at one address, each under a path of its own, as gateways do.
 *
 * @param rewriting what becomes of the URIs in the answers of the telephony API
 * @param closes whether each connection is closed without an answer when a second request comes on it, which is the
 *   last moment at which a server may close one that is idle
 */
export async function startGateway(
  behind: Urls,
  rewriting: Rewriting,
  closes = false,
): Promise<{ readonly urls: Urls; close(): Promise<void> }> {
  const pass = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const name = (Object.keys(paths) as (keyof Urls)[]).find((one) =>
      request.url?.startsWith(`${paths[one]}/`),
    );
    if (name === undefined) {
      response.writeHead(404).end();
      return;
    }
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const inward = (text: string) => renamed(text, urls, behind);
    const outward = (text: string) => renamed(text, behind, urls);

    const headers = new Headers();
    for (const [field, value] of Object.entries(request.headers))
      if (!ofTheConnection.includes(field) && field !== 'host') headers.set(field, String(value));
    headers.set('accept-encoding', 'identity');
    const answer = await fetch(behind[name] + inward(request.url?.slice(paths[name].length) ?? ''), {
      method: request.method ?? 'GET',
      headers,
      redirect: 'manual',
      ...(chunks.length > 0 && { body: inward(Buffer.concat(chunks).toString()) }),
    });
    for (const [field, value] of answer.headers) {
      if (ofTheConnection.includes(field) || field === 'set-cookie') continue;
      const place = field === 'location' && value.startsWith('/') ? paths[name] + value : value;
      response.setHeader(field, outward(place));
    }
    response.setHeader('set-cookie', answer.headers.getSetCookie());
    const text = outward(await answer.text());
    const isPage = answer.headers.get('content-type')?.includes('html') ?? false;
    // A form leads to where its page comes from.
    if (isPage)
      response.writeHead(answer.status).end(text.replaceAll('action="/', `action="${paths[name]}/`));
    else if (rewriting === 'uris' && name === 'api')
      response.writeHead(answer.status).end(text.replaceAll('"/v2/', `"${paths[name]}/v2/`));
    else response.writeHead(answer.status).end(text);
  };
  const answered = new WeakSet<Socket>();
  const server = createServer((request, response) => {
    if (closes && answered.has(request.socket)) {
      request.socket.destroy();
      return;
    }
    answered.add(request.socket);
    pass(request, response).catch(() => response.destroy());
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const urls = {
    auth: address + paths.auth,
    base: address + paths.base,
    api: address + paths.api,
  };
  return {
    urls,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

/** A text in which some addresses stand for others, plain and in a query. */
function renamed(text: string, from: Urls, to: Urls): string {
  let result = text;
  for (const name of Object.keys(paths) as (keyof Urls)[])
    for (const written of [(url: string) => url, encodeURIComponent])
      result = result.replaceAll(written(from[name]), written(to[name]));
  return result;
}
