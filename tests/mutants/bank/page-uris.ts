import { stock } from '../../reference/numbers.ts';
import { defaultRules, type Rules } from '../../reference/rules/index.ts';
import type { RequirementId } from '../../support/catalogue.ts';
import { filtered, filteredBy, isFor, not, sized, tollfree } from '../circumstances.ts';
import { each, series } from '../family.ts';
import type { Bank, MutantEntry } from '../mutant.ts';
import type { When } from '../where.ts';

const { listing, listingUri, nextPage, pageUri } = defaultRules;

type Page = Parameters<Rules['listing']>[0];
type Uris = Parameters<Rules['listing']>[1];

/** On which pages a URI leads elsewhere, where to, and how that is told: the page, '' for no URI, false as it should. */
type Leads = Readonly<
  Record<
    string,
    readonly [onPage: string, to: string, page: (page: Page) => number | '' | false, when?: When]
  >
>;

const requirements = {
  first: 'TEL-156',
  last: 'TEL-157',
  next: 'TEL-158',
  previous: 'TEL-159',
} as const satisfies Record<string, RequirementId>;

const filters = ['Contains', 'AreaCode', 'InRegion', 'InPostalCode'] as const;
const unsized = not(sized);

/** Where the URIs of the pages lead. */
export const pageUriMutants = {
  ...series(
    'first-page-uri-of',
    {
      'the-first-page-leads-on': [
        'the first page',
        'the second',
        ({ page, numPages }) => page === 1 && numPages > 1 && 2,
      ],
      'the-page-itself': ['every page', 'the page itself', ({ page }) => page],
      'the-second-page-is-itself': ['the second page', 'the second page', ({ page }) => page === 2 && 2],
      'the-last-page-is-the-one-before': [
        'the last of many pages',
        'the one before',
        ({ page, numPages }) => page === numPages && page > 5 && page - 1,
      ],
      'later-pages-is-the-one-before': [
        'every page after the second',
        'the one before',
        ({ page }) => page > 2 && page - 1,
      ],
      'pages-of-no-size-is-the-second': ['every page without a PageSize', 'the second', () => 2, unsized],
    } satisfies Leads,
    leading('first'),
  ),
  ...series(
    'last-page-uri-of',
    {
      'every-page-one-short': ['every page', 'the last but one', ({ numPages }) => Math.max(1, numPages - 1)],
      'the-first-page-stays': ['the first page', 'the first page', ({ page }) => page === 1 && 1],
      'later-pages-is-the-next': [
        'every page but the first',
        'the next',
        ({ page, numPages }) => page > 1 && page < numPages && page + 1,
      ],
      'the-last-page-beyond-it': [
        'the last of several pages',
        'a page beyond it',
        ({ page, numPages }) => page === numPages && page > 1 && page + 1,
      ],
      'the-last-page-empty': [
        'the last of several pages',
        'no page',
        ({ page, numPages }) => page === numPages && page > 1 && '',
      ],
      'every-page-rounded-down': [
        'every page',
        'the last full page',
        ({ total, pageSize }) => Math.max(1, Math.floor(total / pageSize)),
      ],
      'pages-of-no-size-one-short': [
        'every page without a PageSize',
        'the last but one',
        ({ numPages }) => Math.max(1, numPages - 1),
        unsized,
      ],
      'filtered-pages-is-of-all-numbers': [
        'every filtered page',
        'the last of all in stock',
        ({ pageSize }) => Math.ceil(stock.length / pageSize),
        filtered,
      ],
    } satisfies Leads,
    leading('last'),
  ),
  ...series(
    'previous-page-uri-of',
    {
      'the-second-page-empty': ['the second page', 'no page', ({ page }) => page === 2 && ''],
      'every-page-is-the-first': ['every page', 'the first', ({ page }) => page > 1 && 1],
      'filtered-pages-is-the-first': [
        'every filtered page',
        'the first',
        ({ page }) => page > 1 && 1,
        filtered,
      ],
      'the-last-page-is-the-first': [
        'the last of more than three pages',
        'the first',
        ({ page, numPages }) => page === numPages && page > 3 && 1,
      ],
      'the-last-page-of-fifty-is-the-first': [
        'the last of pages of 50',
        'the first',
        ({ page, numPages, pageSize }) => page === numPages && page > 2 && pageSize === 50 && 1,
      ],
      'pages-of-no-size-is-the-second': [
        'every page without a PageSize',
        'the second',
        ({ page }) => page > 1 && 2,
        unsized,
      ],
    } satisfies Leads,
    leading('previous'),
  ),
  'next-page-uri-stays-on-the-first-page': next('On the first page', 'points to that page', (page, last) =>
    page === 1 && last > 1 ? 1 : nextPage(page, last),
  ),
  'next-page-uri-skips-after-the-first-page': next(
    'On every page but the first',
    'skips a page',
    (page, last) => nextPage(page === 1 ? 1 : page + 1, last),
  ),
  'next-page-uri-never-there': next('On every page', 'is empty', () => undefined),
  'next-page-uri-drops-the-size': {
    says: 'Drops PageSize from next_page_uri.',
    breaks: ['TEL-158', 'TEL-161'],
    listing: changing((uris) => ({ next: without(uris.next, 'PageSize') })),
  },
  'next-page-of-fifty-at-most': {
    says: 'On a page of more than 50 numbers, next_page_uri has a PageSize of 50.',
    breaks: 'TEL-158',
    listing: changing((uris, { pageSize }) =>
      pageSize > 50 ? { next: uris.next.replace(/PageSize=\d+/, 'PageSize=50') } : {},
    ),
  },
  ...each(
    [
      [
        'next-page-uri-ends-early',
        'From the third page on',
        ({ page }: Page) => page > 2,
        isFor('listAvailableNumbers'),
      ],
      [
        'filtered-pages-end-early',
        'From the second filtered page on',
        ({ page }: Page) => page > 1,
        filtered,
      ],
      [
        'tollfree-last-page-left-out',
        'On the last but one of more than three pages of toll-free numbers',
        ({ page, numPages }: Page) => page > 2 && page === numPages - 1,
        tollfree,
      ],
    ],
    (_, onPage, isEmpty, when) => ({
      says: `${onPage}, next_page_uri is empty.`,
      breaks: 'TEL-161',
      when,
      listing: changing((uris, page) => ({ next: isEmpty(page) ? '' : uris.next })),
    }),
  ),
  'last-page-leads-to-the-first': {
    ...next('On the last page', 'points to the first', (page, last) => nextPage(page, last) ?? 1),
    breaks: 'TEL-161',
  },
  'first-page-before-itself': {
    says: 'On the first page, previous_page_uri points to the first page itself.',
    breaks: 'TEL-163',
    previousPage: (page, first) => Math.max(first, page - 1),
  },
  'empty-listing-has-a-page-before': {
    says: 'In an empty listing, previous_page_uri points to the first page.',
    breaks: 'TEL-163',
    listing: changing((uris, { total }) => (total === 0 ? { previous: uris.first } : {})),
  },
} satisfies Bank;

/** How the URIs of pages are written, and which parameters they keep. */
export const pageUriParameters = {
  ...series(
    'first-page-uri-drops',
    {
      'the-size': ['PageSize', 'TEL-156'],
      contains: ['Contains', 'TEL-156'],
      'the-area-code': ['AreaCode', 'TEL-162'],
    },
    (name, breaks) => ({
      says: `Drops ${name} from first_page_uri.`,
      breaks,
      listing: changing(({ first }) => ({ first: without(first, name) })),
    }),
  ),
  'last-page-uri-drops-the-size': {
    says: 'Drops PageSize from last_page_uri, which points to the last page of the default size.',
    breaks: 'TEL-157',
    listing: changing(({ last }, { total }) => ({
      last: turned(without(last, 'PageSize'), Math.max(1, Math.ceil(total / 50))),
    })),
  },
  ...each(
    [
      ['page-uris-forget-the-filters', 'the page URIs', isFor('listAvailableNumbers')],
      ['tollfree-page-uris-forget-the-filters', 'the page URIs of toll-free numbers', tollfree],
    ],
    (_, where, when) => ({
      says: `Omits the filters from ${where}.`,
      breaks: 'TEL-162',
      when,
      keptFilters: () => ({}),
    }),
  ),
  ...series(
    'page-uris-forget',
    {
      contains: ['Contains'],
      areacode: ['AreaCode'],
      inregion: ['InRegion'],
      inpostalcode: ['InPostalCode'],
    },
    (filter) => ({
      says: `Omits ${filter} from the page URIs.`,
      breaks: 'TEL-162',
      keptFilters: ({ [filter]: _lost, ...kept }) => kept,
    }),
  ),
  ...each(
    [
      ['first-page-uri-forgets-the-filters', 'first'],
      ['previous-page-uri-forgets-the-filters', 'previous'],
      ['next-page-uri-forgets-the-filters', 'next'],
      ['last-page-uri-forgets-the-filters', 'last'],
    ],
    (_, which) => ({
      says: `Omits the filters from ${which}_page_uri.`,
      breaks: 'TEL-162',
      listing: changing((uris) => ({ [which]: without(uris[which], ...filters) })),
    }),
  ),
  'two-filters-lost-in-page-uris': {
    says: 'Keeps only the first of several filters in the page URIs.',
    breaks: 'TEL-162',
    keptFilters: (kept) => Object.fromEntries(Object.entries(kept).slice(0, 1)),
  },
  'last-filter-lost-on-the-way-back': {
    says: 'Omits the last of several filters from previous_page_uri and last_page_uri.',
    breaks: 'TEL-162',
    listing: changing(({ previous, last }) => {
      const shortened = (uri: string) =>
        uri.replace(/(&(?:Contains|AreaCode|In\w+)=[^&]*)&(?:Contains|AreaCode|In\w+)=[^&]*$/, '$1');
      return { previous: shortened(previous), last: shortened(last) };
    }),
  },
  'filter-not-escaped-in-page-uris': {
    says: 'Does not percent-encode the filters in page URIs.',
    breaks: 'TEL-161',
    pageUri: (path, page, size, kept) => {
      const pairs = Object.entries(kept).map(([name, value]) => `&${name}=${value}`);
      return `${path}?Page=${page}&PageSize=${size}${pairs.join('')}`;
    },
  },
  ...each(
    [
      ['first-page-uri-escaped-for-markup', 'first_page_uri', 'first'],
      ['previous-page-uri-escaped-for-markup', 'previous_page_uri', 'previous'],
      ['next-page-uri-escaped-for-markup', 'next_page_uri', 'next'],
      ['last-page-uri-escaped-for-markup', 'last_page_uri', 'last'],
      ['uri-escaped-for-markup', 'uri', 'uri'],
    ],
    (_, field, which) => ({
      says: `Writes &amp; instead of & in ${field}.`,
      breaks: 'TEL-165',
      listing: changing((uris) => ({
        // The last one has no parameters of its own.
        [which]: `${uris[which]}${which === 'uri' ? '?Page=1&PageSize=2' : ''}`.replaceAll('&', '&amp;'),
      })),
    }),
  ),
} satisfies Bank;

/** Paths of URIs that are of another listing, or of none. */
export const pageUriPaths = {
  'page-uris-to-the-united-states': {
    says: 'Returns page URIs that point to numbers of the United States.',
    breaks: ['TEL-156', 'TEL-157', 'TEL-158', 'TEL-159'],
    pageUri: (path, ...rest) => pageUri(path.replace(/\/[A-Z]{2}\//, '/US/'), ...rest),
  },
  'tollfree-pages-lead-to-local': {
    says: 'Returns page URIs that point to local numbers for toll-free ones.',
    breaks: ['TEL-156', 'TEL-157', 'TEL-158', 'TEL-159'],
    pageUri: (path, ...rest) => pageUri(path.replace('/Tollfree', '/Local'), ...rest),
  },
  'page-uris-elsewhere': {
    says: 'Points the page URIs to another host.',
    breaks: ['TEL-156', 'TEL-157', 'TEL-158', 'TEL-159', 'TEL-161'],
    pageUri: (...page) => `http://elsewhere.example${pageUri(...page)}`,
    survives:
      'the credentials go to no address that is not configured, and a deployment may have several: the walk is blocked',
  },
  ...series(
    'uri',
    {
      'without-its-ending': ['Omits .json from uri', (uri) => uri.replace(/\.json$/, '')],
      'in-the-united-states': [
        'Returns a uri of the United States',
        (uri) => uri.replace(/\/[A-Z]{2}\//, '/US/'),
      ],
      'of-local-for-tollfree': [
        'Returns the uri of local numbers for toll-free ones',
        (uri) => uri.replace('/Tollfree', '/Local'),
      ],
    } satisfies Readonly<Record<string, readonly [says: string, change: (uri: string) => string]>>,
    (says, change) => ({
      says: `${says}.`,
      breaks: 'TEL-160',
      listingUri: (...given) => change(listingUri(...given)),
    }),
  ),
  'uri-of-another-listing-by-two-filters': {
    says: 'Returns the path of the toll-free listing as uri when the request has two filters.',
    breaks: 'TEL-160',
    when: filteredBy(2),
    listingUri: (...given) => listingUri(...given).replace('/Local', '/Tollfree'),
  },
  ...each(
    [
      [
        'uri-of-the-first-page-alone',
        'account',
        'every page but the first',
        ({ page }: Page) => page > 1,
        /\/Available.*/,
        '',
      ],
      [
        'uri-of-further-pages-alone',
        'account',
        'the first page',
        ({ page }: Page) => page === 1,
        /\/Available.*/,
        '',
      ],
      [
        'uri-of-the-folder-on-the-last-page',
        'country',
        'the last page',
        ({ page, numPages }: Page) => page === numPages && page > 1,
        /\/\w+\.json$/,
        '.json',
      ],
    ],
    (_, what, onPage, isMeant, part, other) => ({
      says: `Returns the path of the ${what} as uri on ${onPage}.`,
      breaks: 'TEL-160',
      listing: changing(({ uri }, page) => (isMeant(page) ? { uri: uri.replace(part, other) } : {})),
    }),
  ),
} satisfies Bank;

/** A deployment of which a URI leads elsewhere on some pages. */
function leading(which: keyof typeof requirements) {
  return (onPage: string, to: string, pageOf: Leads[string][2], when?: When): MutantEntry => ({
    says: `On ${onPage}, ${which}_page_uri leads to ${to}.`,
    breaks: requirements[which],
    ...(when && { when }),
    listing: changing((uris, page) => {
      const target = pageOf(page);
      return target === false ? {} : { [which]: target === '' ? '' : turned(uris[which], target) };
    }),
  });
}

function next(onPage: string, does: string, rule: Rules['nextPage']): MutantEntry {
  return { says: `${onPage}, next_page_uri ${does}.`, breaks: ['TEL-158', 'TEL-161'], nextPage: rule };
}

/** A listing of which some URIs are others. */
function changing(change: (uris: Uris, page: Page) => Partial<Uris>): Rules['listing'] {
  return (page, uris) => listing(page, { ...uris, ...change(uris, page) });
}

/** A page URI without some of its parameters. */
function without(uri: string, ...names: readonly string[]): string {
  const [path = '', query = ''] = uri.split('?');
  const kept = query.split('&').filter((pair) => !names.some((name) => pair.startsWith(`${name}=`)));
  return uri && `${path}?${kept.join('&')}`;
}

/** The URI of another page. */
function turned(uri: string, page: number): string {
  return uri.replace(/\bPage=\d+/, `Page=${page}`);
}
