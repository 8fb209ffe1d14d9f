import { createHash, randomUUID } from 'node:crypto';
import { appendFileSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Verdicts } from './model.ts';

/** Where a run writes: `CONFORMANCE_OUTPUT`, for runs beside each other, else `reports/out`. */
export function defaultOutput(): string {
  return path.resolve(process.env.CONFORMANCE_OUTPUT || path.join(import.meta.dirname, 'out'));
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
 * What Allure remembers of former runs of a target, which no run removes: a file for each, since what two
 * targets answered makes no trend.
 */
export function allureHistoryIn(directory: string, { kind, name }: Verdicts['target']): string {
  const safe = name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 40);
  // Names that read the same as file names are told apart.
  const digest = createHash('sha256').update(name).digest('hex').slice(0, 8);
  return path.join(
    directory,
    'history',
    `allure-${kind}-${safe === name ? name : `${safe}-${digest}`}.jsonl`,
  );
}

/**
 * Removes what an earlier run wrote, so that none of it can be taken for this run's, however this
 * one ends. What other commands put into the directory stays.
 */
export function clear(directory: string): void {
  for (const file of Object.values(filesIn(directory))) rmSync(file, { recursive: true, force: true });
}

/** Replaces a file as a whole: a reader, or a run that is killed, never meets half of one. */
export function writeWhole(file: string, text: string): void {
  mkdirSync(path.dirname(file), { recursive: true });
  const unfinished = `${file}.${process.pid}.tmp`;
  writeFileSync(unfinished, text);
  renameSync(unfinished, file);
}

/**
 * Lines for a terminal as they are printed: where the runner of GitHub Actions reads along, none of them but the last,
 * which is our own, is taken for a command to it.
 */
export function withoutCommands(lines: readonly string[]): string[] {
  if (process.env['GITHUB_ACTIONS'] !== 'true') return [...lines];
  const token = randomUUID();
  return [`::stop-commands::${token}`, ...lines.slice(0, -1), `::${token}::`, ...lines.slice(-1)];
}

/** Adds to the summary of the job, where GitHub Actions names a file for that. */
export function tellJob(markdown: string): void {
  const file = process.env['GITHUB_STEP_SUMMARY'];
  if (file) appendFileSync(file, markdown);
}
