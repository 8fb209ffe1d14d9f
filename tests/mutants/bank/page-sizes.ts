import { refuse } from '../../reference/answer.ts';
import { defaultRules, type Rules } from '../../reference/rules/index.ts';
import { abroad, all, asking, isFor, not, sized, tollfree } from '../circumstances.ts';
import { each } from '../family.ts';
import type { Bank, MutantEntry } from '../mutant.ts';

const { listing, pageSize } = defaultRules;

/** How many numbers a page holds. */
export const pageSizeMutants = {
  'page-size-ignored': size('Ignores PageSize and lists 50 numbers per page.', () => 50),
  'page-size-of-one-refused': size('Refuses a PageSize of 1.', (value) =>
    value === '1' ? refuse(400, 'PageSize is too small') : pageSize(value),
  ),
  'page-size-of-two-at-least': size('Treats a PageSize of 1 as 2.', (value) => Math.max(2, pageSize(value))),
  'page-size-of-20-at-most': size(
    'Lists 50 numbers per page by default, but at most 20 when the request has a PageSize.',
    (value) => (value === undefined ? 50 : Math.min(20, pageSize(value))),
  ),
  'page-size-of-20-in-place-of-21-to-49': size('Treats a PageSize from 21 to 49 as 20.', (value) =>
    /^(?:2[1-9]|[34]\d)$/.test(value ?? '') ? 20 : pageSize(value),
  ),
  'page-size-of-three-in-place-of-two': size('Treats a PageSize of 2 as 3.', (value) =>
    pageSize(value === '2' ? '3' : value),
  ),
  'page-size-made-even': size('Rounds an odd PageSize above 1 down to an even one.', (value) =>
    Math.max(1, pageSize(value) & ~1),
  ),
  'page-size-over-ten-is-fifty': size('Treats a PageSize from 11 to 49 as 50.', (value) =>
    pageSize(value) > 10 && pageSize(value) < 50 ? 50 : pageSize(value),
  ),
  'page-size-by-its-first-digit': {
    ...size('Reads only the first digit of PageSize.', (value) => pageSize(value?.[0])),
    breaks: ['TEL-155', 'TEL-161'],
  },
  'tollfree-size-ignored': {
    ...size('Lists 50 toll-free numbers per page, regardless of PageSize.', () => 50),
    breaks: ['TEL-153', 'TEL-155'],
    when: tollfree,
  },
  'pages-of-three-one-short': {
    says: 'Lists only two numbers when page_size is 3.',
    breaks: 'TEL-155',
    listing: (page, uris) =>
      listing(page.pageSize === 3 ? { ...page, items: page.items.slice(0, 2) } : page, uris),
  },
  ...each(
    [
      ['default-page-of-twenty', 20, 'when the request has no PageSize', isFor('listAvailableNumbers')],
      ['default-page-of-fifty-one', 51, 'when the request has no PageSize', isFor('listAvailableNumbers')],
      ['size-of-twenty-beside-page', 20, 'when the request has Page but not PageSize', asking('Page')],
      ['pages-of-twenty-abroad', 20, 'outside the United States when PageSize is missing', abroad],
      ['ten-on-a-page-beside-an-area-code', 10, 'by AreaCode when PageSize is missing', asking('AreaCode')],
    ],
    (_, many, told, when) => ({
      says: `Lists ${many} numbers per page ${told}.`,
      breaks: 'TEL-154',
      when: all(when, not(sized)),
      pageSize: () => many,
    }),
  ),
} satisfies Bank;

/** How many numbers a page says that it holds. */
export const toldPageSizes = {
  'page-size-told-and-not-kept': {
    says: 'Reports the requested page size, but lists up to 50 numbers.',
    breaks: ['TEL-145', 'TEL-147', 'TEL-155', 'TEL-161'],
    pageItems: (items, index, held) => items.slice(index * held, index * held + 50),
  },
  'page-size-kept-and-not-told': {
    says: 'Lists as many numbers as PageSize requests, but reports a page size of 50.',
    breaks: ['TEL-145', 'TEL-146', 'TEL-147', 'TEL-148', 'TEL-155'],
    listing: (page, uris) => listing({ ...page, pageSize: 50 }, uris),
  },
  ...each(
    [
      ['small-size-told-as-ten', '', ['TEL-145', 'TEL-155'], isFor('listAvailableNumbers')],
      ['small-size-told-as-ten-abroad', ' outside the United States', 'TEL-155', abroad],
    ],
    (_, which, breaks, when) => ({
      says: `Reports a page_size of 10 for smaller pages${which}.`,
      breaks,
      when,
      listing: (page, uris) => listing({ ...page, pageSize: Math.max(10, page.pageSize) }, uris),
    }),
  ),
} satisfies Bank;

function size(says: string, rule: Rules['pageSize']): MutantEntry {
  return { says, breaks: 'TEL-155', pageSize: rule };
}
