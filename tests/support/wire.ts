import { setTimeout as sleep } from 'node:timers/promises';
import { test } from '@playwright/test';
import { Agent, request } from 'undici';
import { readBody, UnreadableError } from './body.ts';
import type { Server } from './catalogue.ts';
import type { Exchange } from './check-record.ts';
import { curlOf } from './curl.ts';
import { assertAllowed, endsRecording, noteEnd, noteSession, noteStart } from './effects.ts';
import { inTime } from './in-time.ts';
import { keepExchange, ledgerOf, mask, Stopped, stop } from './ledger.ts';
import { isLimited, limited, waitOf } from './rate-limit.ts';
import { learnFromAnswer } from './secrets/learn.ts';
import { maskHeaders } from './secrets/mask.ts';
import type { Target } from './target.ts';

/** Of a body, this much is kept as evidence. */
const EVIDENCE_BYTES = 16 * 1024;

export type Fields = Readonly<Record<string, string | undefined>>;

/** What a request sends besides its method and path. A field whose value is undefined is not sent. */
export interface Outgoing {
  readonly query?: Fields;
  readonly form?: Fields;
  readonly json?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  /** Replaces the credential of the server; null sends none. */
  readonly authorization?: string | null;
  /**
   * Whether there may be too many of what is asked for: then a 429 is an answer like others, and the test has to show
   * that it is not the rate which is limited.
   */
  readonly mayBeTooMany?: boolean;
  /** Which of its documented answers the mock is to give; no other target ever sees it. */
  readonly prefer?: string | undefined;
}

/** What came back, or why nothing did. */
export interface Answer {
  readonly method: string;
  readonly url: string;
  /** 0 when no answer came; then `failure` says why. */
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
  /** The body read as JSON in UTF-8; undefined when it is not. */
  readonly json: unknown;
  readonly failure?: string;
  /** The values that the request sent: what an answer repeats of them, it does not hand out. */
  readonly sent?: ReadonlySet<string>;
  /** What the page at which a browser ended asks for, and this suite cannot give: it says nothing of the deployment. */
  readonly unworkable?: string;
}

/** The context of requests to one server: knows its address, its credential and the limits. */
export interface RequestContext {
  get(path: string, outgoing?: Outgoing): Promise<Answer>;
  post(path: string, outgoing?: Outgoing): Promise<Answer>;
}

/** What any HTTP client says of itself, and what this one reads: not part of a check, so the evidence leaves it out. */
const unasked = { 'user-agent': 'interface-conformance', 'accept-encoding': 'gzip, deflate, br' };

/** How long anything may take is told by the signal of each request; a connection that is not made is given up as well. */
const agents = new Map<number, Agent>();

function agentFor({ timeoutMs }: Target): Agent {
  const known = agents.get(timeoutMs);
  if (known !== undefined) return known;
  const connect = { timeout: timeoutMs };
  const agent = new Agent({ connections: 16, connect, headersTimeout: 0, bodyTimeout: 0 });
  agents.set(timeoutMs, agent);
  return agent;
}

/**
 * A context of requests to a server of the target. It never follows a redirect, and leads every
 * exchange into the evidence of the running check. A time-out, a reset and an unreadable body are
 * answers with `failure`, so that it is the check which says what they mean.
 *
 * @param credential the Authorization header of a request that names none of its own
 */
export function requestContext(target: Target, server: Server, credential?: string): RequestContext {
  const send = async (method: string, path: string, outgoing: Outgoing = {}): Promise<Answer> => {
    const base = target.urls[server];
    if (base === undefined) return stop(test.info(), `the ${server} server was left out`);
    const url = addressOf(base, path, outgoing.query);
    assertAllowed(target, method, url);
    const payload = headersAndBody(target, outgoing, credential);
    const ledger = ledgerOf(test.info());
    if (ledger.isOver && !endsRecording(payload.body)) throw new Stopped('the check is over');
    noteStart(ledger, method, url, payload.body);
    const answered = test.step(
      `${method} ${mask.apply(url.pathname + url.search)}`,
      async () => {
        const { answer, how } = await exchange(target, method, url, payload);
        noteEnd(ledger, answer, payload.body);
        return isLimited(answer) && !outgoing.mayBeTooMany ? limited(answer, how) : answer;
      },
      { box: true },
    );
    ledger.underWay.add(answered);
    return answered.finally(() => ledger.underWay.delete(answered));
  };
  return {
    get: (path, outgoing) => send('GET', path, outgoing),
    post: (path, outgoing) => send('POST', path, outgoing),
  };
}

/**
 * A path of our own, or a URI that the server gave: relative ones count from the server's address, whose own path
 * such a URI may carry already.
 */
function addressOf(base: string, path: string, query: Fields = {}): URL {
  const { pathname: mounted } = new URL(base);
  const counts = /^\/(?!\/)/.test(path) && (mounted === '/' || !path.startsWith(`${mounted}/`));
  if (!URL.canParse(path, `${base}/`)) return stop(test.info(), `${JSON.stringify(path)} is not a URI`);
  const url = counts ? new URL(base + path) : new URL(path, `${base}/`);
  if (url.origin !== new URL(base).origin) {
    stop(test.info(), `the request would leave the configured server for ${url.origin}`);
  }
  for (const [name, value] of sentFields(query)) url.searchParams.append(name, value);
  return url;
}

/** The fields that have a value, in their order. */
export function sentFields(fields: Fields): [name: string, value: string][] {
  return Object.entries(fields).filter((field): field is [string, string] => field[1] !== undefined);
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
  if (outgoing.form !== undefined) {
    headers['content-type'] = 'application/x-www-form-urlencoded';
    const body = new URLSearchParams(sentFields(outgoing.form)).toString();
    return { headers: { ...headers, ...outgoing.headers }, body };
  }
  if (outgoing.json !== undefined) {
    headers['content-type'] = 'application/json';
    return { headers: { ...headers, ...outgoing.headers }, body: JSON.stringify(outgoing.json) };
  }
  return { headers: { ...headers, ...outgoing.headers } };
}

/** An answer, and of one that refuses for the rate how it came to that. */
interface Exchanged {
  readonly answer: Answer;
  readonly how?: string;
}

/**
 * Sends a request and leads what came into the evidence. A deployment that limits the rate and says how
 * long is waited for once, no longer than a request may take, and then has as long as any for its answer.
 */
async function exchange(target: Target, method: string, url: URL, payload: Payload): Promise<Exchanged> {
  const first = await attempt(target, method, url, payload);
  if (!isLimited(first.answer)) return { answer: keep(target, first, payload) };
  const { asked, ms } = waitOf(first.answer, target.timeoutMs);
  if (ms === undefined) return { answer: keep(target, first, payload, asked), how: asked };
  keep(target, first, payload, `${asked}: the request is sent once more after that wait`);
  await sleep(ms);
  return { answer: keep(target, await attempt(target, method, url, payload), payload) };
}

function sentBy(url: URL, { headers, body }: Payload): ReadonlySet<string> {
  const credentials = headers['authorization']?.split(' ').slice(1) ?? [];
  return new Set([...url.searchParams.values(), ...new URLSearchParams(body).values(), ...credentials]);
}

interface Attempt {
  readonly answer: Answer;
  readonly durationMs: number;
}

async function attempt(target: Target, method: string, url: URL, payload: Payload): Promise<Attempt> {
  const started = performance.now();
  let answer: Answer;
  try {
    const signal = AbortSignal.timeout(target.timeoutMs);
    const asked = request(url, {
      method,
      dispatcher: agentFor(target),
      headers: { ...unasked, ...payload.headers },
      body: payload.body ?? null,
      signal,
    });
    const { statusCode, headers, body } = await inTime(asked, signal);
    const plain = singleValues(headers);
    const { text, json } = await readBody(body, plain['content-encoding']);
    const sent = sentBy(url, payload);
    // What we sent and an answer repeats is known if it is secret; if not, we invented it, and it was shown already.
    const pupil = { learn: (name: string, value: string) => sent.has(value) || mask.learn(name, value) };
    if (!learnFromAnswer(pupil, text, headers, json, statusCode))
      throw new UnreadableError(
        'the answer contains more values that look like credentials than can be masked',
      );
    answer = { method, url: url.href, status: statusCode, headers: plain, text, json, sent };
  } catch (error) {
    if (isUnsendable(error))
      stop(test.info(), `the request cannot be sent: ${unsendable(payload, error as Error)}`);
    const failure = whatHappened(error, target.timeoutMs);
    answer = { method, url: url.href, status: 0, headers: {}, text: '', json: undefined, failure };
  }
  return { answer, durationMs: performance.now() - started };
}

/** Whether a request never left, for what no header can carry: the deployment has not been asked. */
function isUnsendable(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).code === 'UND_ERR_INVALID_ARG';
}

/** What makes it so: whatever a setting or the suite itself puts into this header can be sent. */
function unsendable({ headers }: Payload, { message }: Error): string {
  if (/^[\x20-\x7e\x80-\xff]*$/.test(headers['authorization'] ?? '')) return mask.apply(message);
  return 'the deployment handed out a token with characters that no HTTP header can carry';
}

/** @param note what the suite did about the answer besides reading it */
function keep(target: Target, { answer, durationMs }: Attempt, payload: Payload, note?: string): Answer {
  const ledger = ledgerOf(test.info());
  keepExchange(ledger, answer, {
    ...evidence(answer, payload, durationMs),
    ...(note !== undefined && { note }),
  });
  noteSession(target, answer, payload.body);
  assertOwnConduct(answer);
  return answer;
}

/** The mock tells when our own request broke the documents, and yet was answered. */
function assertOwnConduct(answer: Answer): void {
  const violations = answer.headers['sl-violations'];
  if (violations !== undefined && answer.status < 400) {
    stop(test.info(), `the suite's own request breaks the documents: ${violations}`);
  }
}

function singleValues(
  headers: Readonly<Record<string, string | string[] | undefined>>,
): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, [value ?? []].flat().join(', ')]),
  );
}

/** What the commonest codes of undici and Node mean. */
const sentences: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'the connection was refused',
  ECONNRESET: 'the connection was reset',
  EPIPE: 'the connection was closed while the request was sent',
  ENOTFOUND: 'there is no such host',
  UND_ERR_SOCKET: 'the connection was closed before the answer ended',
  UND_ERR_ABORTED: 'the answer was cut off',
  UND_ERR_HEADERS_OVERFLOW: 'the headers are larger than any client reads',
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: 'the body is not as long as its Content-Length says',
};

function whatHappened(error: unknown, timeoutMs: number): string {
  if (!(error instanceof Error)) return 'the connection failed';
  if (error instanceof UnreadableError) return error.message;
  const { code, message } = error as NodeJS.ErrnoException;
  if (error.name === 'TimeoutError' || code === 'UND_ERR_CONNECT_TIMEOUT')
    return `no answer within ${timeoutMs} ms`;
  // Its message quotes what came.
  if (error.name === 'HTTPParserError') return 'the answer is not HTTP';
  // RFC 9110 15.2 lets a server send it; undici ends the connection.
  if (code === 'UND_ERR_SOCKET' && message === 'bad response')
    return 'the answer began with an unasked 100 Continue, which the HTTP client of the suite cannot read';
  if (code === 'UND_ERR_SOCKET' && message === 'bad upgrade')
    return 'the answer switched to another protocol, which the request did not ask for';
  if (code === undefined) return mask.apply(message || 'the connection failed');
  return mask.apply(`${sentences[code] ?? (message || 'the connection failed')} (${code})`);
}

function evidence(answer: Answer, payload: Payload, durationMs: number): Exchange {
  return {
    method: answer.method,
    url: mask.apply(answer.url),
    requestHeaders: maskHeaders(payload.headers, mask),
    ...(payload.body !== undefined && { requestBody: mask.apply(payload.body) }),
    ...(answer.failure === undefined
      ? {
          status: answer.status,
          responseHeaders: maskHeaders(answer.headers, mask),
          responseBody: mask.clip(answer.text, EVIDENCE_BYTES),
        }
      : { failure: answer.failure }),
    durationMs: Math.round(durationMs),
    curl: curlOf(answer.method, answer.url, payload.headers, payload.body, mask),
  };
}
