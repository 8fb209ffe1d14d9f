import { line, plain, shorten } from '../text.ts';

/** A reason is one sentence that a person reads in a list; longer ones are evidence. */
export const REASON_LIMIT = 400;
/** Long enough for a complaint about every setting, and a limit for messages without end. */
const EXPLANATION_LIMIT = 4000;
/** The limit of each side of a comparison, so that "expected" never pushes out "got". */
const SIDE_LIMIT = 120;

const comparison = /^(Expected|Received)((?: [a-z][a-z ]*)?)(?: \([^)]*\))?: ?(.*)$/;
/** What "Expected length: 3" adds to its value; "value", "string" or "pattern" add nothing. */
const telling = new Set(['length', 'path', 'array', 'substring']);
/** Longer than any message of the suite; the text of a deployment may be in it. */
const MESSAGE_LIMIT = 20_000;
/** `expect(received).toBe(expected) // Object.is equality`: what was called says nothing about the deployment. */
const matcherCall = /(?:: )?\bexpect(?:\.\w+)*\([^()]*\)(?:\.\w+)+\(.*$/gm;
/** JavaScript writes the kind of an error before its message. */
const errorName = /^\s*(?:\w*Error: )+/;
/** The rest is for debugging the check: diffs, logs, code, stacks. */
const appendix = /^(Call log:|\s*at \S.*[:)]\d|- Expected {2}-|\+ Received {2}\+|\s*>? *\d+ \| )/;

/**
 * Condenses the message of a failed assertion or an error into one sentence. Playwright writes several paragraphs
 * with colours, a diff and a call log; only the check's own words and `expected X, got Y` remain.
 */
export function condense(message: string): string {
  const lines = plain(message.slice(0, MESSAGE_LIMIT)).split('\n');
  const words: string[] = [];
  const sides: { expected?: string; got?: string } = {};
  for (const text of lines) {
    if (appendix.test(text)) break;
    const [, who, what = '', value = ''] = comparison.exec(text) ?? [];
    const told = `${telling.has(what.trim()) ? `${what.trim()} ` : ''}${value}`;
    if (who === 'Expected') sides.expected ??= told;
    else if (who === 'Received') sides.got ??= told;
    else if (sides.expected === undefined && sides.got === undefined) words.push(text);
  }
  const said = line(ownWords(words));
  const compared = comparisonOf(sides) ?? differenceOf(lines);
  return shorten([said, compared].filter(Boolean).join(': ') || 'an error without a message', REASON_LIMIT);
}

/**
 * The first two paragraphs that are neither empty nor the call of a matcher: what a check says about its expectation,
 * and what a matcher says about the answer.
 */
function ownWords(lines: readonly string[]): string {
  const said = lines.join('\n').replace(errorName, '').replace(matcherCall, '');
  return said
    .split(/\n\s*\n/)
    .map((text) => text.trim())
    .filter(Boolean)
    .slice(0, 2)
    .join(': ');
}

/**
 * The message of an error outside the checks, for the person who has to fix it: the whole text (mistakes in the
 * settings come all at once), without the stack and the lines of code.
 */
export function explain(message: string): string {
  const lines = plain(message.slice(0, MESSAGE_LIMIT)).replace(errorName, '').split('\n');
  const end = lines.findIndex((text) => appendix.test(text));
  const said = (end < 0 ? lines : lines.slice(0, end)).join('\n').trim();
  return shorten(said, EXPLANATION_LIMIT) || 'an error without a message';
}

function comparisonOf({ expected, got }: { expected?: string; got?: string }): string | undefined {
  if (expected === undefined && got === undefined) return undefined;
  const parts: string[] = [];
  if (expected !== undefined) parts.push(`expected ${side(expected)}`);
  if (got !== undefined) parts.push(`got ${side(got)}`);
  return parts.join(', ');
}

/** A value of several lines goes on after the first. */
const OPENING = /[[{]$/;

/** A diff has no "Expected:" lines: its first removed and first added value stand for it. */
function differenceOf(lines: readonly string[]): string | undefined {
  const start = lines.findIndex((text) => /^- Expected {2}-/.test(text));
  if (start < 0) return undefined;
  const body = lines.slice(start + 2);
  const first = (sign: string): string | undefined => {
    const at = body.findIndex((text) => text.startsWith(`${sign} `));
    if (at < 0) return undefined;
    const values = body.slice(at).map((text) => (text.startsWith(`${sign} `) ? text.slice(2).trim() : ''));
    const length = OPENING.test(values[0] ?? '') ? values.findIndex((value) => value === '') : 1;
    return values
      .slice(0, length < 0 ? values.length : length)
      .join(' ')
      .replace(/,$/, '');
  };
  const [missing, extra] = [first('-'), first('+')];
  if (missing === undefined && extra === undefined) return undefined;
  return `expected ${side(missing ?? 'nothing more')}, got ${side(extra ?? 'nothing there')}`;
}

function side(value: string): string {
  return shorten(line(value), SIDE_LIMIT) || '(empty)';
}
