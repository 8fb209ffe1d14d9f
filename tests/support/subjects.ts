import { existsSync, readFileSync } from 'node:fs';
import type { RequirementId } from './catalogue.ts';

/** One of several deployments that a run judges at the same time. */
export interface Subject {
  readonly name: string;
  /** The settings of a live target that describe it. */
  readonly settings: Readonly<Record<string, string>>;
  /** The titles of the checks to run on it; all checks if absent. */
  readonly checks?: readonly string[];
  /** Once all of these requirements are broken, the file is created, and the checks that are left are skipped. */
  readonly proof?: { readonly breaks: readonly RequirementId[]; readonly file: string };
}

/** The environment variable that names a JSON file of subjects. */
export const SUBJECTS = 'CONFORMANCE_SUBJECTS';

/** The deployments that this run judges at the same time; undefined if it judges only the one in the environment. */
export function subjectsOf(env: NodeJS.ProcessEnv): readonly Subject[] | undefined {
  const file = env[SUBJECTS];
  return file === undefined ? undefined : (JSON.parse(readFileSync(file, 'utf8')) as readonly Subject[]);
}

/** Whether enough is known about a deployment, so that no further check has to run on it. */
export function isProven(subject: Subject | undefined): boolean {
  return subject?.proof !== undefined && existsSync(subject.proof.file);
}
