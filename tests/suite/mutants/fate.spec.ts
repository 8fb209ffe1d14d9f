import { expect, test } from '@playwright/test';
import { exposedOf, sparedOf, unblockedOf } from '../../mutants/alarms.ts';
import { identityShoulds, telephonyShoulds } from '../../mutants/bank/shoulds.ts';
import { fateOf } from '../../mutants/fate.ts';
import { harmless } from '../../mutants/harmless/index.ts';
import { isSound, matrixOf } from '../../mutants/matrix.ts';
import { type Mutant, type MutantEntry, mutantOf } from '../../mutants/mutant.ts';
import { partAt, spoilt } from '../../mutants/spoil.ts';
import type { Told, Trial } from '../../mutants/told.ts';
import { catalogue } from '../../support/catalogue.ts';

/** What counts as a kill: an assertion of a check that covers what the mutant breaks, and nothing else. */
const mutant: Mutant = { says: 'Breaks one of each.', breaks: ['IDN-003', 'IDN-079'], replace: () => ({}) };

const given = {
  whole: false,
  complete: true,
  durationMs: 1,
  variants: [],
  unblocked: [],
  constants: [],
  lost: [],
};

const trial = (...told: readonly Pick<Told, 'id' | 'verdict'>[]): Trial => ({
  name: 'm',
  told: told.map((one) => ({ ...one, reason: '' })),
  core: [],
  checks: {},
  failedAt: [],
  tookMs: {},
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

test('core checks kill a mutant alone if they report all that it breaks', () => {
  const told = trial({ id: 'IDN-003', verdict: 'fail' }, { id: 'IDN-079', verdict: 'warn' });
  const by = (...core: Trial['core']) => fateOf('m', mutant, { ...told, core });
  expect([by('IDN-003', 'IDN-079'), by('IDN-003')]).toMatchObject([
    { fate: 'killed', core: true },
    { fate: 'killed', core: false },
  ]);
  expect(matrixOf([by('IDN-003', 'IDN-079'), by('IDN-003')], given).core).toBe(1);
});

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
  const matrix = matrixOf([killed, survived, explained, mistaken], given);

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

test('a harmless variant is blamed for a fail, and for a warn that it is not said to deserve', () => {
  const told = trial(
    { id: 'IDN-003', verdict: 'fail' },
    { id: 'IDN-079', verdict: 'warn' },
    { id: 'IDN-080', verdict: 'warn' },
    { id: 'IDN-004', verdict: 'blocked' },
    { id: 'IDN-005', verdict: 'observed' },
  );
  const variant = { says: 'Differs.', replace: () => ({}), warns: ['IDN-080' as const] };
  const spared = sparedOf('v', variant, told);
  expect(spared.alarms.map(({ id }) => id)).toEqual(['IDN-003', 'IDN-079']);
  expect(spared.blocked).toBe(1);
});

test('a variant that is said to block the suite has to do so', () => {
  const blocks = { says: 'Differs.', replace: () => ({}), blocks: true };
  const { blocks: _, ...passes } = blocks;
  const spared = (name: string, blocked: number) => ({ name, says: '', alarms: [], blocked });
  const all = [spared('blocks', 2), spared('no longer', 0), spared('never did', 0)];
  const variants = [
    ['blocks', blocks],
    ['no longer', blocks],
    ['never did', passes],
  ] as const;
  expect(unblockedOf(variants, all)).toEqual(['no longer']);
});

test('a pass on a constant answerer is vacuous unless its answer shows it', () => {
  const told = trial({ id: 'IDN-003', verdict: 'pass' }, { id: 'IDN-096', verdict: 'pass' });
  const exposed = exposedOf('c', 'Answers 200.', { 'IDN-096': 'it is so', 'IDN-095': 'it is so too' }, told);
  expect(exposed).toMatchObject({ vacuous: ['IDN-003'], shown: ['IDN-096'], unshown: ['IDN-095'] });
});

test('a bank is sound only when nothing is lost, blamed or green without reason', () => {
  const sound = matrixOf([], { ...given, complete: false });
  expect(isSound(sound)).toBe(true);
  expect(isSound({ ...sound, lost: ['m'] })).toBe(false);
  expect(isSound({ ...sound, unexplained: ['m'] })).toBe(false);
  expect(isSound({ ...sound, unblocked: ['v'] })).toBe(false);
  expect(isSound({ ...sound, unproven: ['IDN-003'] })).toBe(false);
  const alarm = { id: 'IDN-003', verdict: 'fail', reason: '' } as const;
  expect(isSound({ ...sound, variants: [{ name: 'v', says: '', alarms: [alarm], blocked: 0 }] })).toBe(false);
  const green = { name: 'c', says: '', vacuous: ['IDN-003' as const], shown: [], unshown: [] };
  expect(isSound({ ...sound, constants: [green] })).toBe(false);
  expect(isSound({ ...sound, constants: [{ ...green, vacuous: [], unshown: ['IDN-003' as const] }] })).toBe(
    false,
  );
});

test('what breaks shoulds alone is tried where no must may be reported', () => {
  for (const [name, entry] of Object.entries<MutantEntry>({ ...identityShoulds, ...telephonyShoulds })) {
    const { breaks } = mutantOf(entry);
    expect(breaks.map((id) => catalogue[id].level)).toEqual(breaks.map(() => 'should'));
    expect(harmless[`musts/${name}`]?.warns).toEqual(breaks);
  }
});
