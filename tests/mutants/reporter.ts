import { writeFileSync } from 'node:fs';
import type { Reporter, Suite, TestCase, TestError, TestResult } from '@playwright/test/reporter';
import { checkOf, messageOf } from '../../reports/judge/collect.ts';
import { touchedRowsOf } from '../../reports/judge/verdicts.ts';
import type { Check, Verdict } from '../../reports/model.ts';
import { plain } from '../../reports/text.ts';
import { catalogue, type RequirementId } from '../support/catalogue.ts';

/** What was reported for one requirement. */
export interface Told {
  readonly id: RequirementId;
  readonly verdict: Verdict;
  readonly reason: string;
  /** The requirement whose failure blocks it. */
  readonly cause?: string;
}

/** What the checks reported for one deployment. */
export interface Trial {
  readonly name: string;
  /** The requirements that a check reported on, whatever the verdict. */
  readonly told: readonly Told[];
  /** By the title of each check: the verdicts of the requirements that it reported on, sorted. */
  readonly checks: Readonly<Record<string, readonly string[]>>;
  /** The time its checks took, one after the other, in milliseconds. */
  readonly durationMs: number;
}

/** The environment variable that names the file to write the trials to, as JSON. */
export const TRIALS = 'MUTANTS_TRIALS';

interface Running {
  readonly checks: { readonly title: string; readonly check: Check }[];
  left: number;
}

/** Judges each deployment like the reporter of the suite, and writes the result. */
export default class TrialReporter implements Reporter {
  readonly #running = new Map<string, Running>();
  readonly #trials: Trial[] = [];

  onBegin(_config: unknown, suite: Suite): void {
    for (const test of suite.allTests()) {
      const running = this.#running.get(subjectOf(test)) ?? { checks: [], left: 0 };
      running.left += 1;
      this.#running.set(subjectOf(test), running);
    }
  }

  onTestEnd(test: TestCase, result: TestResult): void {
    const name = subjectOf(test);
    const running = this.#running.get(name);
    if (running === undefined) return;
    running.checks.push({ title: test.title, check: checkOf(test, result) });
    running.left -= 1;
    if (running.left > 0) return;
    this.#trials.push(trialOf(name, running.checks));
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

function trialOf(name: string, checks: Running['checks']): Trial {
  const all = checks.map(({ check }) => check);
  return {
    name,
    told: toldBy(all),
    checks: Object.fromEntries(
      checks.map(({ title, check }) => [
        title,
        toldBy([check])
          .map(({ id, verdict }) => `${id} ${verdict}`)
          .toSorted(),
      ]),
    ),
    durationMs: all.reduce((sum, check) => sum + check.durationMs, 0),
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
