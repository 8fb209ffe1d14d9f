import type { Exchange, Row } from '../model.ts';
import { count, duration, plain } from '../text.ts';

/** A page walk or a property test sends many requests; the last ones are those that decided. */
export const EXCHANGES_SHOWN = 10;

/** One piece of evidence: a name for lists and a text. */
export interface Evidence {
  readonly name: string;
  readonly text: string;
}

/**
 * Everything a person needs to judge a verdict without the suite: statement, finding, exchanges. Piece
 * by piece where something is wrong; else as one text, since a run writes hundreds of them.
 */
export function evidenceOf(row: Row): Evidence[] {
  if (row.checks.length === 0) return [];
  const exchanges = row.checks.flatMap(({ record }) => record?.exchanges ?? []);
  const shown = exchanges.slice(-EXCHANGES_SHOWN);
  const first = exchanges.length - shown.length + 1;
  const pieces = [
    { name: 'Requirement and verdict', text: `${requirementText(row)}\n\n${verdictText(row, first - 1)}` },
    ...shown.map((exchange, index) => ({
      name: exchangeName(exchange, first + index),
      text: exchangeText(exchange),
    })),
  ];
  if (row.verdict === 'fail' || row.verdict === 'blocked' || row.verdict === 'warn') return pieces;
  const whole = pieces.map(({ name, text }, index) =>
    index === 0 ? text : `${name}\n${'-'.repeat(name.length)}\n${text}`,
  );
  return [{ name: 'Evidence', text: whole.join('\n\n') }];
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

function verdictText({ verdict, reason, observed, cause, need, tests }: Row, leftOut: number): string {
  return [
    reason ? `${verdict}: ${reason}` : verdict,
    ...(observed === null ? [] : [`value seen: ${observed}`]),
    ...(cause ? [`cause: ${cause}`] : []),
    ...(need ? [`need: ${need}`] : []),
    ...tests.map((name) => `check: ${name}`),
    ...(leftOut > 0 ? [`${count(leftOut, 'earlier exchange')} left out`] : []),
  ].join('\n');
}

function exchangeName({ method, url, status, failure }: Exchange, index: number): string {
  return plain(`${index}. ${method} ${pathOf(url)} → ${status ?? failure ?? 'no answer'}`);
}

function pathOf(url: string): string {
  return URL.canParse(url) ? new URL(url).pathname : url;
}

/** What was asked and what came, each as it looked on the wire; still to be made plain by whoever shows it. */
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
