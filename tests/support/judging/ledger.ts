import { type TestInfo, test } from '@playwright/test';
import type { Need, RequirementId } from '../catalogue.ts';
import type { Mask } from '../secrets/mask.ts';
import type { Exchange, Fact } from './check-record.ts';

/** What a running check has found so far. */
export interface Ledger {
  /** The secrets of this target. */
  readonly mask: Mask;
  readonly covers: readonly RequirementId[];
  /** Covered requirements that it may leave unjudged. */
  readonly further: ReadonlySet<RequirementId>;
  /** Covered requirements that it does leave unjudged. */
  readonly closed: Set<RequirementId>;
  /**
   * What is still to be found broken, in this check or another one, until enough is known about the deployment;
   * undefined if the suite goes on whatever it finds.
   */
  readonly sought?: Set<RequirementId>;
  readonly facts: Fact[];
  readonly exchanges: Exchange[];
  /** How many secrets were known when each exchange was masked. */
  readonly knownAt: number[];
  /** The index among the exchanges of each answer, and of its body if that is a JSON object or list. */
  readonly places: WeakMap<object, number>;
  /** The index of the exchange that is being judged, if known. */
  about?: number | undefined;
  /**
   * Whether a control of this check has succeeded: if so, a missing answer afterwards is the fault of the deployment.
   */
  controlled: boolean;
  /** The path of each recording that this check has started and, as far as is known, not ended. */
  readonly recording: string[];
  /** Requests that have been sent and not yet answered. */
  readonly underWay: Set<Promise<unknown>>;
  /** Whether the check is over, possibly because it was interrupted; its body may still be running. */
  isOver: boolean;
  /** Why the suite has ended the check early. */
  stopped?: { readonly reason: string; readonly cause?: RequirementId };
  /** Whether the facts of the end of the check are recorded. */
  concluded?: boolean;
  /** The error that ended the body of the check. */
  endedBy?: unknown;
  /** The errors of the suite itself, with their stacks. */
  readonly broke: string[];
}

const ledgers = new WeakMap<TestInfo, Ledger>();

/** Opens the ledger of a check; the fixture does so before anything is sent. */
export function openLedger(
  testInfo: TestInfo,
  covers: readonly RequirementId[],
  mask: Mask,
  {
    further = [],
    sought,
  }: { further?: readonly RequirementId[]; sought?: Set<RequirementId> | undefined } = {},
): Ledger {
  const ledger: Ledger = {
    mask,
    covers,
    further: new Set(further),
    closed: new Set(),
    ...(sought && { sought }),
    facts: [],
    exchanges: [],
    knownAt: [],
    broke: [],
    places: new WeakMap(),
    controlled: false,
    recording: [],
    underWay: new Set(),
    isOver: false,
  };
  ledgers.set(testInfo, ledger);
  return ledger;
}

/**
 * The ledger of the running check.
 *
 * @throws if the test was not declared with `support/test.ts`
 */
export function ledgerOf(testInfo: TestInfo): Ledger {
  const ledger = ledgers.get(testInfo);
  if (ledger === undefined) throw new Error('This test keeps no ledger: import test from support/test.ts');
  return ledger;
}

/** Records that whatever the check has to judge and has not judged yet is not exercised. */
export function leaveRest(ledger: Ledger, reason: string, need?: Need): void {
  for (const id of ledger.covers) {
    if (!ledger.further.has(id) && !ledger.facts.some((fact) => fact.id === id))
      ledger.facts.push({ id, is: 'not-exercised', ...(need && { need }), reason });
  }
}

/** Stops the check from sending: waits for open requests, within their time limits, and allows no new ones. */
export async function endSending(ledger: Ledger): Promise<void> {
  ledger.isOver = true;
  await Promise.allSettled(ledger.underWay);
}

/**
 * The bodies of this many exchanges are kept: several times what any check needs on a deployment whose listings end.
 */
const MOST_BODIES = 400;

/** Keeps an exchange as evidence, and its index. */
export function keepExchange(ledger: Ledger, answer: { readonly json: unknown }, exchange: Exchange): void {
  const place = ledger.exchanges.push(exchange) - 1;
  ledger.knownAt.push(ledger.mask.known());
  ledger.places.set(answer, place);
  if (typeof answer.json === 'object' && answer.json !== null) ledger.places.set(answer.json, place);
  const old = ledger.exchanges.length - 1 - MOST_BODIES;
  const { responseBody, ...rest } = ledger.exchanges[old] ?? {};
  const isTelling = ledger.facts.some((fact) => fact.is === 'broken' && fact.exchange === old);
  if (responseBody !== undefined && !isTelling)
    ledger.exchanges[old] = { ...(rest as Exchange), note: 'its body is left out: there were too many' };
}

/** The mask of the running check. */
export const mask: Pick<Mask, 'learn' | 'apply' | 'clip' | 'names'> = {
  learn: (name, secret) => ledgerOf(test.info()).mask.learn(name, secret),
  apply: (text) => ledgerOf(test.info()).mask.apply(text),
  clip: (text, limit) => ledgerOf(test.info()).mask.clip(text, limit),
  names: () => ledgerOf(test.info()).mask.names(),
};

/** Ends a check for a reason other than a verdict on what it judges. */
export class Stopped extends Error {
  override readonly name = 'Stopped';
  /** The requirement whose failure is the reason, if it is one. */
  readonly requirement: RequirementId | undefined;

  constructor(reason: string, requirement?: RequirementId) {
    super(reason);
    this.requirement = requirement;
  }
}

/**
 * Ends the check: whatever it has not judged yet is blocked for this reason.
 *
 * @param cause the requirement whose failure is the reason, if it is one
 * @throws Stopped always
 */
export function stop(testInfo: TestInfo, reason: string, cause?: RequirementId): never {
  ledgerOf(testInfo).stopped = { reason, ...(cause && { cause }) };
  throw new Stopped(reason, cause);
}

/**
 * A step of the running check, as Playwright's UI shows it: a request, a control, a judgement.
 *
 * Its place is that of the check. Playwright would look for a closer one in the stack, which takes longer than most
 * requests do.
 *
 * @param title must contain no secret
 * @returns what `body` returns
 */
export function step<T>(title: string, body: () => T | Promise<T>): Promise<T> {
  const { file, line, column } = test.info();
  return test.step(title, body, { location: { file, line, column } });
}
