/**
 * The command behind `npm run mutants`: runs the suite on deployments that break something, that differ harmlessly,
 * and that give one answer to everything, and reports where it was wrong about one.
 */
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { defaultOutput, writeWhole } from '../../reports/output.ts';
import { type Paint, paintFor } from '../../reports/write/paint.ts';
import { browserPath } from '../support/browser/launch.ts';
import { exposedOf, sparedOf } from './alarms.ts';
import { mutants, sampled } from './bank/index.ts';
import { type Constant, constants, startConstant } from './constant.ts';
import { fateOf } from './fate.ts';
import { harmless, sampledVariants } from './harmless/index.ts';
import { judgeHarmless } from './judge-harmless.ts';
import { isSound, type Matrix, matrixOf } from './matrix.ts';
import type { Harmless, Mutant } from './mutant.ts';
import { stage } from './progress.ts';
import { startDiffering } from './start-differing.ts';
import { evidenceOf, summaryOf, toldOf } from './table.ts';
import type { Trial } from './told.ts';
import { type Candidate, type Listed, listChecks, tryAll } from './trial.ts';

const usage = `npm run mutants                  all deployments; a mutant is judged by the checks that cover what it breaks,
                                 until they have reported all of it
npm run mutants -- NAME…         those whose name starts with NAME, and mutants that break the requirement NAME
npm run mutants -- mutants       only the mutants; likewise harmless, constant
npm run mutants -- --sample …    fewer mutants: per requirement, two of behaviour and one of the shape of a body;
                                 of the harmless differences, one of each subject; of the servers with a constant answer,
                                 those whose answer shows something
npm run mutants -- --whole …     judge each deployment by the whole suite, to see which other checks fail as well
npm run mutants -- --checks PART harmless
                                 judge the harmless differences by the checks in files whose path contains PART alone`;

/** Up to this many harmless variants, judging each by the whole suite is faster than finding out what they reach. */
const FEW = 5;

/** The evidence is shown for at most this many deployments: for that, all checks run, also after the proof. */
const MOST_SHOWN = 5;

/** What the command is asked for. */
interface Asked {
  readonly names: readonly string[];
  readonly whole: boolean;
  readonly sample: boolean;
  /** A part of the paths of the files whose checks are to judge, if not all. */
  readonly part?: string | undefined;
}

/** What a run of the command is about. */
interface Chosen {
  readonly mutants: readonly (readonly [string, Mutant])[];
  readonly harmless: readonly (readonly [string, Harmless])[];
  readonly constant: readonly (readonly [string, Constant])[];
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.once(signal, () => process.exit(128 + os.constants.signals[signal]));
process.exitCode = await run(process.argv.slice(2));

async function run(words: readonly string[]): Promise<number> {
  const read = readCommand(words);
  if (typeof read === 'string') {
    console.error(`${read}\n\n${usage}`);
    return 2;
  }
  const { names, sample, part } = read;
  const chosen = choose(names, sample);
  // Otherwise a misspelt name among others would seem to have been tried.
  const idle = names.filter((name) => isEmpty(choose([name], false)));
  if (idle.length > 0 || isEmpty(chosen)) {
    const nothing = idle.length > 0 ? `by ${idle.join(', ')}` : 'from the sample';
    console.error(`No deployment is selected ${nothing}.\n\n${usage}`);
    return 2;
  }
  if (part !== undefined && chosen.harmless.length < sizeOf(chosen)) {
    console.error(`--checks is for harmless differences alone.\n\n${usage}`);
    return 2;
  }
  const checks = listChecks().filter(({ file }) => part === undefined || file.includes(part));
  if (checks.length === 0) {
    console.error(`No check is in a file whose path contains ${part}.\n\n${usage}`);
    return 2;
  }
  if (browserPath() === undefined)
    console.error('There is no Chromium, so a mutant that only shows after a login survives here.');
  const paint = paintFor(process.stdout, process.env);
  const complete = names.length === 0 && !sample;
  const { matrix, of } = await judge(chosen, checks, { ...read, complete }, paint);

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
  chosen: Chosen,
  checks: readonly Listed[],
  { whole, part, complete }: Pick<Asked, 'whole' | 'part'> & { readonly complete: boolean },
  paint: Paint,
): Promise<{ readonly matrix: Matrix; readonly of: ReadonlyMap<string, Trial> }> {
  const isMany = !whole && (chosen.harmless.length > FEW || part !== undefined);
  const candidates = candidatesOf(isMany ? { ...chosen, harmless: [] } : chosen, checks, whole);
  const started = performance.now();
  const trials = await tryAll(candidates, stage('Deployments', candidates.length));
  const of = new Map(trials.map((trial) => [trial.name, trial]));
  const outcomes = chosen.mutants.map(([name, mutant]) => fateOf(name, mutant, of.get(name)));
  const sofar = {
    whole,
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
  const matrix = matrixOf(outcomes, {
    ...sofar,
    complete,
    durationMs: durationMs(),
    variants: [...sofar.variants, ...many.spared],
    // What a part of the checks does not reach is for the others to judge.
    lost: [...sofar.lost, ...many.lost, ...(part === undefined ? many.unreached : [])],
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

/** What the arguments ask for, or why they are invalid: a typing error must not run everything. */
function readCommand(words: readonly string[]): Asked | string {
  try {
    const { values, positionals } = parseArgs({
      args: [...words],
      allowPositionals: true,
      options: {
        whole: { type: 'boolean', default: false },
        sample: { type: 'boolean', default: false },
        checks: { type: 'string' },
      },
    });
    const { whole, sample, checks: part } = values;
    if (part !== undefined && whole) return '--whole is the whole suite, and --checks a part of it.';
    return { names: positionals, whole, sample, part };
  } catch (error) {
    return (error as Error).message;
  }
}

function choose(names: readonly string[], sample: boolean): Chosen {
  const wants = (kind: keyof Chosen, name: string, breaks: readonly string[] = []) =>
    names.length === 0 ||
    names.some((word) => word === kind || name.startsWith(word) || breaks.includes(word));
  return {
    mutants: (sample ? sampled() : [...mutants]).filter(([name, { breaks }]) =>
      wants('mutants', name, breaks),
    ),
    harmless: (sample ? sampledVariants() : Object.entries(harmless)).filter(([name]) =>
      wants('harmless', name),
    ),
    // A list of what an answer shows goes stale as checks are added, and is to be told the same day.
    constant: Object.entries(constants).filter(
      ([name, { passes }]) => wants('constant', name) && (!sample || passes !== undefined),
    ),
  };
}

function isEmpty(chosen: Chosen): boolean {
  return sizeOf(chosen) === 0;
}

/** How many deployments they are. */
function sizeOf(chosen: Chosen): number {
  return Object.values(chosen).reduce((sum, some) => sum + some.length, 0);
}

/** A mutant is judged by the checks that cover what it breaks until it is killed, all others by the whole suite. */
function candidatesOf(chosen: Chosen, checks: readonly Listed[], whole: boolean): Candidate[] {
  const covering = (ids: readonly string[]): string[] =>
    checks.filter(({ covers }) => covers.some((id) => ids.includes(id))).map(({ title }) => title);
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
