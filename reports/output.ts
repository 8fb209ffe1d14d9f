import { createHash, randomUUID } from 'node:crypto';
import { accessSync, appendFileSync, constants, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Verdicts } from './model.ts';

/** Where a run writes its results: `CONFORMANCE_OUTPUT`, for parallel runs, or else `reports/out`. */
export function defaultOutput(): string {
  return path.resolve(process.env.CONFORMANCE_OUTPUT || path.join(import.meta.dirname, 'out'));
}

/**
 * Makes a folder for results, if it is not there.
 *
 * @throws Error in one sentence if nothing can be written to it
 */
export function assertWritable(directory: string): void {
  try {
    mkdirSync(directory, { recursive: true });
    accessSync(directory, constants.W_OK);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new Error(
      `Nothing can be written to ${directory} (${code}): CONFORMANCE_OUTPUT names another folder for the results`,
      { cause: error },
    );
  }
}

/** The files of one output directory. */
export function filesIn(directory: string) {
  return {
    verdicts: path.join(directory, 'verdicts.json'),
    evidence: path.join(directory, 'evidence.json'),
    junit: path.join(directory, 'junit.xml'),
    allureResults: path.join(directory, 'allure-results'),
    allureReport: path.join(directory, 'allure-report'),
  };
}

/**
 * Allure's history of earlier runs, which no run removes: one file per target, since a trend across targets means
 * nothing.
 */
export function allureHistoryIn(directory: string, { kind, name }: Verdicts['target']): string {
  const safe = name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 40);
  // Distinguishes names that would become the same file name.
  const digest = createHash('sha256').update(name).digest('hex').slice(0, 8);
  return path.join(
    directory,
    'history',
    `allure-${kind}-${safe === name ? name : `${safe}-${digest}`}.jsonl`,
  );
}

/**
 * Removes the results of an earlier run, so that they cannot be mistaken for those of this run, however it ends.
 * Files of other commands stay.
 */
export function clear(directory: string): void {
  for (const file of Object.values(filesIn(directory))) rmSync(file, { recursive: true, force: true });
}

/** Replaces a file atomically: there is never a half-written file, even if the run is killed. */
export function writeWhole(file: string, text: string): void {
  mkdirSync(path.dirname(file), { recursive: true });
  const unfinished = `${file}.${process.pid}.tmp`;
  writeFileSync(unfinished, text);
  renameSync(unfinished, file);
}

/**
 * Lines as they are printed to a terminal: on GitHub Actions, the runner must not interpret any of them as a workflow
 * command.
 */
export function withoutCommands(lines: readonly string[]): string[] {
  if (process.env['GITHUB_ACTIONS'] !== 'true') return [...lines];
  const token = randomUUID();
  return [`::stop-commands::${token}`, ...lines.slice(0, -1), `::${token}::`, ...lines.slice(-1)];
}

/** Appends to the job summary, if GitHub Actions provides a file for it. */
export function tellJob(markdown: string): void {
  const file = process.env['GITHUB_STEP_SUMMARY'];
  if (file) appendFileSync(file, markdown);
}
