import type { Rules } from '../reference/rules/index.ts';
import type { RequirementId } from '../support/catalogue.ts';
import { type When, where } from './where.ts';

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
  readonly breaks: Several;
  /** Why the suite cannot detect it, if it cannot; if it does detect it, this text is wrong. */
  readonly survives?: string;
}

/** The reference deployment with a difference that the interface does not forbid: nothing may fail on it. */
export interface Harmless extends Difference {
  /** The requirements that may be reported as warn: it does not meet these shoulds, but meets every must. */
  readonly warns?: readonly RequirementId[];
  /** Whether the suite cannot get through login and consent there, so that what needs a code is blocked. */
  readonly blocks?: boolean;
}

type Several = readonly [RequirementId, ...RequirementId[]];

/** A difference as it is written down: the rules that differ stand in it by their names. */
interface Entry extends Partial<Rules> {
  readonly says: string;
  /** The requests for which the rules differ; all if absent. */
  readonly when?: When;
  /** The rules of a deployment that remembers something, or of a kind that a function makes; beside those by name. */
  readonly rules?: () => Partial<Rules>;
  readonly settings?: Readonly<Record<string, string>>;
}

/** A mutant as it is written down. */
export interface MutantEntry extends Entry {
  readonly breaks: RequirementId | Several;
  readonly survives?: string;
}

/** A harmless variant as it is written down. */
export interface VariantEntry extends Entry {
  readonly blocks?: boolean;
}

/** Mutants by name. */
export type Bank = Readonly<Record<string, MutantEntry>>;

/** Harmless variants by name. */
export type Variants = Readonly<Record<string, VariantEntry>>;

/** The mutant that an entry describes. */
export function mutantOf({ breaks, survives, ...entry }: MutantEntry): Mutant {
  return { ...differenceOf(entry), breaks: severalOf(breaks), ...(survives && { survives }) };
}

/** The harmless variant that an entry describes. */
export function variantOf({ blocks, ...entry }: VariantEntry): Harmless {
  return { ...differenceOf(entry), ...(blocks && { blocks }) };
}

function differenceOf({ says, when, rules, settings, ...named }: Entry): Difference {
  const all = (): Partial<Rules> => ({ ...named, ...rules?.() });
  return { says, replace: () => (when ? where(when, all()) : all()), ...(settings && { settings }) };
}

function severalOf(ids: RequirementId | Several): Several {
  return typeof ids === 'string' ? [ids] : ids;
}
