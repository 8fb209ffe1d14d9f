import { rmSync } from 'node:fs';
import type { TestResult, TestStep } from '@playwright/test/reporter';
import { RECORD_ATTACHMENT, SECRETS_ATTACHMENT } from '../../tests/support/check-record.ts';
import { type Mask, maskStrings, type Secret } from '../../tests/support/secrets/mask.ts';
import { maskError } from '../../tests/support/secrets/mask-record.ts';
import { unseal } from '../../tests/support/secrets/seal.ts';

type Attachments = TestResult['attachments'];

const ours = new Set([RECORD_ATTACHMENT, SECRETS_ATTACHMENT]);

/** Playwright's account of a failure for a program that mends tests, written beside its other results. */
const ERROR_CONTEXT = 'error-context';

/** What a worker handed over for us alone. */
const withheld = new WeakMap<TestResult, Attachments>();

/** What stands in the place of what is withheld: steps refer to their attachments. */
const nothing = Buffer.from('withheld: see the evidence in the reports of the suite\n');

/**
 * Empties what is meant for no other reporter: the record of the check, the secrets it learned, and
 * Playwright's error context, which shows the page as it was. Reporters are told in their order, so
 * the first in the list decides what the later ones see.
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

/** The result as it was handed over. */
export function whole(result: TestResult): TestResult {
  return { ...result, attachments: withheld.get(result) ?? [] };
}

/** What a step told when it began and when it ended: what it was given, and what it failed by. */
const told = new WeakMap<TestStep, Pick<TestStep, 'params' | 'error'>>();

/** What stands in the place of an error that is held back. */
const heldBack = { message: 'see the errors of the check' };

/**
 * Holds back what an assertion expected and what it met, until its check has ended: some reporters write steps
 * down as they come, when nobody but its worker knows what is a secret in them.
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
 * @param key by which this run's workers seal them
 */
export function secretsOf(result: TestResult, key: string): Secret[] {
  return (withheld.get(result) ?? []).flatMap(({ name, body }) =>
    name === SECRETS_ATTACHMENT && body !== undefined ? (unseal(body, key) as Secret[]) : [],
  );
}

/** Masks what later reporters are shown of a result; its workers knew no more secrets than they had met. */
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
    if (step.params !== undefined) step.params = maskStrings(step.params, mask);
    if (step.error !== undefined) maskError(step.error, mask);
    redactSteps(step.steps, mask);
  }
}
