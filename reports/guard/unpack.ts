import { gunzipSync, inflateRawSync } from 'node:zlib';

/** A file in an archive. */
export interface Part {
  readonly name: string;
  readonly bytes: Buffer;
}

/** More than this of one file in an archive is not read: no report of a run is larger. */
const LARGEST = 256 * 1024 * 1024;

const GZIP = Buffer.from([0x1f, 0x8b]);
const ZIP_ENTRY = Buffer.from('PK\u0001\u0002', 'latin1');
const ZIP_FILE = Buffer.from('PK\u0003\u0004', 'latin1');

/** The files in a zip or gzip archive (APPNOTE 4.3.12, RFC 1952); none where the bytes are no archive. */
export function unpack(bytes: Buffer): Part[] {
  try {
    if (bytes.subarray(0, 2).equals(GZIP)) {
      return [{ name: '', bytes: gunzipSync(bytes, { maxOutputLength: LARGEST }) }];
    }
    if (bytes.subarray(0, 4).equals(ZIP_FILE)) return zipEntries(bytes);
  } catch {
    // What merely begins like an archive is read as it is.
  }
  return [];
}

/** By the central directory, since a local header may leave the sizes to what follows. */
function zipEntries(bytes: Buffer): Part[] {
  const parts: Part[] = [];
  for (let at = bytes.indexOf(ZIP_ENTRY); at >= 0; at = bytes.indexOf(ZIP_ENTRY, at + 46)) {
    const method = bytes.readUInt16LE(at + 10);
    const size = bytes.readUInt32LE(at + 20);
    const nameLength = bytes.readUInt16LE(at + 28);
    const local = bytes.readUInt32LE(at + 42);
    if (!bytes.subarray(local, local + 4).equals(ZIP_FILE)) continue;
    const start = local + 30 + bytes.readUInt16LE(local + 26) + bytes.readUInt16LE(local + 28);
    const raw = bytes.subarray(start, start + size);
    const name = bytes.toString('utf8', at + 46, at + 46 + nameLength);
    parts.push({ name, bytes: method === 8 ? inflateRawSync(raw, { maxOutputLength: LARGEST }) : raw });
  }
  return parts;
}
