/**
 * The command behind `npm run mutants:assertions`: takes each assertion and each control out of the checks, one at
 * a time, and tells which of them nobody misses: all mutants are killed as before, and no server that gives one
 * answer to everything becomes green.
 */
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { startReference } from '../../reference/start.ts';
import { catalogue } from '../../support/catalogue.ts';
import { exposedOf } from '../alarms.ts';
import { mutants } from '../bank/index.ts';
import { constants, startConstant } from '../constant.ts';
import { fateOf } from '../fate.ts';
import type { Trial } from '../reporter.ts';
import { shapeMutants } from '../shapes.ts';
import { type Candidate, type Listed, listChecks, tryAll } from '../trial.ts';
import { type Assertion, assertionsIn } from './assertions-in.ts';
import { copyOfProject, readSources, root } from './copy.ts';

const usage = `npm run mutants:assertions            every assertion of every check
npm run mutants:assertions -- FILE…   those of the files whose path contains one of these`;

interface Missed {
  readonly file: string;
  readonly line: number;
  readonly assertion: Assertion;
  /** The mutant or the constant answerer that shows the loss; none when nobody misses it. */
  readonly by: string | undefined;
}

process.exitCode = await run(process.argv.slice(2));

async function run(words: readonly string[]): Promise<number> {
  const files = ['identity', 'collaboration', 'telephony']
    .flatMap((folder) => readdirSync(path.join(root, 'tests', folder)).map((file) => `${folder}/${file}`))
    .filter((file) => words.length === 0 || words.some((word) => file.includes(word)));
  if (files.length === 0) {
    console.error(usage);
    return 2;
  }
  const began = performance.now();
  const checks = listChecks();
  const all = readSources(
    files.map((file) => `tests/${file}`),
    assertionsIn,
  );
  const missed: Missed[] = [];
  const folder = copyOfProject();
  try {
    for (const [file, assertions] of all) {
      const text = readFileSync(path.join(root, file), 'utf8');
      for (const assertion of assertions) {
        const { start, end } = assertion;
        const own = concerned(assertion, file, checks);
        // What the interface leaves open is told, and never judged.
        if (own.every(({ covers }) => covers.every((id) => catalogue[id].level === 'open'))) continue;
        writeFileSync(path.join(folder, file), text.slice(0, start) + assertion.text + text.slice(end));
        const by = await whoMisses(assertion, own, checks, folder);
        missed.push({ file, line: text.slice(0, start).split('\n').length, assertion, by });
        console.error(`${file}:${missed.at(-1)?.line} ${assertion.kind}: ${by ?? 'NOBODY misses it'}`);
      }
      writeFileSync(path.join(folder, file), text);
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
  const idle = missed.filter(({ by }) => by === undefined);
  for (const { file, line, assertion } of idle)
    console.log(`${file}:${line} ${assertion.kind} of "${assertion.check ?? 'several checks'}"`);
  const seconds = Math.round((performance.now() - began) / 1000);
  console.log(`${missed.length} assertions, ${idle.length} that nobody misses, ${seconds} s`);
  return idle.length > 0 ? 1 : 0;
}

/** The checks that an assertion has a part in: its own, or all that may call the function in which it stands. */
function concerned({ check }: Assertion, file: string, checks: readonly Listed[]): Listed[] {
  const inFile = checks.filter((one) => file.endsWith(one.file));
  const own = inFile.filter(({ title }) => title === check);
  if (own.length > 0) return own;
  if (inFile.length > 0) return inFile;
  // A module of several files of checks.
  return checks.filter((one) => file.startsWith(`tests/${one.file.split('/', 1)[0]}/`));
}

async function whoMisses(
  assertion: Assertion,
  own: readonly Listed[],
  checks: readonly Listed[],
  folder: string,
): Promise<string | undefined> {
  const ids = new Set(assertion.decides ?? own.flatMap(({ covers }) => covers));
  const breaking = [...mutants].filter(
    ([name, { breaks, survives }]) =>
      !(name in shapeMutants) && survives === undefined && breaks.some((id) => ids.has(id)),
  );
  const trials = await tryOn(
    breaking.map(([name, { breaks, replace }]) => ({
      name,
      checks: checks
        .filter(({ covers }) => covers.some((id) => breaks.includes(id)))
        .map(({ title }) => title),
      start: () => startReference({ rules: replace() }),
    })),
    folder,
  );
  const alive = breaking.find(([name, mutant]) => fateOf(name, mutant, trials.get(name)).fate !== 'killed');
  if (alive !== undefined || assertion.kind === 'expect') return alive?.[0];

  const answerers = await tryOn(
    Object.entries(constants).map(([name, constant]) => ({
      name,
      checks: own.map(({ title }) => title),
      start: () => startConstant(constant),
    })),
    folder,
  );
  return Object.entries(constants).find(([name, { says, passes = {} }]) => {
    const trial = answerers.get(name);
    return trial !== undefined && exposedOf(name, says, passes, trial).vacuous.length > 0;
  })?.[0];
}

async function tryOn(candidates: readonly Candidate[], folder: string): Promise<Map<string, Trial>> {
  if (candidates.length === 0) return new Map();
  const trials = await tryAll(candidates, () => undefined, folder);
  return new Map(trials.map((trial) => [trial.name, trial]));
}
