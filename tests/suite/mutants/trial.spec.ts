import { expect, test } from '@playwright/test';
import { lastChecks } from '../../launch/order.ts';
import { listChecks, plainestFirst } from '../../mutants/list-checks.ts';
import { startDiffering } from '../../mutants/start-differing.ts';
import { tryAll } from '../../mutants/trial.ts';
import { refuse } from '../../reference/answer.ts';
import { defaultRules } from '../../reference/rules/index.ts';
import { startReference } from '../../reference/start.ts';
import type { RequirementId } from '../../support/catalogue.ts';

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

test('what an assertion refutes that ends a check is not sought in the checks after it', async () => {
  test.slow();
  // The first covers this requirement alone, and judges it by its end; the second judges it in passing.
  const [first, second] = [
    'the scheme Basic is case-insensitive',
    'a recording is refused without credentials or for a value outside the allowed ones',
  ];
  const basicCredentials = (authorization: string | undefined) =>
    authorization?.startsWith('basic ') ? undefined : defaultRules.basicCredentials(authorization);
  const candidate = (name: string) => ({
    name,
    checks: [first, second],
    start: () => startReference({ rules: { basicCredentials } }),
  });
  const trials = await tryAll(
    [{ ...candidate('until proven'), breaks: ['TEL-192'] }, candidate('to the end')],
    () => {},
  );
  const told = (name: string, title: string) => trials.find((trial) => trial.name === name)?.checks[title];
  expect(told('until proven', first)).toEqual(told('to the end', first));
  expect(told('to the end', first)).toEqual([expect.stringMatching(/^TEL-192 (fail|warn)$/)]);
  const isSkipped = (name: string) => told(name, second)?.every((one) => one.endsWith('not-exercised'));
  expect([isSkipped('until proven'), isSkipped('to the end')]).toEqual([true, false]);
});

test('a deployment whose rules break by themselves has no result, unlike one that answers 500', async () => {
  test.slow();
  const candidate = (name: string, revoke: () => never) => ({
    name,
    checks: ['a revoked refresh token yields no more tokens'],
    start: () => startDiffering([{ says: name, replace: () => ({ revoke }) }]),
  });
  const { error } = console;
  const told: unknown[] = [];
  console.error = (what: unknown) => told.push(what);
  try {
    const trials = await tryAll(
      [
        candidate('defective', () => JSON.parse('{') as never),
        candidate('out of order', () => refuse(500, 'out of order')),
      ],
      () => {},
    );
    expect(trials.map(({ name }) => name)).toEqual(['out of order']);
    expect(told).toEqual(['\ndefective is itself defective:']);
  } finally {
    console.error = error;
  }
});

test('of the checks of a mutant, the plainest comes first, those for near misses come late, and the last checks last', () => {
  const plain = {
    file: 'collaboration/current-user.spec.ts',
    title: 'plain',
    covers: ['COL-001', 'COL-002'],
    isDeep: false,
  } as const;
  const narrow = { ...plain, title: 'narrow', covers: ['COL-002'] } as const;
  const both = { ...plain, title: 'both', covers: ['COL-001', 'COL-002', 'COL-003'] } as const;
  const slow = { ...plain, title: 'slow', covers: ['IDN-003', 'COL-001', 'COL-002'] } as const;
  const near = { ...plain, title: 'near', covers: ['COL-002'], isDeep: true } as const;
  const last = { ...plain, title: 'last', file: lastChecks[0] };
  const order = (...breaks: readonly RequirementId[]) =>
    plainestFirst([near, last, slow, both, plain, narrow], breaks).map(({ title }) => title);
  expect(order('COL-002')).toEqual(['narrow', 'plain', 'both', 'slow', 'near', 'last']);
  expect(order('COL-001', 'COL-003')).toEqual(['both', 'plain', 'narrow', 'slow', 'near', 'last']);
});

test('of the checks of a mutant, those that record on the calls of a file keep their order', () => {
  const file = 'telephony/recording.spec.ts';
  const wide = { file, title: 'wide', covers: ['TEL-001', 'TEL-002', 'TEL-003'], isDeep: false } as const;
  const narrow = { ...wide, title: 'narrow', covers: ['TEL-001'] } as const;
  const other = {
    ...wide,
    file: 'telephony/other.spec.ts',
    title: 'other',
    covers: ['TEL-001', 'TEL-002'],
  } as const;
  const order = plainestFirst([wide, narrow, other], ['TEL-001']).map(({ title }) => title);
  expect(order).toEqual(['wide', 'other', 'narrow']);
});
