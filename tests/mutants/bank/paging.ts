import { stock } from '../../reference/numbers.ts';
import { defaultRules, type Rules } from '../../reference/rules/index.ts';
import { abroad, all, at, isFor, naming, not, sized, tollfree } from '../circumstances.ts';
import { each } from '../family.ts';
import type { Bank } from '../mutant.ts';

const { availableNumber, listing, pageItems, pageNumber } = defaultRules;

/** Which page a request gets. */
export const pagingMutants = {
  'first-page-is-two': {
    says: 'Numbers the pages from 2.',
    breaks: 'TEL-151',
    firstPage: () => 2,
  },
  'without-page-the-second-comes': {
    says: 'Returns the second page when the request has no Page.',
    breaks: ['TEL-148', 'TEL-151', 'TEL-152', 'TEL-161', 'TEL-163'],
    pageNumber: secondByDefault,
  },
  'second-page-by-default-at-home': {
    says: 'Returns the second page of local numbers of the United States by default.',
    breaks: ['TEL-148', 'TEL-151', 'TEL-152', 'TEL-161', 'TEL-163'],
    when: at(/\/US\/Local\.json$/),
    pageNumber: secondByDefault,
  },
  'second-page-by-default-abroad': {
    says: 'Returns the second page by default outside the United States.',
    breaks: 'TEL-152',
    when: abroad,
    pageNumber: secondByDefault,
  },
  'tollfree-without-page-the-second-comes': {
    says: 'Returns the second page of toll-free numbers when PageSize is 1 and Page is missing.',
    breaks: 'TEL-152',
    when: all(tollfree, naming('PageSize', '1')),
    pageNumber: (value = '2', first) => pageNumber(value, first),
  },
  'without-page-the-newest-come': {
    says: 'Lists the last US local number instead of the first when PageSize=1 is the only parameter.',
    breaks: 'TEL-152',
    when: all(at(/\/US\/Local\.json$/), ({ query }) => query.toString() === 'PageSize=1'),
    send: (answer) => {
      const newest = stock.findLast(({ country, type }) => country === 'US' && type === 'local');
      const available_phone_numbers = newest && [availableNumber(newest)];
      return { ...answer, body: { ...(answer.body as object), available_phone_numbers } };
    },
  },
  ...each(
    [
      ['page-ignored', '', ['TEL-153', 'TEL-161'], isFor('listAvailableNumbers')],
      ['tollfree-page-ignored', ' of toll-free numbers', ['TEL-153', 'TEL-161'], tollfree],
      ['page-without-a-size-ignored', ' when the request has no PageSize', 'TEL-153', not(sized)],
    ],
    (_, which, breaks, when) => ({
      says: `Ignores Page and returns the first page${which}.`,
      breaks,
      when,
      pageNumber: (_value, first) => first,
    }),
  ),
  'page-of-one-digit': {
    says: 'Uses only the first digit of a Page of three or more digits.',
    breaks: 'TEL-153',
    pageNumber: (value = '', ...range) => pageNumber(value.length > 2 ? value.slice(0, 1) : value, ...range),
  },
  ...each(
    [
      [
        'page-told-as-the-first',
        '',
        ['TEL-145', 'TEL-148', 'TEL-153', 'TEL-163'],
        isFor('listAvailableNumbers'),
      ],
      [
        'page-of-no-size-told-as-the-first',
        ' without PageSize',
        ['TEL-145', 'TEL-148', 'TEL-153', 'TEL-163'],
        not(sized),
      ],
      ['page-of-a-size-told-as-the-first', ' with PageSize', ['TEL-148', 'TEL-153'], sized],
    ],
    (_, which, breaks, when) => ({
      says: `Reports every page that is requested${which} as page 1.`,
      breaks,
      when,
      listing: (page, uris) => listing({ ...page, page: 1 }, uris),
    }),
  ),
  'page-told-one-less': {
    says: 'Counts pages from 1 in the request, but from 0 in the response.',
    breaks: 'TEL-153',
    listing: (page, uris) => listing({ ...page, page: page.page - 1 }, uris),
  },
  'page-of-no-size-is-the-first': {
    says: 'Reports the requested page, but lists the first one when the request has no PageSize.',
    breaks: 'TEL-153',
    when: not(sized),
    pageItems: (items, _index, size) => pageItems(items, 0, size),
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
} satisfies Bank;

/** Numbers that a walk through the pages meets twice, or never. */
export const walkMutants = {
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
  'tenth-page-overlaps': {
    says: 'Starts the tenth page with the last number of the ninth.',
    breaks: 'TEL-161',
    pageItems: (items, index, size) =>
      index === 9 ? items.slice(index * size - 1, (index + 1) * size - 1) : pageItems(items, index, size),
  },
  'large-pages-overlap': {
    says: 'Starts each page 50 numbers after the previous one when the page size is greater than 50.',
    breaks: 'TEL-161',
    pageItems: (items, index, size) => items.slice(index * Math.min(size, 50)).slice(0, size),
  },
  'empty-pages-behind-the-last': {
    says: 'Continues with empty pages after the last number.',
    breaks: ['TEL-157', 'TEL-161'],
    lastPage: (first, numPages) => first + numPages + 1000,
  },
} satisfies Bank;

/** The second page by default, if there is one. */
function secondByDefault(...[value, first, last = first]: Parameters<Rules['pageNumber']>): number {
  return pageNumber(value ?? String(Math.min(first + 1, last)), first, last);
}
