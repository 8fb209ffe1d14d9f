import type { Verdict } from '../../reports/model.ts';
import type { RequirementId } from '../support/catalogue.ts';

/** The type of the annotations that name an assertion which has failed, by its place among all of them. */
export const FAILED_AT = 'failed-at';

/** What was reported for one requirement. */
export interface Told {
  readonly id: RequirementId;
  readonly verdict: Verdict;
  readonly reason: string;
  /** The requirement whose failure blocks it. */
  readonly cause?: string;
}

/** What the checks reported for one deployment. */
export interface Trial {
  readonly name: string;
  /** The requirements that a check reported on, whatever the verdict. */
  readonly told: readonly Told[];
  /** Those that core checks report as broken, without any check that looks for near misses. */
  readonly core: readonly RequirementId[];
  /** By the title of each check, in the order of their turns: the verdicts of what it reported on, sorted. */
  readonly checks: Readonly<Record<string, readonly string[]>>;
  /** The places of the assertions that failed, if the checks note them. */
  readonly failedAt: readonly number[];
  /** How long each check took that ran, by its title, in milliseconds. */
  readonly tookMs: Readonly<Record<string, number>>;
}
