import type { Need, RequirementId } from './catalogue.ts';

/**
 * What a check found out about one requirement. Facts know no level: whether "broken" is a
 * failure or a warning is decided once, in `reports/judge/verdicts.ts`.
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

/** One request and what came back, every secret already replaced by its name. */
export interface Exchange {
  readonly method: string;
  readonly url: string;
  readonly requestHeaders: Readonly<Record<string, string>>;
  readonly requestBody?: string;
  /** Absent when nothing came back; then `failure` says what happened instead. */
  readonly status?: number;
  readonly responseHeaders?: Readonly<Record<string, string>>;
  readonly responseBody?: string;
  readonly failure?: string;
  /** What the suite did about the answer besides reading it. */
  readonly note?: string;
  /** Wall time in milliseconds. */
  readonly durationMs: number;
  /** The request as a shell command, with setting names in place of secrets. */
  readonly curl: string;
}

/** All that one Playwright test hands to the reports, as a JSON attachment of this name. */
export interface CheckRecord {
  readonly facts: readonly Fact[];
  readonly exchanges: readonly Exchange[];
  /** Why the check stopped before its end, when it was a cause the suite knows by type. */
  readonly stopped?: { readonly reason: string; readonly cause?: RequirementId };
  /** The message of the assertion or error that ended the check, secrets masked. */
  readonly error?: string;
  /** The index of the exchange that the check judged last. */
  readonly about?: number;
}

/** The type of the annotations of a test that name what it judges in one more place. */
export const FURTHER = 'further';

export const RECORD_ATTACHMENT = 'conformance-record';

/** The secrets that a test has learned, sealed (`support/secrets/seal.ts`), so that the reports can look for them. */
export const SECRETS_ATTACHMENT = 'conformance-secrets';
