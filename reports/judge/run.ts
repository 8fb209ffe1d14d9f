import { createHash } from 'node:crypto';
import type { Catalogue, Check, Deviation, Row, Run, Shard, VerdictFile, Verdicts } from '../model.ts';
import { judgeDeviations, knownOf, type Part } from './deviations.ts';
import { driftSince } from './drift.ts';
import { countsOf, outcomeOf } from './outcome.ts';
import { rowsOf, UNSELECTED, unknownIds } from './verdicts.ts';

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
  /** Which part of the suite was asked for, where it was split. */
  readonly shard?: Shard;
  /** The known deviations, where a file of them is given. */
  readonly deviations?: readonly Deviation[];
  /** The requirements about which other checks speak, which were not selected. */
  readonly leftOut?: ReadonlySet<string>;
  /** A former run, where one is given to compare with. */
  readonly baseline?: Verdicts;
}

/** Judges a run: the one model that the verdict file and every report are written from. */
export function judgeRun(input: RunInput): Run {
  const { catalogue, checks, complete, target, startedAt, strict, shard } = input;
  const unselected = shard ? `${UNSELECTED} in this shard` : UNSELECTED;
  const rows = rowsOf(catalogue, checks, input.began ? unselected : 'the run ended before its first check');
  const unknown = unknownIds(catalogue, checks).map(
    (id) => `a check names ${id}, which is not in the catalogue`,
  );
  const errors = [...input.errors, ...unknown];
  const judged = {
    schemaVersion: 1 as const,
    complete,
    suite: { version: input.version, catalogue: digestOf(catalogue) },
    target,
    startedAt: startedAt.toISOString(),
    durationMs: Math.round(input.durationMs),
    requests: checks.reduce((sum, { record }) => sum + (record?.exchanges.length ?? 0), 0),
    ...(shard && { shard }),
    errors,
  };
  return { ...conclude(judged, rows, input), strict };
}

/** The verdict file without what follows from its rows. */
export type Unconcluded = Omit<VerdictFile, 'outcome' | 'counts' | 'requirements'>;

/**
 * What follows from the rows of a run, or of all shards together: which deviations are known, the outcome,
 * the counts, and what changed since the baseline.
 */
export function conclude(
  file: Unconcluded,
  judged: readonly Row[],
  { deviations, leftOut, baseline }: Pick<RunInput, 'deviations' | 'leftOut' | 'baseline'>,
): Pick<Run, 'file' | 'rows'> {
  const inShard = file.shard !== undefined && file.shard.total > 1;
  const partOf = (id: string): Part | undefined =>
    inShard ? 'shard' : leftOut?.has(id) ? 'selection' : undefined;
  const listed = deviations && judgeDeviations(judged, deviations, file.startedAt.slice(0, 10), partOf);
  const known = knownOf(listed ?? []);
  const rows = judged.map((row) => {
    const deviation = known.get(row.id);
    return deviation === undefined ? row : { ...row, deviation };
  });
  const { errors, ...head } = file;
  const whole: VerdictFile = {
    ...head,
    outcome: outcomeOf(rows, file.complete && errors.length === 0),
    ...(listed && { deviations: listed }),
    counts: countsOf(rows),
    requirements: rows.map(({ requirement: _requirement, checks: _checks, ...entry }) => entry),
    errors,
  };
  return { file: baseline === undefined ? whole : { ...whole, ...driftSince(baseline, whole) }, rows };
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
