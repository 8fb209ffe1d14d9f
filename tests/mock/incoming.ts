import type { IncomingMessage } from 'node:http';
import type { Operation } from './operation.ts';
import { Refusal } from './refusal.ts';
import { decoded } from './routes.ts';

/** A body larger than this is refused: no request in the interface comes close. */
export const LARGEST_BODY = 1024 * 1024;

/** The media type of a form. */
export const formType = 'application/x-www-form-urlencoded';

/** The refusal of a body that is too large. */
export function tooLarge(): Refusal {
  return new Refusal(413, `The body is larger than ${LARGEST_BODY} bytes`);
}

/** A body in a form that Prism reads correctly, and its fields if it is a form. */
export interface Body {
  readonly content: unknown;
  readonly mediaType?: string;
  readonly length: number;
  readonly fields?: Readonly<Record<string, string>>;
}

/**
 * Reads a request's body for an operation. An operation without one ignores what is sent (RFC 9110 9.3.1).
 *
 * @param subject what messages call the request
 * @throws Refusal 413 when it is too large, 415 when its type is not documented, 400 when it does not match its type:
 *   Prism never answers invalid JSON, and throws at `%zz` in a field name
 */
export async function readBody(
  request: IncomingMessage,
  operation: Operation,
  subject: string,
): Promise<Body> {
  const bytes = await readBytes(request);
  const documented = operation.request?.body?.contents?.map(({ mediaType }) => mediaType) ?? [];
  if (bytes.length === 0 || documented.length === 0) return { content: null, length: 0 };
  // Some client libraries send a form without saying so.
  const said = request.headers['content-type']?.trim() || documented.find((type) => type === formType);
  const mediaType = mediaTypeOf(said);
  const encoding = request.headers['content-encoding'];
  if (mediaType === undefined || !documented.includes(mediaType)) {
    const sent = request.headers['content-type'] ?? 'nothing';
    throw new Refusal(415, `${subject} takes ${documented.join(', ')}; Content-Type says ${sent}`);
  }
  if (encoding !== undefined && encoding.trim().toLowerCase() !== 'identity') {
    throw new Refusal(415, `${subject} takes no Content-Encoding; it says ${encoding}`);
  }
  const text = bytes.toString('utf8');
  if (mediaType === formType) return readForm(text, mediaType);
  return { content: isJson(mediaType) ? readJson(text) : text, mediaType, length: bytes.length };
}

/** Whether a media type is JSON, or a format written in JSON (RFC 6839 3.1). */
export function isJson(mediaType: string): boolean {
  return /^application\/(?:[\w.-]+\+)?json$/.test(mediaType);
}

async function readBytes(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  // Not destroyed on an early exit: a refusal still needs the socket.
  for await (const chunk of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > LARGEST_BODY) throw tooLarge();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** Prism misreads an empty pair and a plus in a name, so every pair is written anew. */
function readForm(text: string, mediaType: string): Body {
  for (const part of text.split(/[&=]/)) decoded(part, 'The form');
  const pairs = [...new URLSearchParams(text)];
  const content = pairs.map((pair) => pair.map(encodeURIComponent).join('=')).join('&');
  return { content, mediaType, length: content.length, fields: Object.fromEntries(pairs) };
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Refusal(400, 'The body is not JSON');
  }
}

function mediaTypeOf(contentType = ''): string | undefined {
  const [mediaType = ''] = contentType.split(';', 1);
  return /^[\w!#$&^.+-]+\/[\w!#$&^.+-]+$/.test(mediaType.trim()) ? mediaType.trim().toLowerCase() : undefined;
}
