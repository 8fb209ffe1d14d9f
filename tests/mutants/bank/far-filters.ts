import { refuse } from '../../reference/answer.ts';
import { type StockNumber, stock } from '../../reference/numbers.ts';
import { defaultRules, type Rules } from '../../reference/rules/index.ts';
import type { RequirementId } from '../../support/catalogue.ts';
import type { Bank, MutantEntry } from '../mutant.ts';
import { type Asked, asked } from '../parts/asked.ts';
import { inCroatia } from '../parts/in-croatia.ts';
import { like } from '../parts/like.ts';
import { listingWith } from '../parts/listing-with.ts';

const { availableNumber, contains, inAreaCode, inRegion, isOfCountry, listing, meets, pageItems, placeOf } =
  defaultRules;

/** Listings that keep a rule until two things come together: a filter and another country, or two filters. */
export const farFilterMutants = {
  ...Object.fromEntries(
    ['Local', 'Tollfree'].flatMap((type) =>
      ['Contains', 'AreaCode', 'InRegion', 'InPostalCode'].map((name): [string, MutantEntry] => [
        `country-lost-beside-${name.toLowerCase()}-under-${type.toLowerCase()}`,
        {
          says: `Also lists US ${type} numbers for any country when the request has ${name}, and rejects ZZ.`,
          breaks: 'TEL-141',
          rules: () =>
            withoutZZ((now) => ({
              isOfCountry: (number, country) => {
                const { pathname, searchParams } = now().url;
                const isLost = pathname.endsWith(`/${type}.json`) && searchParams.has(name);
                return isOfCountry(number, country) || (isLost && number.country === 'US');
              },
            })),
        },
      ]),
    ),
  ),
  ...Object.fromEntries(
    (
      [
        ['at-home', 'in', true],
        ['abroad', 'outside', false],
      ] as const
    ).map(([where, within, isHome]): [string, MutantEntry] => [
      `area-code-alone-refused-${where}`,
      {
        says: `Refuses a request with AreaCode alone ${within} the United States.`,
        breaks: 'TEL-168',
        rules: () =>
          asked((now) => ({
            inAreaCode: (...given) => {
              const { pathname, searchParams } = now().url;
              const isAlone = [...searchParams.keys()].join() === 'AreaCode';
              if (isAlone && pathname.includes('/US/') === isHome)
                refuse(400, 'AreaCode alone is not enough');
              return inAreaCode(...given);
            },
          })),
      },
    ]),
  ),
  'filters-refused-together-in-croatia': {
    says: 'Refuses several filters together for numbers of Croatia.',
    breaks: 'TEL-171',
    settings: inCroatia,
    rules: () =>
      asked((now) => ({
        meets: (verdicts) =>
          verdicts.length > 1 && now().url.pathname.includes('/HR/')
            ? refuse(400, 'One filter at a time')
            : meets(verdicts),
      })),
  },
  'filters-among-the-first-200': {
    says: 'Searches only the first 200 US local numbers when the request has filters.',
    breaks: 'TEL-203',
    rules: () => {
      const isOurs = ({ country, type }: StockNumber) => country === 'US' && type === 'local';
      const first = new Set(stock.filter(isOurs).slice(0, 200));
      const early =
        (rule: (number: StockNumber, value: string) => boolean) => (number: StockNumber, value: string) =>
          (!isOurs(number) || first.has(number)) && rule(number, value);
      return {
        contains: early(defaultRules.contains),
        inAreaCode: early(defaultRules.inAreaCode),
        inRegion: early(defaultRules.inRegion),
        inPostalCode: early(defaultRules.inPostalCode),
      };
    },
  },
  'area-codes-by-like': {
    says: 'Treats % and _ in AreaCode as SQL LIKE wildcards.',
    breaks: 'TEL-168',
    inAreaCode: (number, value) => like(value).test(number.npa ?? ''),
  },
  'regions-by-like': {
    says: 'Treats % and _ in InRegion as SQL LIKE wildcards.',
    breaks: 'TEL-169',
    inRegion: (number, value) => like(value).test(number.region),
  },
  'postal-codes-by-like': {
    says: 'Treats % and _ in InPostalCode as SQL LIKE wildcards.',
    breaks: 'TEL-170',
    inPostalCode: (number, value) => like(value).test(number.postalCode),
  },
  'area-codes-by-their-first-digits': {
    says: 'Ignores everything after the first three digits of AreaCode.',
    breaks: 'TEL-168',
    inAreaCode: (number, value) => number.npa === value.slice(0, 3),
  },
  'regions-by-their-first-letters': {
    says: 'Ignores everything after the first two letters of InRegion.',
    breaks: 'TEL-169',
    inRegion: (number, value) => number.region === value.slice(0, 2).toUpperCase(),
  },
  'postal-codes-by-their-first-characters': {
    says: 'Lists any number whose postal code is a prefix of InPostalCode.',
    breaks: 'TEL-170',
    inPostalCode: ({ postalCode }, value) => postalCode !== '' && value.startsWith(postalCode),
  },
  'contains-of-ten-characters': {
    says: 'Ignores everything after the first ten characters of Contains.',
    breaks: 'TEL-167',
    contains: (number, characters) => contains(number, characters.slice(0, 10)),
  },
  'contains-behind-the-area-code': {
    says: 'Matches Contains against the last seven digits of a number only.',
    breaks: 'TEL-203',
    contains: (number, characters) => number.phoneNumber.slice(-7).includes(characters),
  },
  'our-numbers-on-later-pages-abroad': {
    says: 'Lists US local numbers from the second page on for other countries when PageSize is absent.',
    breaks: 'TEL-141',
    rules: () =>
      withoutZZ((now) => ({
        pageItems: (items, index, size) => {
          const { pathname, searchParams } = now().url;
          const isLater = index > 0 && !pathname.includes('/US/') && !searchParams.has('PageSize');
          return pageItems(isLater ? (ours as unknown as typeof items) : items, index, size);
        },
      })),
  },
  'filters-ignored-on-large-pages': {
    says: 'Ignores the filters when PageSize is greater than 50.',
    breaks: ['TEL-167', 'TEL-168', 'TEL-169', 'TEL-170'],
    rules: () =>
      asked((now) => ({
        meets: (verdicts) => Number(now().url.searchParams.get('PageSize')) > 50 || meets(verdicts),
      })),
  },
  'last-of-three-filters-ignored': {
    says: 'Ignores InRegion when the request has Contains and AreaCode, but not InPostalCode.',
    breaks: 'TEL-171',
    rules: () =>
      asked((now) => ({
        inRegion: (...given) =>
          (has(now(), 'Contains', 'AreaCode') && !has(now(), 'InPostalCode')) || inRegion(...given),
      })),
  },
  'first-of-three-filters-ignored': {
    says: 'Ignores Contains when the request has InRegion and InPostalCode, but not AreaCode.',
    breaks: 'TEL-171',
    rules: () =>
      asked((now) => ({
        contains: (...given) =>
          (has(now(), 'InRegion', 'InPostalCode') && !has(now(), 'AreaCode')) || contains(...given),
      })),
  },
  'region-lost-on-later-pages-of-two-filters': {
    says: 'Ignores InRegion after the first page when the request has two filters.',
    breaks: 'TEL-162',
    rules: () =>
      asked((now) => ({
        inRegion: (...given) => {
          const { url } = now();
          return (filtersIn(url) === 2 && Number(url.searchParams.get('Page')) > 1) || inRegion(...given);
        },
      })),
  },
  'area-code-lost-beside-another-filter-in-canada': {
    says: 'Ignores AreaCode for Canadian numbers when the request has another filter.',
    breaks: 'TEL-171',
    rules: () =>
      asked((now) => ({
        inAreaCode: (number, code) =>
          (number.country === 'CA' && filtersIn(now().url) > 1) || inAreaCode(number, code),
      })),
  },
  'type-in-capitals-by-two-filters': {
    says: 'Returns the type of a number in capitals when the request has two filters.',
    breaks: 'TEL-119',
    rules: () =>
      asked((now) => ({
        availableNumber: (number) => ({
          ...availableNumber(number),
          type: filtersIn(now().url) === 2 ? number.type.toUpperCase() : number.type,
        }),
      })),
  },
  'cost-as-a-number-on-single-pages': {
    says: 'Returns monthly_cost as a number when PageSize is 1.',
    breaks: 'TEL-121',
    rules: () =>
      asked((now) => ({
        availableNumber: (number) => ({
          ...availableNumber(number),
          monthly_cost:
            now().url.searchParams.get('PageSize') === '1' ? Number(number.monthlyCost) : number.monthlyCost,
        }),
      })),
  },
  'uri-of-another-listing-by-two-filters': {
    says: 'Returns the path of the toll-free listing as uri when the request has two filters.',
    breaks: 'TEL-160',
    rules: () =>
      asked((now) => ({
        listing: (page, uris) => {
          const uri = filtersIn(now().url) === 2 ? uris.uri.replace('/Local', '/Tollfree') : uris.uri;
          return listing(page, { ...uris, uri });
        },
      })),
  },
  'contains-of-one-character-ignored': {
    says: 'Ignores a Contains of one character.',
    breaks: 'TEL-167',
    contains: (number, characters) => characters.length === 1 || contains(number, characters),
  },

  ...combined((isMeant) => ({
    'one-page-more': [
      'Returns a num_pages that is one too high',
      'TEL-146',
      listingWith(({ num_pages }) => ({ num_pages: num_pages + (isMeant() ? 1 : 0) })),
    ],
    'one-number-more': [
      'Returns a total that is one too high',
      'TEL-147',
      listingWith(({ total }) => ({ total: total + (isMeant() ? 1 : 0) })),
    ],
    'one-number-short': [
      'Omits one number from each page',
      'TEL-145',
      { pageItems: (items, index, size) => pageItems(items, index, size).slice(isMeant() ? 1 : 0) },
    ],
    'the-same-numbers-again': [
      'Lists the numbers of the first page on every page',
      'TEL-161',
      { pageItems: (items, index, size) => pageItems(items, isMeant() ? 0 : index, size) },
    ],
    'last-is-the-first': [
      'Returns the URI of the first page as last_page_uri',
      'TEL-157',
      { listing: (page, uris) => listing(page, isMeant() ? { ...uris, last: uris.first } : uris) },
    ],
  })),
} satisfies Bank;

const ours = stock.filter(({ country, type }) => country === 'US' && type === 'local');

/** Refuses the country that does not exist, as a deployment may. */
function withoutZZ(make: (now: () => Asked) => Omit<Partial<Rules>, 'admit'>): Partial<Rules> {
  return {
    ...asked(make),
    placeOf: (country, type) => (country === 'ZZ' ? undefined : placeOf(country, type)),
  };
}

type Broken = readonly [says: string, breaks: RequirementId, rules: Omit<Partial<Rules>, 'admit'>];

/** A mutant of each for local numbers by two filters, and one for toll-free numbers by one. */
function combined(make: (isMeant: () => boolean) => Readonly<Record<string, Broken>>): Bank {
  const where = {
    'two-filters': ['when the request has two filters', ({ url }: Asked) => filtersIn(url) === 2],
    'a-tollfree-filter': [
      'when a request for toll-free numbers has one filter',
      ({ url, isTollfree }: Asked) => isTollfree && filtersIn(url) === 1,
    ],
  } as const;
  return Object.fromEntries(
    Object.entries(where).flatMap(([beside, [told, holds]]) =>
      Object.entries(make(() => false)).map(([name, [says, breaks]]): [string, MutantEntry] => [
        `${name}-beside-${beside}`,
        {
          says: `${says} ${told}.`,
          breaks,
          rules: () => asked((now) => make(() => holds(now()))[name]?.[2] ?? {}),
        },
      ]),
    ),
  );
}

function has({ url }: Asked, ...names: readonly string[]): boolean {
  return names.every((name) => url.searchParams.has(name));
}

function filtersIn({ searchParams }: URL): number {
  return ['Contains', 'AreaCode', 'InRegion', 'InPostalCode'].filter((name) => searchParams.has(name)).length;
}
