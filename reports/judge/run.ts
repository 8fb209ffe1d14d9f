import { createHash } from 'node:crypto';
import type { Catalogue, Check, Deviation, Row, Run, Shard, VerdictFile, Verdicts } from '../model.ts';
import { judgeDeviations, knownOf, type Part } from './deviations.ts';
import { driftSince } from './drift.ts';
import { countsOf, outcomeOf } from './outcome.ts';
import { rowsOf, UNSELECTED, unknownIds } from './verdicts.ts';

/** Everything that a run is judged by; nothing else is read. */
export interface RunInput {
  readonly catalogue: Catalogue;
  readonly checks: readonly Check[];
  /** Whether it got as far as knowing what was selected. */
  readonly began: boolean;
  /** Whether every selected check ran to its end. */
  readonly complete: boolean;
  /** What broke outside the checks, one sentence each. */
  readonly errors: readonly string[];
  readonly version: string;
  readonly target: Verdicts['target'];
  readonly startedAt: Date;
  readonly durationMs: number;
  /** Whether checks that look for near misses were selected. */
  readonly depth?: Verdicts['depth'];
  readonly strict: boolean;
  /** Which part of the suite was selected, if it was split. */
  readonly shard?: Shard;
  /** The known deviations, if a file of them is given. */
  readonly deviations?: readonly Deviation[];
  /** The requirements that also have checks which were not selected. */
  readonly leftOut?: ReadonlySet<string>;
  /** An earlier run to compare with, if one is given. */
  readonly baseline?: Verdicts;
}

/** Judges a run: the verdict file and all reports are written from this model. */
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
    ...(input.depth && { depth: input.depth }),
    ...(shard && { shard }),
    errors,
  };
  return { ...conclude(judged, rows, input), strict };
}

/** The verdict file without what is derived from its rows. */
export type Unconcluded = Omit<VerdictFile, 'outcome' | 'counts' | 'requirements'>;

/**
 * What is derived from the rows of a run, or of all shards together: the known deviations, the outcome, the counts,
 * and the changes since the baseline.
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

/** SHA-256 of the catalogue, independent of the order of its files and keys. */
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
