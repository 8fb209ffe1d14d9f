import { nationalOf } from '../numbers/filter-values.ts';
import { type Filter, filters, meets, told, valueFor } from '../numbers/filters.ts';
import type { Listed } from '../numbers/listing.ts';

/** No number contains letters; as digits on a keypad these are nines, and no number is ten nines. */
const LETTERS = 'ZZZZZZZZZZ';

/** What people write in a text field, with characters that have a meaning in queries and markup. */
const TEXTS = ["O'Brien", 'Québec & 漢字 #1'] as const;

/**
 * Near misses of a value in stock, which no number in stock has: the value without its last character, alone and
 * followed by a wildcard; the value without its first character; the value with a character appended; other text; and
 * an exchange in place of an area code. For Contains, digits around a wildcard, letters, and a whole number, which only
 * that number contains.
 */
export function nearValues(stock: readonly Listed[], filter: Filter): readonly string[] {
  const [own = ''] = stock.flatMap((number) => told(filter, number) ?? []);
  if (filter.name === 'Contains')
    return own.length < 5
      ? []
      : [own, LETTERS, ...['.', '%', '_', '*', '?'].map((any) => `${own.at(-4)}${any}${own.at(-2)}`)];
  const [exchange] = stock.flatMap(({ exchange, npa }) => (exchange && exchange !== npa ? [exchange] : []));
  return [
    // A prefix of a postal code may select an area, but four digits never stand for a five-digit code.
    ...(own.length > 1 ? [...(canBePart(filter, own) ? [] : ['']), '%', '_'] : []).map(
      (any) => `${own.slice(0, -1)}${any}`,
    ),
    // A suffix does not match either, unless only leading zeros were left out.
    ...(own.length > 1 && !own.startsWith('0') ? [own.slice(1)] : []),
    // No exchange starts with 0, and no region or postal code continues with Q.
    ...(filter.name === 'AreaCode' && own !== '' ? [`${own}0`] : []),
    ...(['InRegion', 'InPostalCode'].includes(filter.name) && own !== '' ? [`${own}Q`, ...TEXTS] : []),
    ...(filter.name === 'AreaCode' && exchange ? [exchange] : []),
  ];
}

/** Whether a prefix of a value may itself be a value, as a prefix of a Canadian postal code denotes an area. */
function canBePart({ name }: Filter, own: string): boolean {
  return name === 'InPostalCode' && !/^\d{5}$/.test(own);
}

/**
 * Values of Contains of other lengths and from other positions: one that a short column would truncate, but without
 * the country code, which a domestic format omits; two so short that a search might ignore them, which some numbers
 * contain and others do not; an area code and an exchange; and digits across the edge between the two.
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
  return [longestOf(stock), ...ends, ...(codes[0] ?? []), acrossTheEdge(stock)];
}

/** The last four digits of a number, contiguous in any format, if some other number does not contain them. */
export function lastOf(stock: readonly Listed[], filter: Filter): string | undefined {
  if (filter.name !== 'Contains') return undefined;
  const ends = stock.flatMap((number) => told(filter, number)?.slice(-4) ?? []);
  return ends.find((end) => stock.some((number) => meets(filter, number, end) === false));
}

/** The area code and the exchange of a North American number, each contiguous in any format. */
function codesOf({ phone_number }: Listed): readonly string[] {
  const parts = typeof phone_number === 'string' ? /^\+1(\d{3})(\d{3})\d{4}$/.exec(phone_number) : null;
  return parts?.slice(1) ?? [];
}

/** The last eight digits of a number, or its whole national part if that is shorter. */
function longestOf(stock: readonly Listed[]): string | undefined {
  const last = stock.findLast((number) => typeof number.phone_number === 'string');
  return last && nationalOf(last)?.slice(-8);
}

/** Digits on both sides of the end of an area code, which a domestic format separates. */
function acrossTheEdge(stock: readonly Listed[]): string | undefined {
  const number = stock.find((one) => codesOf(one).length > 0);
  return number && nationalOf(number)?.slice(2, 6);
}

/** So many digits are separated in most domestic formats. */
const TAIL = 7;

/** The last seven digits of a number, as each of its two formats writes them: a search compares with one of these. */
export function tailsOf({ phone_number, friendly_name }: Listed): readonly string[] {
  const tailOf = (text: string) => new RegExp(String.raw`(?:\d\D*){${TAIL}}$`).exec(text)?.[0];
  const tails = [phone_number, friendly_name].flatMap((one) =>
    typeof one === 'string' ? (tailOf(one) ?? []) : [],
  );
  return [...new Set(tails)];
}

/**
 * This many numbers from either end provide enough values; every pair of values is compared with each of the numbers.
 */
const ENOUGH = 50;

/**
 * Sets of `count` filters that several numbers meet, each of which excludes numbers that the others let through: first
 * the one that the fewest numbers meet; then, for each filter that is in none yet, the same of those that contain it.
 */
export function setsOf(
  all: readonly Listed[],
  count: 1 | 2,
): readonly (readonly { readonly filter: Filter; readonly value: string }[])[] {
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
  // The rarest: values that most numbers have would not reveal a dropped filter.
  const rarest = sets
    .filter((set) => met(set) > 1 && set.every((one) => met(set.filter((other) => other !== one)) > met(set)))
    .toSorted((a, b) => met(a) - met(b));
  const chosen = rarest.slice(0, 1);
  for (const filter of filters) {
    const isIn = (set: typeof each) => set.some((one) => one.filter === filter);
    const next = chosen.some(isIn) ? undefined : rarest.find(isIn);
    if (next !== undefined) chosen.push(next);
  }
  return chosen;
}
