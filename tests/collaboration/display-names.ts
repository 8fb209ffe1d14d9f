import { randomBytes, randomInt } from 'node:crypto';
import type { Fields } from '../support/wire/http.ts';

/** A plain name that no other guest has; COL-071 judges which other names are accepted. */
export const newName = () =>
  `Conformance${randomBytes(4)
    .toString('hex')
    .replace(/\d/g, (digit) => 'ghijklmnop'[Number(digit)] ?? '')}`;

/** An ending that makes a name unique across runs; with it, a name of digits still consists of digits. */
const digits = () => String(randomInt(1e6, 1e7));

/** The same for a name without ASCII characters. */
const ideographs =
  (length = 6) =>
  () =>
    String.fromCodePoint(...Array.from({ length }, () => randomInt(0x4e00, 0x9f00)));

/** The longest display name that every deployment accepts, in characters (COL-071). */
const LONGEST = 64;

/** Names with their endings: a plain one, one character, and as many as a name may have, whatever their bytes. */
export const plainNames: readonly (readonly [name: string, ending: () => string])[] = [
  ['Ada Lovelace', digits],
  ['', ideographs(1)],
  ['Łukasz ', ideographs(LONGEST - 'Łukasz '.length)],
];

/** Others of up to 64 printable characters. */
export const displaynames: readonly (readonly [name: string, ending: () => string])[] = [
  ['<b>&amp;"', digits],
  ['Tom & Jerry "TJ"', digits],
  ['Ünïcødé漢字🙂', digits],
  ["O'Brien שלום", digits],
  ['1234567', digits],
  ['100 % of it; c:\\a/b?', digits],
  ['Jean-Luc_Müller, Jr.', digits],
  // Not an escape: a form has been decoded already.
  ['A%42C', digits],
  ['(R+D) @x #1 = !', digits],
  ['漢字', ideographs()],
];

/** What a display name may be that no text speaks of, each with the form that sends it. */
export function oddNames(): readonly (readonly [what: string, form: Fields])[] {
  const name = newName();
  return [
    ['none', {}],
    ['longer than 64 characters', { displayname: name.padEnd(LONGEST + 1, 'x') }],
    ['spaces alone', { displayname: '   ' }],
    ['with a control character', { displayname: `${name}\tx` }],
  ];
}

/** A name of letters, digits, emoji and spaces only. */
const plain = /^[\p{L}\p{M}\p{N}\p{Extended_Pictographic} ]+$/u;

/** A name, normalized so that neither letter case nor equivalent Unicode spellings matter. */
const comparable = (name: string) => name.normalize('NFKC').toLowerCase();

/**
 * Whether a text shows a display name. Its punctuation may be escaped or left out, its letters and digits may not. A
 * name without punctuation has to be shown in full, exactly once.
 */
export function shows(shown: string, displayname: string): boolean {
  const text = comparable(shown);
  const name = comparable(displayname);
  if (plain.test(displayname)) return text.split(name).length === 2;
  let at = 0;
  for (const one of name.match(/[\p{L}\p{M}\p{N}]/gu) ?? []) {
    const found = text.indexOf(one, at);
    if (found === -1) return false;
    at = found + one.length;
  }
  return true;
}
