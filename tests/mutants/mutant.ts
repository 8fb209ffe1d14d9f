import type { Rules } from '../reference/rules/index.ts';
import type { RequirementId } from '../support/catalogue.ts';

/** How a deployment differs from the reference. */
export interface Difference {
  /** What it does differently, in one sentence. */
  readonly says: string;
  /** The rules that differ; called once for each deployment, so that deployments share no state. */
  readonly replace: () => Partial<Rules>;
  /** Settings that differ from those of the reference. */
  readonly settings?: Readonly<Record<string, string>>;
}

/** The reference deployment with one behaviour changed, by the rules behind it: a deployment that breaks requirements. */
export interface Mutant extends Difference {
  /** The requirements that it breaks. The suite has to report each of them. */
  readonly breaks: readonly [RequirementId, ...RequirementId[]];
  /** Why the suite cannot detect it, if it cannot; if it does detect it, this text is wrong. */
  readonly survives?: string;
}

/** Mutants by name. */
export type Bank = Readonly<Record<string, Mutant>>;

/** The reference deployment with a difference that the interface does not forbid: nothing may fail on it. */
export interface Harmless extends Difference {
  /** The requirements that may be reported as warn: it does not meet these shoulds, but meets every must. */
  readonly warns?: readonly RequirementId[];
  /** Whether the suite cannot get through login and consent there, so that what needs a code is blocked. */
  readonly blocks?: boolean;
}

/** Harmless variants by name. */
export type Variants = Readonly<Record<string, Harmless>>;
