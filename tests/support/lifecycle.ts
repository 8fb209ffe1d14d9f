import type { TestInfo } from '@playwright/test';
import { catalogue, type Need, type RequirementId, serverOf } from './catalogue.ts';
import { type Ledger, Stopped } from './ledger.ts';
import { type CheckRecord, RECORD_ATTACHMENT } from './record.ts';
import { needMeans, offers, type Target } from './target.ts';

/** The ids that a test names by `covers`. */
export function coveredBy(testInfo: TestInfo): RequirementId[] {
  return testInfo.annotations.flatMap(({ type, description }) =>
    type === 'requirement' && description !== undefined && description in catalogue
      ? [description as RequirementId]
      : [],
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
    if (target.urls[serverOf(id)] === undefined) {
      ledger.facts.push({ id, is: 'not-exercised', reason: `the ${serverOf(id)} server was left out` });
    } else if (need !== undefined) {
      ledger.facts.push({ id, is: 'not-exercised', need, reason: `needs ${needMeans[need]}` });
    }
  }
  const [first] = ledger.facts;
  const none = ledger.covers.length > 0 && ledger.facts.length === ledger.covers.length;
  return none && first?.is === 'not-exercised' ? first.reason : undefined;
}

/** Ends a check that needs more of something than the target offers. */
export function skipFor(ledger: Ledger, testInfo: TestInfo, need: Need, reason: string): never {
  for (const id of ledger.covers) {
    if (!ledger.facts.some((fact) => fact.id === id))
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
  const { mask } = ledger;
  for (const error of testInfo.errors) {
    if (error.message !== undefined) error.message = mask.apply(error.message);
    if (error.stack !== undefined) error.stack = mask.apply(error.stack);
    if (error.value !== undefined) error.value = mask.apply(error.value);
  }
  const [error] = testInfo.errors;
  const record: CheckRecord = {
    facts: ledger.facts,
    exchanges: ledger.exchanges,
    ...(ledger.stopped && { stopped: { ...ledger.stopped, reason: mask.apply(ledger.stopped.reason) } }),
    ...(error && { error: error.message ?? error.value ?? 'unknown error' }),
  };
  testInfo.attachments.push({
    name: RECORD_ATTACHMENT,
    contentType: 'application/json',
    body: Buffer.from(JSON.stringify(record)),
  });
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
