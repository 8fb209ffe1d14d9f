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
import type { CheckRecord, Exchange } from '../tests/support/check-record.ts';

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

/** Requirements by id; the suite's own is `tests/support/catalogue.ts`, tests bring smaller ones. */
export type Catalogue = Readonly<Record<string, Requirement>>;

/** A `Fact` about any catalogue's requirement; the need may be unknown where Playwright skipped the check. */
export type Finding = { readonly id: string } & (
  | { readonly is: 'held' }
  | { readonly is: 'broken'; readonly reason: string }
  | { readonly is: 'observed'; readonly value: string }
  | { readonly is: 'blocked'; readonly reason: string; readonly cause?: string }
  | { readonly is: 'not-exercised'; readonly need?: Need; readonly reason: string }
);

/** How one Playwright test ended. */
export type Ending =
  | { readonly is: 'passed' }
  | { readonly is: 'skipped'; readonly reason: string }
  /** The run was cut off before it. */
  | { readonly is: 'not-run'; readonly reason: string }
  /** Playwright left it out because something before it broke. */
  | { readonly is: 'prevented'; readonly reason: string }
  | { readonly is: 'timed-out'; readonly afterMs: number }
  | { readonly is: 'interrupted' }
  /** An assertion of the check's own body failed. */
  | { readonly is: 'refuted'; readonly reason: string }
  /** Anything else went wrong: a hook, an exception, a dead process. */
  | { readonly is: 'broke'; readonly reason: string };

/** One attempt of one Playwright test that covers requirements. */
export interface Check {
  /** File › title, as people select it. */
  readonly name: string;
  /** The test file without folder and extension; empty when no test file is known. */
  readonly capability: string;
  /** The ids that its details name; facts about others count all the same. */
  readonly covers: readonly string[];
  /** Those of them that another check judges in any case: it may be silent of these. */
  readonly further?: readonly string[];
  readonly ending: Ending;
  readonly record?: CheckRecord;
  readonly durationMs: number;
}

/** One entry of the verdict file. */
export type Entry = RequirementVerdict;

/** One requirement as all reports show it. */
export interface Row extends Entry {
  readonly requirement: Requirement;
  /** The checks that speak about it, in the order they ran. */
  readonly checks: readonly Check[];
}

/** The verdict file, with what the reports add. */
export interface VerdictFile extends Verdicts {
  readonly requirements: Entry[];
  /** What kept the run from being judged, outside every check: one sentence each. */
  readonly errors: string[];
}

/** What every report is written from. */
export interface Run {
  readonly file: VerdictFile;
  readonly rows: readonly Row[];
  readonly strict: boolean;
}

export type { CheckRecord, Exchange };
