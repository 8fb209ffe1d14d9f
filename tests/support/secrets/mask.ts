import { addNeedles, KEY_LENGTH, noNeedles, spansIn } from './needles.ts';

/** Shorter values would turn up in the midst of innocent text: they are masked only where they stand alone. */
const SHORTEST_ANYWHERE = 4;

/** So are few digits, which every time and identifier is full of. */
const fewDigits = /^\d{1,5}$/;

/** However a secret is escaped, no character of it becomes longer than this: `%25E2%2598%2583` is one. */
const LONGEST_ESCAPE = 24;

/** Replaces secrets by their names, in every form in which a request or an answer may carry them. */
export interface Mask {
  /**
   * Remembers a secret by a name that reads as a shell variable; one or two characters cannot be told from text.
   *
   * @returns false when the mask is full: then it goes on to show this one
   */
  learn(name: string, secret: string): boolean;
  /** The text with every known secret replaced by `$NAME`. */
  apply(text: string): string;
  /** The beginning of a text, masked before it is cut, so that no half of a secret stays. */
  clip(text: string, limit: number): string;
  /** The names of the secrets that a text shows. */
  find(text: string): string[];
  /** The names of the secrets known so far. */
  names(): ReadonlySet<string>;
  /** The secrets learned since this was last asked, each with its name. */
  takeNew(): Secret[];
}

export type Secret = readonly [name: string, value: string];

/**
 * A mask that knows no secret yet.
 *
 * @param room how much memory its secrets may take, in bytes, roughly
 * @param open what is said openly, where a secret of other capitals cannot be told from it
 */
export function createMask(room = Number.POSITIVE_INFINITY, open = ''): Mask {
  const nameOf = new Map<string, string>();
  const needles = noNeedles();
  let fresh: Secret[] = [];
  let longest = 0;
  let taken = 0;
  /** Masks a text as far as `end`; a secret that goes beyond it is masked whole. */
  const masked = (text: string, end: number): string => {
    let done = '';
    let at = 0;
    for (const span of spansIn(text, needles)) {
      if (span.start >= end) break;
      done += `${text.slice(at, span.start)}$${span.name}`;
      at = span.end;
    }
    return done + text.slice(at, Math.max(at, end));
  };
  return {
    learn(name, secret) {
      if (secret.length < KEY_LENGTH || nameOf.has(secret)) return true;
      if (taken > room) return false;
      nameOf.set(secret, name);
      fresh.push([name, secret]);
      longest = Math.max(longest, secret.length);
      const alone = secret.length < SHORTEST_ANYWHERE || fewDigits.test(secret);
      taken += addNeedles(needles, name, secret, alone, open);
      return true;
    },
    apply: (text) => masked(text, text.length),
    clip(text, limit) {
      if (text.length <= limit) return masked(text, limit);
      const seen = text.slice(0, limit + longest * LONGEST_ESCAPE);
      return `${masked(seen, limit)}… (${text.length} characters)`;
    },
    find: (text) => [...new Set(spansIn(text, needles).map(({ name }) => name))],
    names: () => new Set(nameOf.values()),
    takeNew() {
      const news = fresh;
      fresh = [];
      return news;
    },
  };
}

/** The names of the fields of our own and of Playwright's messages: they stay, whatever a secret spells. */
const ownKey = /^[a-z]+$/i;

/** A value as JSON has it, every string in it masked, and every key that may be of a deployment's choice. */
export function maskStrings<T>(value: T, mask: Pick<Mask, 'apply'>): T {
  if (typeof value === 'string') return mask.apply(value) as T;
  if (Array.isArray(value)) return value.map((item) => maskStrings<unknown>(item, mask)) as T;
  if (typeof value !== 'object' || value === null) return value;
  const keyOf = (key: string): string => (ownKey.test(key) ? key : mask.apply(key));
  return withKeys(Object.entries(value), keyOf, (item) => maskStrings<unknown>(item, mask)) as T;
}

/** Headers masked, their names as well: a deployment chooses them. */
export function maskHeaders(
  headers: Readonly<Record<string, string>>,
  mask: Pick<Mask, 'apply'>,
): Record<string, string> {
  const apply = (text: string): string => mask.apply(text);
  return withKeys(Object.entries(headers), apply, apply);
}

/** An object whose keys may have become equal: none is lost, the later ones are numbered. */
function withKeys<T, U>(
  fields: readonly (readonly [key: string, value: T])[],
  keyOf: (key: string) => string,
  valueOf: (value: T) => U,
): Record<string, U> {
  const named = new Map<string, U>();
  for (const [key, value] of fields) {
    const wanted = keyOf(key);
    let name = wanted;
    for (let nth = 2; named.has(name); nth += 1) name = `${wanted} (${nth})`;
    named.set(name, valueOf(value));
  }
  return Object.fromEntries(named);
}
