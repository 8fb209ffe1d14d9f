import { json } from '../../reference/answer.ts';
import { stock } from '../../reference/numbers.ts';
import { defaultRules, type Rules } from '../../reference/rules/index.ts';
import { asked } from '../asked.ts';
import { listingWith } from '../listing-with.ts';
import type { Bank } from '../mutant.ts';

const { availableNumber, listing, pageItems, pageNumber, pageSize, placeOf, previousPage, startIndex } =
  defaultRules;

/** Listings that keep a rule on first pages and for small sizes, and single numbers under their own path, and break it elsewhere. */
export const partialListingMutants = {
  'next-page-of-fifty-at-most': {
    says: 'Leads on from a page of more than 50 numbers to one of 50.',
    breaks: ['TEL-158'],
    replace: () => ({
      listing: (page, uris) => {
        const next = page.pageSize > 50 ? uris.next.replace(/PageSize=\d+/, 'PageSize=50') : uris.next;
        return listing(page, { ...uris, next });
      },
    }),
  },
  'uri-of-the-first-page-alone': {
    says: 'Tells as uri of a further page the path of the account.',
    breaks: ['TEL-160'],
    replace: () => listingWith(({ page, uri }) => ({ uri: page > 1 ? uri.split('/Available')[0] : uri })),
  },
  'uri-of-further-pages-alone': {
    says: 'Tells as uri of a first page the path of the account.',
    breaks: ['TEL-160'],
    replace: () => listingWith(({ page, uri }) => ({ uri: page > 1 ? uri : uri.split('/Available')[0] })),
  },
  'uri-in-the-united-states': {
    says: 'Tells as uri of every listing one of the United States.',
    breaks: ['TEL-160'],
    replace: () => ({ listingUri: (path) => path.replace(/\/[A-Z]{2}\//, '/US/') }),
  },
  'country-code-of-north-america': {
    says: 'Tells the country code +1 of every number.',
    breaks: ['TEL-138', 'TEL-140'],
    replace: () => ({ availableNumber: (number) => ({ ...availableNumber(number), country_code: '+1' }) }),
  },
  'size-of-twenty-beside-page': {
    says: 'Lists 20 numbers on a page where the request names a page and no size.',
    breaks: ['TEL-154'],
    replace: () =>
      asked((now) => ({
        pageSize: (value) =>
          value === undefined && now().url.searchParams.has('Page') ? 20 : pageSize(value),
      })),
  },
  'small-size-told-as-ten': {
    says: 'Tells a page_size of 10 for smaller pages.',
    breaks: ['TEL-145', 'TEL-155'],
    replace: () => listingWith(({ page_size }) => ({ page_size: Math.max(10, page_size) })),
  },
  'pages-of-three-one-short': {
    says: 'Lists two numbers on a page of three.',
    breaks: ['TEL-155'],
    replace: () =>
      listingWith(({ page_size, available_phone_numbers: numbers }) => ({
        available_phone_numbers: page_size === 3 ? numbers.slice(0, 2) : numbers,
      })),
  },
  'page-of-one-digit': {
    says: 'Reads a Page of three digits or more by its first.',
    breaks: ['TEL-153'],
    replace: () => ({
      pageNumber: (value, first, last) =>
        pageNumber(value !== undefined && value.length > 2 ? value.slice(0, 1) : value, first, last),
    }),
  },
  'tenth-page-overlaps': {
    says: 'Begins the tenth page with the last number of the ninth.',
    breaks: ['TEL-161'],
    replace: () => ({
      pageItems: (items, index, size) =>
        index === 9 ? items.slice(index * size - 1, (index + 1) * size - 1) : pageItems(items, index, size),
    }),
  },
  'previous-of-the-last-page-is-the-first': {
    says: 'Leads back from the last page to the first.',
    breaks: ['TEL-159'],
    replace: () => {
      let last = 0;
      return {
        lastPage: (first, pages) => (last = first + pages - 1),
        previousPage: (page, first) =>
          page === last && page > first + 2 ? first : previousPage(page, first),
      };
    },
  },
  'first-of-later-pages-is-the-one-before': {
    says: 'Tells on the third page and later that the page before is the first.',
    breaks: ['TEL-156'],
    replace: () => ({
      listing: (page, uris) => listing(page, { ...uris, first: page.page > 2 ? uris.previous : uris.first }),
    }),
  },
  'start-one-more-on-the-third-page': {
    says: 'Counts one number more before the third page.',
    breaks: ['TEL-148'],
    replace: () => ({
      startIndex: (index, size, length) => startIndex(index, size, length) + (index === 2 ? 1 : 0),
    }),
  },
  'total-one-less-on-the-third-page': {
    says: 'Tells on the third page a number less in total.',
    breaks: ['TEL-147'],
    replace: () =>
      listingWith(({ page, num_pages, total: all, page_size }) =>
        page === 3 && page < num_pages && all % page_size !== 1 ? { total: all - 1 } : {},
      ),
  },
  'large-page-half-empty': {
    says: 'Tells a page of more than 50 numbers, and lists 50.',
    breaks: ['TEL-155'],
    replace: () => ({
      pageItems: (items, index, size) => items.slice(index * size, index * size + Math.min(size, 50)),
    }),
  },
  'country-with-a-digit': {
    says: 'Takes a country of a letter and a digit.',
    breaks: ['TEL-175'],
    replace: () => ({ placeOf: (country, type) => placeOf(country?.replace(/^([A-Z])\d$/, '$1Z'), type) }),
  },
  'single-number-without-its-plus': {
    says: 'Answers a single number that is named without its plus sign.',
    breaks: ['TEL-184'],
    replace: () => ({
      singleNumber: (numbers, name) => numbers.find(({ phoneNumber }) => phoneNumber === `+${name}`),
    }),
  },
  'single-number-of-a-country': {
    says: 'Answers a single number under its country.',
    breaks: ['TEL-184'],
    replace: () => answeringBelowCountry(),
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
