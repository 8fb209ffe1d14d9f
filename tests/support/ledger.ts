import { type TestInfo, test } from '@playwright/test';
import type { RequirementId } from './catalogue.ts';
import type { CheckRecord, Exchange, Fact } from './check-record.ts';
import type { Mask } from './secrets/mask.ts';

/** What one running check has found out so far. */
export interface Ledger {
  /** What is secret at this target. */
  readonly mask: Mask;
  readonly covers: readonly RequirementId[];
  /** Those of them that it may be silent of. */
  readonly further: ReadonlySet<RequirementId>;
  /** Those of these that it is silent of. */
  readonly closed: Set<RequirementId>;
  readonly facts: Fact[];
  readonly exchanges: Exchange[];
  /** Where among the exchanges each answer stands. */
  readonly places: WeakMap<object, number>;
  /** The exchange that is being judged, as far as is known. */
  about?: number | undefined;
  /** Whether a control of this check has succeeded, so that silence afterwards is the deployment's answer. */
  controlled: boolean;
  /** The path of each recording that this check has started and not ended, as far as anybody can know. */
  readonly recording: string[];
  /** What has been sent and not been answered. */
  readonly underWay: Set<Promise<unknown>>;
  /** Whether the check is over, be it that it was interrupted: its body may not know yet. */
  isOver: boolean;
  stopped?: NonNullable<CheckRecord['stopped']>;
}

const ledgers = new WeakMap<TestInfo, Ledger>();

/** Opens the ledger of a check, which its fixture does before anything is sent. */
export function openLedger(
  testInfo: TestInfo,
  covers: readonly RequirementId[],
  mask: Mask,
  further: readonly RequirementId[] = [],
): Ledger {
  const ledger: Ledger = {
    mask,
    covers,
    further: new Set(further),
    closed: new Set(),
    facts: [],
    exchanges: [],
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
 * The ledger of the check that runs.
 *
 * @throws when the test was not made by `support/test.ts`
 */
export function ledgerOf(testInfo: TestInfo): Ledger {
  const ledger = ledgers.get(testInfo);
  if (ledger === undefined) throw new Error('This test keeps no ledger: import test from support/test.ts');
  return ledger;
}

/** Ends what a check sends: what is under way is waited for, within its time limit, and nothing new begins. */
export async function endSending(ledger: Ledger): Promise<void> {
  ledger.isOver = true;
  await Promise.allSettled(ledger.underWay);
}

/** Of so many exchanges the bodies are kept: several times those of any check of a deployment that comes to an end. */
const MOST_BODIES = 400;

/** Keeps an exchange as evidence, and where it stands. */
export function keepExchange(ledger: Ledger, answer: object, exchange: Exchange): void {
  ledger.places.set(answer, ledger.exchanges.push(exchange) - 1);
  const old = ledger.exchanges.length - 1 - MOST_BODIES;
  const { responseBody, ...rest } = ledger.exchanges[old] ?? {};
  const isTelling = ledger.facts.some((fact) => fact.is === 'broken' && fact.exchange === old);
  if (responseBody !== undefined && !isTelling)
    ledger.exchanges[old] = { ...(rest as Exchange), note: 'its body is left out: there were too many' };
}

/** The mask of the check that runs. */
export const mask: Pick<Mask, 'learn' | 'apply' | 'clip' | 'names'> = {
  learn: (name, secret) => ledgerOf(test.info()).mask.learn(name, secret),
  apply: (text) => ledgerOf(test.info()).mask.apply(text),
  clip: (text, limit) => ledgerOf(test.info()).mask.clip(text, limit),
  names: () => ledgerOf(test.info()).mask.names(),
};

/** Ends a check for a reason that is not the verdict of what it set out to judge. */
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
 * Ends the check: what it has not judged by then is blocked by this reason.
 *
 * @param cause the requirement whose failure is the reason, if it is one
 * @throws Stopped always
 */
export function stop(testInfo: TestInfo, reason: string, cause?: RequirementId): never {
  ledgerOf(testInfo).stopped = { reason, ...(cause && { cause }) };
  throw new Stopped(reason, cause);
}
