import type { Baseline, Outcome, Verdicts } from '../model.ts';
import { count, line } from '../text.ts';
import {
  changedBetween,
  type DeploymentChange,
  type Difference,
  deploymentChanges,
  depthOf,
  differenceOf,
} from './drift.ts';

/** The maximum number of ids in a sentence; the JSON has all of them. */
const NAMED = 5;

/** One of the two runs in a comparison. */
export interface Compared {
  /** The file, as it was named. */
  readonly file: string;
  readonly target: Verdicts['target'];
  readonly startedAt: string;
  readonly outcome: Outcome;
  readonly complete: boolean;
  readonly suite: Verdicts['suite'];
  readonly shard?: Verdicts['shard'];
}

/** What `npm run compare -- --json` writes. */
export interface Comparison extends Difference {
  readonly old: Compared;
  readonly new: Compared;
  /** What differs between the runs themselves, and how the deployments differ. */
  readonly changed: Baseline['changed'];
  readonly deployment: readonly DeploymentChange[];
  /** What else a reader has to know, one sentence each. */
  readonly notes: readonly string[];
  readonly counts: { readonly regression: number; readonly improvement: number; readonly other: number };
}

/** Compares two verdict files; the names are the file names as the user gave them. */
export function compare(older: Verdicts, newer: Verdicts, names: readonly [string, string]): Comparison {
  const difference = differenceOf(older.requirements, newer.requirements);
  const n = (kind: string) => difference.changes.filter((change) => change.kind === kind).length;
  const sides = [
    ['old', older],
    ['new', newer],
  ] as const;
  return {
    old: comparedOf(older, names[0]),
    new: comparedOf(newer, names[1]),
    changed: changedBetween(older, newer),
    deployment: deploymentChanges(older, newer),
    notes: [
      ...sides.flatMap(([side, { complete, shard }]) => [
        ...(complete
          ? []
          : [`the ${side} run is not complete: what it did not reach is not exercised there`]),
        ...(shard ? [`the ${side} run is shard ${shard.current} of ${shard.total} only`] : []),
      ]),
      ...depthNotes(older, newer),
      ...leftOutNote(difference),
    ],
    counts: { regression: n('regression'), improvement: n('improvement'), other: n('other') },
    ...difference,
  };
}

/** What runs of different depth show together. */
function depthNotes(older: Verdicts, newer: Verdicts): string[] {
  const [before, now] = [depthOf(older), depthOf(newer)];
  if (before === now) return now === 'core' ? ['neither run looked for near misses (depth: core)'] : [];
  return [
    now === 'core'
      ? 'the new run did not look for near misses (depth: core), so what the old one found by them may still be there'
      : 'the old run did not look for near misses (depth: core), so what is new may have been there before',
  ];
}

/** What the newer run did not judge again: how many requirements, and the first of them. */
function leftOutNote({ leftOut }: Difference): string[] {
  if (leftOut.length === 0) return [];
  const more = leftOut.length - NAMED;
  const named = [...leftOut.slice(0, NAMED), ...(more > 0 ? [`and ${more} more`] : [])].join(' ');
  return [
    `the new run did not select ${count(leftOut.length, 'requirement')} that the old run judged: ${named}`,
  ];
}

function comparedOf(
  { target, startedAt, outcome, complete, suite, shard }: Verdicts,
  file: string,
): Compared {
  return { file, target, startedAt, outcome, complete, suite, ...(shard && { shard }) };
}

/** What is the same and what differs between the two runs themselves, one sentence each. */
export function circumstances({ changed, deployment, old, new: now, notes }: Comparison): string[] {
  const told = deployment.map(({ what, old, new: now }) => `${what} ${line(old)} → ${line(now)}`).join(', ');
  const suites = `${line(old.suite.version)} → ${line(now.suite.version)}`;
  const catalogues = `${old.suite.catalogue.slice(0, 12)} → ${now.suite.catalogue.slice(0, 12)}`;
  return [
    changed.includes('deployment')
      ? `the deployment is a different one: ${told}`
      : 'the deployment is the same',
    changed.includes('suite')
      ? `the suite is a different version: ${suites}`
      : 'the suite is the same version',
    changed.includes('catalogue')
      ? `the catalogue is a different one: ${catalogues}`
      : 'the catalogue is the same',
    ...notes,
  ];
}

/** One run in a line. */
export function headOf({ file, target, startedAt, outcome }: Compared): string {
  return `${line(file)}: ${line(target.name)} (${target.kind}), ${startedAt}, ${outcome}`;
}

/** The counts in one line, which closes the comparison. */
export function closing({ counts, changes, same, unselected, onlyOld, onlyNew }: Comparison): string {
  const of = (field: 'observed' | 'reason') => changes.filter(({ what }) => what.includes(field)).length;
  const told = [
    count(counts.regression, 'regression'),
    count(counts.improvement, 'improvement'),
    `${counts.other} changed otherwise`,
    `${same} the same`,
    ...(onlyOld.length > 0 ? [`${onlyOld.length} only in the old file`] : []),
    ...(onlyNew.length > 0 ? [`${onlyNew.length} only in the new file`] : []),
    ...(unselected > 0 ? [`${unselected} not selected in one or both`] : []),
  ];
  return `${told.join(', ')} (${count(of('observed'), 'observation')} and ${count(of('reason'), 'reason')} changed)`;
}
