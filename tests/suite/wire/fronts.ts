import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { createSecureServer } from 'node:http2';
import { createServer as createSecure, type ServerOptions } from 'node:https';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { pipeline } from 'node:stream';

/** What stands in front of real staging servers: gateways that want something, proxies, TLS of several makes. */

/** A server, and where it listens. */
export interface Front {
  readonly url: string;
  readonly port: number;
  close(): void;
}

interface Listening {
  listen(port: number, host: string, listening: () => void): unknown;
  address(): unknown;
  close(): unknown;
  closeAllConnections?(): void;
}

async function listening(server: Listening, scheme: string): Promise<Front> {
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `${scheme}://127.0.0.1:${port}`,
    port,
    close() {
      server.closeAllConnections?.();
      server.close();
    },
  };
}

/** Hands a request on to a server, and its answer back. */
export function passOn(incoming: IncomingMessage, outgoing: ServerResponse, url: string): void {
  const { url: at = '', method, headers } = incoming;
  // HTTP/2 has fields of its own.
  const plain = Object.fromEntries(Object.entries(headers).filter(([name]) => !name.startsWith(':')));
  const passed = request(url + at, { method: method ?? 'GET', headers: plain }, (answer) => {
    const { connection: _, 'keep-alive': __, 'transfer-encoding': ___, ...fields } = answer.headers;
    outgoing.writeHead(answer.statusCode ?? 500, fields);
    pipeline(answer, outgoing, () => {});
  });
  passed.on('error', () => outgoing.destroy());
  pipeline(incoming, passed, () => {});
}

/**
 * A gateway that lets only requests pass that `admits` lets pass, and answers any other with 403.
 *
 * @param refuse answers what is not admitted
 */
export function startGate(
  behind: string,
  admits: (request: IncomingMessage) => boolean,
  refuse = (response: ServerResponse): void => void response.writeHead(403).end('closed'),
): Promise<Front> {
  const server = createServer((incoming, outgoing) =>
    admits(incoming) ? passOn(incoming, outgoing, behind) : refuse(outgoing),
  );
  return listening(server, 'http');
}

/** TLS in front of a server. */
export function startTls(behind: string, options: ServerOptions): Promise<Front> {
  return listening(
    createSecure(options, (incoming, outgoing) => passOn(incoming, outgoing, behind)),
    'https',
  );
}

/** The same, with nothing but HTTP/2. */
export function startHttp2(behind: string, options: ServerOptions): Promise<Front> {
  const server = createSecureServer({ ...options, allowHTTP1: false }, (incoming, outgoing) =>
    passOn(incoming as unknown as IncomingMessage, outgoing as unknown as ServerResponse, behind),
  );
  return listening(server, 'https');
}

/** A proxy that leads from host names that nobody else knows to servers of this machine. */
export interface Proxy extends Front {
  /** What it was asked for: a method, and an address or a host. */
  readonly asked: string[];
}

/**
 * @param hosts by host name, the server that it leads to
 * @param credentials the user and the password that it asks for, `user:password`
 * @param refusal the status with which it refuses whatever is asked
 */
export async function startProxy(
  hosts: Readonly<Record<string, string>>,
  credentials?: string,
  refusal?: number,
): Promise<Proxy> {
  const asked: string[] = [];
  const isKnown = ({ headers }: IncomingMessage): boolean =>
    credentials === undefined ||
    headers['proxy-authorization'] === `Basic ${Buffer.from(credentials).toString('base64')}`;
  const server = createServer((incoming, outgoing) => {
    asked.push(`${incoming.method} ${incoming.url}`);
    const { hostname, pathname, search } = new URL(incoming.url ?? '', 'http://none.invalid');
    const place = hosts[hostname];
    if (!isKnown(incoming)) outgoing.writeHead(407, { 'proxy-authenticate': 'Basic realm="proxy"' }).end();
    else if (refusal !== undefined || place === undefined) outgoing.writeHead(refusal ?? 502).end();
    else passOn(Object.assign(incoming, { url: pathname + search }), outgoing, place);
  });
  server.on('connect', (incoming: IncomingMessage, socket: Socket) => {
    asked.push(`CONNECT ${incoming.url}`);
    const place = hosts[(incoming.url ?? '').replace(/:\d+$/, '')];
    socket.on('error', () => socket.destroy());
    const end = (status: number, more = ''): void =>
      void socket.end(`HTTP/1.1 ${status} Refused\r\n${more}\r\n`);
    if (!isKnown(incoming)) return end(407, 'Proxy-Authenticate: Basic realm="proxy"\r\n');
    if (refusal !== undefined || place === undefined) return end(refusal ?? 502);
    const further = connect(Number(new URL(place).port), '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n');
      pipeline(socket, further, socket, () => {});
    });
    further.on('error', () => socket.destroy());
  });
  return { ...(await listening(server, 'http')), asked };
}
