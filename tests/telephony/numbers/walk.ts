import type { NumberListing } from '../../../schemas/index.d.ts';
import { readIf } from '../../support/answers.ts';
import type { Fields, RequestContext } from '../../support/http.ts';
import { sentence } from '../../support/sentence.ts';
import { numbersOf, pagesOf, placeOf, readsListing } from './listing.ts';

/** A listing of this many pages or more is not walked to its end. */
const LONGEST_WALK = 40;

/** How many pages of a longer listing are walked. */
const FEW_PAGES = 4;

/** Where a walk leads if it stopped before the end. */
export const ANOTHER_PAGE = 'another page';

/** Where a walk leads if it goes in a circle. */
const A_PAGE_BEFORE = 'a page that was met before';

/** The numbers of a page, which identify it; sorted, since the order within a page is not specified. */
export const phoneNumbers = (listing: NumberListing | undefined): string[] =>
  numbersOf(listing)
    .map(({ phone_number }) => String(phone_number))
    .toSorted();

/** The PageSize with which the numbers of a listing fill at least this many pages. */
export function sizeFor({ total }: NumberListing, pages: number): string {
  return `${Math.min(50, Math.max(1, Math.floor(total / pages)))}`;
}

/** The pages of a listing, in the order in which they were visited. */
export interface Walk {
  readonly pages: readonly NumberListing[];
  /** Where the last of the pages leads; empty if it is the end. */
  readonly leadsTo: string;
  /** The number of the page that was met again, if it goes in a circle. */
  readonly again?: number;
}

/** Whether all pages state the same total: if not, numbers came or went meanwhile. */
export function isSteady(pages: readonly NumberListing[]): boolean {
  return new Set(pages.map(({ total }) => total)).size < 2;
}

/**
 * Where the other URIs of the second page of a walk lead, as far as the walk has not been there. An empty URI leads to
 * no numbers; TEL-156, TEL-157 and TEL-159 judge that it is empty.
 */
export function urisBeside({ pages }: Walk): readonly string[] {
  const followed = pages.map(({ next_page_uri }) => next_page_uri);
  const { first_page_uri = '', previous_page_uri = '', last_page_uri = '' } = pages[1] ?? {};
  const others = new Set([first_page_uri, previous_page_uri, last_page_uri]);
  return [...others].filter((uri) => uri !== '' && !followed.includes(uri));
}

/**
 * Follows next_page_uri from the first page, up to a limit; starts again if numbers came or went meanwhile.
 *
 * @param query lists the first page: where Page=0 does, it has to say so (`fromFirstPage`)
 */
export async function walk(telephony: RequestContext, path: string, query: Fields, tries = 3): Promise<Walk> {
  const pages: NumberListing[] = [];
  const met: string[] = [];
  let leadsTo = ANOTHER_PAGE;
  let again: number | undefined;
  const isComplete = (): boolean => pages.flatMap(phoneNumbers).length >= (pages.at(-1)?.total ?? Infinity);
  let answer = await telephony.get(path, { query });
  while (leadsTo === ANOTHER_PAGE && pages.length < longestWalk(pages)) {
    const page = readIf(readsListing, answer);
    if (page !== undefined) {
      // Where the last page leads is left open (TEL-164): it may lead to itself, or nowhere.
      const place = `${page.page}: ${phoneNumbers(page).join()}`;
      if (place === met.at(-1) && isComplete()) leadsTo = '';
      else if (met.includes(place)) {
        leadsTo = A_PAGE_BEFORE;
        again = page.page;
      }
      if (leadsTo !== ANOTHER_PAGE) break;
      met.push(place);
      pages.push(page);
      if (page.next_page_uri) answer = await telephony.get(placeOf(page.next_page_uri, path));
      else leadsTo = '';
    } else leadsTo = isComplete() && answer.status >= 400 && answer.status < 500 ? '' : sentence(answer);
  }
  return isSteady(pages) || tries === 1
    ? { pages, leadsTo, ...(again !== undefined && { again }) }
    : walk(telephony, path, query, tries - 1);
}

/** For a listing that is too long to walk to its end, a few pages are enough. */
function longestWalk([first]: readonly NumberListing[]): number {
  return first !== undefined && pagesOf(first) >= LONGEST_WALK ? FEW_PAGES : LONGEST_WALK;
}
