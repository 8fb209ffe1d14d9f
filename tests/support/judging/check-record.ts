import type { Need, RequirementId } from '../catalogue.ts';

/**
 * What a check found about one requirement. A fact has no level: whether "broken" is a failure or a warning is
 * decided in `reports/judge/verdicts.ts` only.
 */
export type Fact = { readonly id: RequirementId } & (
  | { readonly is: 'held' }
  | {
      readonly is: 'broken';
      readonly reason: string;
      /** The index of the exchange that shows it. */
      readonly exchange?: number;
    }
  | { readonly is: 'observed'; readonly value: string }
  | { readonly is: 'blocked'; readonly reason: string; readonly cause?: RequirementId }
  | { readonly is: 'not-exercised'; readonly need?: Need; readonly reason: string }
);

/** One request and its answer, with every secret already replaced by its name. */
export interface Exchange {
  readonly method: string;
  readonly url: string;
  readonly requestHeaders: Readonly<Record<string, string>>;
  readonly requestBody?: string;
  /** Absent if no answer came; `failure` then gives the reason. */
  readonly status?: number;
  readonly responseHeaders?: Readonly<Record<string, string>>;
  readonly responseBody?: string;
  readonly failure?: string;
  /** What else the suite did because of the answer. */
  readonly note?: string;
  /** Wall time in milliseconds. */
  readonly durationMs: number;
  /** The request as a shell command, with setting names in place of secrets. */
  readonly curl: string;
}

/**
 * What one check hands to the reports, as a JSON attachment. Its facts speak about every requirement that the check has
 * to judge, so the reports conclude nothing from how Playwright ended the test.
 */
export interface CheckRecord {
  readonly facts: readonly Fact[];
  readonly exchanges: readonly Exchange[];
  /** Why the suite ended the check early, for a check that covers nothing; for any other its facts say so. */
  readonly stopped?: string;
  /** The errors of the suite itself that ended the check, each with its stack, secrets masked. */
  readonly broke?: readonly string[];
  /** The index of the exchange that the check judged last. */
  readonly about?: number;
}

/** The type of the annotations that name what a test covers. */
export const REQUIREMENT = 'requirement';

/** The type of the annotations that name what a test judges in an additional place. */
export const FURTHER = 'further';

/** The tag of the checks that look for near misses. */
export const DEEP = '@deep';

/** The name of the attachment by which a check hands its record to the reporter. */
export const RECORD_ATTACHMENT = 'conformance-record';

/**
 * The secrets that a test has learned, encrypted (`support/secrets/seal.ts`), so that the reports can search for
 * them.
 */
export const SECRETS_ATTACHMENT = 'conformance-secrets';
