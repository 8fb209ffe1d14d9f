import type { RequestListener } from 'node:http';
import type { Socket } from 'node:net';
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { expect } from '@playwright/test';
import { expect as matching } from '../../support/judging/expect.ts';
import { Stopped } from '../../support/judging/ledger.ts';
import { sentence } from '../../support/judging/sentence.ts';
import { requestContext } from '../../support/wire/request-context.ts';
import { test } from './answering.ts';

/** The layer between a test and the wire, against servers that answer as they please. */

test('a request is sent as it stands in the test', async ({ serve }) => {
  const seen: string[] = [];
  const target = await serve((incoming, outgoing) => {
    let body = '';
    incoming.on('data', (chunk) => (body += String(chunk)));
    incoming.on('end', () => {
      const { accept, authorization, prefer } = incoming.headers;
      seen.push(`${incoming.method} ${incoming.url} ${incoming.headers['content-type']} ${body}`);
      outgoing.end(JSON.stringify({ accept, authorization, prefer }));
    });
  });
  const context = requestContext(target, 'identity', 'Bearer of-the-server');
  const sent = await context.post('/path', {
    form: { a: 'b c', absent: undefined, d: 'é' },
    prefer: 'code=404',
  });
  const bare = await context.get('/path', { query: { q: 'x&y' }, authorization: null });

  expect(seen).toEqual([
    'POST /path application/x-www-form-urlencoded a=b+c&d=%C3%A9',
    'GET /path?q=x%26y undefined ',
  ]);
  // Neither an Accept header of our own, nor the mock's Prefer on any other target.
  expect(sent.json).toEqual({ authorization: 'Bearer of-the-server' });
  expect(bare.json).toEqual({});
});

test('only the mock is told which example to give', async ({ serve }) => {
  const target = await serve((incoming, outgoing) => outgoing.end(JSON.stringify(incoming.headers)));
  const answer = await requestContext({ ...target, kind: 'mock' }, 'identity').get('/', {
    prefer: 'example=one',
  });
  expect(answer.json).toMatchObject({ prefer: 'example=one' });
});

test('a redirect is an answer, and is not followed', async ({ serve }) => {
  const paths: (string | undefined)[] = [];
  const target = await serve((incoming, outgoing) => {
    paths.push(incoming.url);
    outgoing.writeHead(302, { location: '/elsewhere' }).end();
  });
  const answer = await requestContext(target, 'identity').get('/here');
  expect([answer.status, answer.headers['location'], paths]).toEqual([302, '/elsewhere', ['/here']]);
});

test('a GET on a connection that was closed meanwhile is sent once more, a POST is not', async ({
  serve,
}) => {
  const seen: string[] = [];
  const closing = new Set(['GET /idle', 'POST /idle']);
  const target = await serve((incoming, outgoing) => {
    const request = `${incoming.method} ${incoming.url}`;
    seen.push(request);
    if (incoming.url === '/gone' || closing.delete(request)) incoming.socket.destroy();
    else outgoing.end('{}');
  });
  const context = requestContext(target, 'identity');

  // Of a server that has answered nothing yet, no connection can have been idle.
  expect((await context.get('/gone')).status).toBe(0);
  await context.get('/first');
  expect((await context.get('/idle')).status).toBe(200);
  expect((await context.post('/idle')).status).toBe(0);
  // What is cut off again is no matter of the connection.
  expect((await context.get('/gone')).status).toBe(0);
  expect(seen).toEqual([
    'GET /gone',
    'GET /first',
    'GET /idle',
    'GET /idle',
    'POST /idle',
    'GET /gone',
    'GET /gone',
  ]);
});

test('a server may close any connection that it has answered on', async ({ serve, ledger }) => {
  const answered = new WeakSet<Socket>();
  const target = await serve(({ socket }, outgoing) => {
    // As late as possible, and without having said so.
    if (answered.has(socket)) socket.destroy();
    else outgoing.writeHead(200, { connection: 'keep-alive', 'keep-alive': 'timeout=60' }).end('{}');
    answered.add(socket);
  });
  const context = requestContext(target, 'identity');
  for (const method of ['post', 'get', 'post', 'get', 'get', 'post', 'get'] as const)
    expect((await context[method]('/')).status, method).toBe(200);
  const sentTwice = ledger.exchanges.filter(({ note }) => note?.startsWith('an idle connection'));
  expect(sentTwice.map(({ method }) => method)).toContain('GET');
  expect(sentTwice.map(({ method }) => method)).not.toContain('POST');
});

test('no request leaves for a server that is not configured', async ({ serve, ledger }) => {
  const target = await serve((_incoming, outgoing) => outgoing.end());
  const asked: string[] = [];
  const stranger = await serve((incoming, outgoing) => {
    asked.push(incoming.url ?? '');
    outgoing.end();
  });
  await expect(
    requestContext(target, 'telephony').get(`${stranger.urls.telephony}/next?Page=2`),
  ).rejects.toThrow(Stopped);
  await expect(requestContext(target, 'telephony').get('//evil.example/next')).rejects.toThrow(Stopped);
  expect(asked).toEqual([]);
  expect(ledger.stopped?.reason).toContain('would leave the configured server');
});

test('a URI of the scheme behind a gateway is requested where the server is configured', async ({
  serve,
}) => {
  const asked: string[] = [];
  const target = await serve((incoming, outgoing) => {
    asked.push(incoming.url ?? '');
    outgoing.end('{}');
  });
  const context = requestContext(target, 'telephony');
  await context.get('https://127.0.0.1/next?Page=2');
  await context.get('https://127.0.0.1:8443//evil.example/next?a=%26');
  expect(asked).toEqual(['/next?Page=2', '//evil.example/next?a=%26']);
  await expect(context.get('ftp://127.0.0.1/next')).rejects.toThrow(Stopped);
  await expect(context.get('https://127.0.0.2/next')).rejects.toThrow(Stopped);
});

test('a server that was left out is told from one that is down', async ({ serve }) => {
  const target = await serve((_incoming, outgoing) => outgoing.end());
  await expect(requestContext(target, 'collaboration').get('/')).rejects.toThrow(
    'the collaboration server was left out',
  );
});

const encodings: Readonly<Record<string, [coding: string, compress: (json: string) => Buffer]>> = {
  gzip: ['gzip', gzipSync],
  deflate: ['deflate', deflateSync],
  'raw deflate': ['deflate', deflateRawSync],
  br: ['br', brotliCompressSync],
};

for (const [what, [encoding, compress]] of Object.entries(encodings)) {
  test(`a body of ${what} is read; what is cut short is told no more of`, async ({ serve }) => {
    const whole = compress(JSON.stringify({ read: true }));
    const target = await serve((incoming, outgoing) => {
      outgoing.writeHead(200, { 'content-encoding': encoding });
      outgoing.end(incoming.url === '/whole' ? whole : whole.subarray(0, -3));
    });
    const context = requestContext(target, 'identity');
    expect((await context.get('/whole')).json).toEqual({ read: true });
    const cut = await context.get('/cut');
    expect(cut).toMatchObject({ status: 0, failure: expect.stringMatching(/cut short$|end of file$/) });
    expect(sentence(cut)).toBe(`GET /cut answered 200, but ${cut.failure}`);
  });
}

for (const [what, bytes] of [
  ['begins with a byte order mark', Buffer.from('\ufeff{"a":1}')],
  ['begins with a byte order mark', Buffer.from('\ufeff{"a":1}', 'utf16le')],
  ['begins with a byte order mark', Buffer.from('\ufeff{"a":1}', 'utf16le').swap16()],
  ['is not UTF-8', Buffer.from('{"a":"é"}', 'latin1')],
] as const) {
  test(`a body that looks like JSON and ${what} is none: ${bytes.toString('hex', 0, 4)}`, async ({
    serve,
  }) => {
    const target = await serve((_incoming, outgoing) => outgoing.end(bytes));
    const answer = await requestContext(target, 'identity').get('/');
    expect(answer.json).toBeUndefined();
    expect(() => matching(answer).toAnswerObject()).toThrow(
      `GET / answered 200, expected a JSON object, but the body ${what}`,
    );
  });
}

test('a body that is no UTF-8 is no JSON', async ({ serve }) => {
  const target = await serve((_incoming, outgoing) => outgoing.end(Buffer.from([0x22, 0xff, 0x22])));
  expect((await requestContext(target, 'identity').get('/')).json).toBeUndefined();
});

const silences: Readonly<Record<string, { listener: RequestListener; says: RegExp }>> = {
  'a server that never answers': { listener: () => {}, says: /no answer within 2000 ms/ },
  'a body that never ends': {
    listener: (_incoming, outgoing) => {
      outgoing.writeHead(200);
      outgoing.write('{');
    },
    says: /no answer within 2000 ms/,
  },
  'a connection that is reset': {
    listener: (incoming) => incoming.socket.resetAndDestroy(),
    says: /ECONNRESET|socket/i,
  },
  'a body cut short': {
    listener: (incoming, outgoing) => {
      outgoing.writeHead(200, { 'content-length': '100' });
      outgoing.write('{"a":', () => incoming.socket.destroy());
    },
    says: /terminated|closed|abort|socket/i,
  },
  'a body without bounds': {
    listener: (_incoming, outgoing) => {
      const chunk = Buffer.alloc(1024 * 1024, 0x20);
      const more = (): void => void outgoing.write(chunk, (error) => (error ? undefined : more()));
      more();
    },
    says: /larger than/,
  },
};

for (const [what, { listener, says }] of Object.entries(silences)) {
  test(`${what} is an answer of its own kind`, async ({ serve, ledger }) => {
    const answer = await requestContext(await serve(listener), 'identity').get('/path');
    expect(answer.status).toBe(0);
    expect(answer.failure).toMatch(says);
    expect(ledger.exchanges).toMatchObject([{ method: 'GET', failure: answer.failure }]);
  });
}

for (const token of ['beyond-latin-1-…', 'of-two\nlines']) {
  test(`a token that no header can carry is not sent: ${JSON.stringify(token)}`, async ({
    serve,
    ledger,
  }) => {
    const asked: unknown[] = [];
    const target = await serve((incoming, outgoing) => {
      asked.push(incoming.url);
      outgoing.end('{}');
    });
    const sending = requestContext(target, 'identity').get('/me', { authorization: `Bearer ${token}` });
    await expect(sending).rejects.toThrow(Stopped);
    expect(ledger.stopped?.reason).toContain(
      'the request cannot be sent: the deployment handed out a token with characters that no HTTP header can carry',
    );
    expect(asked).toEqual([]);
  });
}

test('the evidence names secrets and does not show them', async ({ serve, ledger }) => {
  const target = await serve((_incoming, outgoing) =>
    outgoing.end(JSON.stringify({ access_token: 'fresh-token-1' })),
  );
  const context = requestContext(target, 'identity');
  await context.post('/token', { form: { grant_type: 'password' } });
  await context.get('/me', { authorization: 'Bearer fresh-token-1', query: { id_token: 'fresh-token-1' } });

  expect(JSON.stringify(ledger.exchanges)).not.toContain('fresh-token-1');
  expect(ledger.exchanges[1]).toMatchObject({ requestHeaders: { authorization: 'Bearer $ACCESS_TOKEN' } });
  expect(ledger.exchanges[1]?.curl).toContain('${ACCESS_TOKEN}');
});

test("the mock's complaint about our own request stops the check", async ({ serve }) => {
  const target = await serve((_incoming, outgoing) =>
    outgoing.writeHead(200, { 'sl-violations': '[1]' }).end(),
  );
  await expect(requestContext(target, 'identity').get('/')).rejects.toThrow(
    "the suite's own request breaks the documents",
  );
});

const changes: [what: string, effect: string, path: string, allowedAnyway?: string][] = [
  ['a sign-out', 'sign-out', '/oauth2/revoke_token'],
  ['a guest login', 'guest', '/api/anonymous/auth'],
  [
    'a recording',
    'recording',
    '/v2/Accounts/AC1/Calls/CA1/Recordings.json',
    '/v2/Accounts/AC1/Calls/CA9/Recordings.json',
  ],
];

for (const [what, effect, path, allowedAnyway] of changes) {
  test(`${what} is sent only where it is allowed, whatever a test asks for`, async ({ serve, ledger }) => {
    const asked: (string | undefined)[] = [];
    const target = await serve((incoming, outgoing) => {
      asked.push(incoming.url);
      outgoing.end('{}');
    });
    const live = { ...target, callSids: ['CA1'] };
    await expect(requestContext(live, 'identity').post(path, { form: { Record: 'true' } })).rejects.toThrow(
      Stopped,
    );
    expect(ledger.stopped?.reason).toContain(`TARGET_ALLOW does not name ${effect}`);
    expect(asked).toEqual([]);

    await requestContext({ ...live, effects: [effect] }, 'identity').post(path, { form: { Record: 'true' } });
    // A call that is not ours has nothing to record.
    if (allowedAnyway !== undefined) await requestContext(live, 'identity').post(allowedAnyway);
    expect(asked).toEqual(allowedAnyway === undefined ? [path] : [path, allowedAnyway]);
  });
}
