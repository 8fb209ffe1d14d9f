import { json } from '../../reference/answer.ts';
import { stock } from '../../reference/numbers.ts';
import { defaultRules, type Rules } from '../../reference/rules/index.ts';
import type { Bank } from '../mutant.ts';
import { asked } from '../parts/asked.ts';
import { listingWith } from '../parts/listing-with.ts';

const { availableNumber, listing, pageItems, pageNumber, pageSize, placeOf, previousPage, startIndex } =
  defaultRules;

/** Listings that keep a rule on first pages and for small sizes, and single numbers under their own path, and break it elsewhere. */
export const partialListingMutants = {
  'next-page-of-fifty-at-most': {
    says: 'On a page of more than 50 numbers, next_page_uri has a PageSize of 50.',
    breaks: 'TEL-158',
    listing: (page, uris) => {
      const next = page.pageSize > 50 ? uris.next.replace(/PageSize=\d+/, 'PageSize=50') : uris.next;
      return listing(page, { ...uris, next });
    },
  },
  'uri-of-the-first-page-alone': {
    says: 'Returns the path of the account as uri on every page but the first.',
    breaks: 'TEL-160',
    rules: () => listingWith(({ page, uri }) => ({ uri: page > 1 ? uri.split('/Available')[0] : uri })),
  },
  'uri-of-further-pages-alone': {
    says: 'Returns the path of the account as uri on the first page.',
    breaks: 'TEL-160',
    rules: () => listingWith(({ page, uri }) => ({ uri: page > 1 ? uri : uri.split('/Available')[0] })),
  },
  'uri-in-the-united-states': {
    says: 'Returns a uri of the United States for every listing.',
    breaks: 'TEL-160',
    listingUri: (path) => path.replace(/\/[A-Z]{2}\//, '/US/'),
  },
  'country-code-of-north-america': {
    says: 'Returns the country_code +1 for every number.',
    breaks: ['TEL-113', 'TEL-114', 'TEL-138', 'TEL-139', 'TEL-140'],
    availableNumber: (number) => ({ ...availableNumber(number), country_code: '+1' }),
  },
  'size-of-twenty-beside-page': {
    says: 'Lists 20 numbers per page when the request contains Page but not PageSize.',
    breaks: 'TEL-154',
    rules: () =>
      asked((now) => ({
        pageSize: (value) =>
          value === undefined && now().url.searchParams.has('Page') ? 20 : pageSize(value),
      })),
  },
  'small-size-told-as-ten': {
    says: 'Reports a page_size of 10 for smaller pages.',
    breaks: ['TEL-145', 'TEL-155'],
    rules: () => listingWith(({ page_size }) => ({ page_size: Math.max(10, page_size) })),
  },
  'pages-of-three-one-short': {
    says: 'Lists only two numbers when page_size is 3.',
    breaks: 'TEL-155',
    rules: () =>
      listingWith(({ page_size, available_phone_numbers: numbers }) => ({
        available_phone_numbers: page_size === 3 ? numbers.slice(0, 2) : numbers,
      })),
  },
  'page-of-one-digit': {
    says: 'Uses only the first digit of a Page of three or more digits.',
    breaks: 'TEL-153',
    pageNumber: (value, first, last) =>
      pageNumber(value !== undefined && value.length > 2 ? value.slice(0, 1) : value, first, last),
  },
  'tenth-page-overlaps': {
    says: 'Starts the tenth page with the last number of the ninth.',
    breaks: 'TEL-161',
    pageItems: (items, index, size) =>
      index === 9 ? items.slice(index * size - 1, (index + 1) * size - 1) : pageItems(items, index, size),
  },
  'previous-of-the-last-page-is-the-first': {
    says: 'On the last of more than three pages, previous_page_uri points to the first page.',
    breaks: 'TEL-159',
    rules: () => {
      let last = 0;
      return {
        lastPage: (first, pages) => (last = first + pages - 1),
        previousPage: (page, first) =>
          page === last && page > first + 2 ? first : previousPage(page, first),
      };
    },
  },
  'first-of-later-pages-is-the-one-before': {
    says: 'From the third page on, first_page_uri points to the previous page.',
    breaks: 'TEL-156',
    listing: (page, uris) => listing(page, { ...uris, first: page.page > 2 ? uris.previous : uris.first }),
  },
  'start-one-more-on-the-third-page': {
    says: 'Returns a start that is one too high on the third page.',
    breaks: 'TEL-148',
    startIndex: (index, size, length) => startIndex(index, size, length) + (index === 2 ? 1 : 0),
  },
  'total-one-less-on-the-third-page': {
    says: 'Returns a total that is one too low on the third page unless it is the last.',
    breaks: 'TEL-147',
    rules: () =>
      listingWith(({ page, num_pages, total: all, page_size }) =>
        page === 3 && page < num_pages && all % page_size !== 1 ? { total: all - 1 } : {},
      ),
  },
  'large-page-half-empty': {
    says: 'Lists only 50 numbers on a page of more than 50.',
    breaks: ['TEL-145', 'TEL-147', 'TEL-161'],
    pageItems: (items, index, size) => items.slice(index * size, index * size + Math.min(size, 50)),
  },
  'country-with-a-digit': {
    says: 'Accepts a country of a letter and a digit.',
    breaks: 'TEL-175',
    placeOf: (country, type) => placeOf(country?.replace(/^([A-Z])\d$/, '$1Z'), type),
  },
  'single-number-without-its-plus': {
    says: 'Returns a single number when it is requested without its plus sign.',
    breaks: 'TEL-184',
    singleNumber: (numbers, name) => numbers.find(({ phoneNumber }) => phoneNumber === `+${name}`),
  },
  'single-number-of-a-country': {
    says: 'Returns a single number when it is requested under a country.',
    breaks: 'TEL-184',
    rules: () => answeringBelowCountry(),
  },
} satisfies Bank;

function answeringBelowCountry(): Partial<Rules> {
  return {
    send: (answer, _operation, { url }) => {
      const name = /\/[A-Z]{2}\/(?:\+|%2B)(\d+)\.json$/.exec(url)?.[1];
      const number = stock.find(({ phoneNumber }) => phoneNumber === `+${name}`);
      return number === undefined ? answer : json(200, availableNumber(number));
    },
  };
}
