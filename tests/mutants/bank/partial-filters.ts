import { refuse } from '../../reference/answer.ts';
import { stock } from '../../reference/numbers.ts';
import { defaultRules, type Rules } from '../../reference/rules/index.ts';
import type { Bank, MutantEntry } from '../mutant.ts';
import { asked } from '../parts/asked.ts';

const {
  availableNumber,
  contains,
  endIndex,
  inAreaCode,
  isOfCountry,
  isOfType,
  listing,
  meets,
  numPages,
  pageSize,
  previousPage,
  startIndex,
  total,
} = defaultRules;

/** Listings that keep a rule where nothing is filtered, or for the filters that are asked for most. */
export const partialFilterMutants = {
  'nothing-found-fails': {
    says: 'Returns 500 when no numbers match the filters.',
    breaks: ['TEL-167', 'TEL-168', 'TEL-169', 'TEL-170'],
    rules: () =>
      asked((now) => ({
        total: (items) => {
          if (now().isFiltered && items.length === 0) refuse(500, 'Nothing was found');
          return total(items);
        },
      })),
  },
  'country-ignored-beside-a-filter': {
    says: 'Lists numbers of every country when the request contains a filter.',
    breaks: 'TEL-141',
    rules: () =>
      asked((now) => ({
        isOfCountry: (number, country) => now().isFiltered || isOfCountry(number, country),
      })),
  },
  'type-ignored-beside-a-filter': {
    says: 'Lists numbers of both types when the request contains a filter.',
    breaks: ['TEL-142', 'TEL-143'],
    rules: () => asked((now) => ({ isOfType: (number, type) => now().isFiltered || isOfType(number, type) })),
  },
  'country-ignored-beside-a-size': {
    says: 'Lists numbers of every country when the request contains PageSize.',
    breaks: 'TEL-141',
    rules: () =>
      asked((now) => ({
        isOfCountry: (number, country) =>
          now().url.searchParams.has('PageSize') || isOfCountry(number, country),
      })),
  },
  'filters-ignored-on-later-pages-of-no-size': {
    says: 'Ignores the filters after the first page when the request does not contain PageSize.',
    breaks: 'TEL-162',
    rules: () =>
      asked((now) => ({
        meets: (verdicts) => {
          const { searchParams } = now().url;
          const isLater = Number(searchParams.get('Page') ?? 1) > 1;
          return (isLater && !searchParams.has('PageSize')) || meets(verdicts);
        },
      })),
  },
  'area-code-anywhere': {
    says: 'Matches AreaCode anywhere in a number.',
    breaks: 'TEL-168',
    inAreaCode: (number, code) => number.phoneNumber.includes(code),
  },
  ...Object.fromEntries(
    (
      [
        ['Local', 'Contains', { friendly_name: 'as asked for' }, 'TEL-140'],
        ['Local', 'AreaCode', { country_code: '+7' }, 'TEL-138'],
        ['Local', 'InPostalCode', { exchange: '999' }, 'TEL-139'],
        ['Tollfree', 'Contains', { sms_enabled: true }, 'TEL-124'],
      ] as const
    ).map(([type, name, fields, id]): [string, MutantEntry] => [
      `other-${type.toLowerCase()}-numbers-beside-${name.toLowerCase()}`,
      {
        says: `Returns a wrong ${Object.keys(fields).join()} for each number under ${type} when the request contains ${name}.`,
        breaks: id,
        rules: () =>
          asked((now) => ({
            availableNumber: (number) => {
              const { pathname, searchParams } = now().url;
              const isOther = pathname.endsWith(`/${type}.json`) && searchParams.has(name);
              return { ...availableNumber(number), ...(isOther && fields) };
            },
          })),
      },
    ]),
  ),
  'size-ignored-beside-a-filter': {
    says: 'Lists 50 numbers per page when the request contains a filter, regardless of PageSize.',
    breaks: 'TEL-155',
    rules: () => asked((now) => ({ pageSize: (value) => (now().isFiltered ? 50 : pageSize(value)) })),
  },

  'filtered-end-one-more': {
    says: 'Returns an end that is one too high in a filtered listing.',
    breaks: 'TEL-144',
    rules: () =>
      asked((now) => ({
        endIndex: (start, length) => endIndex(start, length) + (now().isFiltered && length > 0 ? 1 : 0),
      })),
  },
  'filtered-start-anew': {
    says: 'Returns a start of 0 on every page of a filtered listing.',
    breaks: 'TEL-148',
    rules: () =>
      asked((now) => ({
        startIndex: (index, size, length) => (now().isFiltered ? 0 : startIndex(index, size, length)),
      })),
  },
  'filtered-page-too-many': {
    says: 'Counts one page too many when a filtered listing has several.',
    breaks: 'TEL-146',
    rules: () =>
      asked((now) => ({
        numPages: (all, size) => numPages(all, size) + (now().isFiltered && numPages(all, size) > 1 ? 1 : 0),
      })),
  },
  'filtered-previous-is-the-first': {
    says: 'In a filtered listing, previous_page_uri always points to the first page.',
    breaks: 'TEL-159',
    rules: () =>
      asked((now) => ({
        previousPage: (page, first) => (now().isFiltered && page > first ? first : previousPage(page, first)),
      })),
  },
  'filtered-last-of-all-numbers': {
    says: 'In a filtered listing, last_page_uri points to the last page of all numbers in stock.',
    breaks: 'TEL-157',
    rules: () =>
      asked((now) => ({
        listing: (page, uris) => {
          const last = uris.last.replace(/\bPage=\d+/, `Page=${Math.ceil(stock.length / page.pageSize)}`);
          return listing(page, { ...uris, last: now().isFiltered ? last : uris.last });
        },
      })),
  },
  'filter-ignored-beside-page-alone': {
    says: 'Ignores the filters when the request contains Page but not PageSize.',
    breaks: 'TEL-162',
    rules: () =>
      asked((now) => ({
        meets: (verdicts) => {
          const { searchParams } = now().url;
          return (searchParams.has('Page') && !searchParams.has('PageSize')) || meets(verdicts);
        },
      })),
  },
  'filter-not-escaped-in-page-uris': {
    says: 'Does not percent-encode the filters in page URIs.',
    breaks: 'TEL-161',
    pageUri: (path, page, size, filters) => {
      const kept = Object.entries(filters).map(([name, value]) => `&${name}=${value}`);
      return `${path}?Page=${page}&PageSize=${size}${kept.join('')}`;
    },
  },

  'contains-of-five-characters': {
    says: 'Uses only the first five characters of Contains.',
    breaks: 'TEL-167',
    contains: (number, characters) => contains(number, characters.slice(0, 5)),
  },
  'area-code-out-of-stock-lists-all': {
    says: 'Ignores AreaCode when no number has that area code.',
    breaks: 'TEL-168',
    inAreaCode: (number, code) => !stock.some(({ npa }) => npa === code) || inAreaCode(number, code),
  },
  'contains-out-of-stock-lists-all': {
    says: 'Ignores Contains when no number contains the characters.',
    breaks: 'TEL-167',
    contains: ({ phoneNumber }, characters) =>
      !stock.some((other) => other.phoneNumber.includes(characters)) || phoneNumber.includes(characters),
  },
  'area-code-known-by-its-beginning': {
    says: 'Lists the numbers whose area code begins with AreaCode.',
    breaks: 'TEL-168',
    inAreaCode: ({ npa }, code) => npa?.startsWith(code) ?? false,
  },
  'region-known-by-its-beginning': {
    says: 'Lists the numbers whose region begins with InRegion.',
    breaks: 'TEL-169',
    inRegion: ({ region }, wanted) => region.startsWith(wanted),
  },
  'contains-as-an-expression': {
    says: 'Treats a dot in Contains as a wildcard for a single character.',
    breaks: 'TEL-167',
    rules: () => containing(/\./g, '.'),
  },
  'contains-as-a-search-pattern': {
    says: 'Treats a percent sign in Contains as a wildcard for any characters.',
    breaks: 'TEL-167',
    rules: () => containing(/%/g, '.*'),
  },
  'contains-with-an-underscore-for-any-character': {
    says: 'Treats an underscore in Contains as a wildcard for a single character.',
    breaks: 'TEL-167',
    rules: () => containing(/_/g, '.'),
  },
  'contains-with-a-star-for-any-characters': {
    says: 'Treats an asterisk in Contains as a wildcard for any characters.',
    breaks: 'TEL-167',
    rules: () => containing(/\*/g, '.*'),
  },
  'contains-with-a-question-mark-for-any-character': {
    says: 'Treats a question mark in Contains as a wildcard for a single character.',
    breaks: 'TEL-167',
    rules: () => containing(/\?/g, '.'),
  },
  'area-code-known-by-its-end': {
    says: 'Lists the numbers whose area code ends with AreaCode.',
    breaks: 'TEL-168',
    inAreaCode: ({ npa }, code) => npa?.endsWith(code) ?? false,
  },
  'region-known-by-its-end': {
    says: 'Lists the numbers whose region ends with InRegion.',
    breaks: 'TEL-169',
    inRegion: ({ region }, wanted) => region.endsWith(wanted),
  },
  'three-filters-or-ed': {
    says: 'Lists numbers that match any of three filters.',
    breaks: 'TEL-171',
    meets: (verdicts) => (verdicts.length === 3 ? verdicts.some(Boolean) : defaultRules.meets(verdicts)),
  },
  'country-ignored-beside-an-area-code': {
    says: 'Lists numbers of every country when the request contains AreaCode.',
    breaks: 'TEL-141',
    rules: () =>
      asked((now) => ({
        isOfCountry: (number, country) =>
          now().url.searchParams.has('AreaCode') || isOfCountry(number, country),
      })),
  },
  'country-ignored-beside-a-region': {
    says: 'Lists numbers of every country when the request contains InRegion.',
    breaks: 'TEL-141',
    rules: () =>
      asked((now) => ({
        isOfCountry: (number, country) =>
          now().url.searchParams.has('InRegion') || isOfCountry(number, country),
      })),
  },
  'type-ignored-beside-an-area-code': {
    says: 'Lists numbers of both types when the request contains AreaCode.',
    breaks: ['TEL-142', 'TEL-143'],
    rules: () =>
      asked((now) => ({
        isOfType: (number, type) => now().url.searchParams.has('AreaCode') || isOfType(number, type),
      })),
  },
  'two-filters-lost-in-page-uris': {
    says: 'Keeps only the first of several filters in the page URIs.',
    breaks: 'TEL-162',
    keptFilters: (filters) => Object.fromEntries(Object.entries(filters).slice(0, 1)),
  },
  'contains-of-two-characters-ignored': {
    says: 'Ignores a Contains of one or two characters.',
    breaks: 'TEL-167',
    contains: (number, characters) => characters.length < 3 || defaultRules.contains(number, characters),
  },
} satisfies Bank;

/** Takes some characters of Contains for a pattern, and the others as they are. */
function containing(signs: RegExp, pattern: string): Partial<Rules> {
  return {
    contains: (number, characters) => {
      const plain = characters.split(signs).map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
      return new RegExp(plain.join(pattern)).test(number.phoneNumber);
    },
  };
}
