import type { AvailableNumber, NumberListing } from '../../schemas/index.d.ts';
import { answersJson } from '../support/answers.ts';
import { expect } from '../support/matchers.ts';
import type { Answer, Fields } from '../support/wire.ts';

/** No listing is followed for more pages than this: one of more is not seen to its end. */
export const LONGEST_WALK = 40;

/** A number as a listing has it, of which nothing is sure. */
export type Listed = Partial<AvailableNumber>;

/** The numbers of a listing that are objects; none when the body is no listing. */
export function numbersOf(json: unknown): Listed[] {
  const numbers: unknown = (json as Partial<NumberListing> | null | undefined)?.available_phone_numbers;
  return Array.isArray(numbers)
    ? numbers.filter((number) => typeof number === 'object' && number !== null)
    : [];
}

/** A reader: what paging and arithmetic stand on, the counts of a listing and its numbers. */
export function readsListing(answer: Answer): NumberListing {
  const body = answersJson(answer);
  for (const field of ['start', 'end', 'total', 'num_pages', 'page', 'page_size']) {
    expect(Number.isInteger(body[field]), `${field} of the listing is an integer`).toBe(true);
  }
  expect(
    Array.isArray(body['available_phone_numbers']),
    'available_phone_numbers of the listing is an array',
  ).toBe(true);
  return body as unknown as NumberListing;
}

/** Each filter, the field whose values it takes, and what it promises of a number. */
export const filters = [
  {
    id: 'TEL-167',
    name: 'Contains',
    // From the middle: neither how a number starts nor how it ends.
    valueOf: ({ phone_number }: Listed) => phone_number?.slice(-4, -1),
    keeps: ({ phone_number }: Listed, characters: string) => !!phone_number?.includes(characters),
  },
  {
    id: 'TEL-168',
    name: 'AreaCode',
    valueOf: ({ npa }: Listed) => npa,
    keeps: ({ npa }: Listed, code: string) => npa === code,
  },
  {
    id: 'TEL-169',
    name: 'InRegion',
    valueOf: ({ region }: Listed) => region,
    keeps: ({ region }: Listed, one: string) => region?.toLowerCase() === one.toLowerCase(),
  },
  {
    id: 'TEL-170',
    name: 'InPostalCode',
    valueOf: ({ postal_code }: Listed) => postal_code,
    keeps: ({ postal_code }: Listed, code: string) => postal_code === code,
  },
] as const;

/** The numbers of the first page and of the last: where the stock is in some order, these differ most. */
export async function stockOf(
  first: NumberListing,
  list: (query: Fields) => Promise<Answer>,
): Promise<Listed[]> {
  const last = first.num_pages > 1 ? await list({ Page: `${first.page + first.num_pages - 1}` }) : undefined;
  return [...numbersOf(first), ...numbersOf(last?.json)];
}

/** A page URI as it is to be requested: a server that escaped it for markup meant the plain one (TEL-165). */
export function unescaped(uri: string): string {
  return uri.replaceAll('&amp;', '&');
}
