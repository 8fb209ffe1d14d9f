import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

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

/** What Allure remembers of former runs, which no run removes. */
export function allureHistoryIn(directory: string): string {
  return path.join(directory, 'allure-history.jsonl');
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
