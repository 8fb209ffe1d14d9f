import type { NumberListing } from '../../../schemas/index.d.ts';
import { answersListing, isA } from '../../support/interface/answers.ts';
import { expect } from '../../support/judging/expect.ts';
import type { Answer } from '../../support/wire/http.ts';
import { type Filter, filters, meets, named, valueFor } from './filters.ts';
import { type Listed, numbersOf, readsListing } from './listing.ts';

/** The filters that a number has values for. */
export function filtersOf(number: Listed): readonly Filter[] {
  return filters.filter((one) => valueFor(one, number) !== undefined);
}

/** The number that has values for the most filters. */
export function modelOf(stock: readonly Listed[]): Listed {
  return stock.toSorted((a, b) => filtersOf(b).length - filtersOf(a).length)[0] ?? {};
}

/** All filters that a number has values for, with those values. */
export function queryFor(number: Listed): Readonly<Record<string, string>> {
  return Object.fromEntries(filtersOf(number).map((one) => [one.name, String(valueFor(one, number))]));
}

/** Expects that a number is listed for all its own filters. */
export function expectFound(listing: NumberListing, wanted: Listed): void {
  const met = numbersOf(listing).map(({ phone_number }) => phone_number);
  const name = `the numbers listed for ${JSON.stringify(queryFor(wanted))}`;
  // With several pages it may be on any of them: a filtered listing may have another order.
  if (met.length < listing.total) expect(met, name).not.toEqual([]);
  else expect(met, name).toContain(wanted.phone_number);
}

/** Expects an answer to be a refusal, or to list only numbers that meet each filter, as far as they show it. */
export function expectFiltered(answer: Answer, query: Readonly<Record<string, string>>): void {
  if (!isA(answersListing, answer)) expect(answer).toBeRefused();
  expectNone(astrayIn([answer.json], query), query);
}

/** A reader of a listing, for a control: it lists only numbers that meet the filters of a query. */
export function listsOnly(query: Readonly<Record<string, string>>): (answer: Answer) => NumberListing {
  return (answer) => {
    expectNone(astrayIn([answer.json], query), query);
    return readsListing(answer);
  };
}

/** The numbers of some pages that do not meet each filter of a query, as far as they show it. */
export function astrayIn(
  pages: readonly unknown[],
  query: Readonly<Record<string, string>>,
): readonly Listed[] {
  return pages.flatMap(numbersOf).filter((number) =>
    filters.some((filter) => {
      const value = query[filter.name];
      return value !== undefined && meets(filter, number, value) === false;
    }),
  );
}

/** Expects that no number was listed that does not meet what was asked for. */
export function expectNone(
  astray: readonly Listed[],
  query: Readonly<Record<string, string>>,
  where = 'listed for',
): void {
  const asked = new URLSearchParams(query);
  const told = astray.map((number) => named(number, query));
  expect(told, `numbers ${where} ${asked} that do not meet it`).toEqual([]);
}

/**
 * Queries by the filters of a number, one of them with a contradicting value: if its value followed from the others,
 * ignoring it would not show. It is combined with all others, with two and with one, since one of several filters may
 * be dropped.
 *
 * @param stock where the contradicting values come from
 */
export function contradictionsOf(
  wanted: Listed,
  stock: readonly Listed[],
): readonly Readonly<Record<string, string>>[] {
  const query = queryFor(wanted);
  const several = filtersOf(wanted);
  return several.flatMap((filter, nth) => {
    const other = stock
      .flatMap((number) => valueFor(filter, number) ?? [])
      .find((value) => !meets(filter, wanted, value));
    if (other === undefined) return [];
    const contradiction = { [filter.name]: other };
    const pairs = several
      .slice(0, nth)
      .map(({ name }) => ({ [name]: String(query[name]), ...contradiction }));
    const others = several.filter((one) => one !== filter);
    const triples = others.flatMap((left) => {
      const two = others.filter((one) => one !== left);
      const triple = Object.fromEntries(two.map(({ name }) => [name, String(query[name])]));
      return two.length > 1 ? [{ ...triple, ...contradiction }] : [];
    });
    return [{ ...query, ...contradiction }, ...triples, ...pairs];
  });
}
