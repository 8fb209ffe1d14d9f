/** The numbers of one page, and its position among the others. */
interface Page {
  readonly page: number;
  readonly pageSize: number;
  readonly numPages: number;
  readonly total: number;
  readonly start: number;
  readonly end: number;
  readonly items: readonly unknown[];
}

/** Where the pages of a listing are; empty if there is no such page. */
interface PageUris {
  readonly uri: string;
  readonly first: string;
  readonly previous: string;
  readonly next: string;
  readonly last: string;
}

/** The largest page size; the interface specifies no limit, so this one is ours. */
const LARGEST_PAGE = 1000;

const wholeNumber = (value: string | undefined): number | undefined =>
  /^\d{1,9}$/.test(value ?? '') ? Number(value) : undefined;

/** The pages of a listing. */
export const listingRules = {
  /** TEL-151: the number of the first page. */
  firstPage: (): number => 1,

  /** TEL-152, TEL-153: the requested page; anything below the first (some clients count from 0) means the first. */
  pageNumber: (value: string | undefined, first: number, _last?: number): number =>
    Math.max(wholeNumber(value) ?? first, first),

  /** TEL-154, TEL-155, TEL-181, TEL-182, TEL-217: the requested size, or 50 if it is absent or 0. */
  pageSize: (value: string | undefined): number => Math.min(wholeNumber(value) || 50, LARGEST_PAGE),

  /** TEL-146, TEL-149, TEL-218: as many pages as all items need; an empty listing has one. */
  numPages: (total: number, pageSize: number): number => Math.max(1, Math.ceil(total / pageSize)),

  /** TEL-101, TEL-147: the number of items on all pages. */
  total: (items: readonly unknown[]): number => items.length,

  /** TEL-145, TEL-161: the items on a page; here the first page has index 0. */
  pageItems: <Item>(items: readonly Item[], index: number, pageSize: number): readonly Item[] =>
    items.slice(index * pageSize, (index + 1) * pageSize),

  /** TEL-148, TEL-149, TEL-150: the index of the first item on the page, counted from 0. */
  startIndex: (index: number, pageSize: number, _length: number): number => index * pageSize,

  /** TEL-144, TEL-149: the index of the last item on the page; 0 if there is none. */
  endIndex: (start: number, length: number): number => Math.max(0, start + length - 1),

  /** TEL-180: a page beyond the last one does not exist. */
  isPage: (page: number, last: number): boolean => page <= last,

  /** TEL-157: the number of the last page. */
  lastPage: (first: number, numPages: number): number => first + numPages - 1,

  /** TEL-158, TEL-161, TEL-164: the number of the next page; none on the last. */
  nextPage: (page: number, last: number): number | undefined => (page < last ? page + 1 : undefined),

  /** TEL-159, TEL-163: the number of the previous page; none on the first. */
  previousPage: (page: number, first: number): number | undefined => (page > first ? page - 1 : undefined),

  /** TEL-162: the links to the other pages keep the filters of the request. */
  keptFilters: (filters: Readonly<Record<string, string>>): Readonly<Record<string, string>> => filters,

  /** TEL-156 to TEL-159, TEL-165, TEL-166: the URI of a page, relative to the address of the API. */
  pageUri: (
    path: string,
    page: number,
    pageSize: number,
    filters: Readonly<Record<string, string>>,
    _apiUrl: string,
  ): string => {
    const query = new URLSearchParams({ Page: String(page), PageSize: String(pageSize), ...filters });
    return `${path}?${query.toString()}`;
  },

  /** TEL-098, TEL-160: the URI of the listing itself. */
  listingUri: (path: string, _apiUrl: string): string => path,

  /** TEL-094 to TEL-105: the envelope around the numbers of a page. */
  listing: (page: Page, uris: PageUris): Record<string, unknown> => ({
    first_page_uri: uris.first,
    previous_page_uri: uris.previous,
    next_page_uri: uris.next,
    last_page_uri: uris.last,
    uri: uris.uri,
    start: page.start,
    end: page.end,
    total: page.total,
    num_pages: page.numPages,
    page: page.page,
    page_size: page.pageSize,
    available_phone_numbers: page.items,
  }),
};
