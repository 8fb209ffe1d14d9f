/**
 * An answer before it goes out. A string, bytes or a stream is sent as it is, any other body as JSON; undefined means
 * no body.
 */
export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
}

/** As a body: the connection is cut, and nothing is answered. */
export const CUT = Symbol('the connection is cut');

/** A JSON answer; without a charset, as deployments send it. */
export function json(status: number, body: unknown, headers: Answer['headers'] = {}): Answer {
  return { status, headers: { 'Content-Type': 'application/json', ...headers }, body };
}

/** A page for a browser, which must neither cache it nor show it in a frame. */
export function page(status: number, body: string, headers: Answer['headers'] = {}): Answer {
  const guarded = {
    'Content-Type': 'text/html; charset=utf-8',
    'Cache-Control': 'no-store',
    'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
    'Referrer-Policy': 'no-referrer',
  };
  return { status, headers: { ...guarded, ...headers }, body };
}

/** A redirect with status 302. */
export function redirect(location: string, headers: Answer['headers'] = {}): Answer {
  return {
    status: 302,
    headers: { Location: location, 'Cache-Control': 'no-store', ...headers },
    body: undefined,
  };
}

/** Why a request is refused. Each server words it in its own format. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly status: number;
  /** A code of RFC 6749 or 6750; the telephony server does not use it. */
  readonly code: string;
  readonly headers: Answer['headers'];

  constructor(status: number, message: string, code = 'invalid_request', headers: Answer['headers'] = {}) {
    super(message);
    this.status = status;
    this.code = code;
    this.headers = headers;
  }
}

/**
 * Refuses the request that is being answered.
 *
 * @throws Refusal always
 */
export function refuse(...why: ConstructorParameters<typeof Refusal>): never {
  throw new Refusal(...why);
}

/** The answer as a web platform Response. */
export function responseOf({ status, headers, body }: Answer): Response {
  return new Response(plain(body), { status, headers: { ...headers } });
}

function plain(body: unknown): BodyInit | null {
  if (body === undefined) return null;
  const isPlain = typeof body === 'string' || body instanceof Uint8Array || body instanceof ReadableStream;
  return isPlain ? (body as BodyInit) : JSON.stringify(body);
}
