import type { NumberListing } from '../../../schemas/index.d.ts';
import { readIf } from '../../support/interface/answers.ts';
import { expect } from '../../support/judging/expect.ts';
import { concerns } from '../../support/judging/matchers.ts';
import { sentence } from '../../support/judging/sentence.ts';
import type { Answer, Fields, RequestContext } from '../../support/wire/http.ts';
import { filterForSome } from './filters.ts';
import { lasting, numbersOf, pagesOf, placeOf, readsListing } from './listing.ts';

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

/** Whether it ends, or contains as many numbers as there are: a long listing is not walked to its end. */
export function isWhole({ pages, leadsTo }: Walk): boolean {
  return leadsTo !== ANOTHER_PAGE || pages.flatMap(phoneNumbers).length >= (pages[0]?.total ?? 0);
}

/**
 * Expects that a walk to the end contains every number once. If numbers came or went meanwhile, the listing is walked
 * again.
 *
 * @param begun the walk to begin with
 */
export async function expectWhole(
  telephony: RequestContext,
  path: string,
  query: Fields,
  begun: Walk,
): Promise<void> {
  let walked: Walk | undefined = begun;
  let latest = begun;
  const ever = new Set<string>();
  const wrong = await lasting(async () => {
    latest = walked ?? (await walk(telephony, path, query));
    walked = undefined;
    return wrongIn(latest, ever);
  });
  concerns(latest.pages.at(-1));
  expect(wrong).toAgree(() => toldOf(latest));
}

/** Where a walk ends that does not contain every number once: `next_page_uri of page 1 leads to page 1 again`. */
function toldOf({ pages, leadsTo, again }: Walk): string {
  const { page, total = 0 } = pages.at(-1) ?? {};
  const met = pages.flatMap(phoneNumbers);
  const twice = met.find((number, index) => met.indexOf(number) < index);
  const end = again === undefined ? leadsTo : `page ${again} again`;
  return [
    ...(end === '' ? [] : [`next_page_uri of page ${page} leads to ${end}`]),
    ...(twice === undefined ? [] : [`${twice} is listed twice`]),
    `the pages list ${met.length} numbers, expected total ${total}, each once`,
  ].join(', ');
}

/**
 * What is wrong with a walk to the end.
 *
 * @param ever the numbers of all walks of the listing, to which those of this one are added
 */
function wrongIn({ pages, leadsTo }: Walk, ever: Set<string>): readonly string[] {
  const total = pages[0]?.total ?? 0;
  const met = pages.flatMap(phoneNumbers);
  const known = new Set<string>();
  const twice = met.filter((number) => known.size === known.add(number).size);
  for (const number of met) ever.add(number);
  return [
    ...(leadsTo === '' ? [] : [`the last page leads to ${leadsTo}`]),
    ...twice.map((number) => `${number} is met twice`),
    // If the order changes, other numbers are met twice each time; if the stock changes, there are ever more of them.
    ...(twice.length > 0 && ever.size <= total ? ['some numbers are met twice, and no others came'] : []),
    ...(met.length === total ? [] : [`${met.length} numbers are met where total is ${total}`]),
  ];
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

/**
 * What to request to walk a listing to its end, in several pages: all numbers, or what a filter leaves of them where
 * they are too many.
 */
export async function walkable(
  first: NumberListing,
  list: (query: Fields) => Promise<Answer>,
): Promise<Fields> {
  if (pagesOf(first) === 1) return { PageSize: sizeFor(first, 3) };
  if (pagesOf(first) < LONGEST_WALK) return {};
  return (await filterForSome(first, list))?.query ?? {};
}

/** For a listing that is too long to walk to its end, a few pages are enough. */
function longestWalk([first]: readonly NumberListing[]): number {
  return first !== undefined && pagesOf(first) >= LONGEST_WALK ? FEW_PAGES : LONGEST_WALK;
}
