/**
 * The command behind `npm run mutants:assertions`: takes each assertion and each control out of the checks, one at
 * a time, and tells which of them nobody misses: without it a mutant has to survive, or something has to be judged
 * on a deployment that refuses whatever it is asked, or answers nothing with it.
 */
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { startReference } from '../../reference/start.ts';
import { catalogue, type RequirementId } from '../../support/catalogue.ts';
import { mutants } from '../bank/index.ts';
import { type Constant, constants, startConstant } from '../constant.ts';
import { fateOf } from '../fate.ts';
import type { Mutant } from '../mutant.ts';
import { refusing } from '../refusing.ts';
import type { Trial } from '../reporter.ts';
import { shapeMutants } from '../shapes.ts';
import { type Candidate, type Listed, listChecks, tryAll } from '../trial.ts';
import { type Assertion, assertionsIn } from './assertions-in.ts';
import { copyOfProject, readSources, root } from './copy.ts';
import { switched } from './switches.ts';
import { without } from './taken-out.ts';

const usage = `npm run mutants:assertions            every assertion of every check
npm run mutants:assertions -- FILE…   those of the files whose path contains one of these`;

/** So many mutants are tried on each assertion at first, and twice as many each time that none of them survives. */
const AT_FIRST = 3;

/** One assertion, or one control, and where it stands. */
interface Place {
  readonly at: number;
  readonly file: string;
  readonly line: number;
  readonly assertion: Assertion;
  /** The checks that it has a part in. */
  readonly own: readonly Listed[];
}

/** Deployments, by name. */
type Trials = ReadonlyMap<string, Trial>;

/** Deployments that refuse, wholly or in a part. */
const refusers: Readonly<Record<string, Candidate['start']>> = {
  ...Object.fromEntries(
    Object.entries(refusing).map(([name, rules]) => [name, () => startReference({ rules: rules() })]),
  ),
  ...Object.fromEntries(
    ['constant-400', 'constant-404', 'constant-empty-object', 'constant-redirect'].map((name) => [
      name,
      () => startConstant(constants[name] as Constant),
    ]),
  ),
};

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
  const places = placesIn(
    files.map((file) => `tests/${file}`),
    checks,
  );
  const folder = copyOfProject();
  let missed: Map<Place, string>;
  try {
    for (const file of new Set(places.map((place) => place.file))) {
      const text = readFileSync(path.join(root, file), 'utf8');
      const own = places.filter((place) => place.file === file);
      const switches = own.map(({ at, assertion }) => ({ place: at, edit: assertion }));
      writeFileSync(path.join(folder, file), switched(file, text, switches));
    }
    missed = await whoMisses(places, checks, folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
  const idle = places.filter((place) => !missed.has(place));
  for (const { file, line, assertion } of idle)
    console.log(`${file}:${line} ${assertion.kind} of "${assertion.check ?? 'several checks'}"`);
  const seconds = Math.round((performance.now() - began) / 1000);
  console.log(`${places.length} assertions, ${idle.length} that nobody misses, ${seconds} s`);
  return idle.length > 0 ? 1 : 0;
}

/** Every assertion that judges something, in the order of files and lines. */
function placesIn(files: readonly string[], checks: readonly Listed[]): Place[] {
  const found = [...readSources(files, (source) => ({ text: source.text, all: assertionsIn(source) }))];
  return found
    .flatMap(([file, { text, all }]) =>
      all.map((assertion) => ({
        file,
        line: text.slice(0, assertion.start).split('\n').length,
        assertion,
        own: concerned(assertion, file, checks),
      })),
    )
    .filter(
      // What the interface leaves open is told, and never judged.
      ({ own }) => own.some(({ covers }) => covers.some((id) => catalogue[id].level !== 'open')),
    )
    .map((place, at) => ({ at, ...place }));
}

/** The checks that an assertion has a part in: its own, or all that may call the function in which it stands. */
function concerned({ check }: Assertion, file: string, checks: readonly Listed[]): Listed[] {
  const inFile = checks.filter((one) => file.endsWith(one.file));
  const own = inFile.filter(({ title }) => title === check);
  if (own.length > 0) return own;
  if (inFile.length > 0) return inFile;
  // A module of several files of checks.
  const uses = (one: Listed): boolean =>
    readFileSync(path.join(root, 'tests', one.file), 'utf8').includes(`/${path.basename(file)}'`);
  return checks.filter((one) => path.dirname(`tests/${one.file}`) === path.dirname(file) && uses(one));
}

/** Whom each assertion tells apart: a mutant that survives without it, or a deployment that passes by refusing. */
async function whoMisses(
  places: readonly Place[],
  checks: readonly Listed[],
  folder: string,
): Promise<Map<Place, string>> {
  const tell = ({ file, line, assertion }: Place, by: string): void =>
    console.error(`${file}:${line} ${assertion.kind}: ${by}`);
  const asserting = places.filter(({ assertion }) => assertion.kind !== 'control');
  const missed = await whoSurvives(asserting, checks, folder, tell);
  const refused = places.filter((place) => !missed.has(place));
  return new Map([...missed, ...(await whoIsJudged(refused, folder, tell))]);
}

/** A mutant that is not killed any more, for each assertion that has one. */
async function whoSurvives(
  places: readonly Place[],
  checks: readonly Listed[],
  folder: string,
  tell: (place: Place, by: string) => void,
): Promise<Map<Place, string>> {
  const left = new Map(places.map((place) => [place, broken(place)]));
  const missed = new Map<Place, string>();
  for (let atOnce = AT_FIRST; left.size > 0; atOnce *= 2) {
    const now = [...left].flatMap(([place, some]) =>
      some.splice(0, atOnce).map(([name, mutant]) => ({ place, name, mutant })),
    );
    for (const [place, some] of left) if (some.length === 0) left.delete(place);
    const trials = await tryOn(
      now.map(({ place, name, mutant: { breaks, replace } }) => ({
        name: without(place.at) + name,
        checks: checks
          .filter(({ covers }) => covers.some((id) => breaks.includes(id)))
          .map(({ title }) => title),
        start: () => startReference({ rules: replace() }),
      })),
      folder,
    );
    for (const { place, name, mutant } of now) {
      const trial = trials.get(without(place.at) + name);
      // Checks that do not even load say nothing about what is missed.
      if (trial === undefined || trial.told.length === 0)
        throw new Error(`No result came of ${name} without ${place.file}:${place.line}`);
      if (missed.has(place) || fateOf(name, mutant, trial).fate === 'killed') continue;
      missed.set(place, name);
      left.delete(place);
      tell(place, name);
    }
  }
  return missed;
}

/**
 * The mutants that break what an assertion decides, as far as that: what else they break is for other checks to
 * say. Those that break least come first, as they say most.
 */
function broken({ assertion, own }: Place): [string, Mutant][] {
  const covered = new Set(own.flatMap(({ covers }) => covers));
  const ids = new Set(assertion.decides ?? covered);
  return [...mutants]
    .filter(
      ([name, { breaks, survives }]) =>
        !(name in shapeMutants) && survives === undefined && breaks.some((id) => ids.has(id)),
    )
    .flatMap(([name, mutant]): [string, Mutant][] => {
      const [first, ...rest] = mutant.breaks.filter((id) => covered.has(id));
      return first === undefined ? [] : [[name, { ...mutant, breaks: [first, ...rest] }]];
    })
    .toSorted(([, a], [, b]) => a.breaks.length - b.breaks.length);
}

/** A deployment on which something is judged that could not be judged before, for each place that has one. */
async function whoIsJudged(
  places: readonly Place[],
  folder: string,
  tell: (place: Place, by: string) => void,
): Promise<Map<Place, string>> {
  const missed = new Map<Place, string>();
  if (places.length === 0) return missed;
  const titles = [...new Set(places.flatMap(({ own }) => own.map(({ title }) => title)))];
  const all = new Map(places.flatMap((place) => suspectsOf(place)));
  const before = await tryOn(
    [...all].map(([name, start]) => ({ name, checks: titles, start })),
    root,
  );
  const trials = await tryOn(
    places.flatMap((place) =>
      suspectsOf(place).map(([name, start]) => ({
        name: without(place.at) + name,
        checks: place.own.map(({ title }) => title),
        start,
      })),
    ),
    folder,
  );
  for (const place of places) {
    const by = suspectsOf(place).find(([name]) => {
      const known = judgedOn(before.get(name));
      return judgedOn(trials.get(without(place.at) + name)).some((id) => !known.includes(id));
    });
    if (by === undefined) continue;
    missed.set(place, by[0]);
    tell(place, by[0]);
  }
  return missed;
}

/** Those that refuse, and those that break what the control is there for. */
function suspectsOf({ assertion: { cause } }: Place): [name: string, start: Candidate['start']][] {
  const causing = [...mutants].filter(
    ([name, { breaks }]) => cause !== undefined && breaks.includes(cause) && !(name in shapeMutants),
  );
  return [
    ...causing.map(([name, { replace }]): [string, Candidate['start']] => [
      name,
      () => startReference({ rules: replace() }),
    ]),
    ...Object.entries(refusers),
  ];
}

/** What is judged or observed, rather than blocked. */
function judgedOn(trial: Trial | undefined): RequirementId[] {
  return (trial?.told ?? [])
    .filter(({ verdict }) => verdict !== 'blocked' && verdict !== 'not-exercised')
    .map(({ id }) => id);
}

async function tryOn(candidates: readonly Candidate[], folder: string): Promise<Trials> {
  const trials = await tryAll(candidates, () => undefined, folder);
  return new Map(trials.map((trial) => [trial.name, trial]));
}
