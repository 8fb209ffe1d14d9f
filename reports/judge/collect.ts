import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { TestCase, TestError, TestResult } from '@playwright/test/reporter';
import { FURTHER, RECORD_ATTACHMENT, REQUIREMENT } from '../../tests/support/judging/check-record.ts';
import type { Check, CheckRecord, Unrecorded } from '../model.ts';
import { duration, line } from '../text.ts';
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

/** A selected test without a result. */
export function pendingCheck(test: TestCase, unrecorded: Unrecorded): Check {
  return { ...described(test), unrecorded, durationMs: 0 };
}

/** One attempt of a test, as the model knows it. */
export function checkOf(test: TestCase, result: TestResult): Check {
  const known = { ...described(test), durationMs: result.duration };
  const record = recordOf(result);
  if (record instanceof Error)
    return { ...known, unrecorded: blocked(`its record cannot be read: ${line(record.message)}`) };
  if (record === undefined || isTooLate(result, record))
    return { ...known, unrecorded: unrecordedOf(test, result) };
  return { ...known, record };
}

function described(test: TestCase): Omit<Check, 'durationMs' | 'record' | 'unrecorded'> {
  const further = idsOf(test, FURTHER);
  return {
    name: nameOf(test),
    capability: path.basename(test.location.file).replace(/(\.(spec|test))?\.[cm]?[jt]sx?$/, ''),
    covers: coveredBy(test),
    ...(further.length > 0 && { further }),
  };
}

/** Whether something went wrong that the record does not tell, since it was handed over before. */
function isTooLate({ status }: TestResult, { facts }: CheckRecord): boolean {
  if (status === 'passed' || status === 'skipped') return false;
  return !facts.some(({ is }) => is === 'broken' || is === 'blocked');
}

/** What a check without a record says about all that it covers. Playwright's words never become a pass or a fail. */
function unrecordedOf(test: TestCase, result: TestResult): Unrecorded {
  switch (result.status) {
    case 'skipped':
      return skipped(test, result);
    case 'interrupted':
      return blocked('the run was cut off during this check');
    case 'timedOut':
      return blocked(`the check did not end within ${duration(result.duration)}`);
    case 'passed':
      return blocked('the check recorded nothing');
    case 'failed': {
      const [error] = result.errors;
      return blocked(`the check itself broke: ${condense(messageOf(error))}${whereOf(error)}`);
    }
  }
}

function blocked(reason: string): Unrecorded {
  return { is: 'blocked', reason };
}

/** A deliberate skip gives a reason; any other skip means that an earlier step broke. */
function skipped(test: TestCase, result: TestResult): Unrecorded {
  const marks = [...result.annotations, ...test.annotations].filter(
    ({ type }) => type === 'skip' || type === 'fixme',
  );
  const why = marks.find(({ description }) => description)?.description;
  if (why !== undefined) return { is: 'not-exercised', reason: line(why) };
  if (marks.length > 0) return { is: 'not-exercised', reason: 'the check is skipped without a reason' };
  return blocked('the check did not run: something before it in its file broke');
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
