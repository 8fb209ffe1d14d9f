import { createHash } from 'node:crypto';
import type { Mask } from '../../tests/support/secrets/mask.ts';
import { beginsLikeArchive, TooMuch, unpack } from './unpack.ts';

/** How deeply contents may be nested: a report in a page, an archive in the report, an attachment in base64. */
const DEEPEST = 4;

/** Base64 that is long enough to hold anything, in either alphabet. */
const base64 = /[A-Za-z0-9+/]{24,}={0,2}/g;
const base64url = /[\w-]{24,}={0,2}/g;

/**
 * How much a file may unpack to: this many times its size, but at least a megabyte and at most the largest amount; no
 * report of a run is larger. Playwright's blob report of the mock unpacks to seventeen times its size, while a
 * deflated answer may expand a thousandfold, and again if it is nested. So only files that contain such an answer
 * exceed the limit.
 */
const MOST_TIMES = 64;
const SMALL = 1024 * 1024;
const LARGEST = 256 * 1024 * 1024;

/**
 * The names of the secrets that a file shows; archives are opened, and base64 is decoded.
 *
 * @throws TooMuch if it unpacks to more than can be searched
 */
export function namesIn(file: Buffer, mask: Pick<Mask, 'find'>): Set<string> {
  const names = new Set<string>();
  /**
   * The depth at which each archive was opened: an identical one is not opened again, unless it is less deeply
   * nested.
   */
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
    // What both alphabets have in common is found by the first pattern.
    if (/[_-]/.test(found)) yield found;
  }
}
