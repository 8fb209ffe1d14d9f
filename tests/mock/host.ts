import {
  createServer,
  type IncomingMessage,
  type Server,
  type ServerResponse,
  STATUS_CODES,
} from 'node:http';
import type { Duplex } from 'node:stream';
import { type Answer, answer } from './answer.ts';
import { LARGEST_BODY, tooLarge } from './incoming.ts';
import { oneLine } from './mock-error.ts';
import type { Operation } from './operation.ts';
import { Refusal } from './refusal.ts';
import { parseTarget, routeFinder } from './routes.ts';
import type { ServerProfile } from './servers.ts';

/** A request that takes longer than this to arrive is cut off; a test's request never does. */
const SLOWEST_REQUEST_MS = 30_000;

/**
 * A server that answers with the examples of a document. No request ends the process, and every request that can be
 * answered is answered.
 *
 * @param operations the operations that the document describes
 * @param profile how this server words its refusals
 */
export function createHost(operations: readonly Operation[], profile: ServerProfile): Server {
  const findRoute = routeFinder(operations);
  const busy = new WeakMap<Duplex, ServerResponse>();

  const judge = async (request: IncomingMessage): Promise<Answer> => {
    if (request.httpVersion === '1.1' && request.headers.host === undefined) {
      throw new Refusal(400, 'The request has no Host');
    }
    const method = request.method ?? 'GET';
    if (method === 'OPTIONS') return { status: 204, headers: preflight(request), body: '' };
    const address = parseTarget(request.url ?? '/');
    const route = findRoute(address.segments);
    if (route === undefined) throw new Refusal(404, `The path ${address.path} does not exist`);
    const operation = route.operations.get(method === 'HEAD' ? 'GET' : method);
    if (operation === undefined) {
      const allowed = [...route.operations.keys()].join(', ');
      throw new Refusal(405, `The path ${address.path} takes ${allowed}, not ${method}`, { Allow: allowed });
    }
    return answer(request, { ...address, parameters: route.parameters }, operation, profile.challenge);
  };

  const respond = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    busy.set(request.socket, response);
    const result = await judge(request).catch((error: unknown) => refused(error, profile));
    if (request.socket.destroyed) return;
    try {
      write(response, result);
    } catch (error) {
      // The example cannot be sent as a header: all that is left is to say so.
      write(response, refused(new Refusal(500, oneLine(error)), profile));
    }
  };

  const handle = (request: IncomingMessage, response: ServerResponse): void => {
    // A client that disconnects is not an error.
    request.on('error', () => {});
    response.on('error', () => {});
    void respond(request, response);
  };

  const server = createServer({ requireHostHeader: false, requestTimeout: SLOWEST_REQUEST_MS }, handle);
  server.keepAliveTimeout = 60_000;
  server.on('checkContinue', (request: IncomingMessage, response: ServerResponse) => {
    if (Number(request.headers['content-length']) > LARGEST_BODY)
      return write(response, refused(tooLarge(), profile));
    response.writeContinue();
    handle(request, response);
  });
  server.on('checkExpectation', (_request, response: ServerResponse) => {
    write(response, refused(new Refusal(417, 'The only expectation that is met is 100-continue'), profile));
  });
  server.on('connect', (_request, socket: Duplex) => {
    hangUp(socket, refused(new Refusal(405, 'This server is no proxy'), profile));
  });
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Duplex) => {
    const result = refused(
      new Refusal(unreadable[error.code ?? ''] ?? 400, 'The request is not HTTP'),
      profile,
    );
    // Garbage after a complete request in the same packet: that request is answered first.
    const before = busy.get(socket);
    if (before === undefined || before.writableFinished || !before.req.complete)
      return hangUp(socket, result);
    before.once('finish', () => hangUp(socket, result));
  });
  return server;
}

const unreadable: Readonly<Record<string, number>> = {
  HPE_HEADER_OVERFLOW: 431,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
};

const cors = { 'Access-Control-Allow-Origin': '*', 'Access-Control-Expose-Headers': '*' };

/** Lets a browser send anything; * alone would not cover Authorization. */
function preflight({ headers }: IncomingMessage): Record<string, string> {
  return {
    'Access-Control-Allow-Methods': 'GET, HEAD, POST',
    'Access-Control-Allow-Headers': headers['access-control-request-headers'] ?? '*',
    'Access-Control-Max-Age': '600',
  };
}

function refused(error: unknown, profile: ServerProfile): Answer {
  const { status, message, headers, code } =
    error instanceof Refusal ? error : new Refusal(500, `The mock could not answer: ${oneLine(error)}`);
  const body = JSON.stringify(profile.errorBody(status, message, code));
  return { status, headers: { 'Content-Type': 'application/json', ...headers }, body };
}

function write(response: ServerResponse, { status, headers, body }: Answer): void {
  const length = status === 204 ? {} : { 'Content-Length': Buffer.byteLength(body) };
  response.writeHead(status, { ...cors, ...headers, ...length });
  // Node does not send the body of an answer to HEAD.
  response.end(body);
}

/** Answers when there is no response object to write to, and closes the connection. */
function hangUp(socket: Duplex, { status, headers, body }: Answer): void {
  if (!socket.writable) return void socket.destroy();
  socket.on('error', () => socket.destroy());
  const fields = { ...headers, 'Content-Length': Buffer.byteLength(body), Connection: 'close' };
  const lines = Object.entries(fields).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`);
}
