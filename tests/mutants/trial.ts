import { fork } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { annotated, listing, specsIn } from '../../reports/judge/listing.ts';
import type { RequirementId } from '../support/catalogue.ts';
import { REQUIREMENT } from '../support/check-record.ts';
import { SUBJECTS, type Subject } from '../support/subjects.ts';
import { TRIALS } from './reporter.ts';
import type { Trial } from './told.ts';

/** How many Playwright runs are parallel, each with one worker, so that none waits for another. */
const SIDE_BY_SIDE = 3;

/**
 * How many deployments share a Playwright run, and about how many checks: enough to make its start negligible, few
 * enough to balance the runs. Fewer share one towards the end, so that no run goes on long after the others.
 */
const BATCH = { deployments: 30, checks: 500 };

/** Roughly the number of all checks: a deployment that all of them judge counts this much. */
const ALL = 100;

const root = fileURLToPath(new URL('../..', import.meta.url));
const cli = fileURLToPath(import.meta.resolve('@playwright/test/cli'));

/** A deployment that can be started; once it runs, settings describe it. */
export interface Candidate {
  readonly name: string;
  /** The titles of the checks to run on it; all checks if absent. */
  readonly checks?: readonly string[];
  /** Once all of these requirements are found broken, nothing more is judged. */
  readonly breaks?: readonly RequirementId[];
  start(): Promise<Started>;
}

interface Started {
  readonly settings: Readonly<Record<string, string>>;
  /** What its rules have thrown other than refusals, so far: it is then not the deployment that it should be. */
  readonly defects?: readonly unknown[];
  close(): Promise<void>;
}

/**
 * Starts deployments, runs the suite on each, and stops them.
 *
 * @param ended gets the name of each deployment as soon as its checks have ended
 * @param folder the project whose checks judge them: this one, or a copy of it
 * @param came gets the results of some of them as soon as they are known
 * @returns the results; a deployment without a result is missing, and so is one that is itself defective
 */
export async function tryAll(
  candidates: readonly Candidate[],
  ended: (name: string) => void,
  folder = root,
  came: (trials: readonly Trial[]) => void = () => undefined,
): Promise<Trial[]> {
  const left = [...candidates];
  const next = (): Candidate[] => {
    const fair = Math.ceil(left.length / (2 * SIDE_BY_SIDE));
    const size = Math.min(BATCH.deployments, fair);
    let checks = 0;
    const end = left.findIndex((candidate, index) => {
      const isFull = index === size || checks >= BATCH.checks;
      checks += candidate.checks?.length ?? ALL;
      return isFull;
    });
    return left.splice(0, end === -1 ? left.length : end);
  };
  const trials: Trial[] = [];
  const work = async (): Promise<void> => {
    while (left.length > 0) {
      const some = await tryBatch(next(), ended, folder);
      came(some);
      trials.push(...some);
    }
  };
  await Promise.all(Array.from({ length: SIDE_BY_SIDE }, work));
  return trials;
}

async function tryBatch(
  candidates: readonly Candidate[],
  ended: (name: string) => void,
  project: string,
): Promise<Trial[]> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'mutants-'));
  const starting = candidates.map((candidate) => candidate.start());
  try {
    const started = await Promise.all(starting);
    const subjects: Subject[] = candidates.map(({ name, checks, breaks }, index) => ({
      name,
      settings: started[index]?.settings ?? {},
      ...(checks && { checks }),
      ...(breaks && { breaks }),
    }));
    const files = { subjects: path.join(folder, 'subjects.json'), trials: path.join(folder, 'trials.json') };
    writeFileSync(files.subjects, JSON.stringify(subjects));
    await judged(project, { [SUBJECTS]: files.subjects, [TRIALS]: files.trials }, ended);
    // A run that died has given no results: its deployments are missing, and the others go on.
    const trials = existsSync(files.trials)
      ? (JSON.parse(readFileSync(files.trials, 'utf8')) as Trial[])
      : [];
    const defective = new Set<string>();
    for (const [index, { name }] of candidates.entries()) {
      const defects = started[index]?.defects ?? [];
      if (defects.length === 0) continue;
      console.error(`\n${name} is itself defective:`, defects[0]);
      defective.add(name);
    }
    return trials.filter(({ name }) => !defective.has(name));
  } finally {
    for (const one of await Promise.allSettled(starting))
      if (one.status === 'fulfilled') await one.value.close();
    rmSync(folder, { recursive: true });
  }
}

function judged(project: string, env: Record<string, string>, ended: (name: string) => void): Promise<void> {
  const child = fork(cli, ['test', '-c', 'tests/mutants', '--workers=1'], {
    cwd: project,
    env: { ...process.env, CONFORMANCE_TARGET: 'live', ...env },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    // The loader that runs this file is not meant for Playwright, which brings its own.
    execArgv: [],
  });
  // A signal ends this command immediately, but the process that it has started would go on.
  const end = () => child.kill();
  process.once('exit', end);
  child.once('exit', () => process.off('exit', end));
  child.on('message', (message: { readonly ended?: string }) => message.ended && ended(message.ended));
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', () => resolve());
  });
}

/** A check as Playwright lists it. */
export interface Listed {
  readonly file: string;
  readonly title: string;
  readonly covers: readonly RequirementId[];
}

/**
 * All checks of the suite. They are identified by their titles.
 *
 * @throws if they cannot be listed, or two have the same title
 */
export function listChecks(): Listed[] {
  const checks = specsIn(listing(path.join(root, 'playwright.config.ts'))).map((spec) => ({
    file: spec.file,
    title: spec.title,
    covers: annotated(spec, REQUIREMENT) as RequirementId[],
  }));
  const titles = checks.map(({ title }) => title);
  const twice = titles.find((title, index) => titles.indexOf(title) < index);
  if (twice !== undefined) throw new Error(`Two checks are called "${twice}"`);
  return checks;
}
