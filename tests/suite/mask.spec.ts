import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from '@playwright/test';
import fc from 'fast-check';
import { findLeaks } from '../../reports/guard/scan.ts';
import { plain } from '../../reports/text.ts';
import { curlOf } from '../support/curl.ts';
import { learnFromAnswer, learnSettings } from '../support/learn.ts';
import { openLedger } from '../support/ledger.ts';
import { createMask, maskHeaders, maskStrings } from '../support/mask.ts';
import { maskRecord } from '../support/remask.ts';
import { wrongTokens } from '../support/sessions.ts';

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

const disguises: Readonly<Record<string, (text: string) => string>> = {
  'in percent-encoding of another letter case': (text) =>
    encodeURIComponent(text).replace(/%../g, (hex) => hex.toLowerCase()),
  'percent-encoded twice': (text) => encodeURIComponent(encodeURIComponent(text)),
  'with every character escaped': (text) => text.replace(/./gsu, (one) => `&#${one.codePointAt(0)};`),
  'in JSON in JSON': (text) => JSON.stringify(JSON.stringify(text)).slice(3, -3),
  'in the midst of base64': (text) => Buffer.from(`{"user":"x","password":"${text}"}`).toString('base64'),
  'with colours in it': (text) => `${text.slice(0, 3)}\u001b[7m${text.slice(3, 6)}\u001b[27m${text.slice(6)}`,
  'with what shows as nothing in it': (text) => `${text.slice(0, 3)}\u200b${text.slice(3)}`,
  'with a control in it': (text) => `${text.slice(0, 3)}\u007f${text.slice(3)}`,
  'with a line break of Unicode in it': (text) => `${text.slice(0, 3)}\u2028${text.slice(3)}`,
  'with an annotation in it': (text) => `${text.slice(0, 3)}\ufffa${text.slice(3)}`,
  'with the title of a terminal in it': (text) => `${text.slice(0, 3)}\u001b]0;x\u0007${text.slice(3)}`,
  'with an escape of two characters in it': (text) => `${text.slice(0, 3)}\u001bM${text.slice(3)}`,
  'with half a character in it': (text) => `${text.slice(0, 3)}\ud800${text.slice(3)}`,
  'in hexadecimal': (text) => Buffer.from(text).toString('hex'),
  'in hexadecimal of capitals': (text) => Buffer.from(text).toString('hex').toUpperCase(),
  'percent-encoded within base64': (text) =>
    Buffer.from(`user=x&password=${encodeURIComponent(text)}&a=b`).toString('base64'),
  'in base64 that is broken into lines': (text) =>
    Buffer.from(`${'line '.repeat(14)}${text} and more`)
      .toString('base64')
      .replace(/.{76}/g, '$&\r\n'),
  'by names of HTML': (text) =>
    text.replaceAll('/', '&sol;').replaceAll('+', '&plus;').replaceAll('=', '&equals;'),
  'in HTML without semicolons': (text) => text.replaceAll('/', '&#47').replaceAll('"', '&#x000022;'),
  'in a sequence of a terminal': (text) => `\u001b]0;${encodeURIComponent(text)}`,
};

for (const [how, disguise] of Object.entries(disguises)) {
  test(`a secret is masked ${how}`, () => {
    const mask = createMask();
    mask.learn('PASSWORD', secret);
    const masked = mask.apply(disguise(secret));
    expect(masked).toContain('$PASSWORD');
    expect(masked).not.toContain(disguise(secret).slice(8, -8));
  });
}

/** What is taken out of a text, in whole and in parts, and what it may hide in. */
const pieces = [
  '\u001b[7m',
  '\u001b]0;',
  '\u0007',
  '\u001b',
  '\u001b\\',
  '\u009b',
  '\u009d',
  '\u001bM',
  '[',
  '0',
  'm',
  '\u0001',
  '\u007f',
  '\u2028',
  '\ufffa',
  '\ufffd',
  '\u200b',
  '\ud83d',
  '\ude00',
  '\r\n',
  '\r',
  '\n',
  '%',
  '25',
  '41',
  '\\',
  'u0041',
  '&#65;',
  '&amp;',
  ' ',
  'x',
];

test('taking out what is not shown puts no secret together that is not found before', () => {
  const piece = fc.constantFrom(...pieces);
  const text = fc.array(fc.oneof(piece, fc.constantFrom('s', 'e', 'c', '1')), { maxLength: 30 });
  fc.assert(
    fc.property(text, text, fc.nat(), (of, noise, at) => {
      const shown = plain(of.join(''));
      const mask = createMask();
      mask.learn('SECRET', shown.slice(at % (shown.length + 1)));
      const told = [...of, ...noise].join('');
      if (mask.find(plain(told)).length > 0) expect(mask.find(told)).toEqual(['SECRET']);
    }),
    { numRuns: 1000 },
  );
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
  const near = wrongTokens('Correct-Horse-7');
  expect(near).toHaveLength(3);
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
    'curl -i -X POST "http://127.0.0.1/x?y=${TARGET_PASSWORD}" -H "x-odd: a\\"b\\`c\\$HOME\\\\" --data-raw "password=${TARGET_PASSWORD}&cost=\\$5"',
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

test('the credentials of the settings are masked as HTTP Basic has them, however short the password', () => {
  const mask = createMask();
  learnSettings(mask, {
    TARGET_USERNAME: ' user-1',
    TARGET_PASSWORD: 's3cr ',
    TARGET_CLIENT_ID: 'cl\u00ef?~',
    TARGET_CLIENT_SECRET: '4\u00fc>~',
    TARGET_ACCOUNT_SID: 'AC12',
    TARGET_AUTH_TOKEN: 'abc',
    TARGET_OTHER_CLIENT_ID: 'other',
  });
  for (const pair of ['user-1:s3cr', 'cl\u00ef?~:4\u00fc>~', 'AC12:abc']) {
    for (const bytes of [Buffer.from(pair, 'utf8'), Buffer.from(pair, 'latin1')]) {
      expect(mask.apply(`Basic ${bytes.toString('base64')}`)).toMatch(/^Basic \$BASIC_CREDENTIALS=*$/);
      expect(mask.apply(`Basic ${bytes.toString('base64url')}`)).toBe('Basic $BASIC_CREDENTIALS');
    }
  }
  expect(mask.find(Buffer.from('other:').toString('base64'))).toEqual([]);
});

test('a secret is masked in base64 of base64, wherever it stands in either', () => {
  const mask = createMask();
  mask.learn('PASSWORD', 'Correct-Horse-7');
  for (const before of ['', 'a', 'ab', 'abc']) {
    for (const outside of ['', 'a', 'ab', 'abc']) {
      const inner = Buffer.from(`${before}Correct-Horse-7${before}`).toString('base64');
      expect(mask.apply(Buffer.from(`${outside}${inner}`).toString('base64'))).toMatch(
        /^.{0,10}\$PASSWORD.{0,10}$/,
      );
    }
  }
});

test('a long secret is masked whole in base64 and in base64 of base64, wherever it stands; the last scan finds it', () => {
  const mask = createMask();
  const head = 'The same beginning, as tokens of one server have it. '.repeat(20);
  const secrets = ['one', 'two'].map((end) => `${head}${end.repeat(500)}`);
  for (const [index, secret] of secrets.entries()) mask.learn(`TOKEN_${index}`, secret);
  for (const secret of secrets) {
    for (const before of ['', 'a', 'ab', 'abc']) {
      const once = Buffer.from(`${before}${secret}`).toString('base64');
      expect(mask.apply(`(${once}) stays`)).toMatch(/^\(.{0,9}\$TOKEN_[01]\) stays$/);
      const twice = Buffer.from(`${before}${once}`).toString('base64');
      expect(mask.apply(`(${twice}) stays`)).toMatch(/^\(.{0,16}\$TOKEN_[01]\) stays$/);
    }
  }
  const file = path.join(mkdtempSync(path.join(tmpdir(), 'twice-')), 'report');
  const once = Buffer.from(`before ${secrets[0]} after`).toString('base64');
  writeFileSync(file, `{"body":"${Buffer.from(`{"x":"${once}"}`).toString('base64')}"}`);
  expect(findLeaks([file], [['TOKEN', secrets[0] ?? '']])).toEqual([{ file, names: ['TOKEN'] }]);
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

test('a secret is masked percent-encoded in Latin-1', () => {
  // The last one is UTF-8 by chance, but for its end.
  for (const text of ['secret-\u00c4\u00d6', 's%\u00c4\u00d6 x', '\u00c4\u00bf\u00d6 7']) {
    const mask = createMask();
    mask.learn('PASSWORD', text);
    const hex = Buffer.from(text, 'latin1').toString('hex').replace(/../g, '%$&');
    for (const form of [escape(text), escape(text).toLowerCase(), hex, hex.toUpperCase()]) {
      expect(mask.apply(`a ${form} b`), form).toBe('a $PASSWORD b');
    }
  }
});

/** Escapes by what they stand for. */
const escapes: Readonly<Record<string, readonly string[]>> = {
  '\b': ['\\b'],
  '\f': ['\\f'],
  '\n': ['\\n', '%0a', '&#10;'],
  '\r': ['\\r', '%0D'],
  '\t': ['\\t', '&#x9;'],
  '&': ['&amp;', '%26', '\\u0026', '\\x26', '&#38'],
  '<': ['&lt;'],
  '>': ['&gt;'],
  '"': ['&quot;', '\\"'],
  "'": ['&apos;', "\\'"],
  '/': ['&sol;', '\\/', '%2f'],
  '+': ['&plus;'],
  '=': ['&equals;'],
  '?': ['&quest;'],
  ':': ['&colon;'],
  '%': ['&percnt;', '%25'],
  '.': ['&period;'],
  _: ['&lowbar;'],
  '#': ['&num;'],
  '🙂': ['%F0%9F%99%82', '&#x1F642;', '&#128578;'],
  é: ['%C3%A9', '%E9', '&#233;'],
};

for (const [character, written] of Object.entries(escapes)) {
  test(`a secret with ${JSON.stringify(character)} in it is masked however that is escaped`, () => {
    const mask = createMask();
    mask.learn('TOKEN', `left${character}right`);
    for (const one of written) expect(mask.apply(`(left${one}right)`)).toBe('($TOKEN)');
  });
}
