import { createHash } from 'node:crypto';
import type { Mask } from '../../tests/support/secrets/mask.ts';
import { beginsLikeArchive, TooMuch, unpack } from './unpack.ts';

/** What stands within what: a report in a page, an archive in the report, an attachment in base64. */
const DEEPEST = 4;

/** Base64 that is long enough to hold anything, in either alphabet. */
const base64 = /[A-Za-z0-9+/]{24,}={0,2}/g;
const base64url = /[\w-]{24,}={0,2}/g;

/**
 * A file may hold so many times its size, and in any case so much; no report of a run is larger. Playwright's blob
 * report of the mock holds seventeen times its size, while deflate makes a thousand times its size of what an answer
 * chooses, and of that again. So it costs those files alone that show such an answer.
 */
const MOST_TIMES = 64;
const SMALL = 1024 * 1024;
const LARGEST = 256 * 1024 * 1024;

/**
 * The names of the secrets that a file shows; archives are opened, and so is what stands in base64.
 *
 * @throws TooMuch where more is packed in it than can be looked through
 */
export function namesIn(file: Buffer, mask: Pick<Mask, 'find'>): Set<string> {
  const names = new Set<string>();
  /** How deep the archives stood that were opened: an equal one is not opened again, unless it has more room below. */
  const opened = new Map<string, number>();
  let left = Math.min(Math.max(MOST_TIMES * file.length, SMALL), LARGEST);
  const take = (size: number): void => {
    left -= size;
    if (left < 0) throw new TooMuch();
  };
  const read = (text: string): void => {
    for (const name of mask.find(text)) names.add(name);
  };
  const look = (bytes: Buffer, depth: number): void => {
    let isArchive = false;
    if (depth < DEEPEST && beginsLikeArchive(bytes)) {
      const digest = createHash('sha256').update(bytes).digest('base64');
      if ((opened.get(digest) ?? DEEPEST) <= depth) return;
      opened.set(digest, depth);
      for (const part of unpack(bytes, () => Math.max(left, 1))) {
        isArchive = true;
        take(part.name.length + part.bytes.length);
        read(part.name);
        look(part.bytes, depth + 1);
      }
    }
    if (isArchive) return;
    const text = bytes.toString('utf8');
    read(text);
    if (depth === DEEPEST) return;
    for (const found of encodedIn(text)) {
      const decoded = Buffer.from(found, 'base64');
      take(decoded.length);
      // Only what reads as text or is an archive can show anything.
      if (beginsLikeArchive(decoded) || !decoded.subarray(0, 64).includes(0)) look(decoded, depth + 1);
    }
  };
  look(file, 0);
  return names;
}

function* encodedIn(text: string): Generator<string> {
  for (const [found] of text.matchAll(base64)) yield found;
  for (const [found] of text.matchAll(base64url)) {
    // What the alphabets have in common is found by the first.
    if (/[_-]/.test(found)) yield found;
  }
}
