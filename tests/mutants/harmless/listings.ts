import { json, refuse } from '../../reference/answer.ts';
import { now } from '../../reference/now.ts';
import { type StockNumber, stock } from '../../reference/numbers.ts';
import { defaultRules } from '../../reference/rules/index.ts';
import type { VariantEntry, Variants } from '../mutant.ts';

const { isOfType, lastPage, pageItems, pageNumber, pageUri, startIndex } = defaultRules;

/** How the pages of a listing are counted, and how their URIs are spelt. */
export const listingVariants = {
  'pages-from-0': { says: 'The first page is page 0.', firstPage: () => 0 },
  'pages-from-0-and-numbers-from-1': {
    says: 'The first page is page 0, and start counts from 1.',
    firstPage: () => 0,
    startIndex: startFrom1,
  },
  'pages-from-0-with-default-1': {
    says: 'The first page is page 0, and Page defaults to 1, which is an empty page where there is one page.',
    firstPage: () => 0,
    pageNumber: (value, ...range) => pageNumber(value ?? '1', ...range),
    isPage: (page, last) => page <= Math.max(1, last),
  },
  'numbers-from-1': { says: 'The start of a page counts from 1.', startIndex: startFrom1 },
  'no-page-in-an-empty-listing': {
    says: 'An empty listing has no pages.',
    numPages: (total, pageSize) => Math.ceil(total / pageSize),
    lastPage: (first, numPages) => Math.max(first, lastPage(first, numPages)),
  },
  'page-uris-from-a-dot': {
    says: 'The URIs of pages are relative to the listing, and begin with ./ (RFC 3986 5.2).',
    pageUri: (...given) => `./${pageUri(...given).replace(/^.*\//, '')}`,
  },
  'page-uris-from-two-dots': {
    says: 'The URIs of pages are relative to the listing, and begin with ../ (RFC 3986 5.2).',
    pageUri: (...given) => `../${pageUri(...given).replace(/^.*\/(?=.*\/)/, '')}`,
  },
  'page-below-the-first-refused': {
    says: 'Refuses page 0, which is below the first page.',
    pageNumber: (value, first) =>
      value === '0' ? refuse(400, 'Page counts from 1') : pageNumber(value, first),
  },
  'page-below-the-first-empty': {
    says: 'Returns an empty page 0 below the first page.',
    pageNumber: (value, first) => (value === '0' ? 0 : pageNumber(value, first)),
    pageItems: (items, index, pageSize) => (index < 0 ? [] : pageItems(items, index, pageSize)),
    startIndex: (index, pageSize, length) => Math.max(0, startIndex(index, pageSize, length)),
  },
  'page-beyond-the-last-empty': {
    says: 'Returns an empty page for a page number beyond the last.',
    isPage: () => true,
  },
  'page-beyond-the-last-is-the-last': {
    says: 'Returns the last page for a page number beyond it.',
    pageNumber: (value, first, last = first) => Math.min(pageNumber(value, first), last),
  },
  'pages-of-50-at-most': {
    says: 'Limits a page to 50 numbers.',
    pageSize: (value) => Math.min(defaultRules.pageSize(value), 50),
  },
  'page-size-refused': {
    says: 'Refuses a PageSize of 0 or above 50.',
    pageSize: (value) =>
      value !== undefined && (Number(value) < 1 || Number(value) > 50)
        ? refuse(400, 'PageSize is out of range')
        : defaultRules.pageSize(value),
  },
  'last-page-leads-nowhere': {
    says: 'On the last page, next_page_uri points to a page that does not exist.',
    nextPage: (page) => page + 1,
  },
  'numbers-in-another-order': {
    says: 'Returns the numbers of a page in a different order each time.',
    rules: () => {
      let requests = 0;
      return {
        pageItems: (items, index, pageSize) => {
          const page = pageItems(items, index, pageSize);
          requests += 1;
          const turned = requests % Math.max(1, page.length);
          return [...page.slice(turned), ...page.slice(0, turned)];
        },
      };
    },
  },
  'a-number-sold-every-eight-requests': selling(
    'Every eight listing requests, one number is sold, and the one sold before is in stock again.',
    (number, requests) => number === stock[Math.floor(requests / 8) % stock.length],
  ),
  'numbers-come-and-go': selling(
    'Every forty listing requests, some numbers are sold, and others are in stock again.',
    ({ phoneNumber }, requests) => Number(phoneNumber.slice(-2)) % 17 === Math.floor(requests / 40) % 17,
  ),
  'page-uris-absolute': {
    says: 'The URIs of a listing and of its pages are absolute.',
    pageUri: (...given) => given[4] + pageUri(...given),
    listingUri: (path, apiUrl) => apiUrl + path,
  },
  'page-uris-of-another-scheme': {
    says: 'The URIs of a listing and its pages are absolute, with https for http and without a port.',
    pageUri: (...given) => outside(given[4]) + pageUri(...given),
    listingUri: (path, apiUrl) => outside(apiUrl) + path,
  },
  'page-uris-in-another-order': {
    says: 'The URIs of pages have the filters first, and an additional parameter.',
    pageUri: (path, page, pageSize, filters) =>
      `${path}?${new URLSearchParams({ ...filters, AfterSid: 'PN+/=', PageSize: `${pageSize}`, Page: `${page}` }).toString()}`,
  },
  'page-uris-without-a-size-of-50': {
    says: 'The URIs of pages omit a PageSize of 50 and a Page of 1.',
    pageUri: (path, page, pageSize, filters) => {
      const query = new URLSearchParams({
        ...(page !== 1 && { Page: `${page}` }),
        ...(pageSize !== 50 && { PageSize: `${pageSize}` }),
        ...filters,
      });
      return query.size === 0 ? path : `${path}?${query.toString()}`;
    },
  },
  'page-uris-encoded-throughout': {
    says: 'The URIs of pages percent-encode dots and hyphens, in lower-case hexadecimal.',
    pageUri: (...given) =>
      pageUri(...given).replaceAll(/[.-]/g, (one) => `%${one.charCodeAt(0).toString(16)}`),
  },
  'page-uris-by-cursors': {
    says: 'The URIs of pages have cursors in place of page numbers.',
    rules: () => {
      const places = new Map<string, string>();
      return {
        pageUri: (...given) => {
          const [path, page, pageSize, filters] = given;
          const cursor = `c-${Buffer.from(`${page}:${path}`).toString('base64url')}`;
          places.set(cursor, `${page}`);
          return `${path}?${new URLSearchParams({ ...filters, PageSize: `${pageSize}`, Page: cursor }).toString()}`;
        },
        pageNumber: (value, first) => pageNumber(places.get(value ?? '') ?? value, first),
      };
    },
  },
  'uri-with-its-query': {
    says: 'The uri of a listing has query parameters.',
    listingUri: (path) => `${path}?Page=1&PageSize=50`,
  },
  'page-uris-from-the-listing': {
    says: 'The URIs of pages are relative, and begin with the last path segment of the listing.',
    pageUri: (...given) => pageUri(...given).replace(/^.*\//, ''),
  },
  'page-uris-of-a-query': {
    says: 'The URIs of pages are relative to the listing, and consist of a query only.',
    pageUri: (...given) => pageUri(...given).replace(/^.*\?/, '?'),
  },
  'uri-percent-encoded': {
    says: 'The uri of a listing has its dot encoded as %2E.',
    listingUri: (path) => path.replace('.json', '%2Ejson'),
  },
  'empty-listing-without-page-uris': {
    says: 'An empty listing has no pages, no URIs of pages, and an end of -1.',
    listing: (page, uris) => ({
      ...defaultRules.listing(page, uris),
      ...(page.total === 0 && { first_page_uri: '', last_page_uri: '', num_pages: 0, end: -1 }),
    }),
  },
  'countries-and-types-listed': {
    says: 'Returns a list of countries for a path without Country or Type.',
    when: ({ path }) => /AvailablePhoneNumbers(?:\/[A-Z]{2})?\.json$/.test(path),
    send: (answer) =>
      answer.status === 404 ? json(200, { uri: now().path, countries: ['US', 'CA', 'GB'] }) : answer,
  },
  'defaults-by-a-redirect': {
    says: 'Redirects a path without Country or Type to the local numbers of the US.',
    send: (answer) => {
      const [, listings] = /^(.*\/AvailablePhoneNumbers)(?:\/[A-Z]{2})?\.json$/.exec(now().path) ?? [];
      return answer.status === 404 && listings !== undefined
        ? { status: 302, headers: { Location: `${listings}/US/Local.json` }, body: undefined }
        : answer;
    },
  },
  'uri-at-the-whole-address': {
    says: 'The uri of a listing is absolute, while those of its pages are not.',
    listingUri: (path, apiUrl) => apiUrl + path,
  },
  'contains-of-three-digits': {
    says: 'Refuses a Contains with fewer than three digits.',
    contains: (number, characters) =>
      characters.replace(/\D/g, '').length < 3
        ? refuse(400, 'Contains is too short')
        : defaultRules.contains(number, characters),
  },
  'listing-uri-in-small-letters': {
    says: 'The uri of a listing has the country in lower case.',
    listingUri: (path) => path.replace(/\/[A-Z]{2}(?=\/)/, (country) => country.toLowerCase()),
  },
} satisfies Variants;

function startFrom1(index: number, pageSize: number, length: number): number {
  return startIndex(index, pageSize, length) + (length > 0 ? 1 : 0);
}

/** The address of the API as a client outside of a gateway sees it. */
function outside(apiUrl: string): string {
  return apiUrl.replace(/^http:(.*?)(?::\d+)?$/, 'https:$1');
}

/** Numbers are in stock or sold, depending on how many listings have been requested. */
function selling(says: string, isSold: (number: StockNumber, requests: number) => boolean): VariantEntry {
  return {
    says,
    rules: () => {
      let requests = 0;
      return {
        admit: (operation) => {
          if (operation === 'listAvailableNumbers') requests += 1;
        },
        isOfType: (number, type) => isOfType(number, type) && !isSold(number, requests),
      };
    },
  };
}
