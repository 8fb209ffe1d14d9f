import { expect, test } from '@playwright/test';
import fc from 'fast-check';
import type { RequirementId } from '../../support/catalogue.ts';
import type { Fact } from '../../support/judging/check-record.ts';
import { type End, factsOfEnd } from '../../support/judging/conclusion.ts';

/** What the end of a check says about what it covers. */

const one = ['TEL-001'] as const;
const two = ['TEL-001', 'TEL-002'] as const;
const held: Fact[] = [{ id: 'TEL-001', is: 'held' }];
const completed: End = { is: 'completed' };
const refuted: End = { is: 'refuted', reason: 'expected 200, got 400' };
const broke: End = { is: 'broke', reason: 'x is no function' };
const timedOut: End = { is: 'timed-out', afterMs: 30_000 };
const interrupted: End = { is: 'interrupted' };

const ends = (
  covers: readonly RequirementId[],
  end: End,
  facts: readonly Fact[] = [],
  further: readonly RequirementId[] = [],
  closed: readonly RequirementId[] = [],
) => factsOfEnd({ covers, facts, further: new Set(further), closed: new Set(closed) }, end);

test.describe('a check that has recorded nothing', () => {
  const blocked = (reason: string) => ({ is: 'blocked', reason });
  const table: [string, readonly RequirementId[], End, object][] = [
    ['completed, alone', one, completed, { is: 'held' }],
    ['completed, several', two, completed, blocked('the check ended without judging it')],
    ['refuted, alone', one, refuted, { is: 'broken', reason: 'expected 200, got 400' }],
    ['refuted, several', two, refuted, blocked('expected 200, got 400')],
    [
      'stopped',
      one,
      { is: 'stopped', reason: 'the control answered 500', cause: 'IDN-030' },
      { ...blocked('the control answered 500'), cause: 'IDN-030' },
    ],
    [
      'skipped',
      two,
      { is: 'skipped', reason: 'needs a call' },
      { is: 'not-exercised', reason: 'needs a call' },
    ],
    ['timed out', one, timedOut, blocked('the check did not end within 30.0 s')],
    ['interrupted', one, interrupted, blocked('the run was cut off during this check')],
    ['broke', two, broke, blocked('the check itself broke: x is no function')],
  ];
  for (const [name, covers, end, expected] of table)
    test(name, () => {
      expect(ends(covers, end)).toEqual(covers.map((id) => ({ id, ...expected })));
    });
});

test.describe('a check that has recorded facts', () => {
  const ids = (facts: readonly Fact[]) => facts.map(({ id, is }) => `${id} ${is}`);

  test('what it has not judged is blocked; what it judges in passing it may leave unjudged', () => {
    expect(ids(ends(two, completed, held))).toEqual(['TEL-002 blocked']);
    expect(ends(two, completed, held, ['TEL-002'])).toEqual([]);
    expect(ends(one, completed, held)).toEqual([]);
  });

  test('an early end after the last fact leaves in doubt what was found to hold', () => {
    expect(ids(ends(one, refuted, held))).toEqual(['TEL-001 broken']);
    for (const end of [timedOut, interrupted, { is: 'stopped', reason: 'x' }] as const)
      expect(ids(ends(one, end, held))).toEqual(['TEL-001 blocked']);
    const limited: End = { is: 'stopped', reason: 'the server limits the rate' };
    expect(ids(ends(two, limited, [...held, { id: 'TEL-002', is: 'broken', reason: 'x' }]))).toEqual([
      'TEL-001 blocked',
      'TEL-002 blocked',
    ]);
  });

  test('unless a fact tells why it ended', () => {
    const facts: Fact[] = [...held, { id: 'TEL-002', is: 'broken', reason: 'x' }];
    expect(ends(two, { is: 'stopped', reason: 'x', cause: 'TEL-002' }, facts)).toEqual([]);
    expect(ends(one, refuted, [{ id: 'TEL-001', is: 'blocked', reason: 'x' }])).toEqual([]);
  });

  test('a mistake of the suite blocks all that is exercised, whatever was found before', () => {
    const facts: Fact[] = [...held, { id: 'TEL-002', is: 'not-exercised', reason: 'no call' }];
    expect(ids(ends(two, broke, facts))).toEqual(['TEL-001 blocked']);
    expect(ids(ends(two, broke, held, ['TEL-002']))).toEqual(['TEL-001 blocked', 'TEL-002 blocked']);
  });

  test('an end says nothing about what the check leaves unjudged', () => {
    const ofOne: End = { is: 'stopped', reason: 'no token' };
    for (const end of [ofOne, broke, refuted, timedOut])
      expect(ends(['TEL-002'], end, [], ['TEL-002'], ['TEL-002'])).toEqual([]);
  });
});

test('each requirement is spoken about, and no check that went wrong is all well', () => {
  const covers = fc.uniqueArray(fc.constantFrom(...two, 'TEL-003' as const), { minLength: 1 });
  const facts = fc.array(
    fc.constantFrom(...two).map((id): Fact => ({ id, is: 'held' })),
    { maxLength: 3 },
  );
  fc.assert(
    fc.property(
      covers,
      fc.constantFrom(completed, refuted, broke, timedOut, interrupted),
      facts,
      (...given) => {
        const [ids, end, before] = given;
        const after = [...before, ...ends(ids, end, before)];
        expect(ids.every((id) => after.some((fact) => fact.id === id))).toBe(true);
        const wrong = after.some(({ is }) => is === 'broken' || is === 'blocked');
        if (end.is !== 'completed') expect(wrong).toBe(true);
        if (end.is !== 'refuted') expect(after.some(({ is }) => is === 'broken')).toBe(false);
      },
    ),
    { interruptAfterTimeLimit: 5000 },
  );
});
