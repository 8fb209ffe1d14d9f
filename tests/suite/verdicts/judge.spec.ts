import { expect } from '@playwright/test';
import { expect as answers } from '../../support/judging/expect.ts';
import {
  control,
  establish,
  judge,
  judgeBodies,
  lacksData,
  observe,
  observeReading,
} from '../../support/judging/judge.ts';
import { keepExchange, openLedger, Stopped } from '../../support/judging/ledger.ts';
import { Refutation } from '../../support/judging/refutation.ts';
import { createMask } from '../../support/secrets/mask.ts';
import { answer, test } from './checked.ts';

/** What a check may say about the requirements it covers, and what comes of it. */

const lost = answer(0, undefined, { failure: 'no answer within 5 ms' });
const fail = (): never => {
  throw new Refutation('it does not hold');
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

test('once all that is sought has been found broken, nothing more is judged', async ({}, testInfo) => {
  const sought = new Set(['TEL-001', 'TEL-003'] as const);
  const covers = ['TEL-001', 'TEL-002', 'TEL-003', 'TEL-004'] as const;
  const first = openLedger(testInfo, covers, createMask(), { sought });
  await judge('TEL-001', fail);
  await judge('TEL-002', fail);
  expect(first.stopped).toBeUndefined();

  const second = openLedger(testInfo, covers, createMask(), { sought });
  await judge('TEL-001', () => {});
  await expect(judge(['TEL-002', 'TEL-003'], fail)).rejects.toThrow(Stopped);
  expect(second.facts.map(({ id, is }) => [id, is])).toEqual([
    ['TEL-001', 'held'],
    ['TEL-002', 'broken'],
    ['TEL-003', 'broken'],
    ['TEL-004', 'not-exercised'],
  ]);
  // The cause is a fact of this check, so nothing that it has judged is in doubt.
  expect(second.stopped?.cause).toBe('TEL-002');
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
  await control(answer(200), () => {});
  expect(() => answers(lost).toBeRefused()).toThrow(
    'got no answer (no answer within 5 ms), expected a refusal',
  );
  expect(after.stopped).toBeUndefined();
});

test('of what is judged in one more place, a lack of data tells nothing', async ({}, testInfo) => {
  const ledger = openLedger(testInfo, ['TEL-001', 'TEL-002'], createMask(), { further: ['TEL-002'] });
  lacksData(['TEL-001', 'TEL-002'], 'nothing was listed');
  await judge('TEL-002', fail);
  expect(ledger.facts).toEqual([
    { id: 'TEL-001', is: 'not-exercised', need: 'data', reason: 'nothing was listed' },
  ]);
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
  expect(facts).toMatchObject([{ is: 'broken', reason: expect.stringMatching(/; and 27 more$/) }]);
});

test('a violation tells which exchange shows it', async ({ check }) => {
  const ledger = check('IDN-039', 'IDN-041');
  const { refresh_token: _, ...without } = token;
  const answers = [{ ...token, access_token: 5 }, without, token].map((body) => answer(200, body));
  for (const one of answers) {
    const { method, url, status } = one;
    keepExchange(ledger, one, { method, url, status, requestHeaders: {}, durationMs: 1, curl: '' });
  }
  await judgeBodies(
    'token-response',
    answers.map(({ json }) => json),
  );
  expect(ledger.facts).toMatchObject([
    { id: 'IDN-039', is: 'broken', exchange: 0 },
    { id: 'IDN-041', is: 'broken', exchange: 1 },
  ]);
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
