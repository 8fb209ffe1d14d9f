import { expect, test } from '@playwright/test';
import {
  causesOf,
  closingLine,
  countsOf,
  exitCodeOf,
  isStrict,
  isUnselected,
  isUntestable,
  isWhole,
  outcomeOf,
} from '../../../reports/judge/outcome.ts';
import { digestOf, judgeRun } from '../../../reports/judge/run.ts';
import type { Check, CheckRecord, Entry, Outcome, Requirement, Verdict } from '../../../reports/model.ts';

type Word = Verdict | 'untestable';

const entry = (word: Word, level: Requirement['level'] = 'must'): Entry => ({
  id: 'TEL-001',
  level,
  verdict: word === 'untestable' ? 'not-exercised' : word,
  reason: word === 'untestable' ? 'untestable: it does not show' : word === 'pass' ? '' : 'a reason',
  observed: null,
  tests: [],
});

test.describe('outcome', () => {
  const table: [Outcome, rows: string, ran: boolean][] = [
    ['conformant', 'must pass', true],
    ['conformant', 'must pass, must untestable', true],
    ['conformant', 'must pass, should warn', true],
    ['conformant', 'must pass, choice observed, open observed', true],
    ['conformant', 'must pass, should blocked, open blocked', true],
    ['conformant', 'must pass, should not-exercised, open not-exercised', true],
    ['conformant', 'should warn', true],
    ['conformant', 'open observed', true],
    ['conformant', 'should warn, open observed', true],
    ['partial', 'must pass, must blocked', true],
    ['partial', 'must pass, choice blocked', true],
    ['partial', 'must pass, must not-exercised', true],
    ['partial', 'must pass, choice not-exercised', true],
    ['inconclusive', 'must pass', false],
    ['inconclusive', 'must not-exercised, must blocked', true],
    ['inconclusive', 'must untestable', true],
    ['inconclusive', '', true],
    ['non-conformant', 'must fail, must pass', true],
    ['non-conformant', 'must fail, must blocked', true],
    ['non-conformant', 'choice fail', false],
  ];
  for (const [expected, rows, ran] of table) {
    test(`${rows || 'nothing'}${ran ? '' : ', cut off'}: ${expected}`, () => {
      const pairs = rows
        .split(', ')
        .filter(Boolean)
        .map((row) => row.split(' ') as [Requirement['level'], Word]);
      expect(
        outcomeOf(
          pairs.map(([level, word]) => entry(word, level)),
          ran,
        ),
      ).toBe(expected);
    });
  }
});

test.describe('exit code', () => {
  const table: [lax: number, strict: number, Word[], Outcome, boolean][] = [
    [0, 0, ['pass'], 'conformant', true],
    [0, 0, ['pass', 'untestable', 'observed'], 'conformant', true],
    [0, 3, ['pass', 'warn'], 'conformant', true],
    [0, 3, ['pass', 'not-exercised'], 'partial', true],
    [3, 3, ['pass', 'blocked'], 'partial', true],
    [2, 2, ['pass', 'blocked'], 'partial', false],
    [2, 2, ['pass'], 'conformant', false],
    [2, 2, ['pass', 'blocked', 'warn'], 'inconclusive', true],
    [2, 2, [], 'inconclusive', true],
    [1, 1, ['pass', 'fail', 'blocked', 'warn'], 'non-conformant', true],
    [1, 1, ['fail'], 'inconclusive', false],
  ];
  for (const [lax, strict, words, outcome, complete] of table) {
    test(`${words.join(', ') || 'nothing'}, ${outcome}${complete ? '' : ', incomplete'}: ${lax}, strictly ${strict}`, () => {
      const file = { outcome, complete, requirements: words.map((word) => entry(word)) };
      expect([exitCodeOf(file, false), exitCodeOf(file, true)]).toEqual([lax, strict]);
    });
  }
});

test('a known deviation is no more than partial, and a shard answers for its fails', () => {
  const deviation = {
    requirement: 'TEL-001',
    reason: 'known',
    owner: 'us',
    expires: '2026-12-31',
    seen: 'got 500',
  };
  expect(outcomeOf([entry('pass'), { ...entry('fail'), deviation }], true)).toBe('partial');
  const shard = { current: 1, total: 2 };
  const file: Parameters<typeof exitCodeOf>[0] = {
    outcome: 'non-conformant',
    complete: true,
    shard,
    requirements: [entry('fail')],
  };
  expect(exitCodeOf(file, false)).toBe(1);
});

test('one entry of known deviations that is wrong fails the run, none does not', () => {
  const file: Parameters<typeof exitCodeOf>[0] = {
    outcome: 'conformant',
    complete: true,
    requirements: [entry('pass')],
  };
  const known = {
    requirement: 'TEL-001',
    reason: 'known',
    owner: 'us',
    expires: '2026-12-31',
    seen: 'got 500',
  };
  const entries = ['known', 'stale'].map((state) => ({ ...known, state }) as never);
  expect(exitCodeOf({ ...file, deviations: [] }, false)).toBe(0);
  expect(exitCodeOf({ ...file, deviations: entries }, false)).toBe(1);
});

test('a run is strict by one word, and not by another like it', () => {
  for (const [word, strict] of [
    [undefined, false],
    ['', false],
    [' ', false],
    ['false', false],
    ['true', true],
    [' true ', true],
  ] as const)
    expect(isStrict({ TARGET_STRICT: word })).toBe(strict);
  for (const word of ['yes', 'TRUE', '1'])
    expect(() => isStrict({ TARGET_STRICT: word })).toThrow('TARGET_STRICT: expected true or false');
});

test('counts and closing line: pass, fail and blocked, the rest', () => {
  const words: Word[] = [
    'pass',
    'pass',
    'pass',
    'fail',
    'blocked',
    'blocked',
    'warn',
    'observed',
    'not-exercised',
    'untestable',
  ];
  const entries = words.map((word) => entry(word));
  expect(countsOf(entries)).toEqual({
    pass: 3,
    fail: 1,
    warn: 1,
    observed: 1,
    blocked: 2,
    'not-exercised': 2,
  });
  expect(closingLine(entries)).toBe('3 passed, 3 failed, 4 skipped');
  expect(closingLine([])).toBe('0 passed, 0 failed, 0 skipped');
});

test('untestable is a not-exercised row that says so, nothing else', () => {
  expect(isUntestable(entry('untestable'))).toBe(true);
  expect(isUntestable(entry('not-exercised'))).toBe(false);
  expect(isUntestable({ verdict: 'fail', reason: 'untestable: x' })).toBe(false);
  expect(isUntestable({ verdict: 'not-exercised', reason: 'it is untestable: x' })).toBe(false);
});

test('what was not selected says so at its beginning', () => {
  const row = { ...entry('not-exercised'), reason: 'not selected: it is of another shard' };
  expect(isUnselected(row)).toBe(true);
  expect(isUnselected({ ...row, tests: ['a.spec.ts › a'] })).toBe(false);
  expect(isUnselected({ ...row, reason: 'it is not selected' })).toBe(false);
});

test('a run is whole that was asked for everything, and came to its end', () => {
  const requirements = [entry('pass'), entry('not-exercised'), entry('untestable')];
  const selection = [...requirements, { ...entry('not-exercised'), reason: 'not selected' }];
  const whole = { complete: true, requirements };
  expect(isWhole(whole)).toBe(true);
  expect(isWhole({ ...whole, shard: { current: 1, total: 1 } })).toBe(true);
  expect(isWhole({ ...whole, shard: { current: 1, total: 2 } })).toBe(false);
  expect(isWhole({ ...whole, complete: false })).toBe(false);
  expect(isWhole({ ...whole, requirements: selection })).toBe(false);
});

test.describe('blocked rows, folded by their cause', () => {
  const blocked = (id: string, reason: string, cause?: string): Entry => ({
    ...entry('blocked'),
    id,
    reason,
    ...(cause && { cause }),
  });

  test('by the requirement that is the cause, else by the reason, the largest first', () => {
    const rows = [
      blocked('TEL-001', 'no answer'),
      blocked('TEL-002', 'IDN-030 answered 500', 'IDN-030'),
      { ...entry('fail'), id: 'TEL-003', reason: 'no answer' },
      blocked('TEL-004', 'IDN-030 answered 503', 'IDN-030'),
      blocked('TEL-005', 'IDN-030'),
    ];
    const folded = causesOf(rows).map(({ blocks, ...rest }) => ({
      ...rest,
      blocks: blocks.map(({ id }) => id),
    }));
    expect(folded).toEqual([
      { id: 'IDN-030', reason: 'IDN-030 answered 500', blocks: ['TEL-002', 'TEL-004'] },
      { reason: 'no answer', blocks: ['TEL-001'] },
      { reason: 'IDN-030', blocks: ['TEL-005'] },
    ]);
  });

  test('none when nothing is blocked', () => expect(causesOf([entry('pass')])).toEqual([]));
});

test.describe('a run', () => {
  const requirement: Requirement = {
    title: 'a title',
    statement: 'A statement.',
    source: 'Source',
    level: 'must',
    basis: 'stated',
    operation: 'recordCall',
  };
  const exchange = {
    method: 'GET',
    url: 'http://a/',
    requestHeaders: {},
    durationMs: 1,
    curl: 'curl http://a/',
  };
  const input = {
    catalogue: { 'TEL-001': requirement },
    checks: [
      {
        name: 'a',
        capability: 'a',
        covers: ['TEL-001'],
        durationMs: 1,
        record: { facts: [{ id: 'TEL-001' as const, is: 'held' as const }], exchanges: [exchange, exchange] },
      },
    ],
    began: true,
    complete: true,
    errors: [],
    version: '1.0.0',
    target: { kind: 'mock' as const, name: 'mock', urls: {} },
    startedAt: new Date('2026-11-21T02:00:00Z'),
    durationMs: 12.6,
    strict: false,
  };

  test('its file is the verdict file of the design', () => {
    expect(judgeRun(input).file).toEqual({
      schemaVersion: 1,
      complete: true,
      suite: { version: '1.0.0', catalogue: expect.stringMatching(/^[0-9a-f]{64}$/) },
      target: { kind: 'mock', name: 'mock', urls: {} },
      startedAt: '2026-11-21T02:00:00.000Z',
      durationMs: 13,
      requests: 2,
      outcome: 'conformant',
      counts: { pass: 1, fail: 0, warn: 0, observed: 0, blocked: 0, 'not-exercised': 0 },
      requirements: [
        { id: 'TEL-001', level: 'must', verdict: 'pass', reason: '', observed: null, tests: ['a'] },
      ],
      errors: [],
    });
  });

  test('what broke outside the checks, an end too early and an unknown id make it inconclusive', () => {
    expect(judgeRun({ ...input, errors: ['no server'] }).file).toMatchObject({
      outcome: 'inconclusive',
      errors: ['no server'],
    });
    expect(judgeRun({ ...input, complete: false }).file).toMatchObject({
      outcome: 'inconclusive',
      complete: false,
    });
    const stray = { ...input.checks[0], covers: ['TEL-001', 'TEL-999'] } as (typeof input.checks)[number];
    expect(judgeRun({ ...input, checks: [...input.checks, stray] }).file).toMatchObject({
      outcome: 'inconclusive',
      errors: ['a check names TEL-999, which is not in the catalogue'],
    });
  });

  test('a known deviation excuses no check of its row that is blocked', () => {
    const check = input.checks[0] as Check;
    const of = (fact: { is: 'broken' | 'blocked'; reason: string }): CheckRecord => ({
      facts: [{ id: 'TEL-001', ...fact }],
      exchanges: [],
    });
    const failing: Check = { ...check, record: of({ is: 'broken', reason: 'got 500' }) };
    const blocked: Check = { ...check, name: 'b', record: of({ is: 'blocked', reason: 'no token' }) };
    const listed = {
      requirement: 'TEL-001',
      reason: 'known',
      owner: 'us',
      expires: '2026-12-31',
      seen: 'got 500',
    };
    const codeOf = (...checks: Check[]) => {
      const { file } = judgeRun({ ...input, checks, deviations: [listed] });
      return [file.outcome, exitCodeOf(file, false), file.requirements[0]?.reason];
    };
    expect(codeOf(failing)).toEqual(['partial', 0, 'got 500']);
    expect(codeOf(failing, blocked)).toEqual([
      'non-conformant',
      1,
      'got 500 (and a check is blocked: no token)',
    ]);
  });

  test('a run that never began says so at each row', () => {
    const reasonOf = (began: boolean) =>
      judgeRun({ ...input, checks: [], began }).file.requirements[0]?.reason;
    expect([reasonOf(true), reasonOf(false)]).toEqual([
      'not selected',
      'the run ended before its first check',
    ]);
  });

  test('the digest depends on what the catalogue says, not on how it is written', () => {
    const turned = Object.fromEntries(Object.entries(requirement).toReversed()) as unknown as Requirement;
    const two = {
      'TEL-001': requirement,
      'TEL-002': { ...requirement, needs: ['state', 'data'] as Requirement['needs'] },
    };
    const again = { 'TEL-002': two['TEL-002'], 'TEL-001': turned };
    expect(digestOf(again as never)).toBe(digestOf(two as never));
    expect(digestOf({ 'TEL-001': { ...requirement, title: 'another' } })).not.toBe(
      digestOf({ 'TEL-001': requirement }),
    );
  });
});
