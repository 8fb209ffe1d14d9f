import { existsSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import { createMask, type Secret } from '../../tests/support/secrets/mask.ts';
import { namesIn } from './look.ts';

/** A file that a run wrote, and its path within its folder. */
export interface Written {
  readonly file: string;
  readonly name: string;
}

/** A file that shows secrets, with their names; or one that could not be searched, and why. */
export interface Leak {
  readonly file: string;
  readonly names: readonly string[];
  readonly why?: string;
}

/** Shorter values appear by chance in identifiers and times. */
const SHORTEST_SURE = 8;

/**
 * Searches files for secrets, in every form that the masks know, including inside archives and base64.
 *
 * @param ownWords what the suite writes into every report: a secret that is part of it cannot be recognised
 */
export function findLeaks(files: readonly Written[], secrets: readonly Secret[], ownWords = ''): Leak[] {
  // Reports contain the names of secrets, so a name must not be mistaken for the value of another secret.
  const mask = createMask(undefined, [ownWords, ...secrets.map(([name]) => name)].join('\n'));
  for (const [name, value] of secrets) {
    if (value.length >= SHORTEST_SURE && !ownWords.includes(value)) mask.learn(name, value);
  }
  if (mask.names().size === 0) return [];
  return files.flatMap(({ file, name }) => {
    try {
      const names = new Set<string>([...mask.find(name), ...namesIn(readFileSync(file), mask)]);
      return names.size === 0 ? [] : [{ file, names: [...names].toSorted() }];
    } catch (error) {
      // A file that is gone shows nothing; one that cannot be searched may show anything.
      return isGone(error) ? [] : [{ file, names: [], why: whyOf(error) }];
    }
  });
}

function isGone(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).code === 'ENOENT';
}

function whyOf(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  return code ?? message;
}

/**
 * The files below some places that were written since a time. A folder that has changed since then and cannot be read
 * is listed itself.
 *
 * @param places files and folders, which need not exist
 * @param since milliseconds since 1970
 */
export function writtenSince(places: readonly string[], since: number): Written[] {
  const written = new Map<string, Written>();
  for (const place of new Set(places)) {
    if (!existsSync(place)) continue;
    // File system clocks are coarser than ours.
    for (const file of filesAt(place, since - 2000)) {
      if (!written.has(file))
        written.set(file, { file, name: path.relative(place, file) || path.basename(file) });
    }
  }
  return [...written.values()];
}

function filesAt(place: string, since: number): string[] {
  let isOld = false;
  try {
    const stats = statSync(place);
    isOld = stats.mtimeMs < since;
    if (stats.isFile()) return isOld ? [] : [place];
    if (!stats.isDirectory()) return [];
    return readdirSync(place, { withFileTypes: true })
      .filter((entry) => entry.isDirectory() || entry.isFile())
      .flatMap(({ name }) => filesAt(path.join(place, name), since));
  } catch (error) {
    // What this run may not read it has not written either, unless it has changed since.
    return isGone(error) || isOld ? [] : [place];
  }
}

/** Removes files that leak, or may leak, and returns one sentence for each. */
export function removeLeaks(leaks: readonly Leak[]): string[] {
  return leaks.map(({ file, names, why }) => {
    const told = path.relative(process.cwd(), file);
    const what =
      why === undefined
        ? `${LEAK}${told} showed ${names.join(', ')}`
        : `${UNSURE}${told} could not be searched (${why})`;
    try {
      rmSync(file, { force: true });
      return `${what} and was removed`;
    } catch (error) {
      return `${what} and could not be removed (${whyOf(error)})`;
    }
  });
}

/** What a run reports if its final search did not finish. */
export function unfinished(error: unknown): string {
  return `${UNSURE}the final search of the written files did not finish (${whyOf(error)}), so they may show secrets`;
}

const LEAK = 'a secret would have leaked: ';
const UNSURE = 'a secret may have leaked: ';

/** Whether an error of a run is about a file that leaked a secret, or may have. */
export function isLeak(error: string): boolean {
  return error.startsWith(LEAK) || error.startsWith(UNSURE);
}
