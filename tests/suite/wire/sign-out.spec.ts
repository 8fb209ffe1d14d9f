import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { test as base, expect } from '@playwright/test';
import { signOut } from '../../launch/sign-out.ts';
import { readSettings } from '../../support/settings.ts';
import { type Target, targetOf } from '../../support/target.ts';

/** An identity server, and what it has been sent. */
const test = base.extend<{ serve: (answer: RequestListener) => Promise<Target & { sent: string[] }> }>({
  serve: async ({}, use) => {
    const server = createServer();
    await use(async (answer) => {
      const sent: string[] = [];
      const take: (...exchange: Parameters<RequestListener>) => Promise<void> = async (request, response) => {
        const body = (await request.toArray()).join('');
        sent.push(`${request.method} ${request.url} ${body}`);
        answer(request, response);
      };
      server.on('request', (request, response) => void take(request, response));
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      const TARGET_AUTH_URL = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
      const target = targetOf('live', readSettings({ TARGET_AUTH_URL, TARGET_TIMEOUT_MS: '500' }));
      return { ...target, sent };
    });
    server.closeAllConnections();
    server.close();
  },
});

const sessions = Array.from({ length: 20 }, (_, nth) => ({ client_id: 'us', refresh_token: `r${nth}` }));

test('every session is signed out of once, where it is refused as well', async ({ serve }) => {
  const target = await serve((_request, response) =>
    response.writeHead(400).end('{"error":"invalid_request"}'),
  );
  const { lost, refused } = await signOut(target, sessions);
  expect([lost, [...refused]]).toEqual([0, [[400, 20]]]);
  const { sent } = target;
  expect(sent.toSorted()).toEqual(
    sessions
      .map(({ refresh_token }) => `POST /oauth2/revoke_token client_id=us&refresh_token=${refresh_token}`)
      .toSorted(),
  );
});

test('a server that falls silent is sent no more, and those that may go on are counted', async ({
  serve,
}) => {
  let answered = 0;
  const target = await serve((_request, response) => {
    if (answered < 5) response.end();
    answered += 1;
  });
  const { lost } = await signOut(target, sessions);
  expect(lost).toBe(15);
  expect(target.sent.length, 'four go side by side').toBeLessThanOrEqual(5 + 4);
});

test('a server that cuts every connection is sent no more', async ({ serve }) => {
  const target = await serve((request) => request.socket.destroy());
  expect((await signOut(target, sessions)).lost).toBe(20);
  expect(target.sent.length, 'four go side by side, each twice').toBeLessThanOrEqual(4 * 2);
});

test('a connection that is closed once costs no session', async ({ serve }) => {
  let asked = 0;
  const target = await serve((request, response) => {
    asked += 1;
    if (asked === 7) request.socket.destroy();
    else response.end();
  });
  expect((await signOut(target, sessions)).lost).toBe(0);
  expect(target.sent).toHaveLength(21);
});

test('a server that closes every connection that it has answered on costs no session', async ({ serve }) => {
  const answered = new WeakSet<Socket>();
  const target = await serve(({ socket }, response) => {
    if (answered.has(socket)) socket.destroy();
    else response.writeHead(200, { connection: 'keep-alive' }).end();
    answered.add(socket);
  });
  expect((await signOut(target, sessions)).lost).toBe(0);
});

test('a limit of the rate is waited for once', async ({ serve }) => {
  let asked = 0;
  const target = await serve((_request, response) => {
    asked += 1;
    response.writeHead(asked === 3 ? 429 : 200, { 'retry-after': '0' }).end();
  });
  expect((await signOut(target, sessions)).lost).toBe(0);
  expect(target.sent).toHaveLength(21);
});

test('a limit of the rate until a moment by the clock of the server is waited for by that clock', async ({
  serve,
}) => {
  let asked = 0;
  const ahead = Date.now() + 3_600_000;
  const target = await serve((_request, response) => {
    asked += 1;
    response
      .writeHead(asked === 3 ? 429 : 200, {
        date: new Date(ahead).toUTCString(),
        'retry-after': new Date(ahead).toUTCString(),
      })
      .end();
  });
  expect((await signOut(target, sessions)).lost).toBe(0);
  expect(target.sent).toHaveLength(21);
});

test('a limit of the rate after a connection that was closed is waited for as well', async ({ serve }) => {
  let asked = 0;
  const target = await serve((request, response) => {
    asked += 1;
    if (asked === 1) request.socket.destroy();
    else response.writeHead(asked === 2 ? 429 : 200, { 'retry-after': '0' }).end();
  });
  expect((await signOut(target, sessions.slice(0, 1))).lost).toBe(0);
  expect(target.sent).toHaveLength(3);
});

for (const wait of ['0', '3600', 'soon']) {
  test(`a limit of the rate that lasts, with the wait ${wait}, ends the sign-outs`, async ({ serve }) => {
    const target = await serve((_request, response) =>
      response.writeHead(429, { 'retry-after': wait }).end(),
    );
    expect((await signOut(target, sessions)).lost).toBe(20);
    // Four go side by side, each until the waits have taken four limits of a request.
    expect(target.sent.length).toBeLessThanOrEqual(4 * 6);
  });
}

test('at a pace, sign-outs take as long as their turns do', async ({ serve }) => {
  const target = await serve((_request, response) => response.end());
  const paced = { ...target, timeoutMs: 150, way: { ...target.way, perSecond: 10 } };
  const started = performance.now();
  expect((await signOut(paced, sessions)).lost).toBe(0);
  expect(performance.now() - started, 'longer than all of them may take without').toBeGreaterThan(10 * 150);
});

test('a sign-out that breaks the server ends no session', async ({ serve }) => {
  const target = await serve((_request, response) => response.writeHead(503).end());
  expect((await signOut(target, sessions)).lost).toBe(20);
});

test('nothing is sent where no session was left', async ({ serve }) => {
  const target = await serve((_request, response) => response.end());
  expect((await signOut(target, [])).lost).toBe(0);
  expect(target.sent).toEqual([]);
});
