import { readDeviations } from './deviations-file.ts';
import { isStrict } from './outcome.ts';
import type { RunInput } from './run.ts';
import { readBaseline } from './verdict-file.ts';

/** What the verdicts of a run are compared with, how strictly, and the mistakes in those settings. */
export interface Against extends Pick<RunInput, 'deviations' | 'baseline' | 'strict'> {
  readonly mistakes: readonly string[];
}

/**
 * Reads the known deviations and the earlier run that the settings name. The set-up stops at a mistake in either file
 * before the first request; one that is found later means that a file has changed since, or that the set-up did not
 * run.
 */
export function readAgainst(env: NodeJS.ProcessEnv): Against {
  const mistakes: string[] = [];
  const deviations = env.TARGET_DEVIATIONS?.trim();
  const listed = deviations ? readDeviations(deviations) : undefined;
  mistakes.push(...(listed?.mistakes ?? []).map((mistake) => `TARGET_DEVIATIONS: ${mistake}`));
  return {
    strict: strictOf(env, mistakes),
    ...(listed && { deviations: listed.entries }),
    ...baselineOf(env, mistakes),
    mistakes,
  };
}

/** An invalid value counts as strict. */
function strictOf(env: NodeJS.ProcessEnv, mistakes: string[]): boolean {
  try {
    return isStrict(env);
  } catch (error) {
    mistakes.push((error as Error).message);
    return true;
  }
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
