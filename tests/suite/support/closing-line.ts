import type { Reporter, Suite } from '@playwright/test/reporter';
import { groupBy } from '../../../reports/text.ts';

/** Ends the output with the counts on a line of their own, for whoever reads it by machine. */
export default class ClosingLine implements Reporter {
  private suite: Suite | undefined;

  onBegin(_config: unknown, suite: Suite): void {
    this.suite = suite;
  }

  // After onEnd, so that no other reporter writes behind it.
  onExit(): Promise<void> {
    const tests = this.suite?.allTests() ?? [];
    const outcomes = tests.map((test) => test.outcome());
    const count = (...those: string[]): number =>
      outcomes.filter((outcome) => those.includes(outcome)).length;
    const reasons = tests.flatMap(({ annotations }) => annotations.find(({ type }) => type === 'skip') ?? []);
    for (const [why, { length }] of groupBy(reasons, ({ description }) => description ?? 'no reason given'))
      console.log(`${length} left out: ${why}`);
    console.log(
      `\n${count('expected')} passed, ${count('unexpected', 'flaky')} failed, ${count('skipped')} skipped`,
    );
    return Promise.resolve();
  }

  printsToStdio(): boolean {
    return false;
  }
}
