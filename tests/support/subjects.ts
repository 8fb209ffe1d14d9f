import { readFileSync } from 'node:fs';

/** A deployment that is judged beside others in one run. */
export interface Subject {
  readonly name: string;
  /** The settings of a live target that describe it. */
  readonly settings: Readonly<Record<string, string>>;
  /** The titles of the checks to run on it; all of them when absent. */
  readonly checks?: readonly string[];
}

/** The environment variable that names a JSON file of subjects. */
export const SUBJECTS = 'CONFORMANCE_SUBJECTS';

/** The deployments that this run judges beside each other; undefined when it is the one of the environment. */
export function subjectsOf(env: NodeJS.ProcessEnv): readonly Subject[] | undefined {
  const file = env[SUBJECTS];
  return file === undefined ? undefined : (JSON.parse(readFileSync(file, 'utf8')) as readonly Subject[]);
}
