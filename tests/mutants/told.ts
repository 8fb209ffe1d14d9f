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
  /** By the title of each check: the verdicts of the requirements that it reported on, sorted. */
  readonly checks: Readonly<Record<string, readonly string[]>>;
  /** The places of the assertions that failed, if the checks note them. */
  readonly failedAt: readonly number[];
  /** The time its checks took, one after the other, in milliseconds. */
  readonly durationMs: number;
}
