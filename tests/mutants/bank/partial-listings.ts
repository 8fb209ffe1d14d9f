import { json, refuse } from '../../reference/answer.ts';
import { stock } from '../../reference/numbers.ts';
import { defaultRules, type Rules } from '../../reference/rules/index.ts';
import { asked } from '../asked.ts';
import { listingWith } from '../listing-with.ts';
import type { Bank } from '../mutant.ts';

const { availableNumber, contains, endIndex, inAreaCode, isOfCountry, listing, listingUri, meets } =
  defaultRules;
const { numPages, pageItems, pageNumber, pageSize, pageUri, placeOf, previousPage, startIndex, total } =
  defaultRules;

/** Listings that keep a rule for local numbers, for first pages and small sizes, and break it for others. */
export const partialListingMutants = {
  'tollfree-size-ignored': {
    says: 'Lists toll-free numbers by 50, whatever PageSize says.',
    breaks: ['TEL-153', 'TEL-155'],
    replace: () => asked((now) => ({ pageSize: (value) => (now().isTollfree ? 50 : pageSize(value)) })),
  },
  'tollfree-page-ignored': {
    says: 'Answers the first page of toll-free numbers, whatever Page says.',
    breaks: ['TEL-153', 'TEL-161'],
    replace: () =>
      asked((now) => ({
        pageNumber: (value, first) => (now().isTollfree ? first : pageNumber(value, first)),
      })),
  },
  'tollfree-without-page-the-second-comes': {
    says: 'Answers the second page of toll-free numbers where the request names a size of 1 and no page.',
    breaks: ['TEL-152'],
    replace: () =>
      asked((now) => ({
        pageNumber: (value, first) => {
          const { isTollfree, url } = now();
          const isBare = value === undefined && isTollfree && url.searchParams.get('PageSize') === '1';
          return isBare ? first + 1 : pageNumber(value, first);
        },
      })),
  },
  'tollfree-filters-ignored': {
    says: 'Lists all toll-free numbers, whatever the filters say.',
    breaks: ['TEL-167', 'TEL-168', 'TEL-169', 'TEL-170', 'TEL-171'],
    replace: () => asked((now) => ({ meets: (verdicts) => now().isTollfree || meets(verdicts) })),
  },
  'tollfree-filters-refused': {
    says: 'Refuses all filters together for toll-free numbers.',
    breaks: ['TEL-172'],
    replace: () => ({
      send: (answer, _operation, { url }) =>
        /\/Tollfree\.json\?(?=.*Contains)(?=.*AreaCode)(?=.*InRegion)/.test(url)
          ? json(400, { status: 400, message: 'Too many filters' })
          : answer,
    }),
  },
  'tollfree-country-ignored': {
    says: 'Lists the toll-free numbers of the US under every country.',
    breaks: ['TEL-141'],
    replace: () =>
      asked((now) => ({
        isOfCountry: (number, country) => isOfCountry(number, now().isTollfree ? 'US' : country),
      })),
  },
  'tollfree-country-of-three-letters': {
    says: 'Takes a country of three letters for toll-free numbers.',
    breaks: ['TEL-175'],
    replace: () => ({
      placeOf: (country, type) =>
        placeOf(type === 'Tollfree' ? country?.replace(/^([A-Z]{2})[A-Z]$/, '$1') : country, type),
    }),
  },
  'tollfree-pages-lead-to-local': {
    says: 'Leads from pages of toll-free numbers to pages of local ones.',
    breaks: ['TEL-156', 'TEL-157', 'TEL-158', 'TEL-159'],
    replace: () => ({ pageUri: (path, ...rest) => pageUri(path.replace('/Tollfree', '/Local'), ...rest) }),
  },
  'tollfree-uri-of-local': {
    says: 'Tells the uri of local numbers for toll-free ones.',
    breaks: ['TEL-160'],
    replace: () => ({ listingUri: (path, api) => listingUri(path.replace('/Tollfree', '/Local'), api) }),
  },
  'tollfree-total-of-the-first-ten': {
    says: 'Counts ten toll-free numbers at most.',
    breaks: ['TEL-146', 'TEL-147'],
    replace: () =>
      asked((now) => ({ total: (items) => (now().isTollfree ? Math.min(10, total(items)) : total(items)) })),
  },
  'tollfree-last-page-left-out': {
    says: 'Leads nowhere from the last page but one of toll-free numbers.',
    breaks: ['TEL-161'],
    replace: () =>
      asked((now) =>
        listingWith(({ page, num_pages, next_page_uri }) => ({
          next_page_uri: now().isTollfree && page > 2 && page === num_pages - 1 ? '' : next_page_uri,
        })),
      ),
  },

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
  'nothing-found-fails': {
    says: 'Fails with status 500 where a filter leaves nothing.',
    breaks: ['TEL-167', 'TEL-168', 'TEL-169', 'TEL-170'],
    replace: () =>
      asked((now) => ({
        total: (items) => {
          if (now().isFiltered && items.length === 0) refuse(500, 'Nothing was found');
          return total(items);
        },
      })),
  },
  'size-ignored-beside-a-filter': {
    says: 'Lists 50 numbers on a page where the request names a filter, whatever PageSize says.',
    breaks: ['TEL-155'],
    replace: () => asked((now) => ({ pageSize: (value) => (now().isFiltered ? 50 : pageSize(value)) })),
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

  'filtered-end-one-more': {
    says: 'Counts one number more at the end of a filtered page.',
    breaks: ['TEL-144'],
    replace: () =>
      asked((now) => ({
        endIndex: (start, length) => endIndex(start, length) + (now().isFiltered && length > 0 ? 1 : 0),
      })),
  },
  'filtered-start-anew': {
    says: 'Counts from 0 on each page of a filtered listing.',
    breaks: ['TEL-148'],
    replace: () =>
      asked((now) => ({
        startIndex: (index, size, length) => (now().isFiltered ? 0 : startIndex(index, size, length)),
      })),
  },
  'filtered-page-too-many': {
    says: 'Tells a page too many where a filter leaves several.',
    breaks: ['TEL-146'],
    replace: () =>
      asked((now) => ({
        numPages: (all, size) => numPages(all, size) + (now().isFiltered && numPages(all, size) > 1 ? 1 : 0),
      })),
  },
  'filtered-previous-is-the-first': {
    says: 'Leads back from every page of a filtered listing to the first.',
    breaks: ['TEL-159'],
    replace: () =>
      asked((now) => ({
        previousPage: (page, first) => (now().isFiltered && page > first ? first : previousPage(page, first)),
      })),
  },
  'filtered-last-of-all-numbers': {
    says: 'Leads from a filtered page to a last page that only all numbers together would have.',
    breaks: ['TEL-157'],
    replace: () =>
      asked((now) => ({
        listing: (page, uris) => {
          const last = uris.last.replace(/\bPage=\d+/, `Page=${Math.ceil(stock.length / page.pageSize)}`);
          return listing(page, { ...uris, last: now().isFiltered ? last : uris.last });
        },
      })),
  },
  'filter-ignored-beside-page-alone': {
    says: 'Ignores the filters where the request names a page and no size.',
    breaks: ['TEL-162'],
    replace: () =>
      asked((now) => ({
        meets: (verdicts) => {
          const { searchParams } = now().url;
          return (searchParams.has('Page') && !searchParams.has('PageSize')) || meets(verdicts);
        },
      })),
  },
  'filter-not-escaped-in-page-uris': {
    says: 'Writes the filters into the URIs of pages as they are.',
    breaks: ['TEL-161'],
    replace: () => ({
      pageUri: (path, page, size, filters) => {
        const kept = Object.entries(filters).map(([name, value]) => `&${name}=${value}`);
        return `${path}?Page=${page}&PageSize=${size}${kept.join('')}`;
      },
    }),
  },

  'contains-of-five-characters': {
    says: 'Reads the first five characters of Contains.',
    breaks: ['TEL-167'],
    replace: () => ({ contains: (number, characters) => contains(number, characters.slice(0, 5)) }),
  },
  'area-code-out-of-stock-lists-all': {
    says: 'Lists all numbers where none has the area code.',
    breaks: ['TEL-168'],
    replace: () => ({
      inAreaCode: (number, code) => !stock.some(({ npa }) => npa === code) || inAreaCode(number, code),
    }),
  },
  'contains-out-of-stock-lists-all': {
    says: 'Lists all numbers where none contains the characters.',
    breaks: ['TEL-167'],
    replace: () => ({
      contains: ({ phoneNumber }, characters) =>
        !stock.some((other) => other.phoneNumber.includes(characters)) || phoneNumber.includes(characters),
    }),
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
  'two-filters-lost-in-page-uris': {
    says: 'Keeps the first of several filters in the page URIs, and loses the others.',
    breaks: ['TEL-162'],
    replace: () => ({ keptFilters: (filters) => Object.fromEntries(Object.entries(filters).slice(0, 1)) }),
  },
  'tollfree-page-uris-forget-the-filters': {
    says: 'Leaves the filters out of the page URIs of toll-free numbers.',
    breaks: ['TEL-162'],
    replace: () => asked((now) => ({ keptFilters: (filters) => (now().isTollfree ? {} : filters) })),
  },
  'contains-of-two-characters-ignored': {
    says: 'Ignores a Contains of one or two characters.',
    breaks: ['TEL-167'],
    replace: () => ({
      contains: (number, characters) => characters.length < 3 || defaultRules.contains(number, characters),
    }),
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
