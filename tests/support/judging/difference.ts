import { isDeepStrictEqual } from 'node:util';
import { characters, loneSurrogates } from '../secrets/invisible.ts';

/** Strings up to this length are shown whole, longer ones around the place where they differ. */
const WHOLE = 60;
/** Values are shown up to this length where no place matters. */
const ALONE = 100;
/** How much of a long string is shown before the place where it differs, and after it. */
const AROUND = { before: 20, after: 30 };
/** Beyond this, a string is not compared character by character. */
const COMPARED = 10_000;
/** A difference that goes on for more characters than this is not followed to its end. */
const LONGEST_PIECE = 12;
/** So many equal characters behind a difference show that it has ended. */
const AGREEING = 3;
/** At most this many items of a list are shown. */
const MOST_ITEMS = 4;

/** Spaces other than U+0020, which look like it. */
const spaces = /[\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]/g;
/** Reports fold a run of spaces into one. */
const furtherSpaces = /(?<= ) /g;
const notAscii = /[^\u0020-\u007e]/g;

/** What a check compared, for a sentence. */
export interface Compared {
  readonly expected: string;
  readonly got: string;
  /** Where the two differ, if that cannot be seen: `at character 71: "\n" became "\r\n"`. */
  readonly place?: string;
}

/** A value in a sentence: a string in quotes, a condition as yes or no, the items of a list. */
export function shown(value: unknown): string {
  if (value === undefined) return 'nothing';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'string') return quoted(cut(Array.from(value), 0, ALONE));
  if (Array.isArray(value)) return listed(value.map(shown));
  if (typeof value === 'number' || typeof value === 'bigint') return String(value);
  if (typeof value === 'object' && value !== null)
    return escaped(cut(Array.from(JSON.stringify(value)), 0, ALONE));
  return value === null ? 'null' : typeof value;
}

/** Up to four items, and how many more there are. */
function listed(items: readonly string[]): string {
  if (items.length === 0) return 'none';
  const more = items.length - MOST_ITEMS;
  return `${items.slice(0, MOST_ITEMS).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

/**
 * What was expected and what came, told so that the difference can be seen: what does not print is escaped, and long
 * strings are cut around the first place that differs.
 *
 * @param mask replaces secrets; applied before anything is cut or escaped, which could hide them from it
 */
export function compared(expected: unknown, got: unknown, mask: (text: string) => string): Compared {
  if (typeof expected === 'string' && typeof got === 'string') return comparedStrings(expected, got, mask);
  if (Array.isArray(expected) && Array.isArray(got)) return comparedLists(expected, got, mask);
  if (isObject(expected) && isObject(got)) {
    const differ = (key: string) => !isDeepStrictEqual(expected[key], got[key]);
    const keys = Object.keys({ ...expected, ...got }).filter(differ);
    const some = (all: Readonly<Record<string, unknown>>) =>
      Object.fromEntries(keys.flatMap((key) => (key in all ? [[key, all[key]]] : [])));
    return { expected: shown(masked(some(expected), mask)), got: shown(masked(some(got), mask)) };
  }
  return { expected: shown(masked(expected, mask)), got: shown(masked(got, mask)) };
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;
}

/** The value with the secrets in its strings replaced. */
export function masked(value: unknown, mask: (text: string) => string): unknown {
  if (typeof value === 'string') return mask(value);
  if (Array.isArray(value)) return value.map((item) => masked(item, mask));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [mask(key), masked(item, mask)]));
}

/** Lists of equal length differ at a place, others in what is missing or too much. */
function comparedLists(
  expected: readonly unknown[],
  got: readonly unknown[],
  mask: (text: string) => string,
): Compared {
  const [due, came] = [expected, got].map((items) => items.map((item) => shown(masked(item, mask))));
  if (due === undefined || came === undefined || due.length === 0)
    // What should not be there is named or described by the check, and needs no quotes.
    return { expected: 'none', got: listed((came ?? []).map((item) => item.replace(/^"(.*)"$/s, '$1'))) };
  const missing = due.filter((item) => !came.includes(item));
  const extra = came.filter((item) => !due.includes(item));
  const at = due.findIndex((item, index) => item !== came[index]);
  if (due.length === came.length && at >= 0 && extra.length > 0)
    return {
      ...compared(expected[at], got[at], mask),
      ...(due.length > 1 && { place: `number ${at + 1} of ${due.length}` }),
    };
  const told = [
    ...(missing.length > 0 ? [`without ${listed(missing)}`] : []),
    ...(extra.length > 0 ? [`with ${listed(extra)} too much`] : []),
  ];
  return { expected: listed(due), got: listed(came), ...(told.length > 0 && { place: told.join(', ') }) };
}

function comparedStrings(expected: string, got: string, mask: (text: string) => string): Compared {
  const [due, came] = [mask(expected), mask(got)];
  if (due === came && expected !== got)
    return { expected: quoted(due), got: 'another spelling of the same secret' };
  const hunk = firstDifference(due, came);
  if (hunk === undefined || due === '' || came === '') return { expected: shown(due), got: shown(came) };
  const isLong = Math.max(hunk.due.length, hunk.came.length) > WHOLE;
  if (!isLong && !isHidden(due, came, hunk)) return { expected: shown(due), got: shown(came) };
  // Masking may have moved it.
  const at = firstDifference(expected, got)?.at ?? hunk.at;
  return {
    expected: excerpt(hunk.due, hunk.at, hunk.was),
    got: excerpt(hunk.came, hunk.at, hunk.is),
    place: `at character ${at + 1}: ${change(hunk)}`,
  };
}

interface Hunk {
  /** All characters of both strings, as a reader sees them: a line end or a letter with its accents is one. */
  readonly due: readonly string[];
  readonly came: readonly string[];
  /** The index of the first character that differs. */
  readonly at: number;
  /** How many characters were due there and how many came; undefined where the strings do not meet again soon. */
  readonly was: number | undefined;
  readonly is: number | undefined;
}

const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** The first place at which two strings differ; undefined if there is none, or if they are too long to compare. */
function firstDifference(expected: string, got: string): Hunk | undefined {
  if (expected.length > COMPARED || got.length > COMPARED) return undefined;
  const [due, came] = [expected, got].map((text) =>
    Array.from(segmenter.segment(text), (one) => one.segment),
  );
  if (due === undefined || came === undefined) return undefined;
  let at = 0;
  while (at < due.length && due[at] === came[at]) at += 1;
  if (at === due.length && at === came.length) return undefined;
  for (let sum = 1; sum <= 2 * LONGEST_PIECE; sum += 1) {
    for (let was = Math.min(sum, due.length - at); was >= 0; was -= 1) {
      const is = sum - was;
      if (is > came.length - at) break;
      const agree = Array.from({ length: AGREEING }, (_, index) => index).every(
        (index) => due[at + was + index] === came[at + is + index],
      );
      if (agree) return { due, came, at, was, is };
    }
  }
  const ends = at === due.length || at === came.length;
  return { due, came, at, was: ends ? due.length - at : undefined, is: ends ? came.length - at : undefined };
}

/** Whether a reader would not see the difference: the strings look alike, or what differs does not print as ASCII. */
function isHidden(due: string, came: string, hunk: Hunk): boolean {
  const look = (text: string) => text.normalize('NFKC').replace(characters, '').replace(/\s+/g, ' ').trim();
  return look(due) === look(came) || [pieceOf(hunk, 'due'), pieceOf(hunk, 'came')].some(isHard);
}

function isHard(piece: string): boolean {
  return quoted(piece) !== JSON.stringify(piece) || /[^\u0020-\u007e]/.test(piece);
}

function pieceOf({ at, was, is, due, came }: Hunk, side: 'due' | 'came'): string {
  const [all, length] = side === 'due' ? [due, was] : [came, is];
  return all.slice(at, at + (length ?? LONGEST_PIECE)).join('');
}

/** What became of the characters at the first place that differs. */
function change(hunk: Hunk): string {
  const { due, came, at, was, is } = hunk;
  if (at === came.length && due.length - at > LONGEST_PIECE)
    return `the last ${due.length - at} of ${due.length} characters are missing`;
  const [before, after] = [pieceOf(hunk, 'due'), pieceOf(hunk, 'came')].map(named);
  if (is === 0) return `${before} is missing`;
  if (was === 0) return `${after} is added`;
  return `${before} became ${after}${was === undefined ? ', and so on' : ''}`;
}

/** A piece in quotes; letters that could be taken for others also by their code points. */
function named(piece: string): string {
  const short = cut(Array.from(piece), 0, 2 * LONGEST_PIECE);
  const codes = quoted(short).slice(1, -1).replace(notAscii, codeOf);
  return quoted(short) === `"${codes}"` ? quoted(short) : `${quoted(short)} (${codes})`;
}

/** A string around the place where it differs; there, whatever is not ASCII is escaped. */
function excerpt(all: readonly string[], at: number, length: number | undefined): string {
  const isLong = all.length > WHOLE;
  const from = isLong ? Math.max(0, at - AROUND.before) : 0;
  const end = at + (length ?? LONGEST_PIECE);
  const to = isLong ? Math.min(all.length, Math.min(end, at + LONGEST_PIECE) + AROUND.after) : all.length;
  const inner = (some: readonly string[]) => quoted(some.join('')).slice(1, -1);
  const piece = inner(all.slice(at, Math.min(end, to))).replace(notAscii, codeOf);
  const parts = [inner(all.slice(from, at)), piece, inner(all.slice(Math.min(end, to), to))].join('');
  return `${from > 0 ? '…' : ''}"${parts.replace(furtherSpaces, codeOf)}"${to < all.length ? '…' : ''}`;
}

/** A string in quotes, with escapes for whatever a report would remove, fold or not show. */
export function quoted(text: string): string {
  return escaped(JSON.stringify(text));
}

/** JSON, with escapes for whatever a report would remove, fold or not show. */
export function escaped(json: string): string {
  return [characters, loneSurrogates, spaces, furtherSpaces].reduce(
    (text, hidden) =>
      text.replace(hidden, (found) =>
        Array.from({ length: found.length }, (_, i) => codeOf(found[i] ?? '')).join(''),
      ),
    json,
  );
}

function codeOf(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

function cut(all: readonly string[], from: number, limit: number): string {
  return all.length <= limit ? all.join('') : `${all.slice(from, from + limit - 1).join('')}…`;
}
