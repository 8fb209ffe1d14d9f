/**
 * Finds where a text shows a secret: as it is, escaped in any way and any number of times (percent-encoding, JSON,
 * HTML, terminal colours inside it), or within base64.
 *
 * A secret and a text are compared after both have been unescaped as far as possible, so that no list of encoders, of
 * their letter case, and of the characters that they leave alone has to be complete.
 */
import { endOf, onOneLine, startOf, type View, viewsOf } from './views.ts';

/**
 * How much of a base64 form is looked for; all base64 that follows is taken to belong to it. The complete forms of a
 * long secret would be seventy times its length.
 */
const LONGEST_PIECE = 256;

/** A shorter piece from the middle of base64 appears by chance. */
const SHORTEST_PIECE = 8;

/** The hexadecimal digits of a shorter secret appear by chance. */
const SHORTEST_HEX = 4;

/** In another letter case, a shorter secret appears by chance, and so does an ordinary word: `Production`. */
const SHORTEST_IN_ANY_CASE = 8;
const word = /^(?:\p{L}\p{Ll}{0,11}|\p{Lu}{1,12})$/u;

/** The replacement character for bytes that are not UTF-8. */
const LOST = '\ufffd';

/** If less than this is left of a secret that has lost letters, it appears by chance. */
const SHORTEST_LEFT = 4;

/** A text to look for. */
interface Needle {
  readonly name: string;
  readonly text: string;
  /** Whether it counts only where no letter or digit adjoins it. */
  readonly alone: boolean;
  /** Whether the adjacent characters, before it and after it, encode a part of it, as within base64. */
  readonly before: boolean;
  readonly after: boolean;
  /** Whether it is only the beginning, so that all base64 that follows belongs to it. */
  readonly goesOn: boolean;
}

/** What to look for, by its first characters. */
interface Index {
  /** How many of them. */
  readonly length: number;
  readonly byKey: Map<string, Needle[]>;
  /** Which beginnings exist, by a hash that several may share: at most places in a text, no needle begins. */
  readonly marks: Uint8Array;
}

/** A table of 1 MB: large enough that few beginnings of a hundred thousand needles share a hash. */
const MARKS = 2 ** 20;

/** The hash of so many characters at an index of a text. */
function markAt(text: string, at: number, length: number): number {
  let hash = 0;
  for (let index = at; index < at + length; index += 1)
    hash = (Math.imul(hash, 31) + text.charCodeAt(index)) | 0;
  return (hash ^ (hash >>> 11)) & (MARKS - 1);
}

function emptyIndex(length: number): Index {
  return { length, byKey: new Map(), marks: new Uint8Array(MARKS) };
}

/** Needles are found by this many of their first characters; shorter ones cannot be looked for. */
export const KEY_LENGTH = 3;

/** Most needles are at least this long: by so many characters, far fewer places in a text have to be looked at. */
const LONG_KEY = 6;

export interface Needles {
  readonly all: readonly Index[];
  /** Needles that contain white space, on one line: however a text is wrapped, it is searched on one line as well. */
  readonly spaced: readonly Index[];
}

/** Nothing to look for yet. */
export function noNeedles(): Needles {
  const indices = () => [emptyIndex(LONG_KEY), emptyIndex(KEY_LENGTH)];
  return { all: indices(), spaced: indices() };
}

/** Roughly how many bytes a needle takes in addition to its text. */
const NEEDLE_BYTES = 100;

/** A stretch of a text that shows a secret. */
export interface Span {
  readonly start: number;
  readonly end: number;
  readonly name: string;
}

/**
 * Adds the needles that find a secret.
 *
 * @param alone whether it is so short that it counts only where it stands alone, or within base64
 * @param open public text: an upper-case or lower-case form of the secret that occurs in it is not looked for
 * @returns roughly how much memory that takes, in bytes
 */
export function addNeedles(
  needles: Needles,
  name: string,
  secret: string,
  alone: boolean,
  open: string,
): number {
  let bytes = 0;
  for (const needle of needlesOf(name, secret, alone, open)) {
    bytes += add(needles.all, needle);
    const { text } = onOneLine(needle);
    const isShort = text.length <= KEY_LENGTH;
    if (text.includes(' ')) bytes += add(needles.spaced, { ...needle, text, alone: needle.alone || isShort });
  }
  return bytes;
}

function add(indices: readonly Index[], needle: Needle): number {
  const index = indices.find(({ length }) => needle.text.length >= length);
  if (index === undefined) return 0;
  const key = needle.text.slice(0, index.length);
  const bucket = index.byKey.get(key);
  if (bucket === undefined) index.byKey.set(key, [needle]);
  else bucket.push(needle);
  index.marks[markAt(key, 0, index.length)] = 1;
  return needle.text.length + NEEDLE_BYTES;
}

function needlesOf(name: string, secret: string, alone: boolean, open: string): Needle[] {
  const texts = new Set<string>();
  for (const form of formsOf(secret)) {
    for (const { text } of viewsOf(form)) {
      texts.add(text);
      // A form encodes a space as a plus, which unescaping cannot distinguish from a literal plus.
      texts.add(text.replaceAll(' ', '+'));
    }
  }
  const whole = { name, before: false, after: false, goesOn: false };
  const hex = secret.length < SHORTEST_HEX ? '' : Buffer.from(secret, 'utf8').toString('hex');
  const plain: Needle[] = [
    ...Array.from(texts, (text) => ({ ...whole, text, alone })),
    // In capitals, a secret may be a part of its own name.
    ...inOtherCases(texts, [open, name]).map((text) => ({ ...whole, text, alone })),
    ...maimed(secret).map((text) => ({ ...whole, text, alone: alone || !text.includes(LOST) })),
    ...[hex, hex.toUpperCase()].map((text) => ({ ...whole, text, alone: false })),
  ];
  // A form, a URL query or JSON that is encoded in base64.
  const encoded = encodeURIComponent(Buffer.from(secret, 'utf8').toString('utf8'));
  const small = encoded.replace(/%../g, (escape) => escape.toLowerCase());
  const forms = [encoded, small].flatMap((text) => [text, text.replaceAll('%20', '+')]);
  const inJson = JSON.stringify(secret).slice(1, -1);
  const once = [...new Set([...texts, ...forms, inJson])].flatMap((text) => piecesOf(name, text));
  // An Authorization header that is encoded in base64 together with all other headers.
  const twice = piecesOf(name, secret).flatMap(({ text }) => piecesOf(name, text));
  return [...plain, ...once, ...twice];
}

/**
 * Texts in lower case and in upper case, as in header and host names, and in anything that is compared
 * case-insensitively.
 */
function inOtherCases(texts: ReadonlySet<string>, open: readonly string[]): string[] {
  const long = [...texts].filter((text) => text.length >= SHORTEST_IN_ANY_CASE && !word.test(text));
  const others = new Set(long.flatMap((text) => [text.toLowerCase(), text.toUpperCase()]));
  return [...others].filter((text) => !texts.has(text) && !open.some((said) => said.includes(text)));
}

/** A secret as it is, and as it looks if its non-ASCII characters are decoded with the wrong charset. */
function formsOf(secret: string): string[] {
  // Latin-1 bytes may happen to be valid UTF-8, and are then read as UTF-8.
  const forms = isLatin(secret) ? [secret, inLatin(secret)] : [secret];
  // UTF-8 that is read as Latin-1, as HTTP headers are.
  const misread = Buffer.from(secret, 'utf8').toString('latin1');
  return misread === secret ? forms : [...forms, misread];
}

/** What is left of a secret in Latin-1 that is read as UTF-8, with a replacement for each lost letter, or with none. */
function maimed(secret: string): string[] {
  if (!isLatin(secret)) return [];
  const read = Buffer.from(secret, 'latin1').toString('utf8');
  const left = read.replaceAll(LOST, '');
  return left.length < SHORTEST_LEFT ? [] : [...new Set(Array.from(viewsOf(read), ({ text }) => text)), left];
}

/** Whether a text is written differently in Latin-1 and in UTF-8. */
function isLatin(text: string): boolean {
  return /[\u0080-\u00ff]/.test(text) && !/[\u0100-\uffff]/.test(text);
}

/** A text in Latin-1, percent-encoded. */
function inLatin(text: string): string {
  return Buffer.from(text, 'latin1').toString('hex').replace(/../g, '%$&');
}

/** What every base64 that contains this text has in common, wherever the text begins, in either alphabet. */
function piecesOf(name: string, text: string): Needle[] {
  // RFC 7617 leaves the charset to the server: credentials may be in Latin-1.
  const encodings: BufferEncoding[] = isLatin(text) ? ['utf8', 'latin1'] : ['utf8'];
  return encodings.flatMap((encoding) =>
    [0, 1, 2].flatMap((shift) => {
      const bytes = Buffer.concat([Buffer.alloc(shift), Buffer.from(text, encoding)]);
      // At either end, a character that also encodes other bytes is left out.
      const piece = bytes
        .toString('base64')
        .slice(shift === 0 ? 0 : shift + 1, Math.floor((bytes.length * 8) / 6));
      if (piece.length < (shift === 0 ? 5 : SHORTEST_PIECE)) return [];
      const goesOn = piece.length > LONGEST_PIECE;
      const needle = { name, alone: false, before: shift > 0, after: bytes.length % 3 > 0, goesOn };
      const first = piece.slice(0, LONGEST_PIECE);
      const url = first.replaceAll('+', '-').replaceAll('/', '_');
      return [...new Set([first, url])].map((text) => ({ ...needle, text }));
    }),
  );
}

/** All stretches of a text that show a secret, in order; overlapping ones are merged under the name of the longest. */
export function spansIn(text: string, needles: Needles): Span[] {
  if (areEmpty(needles.all)) return [];
  const found: Span[] = [];
  for (const view of viewsOf(text)) {
    for (const index of needles.all) search(view, index, found);
    if (areEmpty(needles.spaced)) continue;
    const flat = onOneLine(view);
    for (const index of needles.spaced) search(flat, index, found);
  }
  return merged(found);
}

function areEmpty(indices: readonly Index[]): boolean {
  return indices.every(({ byKey }) => byKey.size === 0);
}

function search(view: View, { length, byKey, marks }: Index, found: Span[]): void {
  if (byKey.size === 0) return;
  const { text } = view;
  // A needle that goes on is followed once, whatever begins within it.
  let followed = 0;
  for (let at = 0; at <= text.length - length; at += 1) {
    if (marks[markAt(text, at, length)] === 0) continue;
    for (const needle of byKey.get(text.slice(at, at + length)) ?? []) {
      if (needle.goesOn && at < followed) continue;
      if (!text.startsWith(needle.text, at)) continue;
      const last = note(view, needle, at, found);
      if (needle.goesOn) followed = last;
    }
  }
}

const wordCharacter = /[\p{L}\p{N}_]/u;
const base64Character = /[\w+/-]/;
const restOfBase64 = /[\w+/-]*={0,2}/y;

/** @returns the index of the last character of the view that belongs to the match */
function note(view: View, needle: Needle, at: number, found: Span[]): number {
  const { text } = view;
  let first = at;
  let last = at + needle.text.length - 1;
  const adjoins = (index: number, kind: RegExp) => kind.test(text[index] ?? '');
  if (needle.alone && (adjoins(first - 1, wordCharacter) || adjoins(last + 1, wordCharacter))) return last;
  if (needle.before && adjoins(first - 1, base64Character)) first -= 1;
  if (needle.goesOn) {
    restOfBase64.lastIndex = last + 1;
    last += restOfBase64.exec(text)?.[0].length ?? 0;
  } else if (needle.after && adjoins(last + 1, base64Character)) {
    last += 1;
    while (text[last + 1] === '=') last += 1;
  }
  found.push({ start: startOf(view, first), end: endOf(view, last), name: needle.name });
  return last;
}

function merged(found: readonly Span[]): Span[] {
  const spans: { start: number; end: number; name: string; longest: number }[] = [];
  for (const { start, end, name } of found.toSorted((a, b) => a.start - b.start)) {
    const last = spans.at(-1);
    const length = end - start;
    if (last === undefined || start >= last.end) spans.push({ start, end, name, longest: length });
    else {
      last.end = Math.max(last.end, end);
      if (length > last.longest) Object.assign(last, { name, longest: length });
    }
  }
  return spans;
}
