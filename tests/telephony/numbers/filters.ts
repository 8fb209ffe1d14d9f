import type { NumberListing } from '../../../schemas/index.d.ts';
import type { RequirementId } from '../../support/catalogue.ts';
import type { Target } from '../../support/target.ts';
import type { Answer, Fields } from '../../support/wire/http.ts';
import { type Listed, stockOf, textOf } from './listing.ts';

/** A filter, and what it promises about a number. */
export interface Filter {
  readonly id: RequirementId;
  readonly name: string;
  /** The field that it compares. */
  readonly field: 'phone_number' | 'npa' | 'region' | 'postal_code';
  /** The filter value that lists a number with this field. */
  readonly valueOf: (field: string) => string;
  readonly keeps: (field: string, value: string) => boolean;
}

const asItIs = (field: string): string => field;

/**
 * A postal code, normalized for comparison: its spelling is not specified, and the four digits that may follow a US
 * code make no difference.
 */
const plainCode = (postalCode: string): string =>
  postalCode
    .replace(/^(\d{5})-\d{4}$/, '$1')
    .replaceAll(/[\s-]/g, '')
    .toUpperCase();

/** The filters of a listing, with the field of a number that each of them compares. */
export const filters: readonly Filter[] = [
  {
    id: 'TEL-167',
    name: 'Contains',
    field: 'phone_number',
    // From the middle: neither a prefix nor a suffix of the number.
    valueOf: (number) => number.slice(-4, -1),
    keeps: (number, characters) => number.includes(characters),
  },
  {
    id: 'TEL-168',
    name: 'AreaCode',
    field: 'npa',
    valueOf: asItIs,
    keeps: (npa, code) => npa === code,
  },
  {
    id: 'TEL-169',
    name: 'InRegion',
    field: 'region',
    valueOf: asItIs,
    keeps: (region, one) => region.toLowerCase() === one.toLowerCase(),
  },
  {
    id: 'TEL-170',
    name: 'InPostalCode',
    field: 'postal_code',
    valueOf: asItIs,
    keeps: (postalCode, code) => plainCode(postalCode) === plainCode(code),
  },
];

/** The filter value that lists a number; undefined if the number has none. */
export function valueFor(filter: Filter, number: Listed): string | undefined {
  const own = told(filter, number);
  return own === undefined ? undefined : filter.valueOf(own);
}

/** Whether a number meets a filter; undefined if the number does not show it. */
export function meets(filter: Filter, number: Listed, value: string): boolean | undefined {
  const own = told(filter, number);
  return own === undefined ? undefined : filter.keeps(own, value);
}

/** The value of the field that a filter compares; undefined if the number has none. */
export function told({ name, field }: Filter, { [field]: own, country_code }: Listed): string | undefined {
  // AreaCode is for North American numbers only.
  if (name === 'AreaCode' && country_code !== undefined && !/^\+?1$/.test(country_code)) return undefined;
  return textOf(own) || undefined;
}

/** Well-formed values for filters for which the stock provides none. */
const anyValue: Fields = { InRegion: 'NJ', InPostalCode: '07302' };

/**
 * A query by all filters, with the values of a number or else the configured ones.
 *
 * @returns undefined as the query if some filter has no value, and whether a value is guessed
 */
export function everyFilter(
  model: Listed,
  target: Target,
): { readonly query: Fields | undefined; readonly isGuessed: boolean } {
  const known = filters.map((filter) => valueFor(filter, model) ?? target.filters[filter.name]);
  const values = filters.map(({ name }, nth) => [name, known[nth] ?? anyValue[name]] as const);
  return {
    query: values.some(([, value]) => value === undefined) ? undefined : Object.fromEntries(values),
    isGuessed: known.includes(undefined),
  };
}

/** A number, and its own values of what was asked for: `+12125551000 with npa 212`. */
export function named(number: Listed, query: Fields): string {
  const asked = filters.filter(({ name, field }) => query[name] !== undefined && field !== 'phone_number');
  const own = asked.map(({ field }) => `${field} ${number[field] ?? 'missing'}`);
  return `${number.phone_number ?? 'a number'}${own.length > 0 ? ` with ${own.join(', ')}` : ''}`;
}

/** A value for which a filter lists at least `atLeast` of the numbers, and excludes at least one. */
export function telling(stock: readonly Listed[], filter: Filter, atLeast: number): string | undefined {
  const having = (value: string): number => stock.filter((number) => meets(filter, number, value)).length;
  // The rarest: values that most numbers have would not reveal a dropped filter.
  return stock
    .flatMap((number) => valueFor(filter, number) ?? [])
    .filter((value) => having(value) >= atLeast && having(value) < stock.length)
    .toSorted((a, b) => having(a) - having(b))
    .at(0);
}

/** A filter that leaves enough numbers to fill several pages; undefined if there is none. */
export async function filterForSome(
  first: NumberListing,
  list: (query: Fields) => Promise<Answer>,
): Promise<{ readonly id: RequirementId; readonly query: Readonly<Record<string, string>> } | undefined> {
  const stock = await stockOf(first, list);
  for (const atLeast of [7, 3]) {
    for (const filter of filters) {
      const value = telling(stock, filter, atLeast);
      if (value !== undefined) return { id: filter.id, query: { [filter.name]: value } };
    }
  }
  return undefined;
}
