import type { Verdict } from '../../reports/model.ts';
import { catalogue, type RequirementId } from '../support/catalogue.ts';
import type { Mutant } from './mutant.ts';
import type { Told, Trial } from './told.ts';

/**
 * What became of a mutant: `killed` if the suite reports every requirement that it breaks as broken; `elsewhere` if
 * only others were reported; `blocked` if one could not be judged; otherwise `survived`.
 */
export type Fate = 'killed' | 'survived' | 'elsewhere' | 'blocked';

/** What became of a mutant, and what was reported about it. */
export interface Outcome {
  readonly name: string;
  readonly says: string;
  readonly fate: Fate;
  /** Whether it is killed by core checks alone. */
  readonly core: boolean;
  /** The requirements that it breaks, and what the suite reported for each. */
  readonly breaks: readonly {
    readonly id: RequirementId;
    readonly verdict: Verdict;
    readonly reason: string;
  }[];
  /** Requirements that it does not break but that were reported as broken. */
  readonly strays: readonly RequirementId[];
  /** How many requirements could not be judged; they are folded under their cause. */
  readonly blocked: number;
  readonly survives?: string;
  readonly durationMs: number;
}

/** The verdict that means broken at a requirement's level. */
function brokenWord(id: RequirementId): Verdict {
  return catalogue[id].level === 'should' ? 'warn' : 'fail';
}

/** Whether the suite reports a requirement as broken, by an assertion in a check that covers it. */
export function isBroken({ id, verdict }: Pick<Told, 'id' | 'verdict'>): boolean {
  return verdict === brokenWord(id);
}

/** What became of a mutant, from what the suite reported; a trial without a result has shown nothing. */
export function fateOf(name: string, mutant: Mutant, trial: Trial | undefined): Outcome {
  const told = new Map(trial?.told.map((one) => [one.id, one]));
  const breaks = mutant.breaks.map((id) => ({
    id,
    verdict: told.get(id)?.verdict ?? ('not-exercised' as const),
    reason: told.get(id)?.reason ?? 'no check spoke about it',
  }));
  const strays = [...told.values()].filter((one) => isBroken(one) && !mutant.breaks.includes(one.id));
  return {
    name,
    says: mutant.says,
    fate: fate(breaks, strays.length > 0),
    core: mutant.breaks.every((id) => trial?.core.includes(id)),
    breaks,
    strays: strays.map(({ id }) => id),
    blocked: [...told.values()].filter(({ verdict }) => verdict === 'blocked').length,
    ...(mutant.survives && { survives: mutant.survives }),
    durationMs: Object.values(trial?.tookMs ?? {}).reduce((sum, ms) => sum + ms, 0),
  };
}

function fate(breaks: Outcome['breaks'], strays: boolean): Fate {
  if (breaks.every(isBroken)) return 'killed';
  if (breaks.some(({ verdict }) => verdict === 'blocked')) return 'blocked';
  return strays && !breaks.some(isBroken) ? 'elsewhere' : 'survived';
}
