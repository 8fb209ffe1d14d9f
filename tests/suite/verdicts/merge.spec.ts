import { expect, test } from '@playwright/test';
import { exitCodeOf } from '../../../reports/judge/outcome.ts';
import { judgeRun, type RunInput } from '../../../reports/judge/run.ts';
import { mergeShards, type ShardFile, shardOf } from '../../../reports/judge/shards.ts';
import type { Catalogue, Check, Deviation, Finding, Requirement, Verdicts } from '../../../reports/model.ts';

const requirement = (level: Requirement['level'], more: Partial<Requirement> = {}): Requirement => ({
  title: `a ${level} row`,
  statement: 'What must hold.',
  source: 'Endpoints',
  level,
  basis: 'stated',
  operation: 'recordCall',
  ...more,
});
const rows: Catalogue = {
  'TEL-001': requirement('must'),
  'TEL-002': requirement('must'),
  'TEL-003': requirement('open'),
  'TEL-004': requirement('must', { untestable: 'it does not show' }),
};

type Fact = Finding extends infer F ? (F extends Finding ? Omit<F, 'id'> : never) : never;
const held: Fact = { is: 'held' };
const broken = (reason = 'got 500'): Fact => ({ is: 'broken', reason });
const check = (id: string, fact: Fact): Check => ({
  name: `a.spec.ts › ${id}`,
  capability: 'a',
  covers: [id],
  durationMs: 1,
  record: { facts: [{ id, ...fact }] as NonNullable<Check['record']>['facts'], exchanges: [] },
});
const runOf = (checks: Check[], more: Partial<RunInput> = {}): Verdicts =>
  judgeRun({
    catalogue: rows,
    checks,
    began: true,
    complete: true,
    errors: [],
    version: '1.0.0',
    target: { kind: 'live', name: 'staging', urls: { api: 'https://api.example' } },
    startedAt: new Date('2026-11-21T02:00:00Z'),
    durationMs: 1000,
    strict: false,
    ...more,
  }).file;
const shard = (
  current: number,
  total: number,
  facts: Record<string, Fact>,
  more: Partial<RunInput> = {},
): ShardFile => ({
  file: `shard-${current}.json`,
  verdicts: runOf(
    Object.entries(facts).map(([id, fact]) => check(id, fact)),
    { shard: { current, total }, ...more },
  ),
});
const merge = (...shards: ShardFile[]) => mergeShards(shards, rows, false).file;

test.describe('merged shards', () => {
  test('are what one run over all checks would have been', () => {
    const value: Fact = { is: 'observed', value: '204' };
    const facts: Record<string, Fact> = { 'TEL-001': held, 'TEL-002': broken(), 'TEL-003': value };
    const merged = merge(
      shard(2, 2, { 'TEL-002': broken() }, { startedAt: new Date('2026-11-21T02:00:03Z'), durationMs: 500 }),
      shard(1, 2, { 'TEL-001': held, 'TEL-003': value }),
    );
    const whole = runOf(Object.entries(facts).map(([id, fact]) => check(id, fact)));
    expect(merged).toEqual({ ...whole, durationMs: 3500 });
    expect(merged).not.toHaveProperty('shard');
    expect(exitCodeOf(merged, false)).toBe(1);
  });

  test('have looked for near misses if any of them has', () => {
    const parts = (...depths: ('core' | 'full')[]) =>
      merge(...depths.map((depth, nth) => shard(nth + 1, depths.length, { 'TEL-001': held }, { depth })));
    expect([parts('core', 'full').depth, parts('core', 'core').depth]).toEqual(['full', 'core']);
  });

  test('the worst word wins, with every reason and every check', () => {
    const merged = merge(
      shard(1, 3, { 'TEL-001': held, 'TEL-002': broken('got 500') }),
      shard(2, 3, { 'TEL-001': { is: 'blocked', reason: 'no token' }, 'TEL-002': broken('got 404') }),
      shard(3, 3, { 'TEL-001': held, 'TEL-002': broken('got 500') }),
    );
    const [first, second] = merged.requirements;
    expect(first).toMatchObject({ verdict: 'blocked', reason: 'no token' });
    expect(second).toMatchObject({
      verdict: 'fail',
      reason: 'got 500 (and 1 more)',
      reasons: ['got 500', 'got 404'],
    });
  });

  test('what no shard selected stays so, and the denominator is the catalogue', () => {
    const merged = merge(shard(1, 2, { 'TEL-001': held }), shard(2, 2, {}));
    expect(merged.requirements.map(({ id, reason }) => `${id} ${reason}`)).toEqual([
      'TEL-001 ',
      'TEL-002 not selected',
      'TEL-003 not selected',
      'TEL-004 untestable: it does not show',
    ]);
    expect(Object.values(merged.counts).reduce((sum, n) => sum + n)).toBe(Object.keys(rows).length);
    expect(merged.outcome).toBe('partial');
  });

  test('errors outside the checks are kept, and leave the whole inconclusive', () => {
    const merged = mergeShards(
      [shard(1, 2, { 'TEL-001': held }), shard(2, 2, { 'TEL-002': held }, { errors: ['no server'] })],
      rows,
      false,
    ).file;
    expect(merged).toMatchObject({ outcome: 'inconclusive', errors: ['shard 2: no server'] });
  });

  test('the ports that a target of our own had in one shard are not those of the run', () => {
    const mock = (port: number) => ({
      target: { kind: 'mock' as const, name: 'mock', urls: { api: `http://127.0.0.1:${port}` } },
    });
    const merged = merge(shard(1, 2, { 'TEL-001': held }, mock(1)), shard(2, 2, {}, mock(2)));
    expect(merged.target).toEqual({ kind: 'mock', name: 'mock', urls: {} });
  });
});

test.describe('a single shard', () => {
  const both = { 'TEL-001': held, 'TEL-002': held };

  test('never speaks for the whole: at best partial, and what others have is no shortcoming of it', () => {
    const { verdicts } = shard(1, 2, { 'TEL-001': held });
    expect(verdicts).toMatchObject({ outcome: 'partial', shard: { current: 1, total: 2 } });
    expect(verdicts.requirements[1]?.reason).toBe('not selected in this shard');
    expect([exitCodeOf(verdicts, false), exitCodeOf(verdicts, true)]).toEqual([0, 0]);
  });

  test('answers for what it selected', () => {
    const skipped: Fact = { is: 'not-exercised', reason: 'no data' };
    const codes = [{ 'TEL-001': broken() }, { 'TEL-001': held, 'TEL-002': skipped }, {}].map((facts) => {
      const { verdicts } = shard(1, 2, facts);
      return [false, true].map((strict) => exitCodeOf(verdicts, strict));
    });
    // A shard without a check has shown nothing.
    expect(codes).toEqual([
      [1, 1],
      [0, 3],
      [2, 2],
    ]);
  });

  test('merged alone it is the whole run, when there is no other', () => {
    expect(merge(shard(1, 1, both)).outcome).toBe('conformant');
  });
});

test.describe('known deviations and drift', () => {
  const entry = (seen: string): Deviation => ({
    requirement: 'TEL-001',
    reason: 'known',
    owner: 'us',
    expires: '2026-12-31',
    seen,
  });

  test('are judged anew over all shards', () => {
    const listed = { deviations: [entry('got 500')] };
    const known = merge(
      shard(1, 2, { 'TEL-001': broken() }, listed),
      shard(2, 2, { 'TEL-001': held, 'TEL-002': held }, listed),
    );
    expect(known.requirements[0]).toMatchObject({ verdict: 'fail', deviation: entry('got 500') });
    expect([known.outcome, exitCodeOf(known, false)]).toEqual(['partial', 0]);

    // In neither shard it can be known that the other does not fail.
    const halves = [1, 2].map((n) => shard(n, 2, { 'TEL-001': held }, listed));
    for (const { verdicts } of halves) expect(exitCodeOf(verdicts, false)).toBe(0);
    const stale = merge(...halves);
    expect(stale.deviations?.map(({ state }) => state)).toEqual(['stale']);
    expect(exitCodeOf(stale, false)).toBe(1);

    const other = merge(
      shard(1, 2, { 'TEL-001': broken() }, listed),
      shard(2, 2, { 'TEL-001': broken('got 404') }, listed),
    );
    expect(other.deviations?.map(({ state }) => state)).toEqual(['differs']);
    expect(other.requirements[0]).not.toHaveProperty('deviation');
  });

  test('what one shard blocks is not excused by what another lists', () => {
    const listed = { deviations: [entry('got 500')] };
    const blocked: Fact = { is: 'blocked', reason: 'no token' };
    const merged = merge(
      shard(1, 3, { 'TEL-001': broken() }, listed),
      shard(2, 3, { 'TEL-001': blocked }, listed),
      shard(3, 3, { 'TEL-001': held, 'TEL-002': held }, listed),
    );
    const expected = {
      verdict: 'fail',
      reason: 'got 500 (and a check is blocked: no token)',
      reasons: ['got 500'],
      blocked: ['no token'],
    };
    expect(merged.requirements[0]).toMatchObject(expected);
    expect(merged.requirements[0]).not.toHaveProperty('deviation');
    expect([merged.outcome, exitCodeOf(merged, false)]).toEqual(['non-conformant', 1]);

    // Within one shard as in one run.
    const both = runOf([check('TEL-001', broken()), check('TEL-001', blocked)], {
      shard: { current: 1, total: 2 },
      ...listed,
    });
    const other = shard(2, 2, { 'TEL-001': broken(), 'TEL-002': held }, listed);
    expect(merge({ file: 'shard-1.json', verdicts: both }, other).requirements[0]).toMatchObject(expected);
  });

  test('what a row has blocked by itself is not beside its fail, and what else is blocked is', () => {
    const byItself: Fact = { is: 'blocked', reason: 'GET /Calls answered 500', cause: 'TEL-001' };
    const blockedBy = (...facts: Fact[]): ShardFile => ({
      file: 'shard-1.json',
      verdicts: runOf(
        facts.map((fact) => check('TEL-001', fact)),
        { shard: { current: 1, total: 2 } },
      ),
    });
    const besideIn = (blocked: ShardFile) =>
      merge(blocked, shard(2, 2, { 'TEL-001': broken(), 'TEL-002': held })).requirements[0]?.blocked;
    expect(besideIn(blockedBy(byItself))).toBeUndefined();
    const noToken: Fact = { is: 'blocked', reason: 'no token' };
    expect(besideIn(blockedBy(byItself, noToken))).toEqual(['no token']);
  });

  test('drift is what the whole says differently', () => {
    const baseline = runOf([check('TEL-001', broken()), check('TEL-002', held)]);
    const merged = merge(
      shard(1, 2, { 'TEL-001': held, 'TEL-002': held }, { baseline }),
      shard(2, 2, { 'TEL-001': broken(), 'TEL-002': broken() }, { baseline }),
    );
    expect(merged.drift?.map(({ id, kind, old, new: now }) => [id, kind, old.verdict, now.verdict])).toEqual([
      ['TEL-002', 'regression', 'pass', 'fail'],
    ]);
    expect(merged.baseline).toMatchObject({ name: 'staging', changed: [] });
  });
});

test.describe('what are not all the shards of one run is refused', () => {
  const one = shard(1, 2, { 'TEL-001': held });
  const two = shard(2, 2, { 'TEL-002': held });
  const changed = (more: Partial<Verdicts>): ShardFile => ({
    file: 'other.json',
    verdicts: { ...two.verdicts, ...more },
  });
  const target = two.verdicts.target;
  const cases: [string, ShardFile[], string][] = [
    ['none', [], 'There is no verdict file to merge'],
    ['a missing shard', [one], 'Shard 2 of 2 is missing'],
    [
      'a shard twice',
      [one, two, { ...two, file: 'again.json' }],
      'Shard 2 of 2 is given more than once: shard-2.json, again.json',
    ],
    [
      'a whole run',
      [one, { file: 'whole.json', verdicts: runOf([]) }],
      'whole.json is the verdict file of a whole run',
    ],
    ['one that was cut off', [one, changed({ complete: false })], 'other.json is not complete'],
    ['another target', [one, changed({ target: { ...target, name: 'production' } })], 'the target differs'],
    ['another address', [one, changed({ target: { ...target, urls: {} } })], 'the target differs'],
    [
      'another suite',
      [one, changed({ suite: { ...two.verdicts.suite, version: '2.0.0' } })],
      'the version of the suite differs',
    ],
    [
      'another catalogue',
      [one, changed({ suite: { ...two.verdicts.suite, catalogue: 'b'.repeat(64) } })],
      'the catalogue differs',
    ],
    ['another split', [one, shard(2, 3, {})], 'the number of shards differs'],
    [
      'another run of the CI',
      [
        shard(1, 2, {}, { shard: shardOf({ current: 1, total: 2 }, { GITHUB_RUN_ID: '7' }) }),
        shard(2, 2, {}, { shard: shardOf({ current: 2, total: 2 }, { CI_PIPELINE_ID: '8' }) }),
      ],
      'the CI run differs',
    ],
    [
      'other deviations',
      [
        one,
        shard(
          2,
          2,
          {},
          {
            deviations: [
              { requirement: 'TEL-001', reason: 'a', owner: 'b', expires: '2026-12-31', seen: 'c' },
            ],
          },
        ),
      ],
      'the list of known deviations differs',
    ],
    [
      'fewer rows',
      [one, changed({ requirements: two.verdicts.requirements.slice(1) })],
      'other.json does not have one entry for each requirement',
    ],
  ];
  for (const [name, shards, message] of cases) {
    test(name, () => expect(() => merge(...shards)).toThrow(message));
  }

  test('a shard of last night, where no CI names its runs', () => {
    const startedAt = '2026-11-21T09:00:00Z';
    expect(() => merge(changed({ startedAt }), one)).toThrow(
      'other.json belongs to a different run: it started 6 hours after the others had ended.',
    );
    const named = (shown: ShardFile): ShardFile => {
      const { current = 0, total = 0 } = shown.verdicts.shard ?? {};
      return { ...shown, verdicts: { ...shown.verdicts, shard: { current, total, run: '7' } } };
    };
    expect(merge(named(one), named(changed({ startedAt }))).complete).toBe(true);
    expect(merge(one, changed({ startedAt: '2026-11-21T07:00:00Z' })).complete).toBe(true);
  });

  test('all that is wrong is told at once', () => {
    expect(() => merge(changed({ complete: false }))).toThrow(
      /is not complete[\s\S]*Shard 1 of 2 is missing/,
    );
  });
});
