import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { TestCase, TestError, TestResult, TestStep } from '@playwright/test/reporter';
import { FURTHER, RECORD_ATTACHMENT, REQUIREMENT } from '../../tests/support/check-record.ts';
import type { Check, CheckRecord, Ending } from '../model.ts';
import { line, plain } from '../text.ts';
import { condense } from './reason.ts';

/** The repository's root: file names in reports are relative to it. */
export const root = path.resolve(import.meta.dirname, '../..');

/** The ids that a test's details name, in order. */
export function coveredBy(test: Pick<TestCase, 'annotations'>): string[] {
  return idsOf(test, REQUIREMENT);
}

function idsOf({ annotations }: Pick<TestCase, 'annotations'>, wanted: string): string[] {
  const those = annotations.filter(({ type }) => type === wanted);
  return [...new Set(those.map(({ description }) => description ?? ''))];
}

/** File › describe blocks › title. */
export function nameOf(test: Pick<TestCase, 'location' | 'titlePath'>): string {
  // The path starts with the root (empty), the project and the file.
  return [fileOf(test), ...test.titlePath().slice(3)].map(line).join(' › ');
}

/** The test file, relative to the repository if it is inside it. */
export function fileOf({ location }: Pick<TestCase, 'location'>): string {
  const relative = path.relative(root, location.file);
  return (relative.startsWith('..') ? path.basename(location.file) : relative).split(path.sep).join('/');
}

/** A selected test that has no result yet, and how it ends if none comes. */
export function pendingCheck(test: TestCase, ending: Ending): Check {
  return check(test, ending, undefined, 0);
}

/** One attempt of a test, as the model knows it. */
export function checkOf(test: TestCase, result: TestResult): Check {
  const record = recordOf(result);
  if (record instanceof Error) {
    return check(
      test,
      { is: 'broke', reason: `its record cannot be read: ${line(record.message)}` },
      undefined,
      result.duration,
    );
  }
  return check(test, endingOf(test, result, record), record, result.duration);
}

function check(test: TestCase, ending: Ending, record: CheckRecord | undefined, durationMs: number): Check {
  const further = idsOf(test, FURTHER);
  return {
    name: nameOf(test),
    capability: path.basename(test.location.file).replace(/(\.(spec|test))?\.[cm]?[jt]sx?$/, ''),
    covers: coveredBy(test),
    ...(further.length > 0 && { further }),
    ending,
    ...(record && { record }),
    durationMs,
  };
}

function endingOf(test: TestCase, result: TestResult, record: CheckRecord | undefined): Ending {
  switch (result.status) {
    case 'passed':
      return { is: 'passed' };
    case 'interrupted':
      return { is: 'interrupted' };
    case 'timedOut':
      return { is: 'timed-out', afterMs: result.duration };
    case 'skipped':
      return skipped(test, result);
    case 'failed': {
      // The test ran to its end and failed only because of what it recorded, so only the record counts.
      if (record && record.error === undefined && record.facts.some(({ is }) => is === 'broken'))
        return { is: 'passed' };
      // The message in the record is masked; Playwright's own is not.
      const reason = condense(record?.error ?? messageOf(result.errors[0]));
      if (failedAssertion(result)) return { is: 'refuted', reason };
      return { is: 'broke', reason: reason + whereOf(result.errors[0]) };
    }
  }
}

/** A deliberate skip gives a reason; any other skip means that an earlier step broke. */
function skipped(test: TestCase, result: TestResult): Ending {
  const marks = [...result.annotations, ...test.annotations].filter(
    ({ type }) => type === 'skip' || type === 'fixme',
  );
  const why = marks.find(({ description }) => description)?.description;
  if (why !== undefined) return { is: 'skipped', reason: line(why) };
  if (marks.length > 0) return { is: 'skipped', reason: 'the check is skipped without a reason' };
  return { is: 'prevented', reason: 'the check did not run: something before it in its file broke' };
}

/** The first message of an error; `value` is what a `throw 'text'` leaves. */
export function messageOf(error: TestError | undefined): string {
  return error?.message ?? error?.value ?? 'an error without a message';
}

/** The place of a programming error, since no report shows its stack; other errors are clear without it. */
export function whereOf(error: TestError | undefined): string {
  const { location } = error ?? {};
  if (!location || !/^(Type|Reference|Range)Error\b/.test(messageOf(error))) return '';
  return ` (${fileOf({ location })}:${location.line})`;
}

/**
 * Whether an assertion in the body of the check ended it. An assertion in a hook or fixture is about the set-up, not
 * the requirement; one that the body caught ended nothing.
 */
function failedAssertion(result: TestResult): boolean {
  const messages = new Set(result.errors.map((error) => plain(messageOf(error))));
  const failed = (steps: readonly TestStep[]): boolean =>
    steps.some((step) => {
      if (step.category === 'hook' || step.category === 'fixture') return false;
      if (step.category === 'expect' && step.error && messages.has(plain(messageOf(step.error)))) return true;
      return failed(step.steps);
    });
  return failed(result.steps);
}

/** The record that the check attached; undefined if there is none, an error if it is invalid. */
function recordOf(result: TestResult): CheckRecord | Error | undefined {
  const attachment = result.attachments.findLast(({ name }) => name === RECORD_ATTACHMENT);
  if (!attachment) return undefined;
  try {
    const text = attachment.body?.toString('utf8') ?? readFileSync(attachment.path ?? '', 'utf8');
    const value: unknown = JSON.parse(text);
    if (isRecord(value)) return value;
    return new Error('it has no list of facts and exchanges');
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}

function isRecord(value: unknown): value is CheckRecord {
  if (typeof value !== 'object' || value === null) return false;
  const { facts, exchanges } = value as { facts?: unknown; exchanges?: unknown };
  return Array.isArray(facts) && Array.isArray(exchanges);
}
