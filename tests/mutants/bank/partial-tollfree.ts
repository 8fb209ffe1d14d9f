import { json } from '../../reference/answer.ts';
import { defaultRules } from '../../reference/rules/index.ts';
import type { Bank } from '../mutant.ts';
import { asked } from '../parts/asked.ts';
import { listingWith } from '../parts/listing-with.ts';

const { isOfCountry, listingUri, meets, pageNumber, pageSize, pageUri, placeOf, total } = defaultRules;

/** Listings that keep a rule for local numbers and break it for toll-free ones. */
export const partialTollfreeMutants = {
  'tollfree-of-another-country-are-our-own': {
    says: 'Lists the toll-free numbers of the United States for every country except ZZ.',
    breaks: 'TEL-141',
    rules: () =>
      asked((now) => ({
        isOfCountry: (number, country) =>
          isOfCountry(number, now().isTollfree && country !== 'ZZ' ? 'US' : country),
      })),
  },
  'tollfree-size-ignored': {
    says: 'Lists 50 toll-free numbers per page, regardless of PageSize.',
    breaks: ['TEL-153', 'TEL-155'],
    rules: () => asked((now) => ({ pageSize: (value) => (now().isTollfree ? 50 : pageSize(value)) })),
  },
  'tollfree-page-ignored': {
    says: 'Returns the first page of toll-free numbers, regardless of Page.',
    breaks: ['TEL-153', 'TEL-161'],
    rules: () =>
      asked((now) => ({
        pageNumber: (value, first) => (now().isTollfree ? first : pageNumber(value, first)),
      })),
  },
  'tollfree-without-page-the-second-comes': {
    says: 'Returns the second page of toll-free numbers when PageSize is 1 and Page is missing.',
    breaks: 'TEL-152',
    rules: () =>
      asked((now) => ({
        pageNumber: (value, first) => {
          const { isTollfree, url } = now();
          const isBare = value === undefined && isTollfree && url.searchParams.get('PageSize') === '1';
          return isBare ? first + 1 : pageNumber(value, first);
        },
      })),
  },
  'tollfree-filters-ignored': {
    says: 'Ignores all filters of toll-free numbers.',
    breaks: ['TEL-167', 'TEL-168', 'TEL-169', 'TEL-170', 'TEL-171'],
    rules: () => asked((now) => ({ meets: (verdicts) => now().isTollfree || meets(verdicts) })),
  },
  'tollfree-filters-refused': {
    says: 'Refuses Contains, AreaCode and InRegion together for toll-free numbers.',
    breaks: 'TEL-172',
    send: (answer, _operation, { url }) =>
      /\/Tollfree\.json\?(?=.*Contains)(?=.*AreaCode)(?=.*InRegion)/.test(url)
        ? json(400, { status: 400, message: 'Too many filters' })
        : answer,
  },
  'tollfree-country-ignored': {
    says: 'Lists the toll-free numbers of the United States for every country.',
    breaks: 'TEL-141',
    rules: () =>
      asked((now) => ({
        isOfCountry: (number, country) => isOfCountry(number, now().isTollfree ? 'US' : country),
      })),
  },
  'tollfree-country-of-three-letters': {
    says: 'Accepts a country of three letters for toll-free numbers.',
    breaks: 'TEL-175',
    placeOf: (country, type) =>
      placeOf(type === 'Tollfree' ? country?.replace(/^([A-Z]{2})[A-Z]$/, '$1') : country, type),
  },
  'tollfree-pages-lead-to-local': {
    says: 'Returns page URIs that point to local numbers for toll-free ones.',
    breaks: ['TEL-156', 'TEL-157', 'TEL-158', 'TEL-159'],
    pageUri: (path, ...rest) => pageUri(path.replace('/Tollfree', '/Local'), ...rest),
  },
  'tollfree-uri-of-local': {
    says: 'Returns the uri of local numbers for toll-free ones.',
    breaks: 'TEL-160',
    listingUri: (path, api) => listingUri(path.replace('/Tollfree', '/Local'), api),
  },
  'tollfree-total-of-the-first-ten': {
    says: 'Counts at most ten toll-free numbers.',
    breaks: ['TEL-146', 'TEL-147', 'TEL-161'],
    rules: () =>
      asked((now) => ({ total: (items) => (now().isTollfree ? Math.min(10, total(items)) : total(items)) })),
  },
  'tollfree-last-page-left-out': {
    says: 'On the next-to-last of more than three pages of toll-free numbers, next_page_uri is empty.',
    breaks: 'TEL-161',
    rules: () =>
      asked((now) =>
        listingWith(({ page, num_pages, next_page_uri }) => ({
          next_page_uri: now().isTollfree && page > 2 && page === num_pages - 1 ? '' : next_page_uri,
        })),
      ),
  },
  'tollfree-page-uris-forget-the-filters': {
    says: 'Omits the filters from the page URIs of toll-free numbers.',
    breaks: 'TEL-162',
    rules: () => asked((now) => ({ keptFilters: (filters) => (now().isTollfree ? {} : filters) })),
  },
} satisfies Bank;
