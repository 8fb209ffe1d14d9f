import type {
  Baseline,
  Change,
  Deviation,
  ListedDeviation,
  Need,
  Outcome,
  Requirement,
  RequirementVerdict,
  Shard,
  Side,
  Verdict,
  Verdicts,
} from '../schemas/index.d.ts';
import type { CheckRecord, Exchange } from '../tests/support/judging/check-record.ts';

export type {
  Baseline,
  Change,
  Deviation,
  ListedDeviation,
  Need,
  Outcome,
  Requirement,
  Shard,
  Side,
  Verdict,
  Verdicts,
};

/** Requirements by id. The catalogue of the suite is `tests/support/catalogue.ts`; tests use smaller ones. */
export type Catalogue = Readonly<Record<string, Requirement>>;

/** A `Fact` about a requirement of any catalogue; the need may be unknown if Playwright skipped the check. */
export type Finding = { readonly id: string } & (
  | { readonly is: 'held' }
  | { readonly is: 'broken'; readonly reason: string }
  | { readonly is: 'observed'; readonly value: string }
  | { readonly is: 'blocked'; readonly reason: string; readonly cause?: string }
  | { readonly is: 'not-exercised'; readonly need?: Need; readonly reason: string }
);

/** Why a check handed over no record: it did not run, or could not end. */
export interface Unrecorded {
  readonly is: 'not-exercised' | 'blocked';
  readonly reason: string;
}

/** One attempt of one Playwright test that covers requirements. */
export interface Check {
  /** File › title, as used to select it. */
  readonly name: string;
  /** The test file without folder and extension; empty when no test file is known. */
  readonly capability: string;
  /** The ids that its details name; facts about other requirements count as well. */
  readonly covers: readonly string[];
  /** Those of them that another check always judges: this check may leave them unjudged. */
  readonly further?: readonly string[];
  /** What it recorded. */
  readonly record?: CheckRecord;
  /** Why it recorded nothing. */
  readonly unrecorded?: Unrecorded;
  readonly durationMs: number;
}

/** One entry of the verdict file. */
export type Entry = RequirementVerdict;

/** One requirement as all reports show it. */
export interface Row extends Entry {
  readonly requirement: Requirement;
  /** The checks that cover it, in the order in which they ran. */
  readonly checks: readonly Check[];
}

/** The verdict file, with what the reports add. */
export interface VerdictFile extends Verdicts {
  readonly requirements: Entry[];
  /** Why the run could not be judged, apart from the checks: one sentence each. */
  readonly errors: string[];
}

/** What every report is written from. */
export interface Run {
  readonly file: VerdictFile;
  readonly rows: readonly Row[];
  readonly strict: boolean;
}

export type { CheckRecord, Exchange };
