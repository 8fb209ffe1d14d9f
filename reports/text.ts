/**
 * What a deployment sends is data: nothing of it may colour, move or redirect a terminal, hide or
 * reorder what a person reads, or become markup in a report.
 */

// CSI, OSC (up to BEL or ST), the other string sequences, then two-character escapes.
const ansi =
  // oxlint-disable-next-line no-control-regex -- these are what is removed
  /(?:\u001b\[|\u009b)[0-?]*[ -/]*[@-~]|(?:\u001b[\]PX^_]|[\u0090\u0098\u009d-\u009f])[^\u0007\u001b\u009c]*(?:\u0007|\u001b\\|\u009c)?|\u001b[ -/]*[0-~]?/g;
// Bidirectional controls, zero-width characters, the byte-order mark and the Unicode line breaks.
const invisible = /[\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff\ufff9-\uffff]/g;
// oxlint-disable-next-line no-control-regex -- these are what is removed
const controls = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g;
const loneSurrogates = /\p{Surrogate}/gu;

/**
 * Text that is safe to print: no ANSI sequence, control character, bidirectional or zero-width
 * control. Line ends and tabs stay.
 */
export function plain(text: string): string {
  return text
    .replace(/\r\n?/g, '\n')
    .replace(ansi, '')
    .replace(invisible, '')
    .replace(controls, '')
    .replace(loneSurrogates, '\ufffd');
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

/** A duration as people say it: `840 ms`, `9.2 s`, `3 min 20 s`. */
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
