import { digestOf } from '../../reports/judge/run.ts';
import { catalogue, type RequirementId, requirementIds } from '../support/catalogue.ts';
import type { Exposed, Spared } from './alarms.ts';
import { type Fate, isBroken, type Outcome } from './fate.ts';

/** `reports/out/mutants.json`: which requirements detect which mutant. */
export interface Matrix {
  readonly schemaVersion: 1;
  /** Whether all mutants took part. */
  readonly complete: boolean;
  /** Whether each was judged by the whole suite, so that `strays` knows all of them. */
  readonly whole: boolean;
  /** The SHA-256 of the catalogue, as in the verdict file. */
  readonly catalogue: string;
  readonly durationMs: number;
  readonly counts: Readonly<Record<Fate, number>>;
  /** How many are killed by core checks alone; the others need those that look for near misses. */
  readonly core: number;
  /** The share of killed mutants for which only requirements that they break were reported. */
  readonly localised: number;
  readonly mutants: readonly Outcome[];
  /** Deployments on which nothing should be found, and what was. */
  readonly variants: readonly Spared[];
  /** Variants that are said to block the suite, and do not. */
  readonly unblocked: readonly string[];
  /** Servers that give one answer to everything, and what passed on them. */
  readonly constants: readonly Exposed[];
  /** Deployments without a result. */
  readonly lost: readonly string[];
  /** For each requirement of the catalogue that can be checked, the mutants that prove its check. */
  readonly requirements: readonly { readonly id: RequirementId; readonly provenBy: readonly string[] }[];
  /** Mutants that were not killed without giving a reason, and those that give one but were killed. */
  readonly unexplained: readonly string[];
  /** Requirements that a deployment can break, but that no mutant has been detected to break. */
  readonly unproven: readonly RequirementId[];
}

type Given = 'whole' | 'complete' | 'durationMs' | 'variants' | 'unblocked' | 'constants' | 'lost';

/** Combines the results of all mutants. */
export function matrixOf(
  mutants: readonly Outcome[],
  { whole, complete, durationMs, ...others }: Pick<Matrix, Given>,
): Matrix {
  const counts = { killed: 0, survived: 0, elsewhere: 0, blocked: 0 };
  for (const { fate } of mutants) counts[fate] += 1;
  const killed = mutants.filter(({ fate }) => fate === 'killed');
  const requirements = requirementIds.filter(canBreak).map((id) => ({
    id,
    provenBy: mutants
      .filter(({ breaks }) => breaks.some((one) => one.id === id && isBroken(one)))
      .map(({ name }) => name),
  }));
  return {
    schemaVersion: 1,
    complete,
    whole,
    catalogue: digestOf(catalogue),
    durationMs,
    counts,
    core: killed.filter(({ core }) => core).length,
    localised: killed.filter(({ strays }) => strays.length === 0).length / Math.max(1, killed.length),
    mutants,
    ...others,
    requirements,
    unexplained: mutants
      .filter(({ fate, survives }) => (fate === 'killed') !== (survives === undefined))
      .map(({ name }) => name),
    unproven: complete
      ? requirements.filter(({ provenBy }) => provenBy.length === 0).map(({ id }) => id)
      : [],
  };
}

/** Whether nothing has to be fixed: every mutant killed or explained, no false alarm, no vacuous pass, no untruth. */
export function isSound({ unexplained, unproven, variants, unblocked, constants, lost }: Matrix): boolean {
  return (
    [unexplained, unproven, unblocked, lost].every(({ length }) => length === 0) &&
    variants.every(({ alarms }) => alarms.length === 0) &&
    constants.every(({ vacuous, unshown }) => vacuous.length + unshown.length === 0)
  );
}

/** Whether a deployment can break it in a way that can be seen from outside. */
function canBreak(id: RequirementId): boolean {
  const { level, untestable } = catalogue[id];
  return level !== 'open' && untestable === undefined;
}
