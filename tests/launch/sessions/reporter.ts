import type { Reporter, TestCase, TestResult } from '@playwright/test/reporter';
import { line } from '../../../reports/text.ts';
import { type CheckRecord, RECORD_ATTACHMENT } from '../../support/judging/check-record.ts';

/** Prints one line: why sessions of one user are not taken to coexist. It is empty if they do. */
export default class WhyNot implements Reporter {
  #why = '';

  onTestEnd({ title }: TestCase, { status, attachments }: TestResult): void {
    if (status === 'passed' || status === 'skipped') return;
    const record = attachments.find(({ name }) => name === RECORD_ATTACHMENT)?.body;
    const { stopped } = JSON.parse(record?.toString() ?? '{}') as Partial<CheckRecord>;
    this.#why ||= line(
      stopped === undefined ? `it does not hold that ${title}` : `not found out: ${stopped}`,
    );
  }

  onEnd(): void {
    process.stdout.write(`${this.#why}\n`);
  }

  printsToStdio(): boolean {
    return true;
  }
}
