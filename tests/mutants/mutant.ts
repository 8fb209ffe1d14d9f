import type { Rules } from '../reference/rules/index.ts';
import type { RequirementId } from '../support/catalogue.ts';

/** The reference deployment with one rule replaced: a deployment that breaks requirements. */
export interface Mutant {
  /** What it does otherwise, in one sentence. */
  readonly says: string;
  /** The requirements that it breaks. The suite has to say so of each of them. */
  readonly breaks: readonly [RequirementId, ...RequirementId[]];
  /** The rules that differ; called once for each deployment, so that what they remember is its own. */
  readonly replace: () => Partial<Rules>;
  /** Why the suite cannot tell, where it cannot; a mutant that is told apart all the same is then a mistake. */
  readonly survives?: string;
}

/** Mutants by their names. */
export type Bank = Readonly<Record<string, Mutant>>;

/** The reference deployment with a difference that no text forbids: nothing may fail on it. */
export interface Harmless {
  /** What it does otherwise, in one sentence. */
  readonly says: string;
  readonly replace: () => Partial<Rules>;
  /** The requirements that it may be warned about: a should that it leaves, while it keeps every must. */
  readonly warns?: readonly RequirementId[];
  /** Where it is judged by other settings than those of the reference. */
  readonly settings?: Readonly<Record<string, string>>;
}

/** Harmless variants by their names. */
export type Variants = Readonly<Record<string, Harmless>>;
