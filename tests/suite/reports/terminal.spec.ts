import { expect, test } from '@playwright/test';
import { judgeRun } from '../../../reports/judge/run.ts';
import type { Check, CheckRecord, Requirement } from '../../../reports/model.ts';
import { paintFor, wrap } from '../../../reports/write/paint.ts';
import { Progress } from '../../../reports/write/progress.ts';
import { summaryOf } from '../../../reports/write/terminal.ts';

const row = (level: Requirement['level'], more: Partial<Requirement> = {}): Requirement => ({
  title: `a ${level} row`,
  statement: 'What must hold.',
  source: 'Endpoints',
  level,
  basis: 'stated',
  operation: 'recordCall',
  ...more,
});
const catalogue = {
  'IDN-001': row('must'),
  'COL-001': row('should'),
  'TEL-001': row('open'),
  'TEL-002': row('must'),
  'TEL-003': row('must', { untestable: 'it does not show' }),
  'TEL-004': row('must', { unwritten: 'later' }),
  'TEL-005': row('must'),
};
type Fact = CheckRecord['facts'][number] extends infer F
  ? F extends { id: unknown }
    ? Omit<F, 'id'>
    : never
  : never;
const broken = (reason: string): Fact => ({ is: 'broken', reason });
const check = (id: string, fact: Fact, exchanges: CheckRecord['exchanges'] = []): Check => ({
  name: `a.spec.ts › ${id}`,
  capability: 'a',
  covers: [id],
  durationMs: 1,
  record: { facts: [{ id, ...fact }] as CheckRecord['facts'], exchanges },
});
const none = paintFor({}, {});
const summary = (checks: Check[], more: object = {}) =>
  summaryOf(
    judgeRun({
      catalogue,
      checks,
      began: true,
      complete: true,
      errors: [],
      version: '1.0.0',
      target: { kind: 'live', name: 'sta\u001b[31mging', urls: {} },
      startedAt: new Date(0),
      durationMs: 9000,
      strict: false,
      ...more,
    }),
    none,
    ['out/verdicts.json'],
  );

test('a failure is one block, the rest is folded, the last line is plain', () => {
  const exchange = {
    method: 'GET',
    url: 'http://a/b',
    requestHeaders: {},
    durationMs: 7,
    curl: "curl 'http://a/b'",
  };
  const lines = summary([
    check('IDN-001', { ...broken('expected 200, got 500'), exchange: 0 } as Fact, [
      { ...exchange, status: 500, responseBody: 'oh\nno' },
      { ...exchange, status: 200, responseBody: 'of another matter' },
    ]),
    check('COL-001', broken('no charset')),
    check('TEL-001', { is: 'observed', value: '204' }),
    check('TEL-002', { is: 'blocked', reason: 'no token', cause: 'IDN-001' }),
    check('TEL-005', { is: 'not-exercised', need: 'call', reason: 'x' }),
  ]);
  expect(lines).toEqual([
    '',
    'FAIL IDN-001 a must row',
    '  states  What must hold. (must, stated; Endpoints)',
    '  got     expected 200, got 500',
    '  check   a.spec.ts › IDN-001',
    '  wire    GET http://a/b → 500 in 7 ms: oh no',
    "  curl    curl 'http://a/b'",
    '',
    'Warnings: the deployment differs from a sample or a standard',
    '  COL-001 a should row: no charset',
    '',
    'Observed: where the interface leaves a choice or says nothing',
    '  TEL-001 a open row: 204',
    '',
    'Blocked: an earlier step broke',
    '  IDN-001 blocks 1 requirement: no token',
    '    TEL-002',
    '',
    'Not exercised',
    '  1  cannot be checked from outside',
    '  1  have no check yet',
    '  1  need a live call (TARGET_CALL_SIDS)',
    '',
    'Requirements            pass  fail  warn  observed  blocked  not-exercised',
    'identity       must        ·     1     ·         ·        ·              ·',
    'collaboration  should      ·     ·     1         ·        ·              ·',
    'telephony      must        ·     ·     ·         ·        1              3',
    '               open        ·     ·     ·         1        ·              ·',
    'all                        ·     1     1         1        1              3',
    '',
    'NON-CONFORMANT: the deployment contradicts the interface',
    'staging (live), 2 requests, 9.0 s',
    'out/verdicts.json',
    '0 passed, 2 failed, 5 skipped',
  ]);
});

test('a run that never began tells why, all of it, and nothing else', () => {
  expect(
    summary([], {
      began: false,
      complete: false,
      errors: ['TARGET_AUTH_URL: missing\nTARGET_API_URL: missing'],
    }),
  ).toEqual([
    '',
    'INCONCLUSIVE: the run says nothing about the deployment',
    '  TARGET_AUTH_URL: missing',
    '  TARGET_API_URL: missing',
    'staging (live), 0 requests, 9.0 s',
    'out/verdicts.json',
    '0 passed, 0 failed, 7 skipped',
  ]);
});

test('one cause names at most a dozen of what it blocks', () => {
  const many = Object.fromEntries(Array.from({ length: 14 }, (_, n) => [`TEL-${100 + n}`, row('must')]));
  const checks = Object.keys(many).map((id) => check(id, { is: 'blocked', reason: 'no server' }));
  const lines = summary(checks, { catalogue: many });
  expect(lines).toContain('  One cause blocks 14 requirements: no server');
  expect(lines.find((text) => text.startsWith('    TEL-100'))).toMatch(/TEL-111 and 2 more$/);
});

test('colours only where a terminal has them and nobody asked for none', () => {
  const red = (stream: object, env: NodeJS.ProcessEnv) => paintFor(stream, env).red('x');
  expect(red({ isTTY: true }, {})).toBe('\u001b[31mx\u001b[39m');
  for (const [stream, env] of [
    [{}, {}],
    [{ isTTY: true }, { NO_COLOR: '1' }],
    [{ isTTY: true }, { TERM: 'dumb' }],
  ] as const) {
    expect(red(stream, env)).toBe('x');
  }
  expect(red({ isTTY: true }, { NO_COLOR: '' })).toBe('\u001b[31mx\u001b[39m');
});

test('long lines break between words, under where the text began', () => {
  expect(wrap('short enough', 4)).toBe('short enough');
  const broken = wrap('word '.repeat(40).trim(), 4).split('\n');
  expect(broken.length).toBeGreaterThan(1);
  for (const text of broken) expect(text.length).toBeLessThanOrEqual(110);
  for (const text of broken.slice(1)) expect(text).toMatch(/^ {4}word/);
});

test.describe('progress', () => {
  const failed = check('IDN-001', broken('x'));
  const show = (screen: { isTTY?: boolean; columns?: number }) => {
    const written: string[] = [];
    const progress = new Progress({ ...screen, write: (text) => written.push(text) }, none, catalogue);
    progress.begin(['a.spec.ts', 'a.spec.ts', 'b.spec.ts']);
    progress.end('a.spec.ts', failed);
    progress.end('a.spec.ts', check('TEL-002', { is: 'held' }));
    progress.clear();
    return written;
  };

  test('away from a terminal there is one line for each finished file', () => {
    expect(show({})).toEqual(['  a.spec.ts  2 checks  1 fail\n']);
  });

  test('it counts requirements, however many findings and checks speak about one', () => {
    const facts = ['x', 'y', 'z'].map((reason) => ({ id: 'IDN-001', is: 'broken', reason }) as const);
    const thrice: Check = { ...check('IDN-001', broken('x')), record: { facts, exchanges: [] } };
    const written: string[] = [];
    const progress = new Progress({ write: (text) => written.push(text) }, none, catalogue);
    progress.begin(['a.spec.ts', 'a.spec.ts']);
    progress.end('a.spec.ts', thrice);
    progress.end('a.spec.ts', thrice);
    expect(written.at(-1)).toBe('  a.spec.ts  2 checks  1 fail\n');
  });

  test('on a terminal one line moves, cut to its width, and is gone at the end', () => {
    const erase = '\r\u001b[K';
    const moving = [
      `${erase}  1 of 3 ch…`,
      erase,
      '  a.spec.ts  2 checks  1 fail\n',
      `${erase}  2 of 3 ch…`,
      erase,
    ];
    expect(show({ isTTY: true, columns: 13 })).toEqual(moving);
  });
});
