import { expect, test } from '@playwright/test';
import fc from 'fast-check';
import { curlOf } from '../support/curl.ts';
import { learnFromAnswer } from '../support/learn.ts';
import { createMask } from '../support/mask.ts';

const secret = 'pässwörd/with+all&of="them"';

const forms: Readonly<Record<string, string>> = {
  plain: secret,
  'URL-encoded': encodeURIComponent(secret),
  'form-encoded': new URLSearchParams({ password: secret }).toString().slice('password='.length),
  'as JSON': JSON.stringify(secret).slice(1, -1),
  base64: Buffer.from(secret).toString('base64'),
  base64url: Buffer.from(secret).toString('base64url'),
};

for (const [form, text] of Object.entries(forms)) {
  test(`a secret is masked ${form}`, () => {
    const mask = createMask();
    mask.learn('PASSWORD', secret);
    expect(mask.apply(`before ${text} after`)).toBe('before $PASSWORD after');
  });
}

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

test('text too short to be a secret is left alone', () => {
  const mask = createMask();
  mask.learn('TINY', 'in');
  expect(mask.apply('Direction=in')).toBe('Direction=in');
});

test('what an answer hands out is a secret from then on', () => {
  const mask = createMask();
  const jwt = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl';
  const body = JSON.stringify({ access_token: 'at-123456', nested: { guest: `Bearer ${jwt}` } });
  learnFromAnswer(mask, body, {
    location: 'https://client.example.com/callback?code=c%2Fde-1&state=xyz',
    'set-cookie': ['session=cookie-1; Path=/', 'other=cookie-2'],
  });
  expect(mask.apply(`at-123456 ${jwt} c/de-1 c%2Fde-1 cookie-1 cookie-2 xyz`)).toBe(
    '$ACCESS_TOKEN $JWT $CODE $CODE $COOKIE $COOKIE xyz',
  );
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
    'curl -i -X POST "http://127.0.0.1/x?y=${TARGET_PASSWORD}" -H "x-odd: a\\"b\\`c\\$HOME\\\\" --data-raw "password=${TARGET_PASSWORD}&cost=\\$5"',
  );
});
