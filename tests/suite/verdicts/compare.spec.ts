import { expect, test } from '@playwright/test';
import { closing, compare } from '../../../reports/judge/comparison.ts';
import { changeOf, differenceOf, driftSince, kindOf } from '../../../reports/judge/drift.ts';
import type { Change, Verdict, Verdicts } from '../../../reports/model.ts';
import { fileOf, row, unselected } from '../support/verdict-samples.ts';

test.describe('a change of verdict', () => {
  const kinds: Record<Change['kind'], string> = {
    regression:
      'pass fail, pass blocked, pass warn, observed fail, warn fail, warn blocked, blocked fail, not-exercised fail, not-exercised blocked',
    improvement:
      'fail pass, fail warn, fail observed, warn pass, blocked pass, blocked warn, blocked observed',
    other:
      'pass not-exercised, fail not-exercised, blocked not-exercised, fail blocked, not-exercised pass, not-exercised observed, observed pass',
  };
  for (const [kind, pairs] of Object.entries(kinds)) {
    for (const pair of pairs.split(', ')) {
      test(`${pair.replace(' ', ' → ')} is ${kind}`, () => {
        const [old, now] = pair.split(' ') as [Verdict, Verdict];
        expect(kindOf(old, now)).toBe(kind);
        expect(changeOf('TEL-001', row('TEL-001', old), row('TEL-001', now))).toMatchObject({
          kind,
          old: { verdict: old },
          new: { verdict: now },
        });
      });
    }
  }
});

test.describe('the difference of two runs', () => {
  test('says which verdicts, observations and reasons of a failure changed, and no others', () => {
    const older = [
      row('IDN-001', 'pass'),
      row('IDN-002', 'observed', { observed: 'a' }),
      row('IDN-003', 'fail', { reason: 'got 500' }),
      row('IDN-004', 'not-exercised', { reason: 'no data' }),
      row('IDN-005', 'pass', { observed: 'x' }),
      row('IDN-006', 'warn', { reason: 'got 500' }),
      unselected('IDN-007'),
      row('IDN-008', 'pass'),
      row('IDN-009', 'pass'),
    ];
    const newer = [
      row('IDN-001', 'fail', { reason: 'got 404' }),
      row('IDN-002', 'observed', { observed: 'b' }),
      row('IDN-003', 'fail', { reason: 'got 502' }),
      row('IDN-004', 'not-exercised', { reason: 'no number in stock' }),
      row('IDN-005', 'pass', { observed: 'y' }),
      row('IDN-006', 'warn', { reason: 'got 502' }),
      row('IDN-007', 'fail'),
      unselected('IDN-008'),
      row('IDN-010', 'pass'),
    ];
    const { changes, ...rest } = differenceOf(older, newer);
    expect(changes.map(({ id, kind, what }) => `${id} ${kind} ${what.join()}`)).toEqual([
      'IDN-001 regression verdict',
      'IDN-002 other observed',
      'IDN-003 other reason',
      'IDN-005 other observed',
      'IDN-006 other reason',
    ]);
    expect(changes[2]).toMatchObject({ old: { reason: 'got 500' }, new: { reason: 'got 502' } });
    expect(rest).toEqual({
      onlyOld: ['IDN-009'],
      onlyNew: ['IDN-010'],
      unselected: 2,
      leftOut: ['IDN-008'],
      same: 1,
    });
    const closed = closing(compare(fileOf(older), fileOf(newer), ['a', 'b']));
    expect(closed).toContain(
      '1 the same, 1 only in the old file, 1 only in the new file, 2 not selected in one or both',
    );
  });

  test('of a run and itself is nothing', () => {
    const rows = [row('IDN-001', 'fail'), row('IDN-002', 'observed', { observed: 'a' })];
    expect(differenceOf(rows, structuredClone(rows))).toMatchObject({ changes: [], same: 2 });
  });
});

test.describe('what is not the same about the runs', () => {
  const base = fileOf([row('IDN-001', 'pass')]);
  const changed = (more: Partial<Verdicts>, old = base) => {
    const { changed, deployment, notes } = compare(old, { ...old, ...more }, ['a', 'b']);
    return { changed, deployment, notes };
  };

  test('nothing', () => expect(changed({})).toEqual({ changed: [], deployment: [], notes: [] }));

  test('the deployment, by its name and addresses', () => {
    const target = { kind: 'live' as const, name: 'production', urls: { base: 'https://b.example' } };
    expect(changed({ target })).toEqual({
      changed: ['deployment'],
      deployment: [
        { what: 'name', old: 'staging', new: 'production' },
        { what: 'collaboration server', old: 'none', new: 'https://b.example' },
        { what: 'telephony server', old: 'https://api.example', new: 'none' },
      ],
      notes: [],
    });
  });

  test('not the ports of the mock, which are others each time', () => {
    const mock = (port: number) => ({
      kind: 'mock' as const,
      name: 'mock',
      urls: { api: `http://127.0.0.1:${port}` },
    });
    expect(changed({ target: mock(2) }, fileOf([], { target: mock(1) })).changed).toEqual([]);
  });

  test('the suite and the catalogue', () => {
    expect(changed({ suite: { ...base.suite, version: '1.1.0' } }).changed).toEqual(['suite']);
    expect(changed({ suite: { ...base.suite, catalogue: 'b'.repeat(64) } }).changed).toEqual(['catalogue']);
  });

  test('that one is not complete, or a shard', () => {
    expect(changed({ complete: false, shard: { current: 1, total: 2 } }).notes).toEqual([
      'the new run is not complete: what it did not reach is not exercised there',
      'the new run is shard 1 of 2 only',
    ]);
  });

  test('that one of them, or both, did not look for near misses', () => {
    const core = fileOf([row('IDN-001', 'pass')], { depth: 'core' });
    expect(changed({ depth: 'full' }, core)).toMatchObject({
      changed: ['depth'],
      notes: [expect.stringMatching(/^the old run did not look for near misses/)],
    });
    expect(changed({ depth: 'core' })).toMatchObject({
      changed: ['depth'],
      notes: [expect.stringMatching(/^the new run did not look for near misses/)],
    });
    expect(changed({}, core)).toMatchObject({
      changed: [],
      notes: ['neither run looked for near misses (depth: core)'],
    });
  });

  test('what the new run was not asked for, though the old one judged it: how many, and the first', () => {
    const ids = ['IDN-001', 'IDN-002', 'IDN-003', 'IDN-004', 'IDN-005', 'IDN-006', 'IDN-007'];
    const older = fileOf([
      ...ids.map((id, at) => row(id, at === 0 ? 'blocked' : 'pass')),
      row('TEL-001', 'not-exercised'),
      unselected('TEL-002'),
      row('TEL-003', 'pass'),
    ]);
    const newer = fileOf([
      ...[...ids, 'TEL-001', 'TEL-002'].map((id) => unselected(id)),
      row('TEL-003', 'not-exercised'),
    ]);
    const { leftOut, notes } = compare(older, newer, ['a', 'b']);
    expect(leftOut).toEqual(ids);
    expect(notes).toEqual([
      'the new run did not select 7 requirements that the old run judged: IDN-001 IDN-002 IDN-003 IDN-004 IDN-005 and 2 more',
    ]);
    expect(compare(newer, older, ['a', 'b'])).toMatchObject({ leftOut: [], notes: [] });
  });

  test('drift says it of the baseline by the same code', () => {
    const now = fileOf([row('IDN-001', 'fail')], { suite: { ...base.suite, version: '2.0.0' } });
    expect(driftSince(base, now)).toEqual({
      baseline: { name: 'staging', startedAt: base.startedAt, complete: true, changed: ['suite'] },
      drift: compare(base, now, ['a', 'b']).changes,
    });
  });
});
