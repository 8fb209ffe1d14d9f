import { defaultRules, type Rules } from '../../reference/rules/index.ts';
import type { Bank, MutantEntry } from '../mutant.ts';
import { type Asked, asked } from '../parts/asked.ts';
import { listingWith } from '../parts/listing-with.ts';

const {
  availableNumber,
  endIndex,
  inAreaCode,
  inPostalCode,
  listing,
  meets,
  numPages,
  pageNumber,
  pageSize,
  pageUri,
  startIndex,
} = defaultRules;

/** Listings that keep a rule where it is looked for first: at home, by one filter or all, on pages of usual sizes. */
export const farListingMutants = {
  'area-code-of-the-united-states-alone': {
    says: 'Ignores AreaCode outside the United States.',
    breaks: 'TEL-168',
    rules: () => abroad((isAbroad) => ({ inAreaCode: (...given) => isAbroad() || inAreaCode(...given) })),
  },
  'postal-code-with-a-space-finds-nothing': {
    says: 'Finds no numbers for a postal code that contains a space.',
    breaks: 'TEL-203',
    inPostalCode: (number, code) => !code.includes(' ') && inPostalCode(number, code),
  },
  'pages-of-twenty-abroad': {
    says: 'Lists 20 numbers per page outside the United States when PageSize is missing.',
    breaks: 'TEL-154',
    rules: () =>
      abroad((isAbroad) => ({ pageSize: (value) => pageSize(value ?? (isAbroad() ? '20' : undefined)) })),
  },
  'country-code-one-digit-too-long-abroad': {
    says: 'Returns the first three digits of a number as country_code outside North America.',
    breaks: 'TEL-138',
    availableNumber: (number) => ({
      ...availableNumber(number),
      country_code: number.countryCode === '+1' ? '+1' : number.phoneNumber.slice(0, 4),
    }),
  },
  'region-ignored-outside-north-america': {
    says: 'Ignores InRegion outside North America.',
    breaks: 'TEL-169',
    inRegion: (number, region) => number.countryCode !== '+1' || defaultRules.inRegion(number, region),
  },
  'page-size-ignored-beside-a-region': {
    says: 'Ignores PageSize when the request contains InRegion.',
    breaks: 'TEL-155',
    rules: () =>
      asked((now) => ({
        pageSize: (value) => pageSize(now().url.searchParams.has('InRegion') ? undefined : value),
      })),
  },
  'ten-on-a-page-beside-an-area-code': {
    says: 'Lists 10 numbers per page when the request contains AreaCode but not PageSize.',
    breaks: 'TEL-154',
    rules: () =>
      asked((now) => ({
        pageSize: (value) => pageSize(value ?? (now().url.searchParams.has('AreaCode') ? '10' : undefined)),
      })),
  },
  ...Object.fromEntries(
    (
      [
        ['end', 'TEL-144'],
        ['num_pages', 'TEL-146'],
        ['start', 'TEL-148'],
      ] as const
    ).map(([field, id]): [string, MutantEntry] => [
      `wrong-${field.replaceAll('_', '-')}-in-the-middle`,
      {
        says: `Returns a wrong ${field} on the fifth page of more than six.`,
        breaks: id,
        rules: () =>
          listingWith((body) => {
            const isMeant = body.page === 5 && body.num_pages > 6;
            return isMeant
              ? { [field]: body[field] + 1, ...(field === 'start' && { end: body.end + 1 }) }
              : {};
          }),
      },
    ]),
  ),
  'two-filters-or-ed': {
    says: 'Lists numbers that match either of two filters.',
    breaks: 'TEL-171',
    meets: (verdicts) => (verdicts.length === 2 ? verdicts.some(Boolean) : meets(verdicts)),
  },
  'first-match-of-a-filter-alone': {
    says: 'Lists only the first number that matches a single filter.',
    breaks: 'TEL-203',
    rules: () => {
      let found: Asked | undefined;
      return asked((now) => ({
        meets: (verdicts) => {
          if (!meets(verdicts) || (verdicts.length === 1 && found === now())) return false;
          found = now();
          return true;
        },
      }));
    },
  },
  'last-filter-lost-on-the-way-back': {
    says: 'Omits the last of several filters from previous_page_uri and last_page_uri.',
    breaks: 'TEL-162',
    listing: (page, uris) => {
      const shortened = (uri: string) =>
        uri.replace(/(&(?:Contains|AreaCode|In\w+)=[^&]*)&(?:Contains|AreaCode|In\w+)=[^&]*$/, '$1');
      return listing(page, { ...uris, previous: shortened(uris.previous), last: shortened(uris.last) });
    },
  },
  'large-pages-counted-by-fifty': {
    says: 'Counts pages of 50 numbers in num_pages when the page size is greater than 50.',
    breaks: 'TEL-146',
    numPages: (total, size) => numPages(total, Math.min(size, 50)),
  },
  'large-pages-overlap': {
    says: 'Starts each page 50 numbers after the previous one when the page size is greater than 50.',
    breaks: 'TEL-161',
    pageItems: (items, index, size) => items.slice(index * Math.min(size, 50)).slice(0, size),
  },
  'start-of-large-pages-by-fifty': {
    says: 'Counts 50 numbers per previous page in start when the page size is greater than 50.',
    breaks: 'TEL-148',
    startIndex: (index, size, length) => startIndex(index, Math.min(size, 50), length),
  },
  'page-uris-to-the-united-states': {
    says: 'Returns page URIs that point to numbers of the United States.',
    breaks: ['TEL-156', 'TEL-157', 'TEL-158', 'TEL-159'],
    pageUri: (path, ...rest) => pageUri(path.replace(/\/[A-Z]{2}\//, '/US/'), ...rest),
  },
  'first-page-alone-abroad': {
    says: 'Always returns the first page outside the United States, regardless of Page.',
    breaks: 'TEL-153',
    rules: () =>
      abroad((isAbroad) => ({
        pageNumber: (value, first, last) => pageNumber(isAbroad() ? undefined : value, first, last),
      })),
  },
  'second-page-by-default-abroad': {
    says: 'Returns the second page by default outside the United States.',
    breaks: 'TEL-152',
    rules: () => secondByDefault(({ pathname }) => !pathname.includes('/US/')),
  },
  'second-page-by-default-at-home': {
    says: 'Returns the second page of local numbers of the United States by default.',
    breaks: ['TEL-148', 'TEL-151', 'TEL-152', 'TEL-161', 'TEL-163'],
    rules: () => secondByDefault(({ pathname }) => pathname.endsWith('/US/Local.json')),
  },
  'small-size-told-as-ten-abroad': {
    says: 'Reports a page_size of 10 for smaller pages outside the United States.',
    breaks: 'TEL-155',
    rules: () =>
      abroad((isAbroad) =>
        listingWith(({ page_size }) => ({ page_size: isAbroad() ? Math.max(10, page_size) : page_size })),
      ),
  },
  'fifty-on-each-page-abroad': {
    says: 'Lists 50 numbers per page outside the United States, regardless of PageSize.',
    breaks: 'TEL-155',
    rules: () => abroad((isAbroad) => ({ pageSize: (value) => pageSize(isAbroad() ? undefined : value) })),
  },
  ...Object.fromEntries(
    (
      [
        ['end', 'TEL-144', 1],
        ['page_size', 'TEL-145', -1],
        ['num_pages', 'TEL-146', 1],
        ['total', 'TEL-147', 1],
        ['start', 'TEL-148', 1],
      ] as const
    ).map(([field, id, more]): [string, MutantEntry] => [
      `wrong-${field.replaceAll('_', '-')}-abroad`,
      {
        says: `Returns a wrong ${field} outside the United States.`,
        breaks: id,
        rules: () =>
          abroad((isAbroad) => listingWith((body) => (isAbroad() ? { [field]: body[field] + more } : {}))),
      },
    ]),
  ),
  'end-of-large-pages-at-fifty': {
    says: 'Returns the index of the fiftieth number as end of a page of more than 50 numbers.',
    breaks: 'TEL-144',
    endIndex: (start, length) => endIndex(start, Math.min(length, 50)),
  },
} satisfies Bank;

/** Rules that hold otherwise outside the United States. */
function abroad(make: (isAbroad: () => boolean) => Omit<Partial<Rules>, 'admit'>): Partial<Rules> {
  return asked((now: () => Asked) => make(() => !now().url.pathname.includes('/US/')));
}

/** Returns the second page of some listings where no Page is named. */
function secondByDefault(isMeant: (url: URL) => boolean): Partial<Rules> {
  return asked((now) => ({
    pageNumber: (value, first, last = first) =>
      pageNumber(isMeant(now().url) ? (value ?? `${Math.min(first + 1, last)}`) : value, first, last),
  }));
}
