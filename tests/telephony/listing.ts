import type { AvailableNumber, NumberListing } from '../../schemas/index.d.ts';
import { answersJson } from '../support/answers.ts';
import type { RequirementId } from '../support/catalogue.ts';
import type { Answer, Fields } from '../support/http.ts';
import { Stopped } from '../support/ledger.ts';
import { expect } from '../support/matchers.ts';
import type { Target } from '../support/target.ts';

/** A number as listed, not yet validated. */
export type Listed = Partial<AvailableNumber>;

/** The numbers of a listing that are objects; none if the body is not a listing. */
export function numbersOf(json: unknown): Listed[] {
  const numbers: unknown = (json as Partial<NumberListing> | null | undefined)?.available_phone_numbers;
  return Array.isArray(numbers)
    ? numbers.filter((number) => typeof number === 'object' && number !== null)
    : [];
}

/** A country whose numbers are structured differently from those of North America. */
export const ABROAD = 'GB';

/** A country other than the target's that may have numbers for sale. */
export function anotherCountry({ numberCountry }: Target): string {
  return numberCountry === 'US' ? 'CA' : 'US';
}

const counts = ['start', 'end', 'total', 'num_pages', 'page', 'page_size'];

/** Reads what paging and arithmetic depend on: the counts of a listing and its numbers. */
export function readsListing(answer: Answer): NumberListing {
  const body = answersJson(answer);
  const astray = counts.filter((field) => !Number.isInteger(body[field]));
  if (!Array.isArray(body['available_phone_numbers'])) astray.push('available_phone_numbers');
  expect(astray.join(', '), 'fields of the listing that are not as paging needs them').toBe('');
  return body as unknown as NumberListing;
}

/** How many pages hold all numbers: what num_pages should be (TEL-146), and therefore computed without it. */
export function pagesOf({ total, page_size }: Pick<NumberListing, 'total' | 'page_size'>): number {
  return Math.max(1, Math.ceil(total / page_size));
}

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
  return typeof own === 'string' && own !== '' ? own : undefined;
}

/** The numbers of the first and the last page, which differ most if the stock is sorted. */
export async function stockOf(
  first: NumberListing,
  list: (query: Fields) => Promise<Answer>,
): Promise<Listed[]> {
  if (pagesOf(first) === 1) return someOf(numbersOf(first));
  const last = await list({ Page: `${first.page + pagesOf(first) - 1}` });
  return [...someOf(numbersOf(first)), ...someOf(numbersOf(last.json))];
}

/** At most this many numbers of a page stand for all of them: half from its start, half from its end. */
const MOST_OF_A_PAGE = 200;

/** The numbers of a page; some of them if it has more than can be compared with each other in the time of a check. */
export function someOf(numbers: Listed[]): Listed[] {
  if (numbers.length <= MOST_OF_A_PAGE) return numbers;
  return [...numbers.slice(0, MOST_OF_A_PAGE / 2), ...numbers.slice(-MOST_OF_A_PAGE / 2)];
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
): Promise<{ readonly id: RequirementId; readonly query: Fields } | undefined> {
  const stock = await stockOf(first, list);
  for (const atLeast of [7, 3]) {
    for (const filter of filters) {
      const value = telling(stock, filter, atLeast);
      if (value !== undefined) return { id: filter.id, query: { [filter.name]: value } };
    }
  }
  return undefined;
}

/**
 * Where to request a page URI: one that was escaped for markup means the unescaped one (TEL-165), and one that starts
 * with the query, a dot or the last segment of the listing is relative to the listing (RFC 3986 5.2).
 *
 * @param listing the path of the listing that it came with
 * @throws an assertion error if it is not a URI
 */
export function placeOf(uri: unknown, listing: string): string {
  const isUri = typeof uri === 'string' && uri !== '' && URL.canParse(uri, 'http://listing');
  expect(isUri, `${JSON.stringify(uri)} is a page URI`).toBe(true);
  const plain = String(uri).replaceAll('&amp;', '&');
  const last = listing.slice(listing.lastIndexOf('/') + 1);
  if (plain.startsWith('?')) return listing + plain;
  if (/^\.\.?\//.test(plain)) {
    const { pathname, search } = new URL(plain, new URL(listing, 'http://listing'));
    return pathname + search;
  }
  return plain.split('?', 1)[0] === last ? listing + plain.slice(last.length) : plain;
}

/** How often a comparison is tried in which the numbers may have changed between two answers. */
const MOST_TRIES = 5;

/** Repeats a comparison of several answers while it fails: numbers come and go, a defect stays. */
export async function steadily(compare: () => Promise<void>): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await compare();
    } catch (error) {
      if (error instanceof Stopped || tries === MOST_TRIES) throw error;
    }
  }
}
