import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from '@playwright/test';
import type { TestCase, TestResult } from '@playwright/test/reporter';
import {
  checkOf,
  coveredBy,
  fileOf,
  messageOf,
  nameOf,
  pendingCheck,
  root,
  whereOf,
} from '../../../reports/judge/collect.ts';
import { findingsOf } from '../../../reports/judge/facts.ts';
import type { Check, CheckRecord } from '../../../reports/model.ts';
import { RECORD_ATTACHMENT } from '../../support/judging/check-record.ts';

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

const unrecorded = (one: TestResult, of = testCase()) => checkOf(of, one).unrecorded;
const blocked = (reason: string) => ({ is: 'blocked', reason });

test('a check is known by its file, capability, title and ids', () => {
  expect(checkOf(testCase(), result())).toEqual({
    name: 'tests/telephony/paging.spec.ts › a walk › ends',
    capability: 'paging',
    covers: ['TEL-001', 'TEL-003'],
    unrecorded: { is: 'blocked', reason: 'the check recorded nothing' },
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
  const cut = { is: 'not-exercised', reason: 'cut off' } as const;
  expect(pendingCheck(testCase(), cut)).toMatchObject({
    unrecorded: cut,
    durationMs: 0,
    covers: ['TEL-001', 'TEL-003'],
  });
  expect(pendingCheck(testCase(), cut)).not.toHaveProperty('record');
});

test.describe('a check without a record', () => {
  test('was cut off, or out of time', () => {
    expect(unrecorded(result({ status: 'interrupted' }))).toEqual(
      blocked('the run was cut off during this check'),
    );
    expect(unrecorded(result({ status: 'timedOut', duration: 5 }))).toEqual(
      blocked('the check did not end within 5 ms'),
    );
  });

  const skip = (...annotations: object[]) => unrecorded(result({ status: 'skipped', annotations }));
  const left = (reason: string) => ({ is: 'not-exercised', reason });
  test('was skipped by somebody who says why, by somebody who does not, or by what broke before', () => {
    expect(skip({ type: 'skip' }, { type: 'fixme', description: 'needs\n a call' })).toEqual(
      left('needs a call'),
    );
    expect(skip({ type: 'fixme' })).toEqual(left('the check is skipped without a reason'));
    expect(skip({ type: 'requirement', description: 'TEL-001' })).toEqual(
      blocked('the check did not run: something before it in its file broke'),
    );
    const marked = testCase({ annotations: [{ type: 'skip', description: 'not now' }] });
    expect(unrecorded(result({ status: 'skipped' }), marked)).toEqual(left('not now'));
  });

  test('broke, with the place of a mistake', () => {
    expect(unrecorded(failed('it differs'))).toEqual(blocked('the check itself broke: it differs'));
    const error = { message: 'TypeError: x is not a function', location };
    expect(unrecorded(result({ status: 'failed', errors: [error] }))).toEqual(
      blocked('the check itself broke: x is not a function (tests/telephony/paging.spec.ts:7)'),
    );
    expect(whereOf({ message: 'Error: no answer', location })).toBe('');
    expect(whereOf({ message: 'TypeError: x' })).toBe('');
    expect(whereOf(undefined)).toBe('');
  });

  test('or broke after it had handed over a record that tells of nothing wrong', () => {
    const handed = (...facts: object[]) => ({ attachments: [record({ facts, exchanges: [] })] });
    const held = { id: 'TEL-001', is: 'held' };
    expect(unrecorded(failed('e', handed(held)))).toEqual(blocked('the check itself broke: e'));
    for (const told of [
      { id: 'TEL-003', is: 'broken', reason: 'r' },
      { id: 'TEL-003', ...blocked('r') },
    ])
      expect(unrecorded(failed('TEL-003: r', handed(held, told)))).toBeUndefined();
    expect(unrecorded(result(handed(held)))).toBeUndefined();
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
      expect(check.unrecorded?.is).toBe('blocked');
      expect(check.unrecorded?.reason).toMatch(/^its record cannot be read: \S/);
      expect(check).not.toHaveProperty('record');
      expect(check.durationMs).toBe(12);
    });
  }
});

const check = (covers: string[], more: Partial<Check> = {}): Check => ({
  name: 'a.spec.ts › a',
  capability: 'a',
  covers,
  durationMs: 0,
  ...more,
});
const recorded = (...facts: CheckRecord['facts']) => ({ record: { facts, exchanges: [] } });
const silent = { is: 'blocked', reason: 'the check ended without judging it' };

test('what a check recorded is what it found', () => {
  const facts: CheckRecord['facts'] = [
    { id: 'TEL-001', is: 'held' },
    { id: 'TEL-009', is: 'broken', reason: 'got 500' },
  ];
  expect(findingsOf(check(['TEL-001'], recorded(...facts)))).toEqual(facts);
});

test('what a record passes over is blocked, unless it is judged in passing', () => {
  const both = check(['TEL-001', 'TEL-002'], recorded({ id: 'TEL-001', is: 'held' }));
  expect(findingsOf(both)).toContainEqual({ id: 'TEL-002', ...silent });
  expect(findingsOf({ ...both, further: ['TEL-002'] })).toEqual([{ id: 'TEL-001', is: 'held' }]);
});

test('without a record nothing passes and nothing fails', () => {
  const covers = ['TEL-001', 'TEL-002'];
  const further = ['TEL-002'];
  expect(findingsOf(check(covers)).map(({ is }) => is)).toEqual(['blocked', 'blocked']);
  const cut = { is: 'blocked', reason: 'the run was cut off during this check' } as const;
  expect(findingsOf(check(covers, { further, unrecorded: cut }))).toEqual(
    covers.map((id) => ({ id, ...cut })),
  );
  const skipped = { is: 'not-exercised', reason: 'needs state' } as const;
  expect(findingsOf(check(covers, { further, unrecorded: skipped }))).toEqual([
    { id: 'TEL-001', ...skipped },
  ]);
});
