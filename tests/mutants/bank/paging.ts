import { stock } from '../../reference/numbers.ts';
import { defaultRules } from '../../reference/rules/index.ts';
import type { Bank, MutantEntry } from '../mutant.ts';
import { asked } from '../parts/asked.ts';
import { listingWith } from '../parts/listing-with.ts';

const { pageNumber, pageItems, nextPage, previousPage, availableNumber, pageUri } = defaultRules;

/** Which page a request gets, and where the URIs of a page lead. */
export const pagingMutants = {
  'without-page-the-second-comes': {
    says: 'Returns the second page when the request has no Page.',
    breaks: ['TEL-148', 'TEL-151', 'TEL-152', 'TEL-161', 'TEL-163'],
    pageNumber: (value, first, last = first) =>
      pageNumber(value ?? String(Math.min(first + 1, last)), first, last),
  },
  'without-page-the-newest-come': {
    says: 'Lists the last US local number instead of the first when PageSize=1 is the only parameter.',
    breaks: 'TEL-152',
    send: (answer, operation, { url }) => {
      const isBare = operation === 'listAvailableNumbers' && url.endsWith('/US/Local.json?PageSize=1');
      const newest = stock.findLast(({ country, type }) => country === 'US' && type === 'local');
      const available_phone_numbers = newest && [availableNumber(newest)];
      return isBare ? { ...answer, body: { ...(answer.body as object), available_phone_numbers } } : answer;
    },
  },
  'page-ignored': {
    says: 'Ignores Page and returns the first page.',
    breaks: ['TEL-153', 'TEL-161'],
    pageNumber: (_value, first) => first,
  },
  'page-told-as-the-first': {
    says: 'Reports page 1 on every page.',
    breaks: ['TEL-145', 'TEL-148', 'TEL-153', 'TEL-163'],
    rules: () => listingWith(() => ({ page: 1 })),
  },
  'page-told-one-less': {
    says: 'Counts pages from 1 in the request, but from 0 in the response.',
    breaks: 'TEL-153',
    rules: () => listingWith(({ page }) => ({ page: page - 1 })),
  },
  'second-page-repeats-the-first': {
    says: 'Repeats the numbers of the first page on the second of more than two pages.',
    breaks: ['TEL-153', 'TEL-161'],
    pageItems: (items, index, size) =>
      pageItems(items, index === 1 && items.length > 2 * size ? 0 : index, size),
  },
  'second-page-of-one-repeats-the-first': {
    says: 'Repeats the number of the first page on the second when PageSize is 1.',
    breaks: 'TEL-153',
    pageItems: (items, index, size) => pageItems(items, size === 1 && index === 1 ? 0 : index, size),
  },
  'first-page-uri-of-the-first-page-leads-on': {
    says: 'On the first page, first_page_uri points to the second.',
    breaks: 'TEL-156',
    rules: () =>
      listingWith(({ page, next_page_uri, first_page_uri }) => ({
        first_page_uri: (page === 1 && next_page_uri) || first_page_uri,
      })),
  },
  'first-page-uri-of-the-page-itself': {
    says: 'On every page, first_page_uri points to the page itself.',
    breaks: 'TEL-156',
    rules: () =>
      listingWith(({ page, first_page_uri }) => ({ first_page_uri: turned(first_page_uri, page) })),
  },
  'first-page-uri-drops-the-size': {
    says: 'Drops PageSize from first_page_uri.',
    breaks: 'TEL-156',
    rules: () =>
      listingWith(({ first_page_uri }) => ({ first_page_uri: without(first_page_uri, ['PageSize']) })),
  },
  'first-page-uri-drops-contains': {
    says: 'Drops Contains from first_page_uri.',
    breaks: 'TEL-156',
    rules: () =>
      listingWith(({ first_page_uri }) => ({ first_page_uri: without(first_page_uri, ['Contains']) })),
  },
  'first-page-uri-drops-the-area-code': {
    says: 'Drops AreaCode from first_page_uri.',
    breaks: 'TEL-162',
    rules: () =>
      listingWith(({ first_page_uri }) => ({ first_page_uri: without(first_page_uri, ['AreaCode']) })),
  },
  'last-page-uri-one-short': {
    says: 'Points last_page_uri to the second-to-last page.',
    breaks: 'TEL-157',
    rules: () =>
      listingWith(({ num_pages, last_page_uri }) => ({
        last_page_uri: turned(last_page_uri, Math.max(1, num_pages - 1)),
      })),
  },
  'last-page-uri-of-the-first-page-stays': {
    says: 'On the first page, last_page_uri points to the first page itself.',
    breaks: 'TEL-157',
    rules: () =>
      listingWith(({ page, last_page_uri }) =>
        page === 1 ? { last_page_uri: turned(last_page_uri, 1) } : {},
      ),
  },
  'last-page-uri-of-later-pages-is-the-next': {
    says: 'On every page but the first, last_page_uri points to the next page.',
    breaks: 'TEL-157',
    rules: () =>
      listingWith(({ page, next_page_uri, last_page_uri }) => ({
        last_page_uri: (page > 1 && next_page_uri) || last_page_uri,
      })),
  },
  'last-page-uri-drops-the-size': {
    says: 'Drops PageSize from last_page_uri, which points to the last page of the default size.',
    breaks: 'TEL-157',
    rules: () =>
      listingWith(({ total, last_page_uri }) => ({
        last_page_uri: turned(without(last_page_uri, ['PageSize']), Math.max(1, Math.ceil(total / 50))),
      })),
  },
  'next-page-uri-stays-on-the-first-page': {
    says: 'On the first page, next_page_uri points to the first page itself.',
    breaks: ['TEL-158', 'TEL-161'],
    nextPage: (page, last) => (page === 1 && last > 1 ? 1 : nextPage(page, last)),
  },
  'next-page-uri-skips-after-the-first-page': {
    says: 'On every page but the first, next_page_uri skips a page.',
    breaks: ['TEL-158', 'TEL-161'],
    nextPage: (page, last) => nextPage(page === 1 ? 1 : page + 1, last),
  },
  'next-page-uri-never-there': {
    says: 'Leaves next_page_uri empty on every page.',
    breaks: ['TEL-158', 'TEL-161'],
    nextPage: () => undefined,
  },
  'next-page-uri-drops-the-size': {
    says: 'Drops PageSize from next_page_uri.',
    breaks: ['TEL-158', 'TEL-161'],
    rules: () =>
      listingWith(({ next_page_uri }) => ({ next_page_uri: without(next_page_uri, ['PageSize']) })),
  },
  'previous-page-uri-of-the-second-page-empty': {
    says: 'Leaves previous_page_uri empty on the second page.',
    breaks: 'TEL-159',
    previousPage: (page, first) => (page === 2 ? undefined : previousPage(page, first)),
  },
  'previous-page-uri-always-the-first': {
    says: 'On every page but the first, previous_page_uri points to the first.',
    breaks: 'TEL-159',
    previousPage: (page, first) => (page > first ? first : undefined),
  },
  'uri-without-its-ending': {
    says: 'Omits .json from uri.',
    breaks: 'TEL-160',
    listingUri: (path) => path.replace(/\.json$/, ''),
  },
  'pages-in-two-orders': {
    says: 'Reverses the order of numbers for every other page, and so repeats some and omits others.',
    breaks: 'TEL-161',
    pageItems: (items, index, size) => pageItems(index % 2 === 0 ? items : items.toReversed(), index, size),
  },
  'order-anew-with-each-request': {
    says: 'Lists the numbers from another one on with each request, and so repeats some and omits others.',
    breaks: 'TEL-161',
    rules: () => {
      let requests = 0;
      return {
        pageItems: (items, index, size) => {
          requests += 7;
          const first = requests % Math.max(1, items.length);
          return pageItems([...items.slice(first), ...items.slice(0, first)], index, size);
        },
      };
    },
  },
  'next-page-uri-ends-early': {
    says: 'Leaves next_page_uri empty from the third page on.',
    breaks: 'TEL-161',
    nextPage: (page, last) => (page < 3 ? nextPage(page, last) : undefined),
  },
  'filtered-pages-end-early': {
    says: 'Leaves next_page_uri empty from the second page on when the request has a filter.',
    breaks: 'TEL-161',
    rules: () =>
      listingWith(({ page, next_page_uri }) => ({
        next_page_uri: page > 1 && next_page_uri.split('&').length > 2 ? '' : next_page_uri,
      })),
  },
  'last-page-leads-to-the-first': {
    says: 'On the last page, next_page_uri points to the first.',
    breaks: 'TEL-161',
    nextPage: (page, last) => nextPage(page, last) ?? 1,
  },
  'page-of-no-size-is-the-first': {
    says: 'Reports the requested page, but lists the first one when the request has no PageSize.',
    breaks: 'TEL-153',
    rules: () =>
      asked((now) => ({
        pageItems: (items, index, size) =>
          pageItems(items, now().url.searchParams.has('PageSize') ? index : 0, size),
      })),
  },
  'empty-pages-behind-the-last': {
    says: 'Continues with empty pages after the last number.',
    breaks: ['TEL-157', 'TEL-161'],
    lastPage: (first, numPages) => first + numPages + 1000,
  },
  'page-uris-forget-the-filters': {
    says: 'Omits the filters from the page URIs.',
    breaks: 'TEL-162',
    keptFilters: () => ({}),
  },
  ...Object.fromEntries(
    ['Contains', 'AreaCode', 'InRegion', 'InPostalCode'].map((filter): [string, MutantEntry] => [
      `page-uris-forget-${filter.toLowerCase()}`,
      {
        says: `Omits ${filter} from the page URIs.`,
        breaks: 'TEL-162',
        keptFilters: ({ [filter]: _lost, ...kept }) => kept,
      },
    ]),
  ),
  ...Object.fromEntries(
    (['first_page_uri', 'previous_page_uri', 'next_page_uri', 'last_page_uri'] as const).map(
      (field): [string, MutantEntry] => [
        `${field.replaceAll('_', '-')}-forgets-the-filters`,
        {
          says: `Omits the filters from ${field}.`,
          breaks: 'TEL-162',
          rules: () => listingWith((body) => ({ [field]: without(body[field], filters) })),
        },
      ],
    ),
  ),
  'page-uris-elsewhere': {
    says: 'Points the page URIs to another host.',
    breaks: ['TEL-156', 'TEL-157', 'TEL-158', 'TEL-159', 'TEL-161'],
    pageUri: (...page) => `http://elsewhere.example${pageUri(...page)}`,
    survives:
      'the credentials go to no address that is not configured, and a deployment may have several: the walk is blocked',
  },
} satisfies Bank;

const filters = ['Contains', 'AreaCode', 'InRegion', 'InPostalCode'];

/** A page URI without some of its parameters. */
function without(uri: string, names: readonly string[]): string {
  const [path = '', query = ''] = uri.split('?');
  const kept = query.split('&').filter((pair) => !names.some((name) => pair.startsWith(`${name}=`)));
  return uri && `${path}?${kept.join('&')}`;
}

/** A page URI that leads to another page. */
function turned(uri: string, page: number): string {
  return uri.replace(/\bPage=\d+/, `Page=${page}`);
}
