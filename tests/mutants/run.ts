/**
 * The command behind `npm run mutants`: runs the suite on deployments that break something, that differ harmlessly,
 * and that give one answer to everything, and reports where it was wrong about one.
 */
import os from 'node:os';
import path from 'node:path';
import { defaultOutput, writeWhole } from '../../reports/output.ts';
import { type Paint, paintFor } from '../../reports/write/paint.ts';
import { browserPath } from '../support/browser/launch.ts';
import type { RequirementId } from '../support/catalogue.ts';
import { exposedOf, sparedOf, unblockedOf } from './alarms.ts';
import { type Asked, askedBy, type Chosen, sizeOf, usage } from './asked.ts';
import { startConstant } from './constant.ts';
import { fateOf } from './fate.ts';
import { judgeHarmless } from './judge-harmless.ts';
import { type Listed, plainestFirst } from './list-checks.ts';
import { isSound, type Matrix, matrixOf } from './matrix.ts';
import { stage } from './progress.ts';
import { startDiffering } from './start-differing.ts';
import { evidenceOf, summaryOf, toldOf } from './table.ts';
import type { Trial } from './told.ts';
import { type Candidate, tryAll } from './trial.ts';

/** Up to this many harmless variants, judging each by the whole suite is faster than finding out what they reach. */
const FEW = 5;

/** The evidence is shown for at most this many deployments: for that, all checks run, also after the proof. */
const MOST_SHOWN = 5;

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.once(signal, () => process.exit(128 + os.constants.signals[signal]));
process.exitCode = await run(process.argv.slice(2));

async function run(words: readonly string[]): Promise<number> {
  const asked = askedBy(words);
  if (typeof asked === 'string') {
    console.error(`${asked}\n\n${usage}`);
    return 2;
  }
  const { chosen, complete } = asked;
  if (browserPath() === undefined)
    console.error('There is no Chromium, so a mutant that only shows after a login survives here.');
  const paint = paintFor(process.stdout, process.env);
  const { matrix, of } = await judge(asked, paint);

  const file = path.join(defaultOutput(), 'mutants.json');
  if (complete) writeWhole(file, `${JSON.stringify(matrix, null, 2)}\n`);
  if (sizeOf(chosen) <= MOST_SHOWN) {
    const others = [...triedOf(chosen.harmless, of), ...triedOf(chosen.constant, of)];
    const evidence = [
      ...matrix.mutants.flatMap((one) => evidenceOf(one, of.get(one.name), paint)),
      ...others.flatMap(({ name, one, trial }) => toldOf(name, one.says, trial, paint)),
    ];
    console.log(evidence.join('\n'));
  }
  console.log(summaryOf(matrix, paint).join('\n'));
  if (complete) console.log(path.relative(process.cwd(), file));
  return isSound(matrix) ? 0 : 1;
}

/** Judges the chosen deployments. Returns what was found, and the trials by name. */
async function judge(
  { chosen, checks, isPart, whole, complete }: Asked,
  paint: Paint,
): Promise<{ readonly matrix: Matrix; readonly of: ReadonlyMap<string, Trial> }> {
  const isMany = !whole && (chosen.harmless.length > FEW || isPart);
  const candidates = candidatesOf(isMany ? { ...chosen, harmless: [] } : chosen, checks, whole);
  const started = performance.now();
  const trials = await tryAll(candidates, stage('Deployments', candidates.length));
  const of = new Map(trials.map((trial) => [trial.name, trial]));
  const outcomes = chosen.mutants.map(([name, mutant]) => fateOf(name, mutant, of.get(name)));
  const sofar = {
    whole,
    unblocked: [],
    variants: triedOf(chosen.harmless, of).map(({ name, one, trial }) => sparedOf(name, one, trial)),
    constants: triedOf(chosen.constant, of).map(({ name, one, trial }) =>
      exposedOf(name, one.says, one.passes ?? {}, trial),
    ),
    lost: candidates.map(({ name }) => name).filter((name) => (of.get(name)?.told.length ?? 0) === 0),
  };
  const durationMs = () => Math.round(performance.now() - started);
  let many: Awaited<ReturnType<typeof judgeHarmless>> = { spared: [], lost: [], unreached: [] };
  if (isMany) {
    // Many harmless variants take long: what has been found is not kept back until then.
    const matrix = matrixOf(outcomes, { ...sofar, complete: false, durationMs: durationMs() });
    if (candidates.length > 0) console.error(summaryOf(matrix, paint).join('\n'));
    many = await judgeHarmless(chosen.harmless, checks, stage, ({ name, alarms }) =>
      console.error(`\nfalse alarm at ${name}: ${alarms.map(({ id }) => id).join(', ')}`),
    );
  }
  const variants = [...sofar.variants, ...many.spared];
  const matrix = matrixOf(outcomes, {
    ...sofar,
    complete,
    durationMs: durationMs(),
    variants,
    // A part of the checks may contain none that would be blocked.
    unblocked: isPart ? [] : unblockedOf(chosen.harmless, variants),
    // What a part of the checks does not reach is for the others to judge.
    lost: [...sofar.lost, ...many.lost, ...(isPart ? [] : many.unreached)],
  });
  return { matrix, of };
}

/** Those that have a result, each with its trial. */
function triedOf<T>(some: readonly (readonly [string, T])[], of: ReadonlyMap<string, Trial>) {
  return some.flatMap(([name, one]) => {
    const trial = of.get(name);
    return trial === undefined || trial.told.length === 0 ? [] : [{ name, one, trial }];
  });
}

/** A mutant is judged by the checks that cover what it breaks until it is killed, all others by the whole suite. */
function candidatesOf(chosen: Chosen, checks: readonly Listed[], whole: boolean): Candidate[] {
  const covering = (ids: readonly RequirementId[]): string[] =>
    plainestFirst(
      checks.filter(({ covers }) => covers.some((id) => ids.includes(id))),
      ids,
    ).map(({ title }) => title);
  return [
    ...chosen.mutants.map(([name, mutant]) => ({
      name,
      ...(!whole && { checks: covering(mutant.breaks) }),
      ...(!whole && sizeOf(chosen) > MOST_SHOWN && { breaks: mutant.breaks }),
      start: () => startDiffering([mutant]),
    })),
    ...chosen.harmless.map(([name, variant]) => ({ name, start: () => startDiffering([variant]) })),
    ...chosen.constant.map(([name, constant]) => ({ name, start: () => startConstant(constant) })),
  ];
}
