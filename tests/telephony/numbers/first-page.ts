import type { NumberListing } from '../../../schemas/index.d.ts';
import { isA } from '../../support/interface/answers.ts';
import type { Answer, Fields } from '../../support/wire/http.ts';
import { numbersOf, readsListing } from './listing.ts';

type List = (query: Fields) => Promise<Answer>;

/** A listing that is read from its first page on. */
interface FromFirst {
  /** The first page in the default size, or whatever was answered in its place. */
  readonly opening: Answer;
  /** What a request without a Page of its own needs so that it lists the first page. */
  readonly begin: Fields;
  /** Lists from the first page on, unless a query has a Page. */
  readonly list: List;
}

/**
 * Opens a listing at its first page. Where pages begin at 0 and Page defaults to 1, which follows both texts, a request
 * without Page lists the second page (TEL-152). Only what looks like that costs another request.
 *
 * @param plain requests the listing, with nothing but the query
 */
export async function fromFirstPage(plain: List): Promise<FromFirst> {
  const bare = await plain({});
  if (isA(readsListing, bare) && mayBeSecond(readsListing(bare))) {
    const begin = { Page: '0' };
    const below = await plain(begin);
    if (isA(readsListing, below) && isPageZero(readsListing(below)))
      return { opening: below, begin, list: (query) => plain({ ...begin, ...query }) };
  }
  return { opening: bare, begin: {}, list: plain };
}

/** Whether a page in the default size may be the second one of a listing whose pages begin at 0. */
function mayBeSecond(listing: NumberListing): boolean {
  const { page, total, start } = listing;
  return page === 1 && total > 0 && (start > 1 || numbersOf(listing).length === 0);
}

function isPageZero(listing: NumberListing): boolean {
  return listing.page === 0 && listing.start <= 1 && numbersOf(listing).length > 0;
}
