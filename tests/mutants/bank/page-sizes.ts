import { refuse } from '../../reference/answer.ts';
import { defaultRules } from '../../reference/rules/index.ts';
import type { Bank } from '../mutant.ts';
import { listingWith } from '../parts/listing-with.ts';

const { pageSize } = defaultRules;

/** How many numbers a page holds, and how many it says. */
export const pageSizeMutants = {
  'page-size-ignored': {
    says: 'Ignores PageSize and lists 50 numbers per page.',
    breaks: 'TEL-155',
    pageSize: () => 50,
  },
  'page-size-of-one-refused': {
    says: 'Refuses a PageSize of 1.',
    breaks: 'TEL-155',
    pageSize: (value) => (value === '1' ? refuse(400, 'PageSize is too small') : pageSize(value)),
  },
  'page-size-of-two-at-least': {
    says: 'Treats a PageSize of 1 as 2.',
    breaks: 'TEL-155',
    pageSize: (value) => Math.max(2, pageSize(value)),
  },
  'page-size-of-20-at-most': {
    says: 'Lists 50 numbers per page by default, but at most 20 when the request has a PageSize.',
    breaks: 'TEL-155',
    pageSize: (value) => (value === undefined ? 50 : Math.min(20, pageSize(value))),
  },
  'page-size-of-20-in-place-of-21-to-49': {
    says: 'Treats a PageSize from 21 to 49 as 20.',
    breaks: 'TEL-155',
    pageSize: (value) => (/^(?:2[1-9]|[34]\d)$/.test(value ?? '') ? 20 : pageSize(value)),
  },
  'page-size-of-three-in-place-of-two': {
    says: 'Treats a PageSize of 2 as 3.',
    breaks: 'TEL-155',
    pageSize: (value) => pageSize(value === '2' ? '3' : value),
  },
  'page-size-made-even': {
    says: 'Rounds an odd PageSize above 1 down to an even one.',
    breaks: 'TEL-155',
    pageSize: (value) => Math.max(1, pageSize(value) & ~1),
  },
  'page-size-told-and-not-kept': {
    says: 'Reports the requested page size, but lists up to 50 numbers.',
    breaks: ['TEL-145', 'TEL-147', 'TEL-155', 'TEL-161'],
    pageItems: (items, index, size) => items.slice(index * size, index * size + 50),
  },
  'page-size-kept-and-not-told': {
    says: 'Lists as many numbers as PageSize requests, but reports a page size of 50.',
    breaks: ['TEL-145', 'TEL-146', 'TEL-147', 'TEL-148', 'TEL-155'],
    rules: () => listingWith(() => ({ page_size: 50 })),
  },
} satisfies Bank;
