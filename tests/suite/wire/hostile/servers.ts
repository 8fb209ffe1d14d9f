import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { type AddressInfo, createServer as createRaw, type Server, type Socket } from 'node:net';
import { brotliCompressSync, deflateRawSync, gzipSync } from 'node:zlib';

/** A broken or hostile server, and what the suite has to say of it. */
export interface Hostile {
  /** What it does to a request. */
  readonly answer: (request: IncomingMessage, response: ServerResponse) => void;
  /** What the answer must be taken for: a failure that says so, or what is read of it. */
  readonly seen: { readonly failure: RegExp } | { readonly status: number; readonly json?: unknown };
}

const MEGABYTE = Buffer.alloc(1024 * 1024, 0x20);

/** Writes chunk after chunk for as long as somebody reads. */
function pour(response: ServerResponse, chunk: Buffer, times = Infinity): void {
  let left = times;
  const more = (): void => {
    left -= 1;
    if (left < 0) response.end();
    else response.write(chunk, (error) => error ?? setImmediate(more));
  };
  more();
}

/** 256 MB of nothing, in a thousandth of that. */
export function bomb(): Buffer {
  const packed = gzipSync(Buffer.alloc(64 * 1024 * 1024));
  return Buffer.concat(Array.from({ length: 4 }, () => packed));
}

const json = { 'content-type': 'application/json' };

/** Servers that answer every request in one way, by what they do. */
export const servers: Readonly<Record<string, Hostile>> = {
  'resets the connection': {
    answer: ({ socket }) => socket.resetAndDestroy(),
    seen: { failure: /^the connection was (reset|closed before the answer ended) \(\w+\)$/ },
  },
  'switches to another protocol': {
    answer: ({ socket }) =>
      socket.end('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: elsewhere\r\n\r\n'),
    seen: { failure: /^the answer switched to another protocol, which the request did not ask for$/ },
  },
  'encodes its body by zstd': {
    answer: (_request, response) =>
      response.writeHead(200, { ...json, 'content-encoding': 'zstd' }).end(Buffer.from('28b52ffd', 'hex')),
    seen: { failure: /^the body is encoded as zstd, which the request did not accept$/ },
  },
  'cuts the body': {
    answer: ({ socket }, response) => {
      response.writeHead(200, { ...json, 'content-length': '100' });
      response.write('{"a":', () => socket.destroy());
    },
    seen: { failure: /^the body is not as long as its Content-Length says/ },
  },
  'sends a body that never ends': {
    answer: (_request, response) => pour(response.writeHead(200, json), MEGABYTE),
    seen: { failure: /^the body is larger than 1048576 bytes$/ },
  },
  'hands out a token of a megabyte': {
    answer: (_request, response) =>
      response.writeHead(200, json).end(JSON.stringify({ access_token: 'a1'.repeat(500_000) })),
    seen: { failure: /^the answer contains more values that look like credentials than can be masked$/ },
  },
  'hands out thousands of tokens': {
    answer: (_request, response) =>
      response
        .writeHead(200, json)
        .end(JSON.stringify(Array.from({ length: 2000 }, (_, index) => ({ jwt: `token-${index}` })))),
    seen: { failure: /^the answer contains more values that look like credentials than can be masked$/ },
  },
  'sends 600 MB': {
    answer: (_request, response) =>
      pour(
        response.writeHead(200, { ...json, 'content-length': String(600 * MEGABYTE.length) }),
        MEGABYTE,
        600,
      ),
    seen: { failure: /^the body is larger than 1048576 bytes$/ },
  },
  'sends 100 Continue unasked': {
    answer: (_request, response) => {
      response.writeContinue();
      response.writeHead(200, json).end('{}');
    },
    seen: { failure: /^the answer began with an unasked 100 Continue, which the HTTP client/ },
  },
  'drips a byte at a time': {
    answer: (_request, response) => {
      response.writeHead(200, json);
      const drip = setInterval(() => response.write(' '), 50);
      response.once('close', () => clearInterval(drip));
    },
    seen: { failure: /^no answer within \d+ ms$/ },
  },
  'never answers': { answer: () => {}, seen: { failure: /^no answer within \d+ ms$/ } },
  'truncates gzip': {
    answer: (_request, response) =>
      response
        .writeHead(200, { ...json, 'content-encoding': 'gzip' })
        .end(gzipSync('{"a":1}').subarray(0, -4)),
    seen: { failure: /^the gzip body is cut short$/ },
  },
  'calls gzip what is none': {
    answer: (_request, response) =>
      response.writeHead(200, { ...json, 'content-encoding': 'gzip' }).end('{"a":1}'),
    seen: { failure: /^the gzip body cannot be decompressed: incorrect header check$/ },
  },
  'omits the last eight bytes of gzip': {
    answer: (_request, response) =>
      response
        .writeHead(200, { ...json, 'content-encoding': 'gzip' })
        .end(gzipSync('{"a":1}').subarray(0, -8)),
    seen: { failure: /^the gzip body is cut short$/ },
  },
  'calls deflate what is none': {
    answer: (_request, response) =>
      response.writeHead(200, { ...json, 'content-encoding': 'deflate' }).end('{"a":1}'),
    seen: { failure: /^the deflate body has no zlib header, and is not raw deflate as it stands: / },
  },
  'adds to raw deflate': {
    answer: (_request, response) =>
      response
        .writeHead(200, { ...json, 'content-encoding': 'deflate' })
        .end(Buffer.concat([deflateRawSync('{"a":1}'), Buffer.from('{}')])),
    seen: { failure: /^the deflate body has no zlib header, and .*: other data follow$/ },
  },
  'sends a bomb of raw deflate': {
    answer: (_request, response) =>
      response
        .writeHead(200, { ...json, 'content-encoding': 'deflate' })
        .end(deflateRawSync(Buffer.alloc(64 * 1024 * 1024))),
    seen: { failure: /^the deflate body decompresses to something larger than 1048576 bytes$/ },
  },
  'sends a gzip bomb': {
    answer: (_request, response) =>
      response.writeHead(200, { ...json, 'content-encoding': 'gzip' }).end(bomb()),
    seen: { failure: /^the gzip body decompresses to something larger than 1048576 bytes$/ },
  },
  'compresses by gzip': {
    answer: (_request, response) =>
      response.writeHead(200, { ...json, 'content-encoding': 'gzip' }).end(gzipSync('{"a":1}')),
    seen: { status: 200, json: { a: 1 } },
  },
  'compresses by br': {
    answer: (_request, response) =>
      response.writeHead(200, { ...json, 'content-encoding': 'br' }).end(brotliCompressSync('{"a":1}')),
    seen: { status: 200, json: { a: 1 } },
  },
  'names its encoding like a property of every object': {
    answer: (_request, response) =>
      response.writeHead(200, { ...json, 'content-encoding': 'constructor' }).end('{"a":1}'),
    seen: { status: 200, json: { a: 1 } },
  },
  'redirects to itself': {
    answer: ({ url }, response) => response.writeHead(302, { location: url }).end(),
    seen: { status: 302 },
  },
  'answers a page': {
    answer: (_request, response) =>
      response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Oops</h1>'),
    seen: { status: 200 },
  },
  'sends what is no UTF-8': {
    answer: (_request, response) => response.writeHead(200, json).end(Buffer.from([0x22, 0xc3, 0x28, 0x22])),
    seen: { status: 200 },
  },
  'sends a byte-order mark': {
    answer: (_request, response) => response.writeHead(200, json).end('\ufeff{"a":1}'),
    seen: { status: 200 },
  },
  'lists 30,000 empty objects': {
    answer: (_request, response) =>
      response.writeHead(200, json).end(`{"available_phone_numbers":[${'{},'.repeat(30_000)}{}]}`),
    seen: { failure: /^the body holds more than 10000 objects and lists$/ },
  },
  'lists 300,000 numbers': {
    answer: (_request, response) => response.writeHead(200, json).end(`{"a":[${'1,'.repeat(300_000)}1]}`),
    seen: { failure: /^the body holds more than 100000 values$/ },
  },
  'nests a URL in a URL 4,000 times': {
    answer: (_request, response) => response.end(`${'a='.repeat(4000)}%${'25'.repeat(4000)}`),
    seen: { status: 200, json: undefined },
  },
  'inlines a long script': {
    answer: (_request, response) => response.end(`<!doctype html><script>${'a[0];'.repeat(20_000)}</script>`),
    seen: { status: 200, json: undefined },
  },
  'nests 100,000 levels deep': {
    answer: (_request, response) =>
      response.writeHead(200, json).end('['.repeat(100_000) + ']'.repeat(100_000)),
    seen: { failure: /^the body nests deeper than 256 levels$/ },
  },
  'sends a key twice': {
    answer: (_request, response) => response.writeHead(200, json).end('{"a":1,"a":2}'),
    seen: { status: 200, json: { a: 2 } },
  },
  'sends numbers beyond 2^53': {
    answer: (_request, response) => response.writeHead(200, json).end('{"a":9007199254740993,"b":1e400}'),
    seen: { status: 200, json: { a: 9007199254740992, b: Infinity } },
  },
  'is not available': {
    answer: (_request, response) => response.writeHead(503, { 'retry-after': '0' }).end('down'),
    seen: { status: 503 },
  },
  'sends more than its Content-Length': {
    answer: ({ socket }) =>
      socket.end('HTTP/1.1 200 OK\r\ncontent-length: 3\r\nconnection: close\r\n\r\n{"a":1}'),
    seen: { status: 200 },
  },
  'sends less than its Content-Length': {
    answer: ({ socket }) =>
      socket.end('HTTP/1.1 200 OK\r\ncontent-length: 30\r\nconnection: close\r\n\r\n{"a":1}'),
    seen: { failure: /^the connection was closed before the answer ended|Content-Length/ },
  },
  'sends a hundred thousand headers': {
    answer: ({ socket }) => {
      socket.on('error', () => {});
      socket.write('HTTP/1.1 200 OK\r\n');
      socket.write(Array.from({ length: 100_000 }, (_, nth) => `x-${nth}: ${nth}\r\n`).join(''));
      socket.end('\r\n{}');
    },
    seen: { failure: /^the headers are larger than any client reads \(UND_ERR_HEADERS_OVERFLOW\)$/ },
  },
  'speaks something else': {
    answer: ({ socket }) => socket.end('SSH-2.0-OpenSSH_9.2\r\n'),
    seen: { failure: /^the answer is not HTTP$/ },
  },
};

/** An address at which nobody listens. */
export async function refusedUrl(): Promise<string> {
  const server = createRaw().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return `http://127.0.0.1:${port}`;
}

/** A server that runs. */
export interface Running {
  readonly url: string;
  close(): Promise<void>;
}

/** Serves every request in one way, on a free port. */
export async function serve(answer: Hostile['answer']): Promise<Running> {
  const sockets = new Set<Socket>();
  const server: Server = createServer((request, response) => {
    response.on('error', () => {});
    answer(request, response);
  });
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  server.listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
}
