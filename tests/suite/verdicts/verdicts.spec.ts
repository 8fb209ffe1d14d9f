import { expect, test } from '@playwright/test';
import fc from 'fast-check';
import { fold, type Judgement, judge, rowsOf, unknownIds, worst } from '../../../reports/judge/verdicts.ts';
import type { Catalogue, Check, Finding, Requirement, Row, Verdict } from '../../../reports/model.ts';
import { evidenceOf } from '../../../reports/write/evidence.ts';

const row = (level: Requirement['level'], more: Partial<Requirement> = {}): Requirement => ({
  title: `a ${level} row`,
  statement: 'What must hold.',
  source: 'Endpoints',
  level,
  basis: level === 'open' ? 'silent' : 'stated',
  operation: 'recordCall',
  ...(level === 'choice' && {
    readings: { '0': 'The first page is page 0.', '1': 'The first page is page 1.' },
  }),
  ...more,
});

const held: Finding = { id: 'TEL-001', is: 'held' };
const broken: Finding = { id: 'TEL-001', is: 'broken', reason: 'sent a, expected b, got c' };
const zero: Finding = { id: 'TEL-001', is: 'observed', value: '0' };
const blocked: Finding = { id: 'TEL-001', is: 'blocked', reason: 'no token', cause: 'IDN-030' };
const unexercised: Finding = { id: 'TEL-001', is: 'not-exercised', need: 'state', reason: 'needs state' };

test.describe('a finding at a level', () => {
  const suiteDefect = 'a defect of the suite: the check recorded no observed value';
  const table: [Finding, Requirement['level'], Judgement][] = [
    [held, 'must', { verdict: 'pass', reason: '' }],
    [held, 'should', { verdict: 'pass', reason: '' }],
    [held, 'choice', { verdict: 'blocked', reason: suiteDefect }],
    [held, 'open', { verdict: 'blocked', reason: suiteDefect }],
    [broken, 'must', { verdict: 'fail', reason: 'sent a, expected b, got c' }],
    [broken, 'should', { verdict: 'warn', reason: 'sent a, expected b, got c' }],
    [broken, 'choice', { verdict: 'fail', reason: 'sent a, expected b, got c' }],
    [
      broken,
      'open',
      { verdict: 'blocked', reason: 'an open point is never judged: sent a, expected b, got c' },
    ],
    [zero, 'must', { verdict: 'pass', reason: '', observed: '0' }],
    [zero, 'should', { verdict: 'pass', reason: '', observed: '0' }],
    [zero, 'choice', { verdict: 'observed', reason: 'The first page is page 0.', observed: '0' }],
    [zero, 'open', { verdict: 'observed', reason: 'the interface leaves this open', observed: '0' }],
    ...(['must', 'should', 'choice', 'open'] as const).flatMap((level): typeof table => [
      [blocked, level, { verdict: 'blocked', reason: 'no token', cause: 'IDN-030' }],
      [unexercised, level, { verdict: 'not-exercised', reason: 'needs state', need: 'state' }],
    ]),
  ];
  for (const [finding, level, expected] of table) {
    test(`${finding.is} at ${level} is ${expected.verdict}`, () => {
      expect(judge(finding, row(level))).toEqual(expected);
    });
  }

  test('a value that is no stated reading of a choice is a fail', () => {
    expect(judge({ ...zero, value: '7' }, row('choice'))).toEqual({
      verdict: 'fail',
      reason: 'no stated reading fits: expected "0" or "1", got "7"',
      observed: '7',
    });
    expect(judge({ ...zero, value: 'toString' }, row('choice')).verdict).toBe('fail');
  });

  test('neither cause nor need is invented', () => {
    expect(judge({ id: 'TEL-001', is: 'blocked', reason: 'x' }, row('must'))).toEqual({
      verdict: 'blocked',
      reason: 'x',
    });
    expect(judge({ id: 'TEL-001', is: 'not-exercised', reason: 'x' }, row('must'))).toEqual({
      verdict: 'not-exercised',
      reason: 'x',
    });
  });

  test('what a deployment sent cannot draw in a reason or a value', () => {
    const hostile = 'got \u001b[31mred\u001b[0m \u202eevil\u0007\nnext';
    expect(judge({ ...broken, reason: hostile }, row('must')).reason).toBe('got red evil next');
    expect(judge({ ...zero, value: hostile }, row('open')).observed).toBe('got red evil next');
    expect(judge({ ...zero, value: 'x'.repeat(100_000) }, row('open')).observed).toHaveLength(2000);
  });
});

test.describe('several judgements of one row', () => {
  const order: Verdict[] = ['fail', 'blocked', 'warn', 'not-exercised', 'observed', 'pass'];
  for (const [i, a] of order.entries()) {
    for (const b of order.slice(i)) {
      test(`${a} outweighs ${b}`, () => {
        expect(worst(a, b)).toBe(a);
        expect(worst(b, a)).toBe(a);
        expect(folded([said(b, 'second'), said(a, 'first')]).verdict).toBe(a);
      });
    }
  }

  const folded = (judgements: readonly Judgement[]) => fold(judgements, 'IDN-042');

  const said = (verdict: Verdict, reason: string): Judgement => ({
    verdict,
    reason: verdict === 'pass' ? '' : reason,
  });

  test('the reason, need and cause are those of the first that says the worst word', () => {
    const whole = folded([
      { verdict: 'not-exercised', reason: 'needs state', need: 'state' },
      { verdict: 'blocked', reason: 'no token', cause: 'IDN-030' },
      { verdict: 'blocked', reason: 'no token', cause: 'IDN-031' },
    ]);
    expect(whole).toEqual({ verdict: 'blocked', reason: 'no token', cause: 'IDN-030', observed: null });
  });

  test('other reasons for the same word are counted, the same reason is not', () => {
    const reasons = ['a', 'b', 'a', 'c'].map((reason) => said('fail', reason));
    expect(folded(reasons).reason).toBe('a (and 2 more)');
    expect(folded([said('fail', 'a'), said('fail', 'b')])).toMatchObject({
      reason: 'a (and 1 more)',
      reasons: ['a', 'b'],
    });
    expect(folded([said('fail', 'a'), said('warn', 'b')]).reason).toBe('a');
    expect(folded([said('pass', ''), said('pass', '')]).reason).toBe('');
  });

  test('a fail names what is blocked beside it, and keeps both apart', () => {
    const whole = folded([
      said('blocked', 'no token'),
      said('fail', 'got 500'),
      said('blocked', 'no call'),
      said('blocked', 'no token'),
    ]);
    expect(whole).toMatchObject({
      verdict: 'fail',
      reason: 'got 500 (and a check is blocked: no token)',
      reasons: ['got 500'],
      blocked: ['no token', 'no call'],
    });
    expect(folded([said('fail', 'a'), said('blocked', 'c')])).toMatchObject({
      reasons: ['a'],
      blocked: ['c'],
    });
    const two = [said('fail', 'a'), said('fail', 'b'), said('blocked', 'c')];
    expect(folded(two)).toMatchObject({
      reason: 'a (and 1 more) (and a check is blocked: c)',
      reasons: ['a', 'b'],
    });
    const bySelf = { ...said('blocked', 'no refresh'), cause: 'IDN-042' };
    expect(folded([said('fail', 'got 500'), bySelf])).not.toHaveProperty('blocked');
    const byAnother = { ...bySelf, cause: 'IDN-034' };
    expect(folded([said('fail', 'got 500'), byAnother])).toMatchObject({ blocked: ['no refresh'] });
    for (const more of [said('pass', ''), said('warn', 'x')])
      expect(folded([said('blocked', 'no token'), more])).not.toHaveProperty('blocked');
    expect(folded([said('fail', 'got 500'), said('pass', '')])).not.toHaveProperty('blocked');
  });

  test('observed values are kept once each, whatever the word', () => {
    const whole = folded([
      { verdict: 'observed', reason: 'x', observed: '0' },
      { verdict: 'fail', reason: 'y', observed: '7' },
      { verdict: 'pass', reason: '', observed: '0' },
    ]);
    expect(whole.observed).toBe('0; 7');
    expect(folded([said('pass', '')]).observed).toBeNull();
  });

  test('the order in which checks ran changes no word', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom(...order), { minLength: 1 }),
        fc.infiniteStream(fc.nat()),
        (words, random) => {
          const shuffled = words
            .map((word) => ({ word, at: random.next().value as number }))
            .toSorted((a, b) => a.at - b.at);
          const verdictOf = (some: Verdict[]) => folded(some.map((word) => said(word, word))).verdict;
          expect(verdictOf(shuffled.map(({ word }) => word))).toBe(verdictOf(words));
        },
      ),
      { interruptAfterTimeLimit: 5000 },
    );
  });
});

test.describe('the rows of a run', () => {
  const catalogue: Catalogue = {
    'TEL-001': row('must'),
    'TEL-002': row('should', { untestable: 'it does not show on the wire' }),
    'TEL-003': row('must', { unwritten: 'the next release' }),
    'TEL-004': row('open'),
  };
  const check = (name: string, covers: string[], more: Partial<Check> = {}): Check => ({
    name,
    capability: 'recording',
    covers,
    durationMs: 1,
    record: { exchanges: [], facts: covers.map((id) => ({ id: id as 'TEL-001', is: 'held' })) },
    ...more,
  });

  test('there is one for each requirement, in the order of the catalogue, whatever ran', () => {
    const rows = rowsOf(catalogue, []);
    expect(
      rows.map(({ id, level, verdict, reason, observed, tests }) => [
        id,
        level,
        verdict,
        reason,
        observed,
        tests,
      ]),
    ).toEqual([
      ['TEL-001', 'must', 'not-exercised', 'not selected', null, []],
      ['TEL-002', 'should', 'not-exercised', 'untestable: it does not show on the wire', null, []],
      ['TEL-003', 'must', 'not-exercised', 'not written yet: the next release', null, []],
      ['TEL-004', 'open', 'not-exercised', 'not selected', null, []],
    ]);
    expect(rowsOf(catalogue, [], 'it never began')[0]?.reason).toBe('it never began');
  });

  test('what is judged only in passing may fail, and does not pass', () => {
    const record = { exchanges: [], facts: [{ id: 'TEL-001', is: 'held' }] } as const;
    const inPassing = { ...check('a', ['TEL-001'], { record }), further: ['TEL-001'] };
    const [row] = rowsOf(catalogue, [inPassing]);
    expect(row).toMatchObject({
      verdict: 'not-exercised',
      reason: 'not selected: the checks that ran judge it only in passing',
      tests: [],
    });
    expect(rowsOf(catalogue, [inPassing, check('b', ['TEL-001'])])[0]).toMatchObject({
      verdict: 'pass',
      tests: [expect.stringContaining('a'), expect.stringContaining('b')],
    });
    const fails = { exchanges: [], facts: [{ id: 'TEL-001', is: 'broken', reason: 'got c' }] } as const;
    expect(rowsOf(catalogue, [{ ...inPassing, record: fails }])[0]?.verdict).toBe('fail');
  });

  test('what could not be judged in passing blocks only what no check of its own has judged', () => {
    const facts = [{ id: 'TEL-001', is: 'blocked', reason: 'no token' }] as const;
    const inPassing = {
      ...check('a', ['TEL-001'], { record: { exchanges: [], facts } }),
      further: ['TEL-001'],
    };
    const unjudged = check('b', ['TEL-001'], {
      record: { exchanges: [], facts: [{ id: 'TEL-001', is: 'not-exercised', reason: 'no call' }] },
    });
    const verdictOf = (...checks: Check[]) => rowsOf(catalogue, checks)[0]?.verdict;
    expect(verdictOf(inPassing)).toBe('blocked');
    expect(verdictOf(inPassing, unjudged)).toBe('blocked');
    expect(verdictOf(inPassing, check('b', ['TEL-001']))).toBe('pass');
    expect(verdictOf({ ...inPassing, further: [] }, check('b', ['TEL-001']))).toBe('blocked');
    const [row] = rowsOf(catalogue, [inPassing, check('b', ['TEL-001'])]);
    expect(evidenceOf(row as Row)[0]?.text).toContain('not judged in a: no token');
  });

  test('several checks speak about one row, and one check about several', () => {
    const broke = check('b', ['TEL-001'], {
      record: { exchanges: [], facts: [{ id: 'TEL-001', is: 'broken', reason: 'got c' }] },
    });
    const both = check('c', ['TEL-001', 'TEL-004'], {
      record: {
        exchanges: [],
        facts: [
          { id: 'TEL-001', is: 'held' },
          { id: 'TEL-004', is: 'observed', value: '204' },
        ],
      },
    });
    const rows = rowsOf(catalogue, [check('a', ['TEL-001']), broke, broke, both]);
    expect(rows[0]).toMatchObject({ verdict: 'fail', reason: 'got c', tests: ['a', 'b', 'c'] });
    expect(rows[0]?.checks.map(({ name }) => name)).toEqual(['a', 'b', 'c']);
    expect(rows[3]).toMatchObject({ verdict: 'observed', observed: '204', tests: ['c'] });
  });

  test('a check that speaks about an untestable row is heard', () => {
    expect(rowsOf(catalogue, [check('a', ['TEL-002'])])[1]?.verdict).toBe('pass');
  });

  test('an id that the catalogue lacks is named, never counted', () => {
    const stray = check('a', ['TEL-999', 'constructor'], {
      record: { exchanges: [], facts: [{ id: 'TEL-998' as 'TEL-001', is: 'held' }] },
    });
    expect(rowsOf(catalogue, [stray])).toHaveLength(4);
    expect(unknownIds(catalogue, [stray, stray, check('b', ['TEL-001'])])).toEqual([
      'TEL-999',
      'constructor',
      'TEL-998',
    ]);
  });
});
