import { randomBytes } from 'node:crypto';
import { expect } from '@playwright/test';
import { watchTree } from '../../bench/process-tree.ts';
import { listChecks } from '../../mutants/list-checks.ts';
import { tryAll } from '../../mutants/trial.ts';
import type { Answer } from '../../reference/answer.ts';
import type { Operation } from '../../reference/operation.ts';
import type { Rules } from '../../reference/rules/index.ts';
import { startReference } from '../../reference/start.ts';
import { test } from '../support/in-workspace.ts';
import { bomb } from './hostile/servers.ts';

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
    says: /the body is larger than 1048576 bytes/,
  },
  'a listing 100,000 levels deep': {
    send: listing(() => ({ body: '{"a":'.repeat(100_000) + '1' + '}'.repeat(100_000) })),
    says: /the body nests deeper than 256 levels/,
  },
  'a rate limit that does not end': {
    send: listing(() => ({ status: 429, headers: { 'Retry-After': '0' } })),
    says: /answered 429, and again after .*: the deployment limits the rate/,
  },
  'a listing that leads to a stranger': {
    send: listing(({ body }) => ({
      body: { ...(body as object), next_page_uri: 'http://stranger.invalid/v2/next?Page=1', num_pages: 9 },
    })),
    says: /would leave the configured server for http:\/\/stranger\.invalid/,
  },
  'a listing whose pages do not end': {
    send: listing(({ body }) => {
      const { page, start, end, uri } = body as Record<'page' | 'start' | 'end', number> & { uri: string };
      const next_page_uri = `${uri}?Page=${page + 1}&PageSize=${end - start + 1}`;
      return { body: { ...(body as object), next_page_uri, total: 1e9, num_pages: 1e9 } };
    }),
    says: /pages/,
  },
  'a message that draws': {
    send: listing(() => ({
      status: 400,
      body: { status: 400, message: '\u001b[2J\u202e<script>alert(1)</script>\u001b]0;x\u0007' },
    })),
    says: /answered 400/,
  },
};

/** The reference, and settings by which little time is given to what does not end. */
async function startImpatient(rules: Partial<Rules>): ReturnType<typeof startReference> {
  const reference = await startReference({ rules });
  return { ...reference, settings: { ...reference.settings, TARGET_TIMEOUT_MS: '2000' } };
}

test('a hostile answer is not green and not in the way of the rest', { tag: '@whole' }, async ({ whole }) => {
  test.slow();
  const asked = whole
    ? /(?:listing|paging|current-user)\.spec\.ts$/
    : /^(?!.*deep).*(?:listing|paging-walk|current-user)\.spec\.ts$/;
  const checks = listChecks()
    .filter(({ file }) => asked.test(file))
    .map(({ title }) => title);
  const trials = await tryAll(
    Object.entries(deployments).map(([name, { send }]) => ({
      name,
      checks,
      start: () => startImpatient({ send }),
    })),
    () => {},
  );
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
});

test('bodies without bounds do not fill the memory of a run', {
  tag: '@whole',
}, async ({ workspace, whole }) => {
  test.slow();
  const endless = () => new ReadableStream({ pull: (stream) => stream.enqueue(spaces) });
  const packed = bomb();
  const huge: Partial<Record<Operation, () => Partial<Answer>>> = {
    listAvailableNumbers: () => ({ body: endless() }),
    getTokenInfo: () => ({ body: { access_token: randomBytes(500_000).toString('hex') } }),
    getCurrentUser: () => ({
      body: packed,
      headers: { 'Content-Type': 'application/json', 'Content-Encoding': 'gzip' },
    }),
  };
  const reference = await startReference({
    rules: { send: (answer, operation) => ({ ...answer, ...huge[operation]?.() }) },
  });
  const files = [
    whole ? 'telephony/paging' : 'telephony/paging-walk',
    'telephony/listing',
    'collaboration/current-user',
    'identity/token-info',
  ];
  const run = workspace
    .with(reference.settings)
    .start('conformance:live', '--no-deps', ...files.map((file) => `tests/${file}`));
  const peak = watchTree(run.pid);
  const { code, output } = await run.finished;
  const { suite = Number.NaN } = peak() ?? {};
  await reference.close();

  expect(code, output).toBe(1);
  const { requirements } = workspace.verdicts();
  const passed = requirements.filter(({ verdict }) => verdict === 'pass').map(({ id }) => id);
  expect(passed).toEqual([]);
  const reasons = requirements.map(({ reason }) => reason).join('\n');
  expect(reasons).toMatch(/the body is larger than 1048576 bytes/);
  expect(reasons).toMatch(/the answer contains more values that look like credentials than can be masked/);
  expect(reasons).toMatch(/the gzip body decompresses to something larger than 1048576 bytes/);
  expect(suite / 2 ** 20, 'megabytes of the whole process tree').toBeLessThan(1024);
});
