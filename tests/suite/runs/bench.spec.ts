import { spawn } from 'node:child_process';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from '@playwright/test';
import { request } from 'undici';
import { chainsOf } from '../../bench/chain.ts';
import { replay } from '../../bench/floor.ts';
import { multiplyStock } from '../../bench/more-stock.ts';
import { watchTree } from '../../bench/process-tree.ts';
import { recordRequests } from '../../bench/recording.ts';
import { measured, seconds } from '../../bench/statistics.ts';
import { stock } from '../../reference/numbers.ts';
import { randomOf, shuffled } from '../../stability/random.ts';

test('several measurements: the middle one, and the spread', () => {
  expect(measured([3, 1, 2])).toMatchObject({ median: 2, least: 1, most: 3, values: [3, 1, 2] });
  expect(measured([4, 1, 3, 2]).median).toBe(2.5);
  expect(measured([7]).median).toBe(7);
  expect(() => measured([])).toThrow('Nothing was measured');
  expect(seconds(measured([1000, 2000, 4000]))).toBe('2.0 s (1.0 to 4.0)');
  expect(seconds(measured([1500]))).toBe('1.5 s');
});

test('chains: the longest check, the longest turn, all requests shared out; the sign-outs after all else', () => {
  const check = (name: string, shown: number, omitted = 0) => ({
    name,
    exchanges: Array.from({ length: shown }, () => ({}) as never),
    omitted,
  });
  const checks = [
    check('a.spec.ts › one', 2),
    check('a.spec.ts › two', 3),
    check('b.spec.ts › three', 4),
    check('last.spec.ts › four', 1, 9),
    check('last.spec.ts › five', 6),
  ];
  const chains = chainsOf({ checks }, 2, (file) => (file === 'last.spec.ts' ? 'last' : file));
  expect(chains).toEqual({ check: 4 + 10, turn: 5 + 16, worker: 13 });
  const ofOneTurn = chainsOf({ checks }, 2, (file) => (file === 'last.spec.ts' ? 'last' : 'user'));
  expect(ofOneTurn).toEqual({ check: 4 + 10, turn: 9 + 16, worker: 13 });
});

test('what a server of this process receives is recorded, and can be sent again', async () => {
  const received: string[] = [];
  const server = createServer((incoming, answer) => {
    let body = '';
    // Late, as a server that looks at the headers first.
    setImmediate(() =>
      incoming
        .on('data', (chunk) => (body += String(chunk)))
        .on('end', () => {
          received.push(`${incoming.method} ${incoming.url} ${String(incoming.headers['x-a'])} ${body}`);
          answer.end('answered');
        }),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}`;

  const end = recordRequests();
  await (await request(`${url}/a?b=1`, { headers: { 'x-a': '1' } })).body.dump();
  await (await request(`${url}/c`, { method: 'POST', headers: { 'x-a': '2' }, body: 'd=ž' })).body.dump();
  const recorded = end();
  await (await request(`${url}/after`)).body.dump();

  expect(recorded.map(({ method, path }) => `${method} ${path}`)).toEqual(['GET /a?b=1', 'POST /c']);
  const requests = recorded.map(({ method, path, body }, index) => ({
    server: 'api' as const,
    method,
    path,
    headers: ['x-a', String(index + 1)],
    body: body === '' ? undefined : Buffer.from(body, 'base64'),
  }));
  const { answered } = await replay(requests, { auth: url, base: url, api: url });
  server.close();
  const before = ['GET /a?b=1 1 ', 'POST /c 2 d=ž'];
  expect(received).toEqual([...before, 'GET /after undefined ', ...before]);
  expect(answered).toBe(2);
});

test('a request that nobody answers is not counted', async () => {
  const nobody = 'http://127.0.0.1:9';
  const lost = { server: 'api' as const, method: 'GET', path: '/', headers: [], body: undefined };
  expect((await replay([lost], { auth: nobody, base: nobody, api: nobody })).answered).toBe(0);
});

test('memory is that of a process and all it started', async () => {
  test.skip(process.platform !== 'linux', 'there is no /proc');
  const held = 120 * 2 ** 20;
  const inner = `const held = Buffer.alloc(${held}, 1); console.log('ready'); process.stdin.resume().on('end', () => held.at(0));`;
  const outer = `require('child_process').spawn(process.execPath, ['-e', ${JSON.stringify(inner)}], { stdio: 'inherit' })`;
  const child = spawn(process.execPath, ['-e', outer], { stdio: ['pipe', 'pipe', 'inherit'] });
  const end = watchTree(child.pid ?? 0);
  await new Promise((resolve) => child.stdout.once('data', resolve));
  let peak = end();
  const again = watchTree(child.pid ?? 0);
  await expect.poll(() => (peak = again() ?? peak)?.suite ?? 0, { timeout: 60_000 }).toBeGreaterThan(held);
  child.stdin.end();
  expect(peak?.suite).toBeLessThan(held * 4);
  expect(peak?.browser).toBe(0);
});

test('ten times the stock: as many numbers of North America, each its own and well-formed', () => {
  const before = [...stock];
  const own = before.filter(({ countryCode }) => countryCode === '+1');
  const takeOut = multiplyStock(10);
  expect(stock).toHaveLength(before.length + 9 * own.length);
  expect(new Set(stock.map(({ phoneNumber }) => phoneNumber)).size).toBe(stock.length);
  const added = stock.slice(before.length);
  expect(added.filter(({ phoneNumber }) => !/^\+1\d{10}$/.test(phoneNumber))).toEqual([]);
  expect(
    added.filter(({ phoneNumber, friendlyName }) => phoneNumber.slice(-4) !== friendlyName.slice(-4)),
  ).toEqual([]);
  takeOut();
  expect(stock).toEqual(before);
});

test('a seed decides what is random, and an order loses nothing', () => {
  const items = Array.from({ length: 50 }, (_, nth) => nth);
  const order = shuffled(items, randomOf(7));
  expect(order).toEqual(shuffled(items, randomOf(7)));
  expect(order).not.toEqual(items);
  expect(order).not.toEqual(shuffled(items, randomOf(8)));
  expect(order.toSorted((a, b) => a - b)).toEqual(items);
  const random = randomOf(1);
  const values = Array.from({ length: 1000 }, () => random());
  expect(values.every((value) => value >= 0 && value < 1)).toBe(true);
  expect(new Set(values).size).toBeGreaterThan(990);
});
