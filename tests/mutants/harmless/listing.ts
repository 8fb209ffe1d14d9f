import { json, refuse } from '../../reference/answer.ts';
import { stock } from '../../reference/numbers.ts';
import { defaultRules, type Rules } from '../../reference/rules/index.ts';
import type { Variants } from '../mutant.ts';

/** How the pages of a listing are counted, and how their URIs are spelt. */
export const listingVariants = {
  'pages-from-0': {
    says: 'The first page is page 0.',
    replace: () => ({ firstPage: () => 0 }),
  },
  'pages-from-0-and-numbers-from-1': {
    says: 'The first page is page 0, and start counts from 1.',
    replace: () => ({ firstPage: () => 0, ...numbersFrom1() }),
  },
  'numbers-from-1': {
    says: 'On a page, start counts from 1.',
    replace: () => numbersFrom1(),
  },
  'no-page-in-an-empty-listing': {
    says: 'An empty listing has no pages.',
    replace: () => ({
      numPages: (total, pageSize) => Math.ceil(total / pageSize),
      lastPage: (first, numPages) => Math.max(first, defaultRules.lastPage(first, numPages)),
    }),
  },
  'page-uris-from-a-dot': {
    says: 'The URIs of pages are relative to the listing, and begin with a dot (RFC 3986 5.2).',
    replace: () => ({ pageUri: (...all) => `./${defaultRules.pageUri(...all).replace(/^.*\//, '')}` }),
  },
  'page-uris-from-two-dots': {
    says: 'The URIs of pages are relative to the listing, and begin with two dots (RFC 3986 5.2).',
    replace: () => ({
      pageUri: (...all) =>
        `../${defaultRules
          .pageUri(...all)
          .split('/')
          .slice(-2)
          .join('/')}`,
    }),
  },
  'page-below-the-first-refused': {
    says: 'A page below the first is refused.',
    replace: () => ({
      pageNumber: (value, first) =>
        value === '0' ? refuse(400, 'Page counts from 1') : defaultRules.pageNumber(value, first),
    }),
  },
  'page-below-the-first-empty': {
    says: 'A page below the first is empty.',
    replace: () => ({
      pageNumber: (value, first) => (value === '0' ? 0 : defaultRules.pageNumber(value, first)),
      pageItems: (items, index, pageSize) =>
        index < 0 ? [] : defaultRules.pageItems(items, index, pageSize),
      startIndex: (index, pageSize, length) => Math.max(0, defaultRules.startIndex(index, pageSize, length)),
    }),
  },
  'page-beyond-the-last-empty': {
    says: 'A page beyond the last is empty.',
    replace: () => ({ isPage: () => true }),
  },
  'page-beyond-the-last-is-the-last': {
    says: 'A page beyond the last is answered by the last.',
    replace: () => ({
      pageNumber: (value, first, last = first) => Math.min(defaultRules.pageNumber(value, first), last),
    }),
  },
  'pages-of-50-at-most': {
    says: 'A page holds no more than 50 numbers.',
    replace: () => ({ pageSize: (value) => Math.min(defaultRules.pageSize(value), 50) }),
  },
  'page-size-refused': {
    says: 'A PageSize of 0 is refused, and so is one above 50.',
    replace: () => ({
      pageSize: (value) =>
        value !== undefined && (Number(value) < 1 || Number(value) > 50)
          ? refuse(400, 'PageSize is out of range')
          : defaultRules.pageSize(value),
    }),
  },
  'last-page-leads-nowhere': {
    says: 'The last page leads on to one that does not exist.',
    replace: () => ({ nextPage: (page) => page + 1 }),
  },
  'numbers-in-another-order': {
    says: 'Every page lists its numbers in another order each time.',
    replace: () => {
      let requests = 0;
      return {
        pageItems: (items, index, pageSize) => {
          const page = defaultRules.pageItems(items, index, pageSize);
          requests += 1;
          const turned = requests % Math.max(1, page.length);
          return [...page.slice(turned), ...page.slice(0, turned)];
        },
      };
    },
  },
  'a-number-sold-every-eight-requests': {
    says: 'Every eight requests a number is sold, and the one sold before comes back.',
    replace: () => {
      let requests = 0;
      return {
        admit: (operation) => {
          if (operation === 'listAvailableNumbers') requests += 1;
        },
        isOfType: (number, type) =>
          defaultRules.isOfType(number, type) && number !== stock[Math.floor(requests / 8) % stock.length],
      };
    },
  },
  'numbers-come-and-go': {
    says: 'Every forty requests some numbers are sold, and others come back.',
    replace: () => {
      let requests = 0;
      return {
        admit: (operation) => {
          if (operation === 'listAvailableNumbers') requests += 1;
        },
        isOfType: (number, type) => {
          const time = Math.floor(requests / 40);
          const isSold = Number(number.phoneNumber.slice(-2)) % 17 === time % 17;
          return defaultRules.isOfType(number, type) && !isSold;
        },
      };
    },
  },
  'page-uris-absolute': {
    says: 'The URIs of pages are absolute.',
    replace: () => ({
      pageUri: (path, page, pageSize, filters, apiUrl) =>
        apiUrl + defaultRules.pageUri(path, page, pageSize, filters, apiUrl),
      listingUri: (path, apiUrl) => apiUrl + path,
    }),
  },
  'page-uris-of-another-scheme': {
    says: 'The URIs of pages are absolute, and have the scheme that the server sees behind its gateway.',
    replace: () => {
      const seen = (apiUrl: string): string => apiUrl.replace(/^http:(.*?)(?::\d+)?$/, 'https:$1');
      return {
        pageUri: (path, page, pageSize, filters, apiUrl) =>
          seen(apiUrl) + defaultRules.pageUri(path, page, pageSize, filters, apiUrl),
        listingUri: (path, apiUrl) => seen(apiUrl) + path,
      };
    },
  },
  'page-uris-in-another-order': {
    says: 'The URIs of pages name the filters first, and have further parameters.',
    replace: () => ({
      pageUri: (path, page, pageSize, filters) =>
        `${path}?${new URLSearchParams({ ...filters, AfterSid: 'PN+/=', PageSize: `${pageSize}`, Page: `${page}` }).toString()}`,
    }),
  },
  'page-uris-without-a-size-of-50': {
    says: 'The URIs of pages name the size only where it is not 50, and the page only where it is not the first.',
    replace: () => ({
      pageUri: (path, page, pageSize, filters) => {
        const query = new URLSearchParams({
          ...(page !== 1 && { Page: `${page}` }),
          ...(pageSize !== 50 && { PageSize: `${pageSize}` }),
          ...filters,
        });
        return query.size === 0 ? path : `${path}?${query.toString()}`;
      },
    }),
  },
  'page-uris-encoded-throughout': {
    says: 'The URIs of pages encode more than they must, in small letters.',
    replace: () => ({
      pageUri: (...all) =>
        defaultRules.pageUri(...all).replaceAll(/[.-]/g, (one) => `%${one.charCodeAt(0).toString(16)}`),
    }),
  },
  'page-uris-by-cursors': {
    says: 'The URIs of pages name them by cursors.',
    replace: () => {
      const places = new Map<string, string>();
      return {
        pageUri: (...all) => {
          const [path, page, pageSize, filters] = all;
          const cursor = `c-${Buffer.from(`${page}:${path}`).toString('base64url')}`;
          places.set(cursor, `${page}`);
          return `${path}?${new URLSearchParams({ ...filters, PageSize: `${pageSize}`, Page: cursor }).toString()}`;
        },
        pageNumber: (value, first) => defaultRules.pageNumber(places.get(value ?? '') ?? value, first),
      };
    },
  },
  'page-uris-escaped-for-markup': {
    says: 'The URIs of pages have &amp; for &, as recorded.',
    warns: ['TEL-165'],
    replace: () => ({
      pageUri: (...all) => defaultRules.pageUri(...all).replaceAll('&', '&amp;'),
    }),
  },
  'page-before-the-first': {
    says: 'On the first page, previous_page_uri leads to the first page.',
    warns: ['TEL-163'],
    replace: () => ({ previousPage: (page, first) => Math.max(first, page - 1) }),
  },
  'uri-with-its-query': {
    says: 'The uri of a listing has parameters.',
    replace: () => ({ listingUri: (path) => `${path}?Page=1&PageSize=50` }),
  },
  'page-uris-from-the-listing': {
    says: 'The URIs of pages are relative to the listing, by its last segment.',
    replace: () => ({ pageUri: (...all) => defaultRules.pageUri(...all).replace(/^.*\//, '') }),
  },
  'page-uris-of-a-query': {
    says: 'The URIs of pages are relative to the listing, and no more than a query.',
    replace: () => ({ pageUri: (...all) => defaultRules.pageUri(...all).replace(/^.*\?/, '?') }),
  },
  'uri-percent-encoded': {
    says: 'The uri of a listing writes its point as %2E.',
    replace: () => ({ listingUri: (path) => path.replace('.json', '%2Ejson') }),
  },
  'empty-listing-without-page-uris': {
    says: 'An empty listing has no pages, leads nowhere, and ends before it starts.',
    replace: () => ({
      listing: (page, uris) =>
        page.total > 0
          ? defaultRules.listing(page, uris)
          : {
              ...defaultRules.listing(page, uris),
              first_page_uri: '',
              last_page_uri: '',
              num_pages: 0,
              end: -1,
            },
    }),
  },
  'countries-and-types-listed': {
    says: 'A path without Country, or without Type, answers what there is to choose from.',
    replace: () => ({
      send: (answer, _operation, request) => {
        const { pathname } = new URL(request.url);
        return answer.status === 404 && /AvailablePhoneNumbers(?:\/[A-Z]{2})?\.json$/.test(pathname)
          ? json(200, { uri: pathname, countries: ['US', 'CA', 'GB'] })
          : answer;
      },
    }),
  },
  'defaults-by-a-redirect': {
    says: 'A path without Country, or without Type, leads to the list of the defaults.',
    replace: () => ({
      send: (answer, _operation, request) => {
        const [, listings] =
          /^(.*\/AvailablePhoneNumbers)(?:\/[A-Z]{2})?\.json$/.exec(new URL(request.url).pathname) ?? [];
        return answer.status === 404 && listings !== undefined
          ? { status: 302, headers: { Location: `${listings}/US/Local.json` }, body: undefined }
          : answer;
      },
    }),
  },
  'uri-at-the-whole-address': {
    says: 'The uri of a listing is absolute, while those of its pages are not.',
    replace: () => ({ listingUri: (path, apiUrl) => apiUrl + path }),
  },
  'contains-of-three-digits': {
    says: 'A Contains of fewer than three digits is refused.',
    replace: () => ({
      contains: (number, characters) =>
        characters.replace(/\D/g, '').length < 3
          ? refuse(400, 'Contains is too short')
          : defaultRules.contains(number, characters),
    }),
  },
  'listing-uri-in-small-letters': {
    says: 'The uri of a listing writes the country in small letters.',
    replace: () => ({
      listingUri: (path) => path.replace(/\/[A-Z]{2}(?=\/)/, (country) => country.toLowerCase()),
    }),
  },
} satisfies Variants;

function numbersFrom1(): Partial<Rules> {
  return {
    startIndex: (index, pageSize, length) =>
      defaultRules.startIndex(index, pageSize, length) + (length > 0 ? 1 : 0),
  };
}
