import { rmSync } from 'node:fs';
import type { TestResult, TestStep } from '@playwright/test/reporter';
import { RECORD_ATTACHMENT, SECRETS_ATTACHMENT } from '../../tests/support/judging/check-record.ts';
import { type Mask, maskStrings, type Secret } from '../../tests/support/secrets/mask.ts';
import { maskError } from '../../tests/support/secrets/mask-record.ts';
import { unseal } from '../../tests/support/secrets/seal.ts';

type Attachments = TestResult['attachments'];

const ours = new Set([RECORD_ATTACHMENT, SECRETS_ATTACHMENT]);

/** Playwright's description of a failure for tools that repair tests, written beside its other results. */
const ERROR_CONTEXT = 'error-context';

/** Attachments from a worker that are meant only for this reporter. */
const withheld = new WeakMap<TestResult, Attachments>();

/** Replaces what is withheld, since steps refer to their attachments. */
const nothing = Buffer.from('withheld: see the evidence in the reports of the suite\n');

/**
 * Empties the attachments that no other reporter may see: the record of the check, the secrets it learned, and
 * Playwright's error context, which shows the page. Reporters are called in order, so the first one decides what the
 * later ones see.
 */
export function withhold(result: TestResult): void {
  const kept = withheld.get(result) ?? [];
  withheld.set(result, kept);
  for (const attachment of result.attachments) {
    if (attachment.body === nothing) continue;
    if (ours.has(attachment.name)) kept.push({ ...attachment });
    else if (attachment.name === ERROR_CONTEXT) rmSync(attachment.path ?? '', { force: true });
    else continue;
    attachment.body = nothing;
    delete attachment.path;
  }
}

/** The result as the worker handed it over. */
export function whole(result: TestResult): TestResult {
  return { ...result, attachments: withheld.get(result) ?? [] };
}

/** The parameters and the error of a step, from when it began and when it ended. */
const told = new WeakMap<TestStep, Pick<TestStep, 'params' | 'error'>>();

/** Replaces an error that is held back. */
const heldBack = { message: 'see the errors of the check' };

/**
 * Holds back the expected and received values of an assertion until its check has ended: some reporters write steps
 * immediately, when only the worker knows which values are secret.
 */
export function holdBack(step: TestStep): void {
  const { params, error } = step;
  const kept = told.get(step);
  told.set(step, {
    ...kept,
    ...(params !== undefined && { params }),
    ...(error !== undefined && error !== heldBack && { error }),
  });
  delete step.params;
  if (error !== undefined) step.error = heldBack;
}

/**
 * The secrets that a check learned.
 *
 * @param key the key with which the workers of this run encrypt them
 */
export function secretsOf(result: TestResult, key: string): Secret[] {
  return (withheld.get(result) ?? []).flatMap(({ name, body }) =>
    name === SECRETS_ATTACHMENT && body !== undefined ? (unseal(body, key) as Secret[]) : [],
  );
}

/** Masks a result for later reporters; its worker may not have known all secrets. */
export function redact(result: TestResult, mask: Pick<Mask, 'apply'>): void {
  for (const error of result.errors) maskError(error, mask);
  if (result.error !== undefined) maskError(result.error, mask);
  redactSteps(result.steps, mask);
  for (const stream of [result.stdout, result.stderr]) {
    for (const [index, chunk] of stream.entries()) stream[index] = mask.apply(String(chunk));
  }
}

function redactSteps(steps: TestStep[], mask: Pick<Mask, 'apply'>): void {
  for (const step of steps) {
    Object.assign(step, told.get(step));
    told.delete(step);
    step.title = mask.apply(step.title);
    if (step.subtitle !== undefined) step.subtitle = mask.apply(step.subtitle);
    if (step.params !== undefined) step.params = maskStrings(step.params, mask);
    if (step.error !== undefined) maskError(step.error, mask);
    redactSteps(step.steps, mask);
  }
}
