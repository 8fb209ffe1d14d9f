import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from '@playwright/test';
import type { TestCase, TestResult, TestStep } from '@playwright/test/reporter';
import {
  checkOf,
  coveredBy,
  fileOf,
  messageOf,
  nameOf,
  pendingCheck,
  root,
  whereOf,
} from '../../reports/judge/collect.ts';
import { RECORD_ATTACHMENT } from '../support/check-record.ts';

const location = { file: path.join(root, 'tests/telephony/paging.spec.ts'), line: 7, column: 1 };

const testCase = (more: object = {}): TestCase =>
  ({
    location,
    titlePath: () => ['', 'checks', 'paging.spec.ts', 'a walk', 'ends'],
    annotations: [
      { type: 'requirement', description: 'TEL-001' },
      { type: 'issue', description: 'TEL-002' },
      { type: 'requirement', description: 'TEL-003' },
      { type: 'requirement', description: 'TEL-001' },
    ],
    ...more,
  }) as unknown as TestCase;

const result = (more: object = {}): TestResult =>
  ({
    status: 'passed',
    duration: 12,
    errors: [],
    attachments: [],
    annotations: [],
    steps: [],
    ...more,
  }) as unknown as TestResult;

const record = (value: unknown) => ({
  name: RECORD_ATTACHMENT,
  contentType: 'application/json',
  body: Buffer.from(JSON.stringify(value)),
});

const nothing = { facts: [], exchanges: [] };
const failed = (message: string, more: object = {}): TestResult =>
  result({ status: 'failed', errors: [{ message }], ...more });
const step = (category: string, message?: string, steps: TestStep[] = []): TestStep =>
  ({ category, title: category, steps, ...(message && { error: { message } }) }) as unknown as TestStep;

const endingOf = (one: TestResult, of = testCase()) => checkOf(of, one).ending;

test('a check is known by its file, capability, title and ids', () => {
  expect(checkOf(testCase(), result())).toEqual({
    name: 'tests/telephony/paging.spec.ts › a walk › ends',
    capability: 'paging',
    covers: ['TEL-001', 'TEL-003'],
    ending: { is: 'passed' },
    durationMs: 12,
  });
  expect(coveredBy({ annotations: [{ type: 'requirement' }] })).toEqual(['']);
  expect(nameOf(testCase({ titlePath: () => ['', 'p', 'f', 'two\n lines'] }))).toBe(
    'tests/telephony/paging.spec.ts › two lines',
  );
});

test('a file outside the repository is named without its folder', () => {
  const outside = { ...location, file: path.join(tmpdir(), 'elsewhere', 'a.test.mts') };
  expect(fileOf({ location: outside })).toBe('a.test.mts');
  expect(checkOf(testCase({ location: outside }), result()).capability).toBe('a');
});

test('a check without a result is what is said of it', () => {
  const ending = { is: 'not-run', reason: 'cut off' } as const;
  expect(pendingCheck(testCase(), ending)).toMatchObject({
    ending,
    durationMs: 0,
    covers: ['TEL-001', 'TEL-003'],
  });
  expect(pendingCheck(testCase(), ending)).not.toHaveProperty('record');
});

test.describe('how a check ended', () => {
  test('interrupted, and out of time', () => {
    expect(endingOf(result({ status: 'interrupted' }))).toEqual({ is: 'interrupted' });
    expect(endingOf(result({ status: 'timedOut', duration: 5 }))).toEqual({ is: 'timed-out', afterMs: 5 });
  });

  const skip = (...annotations: object[]) => endingOf(result({ status: 'skipped', annotations }));
  test('skipped by somebody who says why, by somebody who does not, and by what broke before', () => {
    expect(skip({ type: 'skip' }, { type: 'fixme', description: 'needs\n a call' })).toEqual({
      is: 'skipped',
      reason: 'needs a call',
    });
    expect(skip({ type: 'fixme' })).toEqual({
      is: 'skipped',
      reason: 'the check is skipped without a reason',
    });
    expect(skip({ type: 'requirement', description: 'TEL-001' })).toEqual({
      is: 'prevented',
      reason: 'the check did not run: something before it in its file broke',
    });
    const marked = testCase({ annotations: [{ type: 'skip', description: 'not now' }] });
    expect(endingOf(result({ status: 'skipped' }), marked)).toEqual({ is: 'skipped', reason: 'not now' });
  });

  test('refuted by an assertion of its own, however deep', () => {
    const deep = [step('test.step', undefined, [step('expect', 'it differs')])];
    expect(endingOf(failed('it differs', { steps: deep }))).toEqual({ is: 'refuted', reason: 'it differs' });
  });

  test('broke by anything else: an error, an assertion of a hook or of a fixture, one that was caught', () => {
    const broke = { is: 'broke', reason: 'it differs' };
    const expected = step('expect', 'it differs');
    expect(endingOf(failed('it differs'))).toEqual(broke);
    expect(endingOf(failed('it differs', { steps: [step('hook', undefined, [expected])] }))).toEqual(broke);
    expect(endingOf(failed('it differs', { steps: [step('fixture', undefined, [expected])] }))).toEqual(
      broke,
    );
    expect(endingOf(failed('it differs', { steps: [step('expect', 'another')] }))).toEqual(broke);
    expect(endingOf(failed('it differs', { steps: [step('test.step', 'it differs')] }))).toEqual(broke);
  });

  test('the words of the record come before Playwright’s, which are not masked', () => {
    const attachments = [record({ ...nothing, error: 'got $TOKEN' })];
    expect(endingOf(failed('got abcdefgh', { attachments }))).toEqual({ is: 'broke', reason: 'got $TOKEN' });
  });

  test('passed where it was reddened for what it recorded, and only there', () => {
    const facts = [{ id: 'TEL-001', is: 'broken', reason: 'r' }];
    const reddened = { attachments: [record({ facts, exchanges: [] })] };
    expect(endingOf(failed('TEL-001: r', reddened))).toEqual({ is: 'passed' });
    const held = { attachments: [record({ facts: [{ id: 'TEL-001', is: 'held' }], exchanges: [] })] };
    expect(endingOf(failed('e', held))).toEqual({ is: 'broke', reason: 'e' });
    const erred = { attachments: [record({ facts, exchanges: [], error: 'e' })] };
    expect(endingOf(failed('e', erred))).toEqual({ is: 'broke', reason: 'e' });
  });

  test('a mistake of the check itself says where it is', () => {
    const error = { message: 'TypeError: x is not a function', location };
    expect(endingOf(result({ status: 'failed', errors: [error] }))).toEqual({
      is: 'broke',
      reason: 'x is not a function (tests/telephony/paging.spec.ts:7)',
    });
    expect(whereOf({ message: 'Error: no answer', location })).toBe('');
    expect(whereOf({ message: 'TypeError: x' })).toBe('');
    expect(whereOf(undefined)).toBe('');
  });

  test('an error has a message, a thrown value or neither', () => {
    expect([
      messageOf({ message: 'm', value: 'v' }),
      messageOf({ value: 'v' }),
      messageOf(undefined),
    ]).toEqual(['m', 'v', 'an error without a message']);
  });
});

test.describe('the record of a check', () => {
  let folder = '';
  test.beforeAll(() => void (folder = mkdtempSync(path.join(tmpdir(), 'collect-'))));
  test.afterAll(() => rmSync(folder, { recursive: true }));

  const whole = { facts: [{ id: 'TEL-001', is: 'held' }], exchanges: [] };

  test('is the last of its name, in memory or in a file', () => {
    const other = { ...record({ facts: [] }), name: 'another' };
    const attachments = [record(nothing), record(whole), other];
    expect(checkOf(testCase(), result({ attachments })).record).toEqual(whole);
    const file = path.join(folder, 'record.json');
    writeFileSync(file, JSON.stringify(whole));
    const inFile = [{ name: RECORD_ATTACHMENT, contentType: 'application/json', path: file }];
    expect(checkOf(testCase(), result({ attachments: inFile })).record).toEqual(whole);
  });

  for (const [what, body] of [
    ['no JSON', Buffer.from('{')],
    ['null', record(null).body],
    ['a text', record('x').body],
    ['without exchanges', record({ facts: [] }).body],
    ['without facts', record({ exchanges: [] }).body],
  ] as const) {
    test(`that is ${what} breaks the check`, () => {
      const check = checkOf(testCase(), result({ attachments: [{ ...record(nothing), body }] }));
      expect(check.ending).toMatchObject({ is: 'broke' });
      expect((check.ending as { reason: string }).reason).toMatch(/^its record cannot be read: \S/);
      expect(check).not.toHaveProperty('record');
      expect(check.durationMs).toBe(12);
    });
  }
});
