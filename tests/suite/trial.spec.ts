import { expect, test } from '@playwright/test';
import { startDiffering } from '../mutants/start-differing.ts';
import { listChecks, tryAll } from '../mutants/trial.ts';
import { refuse } from '../reference/answer.ts';
import { defaultRules } from '../reference/rules/index.ts';
import { startReference } from '../reference/start.ts';

const breaks = ['IDN-093'] as const;

test('a deployment is no longer checked once all that it breaks is reported, and only then', async () => {
  test.slow();
  const checks = listChecks()
    .filter(({ covers }) => covers.includes(breaks[0]))
    .map(({ title }) => title);
  const forgetful = { revoke: () => {} };
  const candidate = (name: string, rules: Partial<typeof defaultRules>) => ({
    name,
    checks,
    start: () => startReference({ rules }),
  });
  const trials = await tryAll(
    [
      { ...candidate('broken until proven', forgetful), breaks },
      candidate('broken', forgetful),
      { ...candidate('sound until proven', {}), breaks },
      // The order of checks is by file, then by check: a deployment in between leaves time for the proof.
      candidate('sound', {}),
    ],
    () => {},
  );
  const of = (name: string) => trials.find((trial) => trial.name === name);
  const verdict = (name: string) => of(name)?.told.find(({ id }) => id === breaks[0])?.verdict;
  const skipped = (name: string) =>
    Object.values(of(name)?.checks ?? {}).filter((told) => told.every((one) => one.endsWith('not-exercised')))
      .length;
  expect(verdict('broken until proven')).toBe('fail');
  expect(verdict('broken')).toBe('fail');
  expect(skipped('broken until proven')).toBeGreaterThan(skipped('broken'));
  expect(verdict('sound until proven')).toBe('pass');
  expect(of('sound until proven')?.checks).toEqual(of('sound')?.checks);
});

for (const [what, fails, told] of [
  ['a defect of a rule', () => JSON.parse('{') as never, ['SyntaxError']],
  ['a refusal with 500', () => refuse(500, 'out of order'), []],
] as const) {
  test(`${what} is answered 500, and ${told.length > 0 ? 'told' : 'is none'}`, async () => {
    const broken: string[] = [];
    const replace = () => ({ findCall: fails });
    const broke = (error: unknown) => broken.push((error as Error).name);
    const deployment = await startDiffering([{ says: what, replace }], undefined, broke);
    try {
      const { TARGET_API_URL, TARGET_ACCOUNT_SID = '', TARGET_AUTH_TOKEN = '' } = deployment.settings;
      const { status } = await fetch(
        `${TARGET_API_URL}/v2/Accounts/${TARGET_ACCOUNT_SID}/Calls/CA0/Recordings.json`,
        {
          method: 'POST',
          headers: { authorization: `Basic ${btoa(`${TARGET_ACCOUNT_SID}:${TARGET_AUTH_TOKEN}`)}` },
        },
      );
      expect(status).toBe(500);
      expect(broken).toEqual(told);
    } finally {
      await deployment.close();
    }
  });
}
