import { now } from '../../reference/now.ts';
import { stock } from '../../reference/numbers.ts';
import { defaultRules, type Rules } from '../../reference/rules/index.ts';
import type { RequirementId } from '../../support/catalogue.ts';
import { filtered, filteredBy, isFor, sized, tollfree } from '../circumstances.ts';
import { each, series } from '../family.ts';
import type { Bank } from '../mutant.ts';

const { listing, listingUri, nextPage, pageUri } = defaultRules;

type Page = Parameters<Rules['listing']>[0];
type Uris = Parameters<Rules['listing']>[1];

const requirements = {
  first: 'TEL-156',
  last: 'TEL-157',
  next: 'TEL-161',
  previous: 'TEL-159',
} as const satisfies Record<string, RequirementId>;

const filters = ['Contains', 'AreaCode', 'InRegion', 'InPostalCode'] as const;
/** The pages of which a URI leads elsewhere. */
const pages = {
  all: ['every page', () => true],
  opening: ['the first page', ({ page }) => page === 1],
  first: ['the first of several pages', ({ page, numPages }) => page === 1 && numPages > 1],
  second: ['the second page', ({ page }) => page === 2],
  later: ['every page but the first', ({ page }) => page > 1],
  middle: ['every page between the first and the last', ({ page, numPages }) => page > 1 && page < numPages],
  third: ['every page from the third on', ({ page }) => page > 2],
  last: ['the last of several pages', ({ page, numPages }) => page === numPages && page > 1],
  lastOfFour: ['the last of more than three pages', ({ page, numPages }) => page === numPages && page > 3],
  lastOfMany: ['the last of more than five pages', ({ page, numPages }) => page === numPages && page > 5],
  lastOfFifty: [
    'the last of more than two pages of 50',
    ({ page, numPages, pageSize }) => page === numPages && page > 2 && pageSize === 50,
  ],
  unsized: ['every page without a PageSize', () => !sized(now())],
  filtered: ['every filtered page', () => filtered(now())],
  filteredSecond: ['every filtered page but the first', ({ page }) => page > 1 && filtered(now())],
  tollfree: [
    'the last page but one of more than three of toll-free numbers',
    ({ page, numPages }) => page > 2 && page === numPages - 1 && tollfree(now()),
  ],
} as const satisfies Record<string, readonly [told: string, is: (page: Page) => boolean]>;

/** Where it leads. */
const targets = {
  nowhere: ['is empty', () => undefined],
  first: ['leads to the first page', () => 1],
  second: ['leads to the second page', () => 2],
  itself: ['leads to the page itself', ({ page }) => page],
  before: ['leads to the page before', ({ page }) => page - 1],
  next: ['leads to the next page', ({ page }) => page + 1],
  lastButOne: ['leads to the last page but one', ({ numPages }) => Math.max(1, numPages - 1)],
  lastFull: [
    'leads to the last full one',
    ({ total, pageSize }) => Math.max(1, Math.floor(total / pageSize)),
  ],
  lastOfAll: ['leads to the last page of all in stock', ({ pageSize }) => Math.ceil(stock.length / pageSize)],
} as const satisfies Record<string, readonly [told: string, page: (page: Page) => number | undefined]>;

/** Where the URIs of the pages lead. */
export const pageUriMutants = {
  ...each(
    [
      ['first-page-uri-of-the-first-page-leads-on', 'first', 'first', 'second'],
      ['first-page-uri-of-the-page-itself', 'first', 'all', 'itself'],
      ['first-page-uri-of-the-second-page-is-itself', 'first', 'second', 'itself'],
      ['first-page-uri-of-the-last-page-is-the-one-before', 'first', 'lastOfMany', 'before'],
      ['first-of-later-pages-is-the-one-before', 'first', 'third', 'before'],
      ['first-page-uri-of-the-second-without-a-size', 'first', 'unsized', 'second'],
      ['last-page-uri-one-short', 'last', 'all', 'lastButOne'],
      ['last-page-uri-of-the-first-page-stays', 'last', 'first', 'first'],
      ['last-page-uri-of-later-pages-is-the-next', 'last', 'middle', 'next'],
      ['last-page-uri-of-the-last-page-beyond-it', 'last', 'last', 'next'],
      ['last-page-uri-of-the-last-page-empty', 'last', 'last', 'nowhere'],
      ['last-page-uri-rounded-down', 'last', 'all', 'lastFull'],
      ['last-page-uri-one-short-without-a-size', 'last', 'unsized', 'lastButOne'],
      ['filtered-last-of-all-numbers', 'last', 'filtered', 'lastOfAll'],
      ['next-page-uri-stays-on-the-first-page', 'next', 'first', 'itself', 'TEL-158'],
      ['next-page-uri-never-there', 'next', 'all', 'nowhere', 'TEL-158'],
      ['next-page-uri-ends-early', 'next', 'third', 'nowhere'],
      ['filtered-pages-end-early', 'next', 'filteredSecond', 'nowhere'],
      ['tollfree-last-page-left-out', 'next', 'tollfree', 'nowhere'],
      ['previous-page-uri-of-the-second-page-empty', 'previous', 'second', 'nowhere'],
      ['previous-page-uri-always-the-first', 'previous', 'all', 'first'],
      ['filtered-previous-is-the-first', 'previous', 'filtered', 'first'],
      ['previous-of-the-last-page-is-the-first', 'previous', 'lastOfFour', 'first'],
      ['previous-page-uri-of-the-first-from-the-last', 'previous', 'lastOfFifty', 'first'],
      ['previous-page-uri-of-the-page-without-a-size', 'previous', 'unsized', 'second'],
    ],
    (_, which, some, where, ...more) => {
      const [onPage, is] = pages[some];
      const [does, pageOf] = targets[where];
      return {
        says: `On ${onPage}, ${which}_page_uri ${does}.`,
        breaks: [requirements[which], ...more],
        listing: changing((uris, page) => (is(page) ? { [which]: turned(uris[which], pageOf(page)) } : {})),
      };
    },
  ),
  'next-page-uri-skips-after-the-first-page': {
    says: 'On every page but the first, next_page_uri skips a page.',
    breaks: ['TEL-158', 'TEL-161'],
    nextPage: (page, last) => nextPage(page === 1 ? 1 : page + 1, last),
  },
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
  'last-page-leads-to-the-first': {
    says: 'On the last page, next_page_uri leads to the first.',
    breaks: 'TEL-161',
    nextPage: (page, last) => nextPage(page, last) ?? 1,
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
      ['uri-of-the-first-page-alone', 'account', 'later', /\/Available.*/, ''],
      ['uri-of-further-pages-alone', 'account', 'opening', /\/Available.*/, ''],
      ['uri-of-the-folder-on-the-last-page', 'country', 'last', /\/\w+\.json$/, '.json'],
    ],
    (_, what, some, part, other) => ({
      says: `On ${pages[some][0]}, uri is the path of the ${what}.`,
      breaks: 'TEL-160',
      listing: changing(({ uri }, page) => (pages[some][1](page) ? { uri: uri.replace(part, other) } : {})),
    }),
  ),
} satisfies Bank;

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

/** The URI of another page, or of none. */
function turned(uri: string, page: number | undefined): string {
  return page === undefined ? '' : uri.replace(/\bPage=\d+/, `Page=${page}`);
}
