/**
 * Where a text shows a secret: as it is, escaped in whatever way and however often (percent-encoding,
 * JSON, HTML, colours of a terminal in its midst), or within base64.
 *
 * A secret and a text are compared after both have been unescaped as far as they can be, so that no
 * list of encoders, of their letter case, and of what they leave alone has to be complete.
 */
import { type View, viewsOf } from './views.ts';

/**
 * Of base64 no more than this is looked for, and what follows is taken to belong to it: all forms of a long secret
 * would be seventy times as long as it is.
 */
const LONGEST_PIECE = 256;

/** A piece from the midst of base64 that is shorter than this turns up by chance. */
const SHORTEST_PIECE = 8;

/** The hexadecimal digits of what is shorter turn up by chance. */
const SHORTEST_HEX = 4;

/** A text to look for. */
interface Needle {
  readonly name: string;
  readonly text: string;
  /** Whether it counts only where no letter or digit adjoins it. */
  readonly alone: boolean;
  /** Whether the character before it, and the one after it, tell a part of it, as within base64. */
  readonly before: boolean;
  readonly after: boolean;
  /** Whether it is but the beginning, so that all base64 that follows belongs to it. */
  readonly goesOn: boolean;
}

/** What to look for, by how it begins. */
export type Needles = Map<string, Needle[]>;

/** What a needle takes beside its text, in bytes, roughly. */
const NEEDLE_BYTES = 100;

/** A stretch of a text that shows a secret. */
export interface Span {
  readonly start: number;
  readonly end: number;
  readonly name: string;
}

/** Needles are found by so many of their first characters; what is shorter cannot be looked for. */
export const KEY_LENGTH = 3;

/**
 * Adds what to look for to find a secret.
 *
 * @param alone whether it is so short that it counts only where it stands alone, or within base64
 * @returns how much memory that takes, in bytes, roughly
 */
export function addNeedles(needles: Needles, name: string, secret: string, alone: boolean): number {
  let bytes = 0;
  for (const needle of needlesOf(name, secret, alone)) {
    const key = needle.text.slice(0, KEY_LENGTH);
    if (key.length < KEY_LENGTH) continue;
    const bucket = needles.get(key);
    if (bucket === undefined) needles.set(key, [needle]);
    else bucket.push(needle);
    bytes += needle.text.length + NEEDLE_BYTES;
  }
  return bytes;
}

function needlesOf(name: string, secret: string, alone: boolean): Needle[] {
  const texts = new Set<string>();
  // Latin-1 may by chance be UTF-8 as well, and is read as that then.
  for (const form of isLatin(secret) ? [secret, inLatin(secret)] : [secret]) {
    for (const { text } of viewsOf(form)) {
      texts.add(text);
      // A form writes a space as a plus, which no unescaping tells from a plus.
      texts.add(text.replaceAll(' ', '+'));
    }
  }
  const plain = [...texts].map((text) => ({
    name,
    text,
    alone,
    before: false,
    after: false,
    goesOn: false,
  }));
  const hex = secret.length < SHORTEST_HEX ? '' : Buffer.from(secret, 'utf8').toString('hex');
  for (const text of hex === '' ? [] : [hex, hex.toUpperCase()])
    plain.push({ name, text, alone: false, before: false, after: false, goesOn: false });
  // A form, the query of a URL or JSON that is put into base64.
  const encoded = encodeURIComponent(Buffer.from(secret, 'utf8').toString('utf8'));
  const small = encoded.replace(/%../g, (escape) => escape.toLowerCase());
  const forms = [encoded, small].flatMap((text) => [text, text.replaceAll('%20', '+')]);
  const inJson = JSON.stringify(secret).slice(1, -1);
  const once = [...new Set([...texts, ...forms, inJson])].flatMap((text) => piecesOf(name, text));
  // A header of credentials that is put into base64 with all the others.
  const twice = piecesOf(name, secret).flatMap(({ text }) => piecesOf(name, text));
  return [...plain, ...once, ...twice];
}

/** Whether a text is written differently in Latin-1 and in UTF-8. */
function isLatin(text: string): boolean {
  return /[\u0080-\u00ff]/.test(text) && !/[\u0100-\uffff]/.test(text);
}

/** A text in Latin-1, percent-encoded. */
function inLatin(text: string): string {
  return Buffer.from(text, 'latin1').toString('hex').replace(/../g, '%$&');
}

/** What all base64 that has this text in it has in common, wherever the text begins, in either alphabet. */
function piecesOf(name: string, text: string): Needle[] {
  // What RFC 7617 leaves to the server: credentials may come in Latin-1.
  const encodings: BufferEncoding[] = isLatin(text) ? ['utf8', 'latin1'] : ['utf8'];
  return encodings.flatMap((encoding) =>
    [0, 1, 2].flatMap((shift) => {
      const bytes = Buffer.concat([Buffer.alloc(shift), Buffer.from(text, encoding)]);
      // A character in which other bytes have a part is left out, at either end.
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

/**
 * All stretches of a text that show a secret, in their order; such as overlap are one, by the name of
 * the longest.
 */
export function spansIn(text: string, needles: Needles): Span[] {
  if (needles.size === 0) return [];
  const found: Span[] = [];
  for (const view of viewsOf(text)) search(view, needles, found);
  return merged(found);
}

function search(view: View, needles: Needles, found: Span[]): void {
  const { text } = view;
  // What goes on is followed once, whatever begins in its midst.
  let followed = 0;
  for (let at = 0; at <= text.length - KEY_LENGTH; at += 1) {
    for (const needle of needles.get(text.slice(at, at + KEY_LENGTH)) ?? []) {
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

/** @returns the last character of the view that belongs to it */
function note({ text, starts, ends }: View, needle: Needle, at: number, found: Span[]): number {
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
  found.push({ start: starts?.[first] ?? first, end: ends?.[last] ?? last + 1, name: needle.name });
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
