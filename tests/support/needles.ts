/**
 * Where a text shows a secret: as it is, escaped in whatever way and however often (percent-encoding,
 * JSON, HTML, colours of a terminal in its midst), or within base64.
 *
 * A secret and a text are compared after both have been unescaped as far as they can be, so that no
 * list of encoders, of their letter case, and of what they leave alone has to be complete.
 */

/** So often is a text unescaped: a URL in JSON in a report in HTML takes three. */
const MOST_LAYERS = 4;

/** A piece from the midst of base64 that is shorter than this turns up by chance. */
const SHORTEST_PIECE = 8;

/** A text to look for. */
interface Needle {
  readonly name: string;
  readonly text: string;
  /** Whether it counts only where no letter or digit adjoins it. */
  readonly alone: boolean;
  /** Whether the character before it, and the one after it, tell a part of it, as within base64. */
  readonly before: boolean;
  readonly after: boolean;
}

/** What to look for, by how it begins. */
export type Needles = Map<string, Needle[]>;

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
 */
export function addNeedles(needles: Needles, name: string, secret: string, alone: boolean): void {
  for (const needle of needlesOf(name, secret, alone)) {
    const key = needle.text.slice(0, KEY_LENGTH);
    if (key.length < KEY_LENGTH) continue;
    const bucket = needles.get(key);
    if (bucket === undefined) needles.set(key, [needle]);
    else bucket.push(needle);
  }
}

function needlesOf(name: string, secret: string, alone: boolean): Needle[] {
  const texts = new Set<string>();
  let view: View = { text: secret };
  for (let layer = 0; layer <= MOST_LAYERS; layer += 1) {
    texts.add(view.text);
    // A form writes a space as a plus, which no unescaping tells from a plus.
    texts.add(view.text.replaceAll(' ', '+'));
    view = unescaped(view);
  }
  const plain = [...texts].map((text) => ({ name, text, alone, before: false, after: false }));
  return [...plain, ...[...texts].flatMap((text) => piecesOf(name, text))];
}

/** What all base64 that has this text in it has in common, wherever the text begins, in either alphabet. */
function piecesOf(name: string, text: string): Needle[] {
  // What RFC 7617 leaves to the server: credentials may come in Latin-1.
  const isLatin = /[\u0080-\u00ff]/.test(text) && !/[\u0100-\uffff]/.test(text);
  const encodings: BufferEncoding[] = isLatin ? ['utf8', 'latin1'] : ['utf8'];
  return encodings.flatMap((encoding) =>
    [0, 1, 2].flatMap((shift) => {
      const bytes = Buffer.concat([Buffer.alloc(shift), Buffer.from(text, encoding)]);
      // A character in which other bytes have a part is left out, at either end.
      const piece = bytes
        .toString('base64')
        .slice(shift === 0 ? 0 : shift + 1, Math.floor((bytes.length * 8) / 6));
      if (piece.length < (shift === 0 ? 5 : SHORTEST_PIECE)) return [];
      const needle = { name, alone: false, before: shift > 0, after: bytes.length % 3 > 0 };
      const url = piece.replaceAll('+', '-').replaceAll('/', '_');
      return [...new Set([piece, url])].map((text) => ({ ...needle, text }));
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
  let view: View = { text };
  for (let layer = 0; layer <= MOST_LAYERS; layer += 1) {
    search(view, needles, found);
    const next = unescaped(view);
    if (next === view) break;
    view = next;
  }
  return merged(found);
}

function search(view: View, needles: Needles, found: Span[]): void {
  const { text } = view;
  for (let at = 0; at <= text.length - KEY_LENGTH; at += 1) {
    for (const needle of needles.get(text.slice(at, at + KEY_LENGTH)) ?? []) {
      if (text.startsWith(needle.text, at)) note(view, needle, at, found);
    }
  }
}

const wordCharacter = /[\p{L}\p{N}_]/u;
const base64Character = /[\w+/-]/;

function note({ text, starts, ends }: View, needle: Needle, at: number, found: Span[]): void {
  let first = at;
  let last = at + needle.text.length - 1;
  const adjoins = (index: number, kind: RegExp) => kind.test(text[index] ?? '');
  if (needle.alone && (adjoins(first - 1, wordCharacter) || adjoins(last + 1, wordCharacter))) return;
  if (needle.before && adjoins(first - 1, base64Character)) first -= 1;
  if (needle.after && adjoins(last + 1, base64Character)) {
    last += 1;
    while (text[last + 1] === '=') last += 1;
  }
  found.push({ start: starts?.[first] ?? first, end: ends?.[last] ?? last + 1, name: needle.name });
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

/** A text, and for each of its characters where it begins and ends in the original; without these it is the original. */
interface View {
  readonly text: string;
  readonly starts?: readonly number[];
  readonly ends?: readonly number[];
}

/** What stands for a character: in URLs, in JSON and other strings in quotes, in HTML. */
const escapes = [
  /%[0-7][\da-f]|%[c-f][\da-f](?:%[89ab][\da-f]){1,3}/,
  /\\u[\da-f]{4}|\\x[\da-f]{2}|\\["'`\\/bfnrt$]/,
  /&(?:#\d{1,7}|#x[\da-f]{1,6}|amp|lt|gt|quot|apos);/,
];

/** What shows as nothing: colours and other sequences of a terminal, zero-width and bidirectional characters. */
// oxlint-disable-next-line no-control-regex -- an escape begins with one
const nothing = /\u001b\[[0-?]*[ -/]*[@-~]|[\u00ad\u061c\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/;

const escaped = new RegExp([...escapes, nothing].map(({ source }) => source).join('|'), 'gi');

const named: Readonly<Record<string, string>> = {
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
};

/** One layer of escapes taken off; the same view where there is none. */
function unescaped(view: View): View {
  let text = '';
  const starts: number[] = [];
  const ends: number[] = [];
  let at = 0;
  const copy = (end: number): void => {
    for (let index = at; index < end; index += 1) {
      starts.push(view.starts?.[index] ?? index);
      ends.push(view.ends?.[index] ?? index + 1);
    }
    text += view.text.slice(at, end);
  };
  for (const { 0: found, index } of view.text.matchAll(escaped)) {
    copy(index);
    const meant = meaningOf(found);
    at = index + found.length;
    for (let unit = 0; unit < meant.length; unit += 1) {
      starts.push(view.starts?.[index] ?? index);
      ends.push(view.ends?.[at - 1] ?? at);
    }
    text += meant;
  }
  if (at === 0) return view;
  copy(view.text.length);
  return { text, starts, ends };
}

function meaningOf(found: string): string {
  if (found.startsWith('%')) return Buffer.from(found.replaceAll('%', ''), 'hex').toString('utf8');
  const code = /^(?:\\[ux]|&#x)([\da-f]+)/i.exec(found)?.[1];
  if (code !== undefined) return characterOf(Number.parseInt(code, 16));
  if (found.startsWith('\\')) return named[found.slice(1).toLowerCase()] ?? found.slice(1);
  if (found.startsWith('&#')) return characterOf(Number.parseInt(found.slice(2), 10));
  return found.startsWith('&') ? (named[found.slice(1, -1).toLowerCase()] ?? '') : '';
}

function characterOf(code: number): string {
  return code > 0x10_ffff ? '\ufffd' : String.fromCodePoint(code);
}
