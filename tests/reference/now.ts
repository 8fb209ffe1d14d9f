import { AsyncLocalStorage } from 'node:async_hooks';
import type { Body, Fields, Incoming } from './incoming.ts';
import type { Operation } from './operation.ts';
import { knownBrowser } from './operations/browser.ts';
import type { BrowserSession, Call, Grant, Pending, State } from './state.ts';

/** The request that is being answered, for a rule that depends on more than what it is given. */
export interface Now {
  readonly operation: Operation;
  readonly method: string;
  /** The path as it was sent. */
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: Headers;
  /** The body as it was sent. */
  readonly body: string;
  /** The fields of the body, including empty ones. */
  readonly form: Fields;
  /** What the code or token in the request was issued for, whether it still holds or not. */
  readonly grant: Grant | undefined;
  /** How many earlier requests for this operation had the same code or token. */
  readonly uses: number;
  /** The session of the browser, if it has visited before. */
  readonly browser: BrowserSession | undefined;
  /** The authorization request that the page or form continues. */
  readonly pending: Pending | undefined;
  /** What the request is issued tokens for, as soon as it is. */
  readonly issued: Grant | undefined;
  /** The calls of all accounts. */
  readonly calls: readonly Call[];
}

type Mutable<T> = { -readonly [name in keyof T]: T[name] };

const requests = new AsyncLocalStorage<Mutable<Now>>();

/**
 * The request that is being answered; in a callback, the one that started or ended the recording.
 *
 * @throws Error when there is none
 */
export function now(): Now {
  return current();
}

/** Runs something while a request is being answered; one that was answered before may be given again. */
export function during<T>(request: Now, run: () => T): T {
  return requests.run({ ...request }, run);
}

/** Lets the rules know what tokens are being issued for. */
export function willIssue(grant: Grant): void {
  current().issued = grant;
}

/** A request as the rules may ask for it. The code or token in it counts as used once more. */
export async function nowOf(
  state: State,
  operation: Operation,
  { method, headers }: Request,
  incoming: Incoming,
): Promise<Now> {
  const { path, query } = incoming;
  // Whether a body can be read is for the operation to say.
  const { text: body, fields: form } = await incoming.body().catch((): Body => unread);
  const [, bearer] = /^bearer +(\S+)$/i.exec(incoming.header('authorization') ?? '') ?? [];
  const sent = [form['code'], form['refresh_token'], query.get('id_token'), bearer];
  const issue = sent.map((value) => state.issues.get(value ?? '')).find((one) => one !== undefined);
  const pending = state.pending.get(form['request'] ?? query.get('request') ?? '');
  const uses = issue?.uses.get(operation) ?? 0;
  issue?.uses.set(operation, uses + 1);
  return {
    operation,
    method,
    path,
    query,
    headers,
    body,
    form,
    grant: issue?.grant,
    uses,
    browser: knownBrowser(state, incoming),
    pending,
    issued: undefined,
    calls: state.calls,
  };
}

const unread: Body = { mediaType: '', text: '', fields: {} };

function current(): Mutable<Now> {
  const request = requests.getStore();
  if (request === undefined) throw new Error('No request is being answered');
  return request;
}
