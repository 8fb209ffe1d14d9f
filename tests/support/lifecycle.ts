import type { TestInfo } from '@playwright/test';
import { catalogue, type Need, type RequirementId, serverOf } from './catalogue.ts';
import { FURTHER, RECORD_ATTACHMENT, SECRETS_ATTACHMENT } from './check-record.ts';
import { type Ledger, Stopped } from './ledger.ts';
import { maskError, maskRecord } from './secrets/mask-record.ts';
import { SEAL_KEY, seal } from './secrets/seal.ts';
import { needMeans, offers, type Target } from './target.ts';

/** Of one message, more than this is not handed over. */
const LONGEST_TEXT = 100_000;

/** The ids that a test names by `covers`. */
export function coveredBy(testInfo: TestInfo): RequirementId[] {
  return testInfo.annotations.flatMap(({ type, description }) =>
    type === 'requirement' && description !== undefined && description in catalogue
      ? [description as RequirementId]
      : [],
  );
}

/** Those among them that it may be silent of. */
export function furtherBy(testInfo: TestInfo): RequirementId[] {
  return testInfo.annotations.flatMap(({ type, description }) =>
    type === FURTHER ? [description as RequirementId] : [],
  );
}

/**
 * Settles, before anything is sent, the requirements whose needs the target does not meet.
 *
 * @returns why the check is not to run at all, when that is so of every requirement it covers
 */
export function settleUnmet(ledger: Ledger, target: Target): string | undefined {
  const met = offers(target);
  for (const id of ledger.covers) {
    const need = catalogue[id].needs?.find((one) => !met.has(one));
    if (ledger.further.has(id)) {
      if (need !== undefined || target.urls[serverOf(id)] === undefined) ledger.closed.add(id);
    } else if (target.urls[serverOf(id)] === undefined) {
      ledger.facts.push({ id, is: 'not-exercised', reason: `the ${serverOf(id)} server was left out` });
    } else if (need !== undefined) {
      ledger.facts.push({ id, is: 'not-exercised', need, reason: `needs ${needMeans[need]}` });
    }
  }
  const [first] = ledger.facts;
  // What it judges in one more place alone is no reason to run.
  const main = ledger.covers.filter((id) => !ledger.further.has(id));
  if (main.length === 0 && ledger.closed.size > 0 && ledger.closed.size === ledger.covers.length)
    return 'needs what this target does not offer';
  const none = main.length > 0 && ledger.facts.length === main.length;
  return none && first?.is === 'not-exercised' ? first.reason : undefined;
}

/** Ends a check that needs more of something than the target offers. */
export function skipFor(ledger: Ledger, testInfo: TestInfo, need: Need, reason: string): never {
  for (const id of ledger.covers) {
    if (!ledger.further.has(id) && !ledger.facts.some((fact) => fact.id === id))
      ledger.facts.push({ id, is: 'not-exercised', need, reason });
  }
  testInfo.skip(true, reason);
  throw new Stopped(reason);
}

/** What a fixture takes from the target; the catalogue's needs see to it that it is there. */
export function offered<T>(value: T | undefined, need: Need): T {
  if (value === undefined)
    throw new Error(`A requirement of this test lacks the need "${need}" in the catalogue`);
  return value;
}

/** Hands what the check found out to the reports, and masks what Playwright says of its end. */
export function handOver(ledger: Ledger, testInfo: TestInfo): void {
  // An assertion on a body may tell the whole of it.
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

/** Shows in Playwright's own colours what was judged and went on; a should or an open point never reddens a test. */
export function failIfBroken(ledger: Ledger, testInfo: TestInfo): void {
  if (testInfo.errors.length > 0) return;
  const broken = ledger.facts.flatMap((fact) =>
    fact.is === 'broken' && ['must', 'choice'].includes(catalogue[fact.id].level)
      ? [`${fact.id} ${catalogue[fact.id].title}: ${fact.reason}`]
      : [],
  );
  if (broken.length > 0) throw new Error(broken.join('\n'));
}
