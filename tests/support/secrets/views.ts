import { isUtf8 } from 'node:buffer';
import { entities } from './entities.ts';
import { characters, introducer, lineEnds, loneSurrogates, sequences } from './invisible.ts';

/** So often is a text unescaped: a URL in JSON in a report in HTML takes three. */
const MOST_LAYERS = 4;

/** A text in one way of reading it; but for the original it knows from which other one it came. */
export interface View {
  readonly text: string;
  readonly from?: Origin;
}

/**
 * Where a view has each of its stretches from, in their order. There are few of them, where it has many characters,
 * and few are asked for.
 */
interface Origin {
  readonly view: View;
  readonly stretches: readonly Stretch[];
}

/** A stretch of a view, and what it was in the one it came from. */
interface Stretch {
  /** Where it begins in the view, and in the other one. */
  readonly begin: number;
  readonly origin: number;
  /** The length of what it stands for; undefined where it was taken over as it is. */
  readonly length?: number;
}

/** Where the character at an index of a view begins in the original. */
export function startOf({ from }: View, index: number): number {
  if (from === undefined) return index;
  const { begin, origin, length } = stretchAt(from, index);
  return startOf(from.view, length === undefined ? origin + index - begin : origin);
}

/** Where the character at an index of a view ends in the original: behind its last character there. */
export function endOf({ from }: View, index: number): number {
  if (from === undefined) return index + 1;
  const { begin, origin, length } = stretchAt(from, index);
  return endOf(from.view, length === undefined ? origin + index - begin : origin + length - 1);
}

/** The last stretch that begins no later than at an index. */
function stretchAt({ stretches }: Origin, index: number): Stretch {
  let low = 0;
  let high = stretches.length - 1;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((stretches[middle] as Stretch).begin <= index) low = middle;
    else high = middle - 1;
  }
  return stretches[low] as Stretch;
}

/** What stands for a character: in URLs, in JSON and other strings in quotes, in HTML. */
const escapes = [
  /%[0-7][\da-f]|%[cd][\da-f]%[89ab][\da-f]|%e[\da-f](?:%[89ab][\da-f]){2}|%f[0-7](?:%[89ab][\da-f]){3}|%[89a-f][\da-f]/,
  // The `escape` of ECMAScript, Annex B.
  /%u[\da-f]{4}/,
  /\\u[\da-f]{4}|\\x[\da-f]{2}|\\["'`\\/bfnrt$]/,
  /&#(?:\d{1,10}|x[\da-f]{1,8});?/,
  new RegExp(`&(?:${Object.keys(entities).join('|')});`),
  // Base64 that is broken into lines (RFC 2045 6.8); what is before is looked at where a line ends alone.
  /\r?\n(?<=[\w+/]{60}\r?\n)(?=[\w+/=])/,
];

/** Together with these, whatever a text loses before it is shown. */
const withCharacters = anyOf(...escapes, characters, loneSurrogates);
const withSequences = anyOf(...escapes, sequences, characters, loneSurrogates);

function anyOf(...patterns: readonly RegExp[]): RegExp {
  return new RegExp(patterns.map(({ source }) => source).join('|'), 'gi');
}

/** What a letter behind a backslash stands for. */
const letters: Readonly<Record<string, string>> = {
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
};

/**
 * A text in all the ways in which it can be read: as it stands, as it is shown, and both with one layer of escapes
 * after the other taken off. A sequence of a terminal may hide a text from its reader, and not from the reader of a
 * file, so it is looked through and looked into.
 */
export function* viewsOf(text: string): Generator<View> {
  const original: View = { text };
  const once = shown(original);
  // Half a character is shown as U+FFFD, which is taken out in its turn.
  for (const start of new Set([original, once, shown(once)])) {
    yield start;
    for (const pattern of [withCharacters, withSequences]) {
      let hasSequences = false;
      let view = start;
      for (let layer = 0; layer < MOST_LAYERS; layer += 1) {
        hasSequences ||= introducer.test(view.text);
        const next = replaced(view, pattern, meaningOf);
        if (next === view) break;
        yield next;
        view = next;
      }
      if (!hasSequences) break;
    }
  }
}

/** A text as a person is shown it (`plain` in `reports/text.ts`), in the same order. */
function shown(view: View): View {
  const none = (): string => '';
  const lines = replaced(view, lineEnds, () => '\n');
  return replaced(
    replaced(replaced(lines, sequences, none), characters, none),
    loneSurrogates,
    () => '\ufffd',
  );
}

/** The view with each run of white space as one space, as a report has it on a line; the same view where there is none. */
export function onOneLine(view: View): View {
  return replaced(view, /\s{2,}|[^\S ]/g, () => ' ');
}

/** The view with all that a pattern finds replaced by what it means; the same view where there is none. */
function replaced(view: View, pattern: RegExp, meaning: (found: string) => string): View {
  let text = '';
  const stretches: Stretch[] = [];
  let at = 0;
  const take = (end?: number): void => {
    stretches.push({ begin: text.length, origin: at });
    text += view.text.slice(at, end);
  };
  for (const { 0: found, index } of view.text.matchAll(pattern)) {
    take(index);
    stretches.push({ begin: text.length, origin: index, length: found.length });
    text += meaning(found);
    at = index + found.length;
  }
  if (at === 0) return view;
  take();
  return { text, from: { view, stretches } };
}

function meaningOf(found: string): string {
  if (/^\r?\n$/.test(found)) return '';
  const code = /^(?:[\\%]u|\\x|&#x)([\da-f]+)/i.exec(found)?.[1];
  if (code !== undefined) return characterOf(Number.parseInt(code, 16));
  if (found.startsWith('%')) {
    const bytes = Buffer.from(found.replaceAll('%', ''), 'hex');
    // What is not UTF-8 was Latin-1.
    return bytes.toString(isUtf8(bytes) ? 'utf8' : 'latin1');
  }
  if (found.startsWith('\\')) return letters[found.slice(1).toLowerCase()] ?? found.slice(1);
  if (found.startsWith('&#')) return characterOf(Number.parseInt(found.slice(2), 10));
  const name = found.slice(1, -1);
  return found.startsWith('&') ? (entities[name] ?? entities[name.toLowerCase()] ?? '') : '';
}

function characterOf(code: number): string {
  return code > 0x10_ffff ? '\ufffd' : String.fromCodePoint(code);
}
