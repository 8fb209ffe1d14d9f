/**
 * The command behind `npm run mutants:assertions`: removes each assertion and each control from the checks, one at a
 * time, and lists those whose removal nothing detects. A removal is detected if a mutant then survives, or if
 * something gets a verdict on a deployment that refuses every request or returns empty answers.
 */
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { type Listed, listChecks } from '../list-checks.ts';
import { stage } from '../progress.ts';
import type { Trial } from '../told.ts';
import { type Candidate, tryAll } from '../trial.ts';
import { copyOfProject, root } from './copy.ts';
import { checkFiles, type Place, placesIn } from './places.ts';
import { kindsOfSuspects, type Suspect } from './suspects.ts';
import { switched } from './switches.ts';
import { without } from './taken-out.ts';

const usage = `npm run mutants:assertions   every assertion of every check
npm run mutants:assertions -- [--kind KIND]… [--by NAME]… [PLACE…]
    those of these kinds (expect, reader, judgement, establish, control), at the places that contain one of these, such
    as refresh.spec.ts:44, tried by the deployments alone whose names start with one of these`;

/**
 * How many deployments are tried for each assertion at first; twice as many each time that none of them detects its
 * removal.
 */
const AT_FIRST = 2;

process.exitCode = await run(process.argv.slice(2));

async function run(args: string[]): Promise<number> {
  const { values, positionals: words } = parseArgs({
    args,
    allowPositionals: true,
    options: { kind: { type: 'string', multiple: true }, by: { type: 'string', multiple: true } },
  });
  const began = performance.now();
  const checks = listChecks();
  const places = placesIn(checkFiles(), checks).filter(
    ({ file, line, assertion }) =>
      values.kind?.includes(assertion.kind) !== false &&
      (words.length === 0 || words.some((word) => `${file}:${line}`.includes(word))),
  );
  if (places.length === 0) {
    console.error(usage);
    return 2;
  }
  const folder = copyOfProject();
  let missed: Set<Place>;
  try {
    for (const file of new Set(places.map((place) => place.file))) {
      const text = readFileSync(path.join(root, file), 'utf8');
      const own = places.filter((place) => place.file === file);
      const switches = own.map(({ at, assertion }) => ({ place: at, edit: assertion }));
      writeFileSync(path.join(folder, file), switched(file, text, switches));
    }
    missed = await whichAreMissed(places, checks, folder, values.by);
  } finally {
    rmSync(folder, { recursive: true });
  }
  const idle = places.filter((place) => !missed.has(place));
  for (const { file, line, assertion } of idle)
    console.log(`${file}:${line} ${assertion.kind} of "${assertion.check ?? 'several checks'}"`);
  const seconds = Math.round((performance.now() - began) / 1000);
  console.log(`${places.length} assertions, ${idle.length} whose removal nothing detects, ${seconds} s`);
  return idle.length > 0 ? 1 : 0;
}

/** The assertions whose removal something detects: one kind of suspects after the other tries those that are left. */
async function whichAreMissed(
  places: readonly Place[],
  checks: readonly Listed[],
  folder: string,
  by: readonly string[] | undefined,
): Promise<Set<Place>> {
  const isMeant = ({ name }: Suspect): boolean => by?.some((start) => name.startsWith(start)) !== false;
  const missed = new Set<Place>();
  for (const suspectsOf of kindsOfSuspects) {
    const all = places
      .filter((place) => !missed.has(place))
      .map((place) => [place, suspectsOf(place, checks).filter(isMeant)] as const);
    for (const place of await missedBy(all, folder)) missed.add(place);
    console.error(`${places.length} assertions: the removal of ${missed.size} is detected so far`);
  }
  return missed;
}

/**
 * Judges each suspect with all assertions in place; then, in rounds until each removal is detected or no suspect is
 * left, without those that failed there, since to remove one that has not failed changes nothing. Prints what is
 * detected as it is found, and after each round what is left, which is all that a run that is stopped can say.
 */
async function missedBy(
  all: readonly (readonly [Place, readonly Suspect[]])[],
  folder: string,
): Promise<Set<Place>> {
  const within = await resultsOf(
    'With every assertion',
    merged(all.flatMap(([, suspects]) => suspects)),
    folder,
  );
  const left = new Map(
    all.map(([place, suspects]) => [
      place,
      suspects.filter(({ name }) => within.get(name)?.failedAt.includes(place.at)),
    ]),
  );
  const missed = new Set<Place>();
  for (let atOnce = AT_FIRST; left.size > 0; atOnce *= 2) {
    const now = [...left].flatMap(([place, some]) =>
      some.splice(0, atOnce).map((suspect) => ({
        place,
        suspect,
        candidate: { ...suspect, name: without(place.at) + suspect.name },
      })),
    );
    const trials = await resultsOf(
      'With one assertion less',
      now.map(({ candidate }) => candidate),
      folder,
    );
    for (const { place, suspect, candidate } of now) {
      const [out, known] = [trials.get(candidate.name), within.get(suspect.name)];
      if (!out || !known || missed.has(place) || !suspect.shows(out, known)) continue;
      missed.add(place);
      left.delete(place);
      console.error(`${place.file}:${place.line} ${place.assertion.kind}: ${suspect.name}`);
    }
    for (const [place, some] of left) if (some.length === 0) left.delete(place);
    console.error(`${now.length} tried without: ${missed.size} detected, ${left.size} left`);
  }
  return missed;
}

/**
 * What the checks report for each of these deployments, by its name. One without a result, which is told, detects
 * nothing.
 */
async function resultsOf(
  says: string,
  candidates: readonly Candidate[],
  folder: string,
): Promise<Map<string, Trial>> {
  const each = new Map(candidates.map((candidate) => [candidate.name, candidate]));
  const trials = await tryAll([...each.values()], stage(says, each.size), { folder });
  const of = new Map(trials.map((trial) => [trial.name, trial]));
  for (const [name, { checks = [] }] of each) {
    const trial = of.get(name);
    if (trial !== undefined && checks.every((title) => title in trial.checks)) continue;
    console.error(`No result for ${name}`);
    of.delete(name);
  }
  return of;
}

/** Each suspect once, to be judged by all checks that try it, until all that it is tried for is reported. */
function merged(suspects: readonly Suspect[]): Candidate[] {
  const alike = new Map<string, Suspect[]>();
  for (const one of suspects) alike.set(one.name, [...(alike.get(one.name) ?? []), one]);
  return [...alike.values()].map((some) => {
    const one = some[0] as Suspect;
    return {
      name: one.name,
      start: () => one.start(),
      checks: [...new Set(some.flatMap(({ checks }) => checks))],
      ...(one.breaks && { breaks: [...new Set(some.flatMap(({ breaks = [] }) => breaks))] }),
    };
  });
}
