import type { AvailableNumber, NumberListing } from '../../schemas/index.d.ts';
import { answersJson } from '../support/answers.ts';
import { expect } from '../support/matchers.ts';
import type { Answer } from '../support/wire.ts';

/** The numbers of a listing that are objects; none when the body is no listing. */
export function numbersOf(json: unknown): Partial<AvailableNumber>[] {
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

/** A page URI as it is to be requested: a server that escaped it for markup meant the plain one (TEL-165). */
export function unescaped(uri: string): string {
  return uri.replaceAll('&amp;', '&');
}
