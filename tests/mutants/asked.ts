import { parseArgs } from 'node:util';
import { mutants, sampled } from './bank/index.ts';
import { type Constant, constants } from './constant.ts';
import { harmless, sampledVariants } from './harmless/index.ts';
import { type Listed, listChecks } from './list-checks.ts';
import type { Harmless, Mutant } from './mutant.ts';

/** What can be asked for. */
export const usage = `npm run mutants                  all deployments; a mutant is judged by the checks that cover what it breaks,
                                 until they have reported all of it
npm run mutants -- NAME…         those whose name starts with NAME, and mutants that break the requirement NAME
npm run mutants -- mutants       only the mutants; likewise harmless, constant
npm run mutants -- --sample …    fewer mutants: one per requirement, of behaviour or else of the shape of a body;
                                 of the harmless differences, one of each subject; of the servers with a constant answer,
                                 those whose answer shows something
npm run mutants -- --whole …     judge each deployment by the whole suite, to see which other checks fail as well
npm run mutants -- --checks PART harmless
                                 judge the harmless differences by the checks in files whose path contains PART alone`;

/** The deployments that a run of the command is about. */
export interface Chosen {
  readonly mutants: readonly (readonly [string, Mutant])[];
  readonly harmless: readonly (readonly [string, Harmless])[];
  readonly constant: readonly (readonly [string, Constant])[];
}

/** What the command is asked for. */
export interface Asked {
  readonly chosen: Chosen;
  /** The checks that judge. */
  readonly checks: readonly Listed[];
  /** Whether these are only some of all checks. */
  readonly isPart: boolean;
  /** Whether each deployment is judged by the whole suite. */
  readonly whole: boolean;
  /** Whether all mutants are among them, so that the kill matrix is whole. */
  readonly complete: boolean;
}

/** What the arguments ask for, or why they are invalid: a typing error must not run everything, or nothing. */
export function askedBy(words: readonly string[]): Asked | string {
  const read = readWords(words);
  if (typeof read === 'string') return read;
  const { names, whole, sample, checks: part } = read;
  const chosen = choose(names, sample);
  // Otherwise a misspelt name among others would seem to have been tried.
  const idle = names.filter((name) => sizeOf(choose([name], false)) === 0);
  if (idle.length > 0) return `No deployment is selected by ${idle.join(', ')}.`;
  if (sizeOf(chosen) === 0) return 'No deployment is selected from the sample.';
  if (part !== undefined && whole) return '--whole is the whole suite, and --checks a part of it.';
  if (part !== undefined && chosen.harmless.length < sizeOf(chosen))
    return '--checks is for harmless differences alone.';
  const checks = listChecks().filter(({ file }) => part === undefined || file.includes(part));
  if (checks.length === 0) return `No check is in a file whose path contains ${part}.`;
  const complete = !sample && chosen.mutants.length === [...mutants].length;
  return { chosen, checks, isPart: part !== undefined, whole, complete };
}

/** How many deployments they are. */
export function sizeOf(chosen: Chosen): number {
  return Object.values(chosen).reduce((sum, some) => sum + some.length, 0);
}

function readWords(words: readonly string[]) {
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
    return { names: positionals, ...values };
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
