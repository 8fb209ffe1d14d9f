import { expect, test } from '@playwright/test';
import fc from 'fast-check';
import { condense, explain, REASON_LIMIT } from '../../../reports/judge/reason.ts';
import { count, duration, line, plain, shorten, xml } from '../../../reports/text.ts';

/** The message that Playwright itself gives for a failed assertion. */
async function messageOf(assertion: () => unknown): Promise<string> {
  try {
    await assertion();
  } catch (error) {
    return (error as Error).message;
  }
  throw new Error('the assertion held');
}

test.describe('an assertion as one sentence', () => {
  const table: [string, () => unknown][] = [
    ['expected 200, got 404', () => expect(404).toBe(200)],
    ['Direction=in: expected 200, got 404', () => expect(404, 'Direction=in').toBe(200)],
    ['expected not 1', () => expect(1).not.toBe(1)],
    ['expected > 3, got 1', () => expect(1).toBeGreaterThan(3)],
    ['expected length 3, got length 1', () => expect([1]).toHaveLength(3)],
    ['expected 2, got array [1]', () => expect([1]).toContain(2)],
    ['expected substring "b", got "a"', () => expect('a').toContain('b')],
    ['expected /x/, got "abc"', () => expect('abc').toMatch(/x/)],
    ['body.start: got undefined', () => expect(undefined, 'body.start').toBeDefined()],
    ['expected path "b.c", got path []', () => expect({ a: 1 }).toHaveProperty('b.c', 3)],
    ['expected "b": 3, got "b": 2', () => expect({ a: 1, b: 2 }).toEqual({ a: 1, b: 3 })],
    ['numbers: expected "b": 3, got "b": 2', () => expect({ a: 1, b: 2 }, 'numbers').toEqual({ a: 1, b: 3 })],
    ['expected nothing more, got "c": 3', () => expect({ a: 1, c: 3 }).toEqual({ a: 1 })],
    ['expected "c": 3, got nothing there', () => expect({ a: 1 }).toEqual({ a: 1, c: 3 })],
    [
      'numbers: expected Array [], got Array [ Object { "npa": "201", }, ]',
      () => expect([{ npa: '201' }], 'numbers').toEqual([]),
    ],
    ['expected x, got b', () => expect('a\nb\nc').toBe('a\nx\nc')],
    ['Received function did not throw', () => expect(() => 1).toThrow()],
    ['expected 2, got 1', () => expect.poll(() => 1, { timeout: 200 }).toBe(2)],
    ['an error: with a colon', () => Promise.reject(new Error('an error: with a colon'))],
    [
      'the refresh: POST /token answered 200 as text/html, expected application/json',
      () =>
        Promise.reject(
          new Error('the refresh\n\nPOST /token answered 200 as text/html, expected application/json\n'),
        ),
    ],
    ['x is not a function', () => Promise.reject(new TypeError('Error: x is not a function\nmore'))],
  ];
  for (const [expected, assertion] of table) {
    test(expected, async () => {
      const sentence = condense(await messageOf(assertion));
      expect(sentence.replace(' more', '')).toBe(expected.replace(' more', ''));
    });
  }

  test('the matcher is left out after a sentence as well', async () => {
    const message = `the control GET /a answered 400: ${await messageOf(() => expect(400).toBe(200))}`;
    expect(condense(message)).toBe('the control GET /a answered 400: expected 200, got 400');
  });

  test('colours, logs, code and stacks are left out', () => {
    for (const last of [
      'Call log:',
      '    at file.ts:1:2',
      '    at f (file.ts:1:2)',
      '> 12 | await x',
      '  13 | y',
    ]) {
      expect(condense(['Error: \u001b[31mno answer\u001b[39m', last, 'more'].join('\n'))).toBe('no answer');
    }
  });

  test('nothing at all is said to be that', () => {
    for (const empty of ['', '\n\n', 'Error: ', '\u001b[31m\u001b[0m']) {
      expect(condense(empty)).toBe('an error without a message');
      expect(explain(empty)).toBe('an error without a message');
    }
    expect(condense('Expected: \nReceived: 1')).toBe('expected (empty), got 1');
  });

  test('it is one bounded, printable line, whatever came', () => {
    const piece = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.constantFrom('\n', 'Expected: ', 'Received: ', '\u001b[', '- Expected  - 1'),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
        const sentence = condense(pieces.join(''));
        expect(Array.from(sentence).length).toBeLessThanOrEqual(REASON_LIMIT);
        expect(sentence).not.toMatch(/[\p{Cc}\u202a-\u202e\u2066-\u2069]/u);
        expect(sentence).not.toBe('');
      }),
      { interruptAfterTimeLimit: 5000 },
    );
    const long = condense(`Expected: ${'a'.repeat(1000)}\nReceived: ${'b'.repeat(1000)}`);
    expect(long).toMatch(/^expected a{119}…, got b{119}…$/);
    expect(condense('x'.repeat(1000))).toBe(`${'x'.repeat(REASON_LIMIT - 1)}…`);
  });
});

test('an error outside the checks keeps its lines and loses its stack', () => {
  const message =
    'Error: TARGET_AUTH_URL: expected a URL\nTARGET_CLIENT_ID: is missing\n    at setup.ts:1:2\n    at more';
  expect(explain(message)).toBe('TARGET_AUTH_URL: expected a URL\nTARGET_CLIENT_ID: is missing');
  expect(explain('y'.repeat(9000))).toHaveLength(4000);
});

test.describe('text that a deployment sent', () => {
  test('escape sequences, controls and invisible characters are taken out', () => {
    const table: [string, string][] = [
      ['\u001b[1;31mred\u001b[0m', 'red'],
      ['\u001b]8;;http://evil/\u0007link\u001b]8;;\u001b\\', 'link'],
      ['\u001b]0;title', ''],
      ['\u001bP1$tq\u001b\\a\u001b_b\u001b\\c', 'ac'],
      ['\u001bcreset\u001b7', 'reset'],
      ['\u009b31mred\u009d0;t\u009cx', 'redx'],
      ['a\u0000b\u0007c\u0008d\u007fe\u0085f', 'abcdef'],
      ['user\u202egnp.exe\u2066\u2069\u200f\u061c', 'usergnp.exe'],
      ['zero\u200bwidth\ufeff\u2060', 'zerowidth'],
      ['a\u2028b\u2029c', 'abc'],
      ['a\r\nb\rc\td', 'a\nb\nc\td'],
      ['lone \ud800 surrogate', 'lone \ufffd surrogate'],
      ['grüße 👋🏽', 'grüße 👋🏽'],
    ];
    for (const [given, expected] of table) expect(plain(given)).toBe(expected);
    expect(line('  a\n\tb  c ')).toBe('a b c');
  });

  test('what is left is plain already', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(plain(plain(text))).toBe(plain(text));
      }),
      { interruptAfterTimeLimit: 5000 },
    );
  });

  test('markup and line ends are data in XML', () => {
    expect(xml(`<a href="x">&'\n\t\u0000\ufffe`)).toBe('&lt;a href=&quot;x&quot;&gt;&amp;&apos;&#10;&#9;');
  });

  test('a cut shows, and cuts no character in two', () => {
    expect(shorten('abcd', 4)).toBe('abcd');
    expect(shorten('abcde', 4)).toBe('abc…');
    expect(shorten('👋👋👋', 3)).toBe('👋👋👋');
    expect(shorten('👋👋👋👋', 3)).toBe('👋👋…');
    expect(shorten('ab cde', 4)).toBe('ab…');
  });
});

test('counts and durations as people say them', () => {
  expect([count(0, 'check'), count(1, 'check'), count(2, 'check')]).toEqual([
    '0 checks',
    '1 check',
    '2 checks',
  ]);
  const durations = [0, 999, 1000, 59_999, 60_000, 200_000].map(duration);
  expect(durations).toEqual(['0 ms', '999 ms', '1.0 s', '59.9 s', '1 min 0 s', '3 min 20 s']);
});
