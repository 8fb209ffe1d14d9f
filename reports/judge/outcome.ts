import type { Entry, ListedDeviation, Outcome, Verdict, VerdictFile } from '../model.ts';
import { groupBy } from '../text.ts';
import { UNSELECTED, UNTESTABLE } from './verdicts.ts';

/** Whether an entry of the known deviations fails the run: what it says is not, or no longer, true. */
export function isWrong({ state }: Pick<ListedDeviation, 'state'>): boolean {
  return state === 'stale' || state === 'differs' || state === 'expired';
}

/** The exit codes of a run; `blocked` also stands for what TARGET_STRICT does not let pass. */
export const EXIT = { ok: 0, fail: 1, inconclusive: 2, blocked: 3 } as const;

/** Whether no run can exercise the row; such a row affects neither the outcome nor the exit code. */
export function isUntestable({ verdict, reason }: Pick<Entry, 'verdict' | 'reason'>): boolean {
  return verdict === 'not-exercised' && reason.startsWith(UNTESTABLE);
}

/** Whether the run did not select the row: none of its checks was selected, or all are in other shards. */
export function isUnselected({
  verdict,
  reason,
  tests,
}: Pick<Entry, 'verdict' | 'reason' | 'tests'>): boolean {
  return verdict === 'not-exercised' && tests.length === 0 && reason.startsWith(UNSELECTED);
}

/** Whether a run selected everything and ran to its end, so that it left out only what it could not judge. */
export function isWhole({
  complete,
  shard,
  requirements,
}: Pick<VerdictFile, 'complete' | 'shard' | 'requirements'>): boolean {
  return complete && (shard?.total ?? 1) === 1 && !requirements.some(isUnselected);
}

/** How many requirements have each verdict; their sum is the size of the catalogue. */
export function countsOf(rows: readonly Pick<Entry, 'verdict'>[]): Record<Verdict, number> {
  const counts = { pass: 0, fail: 0, warn: 0, observed: 0, blocked: 0, 'not-exercised': 0 };
  for (const { verdict } of rows) counts[verdict] += 1;
  return counts;
}

/**
 * The outcome of a run: the first that applies. With a known `fail` it is at best partial. The same is true of a
 * shard, since what other shards judge is not exercised there.
 * @param ran whether it ran to its end, with nothing broken outside the checks
 */
export function outcomeOf(
  rows: readonly Pick<Entry, 'level' | 'verdict' | 'reason' | 'deviation'>[],
  ran: boolean,
): Outcome {
  const counts = countsOf(rows);
  if (rows.some(isUnexcused)) return 'non-conformant';
  if (!ran || counts.pass + counts.warn + counts.observed + counts.fail === 0) return 'inconclusive';
  const open = rows.some(
    (row) =>
      row.verdict === 'fail' ||
      ((row.level === 'must' || row.level === 'choice') &&
        (row.verdict === 'blocked' || row.verdict === 'not-exercised') &&
        !isUntestable(row)),
  );
  return open ? 'partial' : 'conformant';
}

/** Whether it fails without being a known deviation. */
function isUnexcused({ verdict, deviation }: Pick<Entry, 'verdict' | 'deviation'>): boolean {
  return verdict === 'fail' && deviation === undefined;
}

/**
 * Whether a run is strict, by `TARGET_STRICT`.
 *
 * @throws Error if that is neither true nor false: a run that is less strict than intended could pass by mistake
 */
export function isStrict({ TARGET_STRICT = '' }: Readonly<Record<string, string | undefined>>): boolean {
  const word = TARGET_STRICT.trim();
  if (!['', 'true', 'false'].includes(word)) throw new Error('TARGET_STRICT: expected true or false');
  return word === 'true';
}

/**
 * The exit code of the `conformance*` commands, from a verdict file alone: the first that applies. Known deviations
 * are ignored, but an entry that is stale, expired or for a different failure fails the run. Rows that are in other
 * shards do not count against this one.
 * @param strict `TARGET_STRICT`: a warning or a row that was not exercised also makes the exit code nonzero
 */
export function exitCodeOf(
  file: Pick<VerdictFile, 'complete' | 'outcome' | 'requirements' | 'deviations' | 'shard'>,
  strict: boolean,
): number {
  const has = (verdict: Verdict) =>
    file.requirements.some(
      (row) =>
        row.verdict === verdict &&
        row.deviation === undefined &&
        !isUntestable(row) &&
        !(file.shard && isUnselected(row)),
    );
  if (has('fail') || file.deviations?.some(isWrong)) return EXIT.fail;
  if (!file.complete || file.outcome === 'inconclusive') return EXIT.inconclusive;
  if (has('blocked')) return EXIT.blocked;
  if (strict && (has('warn') || has('not-exercised'))) return EXIT.blocked;
  return EXIT.ok;
}

/** The plain closing line: requirements that pass, that fail or are blocked, and the rest. */
export function closingLine(rows: readonly Pick<Entry, 'verdict'>[]): string {
  const counts = countsOf(rows);
  const failed = counts.fail + counts.blocked;
  return `${counts.pass} passed, ${failed} failed, ${rows.length - counts.pass - failed} skipped`;
}

/** Blocked requirements that one cause blocks. */
export interface Cause<E> {
  /** The requirement whose failure blocks them, when it is one. */
  readonly id?: string;
  readonly reason: string;
  readonly blocks: readonly E[];
}

/** Folds the blocked rows by what blocks them, the cause that blocks most first. */
export function causesOf<E extends Pick<Entry, 'verdict' | 'reason' | 'cause'>>(
  rows: readonly E[],
): Cause<E>[] {
  const groups = groupBy(
    rows.filter(({ verdict }) => verdict === 'blocked'),
    ({ cause, reason }) => cause ?? `: ${reason}`,
  );
  return [...groups.values()]
    .map((blocks) => {
      const { cause, reason } = blocks[0] as E;
      return { ...(cause !== undefined && { id: cause }), reason, blocks };
    })
    .toSorted((a, b) => b.blocks.length - a.blocks.length);
}
