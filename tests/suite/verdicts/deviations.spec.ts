import { expect, test } from '@playwright/test';
import {
  inShort,
  type Judged,
  judgeDeviations,
  knownOf,
  type Part,
} from '../../../reports/judge/deviations.ts';
import { exitCodeOf, isWrong, outcomeOf } from '../../../reports/judge/outcome.ts';
import type {
  Deviation,
  Entry,
  ListedDeviation,
  Outcome,
  Requirement,
  Verdict,
} from '../../../reports/model.ts';
import { entry } from '../support/deviation-samples.ts';

const judged = (verdict: Verdict, more: Partial<Judged> = {}): Judged => ({
  id: 'TEL-001',
  level: 'must',
  verdict,
  reason: verdict === 'pass' ? '' : 'sent a, expected 201, got 500',
  observed: null,
  ...more,
});
/** A choice at which a value was seen that is none of its readings. */
const thirdReading = (observed: string): Judged =>
  judged('fail', {
    level: 'choice',
    reason: `no stated reading fits: expected "0" or "1", got "${observed}"`,
    observed,
  });
const stateOf = (row: Judged | undefined, more: Partial<Deviation> = {}, part?: Part) =>
  judgeDeviations(row ? [row] : [], [entry(more)], '2026-11-21', () => part)[0]?.state;

test.describe('what becomes of an entry', () => {
  const table: [ListedDeviation['state'], string, Judged | undefined, Partial<Deviation>?][] = [
    ['known', 'fails as listed', judged('fail')],
    ['known', 'is warned about as listed', judged('warn', { level: 'should' })],
    ['differs', 'fails in another way', judged('fail', { reason: 'expected 201, got 404' })],
    ['differs', 'fails with a part of what was seen', judged('fail', { reason: 'got 50' })],
    ['stale', 'passes', judged('pass')],
    ['stale', 'shows a stated reading', judged('observed', { level: 'choice', observed: '0' })],
    ['unused', 'is blocked', judged('blocked')],
    ['unused', 'is not exercised', judged('not-exercised')],
    ['unused', 'is not there', undefined],
    ['known', 'fails on the last day', judged('fail'), { expires: '2026-11-21' }],
    ['expired', 'fails on the day after', judged('fail'), { expires: '2026-11-20' }],
    ['expired', 'passes', judged('pass'), { expires: '2026-11-20' }],
    ['expired', 'is blocked', judged('blocked'), { expires: '2026-11-20' }],
    ['expired', 'is not there', undefined, { expires: '2025-12-31' }],
    ['known', 'shows the value seen', thirdReading('7'), { seen: '7' }],
    ['differs', 'shows another value', thirdReading('8'), { seen: '7' }],
    ['known', 'shows the word seen', thirdReading('no'), { seen: 'no' }],
    [
      'differs',
      'shows the value seen, and another check fails',
      { ...thirdReading('no'), reasons: [thirdReading('no').reason, 'got 500'] },
      { seen: 'no' },
    ],
    [
      'differs',
      'fails for something else than its value',
      judged('fail', { level: 'choice', observed: 'no' }),
      { seen: 'no' },
    ],
    [
      'known',
      'fails for the number seen',
      judged('fail', { level: 'choice', reason: 'the first page is page 7' }),
      { seen: '7' },
    ],
    [
      'differs',
      'fails for a number that holds the one seen',
      judged('fail', { reason: 'got 17' }),
      { seen: '7' },
    ],
    ['differs', 'fails for a fraction of it', judged('fail', { reason: 'got 7.5' }), { seen: '7' }],
    ['differs', 'fails, and a letter was seen', judged('fail', { reason: 'got a page' }), { seen: 'a' }],
    [
      'differs',
      'fails where the number was expected',
      judged('fail', { reason: 'page: expected 7, got 8' }),
      { seen: '7' },
    ],
    [
      'differs',
      'fails for another thing at a place with the number',
      judged('fail', { reason: 'Numbers.json?Page=7 answered 500' }),
      { seen: '7' },
    ],
    ['differs', 'shows the value beside a must', judged('fail', { observed: '7' }), { seen: '7' }],
  ];
  for (const [state, what, row, more = {}] of table) {
    test(`${state}: its row ${what}${more.expires ? ` (until ${more.expires})` : ''}`, () => {
      expect(stateOf(row, more)).toBe(state);
    });
  }

  const texts: [ListedDeviation['state'], seen: string, reason: string][] = [
    ['known', 'got 50', 'page_size: expected 20, got 50'],
    ['known', 'got 50', 'got 50, then nothing'],
    ['known', ' got 50\n', 'got 50.'],
    ['differs', 'got 50', 'got 500'],
    ['differs', 'got 50', 'got 50.5'],
    ['differs', 'got 50', 'got 50th'],
    ['differs', '50 calls', 'got 7.50 calls'],
    ['differs', 'time is missing', '/start_time is missing'],
    ['differs', '/sid is missing', '/calls/0/sid is missing'],
    ['known', '/sid is missing', 'got a call: /sid is missing; /to is missing'],
    ['known', 'got 50', 'got 500; got 50'],
    ['differs', '404', 'expected 404, got 500'],
    ['differs', '404', 'GET /Recordings/404 answered 500, expected a 2xx'],
    ['differs', '404', 'got "/Recordings/404.json"'],
    ['known', '404', 'GET /Recordings/404 answered 404, expected a 2xx'],
    ['known', '404', 'expected 201, got 404'],
    ['differs', 'in progress', 'expected "in progress", got "ended"'],
    ['differs', 'expected 201', 'expected 201, got 500'],
    ['known', 'expected 201, got 500', 'expected 201, got 500'],
    ['differs', '404, got', 'expected 404, got 500'],
    ['differs', '2xx', 'GET /Calls answered 500, expected a 2xx'],
    ['differs', 'must be string', '/duration must be string, got 42'],
    ['known', '/duration must be string', '/duration must be string, got 42'],
    ['differs', '42', '/duration must be: 42 or more, got 7'],
    ['differs', 'GET /Calls answered', 'GET /Calls answered 500, expected a 2xx'],
    ['known', 'GET /Calls answered 500', 'GET /Calls answered 500, expected a 2xx'],
    ['known', 'got no answer', 'GET /Calls got no answer (the connection was reset), expected a 2xx'],
    ['differs', 'got', 'expected 201, got 500'],
    ['differs', 'status', 'status: expected 201, got 500'],
    ['differs', 'Record=true', 'status with Record=true: expected 404, got 200'],
    ['known', 'Record=true: expected 404, got 200', 'status with Record=true: expected 404, got 200'],
    ['known', 'true', 'whether it is renewed: expected false, got true'],
    ['differs', 'answered', 'GET /Calls answered 500, expected a 2xx'],
    ['differs', 'is missing', '/end_time is missing'],
    ['known', 'status is missing', '/status is missing'],
    [
      'known',
      'expected not "application/json"',
      'media type of the redirect: expected not "application/json"',
    ],
    ['differs', 'no stated reading fits', 'no stated reading fits: expected "0" or "1", got "7"'],
  ];
  for (const [state, seen, reason] of texts) {
    test(`${state}: ${JSON.stringify(seen)} was seen, and now ${reason}`, () => {
      expect(stateOf(judged('fail', { reason }), { seen })).toBe(state);
    });
  }

  test('each reason of a row has to be listed: a second failure does not hide behind a known one', () => {
    const twice = judged('fail', { reason: 'got 500 (and 1 more)', reasons: ['got 500', 'got 404'] });
    expect(stateOf(twice)).toBe('differs');
    expect(stateOf(twice, { seen: ['got 500', 'got 404'] })).toBe('known');
    expect(stateOf(twice, { seen: ['got 500', 'got 403'] })).toBe('differs');
  });

  test('a blocked check of its row is not excused, however the others fail', () => {
    const half = judged('fail', {
      reason: 'got 500 (and a check is blocked: no token)',
      reasons: ['got 500'],
      blocked: ['no token'],
    });
    expect(judgeDeviations([half], [entry()], '2026-11-21')).toMatchObject([
      {
        state: 'unused',
        says: 'TEL-001 fails as listed, but one of its checks is blocked, which no entry excuses: no token',
      },
    ]);
    expect(stateOf(half, { seen: 'got 404' })).toBe('differs');
    expect(stateOf(half, { seen: 'no token' })).toBe('differs');
  });

  for (const part of ['shard', 'selection'] as const) {
    test(`in a ${part} a row that holds is not the last word`, () => {
      expect(stateOf(judged('pass'), {}, part)).toBe('unused');
      expect(stateOf(judged('observed', { level: 'choice', observed: '0' }), {}, part)).toBe('unused');
      expect(stateOf(judged('fail', { reason: 'got 404' }), {}, part)).toBe('differs');
      expect(stateOf(judged('fail'), {}, part)).toBe('known');
      expect(stateOf(judged('fail'), { expires: '2026-11-20' }, part)).toBe('expired');
    });
  }

  test('only the rows of which a part was judged are let off', () => {
    const rows = [judged('pass'), judged('pass', { id: 'TEL-002' })];
    const listed = judgeDeviations(rows, [entry(), entry({ requirement: 'TEL-002' })], '2026-11-21', (id) =>
      id === 'TEL-001' ? 'selection' : undefined,
    );
    expect(listed.map(({ state, says }) => [state, says])).toEqual([
      [
        'unused',
        'TEL-001 holds in the selected checks; only a run of every check shows whether it holds in all of them',
      ],
      ['stale', 'TEL-002 holds (pass): remove its entry'],
    ]);
  });

  test('each entry is told in a sentence that names it and why', () => {
    const rows = [
      judged('fail', { reason: 'expected 201, got \u001b[31m404' }),
      judged('pass', { id: 'TEL-002' }),
    ];
    const says = judgeDeviations(rows, [entry(), entry({ requirement: 'TEL-002' })], '2026-11-21').map(
      ({ says }) => says,
    );
    expect(says).toEqual([
      'TEL-001 differs in another way than listed: the entry expects "got 500", but the run reports fail: expected 201, got 404',
      'TEL-002 holds (pass): remove its entry',
    ]);
  });
});

test('the known ones are told by their requirement, in a few words', () => {
  const others = ['stale', 'expired', 'differs', 'unused'] as const;
  const listed = [
    { state: 'known' as const, says: '', entry: entry({ requirement: 'TEL-002' }) },
    ...others.map((state) => ({ state, says: '', entry: entry() })),
  ];
  expect([...knownOf(listed)]).toEqual([['TEL-002', listed[0]?.entry]]);
  expect(inShort(entry({ reason: 'the \u202eold\nrecorder' }))).toBe(
    'the old recorder (telephony team, until 2026-12-31)',
  );
});

test('on its last day an entry holds, and texts of three letters tell', () => {
  const on = (today: string, seen: string | string[]) =>
    judgeDeviations([judged('fail', { reason: 'got 500' })], [entry({ seen })], today)[0]?.state;
  expect(on('2026-12-31', 'got 500')).toBe('known');
  expect(on('2027-01-01', 'got 500')).toBe('expired');
  expect(on('2026-12-31', '500')).toBe('known');
  expect(on('2026-12-31', '50')).toBe('differs');
  const [told] = judgeDeviations(
    [judged('fail', { reason: 'got 7' })],
    [entry({ seen: ['one', 'two'] })],
    '2026-01-01',
  );
  expect(told?.says).toContain('the entry expects "one" or "two", but the run reports fail: got 7');
});

test.describe('what a run with deviations comes to', () => {
  const row = (word: string, level: Requirement['level'] = 'must'): Entry => ({
    id: 'TEL-001',
    level,
    verdict: word.replace('known ', '') as Verdict,
    reason: 'a reason',
    observed: null,
    tests: ['a'],
    ...(word.startsWith('known ') && { deviation: entry() }),
  });
  const table: [
    Outcome,
    lax: number,
    strict: number,
    words: string[],
    states?: ListedDeviation['state'][],
  ][] = [
    ['partial', 0, 0, ['pass', 'known fail'], ['known']],
    ['partial', 0, 0, ['known fail'], ['known']],
    ['conformant', 0, 0, ['pass', 'known warn'], ['known']],
    ['partial', 0, 3, ['pass', 'known fail', 'warn'], ['known']],
    ['partial', 3, 3, ['pass', 'known fail', 'blocked'], ['known']],
    ['partial', 3, 3, ['pass', 'blocked'], ['unused']],
    ['non-conformant', 1, 1, ['pass', 'known fail', 'fail'], ['known', 'differs']],
    ['non-conformant', 1, 1, ['pass', 'fail'], ['expired']],
    ['conformant', 1, 1, ['pass'], ['stale']],
    ['conformant', 1, 1, ['pass'], ['expired']],
    ['conformant', 1, 1, ['pass', 'warn'], ['differs']],
    ['conformant', 0, 0, ['pass'], ['unused']],
    ['partial', 1, 1, ['pass', 'blocked'], ['stale']],
  ];
  for (const [outcome, lax, strict, words, states = []] of table) {
    test(`${words.join(', ')}; entries ${states.join(', ')}: ${outcome}, ${lax}, strictly ${strict}`, () => {
      const requirements = words.map((word) => row(word));
      expect(outcomeOf(requirements, true)).toBe(outcome);
      const deviations = states.map((state) => ({ entry: entry(), state, says: '' }));
      const file = { complete: true, outcome, requirements, deviations };
      expect([exitCodeOf(file, false), exitCodeOf(file, true)]).toEqual([lax, strict]);
    });
  }

  test('a known deviation does not make a run that was cut off a finished one', () => {
    expect(outcomeOf([row('known fail')], false)).toBe('inconclusive');
    const file = { complete: false, outcome: 'inconclusive' as const, requirements: [row('known fail')] };
    expect(exitCodeOf(file, false)).toBe(2);
  });

  test('the states that fail a run are those that are not so, or not so any more', () => {
    const states = ['known', 'stale', 'differs', 'expired', 'unused'] as const;
    expect(states.filter((state) => isWrong({ state }))).toEqual(['stale', 'differs', 'expired']);
  });
});
