import { fork } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { RequirementId } from '../support/catalogue.ts';
import { SUBJECTS, type Subject } from '../support/subjects.ts';
import { TRIALS } from './reporter.ts';
import type { Trial } from './told.ts';

/** How many Playwright runs are parallel, each with one worker, so that none waits for another. */
const SIDE_BY_SIDE = 3;

/**
 * How many deployments share a Playwright run, and about how many checks: enough to make its start negligible. Fewer
 * share one towards the end, so that no run goes on long after the others.
 */
const BATCH = { deployments: 100, checks: 2000 };

/** Roughly the number of all checks: a deployment that all of them judge counts this much. */
const ALL = 100;

const root = fileURLToPath(new URL('../..', import.meta.url));
const cli = fileURLToPath(import.meta.resolve('@playwright/test/cli'));

/** A deployment that can be started; once it runs, settings describe it. */
export interface Candidate {
  readonly name: string;
  /** The titles of the checks to run on it, in this order; all checks if absent. */
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

/** What may be given besides the deployments. */
interface Options {
  /** The project whose checks judge them: this one unless a copy of it is given. */
  readonly folder?: string;
  /** Further variables of the environment of the checks. */
  readonly env?: Readonly<Record<string, string>>;
  /** How many Playwright runs are parallel. */
  readonly sideBySide?: number;
  /** Gets the results of some of them as soon as they are known. */
  readonly came?: (trials: readonly Trial[]) => void;
}

/**
 * Starts deployments, runs the suite on each, and stops them.
 *
 * @param ended gets the name of each deployment as soon as its checks have ended
 * @returns the results; a deployment without a result is missing, and so is one that is itself defective
 */
export async function tryAll(
  candidates: readonly Candidate[],
  ended: (name: string) => void,
  { folder = root, env = {}, sideBySide = SIDE_BY_SIDE, came }: Options = {},
): Promise<Trial[]> {
  const left = shuffled(candidates);
  const trials: Trial[] = [];
  const next = (): Candidate[] => {
    const fair = Math.ceil(left.length / (2 * sideBySide));
    const size = Math.min(BATCH.deployments, fair);
    let checks = 0;
    const end = left.findIndex((candidate, index) => {
      const isFull = index === size || checks >= BATCH.checks;
      checks += candidate.checks?.length ?? ALL;
      return isFull;
    });
    return left.splice(0, end === -1 ? left.length : end);
  };
  const work = async (): Promise<void> => {
    while (left.length > 0) {
      const batch = next();
      const some = await tryBatch(batch, ended, folder, env);
      came?.(some);
      trials.push(...some);
    }
  };
  await Promise.all(Array.from({ length: sideBySide }, work));
  return trials;
}

/**
 * The same in an arbitrary order, which is always the same: neighbours take about equally long, and should not all be
 * in one batch.
 */
function shuffled(candidates: readonly Candidate[]): Candidate[] {
  return candidates
    .map((candidate) => ({ candidate, key: createHash('sha256').update(candidate.name).digest('hex') }))
    .toSorted((a, b) => (a.key < b.key ? -1 : 1))
    .map(({ candidate }) => candidate);
}

async function tryBatch(
  candidates: readonly Candidate[],
  ended: (name: string) => void,
  project: string,
  env: Readonly<Record<string, string>>,
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
    await judged(project, { ...env, [SUBJECTS]: files.subjects, [TRIALS]: files.trials }, ended);
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
    // The loader that runs this file is not meant for Playwright, which brings its own. Node collects garbage less
    // often, since a visit to a page makes much of it.
    execArgv: ['--max-semi-space-size=64'],
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
