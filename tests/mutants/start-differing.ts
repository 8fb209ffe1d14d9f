import { startReference } from '../reference/start.ts';
import { together } from './groups.ts';
import type { Difference } from './mutant.ts';
import { noting } from './reach.ts';
import type { Candidate } from './trial.ts';

/**
 * Starts one deployment with all these differences.
 *
 * @param called gets the names of their rules that are called
 */
export async function startDiffering(
  differences: readonly Difference[],
  called = new Set<string>(),
): ReturnType<Candidate['start']> {
  const rules = together(differences.map(({ replace }) => noting(called, replace())));
  const defects: unknown[] = [];
  const reference = await startReference({ rules, broke: (error) => defects.push(error) });
  const settings = Object.assign({}, ...differences.map(({ settings }) => settings)) as object;
  return { ...reference, settings: { ...reference.settings, ...settings }, defects };
}
