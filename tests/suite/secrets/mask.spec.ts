import { expect, test } from '@playwright/test';
import fc from 'fast-check';
import { wrongTokens } from '../../support/interface/near-misses.ts';
import { openLedger } from '../../support/judging/ledger.ts';
import { learnFromAnswer } from '../../support/secrets/learn.ts';
import { createMask, maskHeaders, maskStrings } from '../../support/secrets/mask.ts';
import { maskRecord } from '../../support/secrets/mask-record.ts';
import { curlOf } from '../../support/wire/curl.ts';

/** What the mask learns, and where it masks it. */
test('no known secret is left in any text', () => {
  const secrets = fc.uniqueArray(fc.string({ minLength: 6, maxLength: 30 }), { minLength: 1, maxLength: 5 });
  fc.assert(
    fc.property(secrets, fc.string(), (known, noise) => {
      const mask = createMask();
      known.forEach((one, index) => mask.learn(`S${index}`, one));
      const masked = mask.apply(known.join(noise) + noise);
      // What a placeholder itself spells is no leak.
      const left = known.filter((one) => masked.replaceAll(/\$S\d/g, '\u0000').includes(one));
      expect(left).toEqual([]);
    }),
  );
});

test('a secret that contains another is masked whole', () => {
  const mask = createMask();
  mask.learn('SHORT', 'token');
  mask.learn('LONG', 'token-of-another');
  expect(mask.apply('token-of-another, token')).toBe('$LONG, $SHORT');
});

test('a secret of few digits is masked where it stands alone, and within base64', () => {
  const mask = createMask();
  mask.learn('CODE', '90717');
  expect(mask.apply('code=90717&at=1790717123')).toBe('code=$CODE&at=1790717123');
  expect(mask.apply(Buffer.from('90717').toString('base64'))).toBe('$CODE');
});

test('a text is cut after it is masked', () => {
  const mask = createMask();
  mask.learn('TOKEN', 'token-0123456789');
  expect(mask.clip('body: token-0123456789 and more', 12)).toBe('body: $TOKEN… (31 characters)');
  expect(mask.clip('body', 12)).toBe('body');
});

test('a secret of three characters is masked where it stands alone', () => {
  const mask = createMask();
  mask.learn('PASSWORD', 'abc');
  expect(mask.apply('password=abc&fabcd "abc"')).toBe('password=$PASSWORD&fabcd "$PASSWORD"');
});

test('text too short to be a secret is left alone', () => {
  const mask = createMask();
  mask.learn('TINY', 'in');
  expect(mask.apply('Direction=in')).toBe('Direction=in');
});

test('an encrypted JWT is masked whole, and so is what comes near a secret', ({}, testInfo) => {
  const mask = createMask();
  const jwe = 'eyJhbGciOiJkaXIifQ..aXYtaXYtaXY.Y2lwaGVydGV4dA.dGFn';
  learnFromAnswer(mask, `<p>${jwe}</p>`, {});
  expect(mask.apply(jwe)).toBe('$JWT');

  openLedger(testInfo, [], mask);
  mask.learn('PASSWORD', 'Correct-Horse-7');
  const near = wrongTokens('Correct-Horse-7').filter((text) => text !== '');
  expect(near).toHaveLength(4);
  for (const text of near) expect(mask.apply(`password=${text}&`)).not.toMatch(/horse/i);
});

test('a curl command expands the names of secrets and nothing else', () => {
  const mask = createMask();
  mask.learn('TARGET_PASSWORD', 'pass-word');
  const headers = { 'x-odd': 'a"b`c$HOME\\' };
  const command = curlOf(
    'POST',
    'http://127.0.0.1/x?y=pass-word',
    headers,
    'password=pass-word&cost=$5',
    mask,
  );
  expect(command).toBe(
    'curl -i -X POST "http://127.0.0.1/x?y=${TARGET_PASSWORD}" -H "x-odd: a\\"b\\`c\\$HOME\\\\" -H "Content-Type:" --data-raw "password=${TARGET_PASSWORD}&cost=\\$5"',
  );
});

test('what has been learned is handed over once', () => {
  const mask = createMask();
  mask.learn('TOKEN', 'a-token-1');
  mask.learn('TOKEN', 'a-token-1');
  mask.learn('CODE', 'a-code-2');
  expect(mask.takeNew()).toEqual([
    ['TOKEN', 'a-token-1'],
    ['CODE', 'a-code-2'],
  ]);
  expect(mask.takeNew()).toEqual([]);
  expect(mask.names()).toEqual(new Set(['TOKEN', 'CODE']));
});

test('every string of a value is masked, wherever it stands, and every key but our own; all else stays', () => {
  const mask = createMask();
  mask.learn('TOKEN', 'a-token-1');
  mask.learn('PASSWORD', 'title');
  const value = {
    'x-a-token-1': 'a-token-1',
    title: 'a title',
    list: ['b a-token-1', 7, null],
    inner: { is: true, no: undefined },
  };
  expect(maskStrings(value, mask)).toEqual({
    'x-$TOKEN': '$TOKEN',
    title: 'a $PASSWORD',
    list: ['b $TOKEN', 7, null],
    inner: { is: true, no: undefined },
  });
});

test('keys that become equal lose no value', () => {
  const mask = createMask();
  mask.learn('TOKEN', 'a-token-1');
  mask.learn('TOKEN', 'a-token-2');
  const fields = { 'x-a-token-1': '1', 'x-a-token-2': '2', 'x-$TOKEN': '3', x: '4' };
  const masked = { 'x-$TOKEN': '1', 'x-$TOKEN (2)': '2', 'x-$TOKEN (3)': '3', x: '4' };
  expect(maskStrings(fields, mask)).toEqual(masked);
  expect(maskHeaders(fields, mask)).toEqual(masked);
});

test('the name of a header is masked, also when the secret is known but later', () => {
  const mask = createMask();
  mask.learn('TOKEN', 'secretword');
  const exchange = { method: 'GET', url: '/', requestHeaders: {}, durationMs: 1, curl: 'curl' };
  const record = { facts: [], exchanges: [{ ...exchange, responseHeaders: { secretword: '1', date: '2' } }] };
  expect(maskRecord(record, mask).exchanges).toEqual([
    { ...exchange, responseHeaders: { $TOKEN: '1', date: '2' } },
  ]);
});

test('a mask that is full says so, and shows no less of what it knows', () => {
  const mask = createMask(10_000);
  const learned = Array.from({ length: 100 }, (_, index) => `secret-number-${index};`).filter((one) =>
    mask.learn('TOKEN', one),
  );
  expect(learned.length).toBeGreaterThan(0);
  expect(learned.length).toBeLessThan(100);
  expect(mask.apply(learned.join(''))).toBe('$TOKEN'.repeat(learned.length));
  expect(mask.learn('TOKEN', learned[0] ?? '')).toBe(true);
});

/** The command that repeats a request: it names the settings that a reader has. */

const url = 'http://127.0.0.1/x';

function commandFor(authorization: string): string {
  const mask = createMask();
  mask.learn('TARGET_AUTH_TOKEN', 'the-auth-token');
  mask.learn('BASIC_CREDENTIALS', Buffer.from('AC1:the-auth-token').toString('base64'));
  return curlOf('GET', url, { authorization }, undefined, mask);
}

const encoded = (pair: string): string => Buffer.from(pair).toString('base64');

test('Basic credentials are given by the names of their settings', () => {
  expect(commandFor(`Basic ${encoded('AC1:the-auth-token')}`)).toBe(
    `curl -i "${url}" -u "AC1:\${TARGET_AUTH_TOKEN}"`,
  );
  expect(commandFor(`Basic ${encoded('AC1:the-auth-token-not')}`)).toBe(
    `curl -i "${url}" -u "AC1:\${TARGET_AUTH_TOKEN}-not"`,
  );
});

test('what is no pair, or another scheme, is sent as it is', () => {
  expect(commandFor(`basic ${encoded('AC1:x')}`)).toContain('-H "authorization: basic ');
  expect(commandFor(`Basic ${encoded('no colon')}`)).toContain('-H "authorization: Basic ');
  expect(commandFor('Basic %%%')).toContain('-H "authorization: Basic %%%"');
});
