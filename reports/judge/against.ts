import { readDeviations } from '../../tests/support/deviations.ts';
import { readBaseline } from '../../tests/support/verdict-file.ts';
import type { RunInput } from './run.ts';

/** What the verdicts of a run are held against, and what is wrong with the files that say so. */
export interface Against extends Pick<RunInput, 'deviations' | 'baseline'> {
  readonly mistakes: readonly string[];
}

/**
 * Reads the known deviations and the former run that the settings name. The set-up has looked through both
 * files before the first request: a mistake here is one of a file that has changed since, or of a run
 * without that set-up.
 */
export function readAgainst(env: NodeJS.ProcessEnv): Against {
  const mistakes: string[] = [];
  const deviations = env.TARGET_DEVIATIONS?.trim();
  const listed = deviations ? readDeviations(deviations) : undefined;
  mistakes.push(...(listed?.mistakes ?? []).map((mistake) => `TARGET_DEVIATIONS: ${mistake}`));
  return { ...(listed && { deviations: listed.entries }), ...baselineOf(env, mistakes), mistakes };
}

function baselineOf(env: NodeJS.ProcessEnv, mistakes: string[]): Pick<Against, 'baseline'> {
  const file = env.TARGET_BASELINE?.trim();
  if (!file) return {};
  try {
    return { baseline: readBaseline(file) };
  } catch (error) {
    mistakes.push(`TARGET_BASELINE: ${(error as Error).message}`);
    return {};
  }
}
