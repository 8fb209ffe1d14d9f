import { isUtf8 } from 'node:buffer';
import { promisify } from 'node:util';
import { brotliDecompress, createInflateRaw, gunzip, inflate } from 'node:zlib';

/** A larger answer is not read to its end: the largest body in the interface is a page of numbers. */
const LARGEST_BODY = 1024 * 1024;

/** RFC 8259 9 lets the reader limit the depth; no body of the interface is deeper than 6. */
const DEEPEST_JSON = 256;

/**
 * Limits on objects and lists, and on values overall. A listing of a thousand numbers has a fifth of these, and each
 * value may be reported as wrong.
 */
const MOST_CONTAINERS = 10_000;
const MOST_VALUES = 100_000;

/** Why a body cannot be read, in one sentence. */
export class UnreadableError extends Error {
  override readonly name = 'UnreadableError';
}

const limits = { maxOutputLength: LARGEST_BODY };

const decoders: Readonly<Record<string, (bytes: Buffer) => Promise<Buffer>>> = {
  gzip: (bytes) => promisify(gunzip)(bytes, limits),
  // The old name of gzip (RFC 9110 8.4.1.3).
  'x-gzip': (bytes) => promisify(gunzip)(bytes, limits),
  deflate: (bytes) => (isZlib(bytes) ? promisify(inflate)(bytes, limits) : inflatedRaw(bytes)),
  br: (bytes) => promisify(brotliDecompress)(bytes, limits),
};

/** Whether data begin as a zlib stream does (RFC 1950 2.2), which raw deflate cannot. */
function isZlib(bytes: Buffer): boolean {
  return bytes.length > 1 && ((bytes[0] ?? 0) & 0x0f) === 8 && bytes.readUInt16BE(0) % 31 === 0;
}

/**
 * Decompresses deflate without the zlib wrapper that it should have: RFC 9110 8.4.1.2 notes that some servers omit it,
 * and browsers and curl read both.
 *
 * @throws Error if data follow, since others may happen to begin like a whole deflate stream
 */
async function inflatedRaw(bytes: Buffer): Promise<Buffer> {
  const inflating = createInflateRaw();
  inflating.end(bytes);
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of inflating as AsyncIterable<Buffer>) {
    size += part.length;
    if (size > LARGEST_BODY) throw tooLarge('deflate');
    parts.push(part);
  }
  if (inflating.bytesWritten < bytes.length) throw new Error('other data follow');
  return Buffer.concat(parts);
}

function tooLarge(coding: string): UnreadableError {
  return new UnreadableError(
    `the ${coding} body decompresses to something larger than ${LARGEST_BODY} bytes`,
  );
}

/** Codings that the suite does not accept and cannot read. */
const unread: ReadonlySet<string> = new Set(['zstd', 'compress', 'x-compress', 'dcb', 'dcz']);

/** A body as text, and as JSON if it is JSON. */
export interface Read {
  readonly text: string;
  /** Undefined if the body is not JSON in UTF-8 (RFC 8259 8.1). */
  readonly json: unknown;
  /** Why the body is not JSON, if that cannot be seen in its text. */
  readonly notJson?: string;
}

/**
 * Reads a body to its end, decompressed.
 *
 * @param encoding the Content-Encoding; an unknown one leaves the body as it is
 * @throws UnreadableError if it is larger than anything in the interface, or does not match its encoding
 */
export async function readBody(body: AsyncIterable<Buffer>, encoding = ''): Promise<Read> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of body) {
    size += chunk.length;
    if (size > LARGEST_BODY) throw new UnreadableError(`the body is larger than ${LARGEST_BODY} bytes`);
    // A copy: a chunk may be a small part of a large buffer, which it would keep in memory.
    chunks.push(Buffer.from(chunk));
  }
  const bytes = await decoded(Buffer.concat(chunks), encoding);
  const text = bytes.toString('utf8');
  const notJson = invisiblyNotJson(bytes);
  return notJson === undefined ? { text, json: parseJson(text) } : { text, json: undefined, notJson };
}

/** The byte order marks of UTF-8 and UTF-16. */
const marks = ['efbbbf', 'feff', 'fffe'];

/** Why bytes cannot be JSON (RFC 8259 8.1), if they may look like JSON when they are shown as text. */
function invisiblyNotJson(bytes: Buffer): string | undefined {
  const start = bytes.subarray(0, 3).toString('hex');
  if (marks.some((mark) => start.startsWith(mark))) return 'begins with a byte order mark';
  return isUtf8(bytes) ? undefined : 'is not UTF-8';
}

/** Decodes the codings in reverse order (RFC 9110 8.4). */
async function decoded(body: Buffer, encoding: string): Promise<Buffer> {
  let bytes = body;
  for (const coding of encoding.split(',').toReversed()) {
    const name = coding.trim().toLowerCase();
    const decode = Object.hasOwn(decoders, name) ? decoders[name] : undefined;
    if (unread.has(name) && bytes.length > 0)
      throw new UnreadableError(`the body is encoded as ${name}, which the request did not accept`);
    if (decode === undefined || bytes.length === 0) continue;
    try {
      bytes = await decode(bytes);
    } catch (error) {
      throw error instanceof UnreadableError ? error : new UnreadableError(unreadable(name, bytes, error));
    }
  }
  return bytes;
}

/** Why a body cannot be decompressed, claiming no more than what was seen of it. */
function unreadable(coding: string, bytes: Buffer, error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === 'ERR_BUFFER_TOO_LARGE') return tooLarge(coding).message;
  // Anything may be the beginning of raw deflate.
  if (coding === 'deflate' && !isZlib(bytes))
    return `the deflate body has no zlib header, and is not raw deflate as it stands: ${message}`;
  if (code === 'Z_BUF_ERROR') return `the ${coding} body is cut short`;
  return `the ${coding} body cannot be decompressed: ${message}`;
}

/**
 * A text parsed as JSON; undefined if it is not JSON.
 *
 * @throws UnreadableError if it is nested so deeply, or holds so many values, that code walking through it would break
 */
function parseJson(text: string): unknown {
  if (/^\s*[[{]/.test(text)) assertSmall(text);
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function assertSmall(text: string): void {
  let depth = 0;
  let containers = 0;
  let values = 0;
  let inString = false;
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at];
    if (inString && character === '\\') at += 1;
    else if (character === '"') inString = !inString;
    else if (inString) continue;
    else if (character === ',') values += 1;
    else if (character === ']' || character === '}') depth -= 1;
    else if (character === '[' || character === '{') {
      depth += 1;
      containers += 1;
    }
    if (depth > DEEPEST_JSON) throw new UnreadableError(`the body nests deeper than ${DEEPEST_JSON} levels`);
    if (containers > MOST_CONTAINERS)
      throw new UnreadableError(`the body holds more than ${MOST_CONTAINERS} objects and lists`);
    if (values > MOST_VALUES) throw new UnreadableError(`the body holds more than ${MOST_VALUES} values`);
  }
}
