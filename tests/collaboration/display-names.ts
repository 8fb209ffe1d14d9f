import { randomBytes, randomInt } from 'node:crypto';

/** A plain name that no other guest has: what else will do is a matter of its own (COL-071). */
export const newName = () =>
  `Conformance${randomBytes(4)
    .toString('hex')
    .replace(/\d/g, (digit) => 'ghijklmnop'[Number(digit)] ?? '')}`;

/** What makes a name one that no guest of an earlier run has: a name of digits stays one by digits. */
const digits = () => String(randomInt(1e6, 1e7));

/** The same for a name without any character of ASCII. */
const ideographs = () => String.fromCodePoint(...Array.from({ length: 6 }, () => randomInt(0x4e00, 0x9f00)));

/** None is longer than thirty characters with what follows it: how long a name may be is said nowhere. */
export const displaynames: readonly (readonly [name: string, ending: () => string])[] = [
  ['Ada Lovelace', digits],
  ['<b>&amp;"', digits],
  ['Ünïcødé漢字🙂', digits],
  ["O'Brien שלום", digits],
  ['1234567', digits],
  ['100 % of it; c:\\a/b?', digits],
  ['Jean-Luc_Müller, Jr.', digits],
  ['(R+D) @x #1 = !', digits],
  ['漢字', ideographs],
];

/** A name of letters, digits and pictures alone. */
const plain = /^[\p{L}\p{M}\p{N}\p{Extended_Pictographic} ]+$/u;

/** A name regardless of letter case and of what Unicode writes in several ways. */
const comparable = (name: string) => name.normalize('NFKC').toLowerCase();

/**
 * Whether a text shows a display name. The signs in it may be escaped or left out; its letters and digits may not, nor
 * anything of a name that has no signs, which is shown once.
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
