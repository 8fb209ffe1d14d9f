import type { Outcome, Verdicts } from '../model.ts';
import { line } from '../text.ts';

/** What shields.io draws a badge from (https://shields.io/badges/endpoint-badge). */
export interface Badge {
  readonly schemaVersion: 1;
  readonly label: string;
  readonly message: string;
  readonly color: string;
}

/** Only a run in which every must holds is green. */
const colours: Readonly<Record<Outcome, string>> = {
  conformant: 'brightgreen',
  partial: 'yellow',
  'non-conformant': 'red',
  inconclusive: 'lightgrey',
};

/** The outcome of a run as a badge: which target, which outcome, how many requirements pass. */
export function badgeOf({ target, outcome, counts, requirements }: Verdicts): Badge {
  return {
    schemaVersion: 1,
    label: `conformance of ${line(target.name)}`,
    message: `${outcome}, ${counts.pass} of ${requirements.length} pass`,
    color: colours[outcome],
  };
}
