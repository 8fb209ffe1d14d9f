import { expect, test } from '@playwright/test';
import { fateOf } from '../mutants/fate.ts';
import { matrixOf } from '../mutants/matrix.ts';
import type { Mutant } from '../mutants/mutant.ts';
import type { Told, Trial } from '../mutants/reporter.ts';
import { partAt, spoilt } from '../mutants/spoil.ts';

/** What counts as a kill: an assertion of a check that covers what the mutant breaks, and nothing else. */
const mutant: Mutant = { says: 'Breaks one of each.', breaks: ['IDN-003', 'IDN-079'], replace: () => ({}) };

const given = { whole: false, complete: true, durationMs: 1, variants: [], constants: [], lost: [] };

const trial = (...told: readonly Pick<Told, 'id' | 'verdict'>[]): Trial => ({
  name: 'm',
  told: told.map((one) => ({ ...one, reason: '' })),
  durationMs: 1,
});

for (const [what, told, fate] of [
  ['a fail of each must and a warn of each should', ['fail', 'warn'], 'killed'],
  ['a fail of one of them alone', ['fail', 'pass'], 'survived'],
  ['a pass', ['pass', 'pass'], 'survived'],
  ['a warn where the level is must', ['warn', 'warn'], 'survived'],
  ['a fail where the level is should', ['fail', 'fail'], 'survived'],
  ['a requirement that could not be judged', ['fail', 'blocked'], 'blocked'],
  ['a requirement that was not exercised', ['not-exercised', 'warn'], 'survived'],
] as const) {
  test(`${what} makes a mutant ${fate}`, () => {
    const [a, b] = told;
    expect(
      fateOf('m', mutant, trial({ id: 'IDN-003', verdict: a }, { id: 'IDN-079', verdict: b })),
    ).toMatchObject({
      fate,
      strays: [],
    });
  });
}

test('another requirement that is told broken is no kill', () => {
  const other = { id: 'TEL-001', verdict: 'fail' } as const;
  const passing = [{ id: 'IDN-003', verdict: 'pass' } as const, { id: 'IDN-079', verdict: 'pass' } as const];
  expect(fateOf('m', mutant, trial(...passing, other))).toMatchObject({
    fate: 'elsewhere',
    strays: ['TEL-001'],
  });
});

test('a trial without a result, or in which no check spoke, shows nothing', () => {
  expect(fateOf('m', mutant, undefined).fate).toBe('survived');
  expect(fateOf('m', mutant, trial()).fate).toBe('survived');
});

test('the matrix names what nobody has explained and what nothing proves', () => {
  const killed = fateOf(
    'killed',
    mutant,
    trial({ id: 'IDN-003', verdict: 'fail' }, { id: 'IDN-079', verdict: 'warn' }),
  );
  const survived = { ...killed, name: 'survived', fate: 'survived' as const, breaks: [] };
  const explained = { ...survived, name: 'explained', survives: 'nobody can see it' };
  const mistaken = { ...killed, name: 'mistaken', survives: 'nobody can see it' };
  const matrix = matrixOf([killed, survived, explained, mistaken], {
    whole: false,
    complete: true,
    durationMs: 1,
  });

  expect(matrix.counts).toEqual({ killed: 2, survived: 2, elsewhere: 0, blocked: 0 });
  expect(matrix.unexplained).toEqual(['survived', 'mistaken']);
  expect(matrix.unproven).toContain('TEL-001');
  expect(matrix.unproven).not.toContain('IDN-003');
  expect(matrix.requirements.find(({ id }) => id === 'IDN-079')?.provenBy).toEqual(['killed', 'mistaken']);
});

test('a requirement of which a mutant only says that it breaks it is not proven', () => {
  const half = fateOf(
    'half',
    mutant,
    trial({ id: 'IDN-003', verdict: 'fail' }, { id: 'IDN-079', verdict: 'pass' }),
  );
  const { requirements } = matrixOf([half], given);
  expect(requirements.find(({ id }) => id === 'IDN-003')?.provenBy).toEqual(['half']);
  expect(requirements.find(({ id }) => id === 'IDN-079')?.provenBy).toEqual([]);
});

test('a part is spoilt wherever it occurs, and nowhere else', () => {
  const name = { given: 'A' };
  const body = { name, profile: { name }, list: [{ a: 1 }, {}, { a: 2 }] };
  expect(spoilt(body, '/name/given', { set: null })).toEqual({ ...body, name: { given: null } });
  expect(spoilt(body, '/list/*/a', { remove: true })).toEqual({ ...body, list: [{}, {}, {}] });
  expect(spoilt(body, '/absent/a', { set: 1 })).toEqual(body);
  expect(spoilt(body, '', { set: [] })).toEqual([]);
  expect(partAt(body, '/list/*/a')).toBe(1);
  expect(name).toEqual({ given: 'A' });
});
