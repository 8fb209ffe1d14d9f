import { depthOf } from '../judge/drift.ts';
import { isWrong } from '../judge/outcome.ts';
import type { ListedDeviation, Outcome, Verdicts } from '../model.ts';
import { groupBy, line } from '../text.ts';

/** What shields.io draws a badge from (https://shields.io/badges/endpoint-badge). */
export interface Badge {
  readonly schemaVersion: 1;
  readonly label: string;
  readonly message: string;
  readonly color: string;
}

/** Green only if every must that can be checked holds, and no entry of the known deviations is wrong. */
const colours: Readonly<Record<Outcome, string>> = {
  conformant: 'brightgreen',
  partial: 'yellow',
  'non-conformant': 'red',
  inconclusive: 'lightgrey',
};

/**
 * The outcome of a run as a badge: which target, which outcome, how many requirements pass, whether by core checks
 * alone, and which entries of the known deviations fail the run. Where these do, it is not as good as its outcome.
 */
export function badgeOf(file: Verdicts): Badge {
  const { target, outcome, counts, requirements, deviations = [] } = file;
  const wrong = wrongEntries(deviations);
  const core = depthOf(file) === 'core' ? ['core checks only'] : [];
  const passes = outcome === 'conformant' || outcome === 'partial';
  return {
    schemaVersion: 1,
    label: `conformance of ${line(target.name)}`,
    message: [outcome, `${counts.pass} of ${requirements.length} pass`, ...core, ...wrong].join(', '),
    color: wrong.length > 0 && passes ? 'orange' : colours[outcome],
  };
}

/** The entries of known deviations that fail a run, counted by what is wrong with them: `1 entry stale`. */
export function wrongEntries(deviations: readonly Pick<ListedDeviation, 'state'>[]): string[] {
  return [...groupBy(deviations.filter(isWrong), ({ state }) => state)].map(([state, { length }]) => {
    const entries = length === 1 ? '1 entry' : `${length} entries`;
    return `${entries} ${state === 'differs' ? 'mismatched' : state}`;
  });
}
