import path from 'node:path';
import { inspect } from 'node:util';
import { type TestInfo, type TestInfoError, test } from '@playwright/test';
import { catalogue, type Need, type RequirementId } from '../catalogue.ts';
import { lackedBy, needMeans, offers } from '../needs.ts';
import { maskError, maskRecord } from '../secrets/mask-record.ts';
import { SEAL_KEY, seal } from '../secrets/seal.ts';
import type { Target } from '../target.ts';
import { FURTHER, RECORD_ATTACHMENT, REQUIREMENT, SECRETS_ATTACHMENT } from './check-record.ts';
import { type End, factsOfEnd } from './conclusion.ts';
import { type Ledger, leaveRest, ledgerOf, Stopped } from './ledger.ts';
import { isAssertion } from './refutation.ts';

/** At most this much of a message is handed over. */
const LONGEST_TEXT = 100_000;

/** Stacks name files relative to the repository. */
const root = path.resolve(import.meta.dirname, '../../..');

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

/** The body of a check that records, as facts, what its end says about the requirements that it covers. */
export function concluding<F>(body: (fixtures: F) => void | Promise<void>): typeof body {
  const whole: typeof body = async (fixtures) => {
    const ledger = ledgerOf(test.info());
    try {
      await body(fixtures);
    } catch (error) {
      conclude(ledger, endBy(error, ledger, test.info()));
      ledger.endedBy = error;
      throw error;
    }
    conclude(ledger, { is: 'completed' });
  };
  // Playwright reads from the text of a body which fixtures it names.
  return Object.assign(whole, { toString: () => body.toString() });
}

function endBy(error: unknown, ledger: Ledger, testInfo: TestInfo): End {
  if (testInfo.expectedStatus === 'skipped') return { is: 'skipped', reason: whySkipped(testInfo) };
  const isExpected = error instanceof Stopped || isAssertion(error);
  if (isExpected && ledger.stopped !== undefined) return { is: 'stopped', ...ledger.stopped };
  if (error instanceof Stopped) return { is: 'stopped', reason: error.message };
  if (isAssertion(error)) return { is: 'refuted', reason: ledger.mask.apply(error.message) };
  return breakage(ledger, error instanceof Error ? error : { message: inspect(error) });
}

/**
 * Records what ended a check outside its body: the set-up or the end of a fixture, the time limit, the end of the run.
 */
export function concludeOutside(ledger: Ledger, testInfo: TestInfo): void {
  const { status, errors, duration } = testInfo;
  if (status === 'timedOut') return conclude(ledger, { is: 'timed-out', afterMs: duration });
  if (status === 'interrupted') return conclude(ledger, { is: 'interrupted' });
  const isEnded = ledger.concluded === true;
  const ofFixtures = errors.slice(ledger.endedBy === undefined ? 0 : 1);
  if (!isEnded && testInfo.expectedStatus === 'skipped')
    conclude(ledger, { is: 'skipped', reason: whySkipped(testInfo) });
  else if (!isEnded && ledger.stopped !== undefined) conclude(ledger, { is: 'stopped', ...ledger.stopped });
  else if (!isEnded || ofFixtures.length > 0)
    conclude(ledger, breakage(ledger, ofFixtures[0] ?? { message: 'its body did not run' }));
}

/** Adds the facts of an end. What they show broken is no longer sought in other checks. */
function conclude(ledger: Ledger, end: End): void {
  // The body of an interrupted check may still be running.
  if (ledger.isOver && end.is === 'completed') return;
  ledger.concluded = true;
  const exchange = ledger.about ?? ledger.exchanges.length - 1;
  for (const fact of factsOfEnd(ledger, end)) {
    ledger.facts.push(fact.is === 'broken' && exchange >= 0 ? { ...fact, exchange } : fact);
    if (fact.is === 'broken') ledger.sought?.delete(fact.id);
  }
}

/** A mistake of the suite as the end of a check; its stack is kept as evidence. */
function breakage(ledger: Ledger, error: Pick<TestInfoError, 'message' | 'stack' | 'value'>): End {
  const { message, stack, value } = error;
  const told = (text: string) => ledger.mask.clip(text, LONGEST_TEXT).replaceAll(`${root}${path.sep}`, '');
  const said = told(message ?? value ?? 'an error without a message');
  const lines = told(stack ?? said);
  ledger.broke.push(lines);
  const [place] = /\b(?:tests|reports)\/[\w/.-]+:\d+/.exec(lines) ?? [];
  return { is: 'broke', reason: place === undefined ? said : `${said} (${place})` };
}

function whySkipped({ annotations }: TestInfo): string {
  const reason = annotations.findLast(({ type, description }) => type === 'skip' && description)?.description;
  return reason ?? 'the check is skipped without a reason';
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
  const known = ledger.mask.known();
  const record = maskRecord(
    {
      facts: ledger.facts,
      // Nobody reads the evidence of a deployment that is known to be faulty.
      exchanges: ledger.sought === undefined ? ledger.exchanges : [],
      ...(ledger.stopped && ledger.covers.length === 0 && { stopped: ledger.stopped.reason }),
      ...(ledger.broke.length > 0 && { broke: ledger.broke }),
      ...(ledger.about !== undefined && { about: ledger.about }),
    },
    mask,
    // The URL of a next page may be as long as a body.
    (index) => ledger.knownAt[index] === known && (ledger.exchanges[index]?.url.length ?? 0) <= LONGEST_TEXT,
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
