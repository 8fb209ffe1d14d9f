import { readFileSync } from 'node:fs';
import type { RequirementId } from './catalogue.ts';

/** One of several deployments that a run judges at the same time. */
export interface Subject {
  readonly name: string;
  /** The settings of a live target that describe it. */
  readonly settings: Readonly<Record<string, string>>;
  /** The titles of the checks to run on it, in this order; all checks if absent. */
  readonly checks?: readonly string[];
  /** Once all of these requirements are found broken, the running check ends, and those that are left are skipped. */
  readonly breaks?: readonly RequirementId[];
}

/** The environment variable that names a JSON file of subjects. */
export const SUBJECTS = 'CONFORMANCE_SUBJECTS';

/** The deployments that this run judges at the same time; undefined if it judges only the one in the environment. */
export function subjectsOf(env: NodeJS.ProcessEnv): readonly Subject[] | undefined {
  const file = env[SUBJECTS];
  return file === undefined ? undefined : (JSON.parse(readFileSync(file, 'utf8')) as readonly Subject[]);
}
