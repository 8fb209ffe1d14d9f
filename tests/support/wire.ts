import { promisify } from 'node:util';
import { brotliDecompress, gunzip, inflate } from 'node:zlib';
import { test } from '@playwright/test';
import { Agent, request } from 'undici';
import type { Server } from './catalogue.ts';
import { curlOf } from './curl.ts';
import { type Ledger, ledgerOf, mask, stop } from './ledger.ts';
import { leave } from './leftovers.ts';
import { learnFromAnswer } from './mask.ts';
import type { Exchange } from './record.ts';
import type { Target } from './target.ts';

/** An answer larger than this is not read on: the largest body that the interface describes is a page of numbers. */
const LARGEST_BODY = 8 * 1024 * 1024;

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
}

/** The context of requests to one server: knows its address, its credential and the limits. */
export interface RequestContext {
  get(path: string, outgoing?: Outgoing): Promise<Answer>;
  post(path: string, outgoing?: Outgoing): Promise<Answer>;
}

const agent = new Agent({ connections: 16 });

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
    return test.step(
      `${method} ${mask.apply(url.pathname + url.search)}`,
      () => exchange(target, method, url, headersAndBody(target, outgoing, credential)),
      { box: true },
    );
  };
  return {
    get: (path, outgoing) => send('GET', path, outgoing),
    post: (path, outgoing) => send('POST', path, outgoing),
  };
}

/** What a request may change at a deployment, by the operations of the interface that change something. */
const effects: readonly [effect: string, path: RegExp][] = [
  ['sign-out', /\/oauth2\/revoke_token$/],
  ['guest', /\/api\/anonymous\/auth$/],
  ['recording', /\/Calls\/[^/]+\/Recordings\.json$/],
];

/** Whatever a test sends: nothing that TARGET_ALLOW does not name changes the deployment. */
function assertAllowed(target: Target, method: string, { pathname }: URL): void {
  const effect = method === 'GET' ? undefined : effects.find(([, path]) => path.test(pathname))?.[0];
  if (effect === undefined || target.effects.includes(effect)) return;
  // A call that is not ours has no recording that could start or end.
  const isOurs = target.callSids.some((sid) => pathname.includes(`/Calls/${sid}/`));
  if (effect === 'recording' && !isOurs) return;
  stop(test.info(), `${method} ${pathname} is not allowed: TARGET_ALLOW does not name ${effect}`);
}

/** Notes what has to be ended again. */
function noteRecording(ledger: Ledger, { method, url, status }: Answer, body: string | undefined): void {
  const { pathname } = new URL(url);
  if (method !== 'POST' || !effects[2]?.[1].test(pathname) || status < 200 || status > 299) return;
  if (!/\bRecord"?[=:]"?false/i.test(body ?? '')) ledger.recording.push(pathname);
  else if (ledger.recording.includes(pathname))
    ledger.recording.splice(ledger.recording.indexOf(pathname), 1);
}

/** Notes the session of tokens that were granted, if it may be signed out of. */
function noteSession(target: Target, { url, json }: Answer, body: string | undefined): void {
  if (!target.effects.includes('sign-out') || !new URL(url).pathname.endsWith('/oauth2/access_token')) return;
  const { refresh_token } = (json ?? {}) as { refresh_token?: unknown };
  const client_id = new URLSearchParams(body).get('client_id');
  if (typeof refresh_token === 'string' && client_id !== null) leave({ client_id, refresh_token });
}

/** A path of our own, or a URI that the server gave: relative ones count from the server's address. */
function addressOf(base: string, path: string, query: Fields = {}): URL {
  const url = /^\/(?!\/)/.test(path) ? new URL(base + path) : new URL(path, `${base}/`);
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

async function exchange(target: Target, method: string, url: URL, payload: Payload): Promise<Answer> {
  const started = performance.now();
  let answer: Answer;
  try {
    const { statusCode, headers, body } = await request(url, {
      method,
      dispatcher: agent,
      headers: payload.headers,
      body: payload.body ?? null,
      signal: AbortSignal.timeout(target.timeoutMs),
    });
    const plain = singleValues(headers);
    const text = await readText(body, plain['content-encoding']);
    learnFromAnswer(mask, text, plain);
    answer = { method, url: url.href, status: statusCode, headers: plain, text, json: parseJson(text) };
  } catch (error) {
    const failure = whatHappened(error, target.timeoutMs);
    answer = { method, url: url.href, status: 0, headers: {}, text: '', json: undefined, failure };
  }
  const ledger = ledgerOf(test.info());
  ledger.exchanges.push(evidence(answer, payload, performance.now() - started));
  noteRecording(ledger, answer, payload.body);
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

const decoders: Readonly<Record<string, (bytes: Buffer) => Promise<Buffer>>> = {
  gzip: (bytes) => promisify(gunzip)(bytes, { maxOutputLength: LARGEST_BODY }),
  deflate: (bytes) => promisify(inflate)(bytes, { maxOutputLength: LARGEST_BODY }),
  br: (bytes) => promisify(brotliDecompress)(bytes, { maxOutputLength: LARGEST_BODY }),
};

async function readText(body: AsyncIterable<Buffer>, encoding: string | undefined): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of body) {
    size += chunk.length;
    if (size > LARGEST_BODY) throw new Error(`the body is larger than ${LARGEST_BODY} bytes`);
    chunks.push(chunk);
  }
  const decode = decoders[encoding?.trim().toLowerCase() ?? ''];
  const bytes = Buffer.concat(chunks);
  return (decode && size > 0 ? await decode(bytes) : bytes).toString('utf8');
}

/** Strict about the text of JSON: a replacement character stands for bytes that were no UTF-8 (RFC 8259 8.1). */
function parseJson(text: string): unknown {
  if (text.includes('\uFFFD')) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function whatHappened(error: unknown, timeoutMs: number): string {
  if (!(error instanceof Error)) return 'the connection failed';
  if (error.name === 'TimeoutError') return `no answer within ${timeoutMs} ms`;
  const code = (error as NodeJS.ErrnoException).code;
  return mask.apply(
    code === undefined ? error.message : `${error.message || 'the connection failed'} (${code})`,
  );
}

function evidence(answer: Answer, payload: Payload, durationMs: number): Exchange {
  const clip = (text: string): string =>
    text.length <= EVIDENCE_BYTES ? text : `${text.slice(0, EVIDENCE_BYTES)}… (${text.length} characters)`;
  const headers = (all: Readonly<Record<string, string>>): Record<string, string> =>
    Object.fromEntries(Object.entries(all).map(([name, value]) => [name, mask.apply(value)]));
  return {
    method: answer.method,
    url: mask.apply(answer.url),
    requestHeaders: headers(payload.headers),
    ...(payload.body !== undefined && { requestBody: mask.apply(payload.body) }),
    ...(answer.failure === undefined
      ? {
          status: answer.status,
          responseHeaders: headers(answer.headers),
          responseBody: clip(mask.apply(answer.text)),
        }
      : { failure: answer.failure }),
    durationMs: Math.round(durationMs),
    curl: curlOf(answer.method, answer.url, payload.headers, payload.body, mask),
  };
}
