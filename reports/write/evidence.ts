import { findingsOf } from '../judge/facts.ts';
import type { Check, Exchange, Row } from '../model.ts';
import { count, duration, line, plain, shorten } from '../text.ts';

/**
 * How many of the last exchanges of a check are kept besides those that decided: a page walk or a property test sends
 * many.
 */
const LAST_KEPT = 10;

/** The length of a name in lists. */
const NAME_LIMIT = 160;

/** One piece of evidence: a name for lists and a text. */
export interface Evidence {
  readonly name: string;
  readonly text: string;
}

/** An exchange as evidence keeps it. */
export interface Shown extends Exchange {
  /** Its place among all exchanges of its check, from 1. */
  readonly nth: number;
  /** The requirements that it shows broken. */
  readonly breaks: readonly string[];
}

/** The exchanges of a check that the evidence keeps, in order: those that show something broken, and the last ones. */
export function shownOf({ record }: Pick<Check, 'record'>): Shown[] {
  // Exchanges that were read from an evidence file already have their numbers.
  const exchanges: readonly (Exchange & Partial<Shown>)[] = record?.exchanges ?? [];
  const broken = (record?.facts ?? []).flatMap((fact) =>
    fact.is === 'broken' ? [{ id: fact.id, at: fact.exchange ?? exchanges.length - 1 }] : [],
  );
  return exchanges
    .map((exchange, index) => ({
      ...exchange,
      nth: exchange.nth ?? index + 1,
      breaks: exchange.breaks ?? [...new Set(broken.filter(({ at }) => at === index).map(({ id }) => id))],
    }))
    .filter(
      ({ breaks }, index) =>
        breaks.length > 0 || index === record?.about || index >= exchanges.length - LAST_KEPT,
    );
}

/** How many exchanges of a check are not among those that are shown. */
export function leftOut(shown: readonly Shown[]): number {
  return (shown.at(-1)?.nth ?? 0) - shown.length;
}

/**
 * Everything needed to assess a verdict without the suite: statement, finding and exchanges, starting with the check
 * that found something. If something is wrong, each exchange is a piece of its own; otherwise each check is, whose text
 * is the same for all requirements that it covers.
 */
export function evidenceOf(row: Row): Evidence[] {
  if (row.checks.length === 0) return [];
  const checks = row.checks
    .map((check) => ({ check, name: check.name, shown: shownOf(check) }))
    .toSorted((a, b) => Number(isDecisive(row.id, b.shown)) - Number(isDecisive(row.id, a.shown)));
  const isWrong = row.verdict === 'fail' || row.verdict === 'blocked' || row.verdict === 'warn';
  return [
    { name: 'Requirement and verdict', text: `${requirementText(row)}\n\n${verdictText(row, checks)}` },
    ...checks.flatMap(({ check, name, shown }, index) => {
      if (!isWrong) return shown.length === 0 ? [] : [{ name, text: textOf(check, shown) }];
      return shown.map((exchange) => ({
        name: `${checks.length > 1 ? `check ${index + 1}, ` : ''}${exchangeName(exchange)}${exchange.breaks.includes(row.id) ? ': this one decided' : ''}`,
        text: exchangeText(exchange),
      }));
    }),
  ];
}

/** The texts of checks: a check covers many requirements, and a run has hundreds of those. */
const texts = new WeakMap<Check, string>();

/** What is shown of a check, as one text. */
function textOf(check: Check, shown: readonly Shown[]): string {
  const known = texts.get(check);
  if (known !== undefined) return known;
  const parts = shown.map((exchange) => {
    const name = exchangeName(exchange);
    return `${name}\n${'-'.repeat(name.length)}\n${exchangeText(exchange)}`;
  });
  const text = parts.join('\n\n');
  texts.set(check, text);
  return text;
}

interface ShownCheck {
  readonly name: string;
  readonly shown: readonly Shown[];
}

function isDecisive(id: string, shown: readonly Shown[]): boolean {
  return shown.some(({ breaks }) => breaks.includes(id));
}

function requirementText({ id, requirement }: Row): string {
  const { title, statement, level, basis, source, operation, readings = {} } = requirement;
  return [
    `${id} ${title}`,
    '',
    statement,
    ...Object.entries(readings).map(([value, meaning]) => `  ${value}: ${meaning}`),
    '',
    `level      ${level}`,
    `basis      ${basis}`,
    `source     ${source}`,
    `operation  ${operation}`,
  ].join('\n');
}

/** Where else the requirement could not be judged: this takes nothing away from the verdict. */
function blockedBeside(id: string, checks: readonly Check[]): string[] {
  return checks.flatMap((check) =>
    findingsOf(check).flatMap((finding) =>
      finding.id === id && finding.is === 'blocked' ? [`not judged in ${check.name}: ${finding.reason}`] : [],
    ),
  );
}

function verdictText(
  { id, verdict, reason, observed, cause, need, checks: of }: Row,
  checks: readonly ShownCheck[],
): string {
  const without = checks.reduce((sum, { shown }) => sum + leftOut(shown), 0);
  return [
    reason ? `${verdict}: ${reason}` : verdict,
    ...(observed === null ? [] : [`value seen: ${observed}`]),
    ...(cause ? [`cause: ${cause}`] : []),
    ...(need ? [`need: ${need}`] : []),
    ...checks.map(({ name }, index) => `check${checks.length > 1 ? ` ${index + 1}` : ''}: ${name}`),
    ...(verdict === 'blocked' ? [] : blockedBeside(id, of)),
    ...of.flatMap(({ record }) => record?.broke ?? []),
    ...(without > 0 ? [`${count(without, 'earlier exchange')} left out`] : []),
  ].join('\n');
}

/** An exchange in one line: its place, the method, the path and query, what came. */
export function exchangeName({ nth, method, url, status, failure }: Shown): string {
  return shorten(line(`${nth}. ${method} ${pathOf(url)} → ${status ?? failure ?? 'no answer'}`), NAME_LIMIT);
}

/** Long segments are identifiers: their beginnings are enough to distinguish them. */
function pathOf(url: string): string {
  if (!URL.canParse(url)) return url;
  const { pathname, search } = new URL(url);
  const path = pathname.replaceAll(/[\w-]{24,}/g, (segment) => `${segment.slice(0, 6)}…`);
  return `${path}${search}`;
}

/** The request and the response as they looked on the wire. The caller has to make the text safe to show. */
export function onTheWire(exchange: Exchange): Record<'request' | 'response', WireText> {
  const { method, url, status, failure, note } = exchange;
  const fields = (headers: Readonly<Record<string, string>> = {}) =>
    Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  return {
    request: { head: [`${method} ${url}`, ...fields(exchange.requestHeaders)], body: exchange.requestBody },
    response: {
      head: [
        `${status ?? failure ?? 'no answer'} in ${duration(exchange.durationMs)}`,
        ...(note === undefined ? [] : [`# ${note}`]),
        ...fields(exchange.responseHeaders),
      ],
      body: exchange.responseBody,
    },
  };
}

interface WireText {
  readonly head: readonly string[];
  readonly body: string | undefined;
}

/** One exchange as it looked on the wire, and the command that repeats it. */
export function exchangeText(exchange: Exchange): string {
  const { request, response } = onTheWire(exchange);
  const [answer = '', ...rest] = response.head;
  const body = (text: string | undefined) => (text === undefined ? [] : ['', text]);
  const text = [
    ...request.head,
    ...body(request.body),
    '',
    `→ ${answer}`,
    ...rest,
    ...body(response.body),
    '',
    '# the same request again',
    exchange.curl,
  ];
  return plain(text.join('\n'));
}
