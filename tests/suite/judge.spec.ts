import { test as base, expect } from '@playwright/test';
import type { RequirementId } from '../support/catalogue.ts';
import {
  control,
  establish,
  judge,
  judgeBodies,
  lacksData,
  observe,
  observeReading,
} from '../support/judge.ts';
import { keepExchange, type Ledger, openLedger, Stopped } from '../support/ledger.ts';
import { createMask } from '../support/mask.ts';
import { expect as answers, codeOf, heard } from '../support/matchers.ts';
import type { Answer } from '../support/wire.ts';

/** What a check may say about the requirements it covers, and what comes of it. */
const test = base.extend<{ check: (...covers: RequirementId[]) => Ledger }>({
  check: async ({}, use, testInfo) => use((...covers) => openLedger(testInfo, covers, createMask())),
});

const answer = (status: number, body: unknown = {}, more: Partial<Answer> = {}): Answer => ({
  method: 'GET',
  url: 'http://127.0.0.1/path',
  status,
  headers: {},
  text: JSON.stringify(body),
  json: body,
  ...more,
});

const lost = answer(0, undefined, { failure: 'no answer within 5 ms' });
const fail = (): never => {
  throw new Error('it does not hold');
};

test('judge goes on after what it finds broken', async ({ check }) => {
  const { facts } = check('TEL-001', 'TEL-002');
  await judge('TEL-001', fail);
  await judge('TEL-002', () => {});
  expect(facts).toEqual([
    { id: 'TEL-001', is: 'broken', reason: 'it does not hold' },
    { id: 'TEL-002', is: 'held' },
  ]);
});

test('what is broken tells which exchange shows it', async ({ check }) => {
  const ledger = check('TEL-189', 'TEL-190', 'TEL-193');
  const [first, last] = [answer(401), answer(200)];
  for (const one of [first, last]) {
    const { method, url, status } = one;
    keepExchange(ledger, one, { method, url, status, requestHeaders: {}, durationMs: 1, curl: '' });
  }
  await judge('TEL-189', () => answers(first).toBeAccepted());
  await judge('TEL-190', () => answers(last).toBeRefused());
  await judge('TEL-193', fail);
  expect(ledger.facts.map((fact) => ('exchange' in fact ? fact.exchange : undefined))).toEqual([0, 1, 1]);
});

test('establish ends the check, and names the requirement that it failed on', async ({ check }) => {
  const ledger = check('TEL-001', 'TEL-002');
  await expect(establish(['TEL-001', 'TEL-002'], fail)).rejects.toThrow(Stopped);
  expect(ledger.facts.map(({ id, is }) => [id, is])).toEqual([
    ['TEL-001', 'broken'],
    ['TEL-002', 'broken'],
  ]);
  expect(ledger.stopped).toEqual({ reason: 'it does not hold', cause: 'TEL-001' });
  expect(await establish('TEL-001', () => 5)).toBe(5);
});

test('a control that breaks blocks; it never fails what the check covers', async ({ check }) => {
  const ledger = check('TEL-189');
  const pending = Promise.resolve(answer(500));
  await expect(control(pending, (got) => answers(got).toBeAccepted(), 'TEL-092')).rejects.toThrow(Stopped);
  expect(ledger.facts).toEqual([]);
  expect(ledger.stopped?.cause).toBe('TEL-092');
  expect(ledger.stopped?.reason).toContain('GET /path answered 500');
  expect(ledger.controlled).toBe(false);
});

test('silence blocks before a control, and is no refusal after it', async ({ check }) => {
  const before = check('TEL-189');
  expect(() => answers(lost).toBeRefused()).toThrow(Stopped);
  expect(before.stopped?.reason).toContain('no answer within 5 ms');

  const after = check('TEL-189');
  await control(Promise.resolve(answer(200)), () => {});
  expect(() => answers(lost).toBeRefused()).toThrow(
    'got no answer (no answer within 5 ms), expected a refusal',
  );
  expect(after.stopped).toBeUndefined();
});

test('of what is judged in one more place, a lack of data tells nothing', async ({}, testInfo) => {
  const ledger = openLedger(testInfo, ['TEL-001', 'TEL-002'], createMask(), ['TEL-002']);
  lacksData(['TEL-001', 'TEL-002'], 'nothing was listed');
  await judge('TEL-002', fail);
  expect(ledger.facts).toEqual([
    { id: 'TEL-001', is: 'not-exercised', need: 'data', reason: 'nothing was listed' },
  ]);
});

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
const pairs = [user, call].flatMap((fields) =>
  fields.slice(1).map((field, index) => [fields[index] ?? '', field] as const),
);

for (const [one, other] of pairs) {
  test(`a 403 with ${one} and ${other} is no refusal, and with one of them it is`, ({ check }) => {
    check('TEL-189').controlled = true;
    const yielding = answer(403, { [one]: 'a-1', [other]: 'b-2' });
    expect(() => answers(yielding).toBeRefused()).toThrow(/yielded \w+ and \w+, expected a refusal/);
    for (const field of [one, other]) answers(answer(403, { [field]: 'a-1' })).toBeRefused();
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

const token = { access_token: 'a', id_token: 'b', refresh_token: 'c' };

test('a deviation belongs to the requirement that encloses it most closely', async ({ check }) => {
  const { facts } = check('IDN-101', 'IDN-107', 'IDN-109', 'IDN-110');
  const user = { username: 5, last_name: '', id: '', picture_url: '' };
  const info = { audience: '', user_id: '', issuer: '', expires_in: 1, user };
  await judgeBodies('token-info', [info]);
  expect(facts.map(({ id, is }) => [id, is])).toEqual([
    ['IDN-101', 'held'],
    ['IDN-107', 'held'],
    ['IDN-109', 'broken'],
    ['IDN-110', 'broken'],
  ]);
});

test('a deviation that no requirement of the check speaks of is not passed over', async ({ check }) => {
  check('IDN-039');
  await expect(judgeBodies('token-response', [{ ...token, id_token: 5 }])).rejects.toThrow(
    'no requirement of this check',
  );
});

test('of a secret where none should be no half is told', async ({ check }) => {
  const { facts, mask } = check('IDN-039');
  const secret = 'a-secret-of-many-letters-'.repeat(6);
  mask.learn('TOKEN', secret);
  await judgeBodies('token-response', [{ ...token, access_token: { token: secret } }]);
  expect(facts).toMatchObject([{ is: 'broken', reason: expect.stringContaining('{"token":"$TOKEN') }]);
  expect(JSON.stringify(facts)).not.toContain('a-secret');
});

test('of thousands of deviations the first are told', async ({ check }) => {
  const { facts } = check('IDN-039');
  const bodies = Array.from({ length: 30 }, (_, index) => ({ ...token, access_token: [index] }));
  await judgeBodies('token-response', bodies);
  expect(facts).toMatchObject([{ is: 'broken', reason: expect.stringMatching(/; and 10 more$/) }]);
});

test('what is wrong in two ways is told in two reasons', async ({ check }) => {
  const { facts } = check('IDN-038', 'IDN-039');
  const { access_token: _, ...without } = token;
  const wrong = [5, 6].map((access_token) => ({ ...token, access_token }));
  await judgeBodies('token-response', [...wrong, without]);
  expect(facts.filter(({ id }) => id === 'IDN-039')).toMatchObject([
    { reason: expect.stringMatching(/^\/access_token must be string, got 5; \/access_token .*, got 6$/) },
    { reason: '/access_token is missing' },
  ]);
});

test('what is no JSON breaks the whole body', async ({ check }) => {
  const { facts } = check('IDN-038', 'IDN-039');
  await judgeBodies('token-response', [undefined]);
  expect(facts.map(({ id, is }) => [id, is])).toEqual([
    ['IDN-038', 'broken'],
    ['IDN-039', 'not-exercised'],
  ]);
});

test('a part that no body has leaves nothing to judge', async ({ check }) => {
  const { facts } = check('TEL-137');
  await judgeBodies('available-number.sample', []);
  expect(facts).toMatchObject([{ id: 'TEL-137', is: 'not-exercised', need: 'data' }]);
});

test('one broken body among good ones breaks', async ({ check }) => {
  const { facts } = check('IDN-039', 'IDN-040', 'IDN-041');
  await judgeBodies('token-response', [token, { ...token, access_token: '' }, token]);
  expect(facts.map(({ is }) => is)).toEqual(['broken', 'held', 'held']);
});

test('a choice takes one of its readings, and any other breaks it', ({ check }) => {
  const { facts } = check('TEL-151');
  observeReading('TEL-151', '0', 'unused');
  observeReading('TEL-151', '7', 'the first page is page 7');
  expect(facts).toEqual([
    { id: 'TEL-151', is: 'observed', value: '0' },
    { id: 'TEL-151', is: 'broken', reason: 'the first page is page 7' },
  ]);
});

test('what the target cannot offer stays not exercised, whatever the check says', async ({ check }) => {
  const { facts } = check('TEL-152', 'TEL-153');
  facts.push({ id: 'TEL-152', is: 'not-exercised', need: 'state', reason: 'needs state' });
  await judge('TEL-152', fail);
  observe('TEL-152', 'x');
  lacksData('TEL-152', 'y');
  await judge('TEL-153', () => {});
  expect(facts.map(({ id, is }) => [id, is])).toEqual([
    ['TEL-152', 'not-exercised'],
    ['TEL-153', 'held'],
  ]);
});

test('a check cannot judge what it does not cover', async ({ check }) => {
  check('TEL-001');
  await expect(judge('TEL-002', () => {})).rejects.toThrow('judges TEL-002 without covering it');
});

test('a code is read from the query or the fragment of a redirect, and from nothing else', ({ check }) => {
  check('IDN-003');
  expect(codeOf(redirect('https://client.example/cb?code=abc'))).toBe('abc');
  expect(codeOf(redirect('https://client.example/cb#code=abc'))).toBe('abc');
  expect(codeOf(answer(200, { code: 'abc' }))).toBeUndefined();
  const given = answer(200);
  expect(heard(given)).toBe(given);
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
