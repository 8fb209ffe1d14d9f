import type { AvailableNumber, NumberListing } from '../../../schemas/index.d.ts';
import { answersJson } from '../../support/interface/answers.ts';
import { shown } from '../../support/judging/difference.ts';
import { expect } from '../../support/judging/expect.ts';
import { isAssertion, readOrRefute } from '../../support/judging/refutation.ts';
import type { Target } from '../../support/target.ts';
import type { Answer, Fields } from '../../support/wire/http.ts';

/** A number as listed, not yet validated. */
export type Listed = Partial<AvailableNumber>;

/** The numbers of a listing that are objects; none if the body is not a listing. */
export function numbersOf(json: unknown): Listed[] {
  const numbers: unknown = (json as Partial<NumberListing> | null | undefined)?.available_phone_numbers;
  return Array.isArray(numbers)
    ? numbers.filter((number) => typeof number === 'object' && number !== null)
    : [];
}

/** The text of a field to which the table gives no type: a string or a number; undefined for anything else. */
export function textOf(value: unknown): string | undefined {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;
}

/** A country whose numbers are structured differently from those of North America. */
export const ABROAD = 'GB';

/** A country other than the target's that may have numbers for sale. */
export function anotherCountry({ numberCountry }: Target): string {
  return numberCountry === 'US' ? 'CA' : 'US';
}

/** A large page only has to be consistent: the maximum size, and what exceeding it does, is open (TEL-181). */
export const LARGE = { PageSize: '100' };

const counts = ['start', 'end', 'total', 'num_pages', 'page', 'page_size'];

/** Reads what paging and arithmetic depend on: the counts of a listing and its numbers. */
export function readsListing(answer: Answer): NumberListing {
  const body = answersJson(answer);
  const astray = counts.filter((field) => !Number.isInteger(body[field]));
  if (!Array.isArray(body['available_phone_numbers'])) astray.push('available_phone_numbers');
  expect(astray, 'fields of the listing that are not as paging needs them').toEqual([]);
  return body as unknown as NumberListing;
}

/**
 * Expects that a listing has its own URI. A deployment may write its paths in lower case.
 *
 * @param listing the path at which it was requested
 */
export function expectOwnUri({ uri }: NumberListing, listing: string, { urls }: Target): void {
  const pathOf = (one: string) =>
    new URL(placeOf(one, listing, 'uri of the listing'), urls.telephony).pathname;
  const decode = (path: string) =>
    readOrRefute(`${path} is not percent-encoded correctly`, () => decodeURIComponent(path));
  const plain = (path: string) => decode(path).toLowerCase();
  const own = [listing, pathOf(urls.telephony + listing)].map(plain);
  expect(plain(pathOf(uri)), 'uri of the listing').toBeOneOf(own);
}

/** How many pages hold all numbers: what num_pages should be (TEL-146), and therefore computed without it. */
export function pagesOf({ total, page_size }: Pick<NumberListing, 'total' | 'page_size'>): number {
  return Math.max(1, Math.ceil(total / page_size));
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

/**
 * Where to request a page URI: one that was escaped for markup means the unescaped one (TEL-165), and one that starts
 * with the query, a dot or the last segment of the listing is relative to the listing (RFC 3986 5.2).
 *
 * @param listing the path of the listing that it came with
 * @param name which page URI it is, for the reason
 * @throws an assertion error if it is not a URI
 */
export function placeOf(uri: unknown, listing: string, name = 'a page URI'): string {
  const isUri = typeof uri === 'string' && uri !== '' && URL.canParse(uri, 'http://listing');
  expect(isUri ? [] : [uri]).toAgree(() => `${name} is ${shown(uri)}, expected a URI`);
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

/**
 * What is wrong each time that it is looked for: numbers come and go, so what differs from one time to the next is no
 * defect, even if the total stays.
 */
export async function lasting(find: () => Promise<readonly string[]>): Promise<readonly string[]> {
  let wrong = await steadily(find);
  for (let tries = 1; tries < MOST_TRIES && wrong.length > 0; tries += 1) {
    const again = new Set(await steadily(find));
    wrong = wrong.filter((one) => again.has(one));
  }
  return wrong;
}

/** The totals of pages if they contradict each other, as they also do if numbers came or went meanwhile. */
export function contradicting(pages: readonly NumberListing[]): readonly string[] {
  const totals = pages.map(({ total }) => total);
  return new Set(totals).size > 1 ? [totals.join(', ')] : [];
}

/** Repeats a comparison of several answers while an assertion fails: numbers come and go, a defect stays. */
export async function steadily<T>(compare: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await compare();
    } catch (error) {
      if (!isAssertion(error) || tries === MOST_TRIES) throw error;
    }
  }
}
