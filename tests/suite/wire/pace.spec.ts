import { createConnection } from 'node:net';
import { expect, test } from '@playwright/test';
import { pace, pacer, sharePace } from '../../support/wire/pace.ts';

/** How many requests a second are sent, by one process and by several. */

/** How long some turns take, one after the other, in milliseconds. */
async function timeOf(turn: () => Promise<void>, times: number): Promise<number> {
  const started = performance.now();
  for (let nth = 0; nth < times; nth += 1) await turn();
  return performance.now() - started;
}

test('without a limit nothing waits, and with one each waits for its turn', async () => {
  const free = pacer(undefined);
  expect(free.isLimited()).toBe(false);
  expect(await timeOf(() => free.turn(), 20)).toBeLessThan(50);
  const limited = pacer(50);
  expect(limited.isLimited()).toBe(true);
  // The first turn is at once, and a timer may be a millisecond early.
  expect(await timeOf(() => limited.turn(), 6)).toBeGreaterThan(90);
});

test('a refusal lowers the pace, once for what was sent at once, and tells so once', async () => {
  let now = 0;
  const told: number[] = [];
  const one = pacer(
    40,
    (rate) => told.push(rate),
    () => now,
  );
  one.slow(0);
  one.slow(0);
  now = 1000;
  one.slow(0);
  expect(told).toEqual([20]);
  // Ten a second by now.
  now = 2000;
  await one.turn();
  expect(await timeOf(() => one.turn(), 1)).toBeGreaterThan(90);
});

test('a pace that was lowered in vain is taken back', () => {
  let now = 0;
  const one = pacer(undefined, undefined, () => now);
  now = 5000;
  one.slow(0, 30);
  expect(one.isLimited()).toBe(true);
  now = 6000;
  one.takeBack(500);
  expect(one.isLimited(), 'what was lowered before').toBe(true);
  one.takeBack(2000);
  expect(one.isLimited()).toBe(false);
});

test('processes keep one pace, from when one of them is refused', async () => {
  const env: NodeJS.ProcessEnv = {};
  const told: number[] = [];
  const shared = await sharePace(undefined, (rate) => told.push(rate), env);
  // As another process finds it: by the variable alone.
  const target = { urls: {}, way: { headers: {}, userAgent: 'test' } };
  const own = pace(target, env);
  expect(own.isLimited()).toBe(false);
  const { CONFORMANCE_PACE: port } = env;
  const other = createConnection(Number(port), '127.0.0.1').setEncoding('utf8');
  const heard: string[] = [];
  other.on('data', (text: string) => heard.push(...text.trim().split('\n')));
  other.write('slow 40 0\n');
  await expect.poll(() => told).toEqual([20]);
  await expect.poll(() => heard).toEqual(['free', 'paced']);
  expect(own.isLimited()).toBe(true);
  const started = performance.now();
  for (let nth = 0; nth < 4; nth += 1) other.write('turn\n');
  await expect.poll(() => heard.length).toBe(6);
  expect(performance.now() - started).toBeGreaterThan(140);
  other.destroy();
  // A process that begins later finds it by the port, here spelled as this process does not know it.
  const later = pace(target, { CONFORMANCE_PACE: `0${port}` });
  const begun = performance.now();
  for (let nth = 0; nth < 3; nth += 1) await later.turn();
  expect(performance.now() - begun, 'from its first request').toBeGreaterThan(90);
  shared.takeBack(60_000);
  await expect.poll(() => later.isLimited()).toBe(false);
  await shared.close();
  expect(env['CONFORMANCE_PACE']).toBeUndefined();
});
