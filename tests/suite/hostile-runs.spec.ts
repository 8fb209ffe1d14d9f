import { expect, test } from '@playwright/test';
import { listChecks, tryAll } from '../mutants/trial.ts';
import type { Answer } from '../reference/answer.ts';
import type { Rules } from '../reference/rules/index.ts';
import { startReference } from '../reference/start.ts';
import type { Operation } from '../reference/world.ts';
import { watchMemory } from './process-tree.ts';

/** Whole deployments of which one operation is hostile: it is not green, the reason says why, the rest is judged. */

interface Deployment {
  readonly send: (answer: Answer, operation: Operation) => Answer;
  /** What the reason of a requirement of the listing says. */
  readonly says: RegExp;
}

const listing =
  (change: (answer: Answer) => Partial<Answer>): Deployment['send'] =>
  (answer, operation) =>
    operation === 'listAvailableNumbers' && answer.status === 200 ? { ...answer, ...change(answer) } : answer;

const spaces = new Uint8Array(1024 * 1024).fill(0x20);

const deployments: Readonly<Record<string, Deployment>> = {
  'a listing without end': {
    send: listing(() => ({ body: new ReadableStream({ pull: (stream) => stream.enqueue(spaces) }) })),
    says: /the body is larger than 8388608 bytes/,
  },
  'a listing 100,000 levels deep': {
    send: listing(() => ({ body: '{"a":'.repeat(100_000) + '1' + '}'.repeat(100_000) })),
    says: /the body nests deeper than 256 levels/,
  },
  'a rate limit that does not end': {
    send: listing(() => ({ status: 429, headers: { 'Retry-After': '0' } })),
    says: /answered 429, and again after the wait it asked for: the deployment limits the rate/,
  },
  'a listing that leads to a stranger': {
    send: listing(({ body }) => ({
      body: { ...(body as object), next_page_uri: 'http://stranger.invalid/v2/next?Page=1', num_pages: 9 },
    })),
    says: /would leave the configured server for http:\/\/stranger\.invalid/,
  },
  'a message that draws': {
    send: listing(() => ({
      status: 400,
      body: { status: 400, message: '\u001b[2J\u202e<script>alert(1)</script>\u001b]0;x\u0007' },
    })),
    says: /answered 400/,
  },
};

test('a hostile answer is not green and not in the way of the rest', async () => {
  test.slow();
  const checks = listChecks()
    .filter(({ file }) => /(?:listing|paging|current-user)\.spec\.ts$/.test(file))
    .map(({ title }) => title);
  const memory = watchMemory(process.pid);
  const trials = await tryAll(
    Object.entries(deployments).map(([name, { send }]) => ({
      name,
      checks,
      start: () => startReference({ rules: { send } satisfies Partial<Rules> }),
    })),
    () => {},
  );
  const peak = memory.stop();
  expect(trials.map(({ name }) => name).toSorted()).toEqual(Object.keys(deployments).toSorted());
  for (const { name, told } of trials) {
    const of = (server: string) => told.filter(({ id }) => id.startsWith(server));
    expect(
      of('TEL').some(({ verdict, reason }) => verdict !== 'pass' && deployments[name]?.says.test(reason)),
      name,
    ).toBe(true);
    expect(
      of('COL').filter(({ verdict }) => verdict === 'fail' || verdict === 'blocked'),
      name,
    ).toEqual([]);
    expect(of('COL').filter(({ verdict }) => verdict === 'pass').length, name).toBeGreaterThan(10);
    expect(told.map(({ reason }) => reason).join(''), name).not.toMatch(/\p{Cc}|\p{Bidi_Control}/u);
  }
  // Two runs side by side, and this one: far more than a run of its own holds.
  expect(peak).toBeLessThan(1000);
});
