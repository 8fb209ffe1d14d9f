import type { Catalogue, Change, Deviation, Entry, Row, Run, Shard, Verdicts } from '../model.ts';
import { changeOf, depthOf } from './drift.ts';
import { isUnselected } from './outcome.ts';
import { conclude, digestOf } from './run.ts';
import { fold, UNSELECTED } from './verdicts.ts';

/** The verdict file of one shard, and where it came from. */
export interface ShardFile {
  readonly file: string;
  readonly verdicts: Verdicts & { readonly errors?: string[] };
}

/**
 * Merges shards into the whole run.
 *
 * The verdict of a requirement comes from the shards that selected it; the worst wins, as with several checks in one
 * run. There is one entry for each row of the catalogue.
 * @throws Error with every reason why these are not all the shards of one run: a shard is missing, given twice, not
 *   complete, not a shard, or of a different target, suite, catalogue or list of deviations
 */
export function mergeShards(files: readonly ShardFile[], rows: Catalogue, strict: boolean): Run {
  const problems = problemsOf(files, rows);
  const [first, ...rest] = files
    .toSorted((a, b) => numberOf(a) - numberOf(b))
    .map(({ verdicts }) => verdicts);
  if (first === undefined || problems.length > 0) throw new Error(problems.join('\n'));
  const shards = [first, ...rest];
  const starts = shards.map(({ startedAt }) => Date.parse(startedAt));
  const ends = shards.map(({ durationMs }, index) => (starts[index] ?? 0) + durationMs);
  const { suite, target, deviations, baseline } = first;
  const sameUrls = shards.every(({ target: { urls } }) => same(urls, target.urls));
  const { file, rows: judged } = conclude(
    {
      schemaVersion: 1,
      complete: true,
      suite,
      // The mock and the reference have different ports in each shard, so the run has none.
      target: sameUrls ? target : { ...target, urls: {} },
      startedAt: new Date(Math.min(...starts)).toISOString(),
      durationMs: Math.max(...ends) - Math.min(...starts),
      requests: shards.reduce((sum, { requests }) => sum + requests, 0),
      ...(first.depth && { depth: shards.some((shard) => depthOf(shard) === 'full') ? 'full' : 'core' }),
      errors: shards.flatMap(({ errors = [], shard }) =>
        errors.map((error) => `shard ${shard?.current}: ${error}`),
      ),
    },
    Object.entries(rows).map(([id, requirement]) => ({
      ...mergeEntries(shards.flatMap((shard) => shard.requirements.find((entry) => entry.id === id) ?? [])),
      requirement,
      checks: [],
    })),
    { ...(deviations && { deviations: entriesOf(deviations) }) },
  );
  const drift = baseline && {
    baseline,
    drift: mergeDrift(
      shards.flatMap(({ drift = [] }) => drift),
      file.requirements,
    ),
  };
  return { file: { ...file, ...drift }, rows: judged, strict };
}

/** Which part of a run a shard is; with the id of the CI run, if the environment has it. */
export function shardOf(
  { current, total }: Shard,
  { GITHUB_RUN_ID: github, CI_PIPELINE_ID: gitlab }: Readonly<Record<string, string | undefined>>,
): Shard {
  const run = github ?? gitlab;
  return { current, total, ...(run !== undefined && { run }) };
}

/** One requirement, merged from all shards that selected it. */
function mergeEntries(entries: readonly Entry[]): Omit<Row, 'requirement' | 'checks'> {
  const selected = entries.filter(({ tests }) => tests.length > 0);
  const [first] = selected.length > 0 ? selected : entries;
  if (first === undefined) throw new Error('A requirement of the catalogue has no entry');
  if (selected.length === 0) return isUnselected(first) ? { ...first, reason: UNSELECTED } : first;
  const { deviation: _judgedAnew, reasons: _folded, blocked: _beside, ...head } = first;
  const judgements = selected.flatMap(({ verdict, reasons, reason, blocked = [], observed, need, cause }) => [
    ...(reasons ?? [reason]).map((reason, nth) => ({
      verdict,
      reason,
      ...(observed !== null && { observed }),
      ...(need && { need }),
      // Only the first reason has this cause.
      ...(cause && nth === 0 && { cause }),
    })),
    ...blocked.map((reason) => ({ verdict: 'blocked' as const, reason })),
  ]);
  const { need: _need, cause: _cause, ...plain } = head as Entry;
  return {
    ...plain,
    ...fold(judgements, first.id),
    tests: [...new Set(selected.flatMap(({ tests }) => tests))],
  };
}

/**
 * What changed since the baseline. The baseline's entry for a row is known if a shard differs from it; if none does,
 * the merged entry does not differ either.
 */
function mergeDrift(drift: readonly Change[], rows: readonly Entry[]): Change[] {
  const old = new Map(drift.map((change) => [change.id, change.old]));
  return rows.flatMap((row) => {
    const before = old.get(row.id);
    return before === undefined ? [] : (changeOf(row.id, before, row) ?? []);
  });
}

/** Every reason why these files are not all the shards of one run. */
function problemsOf(files: readonly ShardFile[], rows: Catalogue): string[] {
  const [first] = files;
  if (first === undefined) return ['There is no verdict file to merge.'];
  const ids = Object.keys(rows);
  const problems = files.flatMap(({ file, verdicts }) => {
    const { shard, complete, requirements, suite } = verdicts;
    if (shard === undefined) return [`${file} is the verdict file of a whole run, not of a shard.`];
    return [
      ...(complete ? [] : [`${file} is not complete: shard ${shard.current} was cut off.`]),
      ...(suite.catalogue === digestOf(rows)
        ? []
        : [`${file} was judged with a different catalogue than the one used for the merge.`]),
      ...(same(
        requirements.map(({ id }) => id),
        ids,
      )
        ? []
        : [`${file} does not have one entry for each requirement of the catalogue.`]),
      ...differencesOf(first, { file, verdicts }).map(
        (what) => `${file} belongs to a different run than ${first.file}: the ${what} differs.`,
      ),
    ];
  });
  problems.push(...pausesBetween(files));
  const total = first.verdicts.shard?.total ?? 0;
  for (let number = 1; number <= total; number += 1) {
    const found = files.filter((one) => numberOf(one) === number).map(({ file }) => file);
    if (found.length === 0) problems.push(`Shard ${number} of ${total} is missing.`);
    if (found.length > 1)
      problems.push(`Shard ${number} of ${total} is given more than once: ${found.join(', ')}.`);
  }
  return problems;
}

/** Shards that run one after another may wait for a machine, but not until the next night. */
const LONGEST_PAUSE_MS = 6 * 60 * 60 * 1000;

/** Without a CI that gives its runs an id, only their times distinguish the shards of different runs. */
function pausesBetween(files: readonly ShardFile[]): string[] {
  if (files.some(({ verdicts }) => verdicts.shard?.run !== undefined)) return [];
  const startOf = ({ verdicts }: ShardFile) => Date.parse(verdicts.startedAt);
  const inOrder = files.toSorted((a, b) => startOf(a) - startOf(b));
  return inOrder.flatMap((one, nth) => {
    const before = inOrder.slice(0, nth);
    const end = Math.max(...before.map((other) => startOf(other) + other.verdicts.durationMs));
    if (before.length === 0 || startOf(one) - end <= LONGEST_PAUSE_MS) return [];
    const hours = Math.floor((startOf(one) - end) / 3_600_000);
    return [`${one.file} belongs to a different run: it started ${hours} hours after the others had ended.`];
  });
}

function numberOf({ verdicts }: ShardFile): number {
  return verdicts.shard?.current ?? 0;
}

/** How two shards differ in what all shards of one run have in common. */
function differencesOf({ verdicts: a }: ShardFile, { verdicts: b }: ShardFile): string[] {
  const common: Readonly<Record<string, (verdicts: Verdicts) => unknown>> = {
    'number of shards': ({ shard }) => shard?.total,
    'CI run': ({ shard }) => shard?.run,
    target: ({ target: { kind, name, urls } }) => [kind, name, ...(kind === 'live' ? [urls] : [])],
    'version of the suite': ({ suite }) => suite.version,
    catalogue: ({ suite }) => suite.catalogue,
    'list of known deviations': ({ deviations }) => entriesOf(deviations),
    baseline: ({ baseline }) => baseline && [baseline.name, baseline.startedAt],
  };
  return Object.entries(common).flatMap(([what, of]) => (same(of(a), of(b)) ? [] : [what]));
}

function entriesOf(deviations: Verdicts['deviations']): Deviation[] {
  return (deviations ?? []).map(({ entry }) => entry);
}

function same(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
