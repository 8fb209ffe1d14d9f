import { createHash } from 'node:crypto';
import type { Catalogue, Check, Run, Verdicts } from './model.ts';
import { countsOf, outcomeOf } from './outcome.ts';
import { rowsOf, unknownIds } from './verdicts.ts';

/** Everything a run is judged by; none of it is read from anywhere else. */
export interface RunInput {
  readonly catalogue: Catalogue;
  readonly checks: readonly Check[];
  /** Whether it came as far as knowing what was selected. */
  readonly began: boolean;
  /** Whether every selected check ran to an end. */
  readonly complete: boolean;
  /** What broke outside the checks, one sentence each. */
  readonly errors: readonly string[];
  readonly version: string;
  readonly target: Verdicts['target'];
  readonly startedAt: Date;
  readonly durationMs: number;
  readonly strict: boolean;
}

/** Judges a run: the one model that the verdict file and every report are written from. */
export function judgeRun(input: RunInput): Run {
  const { catalogue, checks, complete, target, startedAt, strict } = input;
  const rows = rowsOf(
    catalogue,
    checks,
    input.began ? 'not selected' : 'the run ended before its first check',
  );
  const unknown = unknownIds(catalogue, checks).map(
    (id) => `a check speaks about ${id}, which the catalogue lacks`,
  );
  const errors = [...input.errors, ...unknown];
  const file = {
    schemaVersion: 1 as const,
    complete,
    suite: { version: input.version, catalogue: digestOf(catalogue) },
    target,
    startedAt: startedAt.toISOString(),
    durationMs: Math.round(input.durationMs),
    requests: checks.reduce((sum, { record }) => sum + (record?.exchanges.length ?? 0), 0),
    outcome: outcomeOf(rows, complete && errors.length === 0),
    counts: countsOf(rows),
    requirements: rows.map(({ requirement: _requirement, checks: _checks, ...entry }) => entry),
    errors,
  };
  return { file, rows, strict };
}

/** SHA-256 of the catalogue, whatever the order in which its files or their keys are written. */
export function digestOf(catalogue: Catalogue): string {
  return createHash('sha256')
    .update(JSON.stringify(sorted(catalogue)))
    .digest('hex');
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([key, item]) => [key, sorted(item)]));
}
