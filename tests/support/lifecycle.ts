import { type TestInfo, test } from '@playwright/test';
import { catalogue, type Need, type RequirementId } from './catalogue.ts';
import { FURTHER, RECORD_ATTACHMENT, REQUIREMENT, SECRETS_ATTACHMENT } from './check-record.ts';
import { type Ledger, leaveRest, ledgerOf, Stopped } from './ledger.ts';
import { lackedBy, needMeans, offers } from './needs.ts';
import { maskError, maskRecord } from './secrets/mask-record.ts';
import { SEAL_KEY, seal } from './secrets/seal.ts';
import type { Target } from './target.ts';

/** At most this much of a message is handed over. */
const LONGEST_TEXT = 100_000;

/** The ids that a test names by `covers`. */
export function coveredBy(testInfo: TestInfo): RequirementId[] {
  return testInfo.annotations.flatMap(({ type, description }) =>
    type === REQUIREMENT && description !== undefined && description in catalogue
      ? [description as RequirementId]
      : [],
  );
}

/** The covered ids that a test may leave unjudged. */
export function furtherBy(testInfo: TestInfo): RequirementId[] {
  return testInfo.annotations.flatMap(({ type, description }) =>
    type === FURTHER ? [description as RequirementId] : [],
  );
}

/**
 * Records, before anything is sent, which requirements the target does not meet the needs of.
 *
 * @returns why the check should not run at all, if the target meets the needs of none of its requirements
 */
export function settleUnmet(ledger: Ledger, target: Target): string | undefined {
  const met = offers(target);
  for (const id of ledger.covers) {
    const lacked = lackedBy(target, id, met);
    if (lacked === undefined) continue;
    if (ledger.further.has(id)) ledger.closed.add(id);
    else if ('server' in lacked)
      ledger.facts.push({ id, is: 'not-exercised', reason: `the ${lacked.server} server was left out` });
    else
      ledger.facts.push({
        id,
        is: 'not-exercised',
        need: lacked.need,
        reason: `needs ${needMeans[lacked.need]}`,
      });
  }
  const [first] = ledger.facts;
  // Its `further` requirements alone are no reason to run.
  const main = ledger.covers.filter((id) => !ledger.further.has(id));
  if (main.length === 0 && ledger.closed.size > 0 && ledger.closed.size === ledger.covers.length)
    return 'needs what this target does not offer';
  const none = main.length > 0 && ledger.facts.length === main.length;
  return none && first?.is === 'not-exercised' ? first.reason : undefined;
}

/** A body that notices the assertion that ends it: what that refutes is no longer sought in the checks after it. */
export function noticingItsEnd<F>(body: (fixtures: F) => void | Promise<void>): typeof body {
  const noticing: typeof body = async (fixtures) => {
    try {
      await body(fixtures);
    } catch (error) {
      // Of all errors, only those of assertions have a result.
      if (error instanceof Error && 'matcherResult' in error) settleRefuted(ledgerOf(test.info()));
      throw error;
    }
  };
  // Playwright reads from the text of a body which fixtures it names.
  return Object.assign(noticing, { toString: () => body.toString() });
}

/**
 * Settles what an assertion has refuted that ended a check: the one requirement that the check covers, if it has recorded
 * nothing about it. The reports conclude from the end of the check that it is broken; here it is no longer sought.
 */
function settleRefuted({ covers: [only, ...others], facts, stopped, sought }: Ledger): void {
  if (only === undefined || others.length > 0 || stopped !== undefined) return;
  if (!facts.some(({ id }) => id === only)) sought?.delete(only);
}

/** Skips a check that needs more of something than the target offers. */
export function skipFor(ledger: Ledger, testInfo: TestInfo, need: Need, reason: string): never {
  leaveRest(ledger, reason, need);
  testInfo.skip(true, reason);
  throw new Stopped(reason);
}

/** A value that a fixture takes from the target; the needs in the catalogue ensure that it is present. */
export function offered<T>(value: T | undefined, need: Need): T {
  if (value === undefined)
    throw new Error(`A requirement of this test lacks the need "${need}" in the catalogue`);
  return value;
}

/** Hands what the check found to the reports, and masks Playwright's own errors. */
export function handOver(ledger: Ledger, testInfo: TestInfo): void {
  // The message of an assertion may contain a whole body.
  const mask = { apply: (text: string) => ledger.mask.clip(text, LONGEST_TEXT) };
  for (const error of testInfo.errors) maskError(error, mask);
  const [error] = testInfo.errors;
  const record = maskRecord(
    {
      facts: ledger.facts,
      exchanges: ledger.exchanges,
      ...(ledger.stopped && { stopped: ledger.stopped }),
      ...(error && { error: error.message ?? error.value ?? 'unknown error' }),
      ...(ledger.about !== undefined && { about: ledger.about }),
    },
    mask,
  );
  attach(testInfo, RECORD_ATTACHMENT, Buffer.from(JSON.stringify(record)));
  const key = process.env[SEAL_KEY];
  const learned = ledger.mask.takeNew();
  if (key !== undefined && learned.length > 0) attach(testInfo, SECRETS_ATTACHMENT, seal(learned, key));
}

function attach(testInfo: TestInfo, name: string, body: Buffer): void {
  testInfo.attachments.push({ name, contentType: 'application/json', body });
}

/** Fails the Playwright test for what was judged without ending it. A should or an open point never fails a test. */
export function failIfBroken(ledger: Ledger, testInfo: TestInfo): void {
  if (testInfo.errors.length > 0) return;
  const broken = ledger.facts.flatMap((fact) =>
    fact.is === 'broken' && ['must', 'choice'].includes(catalogue[fact.id].level)
      ? [`${fact.id} ${catalogue[fact.id].title}: ${fact.reason}`]
      : [],
  );
  if (broken.length > 0) throw new Error(broken.join('\n'));
}
