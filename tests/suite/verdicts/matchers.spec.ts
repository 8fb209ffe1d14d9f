import { expect } from '@playwright/test';
import { condense } from '../../../reports/judge/reason.ts';
import { expect as answers } from '../../support/judging/expect.ts';
import { codeOf, heard } from '../../support/judging/matchers.ts';
import type { Answer } from '../../support/wire/http.ts';
import { answer, test } from './checked.ts';

/** What the matchers of the suite take for a refusal, an acceptance, a grant and a challenge. */

const refusals: [what: string, refused: boolean, Answer][] = [
  ['a 400', true, answer(400, { error: 'invalid_request' })],
  ['a 403 with an error code', true, answer(403, { status: 403, message: 'no', code: 10004 })],
  ['a 404 in HTML', true, answer(404, undefined, { text: '<html>' })],
  ['a 200', false, answer(200)],
  ['a 302', false, answer(302)],
  ['a 500', false, answer(500)],
  ['a 400 with a token', false, answer(400, { access_token: 'abc1' })],
  ['a 403 with a call', false, answer(403, { sid: 'CA1', api_version: '2012-04-24' })],
  ['a 404 that repeats which call', true, answer(404, { sid: 'CA1', account_sid: 'AC1', message: 'no' })],
  ['a 403 with the address of a recording', false, answer(403, { recording_url: 'https://r.example/1' })],
  ['a 400 that tells by a word', true, answer(400, { token: 'invalid', refresh_token: 'not_found' })],
  ['a 400 that names the field at fault', true, answer(400, { id_token: ['This field is required.'] })],
  ['a 400 that tells of a token in a sentence', true, answer(400, { refresh_token: 'is not known' })],
  [
    'a 400 that repeats a token that was sent',
    true,
    answer(
      400,
      { error: 'invalid_grant', refresh_token: 'not-1-of-ours' },
      { sent: new Set(['not-1-of-ours']) },
    ),
  ],
  ['a 403 with numbers', false, answer(403, { available_phone_numbers: [{}] })],
  ['a 401 with the user', false, answer(401, { _id: '1', username: 'ana' })],
  ['a 401 with the id of a log', true, answer(401, { _id: '1', message: 'no' })],
];

for (const [what, refused, got] of refusals) {
  test(`${what} is ${refused ? 'a' : 'no'} refusal`, ({ check }) => {
    check('TEL-189').controlled = true;
    if (refused) answers(got).toBeRefused();
    else expect(() => answers(got).toBeRefused()).toThrow('expected a refusal');
  });
}

/** Bodies that yield by two fields; each field has a part in one of the pairs. */
const user = ['_id', 'ndbid', 'username', 'displayname', 'permissions', 'aType', '_id'];
const call = ['sid', 'subresource_uris', 'api_version', 'direction', 'date_created', 'start_time', 'sid'];
const valueOf = (field: string): string => (field === 'aType' ? 'user' : `of ${field}`.replace(' ', '-'));
const pairs = [user, call].flatMap((fields) =>
  fields.slice(1).map((field, index) => [fields[index] ?? '', field] as const),
);

for (const [one, other] of pairs) {
  test(`a 403 with ${one} and ${other} is no refusal, and with one of them it is`, ({ check }) => {
    check('TEL-189').controlled = true;
    const yielding = answer(403, { [one]: valueOf(one), [other]: valueOf(other) });
    expect(() => answers(yielding).toBeRefused()).toThrow(/yielded \w+ and \w+, expected a refusal/);
    for (const field of [one, other]) answers(answer(403, { [field]: valueOf(field) })).toBeRefused();
  });
}

for (const field of ['access_token', 'refresh_token', 'id_token', 'token']) {
  test(`a 400 with ${field} is no refusal`, ({ check }) => {
    check('TEL-189').controlled = true;
    expect(() => answers(answer(400, { [field]: 'abc-1' })).toBeRefused()).toThrow(`yielded ${field}`);
  });
}

test('a 403 with a call in progress, or a list of e-mail addresses, is no refusal', ({ check }) => {
  check('TEL-189').controlled = true;
  for (const body of [
    { sid: 'CA1', status: 'in-progress' },
    { _id: '1', emails: [{ value: 'a@b.example' }] },
  ])
    expect(() => answers(answer(403, body)).toBeRefused()).toThrow('and yielded');
  for (const body of [
    { sid: 'CA1', status: 403 },
    { _id: '1', emails: ['is required'] },
  ])
    answers(answer(403, body)).toBeRefused();
});

test('a 2xx is accepted, and nothing beside it', ({ check }) => {
  check('TEL-189').controlled = true;
  for (const status of [200, 299]) answers(answer(status)).toBeAccepted();
  for (const status of [199, 300]) {
    expect(() => answers(answer(status)).toBeAccepted()).toThrow(`answered ${status}, expected a 2xx`);
    answers(answer(status)).not.toBeAccepted();
  }
  expect(() => answers(answer(200)).not.toBeAccepted()).toThrow('not toBeAccepted: GET /path answered 200');
});

test('a 4xx refuses, and nothing beside it; what leads on says where', ({ check }) => {
  check('TEL-189').controlled = true;
  for (const status of [400, 499]) answers(answer(status)).toBeRefused();
  for (const status of [399, 500])
    expect(() => answers(answer(status)).toBeRefused()).toThrow('expected a refusal');
  const headers = { location: '/next?code=abc' };
  for (const status of [300, 399]) expect(codeOf(answer(status, {}, { headers }))).toBe('abc');
  for (const status of [299, 400]) expect(codeOf(answer(status, {}, { headers }))).toBeUndefined();
});

const redirect = (location: string): Answer => answer(302, undefined, { headers: { location } });
const grants: [what: string, yields: string | undefined, Answer][] = [
  ['a redirect with a code', 'a code', redirect('https://client.example/cb?code=abc')],
  [
    'a redirect with a code in its fragment',
    'a code',
    redirect('https://client.example/cb#state=1&code=abc'),
  ],
  ['a redirect with a token', 'an access token', redirect('https://client.example/cb#access_token=abc')],
  ['a redirect with an ID token', 'an ID token', redirect('https://client.example/cb#id_token=abc')],
  ['a redirect with an empty code', undefined, redirect('https://client.example/cb?code=&error=denied')],
  ['a redirect with an error', undefined, redirect('https://client.example/cb?error=invalid_request')],
  ['a page', undefined, answer(200, undefined, { text: '<html>' })],
  ['a 400', undefined, answer(400)],
];

for (const [what, yields, got] of grants) {
  test(`${what} yields ${yields ?? 'no code'}`, ({ check }) => {
    check('IDN-008').controlled = true;
    if (yields) expect(() => answers(got).toYieldNoCode()).toThrow(`yielded ${yields}`);
    else answers(got).toYieldNoCode();
  });
}

test('a 500 is no way to yield no code', ({ check }) => {
  check('IDN-008').controlled = true;
  expect(() => answers(answer(500)).toYieldNoCode()).toThrow('answered 500');
});

test('a code is read from the query or the fragment of a redirect, and from nothing else', ({ check }) => {
  check('IDN-003');
  expect(codeOf(redirect('https://client.example/cb?code=abc'))).toBe('abc');
  expect(codeOf(redirect('https://client.example/cb#code=abc'))).toBe('abc');
  expect(codeOf(answer(200, { code: 'abc' }))).toBeUndefined();
  const given = answer(200);
  expect(heard(given)).toBe(given);
});

test('JSON comes as application/json, in any letter case and with any parameters', ({ check }) => {
  check('TEL-209');
  const typed = (type: string) => answer(404, {}, { headers: { 'content-type': type } });
  for (const type of ['application/json', 'Application/JSON; charset=utf-8']) answers(typed(type)).toBeJson();
  for (const type of ['text/html', 'application/problem+json'])
    expect(() => answers(typed(type)).toBeJson()).toThrow(
      `GET /path answered 404 as ${type}, expected application/json`,
    );
  expect(() => answers(answer(404)).toBeJson()).toThrow('as no media type');
});

test('one of several values is told apart from any other, and named as what came', ({ check }) => {
  check('TEL-209');
  answers(401, 'status').toBeOneOf([400, 401]);
  answers(['1']).toBeOneOf([[], ['1']]);
  answers(403).not.toBeOneOf([400, 401]);
  const told = (assertion: () => void): string => {
    try {
      assertion();
    } catch (error) {
      return condense((error as Error).message);
    }
    return 'it held';
  };
  expect(told(() => answers(403, 'status').toBeOneOf([400, 401]))).toBe(
    'status: expected 400 or 401, got 403',
  );
  expect(told(() => answers('a').not.toBeOneOf(['a', 'b']))).toBe('expected not "a" or "b", got "a"');
});

test('matchers of values hold for what those of Playwright hold for', ({ check }) => {
  check('TEL-209');
  const holding: (() => void)[] = [
    () => answers(Number.NaN).toBe(Number.NaN),
    () => answers({ a: 1, b: undefined }).toEqual({ a: 1 }),
    () => answers({ a: 1 }).not.toEqual({ a: 2 }),
    () => answers(['a']).toContain('a'),
    () => answers('abc').toContain('b'),
    () => answers('abc').not.toContain('d'),
    () => answers('abc').toMatch(/b/),
    () => answers(null).toBeNull(),
    () => answers(undefined).toBeUndefined(),
    () => answers(0).toBeDefined(),
    () => answers(2).toBeGreaterThan(1),
    () => answers(1).toBeGreaterThanOrEqual(1),
    () => answers(1).toBeLessThan(2),
    () => answers(2).toBeLessThanOrEqual(2),
    () => answers([]).toAgree(() => 'something is wrong'),
  ];
  for (const holds of holding) holds();
  const failing: [() => void, reason: string][] = [
    [() => answers(0, 'a zero').toBe(-0), 'a zero: expected 0, got 0'],
    [() => answers([undefined]).toEqual([]), 'expected none, got nothing'],
    [() => answers(undefined, 'a text').toContain('a'), 'a text: expected "a", got nothing'],
    [() => answers(undefined, 'a text').not.toContain('a'), 'a text: expected not "a", got nothing'],
    [() => answers(7).toMatch(/7/, 'a seven'), 'expected a seven, got 7'],
    [() => answers('2').toBeGreaterThan(1), 'expected more than 1, got "2"'],
    [() => answers(Number.NaN).toBeLessThan(1), 'expected less than 1, got NaN'],
    [() => answers(undefined, 'the code').toBeDefined(), 'the code: expected one, got nothing'],
    [() => answers('a', 'the code').toBeUndefined(), 'the code: expected none, got "a"'],
    [() => answers(['x']).toAgree(() => 'page 1 leads to page 1 again'), 'page 1 leads to page 1 again'],
  ];
  for (const [fails, reason] of failing) {
    let told = 'it held';
    try {
      fails();
    } catch (error) {
      told = condense((error as Error).message);
    }
    expect(told).toBe(reason);
  }
});

test('a challenge names its scheme, whatever the letter case and wherever it stands', ({ check }) => {
  check('TEL-194').controlled = true;
  const challenge = (named: string) => answer(401, {}, { headers: { 'www-authenticate': named } });
  for (const named of ['Basic', 'basic realm="x"', 'Bearer, BASIC realm="x"', 'Basic,Bearer'])
    answers(challenge(named)).toNameScheme('Basic');
  for (const named of ['Bearer realm="Basic"', 'Basically', 'x-Basic'])
    expect(() => answers(challenge(named)).toNameScheme('Basic')).toThrow('expected the scheme Basic');
  expect(() => answers(answer(401)).toNameScheme('Basic')).toThrow('WWW-Authenticate ""');
});
