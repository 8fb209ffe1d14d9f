import { isUtf8 } from 'node:buffer';
import { characters, introducer, lineEnds, loneSurrogates, sequences } from './invisible.ts';

/** ASCII punctuation for which HTML has named character references. */
const punctuation: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  sol: '/',
  plus: '+',
  equals: '=',
  quest: '?',
  colon: ':',
  percnt: '%',
  period: '.',
  lowbar: '_',
  num: '#',
  dollar: '$',
  commat: '@',
  excl: '!',
  ast: '*',
  lpar: '(',
  rpar: ')',
  semi: ';',
  comma: ',',
  hyphen: '-',
  bsol: '\\',
  lsqb: '[',
  rsqb: ']',
  lcub: '{',
  rcub: '}',
  verbar: '|',
  grave: '`',
};

/** The names of U+00A0 to U+00FF, in their order. */
const latin = [
  'nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr',
  'deg plusmn sup2 sup3 acute micro para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest',
  'Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml',
  'ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave Uacute Ucirc Uuml Yacute THORN szlig',
  'agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml igrave iacute icirc iuml',
  'eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute thorn yuml',
].flatMap((row) => row.split(' '));

/** The characters that Windows-1252 has beyond Latin-1, each followed by its name. */
const windows =
  '€euro ‚sbquo ƒfnof „bdquo …hellip †dagger ‡Dagger ˆcirc ‰permil ŠScaron ‹lsaquo ŒOElig ‘lsquo ’rsquo “ldquo ”rdquo •bull –ndash —mdash ˜tilde ™trade šscaron ›rsaquo œoelig ŸYuml';

/**
 * The named character references that libraries write in place of characters (HTML 4, section 24, and ASCII), with
 * what they stand for.
 */
export const entities: Readonly<Record<string, string>> = {
  ...punctuation,
  ...Object.fromEntries(latin.map((name, index) => [name, String.fromCodePoint(0xa0 + index)])),
  ...Object.fromEntries(windows.split(' ').map((one) => [one.slice(1), one.slice(0, 1)])),
};

/** How often a text is unescaped: a URL in JSON in a report in HTML takes three. */
const MOST_LAYERS = 4;

/** A text in one reading of it; every view except the original refers to the one it was derived from. */
export interface View {
  readonly text: string;
  readonly from?: Origin;
}

/**
 * Where each stretch of a view came from, in order. There are few stretches, even if there are many characters, and
 * few are looked up.
 */
interface Origin {
  readonly view: View;
  readonly stretches: readonly Stretch[];
}

/** A stretch of a view, and what it was in the one it came from. */
interface Stretch {
  /** Where it begins in the view, and in the one it came from. */
  readonly begin: number;
  readonly origin: number;
  /** The length of what it stands for; undefined if it was copied unchanged. */
  readonly length?: number;
}

/** Where the character at an index of a view begins in the original. */
export function startOf({ from }: View, index: number): number {
  if (from === undefined) return index;
  const { begin, origin, length } = stretchAt(from, index);
  return startOf(from.view, length === undefined ? origin + index - begin : origin);
}

/** Where the character at an index of a view ends in the original: after its last character there. */
export function endOf({ from }: View, index: number): number {
  if (from === undefined) return index + 1;
  const { begin, origin, length } = stretchAt(from, index);
  return endOf(from.view, length === undefined ? origin + index - begin : origin + length - 1);
}

/** The last stretch that begins at or before an index. */
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

/** Escapes for a character: in URLs, in JSON and other quoted strings, and in HTML. */
const escapes = [
  /%[0-7][\da-f]|%[cd][\da-f]%[89ab][\da-f]|%e[\da-f](?:%[89ab][\da-f]){2}|%f[0-7](?:%[89ab][\da-f]){3}|%[89a-f][\da-f]/,
  // The `escape` of ECMAScript, Annex B.
  /%u[\da-f]{4}/,
  /\\u[\da-f]{4}|\\x[\da-f]{2}|\\["'`\\/bfnrt$]/,
  /&#(?:\d{1,10}|x[\da-f]{1,8});?/,
  new RegExp(`&(?:${Object.keys(entities).join('|')});`),
  // Line breaks in base64 (RFC 2045 6.8); the lookbehind is evaluated only at the end of a line.
  /\r?\n(?<=[\w+/]{60}\r?\n)(?=[\w+/=])/,
];

/** The escapes, together with whatever is removed from a text before it is shown. */
const withCharacters = anyOf(...escapes, characters, loneSurrogates);
const withSequences = anyOf(...escapes, sequences, characters, loneSurrogates);

function anyOf(...patterns: readonly RegExp[]): RegExp {
  return new RegExp(patterns.map(({ source }) => source).join('|'), 'gi');
}

/** Printable ASCII without `%`, `&` and backslash: nothing in such a text is escaped or removed. Most texts are like this. */
const literal = /^[ -$'-[\]-~]*$/;

/** What a letter after a backslash stands for. */
const letters: Readonly<Record<string, string>> = {
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
};

/**
 * A text in all the ways in which it can be read: as it is, as it is shown, and both with one layer of escapes after
 * another removed. A terminal sequence may hide text on a screen but not in a file, so a text is read both without
 * such sequences and with their content.
 */
export function* viewsOf(text: string): Generator<View> {
  const original: View = { text };
  if (literal.test(text)) {
    yield original;
    return;
  }
  const once = shown(original);
  // A lone surrogate is shown as U+FFFD, which is then removed in turn.
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

/** A text as it is shown to a person: the steps of `plain` in `reports/text.ts`, in the same order. */
function shown(view: View): View {
  const none = (): string => '';
  const lines = replaced(view, lineEnds, () => '\n');
  return replaced(
    replaced(replaced(lines, sequences, none), characters, none),
    loneSurrogates,
    () => '\ufffd',
  );
}

/**
 * The view with each run of white space as a single space, as in a report of one line; the same view if there is
 * none.
 */
export function onOneLine(view: View): View {
  return replaced(view, /\s{2,}|[^\S ]/g, () => ' ');
}

/** The view with every match of a pattern replaced by its meaning; the same view if there is none. */
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
    // Bytes that are not UTF-8 are Latin-1.
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
