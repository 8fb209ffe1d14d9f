import { defaultRules, type Rules } from '../../reference/rules/index.ts';
import type { RequirementId } from '../../support/catalogue.ts';
import {
  abroad,
  all,
  asking,
  at,
  filtered,
  filteredBy,
  isFor,
  not,
  sized,
  tollfree,
} from '../circumstances.ts';
import { family } from '../family.ts';
import type { Bank } from '../mutant.ts';
import type { When } from '../where.ts';

const { listing, numPages, pageItems, pageNumber, pageSize, startIndex } = defaultRules;

type Page = Parameters<Rules['listing']>[0];
type Figure = 'start' | 'end' | 'total' | 'numPages' | 'pageSize';

/** What can be wrong with a listing. */
const faults = {
  'first-page-alone': {
    says: 'Ignores Page and returns the first page',
    breaks: 'TEL-153',
    pageNumber: (_value, ...range) => pageNumber(undefined, ...range),
  },
  'fifty-on-each-page': {
    says: 'Ignores PageSize and lists 50 numbers per page',
    breaks: 'TEL-155',
    pageSize: () => pageSize(undefined),
  },
  'last-is-the-first': {
    says: 'Points last_page_uri to the first page',
    breaks: 'TEL-157',
    listing: (page, uris) => listing(page, { ...uris, last: uris.first }),
  },
  'one-number-short': {
    says: 'Omits one number from each page',
    breaks: 'TEL-145',
    pageItems: (...given) => pageItems(...given).slice(1),
  },
  'the-same-numbers-again': {
    says: 'Lists the numbers of the first page on every page',
    breaks: 'TEL-161',
    pageItems: (items, _index, size) => pageItems(items, 0, size),
  },
  'wrong-end': wrong('end', 'TEL-144'),
  'wrong-page-size': wrong('pageSize', 'TEL-145', -1),
  'wrong-num-pages': wrong('numPages', 'TEL-146'),
  'wrong-total': wrong('total', 'TEL-147'),
  'wrong-start': wrong('start', 'TEL-148'),
} satisfies Bank;

/** The listings with which it is wrong. */
const circumstances = {
  abroad: ['outside the United States', abroad],
  britain: ['in Great Britain', at(/\/GB\/Local/)],
  'tollfree-abroad': ['for toll-free numbers outside the United States', all(tollfree, abroad)],
  'beside-a-filter': ['when the request has a filter', filtered],
  'beside-a-region': ['when the request has InRegion', asking('InRegion')],
  'beside-two-filters': ['when the request has two filters', filteredBy(2)],
  'beside-a-tollfree-filter': ['for toll-free numbers by one filter', all(tollfree, filteredBy(1))],
  'beside-page-alone': ['when the request has Page but no PageSize', all(asking('Page'), not(sized))],
} as const satisfies Record<string, readonly [told: string, when: When]>;

const places = ['britain', 'tollfree-abroad'] as const;
const filters = ['beside-two-filters', 'beside-a-tollfree-filter'] as const;

/** Listings of a kind with which something is wrong, where all others are right. */
export const wrongListings = family(
  {
    'first-page-alone': ['abroad', ...places],
    'fifty-on-each-page': ['abroad', ...places, 'beside-a-filter', 'beside-a-region'],
    'last-is-the-first': [...places, ...filters],
    'one-number-short': filters,
    'the-same-numbers-again': filters,
    'wrong-end': ['abroad'],
    'wrong-page-size': ['abroad'],
    'wrong-num-pages': ['abroad', ...places, ...filters],
    'wrong-total': ['abroad', ...places, ...filters, 'beside-page-alone'],
    'wrong-start': ['abroad'],
  },
  (what, whenever) => {
    const { says, ...fault } = faults[what];
    const [told, when] = circumstances[whenever];
    return { ...fault, says: `${says} ${told}.`, when: all(isFor('listAvailableNumbers'), when) };
  },
) satisfies Bank;

/** How the counts of a listing agree with its numbers and with each other. */
export const countMutants = {
  'end-behind-the-last': {
    says: 'Reports the index after the last number of the page as end.',
    breaks: 'TEL-144',
    endIndex: (start, length) => start + length,
  },
  'end-of-a-short-page-as-if-full': {
    says: 'Reports the end of the last page as if the page were full.',
    breaks: 'TEL-144',
    listing: counting((page) => ({ end: page.start + page.pageSize - 1 })),
  },
  'end-of-large-pages-at-fifty': {
    says: 'Returns the index of the fiftieth number as end of a page of more than 50 numbers.',
    breaks: 'TEL-144',
    endIndex: (start, length) => defaultRules.endIndex(start, Math.min(length, 50)),
  },
  'filtered-end-one-more': {
    says: 'Returns an end that is one too high in a filtered listing.',
    breaks: 'TEL-144',
    when: filtered,
    endIndex: (start, length) => start + Math.max(0, length),
  },
  'wrong-end-in-the-middle': {
    says: 'Returns an end that is one too high on the fifth page of more than six.',
    breaks: 'TEL-144',
    listing: counting((page) => (isInTheMiddle(page) ? { end: page.end + 1 } : {})),
  },
  'total-of-nothing': {
    says: 'Reports a total of 0 for every listing.',
    breaks: 'TEL-147',
    listing: counting(() => ({ total: 0 })),
  },
  'total-one-more': {
    says: 'Counts one number too many.',
    breaks: ['TEL-146', 'TEL-147', 'TEL-161'],
    total: (items) => items.length + 1,
  },
  'total-one-less': {
    says: 'Counts one number too few.',
    breaks: ['TEL-146', 'TEL-147', 'TEL-161'],
    total: (items) => Math.max(0, items.length - 1),
  },
  'total-of-the-page': {
    says: 'Reports the count of numbers on the page as the total.',
    breaks: ['TEL-146', 'TEL-147'],
    listing: counting(({ items }) => ({ total: items.length })),
  },
  'total-without-the-filters': {
    says: 'Includes numbers that the filters exclude in the total.',
    breaks: ['TEL-145', 'TEL-146', 'TEL-161'],
    total: (items) => (items.length < 200 ? 240 : items.length),
  },
  'tollfree-total-of-the-first-ten': {
    says: 'Counts at most ten toll-free numbers.',
    breaks: ['TEL-146', 'TEL-147', 'TEL-161'],
    when: tollfree,
    total: (items) => Math.min(10, items.length),
  },
  'total-one-less-on-the-third-page': {
    says: 'Returns a total that is one too low on the third page unless it is the last.',
    breaks: 'TEL-147',
    listing: counting(({ page, numPages: pages, total, pageSize: size }) =>
      page === 3 && page < pages && total % size !== 1 ? { total: total - 1 } : {},
    ),
  },
  'total-one-less-in-the-middle-of-many': {
    says: 'Reports a total that is one too low on the fifth page of more than six.',
    breaks: 'TEL-147',
    listing: counting((page) => (isInTheMiddle(page) ? { total: page.total - 1 } : {})),
  },
  'total-one-more-on-the-first-page-abroad': {
    says: 'Reports a total that is one too high on the first of several pages outside the United States.',
    breaks: 'TEL-147',
    when: abroad,
    listing: counting(({ page, numPages: pages, total }) => ({
      total: total + (page === 1 && pages > 1 ? 1 : 0),
    })),
  },
  'num-pages-rounded-down': {
    says: 'Does not count a last page that is not full.',
    breaks: 'TEL-146',
    listing: counting(({ total, pageSize: size }) => ({ numPages: Math.floor(total / size) })),
  },
  'num-pages-one-more-when-full': {
    says: 'Counts one page too many when the last one is full.',
    breaks: 'TEL-146',
    listing: counting(({ total, pageSize: size }) => ({ numPages: Math.floor(total / size) + 1 })),
  },
  'empty-listing-of-two-pages': {
    says: 'Reports two pages for an empty listing.',
    breaks: 'TEL-146',
    listing: counting(({ total }) => (total === 0 ? { numPages: 2 } : {})),
  },
  'filtered-page-too-many': {
    says: 'Counts one page too many when a filtered listing has several.',
    breaks: 'TEL-146',
    when: filtered,
    numPages: (...given) => numPages(...given) + (numPages(...given) > 1 ? 1 : 0),
  },
  'large-pages-counted-by-fifty': {
    says: 'Counts pages of 50 numbers in num_pages when the page size is greater than 50.',
    breaks: 'TEL-146',
    numPages: (total, size) => numPages(total, Math.min(size, 50)),
  },
  'wrong-num-pages-in-the-middle': {
    says: 'Returns a num_pages that is one too high on the fifth page of more than six.',
    breaks: 'TEL-146',
    listing: counting((page) => (isInTheMiddle(page) ? { numPages: page.numPages + 1 } : {})),
  },
  'start-from-two': {
    says: 'Counts start from 2 instead of 0.',
    breaks: 'TEL-148',
    startIndex: (...given) => startIndex(...given) + 2,
  },
  'start-anew-on-each-page': {
    says: 'Reports 0 as start on every page.',
    breaks: 'TEL-148',
    startIndex: () => 0,
  },
  'filtered-start-anew': {
    says: 'Returns a start of 0 on every page of a filtered listing.',
    breaks: 'TEL-148',
    when: filtered,
    startIndex: () => 0,
  },
  'start-from-one-by-a-page-size': {
    says: 'Counts start from 1 instead of 0 when the page size is not 50.',
    breaks: 'TEL-148',
    startIndex: (index, size) => index * size + (size === 50 ? 0 : 1),
  },
  'start-one-more-on-the-third-page': {
    says: 'Returns a start that is one too high on the third page.',
    breaks: 'TEL-148',
    startIndex: (index, size) => index * size + (index === 2 ? 1 : 0),
  },
  'start-of-large-pages-by-fifty': {
    says: 'Counts 50 numbers per previous page in start when the page size is greater than 50.',
    breaks: 'TEL-148',
    startIndex: (index, size) => index * Math.min(size, 50),
  },
  'wrong-start-in-the-middle': {
    says: 'Returns a start and an end that are one too high on the fifth page of more than six.',
    breaks: 'TEL-148',
    listing: counting((page) => (isInTheMiddle(page) ? { start: page.start + 1, end: page.end + 1 } : {})),
  },
} satisfies Bank;

/** Pages that hold too few numbers or too many. */
export const pageContents = {
  'default-page-half-empty': {
    says: 'Lists only 25 numbers on a page of 50.',
    breaks: ['TEL-145', 'TEL-161'],
    pageItems: (items, index, size) => pageItems(items, index, size).slice(0, size === 50 ? 25 : size),
  },
  'large-page-half-empty': {
    says: 'Lists only 50 numbers on a page of more than 50.',
    breaks: ['TEL-145', 'TEL-147', 'TEL-161'],
    pageItems: (items, index, size) => pageItems(items, index, size).slice(0, 50),
  },
  'second-page-one-short': {
    says: 'Omits the last number of the second page.',
    breaks: ['TEL-145', 'TEL-161'],
    pageItems: (items, index, size) =>
      pageItems(items, index, size).slice(0, index === 1 && size > 1 ? -1 : undefined),
  },
  'second-page-empty': {
    says: 'Lists nothing on the second of more than two pages.',
    breaks: ['TEL-145', 'TEL-161'],
    pageItems: (items, index, size) =>
      index === 1 && items.length > 2 * size && size > 1 ? [] : pageItems(items, index, size),
  },
  'last-page-overfull': {
    says: 'Repeats the numbers of the previous page on the last page.',
    breaks: ['TEL-145', 'TEL-147', 'TEL-161'],
    pageItems: (items, index, size) =>
      index > 0 && (index + 1) * size >= items.length
        ? items.slice((index - 1) * size)
        : pageItems(items, index, size),
  },
  'listing-as-text': {
    says: 'Returns the listing as text/json.',
    breaks: 'TEL-197',
    when: isFor('listAvailableNumbers'),
    send: (answer) =>
      answer.status === 200
        ? { ...answer, headers: { ...answer.headers, 'Content-Type': 'text/json' } }
        : answer,
  },
} satisfies Bank;

/** A fault: a figure that is one too high, or as much as is told. */
function wrong(figure: Figure, breaks: RequirementId, more = 1) {
  const name = figure.replace(/[A-Z]/, (letter) => `_${letter.toLowerCase()}`);
  return {
    says: `Returns ${name === 'end' ? 'an' : 'a'} ${name} that is one too ${more > 0 ? 'high' : 'low'}`,
    breaks,
    listing: counting((page) => ({ [figure]: page[figure] + more })),
  };
}

/** A listing some of whose figures are others. */
function counting(change: (page: Page) => Partial<Page>): Rules['listing'] {
  return (page, uris) => listing({ ...page, ...change(page) }, uris);
}

function isInTheMiddle({ page, numPages: pages }: Page): boolean {
  return page === 5 && pages > 6;
}
