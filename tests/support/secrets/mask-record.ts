import { catalogue } from '../catalogue.ts';
import type { CheckRecord, Exchange, Fact } from '../judging/check-record.ts';
import { type Mask, maskHeaders, maskStrings } from './mask.ts';

/**
 * Masks a record once more: whatever was recorded before a secret was learned still shows it. The suite's own words
 * (ids, kinds, readings of the catalogue) stay, even if a secret is spelled the same.
 *
 * @param isMasked whether nothing has been learned since the exchange at this index was masked
 */
export function maskRecord(
  record: CheckRecord,
  mask: Pick<Mask, 'apply'>,
  isMasked: (index: number) => boolean = () => false,
): CheckRecord {
  const { facts, exchanges, stopped, broke } = record;
  return {
    ...record,
    facts: facts.map((fact) => maskFact(fact, mask)),
    exchanges: exchanges.map((one, index) => (isMasked(index) ? one : maskExchange(one, mask))),
    ...(stopped !== undefined && { stopped: mask.apply(stopped) }),
    ...(broke && { broke: broke.map((error) => mask.apply(error)) }),
  };
}

function maskExchange(exchange: Exchange, mask: Pick<Mask, 'apply'>): Exchange {
  const { requestHeaders, responseHeaders, ...rest } = exchange;
  return {
    ...maskStrings(rest, mask),
    requestHeaders: maskHeaders(requestHeaders, mask),
    ...(responseHeaders && { responseHeaders: maskHeaders(responseHeaders, mask) }),
  };
}

function maskFact(fact: Fact, mask: Pick<Mask, 'apply'>): Fact {
  if ('reason' in fact) return { ...fact, reason: mask.apply(fact.reason) };
  if (fact.is !== 'observed' || catalogue[fact.id]?.readings?.[fact.value] !== undefined) return fact;
  return { ...fact, value: mask.apply(fact.value) };
}

/** An error of a test or a step, as Playwright keeps it. */
interface Told {
  message?: string;
  stack?: string;
  value?: string;
  snippet?: string;
  errorContext?: string;
  cause?: Told;
}

/** Masks an error in place. */
export function maskError(error: Told, mask: Pick<Mask, 'apply'>): void {
  for (const part of ['message', 'stack', 'value', 'snippet', 'errorContext'] as const) {
    if (error[part] !== undefined) error[part] = mask.apply(error[part]);
  }
  if (error.cause !== undefined) maskError(error.cause, mask);
}
