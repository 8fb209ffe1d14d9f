import { expect, test } from '@playwright/test';
import fc from 'fast-check';
import { findingsOf } from '../../reports/judge/facts.ts';
import type { Check, CheckRecord, Ending, Finding } from '../../reports/model.ts';

type Facts = CheckRecord['facts'];

const check = (covers: string[], ending: Ending, record?: Partial<CheckRecord>): Check => ({
  name: 'a.spec.ts › a',
  capability: 'a',
  covers,
  ending,
  durationMs: 0,
  ...(record && { record: { facts: [], exchanges: [], ...record } }),
});
const passed: Ending = { is: 'passed' };
const refuted: Ending = { is: 'refuted', reason: 'expected 200, got 400' };
const broke: Ending = { is: 'broke', reason: 'x is no function' };
const held: Facts = [{ id: 'TEL-001', is: 'held' }];

test.describe('a check that recorded nothing', () => {
  const one = 'TEL-001';
  const table: [string, Check, Omit<Finding, 'id'> & { reason?: string; cause?: string }][] = [
    ['passed, alone', check([one], passed), { is: 'held' }],
    [
      'passed, several',
      check([one, 'TEL-002'], passed),
      { is: 'blocked', reason: 'the check ended without judging it' },
    ],
    [
      'skipped',
      check([one], { is: 'skipped', reason: 'needs state' }),
      { is: 'not-exercised', reason: 'needs state' },
    ],
    [
      'not run',
      check([one], { is: 'not-run', reason: 'cut off' }),
      { is: 'not-exercised', reason: 'cut off' },
    ],
    [
      'prevented',
      check([one], { is: 'prevented', reason: 'no server' }),
      { is: 'blocked', reason: 'no server' },
    ],
    [
      'timed out',
      check([one], { is: 'timed-out', afterMs: 30_000 }),
      { is: 'blocked', reason: 'the check did not end within 30.0 s' },
    ],
    [
      'interrupted',
      check([one], { is: 'interrupted' }),
      { is: 'blocked', reason: 'the run was cut off during this check' },
    ],
    ['refuted, alone', check([one], refuted), { is: 'broken', reason: 'expected 200, got 400' }],
    [
      'refuted, several',
      check([one, 'TEL-002'], refuted),
      { is: 'blocked', reason: 'expected 200, got 400' },
    ],
    ['broke', check([one], broke), { is: 'blocked', reason: 'the check itself broke: x is no function' }],
  ];
  for (const [name, given, expected] of table) {
    test(name, () => {
      expect(findingsOf(given)).toEqual(given.covers.map((id) => ({ id, ...expected })));
    });
  }

  for (const ending of [refuted, broke]) {
    test(`a known cause blocks, though the check ended as ${ending.is}`, () => {
      const stopped = { reason: 'the control answered 500', cause: 'IDN-030' } as const;
      expect(findingsOf(check([one], ending, { stopped }))).toEqual([{ id: one, is: 'blocked', ...stopped }]);
    });
  }

  test('a check that covers nothing finds nothing', () => {
    for (const ending of [passed, refuted, broke]) expect(findingsOf(check([], ending))).toEqual([]);
  });
});

test.describe('a check that recorded facts', () => {
  test('what it recorded counts, what it covers besides is judged by its end', () => {
    const both = check(['TEL-001', 'TEL-002'], passed, { facts: held });
    expect(findingsOf(both)).toEqual([
      { id: 'TEL-001', is: 'held' },
      { id: 'TEL-002', is: 'blocked', reason: 'the check ended without judging it' },
    ]);
  });

  test('of what it judges in one more place it may be silent', () => {
    const further = ['TEL-002'];
    const both = (ending: Ending, facts: Facts) => ({
      ...check(['TEL-001', 'TEL-002'], ending, { facts }),
      further,
    });
    const skipped: Ending = { is: 'skipped', reason: 'needs state' };
    expect(findingsOf(both(passed, held))).toEqual(held);
    expect(findingsOf(both(skipped, []))).toEqual([
      { id: 'TEL-001', is: 'not-exercised', reason: 'needs state' },
    ]);
    expect(findingsOf({ ...check(['TEL-002'], passed), further })).toEqual([]);
    // What broke it is told of all that it covers, where nothing else tells it.
    expect(findingsOf(both(broke, held)).map(({ id, is }) => `${id} ${is}`)).toEqual([
      'TEL-001 held',
      'TEL-001 blocked',
      'TEL-002 blocked',
    ]);
    const facts: Facts = [...held, { id: 'TEL-002', is: 'broken', reason: 'x' }];
    expect(findingsOf(both(passed, facts))).toEqual(facts);
  });

  test('a fact about a row that it does not cover counts as well', () => {
    const facts: Facts = [{ id: 'TEL-009', is: 'broken', reason: 'x' }];
    expect(findingsOf(check(['TEL-001'], passed, { facts }))).toEqual([
      ...facts,
      { id: 'TEL-001', is: 'held' },
    ]);
  });

  test('a failure after the last fact does not vanish', () => {
    expect(findingsOf(check(['TEL-001'], refuted, { facts: held }))).toEqual([
      ...held,
      { id: 'TEL-001', is: 'broken', reason: 'expected 200, got 400' },
    ]);
    for (const ending of [broke, { is: 'timed-out', afterMs: 1 }, { is: 'interrupted' }] as const) {
      expect(findingsOf(check(['TEL-001'], ending, { facts: held }))).toContainEqual(
        expect.objectContaining({ id: 'TEL-001', is: 'blocked' }),
      );
    }
  });

  test('a failure that a fact tells is told once', () => {
    const blocked: Facts = [{ id: 'TEL-001', is: 'blocked', reason: 'x' }];
    expect(findingsOf(check(['TEL-001'], refuted, { facts: blocked }))).toEqual(blocked);
    const mixed: Facts = [...held, { id: 'TEL-002', is: 'broken', reason: 'x' }];
    const stopped = { reason: 'x', cause: 'TEL-002' } as const;
    expect(findingsOf(check(['TEL-001', 'TEL-002'], broke, { facts: mixed, stopped }))).toEqual(mixed);
    const skips: Facts = [{ id: 'TEL-001', is: 'not-exercised', need: 'data', reason: 'empty' }];
    expect(findingsOf(check(['TEL-001'], refuted, { facts: skips }))).toHaveLength(2);
  });

  test('a requirement that is broken does not hide that the check ended for another reason', () => {
    const covers = ['TEL-001', 'TEL-002'];
    const facts: Facts = [...held, { id: 'TEL-002', is: 'broken', reason: 'x' }];
    const ended = (ending: Ending, stopped?: CheckRecord['stopped']) =>
      findingsOf(check(covers, ending, { facts, ...(stopped && { stopped }) }));
    const limited = { reason: 'the server is rate limited' };
    expect(ended(broke, limited)).toEqual([
      ...facts,
      ...covers.map((id) => ({ id, is: 'blocked', ...limited })),
    ]);
    for (const ending of [refuted, broke, { is: 'timed-out', afterMs: 1 }, { is: 'interrupted' }] as const)
      expect(ended(ending)).toContainEqual(expect.objectContaining({ id: 'TEL-001', is: 'blocked' }));
    expect(ended(broke, { reason: 'x', cause: 'IDN-030' })).toContainEqual(
      expect.objectContaining({ id: 'TEL-001', is: 'blocked', cause: 'IDN-030' }),
    );
  });

  test('a skip or a pass adds nothing to it', () => {
    for (const ending of [passed, { is: 'skipped', reason: 'x' }, { is: 'not-run', reason: 'x' }] as const) {
      expect(findingsOf(check(['TEL-001'], ending, { facts: held }))).toEqual(held);
    }
  });
});

test('each covered requirement is spoken about, and no check that went wrong is all well', () => {
  const endings: Ending[] = [passed, refuted, broke, { is: 'interrupted' }, { is: 'timed-out', afterMs: 1 }];
  const ids = ['TEL-001', 'TEL-002', 'TEL-003'] as const;
  const facts = fc.array(
    fc.constantFrom(...ids).map((id): Facts[number] => ({ id, is: 'held' })),
    { maxLength: 4 },
  );
  const covers = fc.uniqueArray(fc.constantFrom(...ids), { minLength: 1 });
  fc.assert(
    fc.property(covers, fc.constantFrom(...endings), facts, (covers, ending, facts) => {
      const findings = findingsOf(check(covers, ending, { facts }));
      const spoken = new Set(findings.map(({ id }) => id));
      expect(covers.every((id) => spoken.has(id))).toBe(true);
      if (ending.is !== 'passed')
        expect(findings.some(({ is }) => is === 'broken' || is === 'blocked')).toBe(true);
    }),
    { interruptAfterTimeLimit: 5000 },
  );
});
