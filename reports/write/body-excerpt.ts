import { line, shorten } from '../text.ts';

/** How much of a body one line shows, and how much of that comes before the part that matters. */
const SHOWN = 300;
const BEFORE = 60;
/** A longer body is not searched. */
const SEARCHED = 1_000_000;

/**
 * The part of a body that matters for a reason, on one line: the object that a JSON pointer in the reason leads into,
 * or the surroundings of a value or a field that the reason names; the beginning if it names nothing in the body.
 */
export function bodyExcerpt(body: string, reason: string): string {
  const [place, text] = partOf(body, reason);
  const at = text.length > SHOWN ? placeOf(text, reason) : 0;
  const from = at > BEFORE ? at - BEFORE : 0;
  const excerpt = shorten(line(text.slice(from, from + 2 * SHOWN)), SHOWN);
  return `${place}${from > 0 ? '…' : ''}${excerpt}`;
}

/** The innermost object or list that the reason points into, with its place; the whole body if there is none. */
function partOf(body: string, reason: string): readonly [place: string, text: string] {
  const [, pointer = ''] = /(?:^|[\s;])((?:\/[\w~-]+)+) /.exec(reason) ?? [];
  const names = pointer.split('/').slice(1, -1);
  if (names.length === 0 || body.length > SEARCHED) return ['', body];
  const part = names.reduce<unknown>(within, parsed(body));
  return typeof part === 'object' && part !== null
    ? [`/${names.join('/')} is `, JSON.stringify(part)]
    : ['', body];
}

function within(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined;
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}

/** Where a text has what a reason says that came, or else a field that it names; 0 if it has neither. */
function placeOf(text: string, reason: string): number {
  const searched = text.slice(0, SEARCHED);
  const [, came = ''] = /\bgot (.+)$/s.exec(reason) ?? [];
  const values = came.match(/"(?:[^"\\]|\\.)*"|\+\d{5,}/g) ?? [];
  const fields = (reason.match(/\b[a-z]+(?:_[a-z]+)*\b/gi) ?? []).map((word) => `"${word}":`);
  const found = [...values, ...fields].map((one) => searched.indexOf(one)).find((at) => at >= 0);
  return found ?? 0;
}
