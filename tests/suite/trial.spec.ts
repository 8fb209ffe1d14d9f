import { expect, test } from '@playwright/test';
import { listChecks, tryAll } from '../mutants/trial.ts';
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
