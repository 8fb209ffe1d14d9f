import type { NumberListing } from '../../../schemas/index.d.ts';
import { isA, readIf } from '../../support/interface/answers.ts';
import { expect } from '../../support/judging/expect.ts';
import { control } from '../../support/judging/judge.ts';
import type { Target } from '../../support/target.ts';
import type { Answer, Fields, RequestContext } from '../../support/wire/http.ts';
import { filterForSome } from './filters.ts';
import { fromFirstPage } from './first-page.ts';
import { ABROAD, anotherCountry, pagesOf, readsListing } from './listing.ts';
import { type Reading, reading } from './reading.ts';
import { phoneNumbers } from './walk.ts';

type List = (query: Fields) => Promise<Answer>;

/** The pages of one listing. Their places are counted from 0, whatever the number of the first page is. */
export interface Pages extends Reading {
  /** Lists the first page, unless a query has a Page. */
  readonly list: List;
  /** Lists what the deployment lists without Page (TEL-152), unless a query has a Page. */
  readonly plain: List;
  /** The number of the first page (TEL-151). */
  readonly firstPage: number;
  /** How many numbers the listing has. */
  readonly total: number;
}

/** A listing whose pages are requested. */
export interface Paged {
  readonly of: string;
  readonly type: 'Local' | 'Tollfree';
  readonly countryOf: (target: Target) => string;
  readonly isFiltered?: true;
  /** Whether every deployment must have it. */
  readonly isSure?: true;
}

const ofTarget = ({ numberCountry }: Target): string => numberCountry;

export const paged: readonly [Paged, ...Paged[]] = [
  { of: 'all local numbers', type: 'Local', countryOf: ofTarget, isSure: true },
  { of: 'toll-free numbers', type: 'Tollfree', countryOf: ofTarget },
  { of: 'numbers that meet a filter', type: 'Local', countryOf: ofTarget, isFiltered: true, isSure: true },
  { of: 'numbers of another country', type: 'Local', countryOf: anotherCountry },
  { of: 'toll-free numbers of another country', type: 'Tollfree', countryOf: anotherCountry },
  { of: 'numbers outside North America', type: 'Local', countryOf: () => ABROAD },
];

/** What opening a listing shows. */
interface Opened {
  /** The first page in the default size. */
  readonly opening?: NumberListing;
  /** Undefined if they are too few, or there is no such listing: `lacking` says why. */
  readonly pages?: Pages;
  readonly lacking: string;
}

/** Opens a listing, whose pages are then read once, unless something disagrees. */
export async function open(
  { of, isFiltered, isSure }: Paged,
  telephony: RequestContext,
  path: string,
): Promise<Opened> {
  const once = reading(telephony);
  const plain: List = (query) => once.get(path, { query });
  const { opening, list } = await fromFirstPage(plain);
  if (!isSure && !isA(readsListing, opening)) return { lacking: `${of} are not listed` };
  const all = await control(opening, readsListing, 'TEL-092');
  const firstPage = all.page;
  if (!isFiltered) return opened({ ...once, list, plain, firstPage }, all);
  const filter = await filterForSome(all, list);
  if (filter === undefined)
    return { opening: all, lacking: 'no filter is known that lists only some of the numbers' };
  const by = (those: List) => (query: Fields) => those({ ...filter.query, ...query });
  const filtered = { ...once, list: by(list), plain: by(plain), firstPage };
  return opened(filtered, await control(filtered.list({}), readsListing, filter.id));
}

function opened(listing: Omit<Pages, 'total'>, opening: NumberListing): Opened {
  const { total } = opening;
  if (total < 3) return { opening, lacking: `only ${total} numbers are in stock` };
  return { opening, pages: { ...listing, total }, lacking: '' };
}

/** Requests a page with one number. */
export async function requestSingle({ list, firstPage }: Pages, place: number): Promise<Answer> {
  return list({ PageSize: '1', Page: `${firstPage + place}` });
}

/** A page with one number. */
export async function singleAt(pages: Pages, place: number): Promise<NumberListing> {
  return readsListing(await requestSingle(pages, place));
}

/** The place of the last page with one number. Numbers may be sold meanwhile, so it is found anew each time. */
export async function lastPlace({ list }: Pages): Promise<number> {
  return pagesOf(readsListing(await list({ PageSize: '1' }))) - 1;
}

/** The second and the last page with one number; without what is not listed. */
export async function secondAndLast(pages: Pages): Promise<NumberListing[]> {
  const second = readIf(readsListing, await requestSingle(pages, 1));
  if (second === undefined) return [];
  const last = readIf(readsListing, await requestSingle(pages, pagesOf(second) - 1));
  return last === undefined ? [second] : [second, last];
}

/** The first two pages in the default size; undefined if there is only one. */
export async function unsized({
  list,
  firstPage,
}: Pages): Promise<readonly [NumberListing, NumberListing] | undefined> {
  const first = readsListing(await list({}));
  if (pagesOf(first) < 2) return undefined;
  return [first, readsListing(await list({ Page: `${firstPage + 1}` }))];
}

/** Expects that a page holds as many numbers as are requested. */
export async function keepsPageSize({ list }: Pages, sizes: readonly number[]): Promise<void> {
  for (const size of sizes) {
    const page = readsListing(await list({ PageSize: `${size}` }));
    expect(page.page_size, `page_size for PageSize=${size}`).toBe(size);
    expect(page.available_phone_numbers.length, `numbers on a page for PageSize=${size}`).toBe(
      Math.min(size, page.total),
    );
  }
}

/** Which page is listed without Page; `neither` if it is another one each time. */
export async function readingWithoutPage(pages: Pages): Promise<string> {
  const { plain, firstPage } = pages;
  const isPage = async (place: number): Promise<boolean> => {
    const another = await pages.lasting(async () => {
      const without = readsListing(await plain({ PageSize: '1' }));
      return differing(phoneNumbers(await singleAt(pages, place)), phoneNumbers(without));
    });
    return another.length === 0;
  };
  if (!(await isPage(0))) return firstPage === 0 && (await isPage(1)) ? 'page 1' : 'neither';
  // What is listed without Page may be told as the first page, and others come before it.
  const below = await plain({ PageSize: '1', Page: `${Math.max(0, firstPage - 1)}` });
  const before = isA(readsListing, below) ? readsListing(below) : undefined;
  if (before === undefined || before.page >= firstPage || phoneNumbers(before).length === 0) return 'first';
  const first = phoneNumbers(await singleAt(pages, 0)).join();
  return phoneNumbers(before).join() === first ? 'first' : 'neither';
}

/** How the numbers of a page differ from those that are due. */
export function differing(due: readonly string[], listed: readonly string[]): readonly string[] {
  return [
    ...due.filter((one) => !listed.includes(one)).map((one) => `${one} is missing`),
    ...listed.filter((one) => !due.includes(one)).map((one) => `${one} is not due`),
  ];
}

/** A reader of a page that lists other numbers than a former one, for a control. */
export function another(former: NumberListing): (answer: Answer) => NumberListing {
  return (answer) => {
    const page = readsListing(answer);
    expect(phoneNumbers(page), 'the numbers of another page').not.toEqual(phoneNumbers(former));
    return page;
  };
}
