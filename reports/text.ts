import { characters, lineEnds, loneSurrogates, sequences } from '../tests/support/secrets/invisible.ts';

/**
 * What a deployment sends is data: it must not control a terminal, hide or reorder what a person reads, or become
 * markup in a report.
 */

/**
 * Text that is safe to print: no ANSI sequence, control character, bidirectional or zero-width
 * control. Line ends and tabs stay.
 */
export function plain(text: string): string {
  return text
    .replace(lineEnds, '\n')
    .replace(sequences, '')
    .replace(characters, '')
    .replace(loneSurrogates, '\ufffd');
}

/** JSON that is safe to print: characters that a terminal would obey or not show are escaped. */
export function printable(json: string): string {
  const escaped = (unit: string): string => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
  return json.replace(characters, escaped).replace(loneSurrogates, escaped);
}

/** Safe text on one line, every run of white space a single space. */
export function line(text: string): string {
  return plain(text).replace(/\s+/g, ' ').trim();
}

/** At most `limit` characters (code points, so that none is cut in two), with an ellipsis where cut. */
export function shorten(text: string, limit: number): string {
  if (text.length <= limit) return text;
  const characters = Array.from(text);
  if (characters.length <= limit) return text;
  return `${characters
    .slice(0, limit - 1)
    .join('')
    .trimEnd()}…`;
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
};

/** Safe text as XML character data or an attribute value; line ends survive in both. */
export function xml(text: string): string {
  return plain(text)
    .replace(/[&<>"']/g, (character) => entities[character] ?? '')
    .replaceAll('\n', '&#10;')
    .replaceAll('\t', '&#9;');
}

/** `1 check`, `2 checks`. */
export function count(n: number, noun: string): string {
  return `${n} ${noun}${n === 1 ? '' : 's'}`;
}

/** A duration for people: `840 ms`, `9.2 s`, `3 min 20 s`. */
export function duration(ms: number): string {
  if (ms < 1000) return `${Math.round(ms)} ms`;
  if (ms < 60_000) return `${(Math.floor(ms / 100) / 10).toFixed(1)} s`;
  const seconds = Math.floor(ms / 1000);
  return `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}

/** The items by key, both in the order they come (Node 20 has no `Map.groupBy`). */
export function groupBy<T>(items: readonly T[], keyOf: (item: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    const group = groups.get(keyOf(item));
    if (group) group.push(item);
    else groups.set(keyOf(item), [item]);
  }
  return groups;
}
