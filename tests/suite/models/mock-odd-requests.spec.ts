import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { expect, test } from '@playwright/test';
import { request } from 'undici';
import { type Mock, startMock } from '../../mock/index.ts';

let mock: Mock;
test.beforeAll(async () => {
  mock = await startMock();
});
test.afterAll(() => mock.close());

test.afterEach('control: the mock still answers', async () => {
  const { statusCode, body } = await request(mock.urls.base + me, { headers: { authorization: 'Bearer t' } });
  expect(statusCode).toBe(200);
  expect(await body.json()).toMatchObject({ aType: 'user' });
});

const me = '/api/users/me';
const recordings = '/v2/Accounts/AC1/Calls/CA1/Recordings.json';
const basic = `Authorization: Basic ${Buffer.from('AC1:t').toString('base64')}`;
const form = 'Content-Type: application/x-www-form-urlencoded';

/** A request as it stands on the wire, which asks for the connection to end. */
const http = (start: string, headers: readonly string[] = [], body = ''): string =>
  `${[`${start} HTTP/1.1`, 'Host: mock', 'Connection: close', ...headers].join('\r\n')}\r\n\r\n${body}`;

/** A record request with a body of this kind; its length is right unless it is given. */
const record = (headers: readonly string[], body: string, length = Buffer.byteLength(body)): string =>
  http(`POST ${recordings}`, [basic, `Content-Length: ${length}`, ...headers], body);

const chunked = (body: string): string => `${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`;

const nested = '['.repeat(200_000);

const odd: readonly [name: string, bytes: string | Buffer, status: number][] = [
  ['a path that is not percent-encoded', http('GET /api/users/%zz'), 400],
  ['a path that is not UTF-8', http('GET /api/users/%ff'), 400],
  ['a query that is not percent-encoded', http(`GET ${me}?%zz=%`), 400],
  ['a null byte in a path, encoded', http(`GET ${me}%00`), 404],
  ['a null byte in a path, plain', http('GET /api/\0/me'), 400],
  ['a null byte in a header', http(`GET ${me}`, ['X-Odd: a\0b']), 400],
  ['an empty path', http('GET /'), 404],
  ['only slashes', http('GET ///////'), 404],
  ['dots in a path', http('GET /api/users/../users/me'), 404],
  ['an absolute target', http(`GET http://elsewhere.example${me}`, ['Authorization: Bearer t']), 200],
  ['an absolute target without a path', http('GET http://elsewhere.example'), 404],
  ['a target that is no path', http('GET api'), 400],
  ['the target *', http('GET *'), 400],
  ['a fragment', http(`GET ${me}#x`), 401],
  ['a path of 15,000 characters', http(`GET /${'a'.repeat(15_000)}`), 404],
  ['7,000 parameters', http(`GET ${me}?${'a&'.repeat(7_000)}`), 401],
  ['__proto__ as a parameter', http(`GET ${me}?__proto__=1&__proto__=2&constructor=3`), 401],
  ['headers of 20,000 bytes', http(`GET ${me}`, [`X-Odd: ${'a'.repeat(20_000)}`]), 431],
  [
    'duplicate headers',
    http(`GET ${me}`, ['Authorization: Bearer t', 'Authorization: jwt u', 'Accept: */*', 'Accept: x']),
    200,
  ],
  [
    'a duplicate Prefer',
    http(`GET ${me}`, ['Authorization: Bearer t', 'Prefer: code=401', 'Prefer: example=invalid-token']),
    401,
  ],
  ['no Host', `GET ${me} HTTP/1.1\r\nConnection: close\r\n\r\n`, 400],
  ['HTTP/1.0', `GET ${me} HTTP/1.0\r\n\r\n`, 401],
  ['an unheard-of HTTP', `GET ${me} HTTP/9.9\r\n\r\n`, 400],
  ['HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', 400],
  ['TLS', Buffer.from('16030100ba010000b60303', 'hex'), 400],
  ['no HTTP at all', 'hello\r\n\r\n', 400],
  ['a method that is none', http(`FETCH ${me}`), 400],
  ['TRACE', http(`TRACE ${me}`), 405],
  ['OPTIONS *', http('OPTIONS *'), 204],
  ['CONNECT', http('CONNECT elsewhere.example:443'), 405],
  [
    'an upgrade',
    http(`GET ${me}`, ['Authorization: Bearer t', 'Upgrade: websocket', 'Sec-WebSocket-Key: x']).replace(
      'close',
      'Upgrade, close',
    ),
    200,
  ],
  ['an Accept that is no media type', http(`GET ${me}`, ['Authorization: Bearer t', 'Accept: foo']), 200],
  ['an Accept full of commas', http(`GET ${me}`, ['Authorization: Bearer t', 'Accept: ,,;q=,"']), 200],
  ['a Prefer that is none', http(`GET ${me}`, ['Authorization: Bearer t', 'Prefer: ;;=,code=,example']), 200],
  [
    'a Prefer of __proto__',
    http(`GET ${me}`, ['Authorization: Bearer t', 'Prefer: __proto__=1, example=__proto__']),
    400,
  ],
  ['a dynamic answer', http(`GET ${me}`, ['Authorization: Bearer t', 'Prefer: dynamic=true']), 200],
  ['a bad Content-Type without a body', http(`POST ${recordings}`, [basic, 'Content-Type: foo']), 400],
  ['a bad Content-Type on GET', http(`GET ${me}`, ['Authorization: Bearer t', 'Content-Type: ;']), 200],
  ['a body on GET', http(`GET ${me}`, ['Authorization: Bearer t', 'Content-Length: 3'], 'abc'), 200],
  ['a bad Content-Type', record(['Content-Type: foo/'], 'Record=true'), 415],
  ['no Content-Type', record([], 'Record=true'), 200],
  ['an empty Content-Type', record(['Content-Type:'], 'Record=true'), 200],
  ['a type that is not documented', record(['Content-Type: text/xml'], '<Record/>'), 415],
  ['a compressed form', record([form, 'Content-Encoding: gzip'], 'Record=true'), 415],
  ['invalid JSON', record(['Content-Type: application/json'], '{"Record":'), 415],
  ['deep JSON', record(['Content-Type: application/json'], nested), 415],
  ['a Content-Type with a charset', record([`${form}; charset=UTF-8`], 'Record=true'), 200],
  ['a field name that is not percent-encoded', record([form], '%zz=1&Record=true'), 400],
  ['a field value that is not percent-encoded', record([form], 'Record=true&CallbackUrl=%'), 400],
  ['a form of null bytes', record([form], '\0\0\0'), 400],
  ['a form of 300,000 empty pairs', record([form], '&'.repeat(300_000)), 400],
  ['a multipart form without a boundary', record(['Content-Type: multipart/form-data'], '--x'), 415],
  [
    'a form in chunks',
    http(`POST ${recordings}`, [basic, form, 'Transfer-Encoding: chunked'], chunked('Record=true')),
    200,
  ],
  [
    'a chunk that is none',
    http(`POST ${recordings}`, [basic, form, 'Transfer-Encoding: chunked'], 'zz\r\n'),
    400,
  ],
  ['a length and chunks', record([form, 'Transfer-Encoding: chunked'], chunked('Record=true')), 400],
  ['a length that is none', http(`POST ${recordings}`, ['Content-Length: -1']), 400],
  ['two lengths', record([form, 'Content-Length: 3'], 'Record=true'), 400],
  ['an expectation that is none', record([form, 'Expect: a miracle'], 'Record=true'), 417],
  ['a body of exactly 1 MiB', record([form], `Record=true&X=${'a'.repeat(1024 * 1024 - 14)}`), 200],
  ['a body of more than 1 MiB', record([form], 'a'.repeat(1024 * 1024 + 1)), 413],
  [
    'more than 1 MiB in chunks',
    http(
      `POST ${recordings}`,
      [basic, form, 'Transfer-Encoding: chunked'],
      chunked('a'.repeat(2 * 1024 * 1024)),
    ),
    413,
  ],
];

for (const [name, bytes, status] of odd) {
  test(`${name} is answered`, async () => {
    const url = bytes.includes('/v2/') ? mock.urls.api : mock.urls.base;
    const answer = await untilClosed(send(url, bytes));
    expect(answer).toContain(`HTTP/1.1 ${status} `);
    if (status >= 400) expect(answer).toMatch(/"(?:message|error_description)":"[^"]/);
  });
}

test('a declared body of more than 1 MiB is refused before it is sent', async () => {
  const answer = untilClosed(send(mock.urls.api, record([form, 'Expect: 100-continue'], '', 2 ** 31)));
  expect(await answer).toMatch(/^HTTP\/1\.1 413 /);
});

test('a client that asks first is told to continue', async () => {
  const socket = send(mock.urls.api, record([form, 'Expect: 100-continue'], '', 11));
  await once(socket, 'readable');
  const answer = untilClosed(socket);
  socket.write('Record=true');
  expect(await answer).toMatch(/^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 200 /);
});

test('a request with garbage behind it is answered before the garbage is refused', async () => {
  const socket = send(
    mock.urls.base,
    `GET ${me} HTTP/1.1\r\nHost: mock\r\nAuthorization: Bearer t\r\n\r\ngarbage\r\n\r\n`,
  );
  const answers = (await untilClosed(socket)).match(/HTTP\/1\.1 \d+/g);
  expect(answers).toEqual(['HTTP/1.1 200', 'HTTP/1.1 400']);
});

test('requests in one packet are answered in their order', async () => {
  const first = `GET /first HTTP/1.1\r\nHost: mock\r\n\r\n`;
  const answers = await untilClosed(send(mock.urls.base, first.repeat(20) + http(`GET ${me}`)));
  expect(answers.match(/HTTP\/1\.1 \d+/g)).toEqual([
    ...Array<string>(20).fill('HTTP/1.1 404'),
    'HTTP/1.1 401',
  ]);
});

for (const [name, bytes] of [
  ['in the middle of its headers', `GET ${me} HTTP/1.1\r\nHost:`],
  ['in the middle of its body', record([form], 'Record', 11)],
  ['right after its request', http(`GET ${me}`)],
] as const) {
  test(`a client that goes away ${name} is no news`, async () => {
    const socket = send(mock.urls.api, bytes);
    await once(socket, 'connect');
    socket.resetAndDestroy();
  });
}

test('close ends connections that wait, whatever they wait for', async () => {
  const own = await startMock();
  const sockets = ['', 'GET / HTTP/1.1\r\n', record([form], 'Record', 11)].map((bytes) =>
    send(own.urls.api, bytes),
  );
  await Promise.all(sockets.map((socket) => once(socket, 'connect')));
  const control = await request(`${own.urls.api}/nowhere`);
  await control.body.dump();
  await Promise.all([own.close(), ...sockets.map(untilClosed)]);
  await expect(request(`${own.urls.api}/nowhere`)).rejects.toThrow('ECONNREFUSED');
});

function send(url: string, bytes: string | Buffer): Socket {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  socket.write(bytes);
  return socket;
}

/** All that came until the server closed the connection; a reset ends it as well. */
async function untilClosed(socket: Socket): Promise<string> {
  const chunks: Buffer[] = [];
  socket.on('data', (chunk: Buffer) => chunks.push(chunk));
  socket.on('error', () => {});
  await once(socket, 'close');
  return Buffer.concat(chunks).toString('utf8');
}
