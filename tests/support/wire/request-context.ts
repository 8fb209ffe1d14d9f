import { setTimeout as sleep } from 'node:timers/promises';
import { test } from '@playwright/test';
import type { Server } from '../catalogue.ts';
import type { Exchange } from '../judging/check-record.ts';
import { keepExchange, ledgerOf, mask, Stopped, step, stop } from '../judging/ledger.ts';
import { learnFromAnswer } from '../secrets/learn.ts';
import { maskHeaders } from '../secrets/mask.ts';
import type { Target } from '../target.ts';
import { readBody, UnreadableError } from './body.ts';
import { curlOf } from './curl.ts';
import { assertAllowed, endsRecording, noteEnd, noteSession, noteStart } from './effects.ts';
import { whatHappened } from './failure.ts';
import { headersTo, withGateway } from './gateway-headers.ts';
import { type Answer, type Fields, type Outgoing, type RequestContext, sentFields } from './http.ts';
import { isLimited, limited, putOff } from './rate-limit.ts';
import { ProxyRefusal, send } from './send.ts';

/** At most this much of a body is kept as evidence. */
const EVIDENCE_BYTES = 16 * 1024;

/** What the suite can decode. It is no part of a check, so the evidence omits it. */
const unasked = { 'accept-encoding': 'gzip, deflate, br' };

/**
 * A request context for a server of the target. It never follows a redirect, and it records every exchange as
 * evidence of the running check. A time-out, a reset or an unreadable body is an answer with `failure`: the check
 * decides what it means.
 *
 * @param credential the Authorization header for requests that do not set their own
 */
export function requestContext(target: Target, server: Server, credential?: string): RequestContext {
  const ask = async (method: 'GET' | 'POST', path: string, outgoing: Outgoing = {}): Promise<Answer> => {
    const base = target.urls[server];
    if (base === undefined) return stop(test.info(), `the ${server} server was left out`);
    const url = addressOf(base, path, outgoing.query);
    assertAllowed(target, method, url);
    const payload = headersAndBody(target, outgoing, credential);
    const ledger = ledgerOf(test.info());
    if (ledger.isOver && !endsRecording(payload.body)) throw new Stopped('the check is over');
    noteStart(ledger, method, url, payload.body);
    const answered = step(`${method} ${mask.apply(url.pathname + url.search)}`, async () => {
      const { answer, how } = await exchange(target, method, url, payload, outgoing.returns429);
      noteEnd(ledger, answer, payload.body);
      return isLimited(answer) && !outgoing.returns429 ? limited(answer, how) : answer;
    });
    ledger.underWay.add(answered);
    return answered.finally(() => ledger.underWay.delete(answered));
  };
  return {
    get: (path, outgoing) => ask('GET', path, outgoing),
    post: (path, outgoing) => ask('POST', path, outgoing),
  };
}

/**
 * Resolves a path of the suite or a URI from the server. Relative ones are resolved against the address of the
 * server, whose path such a URI may already include. Behind a gateway that terminates TLS, a server knows neither its
 * public scheme nor its port: if the scheme differs but the host is the same, the configured address is requested.
 */
function addressOf(base: string, path: string, query: Fields = {}): URL {
  const { pathname: mounted } = new URL(base);
  const counts = /^\/(?!\/)/.test(path) && (mounted === '/' || !path.startsWith(`${mounted}/`));
  if (!URL.canParse(path, `${base}/`)) return stop(test.info(), `${JSON.stringify(path)} is not a URI`);
  const { origin, hostname, protocol } = new URL(base);
  const given = counts ? new URL(base + path) : new URL(path, `${base}/`);
  const isByGateway =
    given.hostname === hostname && given.protocol !== protocol && /^https?:$/.test(given.protocol);
  const url = isByGateway ? new URL(origin + given.pathname + given.search) : given;
  if (url.origin !== origin) {
    stop(test.info(), `the request would leave the configured server for ${url.origin}`);
  }
  for (const [name, value] of sentFields(query)) url.searchParams.append(name, value);
  return url;
}

interface Payload {
  readonly headers: Record<string, string>;
  readonly body?: string;
}

function headersAndBody(target: Target, outgoing: Outgoing, credential: string | undefined): Payload {
  const headers: Record<string, string> = {};
  const authorization = outgoing.authorization === undefined ? credential : outgoing.authorization;
  if (authorization) headers['authorization'] = authorization;
  if (outgoing.prefer !== undefined && target.kind === 'mock') headers['prefer'] = outgoing.prefer;
  const withOwn = () => Object.fromEntries(sentFields({ ...headers, ...outgoing.headers }));
  if (outgoing.form !== undefined) {
    headers['content-type'] = 'application/x-www-form-urlencoded';
    const body = new URLSearchParams(sentFields(outgoing.form)).toString();
    return { headers: withOwn(), body };
  }
  if (outgoing.json !== undefined) {
    headers['content-type'] = 'application/json';
    return { headers: withOwn(), body: JSON.stringify(outgoing.json) };
  }
  return { headers: withOwn() };
}

/** An answer and, for a rate limit that was not waited out, the reason. */
interface Exchanged {
  readonly answer: Answer;
  readonly how?: string;
}

/**
 * Sends a request and records each exchange as evidence. Where the deployment limits the rate, the whole run becomes
 * slower, and the request is sent again in its turn. Where it is not available, and says how long to wait, the suite
 * waits once, at most as long as a request may take.
 *
 * @param is429 whether that status may be the answer itself: then it is asked once more only if a wait is named
 */
async function exchange(
  target: Target,
  method: 'GET' | 'POST',
  url: URL,
  payload: Payload,
  is429 = false,
): Promise<Exchanged> {
  const since = performance.now();
  for (let tries = 1; ; tries += 1) {
    const tried = await attempt(target, method, url, payload);
    const off = putOff(target, tried.answer, { since, tries }, is429);
    if (off === undefined) return { answer: keep(target, tried, payload) };
    if (off.isOver) return { answer: keep(target, tried, payload, off.asked), how: off.how };
    keep(target, tried, payload, `${off.asked}: the request is sent once more after a wait`);
    await sleep(off.waitMs);
  }
}

function sentBy(url: URL, { headers, body }: Payload): ReadonlySet<string> {
  const credentials = headers['authorization']?.split(' ').slice(1) ?? [];
  return new Set([...url.searchParams.values(), ...new URLSearchParams(body).values(), ...credentials]);
}

interface Attempt {
  readonly answer: Answer;
  readonly durationMs: number;
  /** What else the suite did to get the answer. */
  readonly note?: string;
}

async function attempt(target: Target, method: 'GET' | 'POST', url: URL, payload: Payload): Promise<Attempt> {
  const started = performance.now();
  let answer: Answer;
  let note: string | undefined;
  let came: number | undefined;
  try {
    const answered = await send(target, url, {
      method,
      headers: { ...unasked, ...payload.headers },
      ...(payload.body !== undefined && { body: payload.body }),
      limitMs: target.timeoutMs,
    });
    note = answered.note;
    const { statusCode, headers, body } = answered;
    const plain = singleValues(headers);
    came = statusCode;
    const read = await readBody(body, plain['content-encoding']);
    const { text, json } = read;
    const sent = sentBy(url, payload);
    // A sent value that an answer repeats is either a known secret or was invented by the suite, so there is nothing
    // to learn.
    const unsent = {
      learn: (name: string, value: string) => sent.has(value) || mask.learn(name, value),
      apply: (known: string) => mask.apply(known),
    };
    if (!learnFromAnswer(unsent, text, headers, json, statusCode))
      throw new UnreadableError(
        'the answer contains more values that look like credentials than can be masked',
      );
    answer = { method, url: url.href, status: statusCode, headers: plain, ...read, sent };
  } catch (error) {
    if (error instanceof ProxyRefusal) stop(test.info(), error.message);
    if (isUnsendable(error))
      stop(test.info(), `the request cannot be sent: ${unsendable(payload, error as Error)}`);
    const failure = whatHappened(error, target.timeoutMs);
    const unread = error instanceof UnreadableError ? came : undefined;
    const silent = { method, url: url.href, status: 0, headers: {}, text: '', json: undefined, failure };
    answer = unread === undefined ? silent : { ...silent, unread };
  }
  return { answer, durationMs: performance.now() - started, ...(note !== undefined && { note }) };
}

/** Whether a request was never sent because a header could not carry a value. */
function isUnsendable(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).code === 'UND_ERR_INVALID_ARG';
}

/** The reason: only a token from the deployment can make this header unsendable, not a setting or the suite itself. */
function unsendable({ headers }: Payload, { message }: Error): string {
  if (/^[\x20-\x7e\x80-\xff]*$/.test(headers['authorization'] ?? '')) return mask.apply(message);
  return 'the deployment handed out a token with characters that no HTTP header can carry';
}

/** @param note what else the suite did because of the answer */
function keep(target: Target, attempt: Attempt, payload: Payload, note = attempt.note): Answer {
  const { answer, durationMs } = attempt;
  const ledger = ledgerOf(test.info());
  keepExchange(ledger, answer, {
    ...evidence(target, answer, payload, durationMs),
    ...(note !== undefined && { note }),
  });
  noteSession(target, answer, payload.body);
  assertOwnConduct(answer);
  return answer;
}

/** The mock reports a request of the suite that violates the documents, even if it answers it. */
function assertOwnConduct(answer: Answer): void {
  const violations = answer.headers['sl-violations'];
  if (violations !== undefined && answer.status < 400) {
    stop(test.info(), `the suite's own request breaks the documents: ${violations}`);
  }
}

/** Each header as one value. */
export function singleValues(
  headers: Readonly<Record<string, string | string[] | undefined>>,
): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, [value ?? []].flat().join(', ')]),
  );
}

function evidence(target: Target, answer: Answer, payload: Payload, durationMs: number): Exchange {
  const headers = withGateway(payload.headers, headersTo(target, answer.url));
  const asked = {
    method: answer.method,
    url: mask.apply(answer.url),
    requestHeaders: maskHeaders(headers, mask),
    ...(payload.body !== undefined && { requestBody: mask.apply(payload.body) }),
    durationMs: Math.round(durationMs),
  };
  // Nobody reads what a deployment answers that is known to be faulty.
  if (ledgerOf(test.info()).sought !== undefined) return { ...asked, curl: '' };
  return {
    ...asked,
    ...(answer.failure === undefined
      ? {
          status: answer.status,
          responseHeaders: maskHeaders(answer.headers, mask),
          responseBody: mask.clip(answer.text, EVIDENCE_BYTES),
        }
      : { failure: answer.failure }),
    curl: curlOf(answer.method, answer.url, headers, payload.body, mask),
  };
}
