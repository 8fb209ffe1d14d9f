import { type Answer, Refusal } from './answer.ts';
import type { Rules } from './rules/index.ts';

/** Far more than any request in the interface needs. */
export const LARGEST_BODY = 64 * 1024;

export type Fields = Readonly<Record<string, string | undefined>>;

/** The body of a request, its fields, and its media type. */
export interface Body {
  readonly mediaType: string;
  readonly text: string;
  readonly fields: Fields;
}

/** A request as the operations see it. */
export interface Incoming {
  /** The path as it was sent. */
  readonly path: string;
  /** The variable parts of the path. */
  readonly params: Fields;
  readonly query: URLSearchParams;
  header(name: string): string | undefined;
  /** @throws Refusal when the body cannot be read */
  body(): Promise<Body>;
}

const decoder = new TextDecoder('utf-8', { fatal: true });

/** Converts a request of the web platform to the form that the operations see. Its body is read once. */
export function incomingOf(request: Request, params: Fields): Incoming {
  const { pathname, searchParams } = new URL(request.url);
  let body: Promise<Body> | undefined;
  return {
    path: pathname,
    params,
    query: searchParams,
    header: (name) => request.headers.get(name) ?? undefined,
    body: () => (body ??= readBody(request)),
  };
}

/**
 * The media type of a Content-Type header, without parameters and in lower case. Without a header it is that of a form:
 * some client libraries send one without saying so.
 */
function mediaTypeOf(header: string | null): string {
  return (header?.trim() || 'application/x-www-form-urlencoded').split(';', 1)[0]?.trim().toLowerCase() ?? '';
}

async function readBody(request: Request): Promise<Body> {
  const mediaType = mediaTypeOf(request.headers.get('content-type'));
  const text = await readText(request);
  return { mediaType, text, fields: mediaType === 'application/json' ? jsonFields(text) : formFields(text) };
}

async function readText(request: Request): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request.body ?? []) {
    size += chunk.length;
    if (size > LARGEST_BODY) throw new Refusal(413, `the body is larger than ${LARGEST_BODY} bytes`);
    chunks.push(chunk);
  }
  try {
    return decoder.decode(Buffer.concat(chunks));
  } catch {
    throw new Refusal(400, 'the body is not UTF-8');
  }
}

function formFields(text: string): Fields {
  return Object.fromEntries(new URLSearchParams(text));
}

function jsonFields(text: string): Fields {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new Refusal(400, 'the body is not JSON');
  }
  if (typeof value !== 'object' || value === null) throw new Refusal(400, 'the body is not a JSON object');
  return Object.fromEntries(Object.entries(value).map(([name, field]) => [name, textOf(field)]));
}

function textOf(field: unknown): string {
  return typeof field === 'string' ? field : JSON.stringify(field);
}

/** The fields that count as sent. */
export function sent(
  { isSent }: Pick<Rules, 'isSent'>,
  fields: Iterable<[string, string | undefined]>,
): Fields {
  return Object.fromEntries([...fields].filter(([, value]) => value !== undefined && isSent(value)));
}

/** The cookie of this name in a request. */
export function cookieOf(incoming: Incoming, name: string): string | undefined {
  const pairs = (incoming.header('cookie') ?? '').split(';').map((pair) => pair.trim().split('='));
  return pairs.find(([given]) => given === name)?.[1];
}

/** The header that sets a session cookie, which scripts and other sites cannot use. */
export function setsCookie(name: string, value: string): Answer['headers'] {
  return { 'Set-Cookie': `${name}=${value}; Path=/; HttpOnly; SameSite=Lax` };
}
