import { writeFileSync } from 'node:fs';
import type { Reporter, Suite, TestCase, TestError, TestResult } from '@playwright/test/reporter';
import { checkOf, messageOf } from '../../reports/judge/collect.ts';
import { touchedRowsOf } from '../../reports/judge/verdicts.ts';
import type { Check } from '../../reports/model.ts';
import { plain } from '../../reports/text.ts';
import { catalogue, type RequirementId } from '../support/catalogue.ts';
import { DEEP } from '../support/judging/check-record.ts';
import { isBroken } from './fate.ts';
import { FAILED_AT, type Told, type Trial } from './told.ts';

/** The environment variable that names the file to write the trials to, as JSON. */
export const TRIALS = 'MUTANTS_TRIALS';

interface Running {
  readonly checks: {
    readonly title: string;
    readonly check: Check;
    readonly isDeep: boolean;
    readonly hasRun: boolean;
  }[];
  readonly failedAt: Set<number>;
  left: number;
}

/** Judges each deployment like the reporter of the suite, and writes the result. */
export default class TrialReporter implements Reporter {
  readonly #running = new Map<string, Running>();
  readonly #trials: Trial[] = [];

  onBegin(_config: unknown, suite: Suite): void {
    for (const test of suite.allTests()) {
      const name = subjectOf(test);
      const running = this.#running.get(name) ?? { checks: [], failedAt: new Set(), left: 0 };
      running.left += 1;
      this.#running.set(name, running);
    }
  }

  onTestEnd(test: TestCase, result: TestResult): void {
    const name = subjectOf(test);
    const running = this.#running.get(name);
    if (running === undefined) return;
    const { title } = test;
    running.checks.push({
      title,
      check: checkOf(test, result),
      isDeep: test.tags.includes(DEEP),
      hasRun: result.status !== 'skipped',
    });
    for (const { type, description } of result.annotations)
      if (type === FAILED_AT) running.failedAt.add(Number(description));
    running.left -= 1;
    if (running.left > 0) return;
    this.#trials.push(trialOf(name, running));
    process.send?.({ ended: name });
  }

  onStdOut(chunk: string | Buffer): void {
    process.stderr.write(plain(String(chunk)));
  }

  onStdErr(chunk: string | Buffer): void {
    process.stderr.write(plain(String(chunk)));
  }

  onError(error: TestError): void {
    process.stderr.write(`${plain(messageOf(error))}\n`);
  }

  onEnd(): void {
    writeFileSync(process.env[TRIALS] ?? '', JSON.stringify(this.#trials));
  }
}

/** The deployment that a check judged: the block around the check is named after it. */
function subjectOf(test: TestCase): string {
  return test.parent.title;
}

function trialOf(name: string, { checks, failedAt }: Running): Trial {
  const all = checks.map(({ check }) => check);
  return {
    name,
    told: toldBy(all),
    core: toldBy(checks.filter(({ isDeep }) => !isDeep).map(({ check }) => check))
      .filter(isBroken)
      .map(({ id }) => id),
    checks: Object.fromEntries(
      checks.map(({ title, check }) => [
        title,
        toldBy([check])
          .map(({ id, verdict }) => `${id} ${verdict}`)
          .toSorted(),
      ]),
    ),
    failedAt: [...failedAt],
    tookMs: Object.fromEntries(
      checks.filter(({ hasRun }) => hasRun).map(({ title, check }) => [title, check.durationMs]),
    ),
  };
}

function toldBy(checks: readonly Check[]): Told[] {
  return touchedRowsOf(catalogue, checks)
    .filter((row) => row.checks.length > 0)
    .map(({ id, verdict, reason, cause }) => ({
      id: id as RequirementId,
      verdict,
      reason,
      ...(cause && { cause }),
    }));
}
