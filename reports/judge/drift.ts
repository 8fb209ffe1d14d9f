import type { Baseline, Change, Entry, Side, Verdict, Verdicts } from '../model.ts';
import { isUnselected } from './outcome.ts';
import { addressesOf, serverAt } from './target.ts';

/** How two verdict files differ, requirement by requirement. */
export interface Difference {
  /** In the order of the newer file. */
  readonly changes: readonly Change[];
  /** Ids that only one of the files has. */
  readonly onlyOld: readonly string[];
  readonly onlyNew: readonly string[];
  /** How many were not selected in one or both files and are therefore not compared. */
  readonly unselected: number;
  /** Those of them that the older run judged and the newer one did not select: they may have become worse. */
  readonly leftOut: readonly string[];
  /** How many are the same. */
  readonly same: number;
}

/**
 * Compares two runs row by row: the only definition of a change, for both `npm run compare` and `TARGET_BASELINE`.
 */
export function differenceOf(older: readonly Entry[], newer: readonly Entry[]): Difference {
  const before = new Map(older.map((entry) => [entry.id, entry]));
  const now = new Set(newer.map(({ id }) => id));
  const both = newer.flatMap((entry) => {
    const old = before.get(entry.id);
    return old === undefined ? [] : [[old, entry] as const];
  });
  const compared = both.filter(([old, entry]) => !isUnselected(old) && !isUnselected(entry));
  const changes = compared.flatMap(([old, entry]) => changeOf(entry.id, old, entry) ?? []);
  return {
    changes,
    onlyOld: older.flatMap(({ id }) => (now.has(id) ? [] : [id])),
    onlyNew: newer.flatMap(({ id }) => (before.has(id) ? [] : [id])),
    unselected: both.length - compared.length,
    leftOut: both.flatMap(([old, entry]) =>
      old.verdict !== 'not-exercised' && isUnselected(entry) ? [entry.id] : [],
    ),
    same: compared.length - changes.length,
  };
}

/** What changed between two judgements of one requirement; undefined if nothing did. */
export function changeOf(id: string, old: Side, now: Side): Change | undefined {
  const what = (['verdict', 'observed', 'reason'] as const).filter((field) =>
    // If the verdict has changed, so has the reason. Otherwise a reason matters only if something contradicts the
    // interface.
    field === 'reason'
      ? old.verdict === now.verdict && differs(now) && old.reason !== now.reason
      : old[field] !== now[field],
  );
  if (what.length === 0) return undefined;
  return { id, kind: kindOf(old.verdict, now.verdict), what, old: sideOf(old), new: sideOf(now) };
}

function differs({ verdict }: Side): boolean {
  return verdict === 'fail' || verdict === 'warn';
}

function sideOf({ verdict, reason, observed }: Side): Side {
  return { verdict, reason, observed };
}

/** How bad each verdict is; what is not exercised shows nothing wrong. */
const wrongness: Readonly<Record<Verdict, number>> = {
  fail: 3,
  blocked: 2,
  warn: 1,
  observed: 0,
  pass: 0,
  'not-exercised': 0,
};

/**
 * A regression: something is now wrong, or worse than before. An improvement: what was wrong was judged again and is
 * right or less wrong. What is no longer judged is not an improvement.
 */
export function kindOf(old: Verdict, now: Verdict): Change['kind'] {
  if (now === 'not-exercised') return 'other';
  if (wrongness[now] > wrongness[old]) return 'regression';
  return wrongness[now] < wrongness[old] && now !== 'blocked' ? 'improvement' : 'other';
}

/** Whether a run looked for near misses. A file of an earlier version does not say so, and did. */
export function depthOf({ depth = 'full' }: Pick<Verdicts, 'depth'>): NonNullable<Verdicts['depth']> {
  return depth;
}

/** What differs between the two runs themselves: if anything does, the deployment need not be the cause of a change. */
export function changedBetween(older: Verdicts, newer: Verdicts): Baseline['changed'] {
  const changed: Baseline['changed'] = [];
  if (deploymentChanges(older, newer).length > 0) changed.push('deployment');
  if (older.suite.version !== newer.suite.version) changed.push('suite');
  if (older.suite.catalogue !== newer.suite.catalogue) changed.push('catalogue');
  if (depthOf(older) !== depthOf(newer)) changed.push('depth');
  return changed;
}

/** One difference between the deployments of two runs. */
export interface DeploymentChange {
  readonly what: string;
  readonly old: string;
  readonly new: string;
}

/** How the deployments of two runs differ: kind, name, addresses. */
export function deploymentChanges({ target: a }: Verdicts, { target: b }: Verdicts): DeploymentChange[] {
  const [before, now] = [new Map(addressesOf(a)), new Map(addressesOf(b))];
  const urls = Object.values(serverAt).map(
    (server) => [`${server} server`, before.get(server) ?? 'none', now.get(server) ?? 'none'] as const,
  );
  return [
    ['kind', a.kind, b.kind] as const,
    ['name', a.name, b.name] as const,
    // The mock and the reference use a free port each time.
    ...(a.kind === 'live' || b.kind === 'live' ? urls : []),
  ].flatMap(([what, old, now]) => (old === now ? [] : [{ what, old, new: now }]));
}

/** What the verdict file says about its baseline, and what has changed since. */
export function driftSince(
  baseline: Verdicts,
  now: Verdicts,
): { readonly baseline: Baseline; readonly drift: Change[] } {
  const judged = new Set(now.requirements.filter((row) => !isUnselected(row)).map(({ id }) => id));
  const unselected = baseline.requirements.filter((row) => isUnselected(row) && judged.has(row.id)).length;
  return {
    baseline: {
      name: baseline.target.name,
      startedAt: baseline.startedAt,
      complete: baseline.complete,
      ...(unselected > 0 && { unselected }),
      changed: changedBetween(baseline, now),
    },
    drift: [...differenceOf(baseline.requirements, now.requirements).changes],
  };
}
