import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { catalogue } from '../../support/catalogue.ts';
import type { Listed } from '../list-checks.ts';
import { type Assertion, assertionsIn } from './assertions-in.ts';
import { readSources, root } from './copy.ts';

/** One assertion, or one control, and where it is. */
export interface Place {
  /** Its number among all of them. */
  readonly at: number;
  readonly file: string;
  readonly line: number;
  readonly assertion: Assertion;
  /** The checks that it has a part in. */
  readonly own: readonly Listed[];
}

/** The files of the checks, and of what they share, by their paths from the root. */
export function checkFiles(): string[] {
  return ['identity', 'collaboration', 'telephony'].flatMap((folder) =>
    readdirSync(path.join(root, 'tests', folder), { encoding: 'utf8', recursive: true })
      .filter((file) => file.endsWith('.ts'))
      .map((file) => `tests/${folder}/${file}`),
  );
}

/** Every assertion that judges something, in the order of files and lines. */
export function placesIn(files: readonly string[], checks: readonly Listed[]): Place[] {
  const found = readSources(files, (source) => ({ text: source.text, all: assertionsIn(source) }));
  return [...found]
    .flatMap(([file, { text, all }]) =>
      all.map((assertion) => ({
        file,
        line: text.slice(0, assertion.start).split('\n').length,
        assertion,
        own: concerned(assertion, file, checks),
      })),
    )
    .filter(
      // Open points are reported, but never judged.
      ({ own }) => own.some(({ covers }) => covers.some((id) => catalogue[id].level !== 'open')),
    )
    .map((place, at) => ({ at, ...place }));
}

/** The checks that an assertion has a part in: its own, or all that may call the function that contains it. */
function concerned({ check }: Assertion, file: string, checks: readonly Listed[]): Listed[] {
  const inFile = checks.filter((one) => file.endsWith(one.file));
  const own = inFile.filter(({ title }) => title === check);
  if (own.length > 0) return own;
  if (inFile.length > 0) return inFile;
  // A module that several files of checks share.
  const uses = (one: Listed): boolean =>
    readFileSync(path.join(root, 'tests', one.file), 'utf8').includes(`/${path.basename(file)}'`);
  return checks.filter((one) => path.dirname(`tests/${one.file}`) === path.dirname(file) && uses(one));
}
