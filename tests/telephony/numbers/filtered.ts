import type { Answer, Fields } from '../../support/wire/http.ts';
import { hasToFind } from './filter-values.ts';
import { type Filter, meets } from './filters.ts';
import { type Listed, numbersOf, readsListing, stockOf } from './listing.ts';

type List = (query: Fields) => Promise<Answer>;

/** The value that a filter was requested with, and what it lists. */
export interface Filtered {
  readonly value: string;
  readonly answer: Answer;
  /** The numbers that have the field which the filter compares. */
  readonly listed: readonly Listed[];
  /** Those of them that do not meet it. */
  readonly astray: readonly Listed[];
  /** Whether some number in stock has to be found. */
  readonly isDue: boolean;
}

/** Requests what a filter lists for a value. */
export async function filterBy(
  list: List,
  filter: Filter,
  value: string,
  stock: readonly Listed[],
): Promise<Filtered> {
  const answer = await list({ [filter.name]: value });
  const listed = numbersOf(answer.json).filter((number) => meets(filter, number, value) !== undefined);
  return {
    value,
    answer,
    listed,
    astray: listed.filter((number) => !meets(filter, number, value)),
    isDue: stock.some((number) => hasToFind(filter, number, value)),
  };
}

/**
 * The numbers that a filter has to find, and that are listed only without it.
 *
 * @param valueIn the value to request; the only number with the former one may have been sold
 */
export async function leftOutBy(
  list: List,
  filter: Filter,
  valueIn: (stock: readonly Listed[]) => string,
): Promise<readonly string[]> {
  const stock = await stockOf(readsListing(await list({})), list);
  const { value, answer, listed, isDue } = await filterBy(list, filter, valueIn(stock), stock);
  const { total, page_size } = readsListing(answer);
  if (isDue && listed.length === 0) return ['every number'];
  // If the numbers fill the page, more may be on the next one.
  if (total >= page_size) return [];
  const met = new Set(numbersOf(answer.json).map(({ phone_number }) => phone_number));
  return numbersOf((await list({})).json)
    .filter((number) => hasToFind(filter, number, value))
    .flatMap(({ phone_number = '' }) => (met.has(phone_number) ? [] : [phone_number]));
}
