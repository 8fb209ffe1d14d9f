import { once } from 'node:events';
import { type AddressInfo, createServer as createSilent } from 'node:net';
import { test as base, expect } from '@playwright/test';
import { exchangeText } from '../../../reports/write/evidence.ts';
import { type Ledger, openLedger, Stopped } from '../../support/judging/ledger.ts';
import { createMask } from '../../support/secrets/mask.ts';
import { readSettings } from '../../support/settings.ts';
import { type Target, targetOf } from '../../support/target.ts';
import { requestContext } from '../../support/wire/request-context.ts';
import { type Hostile, type Running, refusedUrl, serve, servers } from './hostile/servers.ts';

/** Broken and hostile servers at the layer that speaks to them: each ends in time, in one sentence. */
const test = base.extend<{
  ledger: Ledger;
  against: (answer: Hostile['answer'], timeoutMs?: number) => Promise<Target>;
}>({
  ledger: [async ({}, use, testInfo) => use(openLedger(testInfo, [], createMask())), { auto: true }],
  against: async ({}, use) => {
    const running: Running[] = [];
    await use(async (answer, timeoutMs = 1500) => {
      const server = await serve(answer);
      running.push(server);
      return at(server.url, timeoutMs);
    });
    for (const server of running) await server.close();
  },
});

function at(url: string, timeoutMs = 1500): Target {
  return targetOf('live', readSettings({ TARGET_AUTH_URL: url, TARGET_TIMEOUT_MS: String(timeoutMs) }));
}

for (const [what, { answer, seen }] of Object.entries(servers)) {
  test(`a server that ${what} is an answer`, async ({ against, ledger }) => {
    // Reading eight megabytes takes its time on a busy machine; what must run into the limit has a short one.
    const isSlow = 'failure' in seen && seen.failure.test('no answer within 700 ms');
    const target = await against(answer, isSlow ? 700 : 20_000);
    const got = await requestContext(target, 'identity').post('/oauth2/access_token', { form: { a: 'b' } });
    if ('failure' in seen) {
      expect(got).toMatchObject({ status: 0, text: '' });
      expect(got.failure).toMatch(seen.failure);
      expect(ledger.exchanges).toMatchObject([{ failure: got.failure }]);
    } else {
      expect(got).toMatchObject({ status: seen.status });
      expect(got.json).toEqual(seen.json);
    }
  });
}

test('a refused connection is an answer', async () => {
  const got = await requestContext(at(await refusedUrl()), 'identity').get('/');
  expect(got.failure).toBe('the connection was refused (ECONNREFUSED)');
});

test('a connection whose handshake never ends gives no answer, in time', async () => {
  const silent = createSilent().listen(0, '127.0.0.1');
  await once(silent, 'listening');
  const url = `https://127.0.0.1:${(silent.address() as AddressInfo).port}`;
  const got = await requestContext(at(url, 500), 'identity').get('/');
  silent.close();
  expect(got.failure).toBe('no answer within 500 ms');
});

test('a key called __proto__ is a field and no more', async ({ against }) => {
  const target = await against((_request, response) =>
    response.end('{"__proto__":{"access_token":"polluted-1"},"constructor":{"prototype":{"admin":true}}}'),
  );
  const got = await requestContext(target, 'identity').get('/');
  expect(Object.keys(got.json as object)).toEqual(['__proto__', 'constructor']);
  expect(({} as Record<string, unknown>)['access_token']).toBeUndefined();
  expect(({} as Record<string, unknown>)['admin']).toBeUndefined();
});

test('a redirect, whatever it asks to be sent again, is not followed', async ({ against }) => {
  const strangers: string[] = [];
  const stranger = await against(({ url }, response) => {
    strangers.push(url ?? '');
    response.end();
  });
  for (const status of [301, 302, 303, 307, 308]) {
    const target = await against((_request, response) =>
      response.writeHead(status, { location: `${stranger.urls.identity}/steal` }).end(),
    );
    const form = { client_secret: 'the-secret' };
    const got = await requestContext(target, 'identity').post('/oauth2/access_token', { form });
    expect(got.status).toBe(status);
  }
  expect(strangers).toEqual([]);
});

const hostileText =
  '\u001b[2J\u001b]0;owned\u0007\u009b31m\u202egnp.exe\u2066\u200b<script>alert(1)</script>{{7*7}}\r\n::error::';

test('what a server writes moves no terminal', async ({ against, ledger }) => {
  const target = await against(({ socket }) =>
    socket.end(
      Buffer.concat([
        Buffer.from(
          'HTTP/1.1 400 Bad\r\ncontent-type: application/json\r\nx-odd: \u001b[31m\u009b1m\r\nconnection: close\r\n\r\n',
          'latin1',
        ),
        Buffer.from(JSON.stringify({ message: hostileText })),
      ]),
    ),
  );
  await requestContext(target, 'identity').get('/');
  const [exchange] = ledger.exchanges;
  expect(exchange).toBeDefined();
  const text = exchange && exchangeText(exchange);
  expect(text?.replace(/[\n\t]/g, '')).not.toMatch(/\p{Cc}|\p{Bidi_Control}/u);
});

/** What a server that limits the rate saw, and how often it does so. */
function limiting(times: number, retryAfter: string, seen: string[], status = 429): Hostile['answer'] {
  return ({ method, url }, response) => {
    seen.push(`${method} ${url}`);
    if (seen.length <= times) response.writeHead(status, { 'retry-after': retryAfter }).end('slow down');
    else response.end('{"ok":true}');
  };
}

for (const [how, retryAfter] of [
  ['seconds', '0'],
  ['two waits', '0, 0.0'],
  ['a date', new Date(Date.now() - 1000).toUTCString()],
] as const) {
  test(`a rate limit is waited for, and told: ${how}`, async ({ against, ledger }) => {
    const seen: string[] = [];
    const target = await against(limiting(1, retryAfter, seen));
    const got = await requestContext(target, 'identity').post('/path', { form: { a: 'b' } });
    expect(got.json).toEqual({ ok: true });
    expect(seen).toEqual(['POST /path', 'POST /path']);
    expect(ledger.exchanges).toMatchObject([
      {
        status: 429,
        note: 'Retry-After asks to wait 0 s: the request is sent once more after a wait',
      },
      { status: 200 },
    ]);
    expect(ledger.exchanges[0] && exchangeText(ledger.exchanges[0])).toContain(
      '# Retry-After asks to wait 0 s',
    );
  });
}

test('a server that is not available is asked once more after the wait it names', async ({
  against,
  ledger,
}) => {
  for (const [times, retryAfter, status] of [
    [1, '0', 200],
    [Infinity, '0', 503],
    [Infinity, '3600', 503],
    [Infinity, 'soon', 503],
  ] as const) {
    const seen: string[] = [];
    const target = await against(limiting(times, retryAfter, seen, 503));
    const got = await requestContext(target, 'identity').post('/path', { form: { a: 'b' } });
    expect(got.status, `${times} × Retry-After: ${retryAfter}`).toBe(status);
    expect(seen).toHaveLength(retryAfter === '0' ? 2 : 1);
  }
  expect(ledger.stopped).toBeUndefined();
});

test('the wait is as long as it is asked to be', async ({ against }) => {
  const times: number[] = [];
  const target = await against((_request, response) => {
    times.push(performance.now());
    response.writeHead(times.length === 1 ? 429 : 200, { 'retry-after': '1' }).end();
  }, 20_000);
  await requestContext(target, 'identity').get('/');
  const [first = 0, second = 0] = times;
  expect(second - first).toBeGreaterThan(990);
});

test('a deployment that goes on to limit the rate is asked for a while, then once, and is not judged', async ({
  against,
  ledger,
}) => {
  const seen: string[] = [];
  const target = await against(limiting(Infinity, '0', seen));
  const ask = () => requestContext({ ...target, timeoutMs: 300 }, 'identity').get('/path');
  await expect(ask()).rejects.toThrow(Stopped);
  expect(seen.length).toBeGreaterThan(2);
  expect(seen.length).toBeLessThan(9);
  expect(ledger.stopped?.reason).toMatch(
    /^GET \/path answered 429, and again after \d waits, Retry-After asks to wait 0 s: the deployment limits the rate$/,
  );
  const before = seen.length;
  await expect(ask()).rejects.toThrow(Stopped);
  expect(seen.length - before, 'requests once no wait has helped').toBe(1);
});

for (const [retryAfter, time] of [
  ['3600', '3600 s'],
  ['9'.repeat(400), 'for ever'],
] as const) {
  test(`a wait beyond the time limit is not waited: ${time}`, async ({ against, ledger }) => {
    const seen: string[] = [];
    const target = await against(limiting(Infinity, retryAfter, seen));
    await expect(requestContext(target, 'identity').get('/path')).rejects.toThrow(Stopped);
    expect(seen).toHaveLength(1);
    expect(ledger.stopped?.reason).toContain(`asks to wait ${time}, beyond the time limit of 6000 ms`);
  });
}

test('who has waited has as long for the answer as any other request', async ({ against }) => {
  let asked = 0;
  const target = await against((_request, response) => {
    asked += 1;
    if (asked === 1) response.writeHead(429, { 'retry-after': '1' }).end();
    else setTimeout(() => response.end('{"ok":true}'), 1200);
  }, 2000);
  const got = await requestContext(target, 'identity').get('/');
  expect(got.json).toEqual({ ok: true });
});

for (const retryAfter of [undefined, 'soon', '', '-5', '+3', 'in 1']) {
  test(`a 429 that says ${retryAfter === undefined ? 'nothing' : `"${retryAfter}"`} of a wait is waited for with growing delays`, async ({
    against,
    ledger,
  }) => {
    let asked = 0;
    const target = await against((_request, response) => {
      asked += 1;
      response.writeHead(429, retryAfter === undefined ? {} : { 'retry-after': retryAfter }).end();
    });
    await expect(requestContext({ ...target, timeoutMs: 300 }, 'identity').get('/')).rejects.toThrow(Stopped);
    expect(asked, 'with waits of half a second, and a second').toBe(3);
    expect(ledger.stopped?.reason).toBe(
      'GET / answered 429, and again after 2 waits, without a usable Retry-After: the deployment limits the rate',
    );
  });
}
