import { test } from '@playwright/test';
import { catalogue, type RequirementId } from './catalogue.ts';
import { type Ledger, ledgerOf, mask, Stopped, stop } from './ledger.ts';
import { enclosing, type Violation, violations } from './schemas.ts';
import type { Answer } from './wire.ts';

type Ids = RequirementId | readonly RequirementId[];

/** Of what is wrong with the bodies, so much is told. */
const MOST_MESSAGES = 20;

/**
 * A request that has to succeed before anything can be concluded from the one that follows it.
 * When it breaks, nothing has been judged: the check ends, and what it covers is blocked.
 *
 * @param reads what the check needs of the answer, and no more; throws when it is not there
 * @param judgedAs the requirement that says the request succeeds, judged elsewhere: the cause to name
 * @returns what `reads` returns
 */
export async function control<T>(
  pending: Promise<Answer>,
  reads: (answer: Answer) => T,
  judgedAs?: RequirementId,
): Promise<T> {
  const answer = await pending;
  const value = await test.step('control', () => {
    try {
      return reads(answer);
    } catch (error) {
      if (error instanceof Stopped) throw error;
      return stop(test.info(), `the control ${sentence(answer)}: ${messageOf(error)}`, judgedAs);
    }
  });
  ledgerOf(test.info()).controlled = true;
  return value;
}

/**
 * Judges requirements by one observation and goes on, whatever comes of it.
 *
 * @param check throws an assertion error when the deployment contradicts the requirements
 */
export async function judge(ids: Ids, check: () => void | Promise<void>): Promise<void> {
  await verdictOn(ids, check);
}

/**
 * Judges requirements by an observation that the rest of the check stands on.
 *
 * @returns what `check` returns
 * @throws Stopped when they are broken: the rest is then blocked by the first of them
 */
export async function establish<T>(ids: Ids, check: () => T | Promise<T>): Promise<T> {
  const outcome = await verdictOn(ids, check);
  if ('value' in outcome) {
    // The rest stands on it, as on a control.
    ledgerOf(test.info()).controlled = true;
    return outcome.value;
  }
  const [first] = [ids].flat();
  return stop(test.info(), outcome.reason, first);
}

/** Records what was seen at a choice or an open point, or knowledge beyond a verdict. */
export function observe(id: RequirementId, value: string): void {
  const ledger = ledgerOf(test.info());
  if (!isOpen(ledger, id)) return;
  // A reading is our own word, whatever a secret spells.
  const told = catalogue[id].readings?.[value] === undefined ? mask.apply(value) : value;
  ledger.facts.push({ id, is: 'observed', value: told });
}

/**
 * Records the reading that a deployment follows at a choice.
 *
 * @param reading one of the readings in the catalogue; any other breaks the requirement
 */
export function observeReading(id: RequirementId, reading: string, otherwise: string): void {
  const ledger = ledgerOf(test.info());
  if (!isOpen(ledger, id)) return;
  if (catalogue[id].readings?.[reading] !== undefined) observe(id, reading);
  else ledger.facts.push({ id, is: 'broken', reason: mask.apply(otherwise) });
}

/** Records that there was nothing to judge requirements by: an empty list, a header that was not sent. */
export function lacksData(ids: Ids, reason: string): void {
  const ledger = ledgerOf(test.info());
  for (const id of [ids].flat()) {
    if (!isOpen(ledger, id)) continue;
    if (ledger.further.has(id)) ledger.closed.add(id);
    else ledger.facts.push({ id, is: 'not-exercised', need: 'data', reason });
  }
}

/**
 * Judges every covered requirement that speaks of a part of this body, by the body's schema. A
 * deviation belongs to the requirement whose part encloses it most closely; a part that none of the
 * bodies has leaves its requirement without data.
 *
 * @param schema the name of the schema: its file without the extension
 * @param bodies bodies of the same kind, which speak together
 */
export async function judgeBodies(schema: string, bodies: readonly unknown[]): Promise<void> {
  const ledger = ledgerOf(test.info());
  const parts = ledger.covers.flatMap((id) => {
    const body = catalogue[id].body;
    return body?.schema === schema ? [{ id, at: body.at }] : [];
  });
  const found = bodies.flatMap((body) => violations(schema, body, mask.clip));
  // Where no requirement speaks of the whole, what is wrong with it is wrong with each of its parts.
  const isWhole = (violation: Violation) => violation.at === '' && !parts.some(({ at }) => at === '');
  const whole = found.filter(isWhole);
  const byId = new Map<RequirementId, Violation[]>(parts.map(({ id }) => [id, [...whole]]));
  for (const violation of found) {
    if (isWhole(violation)) continue;
    const closest = byId.get(enclosing(parts, violation.at)?.id as RequirementId);
    if (closest === undefined) {
      const { at, message } = violation;
      stop(test.info(), `no requirement of this check covers ${at || 'the body'}: ${message}`);
    }
    closest.push(violation);
  }
  for (const { id, at } of parts) {
    const own = byId.get(id) ?? [];
    if (own.length === 0 && !bodies.some((body) => hasPart(body, at.split('/').slice(1)))) {
      lacksData(id, `no answer contains ${at}`);
      continue;
    }
    if (own.length === 0) await judge(id, () => {});
    // Each in a reason of its own: who knows one of them does not know the others.
    for (const messages of kindsOf(own)) {
      await judge(id, () => {
        throw new Error(told(messages));
      });
    }
  }
}

/** The messages, each once, those together that say the same of other places and values; of many kinds the last are one. */
function kindsOf(found: readonly Violation[]): string[][] {
  const kinds = new Map<string, string[]>();
  for (const message of new Set(found.map((one) => one.message))) {
    const kind = message.replace(/, got [^]*$/, '').replace(/\/\d+(?=[/ ])/g, '/*');
    const known = kinds.has(kind) || kinds.size < MOST_MESSAGES ? kind : '';
    kinds.set(known, [...(kinds.get(known) ?? []), message]);
  }
  return [...kinds.values()];
}

/** The first of the messages: of a listing in which nothing is right there is one for every field of every number. */
function told(messages: readonly string[]): string {
  const more = messages.length - MOST_MESSAGES;
  return [...messages.slice(0, MOST_MESSAGES), ...(more > 0 ? [`and ${more} more`] : [])].join('; ');
}

/** What was asked and what came, in a few words: the start of a reason. */
export function sentence(answer: Answer): string {
  const { pathname } = new URL(answer.url);
  return `${answer.method} ${pathname} ${answer.failure ? `got no answer (${answer.failure})` : `answered ${answer.status}`}`;
}

type Outcome<T> = { readonly value: T } | { readonly reason: string };

async function verdictOn<T>(ids: Ids, check: () => T | Promise<T>): Promise<Outcome<T>> {
  const ledger = ledgerOf(test.info());
  const open = [ids].flat().filter((id) => isOpen(ledger, id));
  const title = [ids]
    .flat()
    .map((id) => `${id} ${catalogue[id].title}`)
    .join(', ');
  ledger.about = undefined;
  try {
    const value = await test.step(title, check);
    for (const id of open) ledger.facts.push({ id, is: 'held' });
    return { value };
  } catch (error) {
    if (error instanceof Stopped) throw error;
    const reason = mask.apply(messageOf(error));
    const exchange = ledger.about ?? ledger.exchanges.length - 1;
    for (const id of open)
      ledger.facts.push({ id, is: 'broken', reason, ...(exchange >= 0 && { exchange }) });
    return { reason };
  }
}

/** Whether the check may still speak about a requirement: it covers it, and the target meets its needs. */
function isOpen(ledger: Ledger, id: RequirementId): boolean {
  if (!ledger.covers.includes(id)) stop(test.info(), `this check judges ${id} without covering it`);
  return !(
    ledger.closed.has(id) || ledger.facts.some((fact) => fact.id === id && fact.is === 'not-exercised')
  );
}

function hasPart(value: unknown, path: readonly string[]): boolean {
  const [key, ...rest] = path;
  if (key === undefined) return true;
  if (key === '*') return Array.isArray(value) && value.some((item) => hasPart(item, rest));
  return (
    typeof value === 'object' && value !== null && key in value && hasPart(value[key as keyof object], rest)
  );
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
