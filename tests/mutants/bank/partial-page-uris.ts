import { defaultRules, type Rules } from '../../reference/rules/index.ts';
import type { Bank } from '../mutant.ts';
import { asked } from '../parts/asked.ts';
import { listingWith } from '../parts/listing-with.ts';

type PageUris = Parameters<Rules['listing']>[1];

/** URIs of pages that lead where they should by some sizes, and elsewhere by others. */
export const partialPageUriMutants = {
  'last-page-uri-rounded-down': {
    says: 'Points last_page_uri to the last full page.',
    breaks: 'TEL-157',
    rules: () =>
      listingWith(({ total, page_size, last_page_uri }) => ({
        last_page_uri: turned(last_page_uri, Math.max(1, Math.floor(total / page_size))),
      })),
  },
  'last-page-uri-one-short-without-a-size': {
    says: 'Points last_page_uri to the page before the last when the request has no PageSize.',
    breaks: 'TEL-157',
    rules: () => withoutASize(({ last }, pages) => ({ last: turned(last, Math.max(1, pages - 1)) })),
  },
  'first-page-uri-of-the-second-without-a-size': {
    says: 'Points first_page_uri to the second page when the request has no PageSize.',
    breaks: 'TEL-156',
    rules: () => withoutASize(({ first }) => ({ first: turned(first, 2) })),
  },
  'previous-page-uri-of-the-page-without-a-size': {
    says: 'Always points previous_page_uri to the second page when the request has no PageSize.',
    breaks: 'TEL-159',
    rules: () => withoutASize(({ previous }) => ({ previous: previous && turned(previous, 2) })),
  },
  'previous-page-uri-of-the-first-from-the-last': {
    says: 'Points previous_page_uri of the last page to the first one when pages hold 50 numbers.',
    breaks: 'TEL-159',
    rules: () =>
      listingWith(({ page, num_pages, page_size, previous_page_uri }) =>
        page === num_pages && page > 2 && page_size === 50
          ? { previous_page_uri: turned(previous_page_uri, 1) }
          : {},
      ),
  },
  'uri-of-the-folder-on-the-last-page': {
    says: 'Returns the path of the country as uri of the last page.',
    breaks: 'TEL-160',
    rules: () =>
      listingWith(({ page, num_pages, uri }) =>
        page === num_pages && page > 1 ? { uri: uri.replace(/\/\w+\.json$/, '.json') } : {},
      ),
  },
} satisfies Bank;

/** Changes the URIs of pages where the request names no size. */
function withoutASize(change: (uris: PageUris, pages: number) => Partial<PageUris>): Partial<Rules> {
  return asked((now) => ({
    listing: (page, uris) => {
      const isBare = !now().url.searchParams.has('PageSize');
      return defaultRules.listing(page, isBare ? { ...uris, ...change(uris, page.numPages) } : uris);
    },
  }));
}

/** The URI of another page. */
function turned(uri: string, page: number): string {
  return uri.replace(/\bPage=\d+/, `Page=${page}`);
}
