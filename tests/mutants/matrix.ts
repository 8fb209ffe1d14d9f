import { digestOf } from '../../reports/judge/run.ts';
import { catalogue, type RequirementId, requirementIds } from '../support/catalogue.ts';
import type { Exposed, Spared } from './alarms.ts';
import { type Fate, isBroken, type Outcome } from './fate.ts';

/** `reports/out/mutants.json`: which mutant is told apart by which requirement. */
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
  /** The share of killed mutants of which only requirements that they break are told broken. */
  readonly localised: number;
  readonly mutants: readonly Outcome[];
  /** Deployments on which nothing may be found, and what was. */
  readonly variants: readonly Spared[];
  /** Servers that give one answer to everything, and what passed on them. */
  readonly constants: readonly Exposed[];
  /** Deployments of which no result came. */
  readonly lost: readonly string[];
  /** For each requirement of the catalogue that can be checked, the mutants that prove its check. */
  readonly requirements: readonly { readonly id: RequirementId; readonly provenBy: readonly string[] }[];
  /** Mutants that were not killed and do not say why, and those that say why and were. */
  readonly unexplained: readonly string[];
  /** Requirements that a deployment can break, and of which no mutant has been told to. */
  readonly unproven: readonly RequirementId[];
}

type Given = 'whole' | 'complete' | 'durationMs' | 'variants' | 'constants' | 'lost';

/** Puts together what became of the mutants. */
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

/** Whether nothing is left to mend: every mutant killed or explained, no false alarm, no vacuous pass. */
export function isSound({ unexplained, unproven, variants, constants, lost }: Matrix): boolean {
  return (
    unexplained.length + unproven.length + lost.length === 0 &&
    variants.every(({ alarms }) => alarms.length === 0) &&
    constants.every(({ vacuous, unshown }) => vacuous.length + unshown.length === 0)
  );
}

/** Whether a deployment can break it in a way that can be seen from outside. */
function canBreak(id: RequirementId): boolean {
  const { level, untestable } = catalogue[id];
  return level !== 'open' && untestable === undefined;
}
