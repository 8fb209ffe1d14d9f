import { defaultRules, type Rules } from '../../reference/rules/index.ts';
import type { RequirementId } from '../../support/catalogue.ts';
import type { Bank, MutantEntry } from '../mutant.ts';
import { asked } from '../parts/asked.ts';
import { listingWith } from '../parts/listing-with.ts';

const { contains, listing, pageNumber, pageSize } = defaultRules;

/** Listings that keep a rule at home and next door, and break it in Great Britain, or for the toll-free numbers there. */
export const farPlaceMutants = {
  ...Object.fromEntries(
    (
      [
        ['britain', 'in Great Britain', /\/GB\/Local/],
        ['tollfree-abroad', 'of toll-free numbers outside the United States', /\/(?!US)[A-Z]{2}\/Tollfree/],
      ] as const
    ).flatMap(([place, where, path]) =>
      Object.entries(inPlace(() => false)).map(([name, { says, breaks }]): [string, MutantEntry] => [
        `${name}-${place}`,
        {
          says: `${says} ${where}.`,
          breaks,
          rules: () => asked((now) => inPlace(() => path.test(now().url.pathname))[name]?.rules ?? {}),
        },
      ]),
    ),
  ),
  'contains-ignored-of-tollfree-abroad': {
    says: 'Ignores Contains for toll-free numbers outside the United States.',
    breaks: 'TEL-167',
    rules: () =>
      asked((now) => ({
        contains: (number, characters) =>
          (now().isTollfree && !now().url.pathname.includes('/US/')) || contains(number, characters),
      })),
  },
  'total-one-less-in-the-middle-of-many': {
    says: 'Reports a total that is one too low on the fifth page of more than six.',
    breaks: 'TEL-147',
    rules: () =>
      listingWith(({ page, num_pages, total: all }) =>
        page === 5 && num_pages > 6 ? { total: all - 1 } : {},
      ),
  },
  'total-one-more-on-the-first-page-abroad': {
    says: 'Reports a total that is one too high on the first of several pages outside the United States.',
    breaks: 'TEL-147',
    rules: () =>
      asked((now) =>
        listingWith(({ page, num_pages, total: all }) =>
          page === 1 && num_pages > 1 && !now().url.pathname.includes('/US/') ? { total: all + 1 } : {},
        ),
      ),
  },
  'total-of-the-page-beside-page-alone': {
    says: 'Reports a total that is one too high when the request has Page but no PageSize.',
    breaks: 'TEL-147',
    rules: () =>
      asked((now) =>
        listingWith(({ total: all }) => {
          const { searchParams } = now().url;
          return searchParams.has('Page') && !searchParams.has('PageSize') ? { total: all + 1 } : {};
        }),
      ),
  },
  'postal-codes-that-begin-so': {
    says: 'Lists numbers whose postal code begins with InPostalCode.',
    breaks: 'TEL-170',
    inPostalCode: (number, code) => number.postalCode.startsWith(code),
  },
} satisfies Bank;

interface Broken {
  readonly says: string;
  readonly breaks: RequirementId;
  readonly rules: Omit<Partial<Rules>, 'admit'>;
}

function inPlace(isMeant: () => boolean): Readonly<Record<string, Broken>> {
  return {
    'first-page-alone': {
      says: 'Ignores Page and returns the first page',
      breaks: 'TEL-153',
      rules: { pageNumber: (value, first, last) => pageNumber(isMeant() ? undefined : value, first, last) },
    },
    'fifty-on-each-page': {
      says: 'Ignores PageSize and lists 50 numbers per page',
      breaks: 'TEL-155',
      rules: { pageSize: (value) => pageSize(isMeant() ? undefined : value) },
    },
    'last-is-the-first': {
      says: 'Points last_page_uri to the first page',
      breaks: 'TEL-157',
      rules: { listing: (page, uris) => listing(page, isMeant() ? { ...uris, last: uris.first } : uris) },
    },
    'wrong-total': {
      says: 'Adds one to the total',
      breaks: 'TEL-147',
      rules: listingWith(({ total: all }) => ({ total: all + (isMeant() ? 1 : 0) })),
    },
    'wrong-pages': {
      says: 'Adds one to the number of pages',
      breaks: 'TEL-146',
      rules: listingWith(({ num_pages }) => ({ num_pages: num_pages + (isMeant() ? 1 : 0) })),
    },
  };
}
