import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from '@playwright/test';
import fc from 'fast-check';
import { findLeaks } from '../../../reports/guard/scan.ts';
import { line, plain } from '../../../reports/text.ts';
import { learnSettings } from '../../support/secrets/learn.ts';
import { createMask } from '../../support/secrets/mask.ts';

/** However a secret is written, the mask finds it. */
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
  'as UTF-8 that is read as Latin-1': (text) => Buffer.from(text).toString('latin1'),
  'as Latin-1 that is read as UTF-8': (text) => Buffer.from(text, 'latin1').toString('utf8'),
  'without what is not ASCII': (text) => text.replaceAll(/[^\x20-\x7e]/g, ''),
  'by names of HTML for letters': (text) => text.replaceAll('ä', '&auml;').replaceAll('ö', '&ouml;'),
  'by the old escape': (text) => escape(text),
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

test('a secret is masked in small letters and in capitals, however it is escaped, and the last scan finds it', () => {
  const token = 'Opaque/Tok\u00e9n-7f3A';
  const cases = [token.toLowerCase(), token.toUpperCase()];
  const mask = createMask();
  mask.learn('TOKEN', token);
  const folder = mkdtempSync(path.join(tmpdir(), 'cases-'));
  for (const other of cases) {
    for (const told of [
      other,
      encodeURIComponent(other),
      encodeURIComponent(token).toLowerCase(),
      html(other),
    ])
      expect(mask.apply(`(${told})`), told).toBe('($TOKEN)');
    const file = path.join(folder, 'report');
    writeFileSync(file, Buffer.from(`{"x":"${other}"}`).toString('base64'));
    expect(findLeaks([{ file, name: 'report' }], [['TOKEN', token]])).toEqual([{ file, names: ['TOKEN'] }]);
  }
  // As a server has it in the name of a header, and in that of a host.
  mask.learn('CODE', 'aB3dE5gH7');
  const { host } = new URL('https://aB3dE5gH7.example/');
  expect(mask.apply(`${[...new Headers({ aB3dE5gH7: '1' }).keys()].join()} ${host}`)).toBe(
    '$CODE $CODE.example',
  );
});

test('a short secret and a word are masked as they are spelled alone', () => {
  const mask = createMask();
  mask.learn('PASSWORD', 'Call-77');
  mask.learn('COOKIE', 'Production');
  expect(mask.apply('Call-77 call-77')).toBe('$PASSWORD call-77');
  expect(mask.apply('Production production PRODUCTION')).toBe('$COOKIE production PRODUCTION');
});

test('what the suite says itself is no leak in other letters, nor is the name of a secret', () => {
  const mask = createMask();
  mask.learn('CLIENT_SECRET', 'client_secret');
  expect(mask.apply(mask.apply('client_secret'))).toBe('$CLIENT_SECRET');
  const file = path.join(mkdtempSync(path.join(tmpdir(), 'cases-')), 'report');
  const leaksIn = (text: string) => {
    writeFileSync(file, text);
    return findLeaks([{ file, name: 'report' }], [['COOKIE', 'Recording-Options']], 'of recording-options')
      .length;
  };
  expect(['recording-options', 'RECORDING-OPTIONS', 'Recording-Options'].map(leaksIn)).toEqual([0, 1, 1]);
});

function html(text: string): string {
  return text.replace(/\W/g, (one) => `&#${one.codePointAt(0)};`);
}

/** Whether a text has no half of a surrogate pair, which no decoder yields. */
const isWhole = (text: string): boolean => Buffer.from(text).toString() === text;

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
      const secret = shown.slice(at % (shown.length + 1));
      const told = [...of, ...noise].join('');
      fc.pre(isWhole(secret) && isWhole(told));
      const mask = createMask();
      mask.learn('SECRET', secret);
      if (mask.find(plain(told)).length > 0) expect(mask.find(told)).toEqual(['SECRET']);
    }),
    { numRuns: 1000 },
  );
});

test('a passphrase is masked however its words are set apart, also where a report has it on one line', () => {
  const mask = createMask();
  mask.learn('PASSWORD', 'correct horse\u00a0battery  staple');
  for (const [one, two, three] of [
    [' ', ' ', ' '],
    [' ', '\u00a0', '  '],
    ['\n   ', '\r\n', '\t'],
    ['\\n\\t', '&nbsp;', '%20%20'],
  ] as const) {
    const told = `it is correct${one}horse${two}battery${three}staple, said`;
    expect(mask.apply(told)).toBe('it is $PASSWORD, said');
    expect(mask.apply(line(told))).toBe('it is $PASSWORD, said');
  }
  expect(mask.apply('correct horse-battery staple')).toBe('correct horse-battery staple');
});

test('putting a text on one line puts no secret together that is not found before', () => {
  const piece = fc.constantFrom(...pieces, '\t', '\u00a0', '  ', '\u3000', 's', 'e', '1');
  const text = fc.array(piece, { maxLength: 30 });
  fc.assert(
    fc.property(text, text, fc.nat(), (of, noise, at) => {
      const shown = line(of.join(''));
      const secret = shown.slice(at % (shown.length + 1));
      const told = [...of, ...noise].join('');
      fc.pre(isWhole(secret) && isWhole(told));
      const mask = createMask();
      mask.learn('SECRET', secret);
      if (mask.find(line(told)).length > 0) expect(mask.find(told)).toEqual(['SECRET']);
    }),
    { numRuns: 1000 },
  );
});

test('of a secret with a letter that a terminal obeys in the wrong charset nothing stays', () => {
  const mask = createMask();
  mask.learn('PASSWORD', 'Straße-42');
  const misread = Buffer.from('Straße-42').toString('latin1');
  expect(mask.apply(`(${misread})`)).toBe('($PASSWORD)');
  expect(mask.apply(plain(`(${misread})`))).toBe('($PASSWORD');
});

test('what is left of a secret that has lost its letters is masked where it stands alone, if it is enough', () => {
  const mask = createMask();
  mask.learn('PASSWORD', 'Schlüsselwort');
  mask.learn('PIN', 'äöü12');
  expect(mask.apply('Schlsselwort, Schl\ufffdsselwort')).toBe('$PASSWORD, $PASSWORD');
  expect(mask.apply('12 Schlsselworte')).toBe('12 Schlsselworte');
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
  expect(findLeaks([{ file, name: 'report' }], [['TOKEN', secrets[0] ?? '']])).toEqual([
    { file, names: ['TOKEN'] },
  ]);
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
  $: ['&dollar;'],
  '@': ['&commat;'],
  '!': ['&excl;'],
  '(': ['&lpar;'],
  '{': ['&lcub;'],
  '[': ['&lsqb;'],
  '|': ['&verbar;'],
  '`': ['&grave;'],
  ':': ['&colon;'],
  '%': ['&percnt;', '%25'],
  '.': ['&period;'],
  _: ['&lowbar;'],
  '#': ['&num;'],
  '🙂': ['%F0%9F%99%82', '&#x1F642;', '&#128578;'],
  é: ['%C3%A9', '%E9', '&#233;', '&eacute;', 'Ã©', '\ufffd', '%u00e9'],
  Ü: ['&Uuml;'],
  ü: ['&uuml;'],
  ÿ: ['&yuml;'],
  '€': ['&euro;', '%u20AC', 'â\u0082¬'],
  '☃': ['%u2603', '%25u2603'],
};

for (const [character, written] of Object.entries(escapes)) {
  test(`a secret with ${JSON.stringify(character)} in it is masked however that is escaped`, () => {
    const mask = createMask();
    mask.learn('TOKEN', `left${character}right`);
    for (const one of written) expect(mask.apply(`(left${one}right)`)).toBe('($TOKEN)');
  });
}
