import { gunzipSync, inflateRawSync } from 'node:zlib';

/** A file in an archive. */
export interface Part {
  readonly name: string;
  readonly bytes: Buffer;
}

const GZIP = Buffer.from([0x1f, 0x8b]);
const ZIP_ENTRY = Buffer.from('PK\u0001\u0002', 'latin1');
const ZIP_FILE = Buffer.from('PK\u0003\u0004', 'latin1');
const ENTRY_LENGTH = 46;
const FILE_LENGTH = 30;

/** A file unpacks to more than is read. */
export class TooMuch extends Error {
  override readonly message = 'it unpacks to more than can be searched';
}

/** Whether bytes begin as a zip or gzip archive does. */
export function beginsLikeArchive(bytes: Buffer): boolean {
  return isGzip(bytes) || isZip(bytes);
}

/**
 * The files in a zip or gzip archive (APPNOTE 4.3.12, RFC 1952), one at a time; none if the bytes are not an archive,
 * even if they begin like one.
 *
 * @param largest how many bytes the next one may have
 * @throws TooMuch if it has more
 */
export function* unpack(bytes: Buffer, largest: () => number): Generator<Part> {
  if (isGzip(bytes)) {
    const whole = inflated(() => gunzipSync(bytes, { maxOutputLength: largest() }));
    if (whole !== undefined) yield { name: '', bytes: whole };
  } else if (isZip(bytes)) yield* zipEntries(bytes, largest);
}

function isGzip(bytes: Buffer): boolean {
  return bytes.subarray(0, 2).equals(GZIP);
}

function isZip(bytes: Buffer): boolean {
  return bytes.subarray(0, 4).equals(ZIP_FILE);
}

/** Reads the central directory, since a local header may leave the sizes to a data descriptor that follows. */
function* zipEntries(bytes: Buffer, largest: () => number): Generator<Part> {
  for (let at = bytes.indexOf(ZIP_ENTRY); at >= 0; at = bytes.indexOf(ZIP_ENTRY, at + ENTRY_LENGTH)) {
    if (at + ENTRY_LENGTH > bytes.length) return;
    const method = bytes.readUInt16LE(at + 10);
    const size = bytes.readUInt32LE(at + 20);
    const nameLength = bytes.readUInt16LE(at + 28);
    const local = bytes.readUInt32LE(at + 42);
    if (local + FILE_LENGTH > bytes.length || !isZip(bytes.subarray(local))) continue;
    const start = local + FILE_LENGTH + bytes.readUInt16LE(local + 26) + bytes.readUInt16LE(local + 28);
    const raw = bytes.subarray(start, start + size);
    const name = bytes.toString('utf8', at + ENTRY_LENGTH, at + ENTRY_LENGTH + nameLength);
    const whole = method === 8 ? inflated(() => inflateRawSync(raw, { maxOutputLength: largest() })) : raw;
    // What does not unpack is read as it is.
    yield { name, bytes: whole ?? raw };
  }
}

/** The inflated bytes; undefined if they were not deflated. */
function inflated(inflate: () => Buffer): Buffer | undefined {
  try {
    return inflate();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE')
      throw new TooMuch(undefined, { cause: error });
    return undefined;
  }
}
