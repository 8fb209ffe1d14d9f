import { test } from '@playwright/test';
import { catalogue, type RequirementId } from '../catalogue.ts';
import type { Answer } from '../wire/http.ts';
import { type Ledger, leaveRest, ledgerOf, mask, step, stop } from './ledger.ts';
import { isAssertion, Refutation } from './refutation.ts';
import { enclosing, type Violation, violations } from './schemas.ts';
import { sentence } from './sentence.ts';

type Ids = RequirementId | readonly RequirementId[];

/** Why nothing more is judged once everything that a deployment is known to break has been found broken. */
export const ENOUGH = 'enough is known about this deployment';

/** At most this many violations are reported. */
const MOST_MESSAGES = 20;

/** Of violations that differ only in place or value, this many are told. */
const MOST_ALIKE = 3;

/**
 * A request that has to succeed before anything can be concluded from the next one. If it does not, nothing has been
 * judged: the check ends, and what it covers is blocked.
 *
 * @param reads reads only what the check needs from the answer; throws an assertion error if it is missing
 * @param judgedAs the requirement that the request succeeds, which is judged elsewhere and named as the cause
 * @returns what `reads` returns
 */
export async function control<T>(
  pending: Answer | Promise<Answer>,
  reads: (answer: Answer) => T,
  judgedAs?: RequirementId,
): Promise<T> {
  const answer = await pending;
  const value = await step('control', () => {
    try {
      return reads(answer);
    } catch (error) {
      if (!isAssertion(error)) throw error;
      const [said, why] = [sentence(answer), error.message];
      return stop(test.info(), `the control ${why.startsWith(said) ? why : `${said}: ${why}`}`, judgedAs);
    }
  });
  ledgerOf(test.info()).controlled = true;
  return value;
}

/**
 * Judges requirements by one observation; the check continues either way.
 *
 * @param check throws an assertion error when the deployment contradicts the requirements
 * @throws Stopped if all that was sought has been found broken by now, which ends a check of a mutant; any error of
 *   `check` that is no assertion, since that is a mistake of the suite
 */
export async function judge(ids: Ids, check: () => void | Promise<void>): Promise<void> {
  await verdictOn(ids, check);
}

/**
 * Judges requirements by an observation that the rest of the check depends on.
 *
 * @returns what `check` returns
 * @throws Stopped if they are broken: the rest is then blocked, with the first of them as the cause
 */
export async function establish<T>(ids: Ids, check: () => T | Promise<T>): Promise<T> {
  const outcome = await verdictOn(ids, check);
  if ('value' in outcome) {
    // The rest depends on it, as on a control.
    ledgerOf(test.info()).controlled = true;
    return outcome.value;
  }
  const [first] = [ids].flat();
  return stop(test.info(), outcome.reason, first);
}

/** Records what was seen at a choice or an open point, or an extra observation beside a verdict. */
export function observe(id: RequirementId, value: string): void {
  const ledger = ledgerOf(test.info());
  if (!mayStillJudge(ledger, id)) return;
  // A reading is the suite's own word, even if a secret happens to have the same spelling.
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
  if (!mayStillJudge(ledger, id)) return;
  if (catalogue[id].readings?.[reading] !== undefined) observe(id, reading);
  else breaks(ledger, [id], mask.apply(otherwise));
}

/** Records that there was nothing to judge, such as an empty list or a header that was not sent. */
export function lacksData(ids: Ids, reason: string): void {
  const ledger = ledgerOf(test.info());
  for (const id of [ids].flat()) {
    if (!mayStillJudge(ledger, id)) continue;
    if (ledger.further.has(id)) ledger.closed.add(id);
    else ledger.facts.push({ id, is: 'not-exercised', need: 'data', reason });
  }
}

/**
 * Judges every covered requirement about a part of this body, by the schema of the body. A violation belongs to the
 * requirement with the innermost part that contains it. If no body has a part, its requirement lacks data.
 *
 * @param schema the name of the schema: its file name without the extension
 * @param bodies bodies of the same kind, judged together
 */
export async function judgeBodies(schema: string, bodies: readonly unknown[]): Promise<void> {
  const ledger = ledgerOf(test.info());
  const parts = ledger.covers.flatMap((id) => {
    const body = catalogue[id].body;
    return body?.schema === schema ? [{ id, at: body.at }] : [];
  });
  const found = bodies.flatMap((body) =>
    violations(schema, body, mask.clip).map((one): Found => ({ ...one, place: placeOf(ledger, body) })),
  );
  // If no requirement covers the whole body, a violation of the whole counts against each part.
  const isWhole = (violation: Found) => violation.at === '' && !parts.some(({ at }) => at === '');
  const whole = found.filter(isWhole);
  const byId = new Map<RequirementId, Found[]>(parts.map(({ id }) => [id, [...whole]]));
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
    // One reason for each: a known deviation may excuse one of them without excusing the others.
    for (const alike of kindsOf(own)) {
      await judge(id, () => {
        ledger.about = alike[0]?.place;
        throw new Refutation(told(alike.map(({ message }) => message)));
      });
    }
  }
}

/** A violation, and the index of the exchange whose body contains it, if that is known. */
interface Found extends Violation {
  readonly place: number | undefined;
}

function placeOf({ places }: Ledger, body: unknown): number | undefined {
  return typeof body === 'object' && body !== null ? places.get(body) : undefined;
}

/**
 * Those with distinct messages, grouped when they differ only in place or value; beyond a limit, the rest form one
 * group.
 */
function kindsOf(found: readonly Found[]): Found[][] {
  const kinds = new Map<string, Found[]>();
  const messages = new Set<string>();
  for (const one of found) {
    if (messages.has(one.message)) continue;
    messages.add(one.message);
    const kind = one.message.replace(/, got [^]*$/, '').replace(/\/\d+(?=[/ ])/g, '/*');
    const known = kinds.has(kind) || kinds.size < MOST_MESSAGES ? kind : '';
    kinds.set(known, [...(kinds.get(known) ?? []), one]);
  }
  return [...kinds.values()];
}

/** The first messages: a listing in which everything is wrong has one for every field of every number. */
function told(messages: readonly string[]): string {
  const more = messages.length - MOST_ALIKE;
  return [...messages.slice(0, MOST_ALIKE), ...(more > 0 ? [`and ${more} more`] : [])].join('; ');
}

type Outcome<T> = { readonly value: T } | { readonly reason: string };

async function verdictOn<T>(ids: Ids, check: () => T | Promise<T>): Promise<Outcome<T>> {
  const ledger = ledgerOf(test.info());
  const judgeable = [ids].flat().filter((id) => mayStillJudge(ledger, id));
  const title = [ids]
    .flat()
    .map((id) => `${id} ${catalogue[id].title}`)
    .join(', ');
  ledger.about = undefined;
  try {
    const value = await step(title, check);
    for (const id of judgeable) ledger.facts.push({ id, is: 'held' });
    return { value };
  } catch (error) {
    if (!isAssertion(error)) throw error;
    const reason = mask.apply(error.message);
    const exchange = ledger.about ?? ledger.exchanges.length - 1;
    breaks(ledger, judgeable, reason, exchange);
    return { reason };
  }
}

/**
 * Records that requirements are broken.
 *
 * @param exchange the index of the exchange that shows it; negative if there is none
 * @throws Stopped if enough is known about the deployment
 */
function breaks(ledger: Ledger, ids: readonly RequirementId[], reason: string, exchange = -1): void {
  for (const id of ids) {
    ledger.facts.push({ id, is: 'broken', reason, ...(exchange >= 0 && { exchange }) });
    ledger.sought?.delete(id);
  }
  if (ledger.sought?.size !== 0) return;
  // Blocked would be worse than what an earlier check has reported about a should.
  leaveRest(ledger, ENOUGH);
  stop(test.info(), ENOUGH, ids[0]);
}

/** Whether the check may still judge a requirement: the check covers it, and the target meets its needs. */
function mayStillJudge(ledger: Ledger, id: RequirementId): boolean {
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
