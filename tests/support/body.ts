import { isUtf8 } from 'node:buffer';
import { promisify } from 'node:util';
import { brotliDecompress, gunzip, inflate } from 'node:zlib';

/** An answer larger than this is not read on: the largest body that the interface describes is a page of numbers. */
const LARGEST_BODY = 1024 * 1024;

/** RFC 8259 9 leaves the depth to whoever reads; no body of the interface is deeper than 6. */
const DEEPEST_JSON = 256;

/** Objects and lists, and values in all: a thousand numbers have a fifth of them, and each may be told to be wrong. */
const MOST_CONTAINERS = 10_000;
const MOST_VALUES = 100_000;

/** Why a body cannot be read, in one sentence. */
export class UnreadableError extends Error {
  override readonly name = 'UnreadableError';
}

const limits = { maxOutputLength: LARGEST_BODY };

const decoders: Readonly<Record<string, (bytes: Buffer) => Promise<Buffer>>> = {
  gzip: (bytes) => promisify(gunzip)(bytes, limits),
  // The old name of the same (RFC 9110 8.4.1.3).
  'x-gzip': (bytes) => promisify(gunzip)(bytes, limits),
  deflate: (bytes) => promisify(inflate)(bytes, limits),
  br: (bytes) => promisify(brotliDecompress)(bytes, limits),
};

/** Codings that no request of ours accepts, and that leave nothing to read. */
const unread: ReadonlySet<string> = new Set(['zstd', 'compress', 'x-compress', 'dcb', 'dcz']);

/** A body as text, and as JSON where it is that. */
export interface Read {
  readonly text: string;
  /** Undefined when the body is no JSON in UTF-8 (RFC 8259 8.1). */
  readonly json: unknown;
}

/**
 * Reads a body to its end, decompressed.
 *
 * @param encoding the Content-Encoding; one that we do not know leaves the body as it is
 * @throws UnreadableError when it is larger than anything the interface has, or is not what its encoding says
 */
export async function readBody(body: AsyncIterable<Buffer>, encoding = ''): Promise<Read> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of body) {
    size += chunk.length;
    if (size > LARGEST_BODY) throw new UnreadableError(`the body is larger than ${LARGEST_BODY} bytes`);
    // A copy: what comes is a part of a larger buffer, which a few bytes would keep.
    chunks.push(Buffer.from(chunk));
  }
  const bytes = await decoded(Buffer.concat(chunks), encoding);
  const text = bytes.toString('utf8');
  return { text, json: isUtf8(bytes) ? parseJson(text) : undefined };
}

/** Takes the codings off, the last of which was put on last (RFC 9110 8.4). */
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
      const { code, message } = error as NodeJS.ErrnoException;
      throw new UnreadableError(
        code === 'ERR_BUFFER_TOO_LARGE'
          ? `the ${name} body decompresses to something larger than ${LARGEST_BODY} bytes`
          : `the ${name} body cannot be decompressed: ${message}`,
      );
    }
  }
  return bytes;
}

/**
 * A text read as JSON; undefined when it is not.
 *
 * @throws UnreadableError when it nests so deep, or holds so much, that whoever walks through it would break
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
