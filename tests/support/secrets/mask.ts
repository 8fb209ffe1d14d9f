import { addNeedles, KEY_LENGTH, noNeedles, spansIn } from './needles.ts';

/** Shorter values would appear by chance within innocent text, so they are masked only where they stand alone. */
const SHORTEST_ANYWHERE = 4;

/** The same applies to a few digits, which times and identifiers are full of. */
const fewDigits = /^\d{1,5}$/;

/** However a secret is escaped, none of its characters becomes longer than this: `%25E2%2598%2583` is a single one. */
const LONGEST_ESCAPE = 24;

/** Replaces secrets by their names, in every form in which a request or an answer may carry them. */
export interface Mask {
  /**
   * Remembers a secret under a name that reads as a shell variable. Secrets of one or two characters are ignored,
   * since they cannot be distinguished from other text.
   *
   * @returns false if the mask is full, in which case this secret is not masked
   */
  learn(name: string, secret: string): boolean;
  /** The text with every known secret replaced by `$NAME`. */
  apply(text: string): string;
  /** The beginning of a text, masked before it is cut, so that no part of a secret remains. */
  clip(text: string, limit: number): string;
  /** The names of the secrets that a text shows. */
  find(text: string): string[];
  /** The names of the secrets known so far. */
  names(): ReadonlySet<string>;
  /** How many secrets are known: a text that was masked when there were as many needs no second look. */
  known(): number;
  /** The secrets learned since the last call, each with its name. */
  takeNew(): Secret[];
}

/** A secret, and the name that replaces it. */
export type Secret = readonly [name: string, value: string];

/**
 * A mask that knows no secret yet.
 *
 * @param room roughly how much memory its secrets may take, in bytes
 * @param open public text: a secret in another letter case is not masked if that form occurs in it
 */
export function createMask(room = Number.POSITIVE_INFINITY, open = ''): Mask {
  const nameOf = new Map<string, string>();
  const needles = noNeedles();
  let fresh: Secret[] = [];
  let longest = 0;
  let taken = 0;
  /** Masks a text up to `end`; a secret that extends beyond it is masked as a whole. */
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
    known: () => nameOf.size,
    takeNew() {
      const news = fresh;
      fresh = [];
      return news;
    },
  };
}

/** The field names of our own and of Playwright's messages: they stay, even if a secret is spelled the same. */
const ownKey = /^[a-z]+$/i;

/** A JSON value with every string masked, and every key that a deployment may have chosen. */
export function maskStrings<T>(value: T, mask: Pick<Mask, 'apply'>): T {
  if (typeof value === 'string') return mask.apply(value) as T;
  if (Array.isArray(value)) return value.map((item) => maskStrings<unknown>(item, mask)) as T;
  if (typeof value !== 'object' || value === null) return value;
  const keyOf = (key: string): string => (ownKey.test(key) ? key : mask.apply(key));
  return withKeys(Object.entries(value), keyOf, (item) => maskStrings<unknown>(item, mask)) as T;
}

/** Masked headers, including their names, which a deployment chooses. */
export function maskHeaders(
  headers: Readonly<Record<string, string>>,
  mask: Pick<Mask, 'apply'>,
): Record<string, string> {
  const apply = (text: string): string => mask.apply(text);
  return withKeys(Object.entries(headers), apply, apply);
}

/** An object whose keys may have become equal: later ones are numbered, so that none is lost. */
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
