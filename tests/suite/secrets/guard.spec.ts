import { existsSync, writeFileSync } from 'node:fs';
import { expect, test } from '@playwright/test';
import type { TestResult, TestStep } from '@playwright/test/reporter';
import { holdBack, redact, secretsOf, whole, withhold } from '../../../reports/guard/redact.ts';
import { withoutWireLogs } from '../../../reports/guard/wire-logs.ts';
import { RECORD_ATTACHMENT, SECRETS_ATTACHMENT } from '../../support/judging/check-record.ts';
import { newKey, seal } from '../../support/secrets/seal.ts';

/** What later reporters see of a check: nothing that is withheld, and no secret in the rest. */

const mask = { apply: (text: string) => text.replaceAll('s3cret', '***') };

const stepOf = (more: Partial<TestStep> = {}): TestStep =>
  ({
    title: 'POST /oauth/token s3cret',
    subtitle: 'with s3cret',
    params: { expected: 's3cret', received: ['a s3cret'] },
    error: { message: 'got s3cret', stack: 'got s3cret at', snippet: "expect('s3cret')" },
    steps: [],
    ...more,
  }) as Partial<TestStep> as TestStep;

const resultOf = (more: Partial<TestResult> = {}): TestResult =>
  ({
    attachments: [],
    errors: [{ message: 'got s3cret' }],
    error: { message: 'got s3cret', value: 's3cret' },
    steps: [],
    stdout: ['a s3cret'],
    stderr: [Buffer.from('a s3cret')],
    ...more,
  }) as Partial<TestResult> as TestResult;

test('no text of a result or of its steps keeps a secret', () => {
  const result = resultOf({ steps: [stepOf({ steps: [stepOf()] })] });
  redact(result, mask);
  const text = JSON.stringify(result);
  expect(text).not.toContain('s3cret');
  expect(result).toMatchObject({ errors: [{ message: 'got ***' }], stdout: ['a ***'], stderr: ['a ***'] });
  const step = {
    title: 'POST /oauth/token ***',
    subtitle: 'with ***',
    params: { expected: '***', received: ['a ***'] },
    error: { message: 'got ***' },
  };
  expect(result.steps).toMatchObject([{ ...step, steps: [step] }]);
});

test('what a step compares is told when its check has ended, and masked then', () => {
  const step = stepOf();
  holdBack(step);
  expect(step.params).toBeUndefined();
  expect(step.error).toEqual({ message: 'see the errors of the check' });
  // Both when it begins and when it ends.
  holdBack(step);
  redact(resultOf({ steps: [step] }), mask);
  expect(step).toMatchObject({ params: { expected: '***' }, error: { message: 'got ***' } });
});

test('the record and the error context are for this reporter alone', ({}, testInfo) => {
  const file = testInfo.outputPath('error-context.md');
  writeFileSync(file, 's3cret');
  const record = { name: RECORD_ATTACHMENT, contentType: 'application/json', body: Buffer.from('s3cret') };
  const other = { name: 'page', contentType: 'text/plain', body: Buffer.from('a page') };
  const context = { name: 'error-context', contentType: 'text/markdown', path: file };
  const result = resultOf({ attachments: [record, other, context].map((one) => ({ ...one })) });
  withhold(result);
  // A later call, of another event, changes nothing.
  withhold(result);
  const bodies = result.attachments.map(({ body }) => String(body));
  expect(bodies).toEqual([
    expect.stringContaining('withheld'),
    'a page',
    expect.stringContaining('withheld'),
  ]);
  expect(result.attachments.map(({ path }) => path)).toEqual([undefined, undefined, undefined]);
  expect(existsSync(file)).toBe(false);
  expect(whole(result).attachments).toEqual([record]);
});

test('the secrets of a check are withheld as well, and open with the key of the run', () => {
  const key = newKey();
  const secrets = [{ value: 's3cret', name: 'access_token' }];
  const sealed = {
    name: SECRETS_ATTACHMENT,
    contentType: 'application/octet-stream',
    body: seal(secrets, key),
  };
  const other = { name: 'page', contentType: 'text/plain', body: Buffer.from('a page') };
  const result = resultOf({ attachments: [sealed, other].map((one) => ({ ...one })) });
  withhold(result);
  expect(String(result.attachments[0]?.body)).toContain('withheld');
  expect(secretsOf(result, key)).toEqual(secrets);
  expect(secretsOf(resultOf(), key)).toEqual([]);
});

/** Logs of Playwright that would show what no mask has seen. */
const environments: readonly (readonly [
  given: Readonly<Record<string, string>>,
  left: Readonly<Record<string, string>>,
  off: readonly string[],
])[] = [
  [{}, {}, []],
  [{ DEBUG: 'pw:api' }, { DEBUG: 'pw:api' }, []],
  [{ DEBUG: 'pw:protocol' }, { DEBUG: '' }, ['DEBUG=pw:protocol']],
  [
    { DEBUG: 'pw:api,pw:protocol pw:channel' },
    { DEBUG: 'pw:api' },
    ['DEBUG=pw:protocol', 'DEBUG=pw:channel'],
  ],
  [{ DEBUG: 'pw:browser:metadata' }, { DEBUG: '' }, ['DEBUG=pw:browser:metadata']],
  [{ DEBUG: 'pw:*,-pw:protocol' }, { DEBUG: '-pw:protocol' }, ['DEBUG=pw:*']],
  [{ DEBUG: '*' }, { DEBUG: '' }, ['DEBUG=*']],
  [{ PW_RUNNER_DEBUG: '1' }, {}, ['PW_RUNNER_DEBUG']],
];

for (const [given, left, off] of environments) {
  test(`the environment ${JSON.stringify(given)} is left with ${JSON.stringify(left)}`, () => {
    const env = { ...given };
    expect(withoutWireLogs(env)).toEqual(off);
    expect(env).toEqual(left);
  });
}
