import { answersListing, isA } from '../support/answers.ts';
import { isRefused } from '../support/matchers.ts';
import type { Answer, Fields } from '../support/wire.ts';
import { type Filter, filters, type Listed, meets, numbersOf, told, valueFor } from './listing.ts';

/** Values that no number in the world has, of the form of those that some have. */
const noValue: Readonly<Record<string, string>> = {
  Contains: '0000000000',
  AreaCode: '999',
  InRegion: 'ZZ',
  InPostalCode: '00000',
};

/** What a filter lists for a value that no number has: nothing, unless it lets everything through. */
export async function listNone(
  list: (query: Fields) => Promise<Answer>,
  filter: Filter,
): Promise<{ readonly value: string; readonly answer: Answer; readonly isEmpty: boolean }> {
  const value = noValue[filter.name] ?? '';
  const answer = await list({ [filter.name]: value });
  const isEmpty =
    isRefused(answer) ||
    (isA(answersListing, answer) &&
      numbersOf(answer.json).every((number) => meets(filter, number, value) !== false));
  return { value, answer, isEmpty };
}

/**
 * Values that no number in stock has, and yet come near one: the beginning of a value, alone and before what stands for
 * any text in a pattern, its end, a value with more behind it, an exchange in place of an area code, and digits around
 * such a sign. Of Contains a whole number as well, which that one alone has.
 */
export function nearValues(stock: readonly Listed[], filter: Filter): readonly string[] {
  const [own = ''] = stock.flatMap((number) => told(filter, number) ?? []);
  if (filter.name === 'Contains')
    return own.length < 5
      ? []
      : [own, ...['.', '%', '_', '*', '?'].map((any) => `${own.at(-4)}${any}${own.at(-2)}`)];
  const [exchange] = stock.flatMap(({ exchange, npa }) => (exchange && exchange !== npa ? [exchange] : []));
  return [
    // Those who look for a postal code may mean all that begin so; with four digits nobody means one of five.
    ...(own.length > 1 ? [...(canBePart(filter, own) ? [] : ['']), '%', '_'] : []).map(
      (any) => `${own.slice(0, -1)}${any}`,
    ),
    // Nor does one have what is only the end of its value; leading zeros alone may be left out.
    ...(own.length > 1 && !own.startsWith('0') ? [own.slice(1)] : []),
    // No exchange begins with a zero, and no region or postal code goes on in that way.
    ...(filter.name === 'AreaCode' && own !== '' ? [`${own}0`] : []),
    ...(['InRegion', 'InPostalCode'].includes(filter.name) && own !== '' ? [`${own}Q`] : []),
    ...(filter.name === 'AreaCode' && exchange ? [exchange] : []),
  ];
}

/** Whether the beginning of a value may be a value of its own, as that of a Canadian postal code is an area. */
function canBePart({ name }: Filter, own: string): boolean {
  return name === 'InPostalCode' && !/^\d{5}$/.test(own);
}

/**
 * Values of Contains of other lengths and from other places: one that a short column would cut, and yet short of what
 * a domestic format leaves out; two so short that a search might pass over them, which some numbers have and others
 * have not; and an area code and an exchange.
 */
export function containsParts(stock: readonly Listed[], filter: Filter): readonly (string | undefined)[] {
  if (filter.name !== 'Contains') return [];
  const numbers = stock.flatMap((number) => told(filter, number) ?? []);
  const ends = [-2, -1].map((from) =>
    numbers
      .map((number) => number.slice(from))
      .find((end) => numbers.some((number) => !number.includes(end))),
  );
  const codes = stock.flatMap((number) => {
    const [area, exchange] = codesOf(number);
    return area !== undefined && area !== exchange ? [[area, exchange]] : [];
  });
  return [longestOf(stock), ...ends, ...(codes[0] ?? [])];
}

/** The last four digits of a number, which stand together in any format, where they tell it from others. */
export function lastOf(stock: readonly Listed[], filter: Filter): string | undefined {
  if (filter.name !== 'Contains') return undefined;
  const ends = stock.flatMap((number) => told(filter, number)?.slice(-4) ?? []);
  return ends.find((end) => stock.some((number) => meets(filter, number, end) === false));
}

/** The area code and the exchange of a number of North America, which stand together in any format of it. */
function codesOf({ phone_number }: Listed): readonly string[] {
  const parts = typeof phone_number === 'string' ? /^\+1(\d{3})(\d{3})\d{4}$/.exec(phone_number) : null;
  return parts?.slice(1) ?? [];
}

/** The end of a number, of eight digits or of fewer where the national part has no more. */
function longestOf(stock: readonly Listed[]): string | undefined {
  const { phone_number, country_code } =
    stock.findLast((number) => typeof number.phone_number === 'string') ?? {};
  const code = typeof country_code === 'string' ? country_code.replace(/\D/g, '') : '';
  return phone_number?.slice(1 + code.length).slice(-8);
}

/**
 * Whether a filter has to find a number that meets it. Characters that stand in its last four digits stand together
 * in any format, and so do an area code and an exchange; such as stand elsewhere may be parted there, or lie across the
 * country code. Of other fields the very value finds it: that letter case makes no difference is not told.
 */
export function hasToFind(filter: Filter, number: Listed, value: string): boolean {
  const own = told(filter, number);
  if (filter.name !== 'Contains') return own === value;
  return own?.slice(-4).includes(value) === true || codesOf(number).includes(value);
}

/** So many numbers from either end tell values enough; every pair of values is compared with each of them. */
const ENOUGH = 50;

/** So many filters that several numbers meet together, each of which leaves out what the others let through. */
export function setOf(
  all: readonly Listed[],
  count: 1 | 2,
): readonly { readonly filter: Filter; readonly value: string }[] {
  const stock = all.length > 2 * ENOUGH ? [...all.slice(0, ENOUGH), ...all.slice(-ENOUGH)] : all;
  const each = filters.flatMap((filter) =>
    [...new Set(stock.flatMap((number) => valueFor(filter, number) ?? []))].map((value) => ({
      filter,
      value,
    })),
  );
  const sets = each.flatMap((one) =>
    count === 1 ? [[one]] : each.filter(({ filter }) => filter !== one.filter).map((other) => [one, other]),
  );
  const met = (set: typeof each): number =>
    stock.filter((number) => set.every(({ filter, value }) => meets(filter, number, value))).length;
  // The rarest of them: what most numbers have would not show that a filter is lost.
  const [rarest = []] = sets
    .filter((set) => met(set) > 1 && set.every((one) => met(set.filter((other) => other !== one)) > met(set)))
    .toSorted((a, b) => met(a) - met(b));
  return rarest;
}
