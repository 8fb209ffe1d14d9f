import { expect, test } from '@playwright/test';
import { condense } from '../../../reports/judge/reason.ts';
import { bodyExcerpt } from '../../../reports/write/body-excerpt.ts';
import { compared } from '../../support/judging/difference.ts';

/** What a reason says about two values that differ. */

const told = (expected: unknown, got: unknown, mask = (text: string) => text): string => {
  const { place, ...sides } = compared(expected, got, mask);
  return `expected ${sides.expected}, got ${sides.got}${place === undefined ? '' : `, ${place}`}`;
};

const long = 'x'.repeat(70);
const table: [what: string, expected: unknown, got: unknown, reason: string][] = [
  [
    'a line end',
    `${long}\n${long}`,
    `${long}\r\n${long}`,
    `expected …"${'x'.repeat(20)}\\n${'x'.repeat(30)}"…, got …"${'x'.repeat(20)}\\r\\n${'x'.repeat(30)}"…, at character 71: "\\n" became "\\r\\n"`,
  ],
  [
    'a no-break space',
    'a b',
    'a\u00a0b',
    'expected "a b", got "a\\u00a0b", at character 2: " " became "\\u00a0"',
  ],
  [
    'one code point or two',
    'café',
    'cafe\u0301',
    'expected "caf\\u00e9", got "cafe\\u0301", at character 4: "é" (\\u00e9) became "e\u0301" (e\\u0301)',
  ],
  [
    'letters of two alphabets',
    'paypal',
    'p\u0430ypal',
    'expected "paypal", got "p\\u0430ypal", at character 2: "a" became "\u0430" (\\u0430)',
  ],
  ['a second space', 'a b', 'a  b', 'expected "a b", got "a \\u0020b", at character 3: " " is added'],
  ['a space at the start', ' a', 'a', 'expected " a", got "a", at character 1: " " is missing'],
  ['zero width', 'ab', 'a\u200bb', 'expected "ab", got "a\\u200bb", at character 2: "\\u200b" is added'],
  ['a byte order mark', 'a', '\ufeffa', 'expected "a", got "\\ufeffa", at character 1: "\\ufeff" is added'],
  ['a direction', 'ab', 'a\u202eb', 'expected "ab", got "a\\u202eb", at character 2: "\\u202e" is added'],
  ['a control character', 'a\tb', 'a b', 'expected "a\\tb", got "a b", at character 2: "\\t" became " "'],
  ['what can be seen', 'state', 'stat', 'expected "state", got "stat"'],
  [
    'an end that is cut off',
    'x'.repeat(1500),
    'x'.repeat(1024),
    `expected …"${'x'.repeat(62)}"…, got …"${'x'.repeat(20)}", at character 1025: the last 476 of 1500 characters are missing`,
  ],
  ['a list with something in it', [], ['a', 'b'], 'expected none, got a, b'],
  ['a long list', [], ['a', 'b', 'c', 'd', 'e', 'f'], 'expected none, got a, b, c, d and 2 more'],
  ['one of several', [404, 404], [404, 200], 'expected 404, got 200, number 2 of 2'],
  ['a list that lacks something', ['a', 'b'], ['a'], 'expected "a", "b", got "a", without "b"'],
  ['a list with too much', ['a'], ['a', 'b'], 'expected "a", got "a", "b", with "b" too much'],
  ['a field', { a: 1, b: 2 }, { a: 1, b: 3 }, 'expected {"b":2}, got {"b":3}'],
  ['a condition', true, false, 'expected yes, got no'],
  ['nothing', 'a', undefined, 'expected "a", got nothing'],
];

for (const [what, expected, got, reason] of table) {
  test(`a difference is told: ${what}`, () => {
    expect(told(expected, got)).toBe(reason);
    // No report folds it away.
    expect(condense(reason)).toBe(reason);
  });
}

test('a secret is masked before anything is cut or escaped', () => {
  const secret = 'se\u00a0cret-'.repeat(10);
  const mask = (text: string) => text.replaceAll(secret, '$TOKEN');
  const reason = told(`${long}${secret}`, `${long}${secret}!`, mask);
  expect(reason).toContain('$TOKEN');
  expect(reason).not.toContain('cret');
});

test('of a body, the part is shown that the reason is about', () => {
  const numbers = Array.from({ length: 50 }, (_, nth) => ({
    phone_number: `+1415555${1000 + nth}`,
    npa: '415',
  }));
  const body = JSON.stringify({ available_phone_numbers: numbers, next_page_uri: '/here', page: 1 });
  expect(bodyExcerpt(body, 'next_page_uri of page 1 leads to page 1 again, expected page 2')).toContain(
    '"next_page_uri":"/here"',
  );
  expect(bodyExcerpt(body, 'numbers listed: expected none, got +14155551040')).toContain('+14155551040');
  expect(bodyExcerpt(body, '/available_phone_numbers/7/npa must be string, got 415')).toBe(
    '/available_phone_numbers/7 is {"phone_number":"+14155551007","npa":"415"}',
  );
  expect(bodyExcerpt('oh\nno', 'expected 200, got 500')).toBe('oh no');
});
