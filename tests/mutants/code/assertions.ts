/**
 * The command behind `npm run mutants:assertions`: takes each assertion and each control out of the checks, one at
 * a time, and tells which of them nobody misses: without an assertion a mutant has to survive, without a control more
 * has to be judged on a deployment that refuses whatever it is asked.
 */
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { startReference } from '../../reference/start.ts';
import { catalogue, type RequirementId } from '../../support/catalogue.ts';
import { mutants } from '../bank/index.ts';
import { type Constant, constants, startConstant } from '../constant.ts';
import { fateOf } from '../fate.ts';
import { refusing } from '../refusing.ts';
import type { Trial } from '../reporter.ts';
import { shapeMutants } from '../shapes.ts';
import { type Candidate, type Listed, listChecks, tryAll } from '../trial.ts';
import { type Assertion, assertionsIn } from './assertions-in.ts';
import { copyOfProject, readSources, root } from './copy.ts';

const usage = `npm run mutants:assertions            every assertion of every check
npm run mutants:assertions -- FILE…   those of the files whose path contains one of these`;

/** So many mutants are tried before the next. */
const AT_ONCE = 6;

interface Removal {
  readonly file: string;
  readonly line: number;
  readonly assertion: Assertion;
  /** The mutant, or the deployment that refuses, by which the loss shows; none when nobody misses it. */
  readonly missedBy: string | undefined;
}

/** What the checks as they are can judge on each deployment that refuses. */
let before: Map<string, RequirementId[]> | undefined;

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
  const removals: Removal[] = [];
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
        const line = text.slice(0, start).split('\n').length;
        const missedBy = await whoMisses(assertion, own, checks, folder);
        removals.push({ file, line, assertion, missedBy });
        console.error(`${file}:${line} ${assertion.kind}: ${missedBy ?? 'NOBODY misses it'}`);
      }
      writeFileSync(path.join(folder, file), text);
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
  const idle = removals.filter(({ missedBy }) => missedBy === undefined);
  for (const { file, line, assertion } of idle)
    console.log(`${file}:${line} ${assertion.kind} of "${assertion.check ?? 'several checks'}"`);
  const seconds = Math.round((performance.now() - began) / 1000);
  console.log(`${removals.length} assertions, ${idle.length} that nobody misses, ${seconds} s`);
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

/** Who is told apart by an assertion: a mutant that survives without it, or a deployment that passes by refusing. */
async function whoMisses(
  assertion: Assertion,
  own: readonly Listed[],
  checks: readonly Listed[],
  folder: string,
): Promise<string | undefined> {
  const ids = new Set(assertion.decides ?? own.flatMap(({ covers }) => covers));
  return assertion.kind === 'control'
    ? whoIsJudged(own, folder)
    : ((await whoSurvives(ids, checks, folder)) ??
        (assertion.kind === 'reader' ? whoIsJudged(own, folder) : undefined));
}

/** A mutant that is not killed any more. */
async function whoSurvives(
  ids: ReadonlySet<RequirementId>,
  checks: readonly Listed[],
  folder: string,
): Promise<string | undefined> {
  const breaking = [...mutants].filter(
    ([name, { breaks, survives }]) =>
      !(name in shapeMutants) && survives === undefined && breaks.some((id) => ids.has(id)),
  );
  // Those that break least say most.
  breaking.sort(([, a], [, b]) => a.breaks.length - b.breaks.length);
  for (let from = 0; from < breaking.length; from += AT_ONCE) {
    const some = breaking.slice(from, from + AT_ONCE);
    const trials = await tryOn(
      some.map(([name, { breaks, replace }]) => ({
        name,
        checks: checks
          .filter(({ covers }) => covers.some((id) => breaks.includes(id)))
          .map(({ title }) => title),
        start: () => startReference({ rules: replace() }),
      })),
      folder,
    );
    // Checks that do not even load say nothing about what is missed.
    const lost = some.find(([name]) => (trials.get(name)?.told.length ?? 0) === 0);
    if (lost !== undefined) throw new Error(`No result came of ${lost[0]}`);
    const alive = some.find(([name, mutant]) => fateOf(name, mutant, trials.get(name)).fate !== 'killed');
    if (alive !== undefined) return alive[0];
  }
  return undefined;
}

/** A deployment on which something is judged that could not be judged before. */
async function whoIsJudged(own: readonly Listed[], folder: string): Promise<string | undefined> {
  before ??= judgedOn(await tryOn(refusers(undefined), root));
  const judged = judgedOn(await tryOn(refusers(own), folder));
  for (const [name, ids] of judged) if (ids.some((id) => !before?.get(name)?.includes(id))) return name;
  return undefined;
}

/** Deployments that refuse, for these checks or for all of them. */
function refusers(own: readonly Listed[] | undefined): Candidate[] {
  const checks = own && { checks: own.map(({ title }) => title) };
  return [
    ...Object.entries(refusing).map(([name, rules]) => ({
      name,
      ...checks,
      start: () => startReference({ rules }),
    })),
    ...['constant-400', 'constant-404', 'constant-empty-object', 'constant-redirect'].map((name) => ({
      name,
      ...checks,
      start: () => startConstant(constants[name] as Constant),
    })),
  ];
}

/** What is judged or observed on each, rather than blocked. */
function judgedOn(trials: ReadonlyMap<string, Trial>): Map<string, RequirementId[]> {
  const judged = ({ told }: Trial) =>
    told.filter(({ verdict }) => verdict !== 'blocked' && verdict !== 'not-exercised').map(({ id }) => id);
  return new Map([...trials].map(([name, trial]) => [name, judged(trial)]));
}

async function tryOn(candidates: readonly Candidate[], folder: string): Promise<Map<string, Trial>> {
  if (candidates.length === 0) return new Map();
  const trials = await tryAll(candidates, () => undefined, folder);
  return new Map(trials.map((trial) => [trial.name, trial]));
}
