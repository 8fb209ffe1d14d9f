import { defaultRules } from '../../reference/rules/index.ts';
import type { Bank, MutantEntry } from '../mutant.ts';
import { listingWith } from '../parts/listing-with.ts';

const { pageItems } = defaultRules;

/** The fields of a listing that are URIs. */
const uris = ['first_page_uri', 'previous_page_uri', 'next_page_uri', 'last_page_uri', 'uri'] as const;

/** How the counts of a listing agree with its numbers and with each other, and how a listing is written. */
export const listingMutants = {
  'end-behind-the-last': {
    says: 'Reports the index after the last number of the page as end.',
    breaks: 'TEL-144',
    endIndex: (start, length) => start + length,
  },
  'end-of-a-short-page-as-if-full': {
    says: 'Reports the end of the last page as if the page were full.',
    breaks: 'TEL-144',
    rules: () => listingWith(({ start, page_size }) => ({ end: start + page_size - 1 })),
  },

  'default-page-half-empty': {
    says: 'Lists only 25 numbers on a page of 50.',
    breaks: ['TEL-145', 'TEL-161'],
    pageItems: (items, index, size) => pageItems(items, index, size).slice(0, size === 50 ? 25 : size),
  },
  'second-page-one-short': {
    says: 'Omits the last number of the second page.',
    breaks: ['TEL-145', 'TEL-161'],
    pageItems: (items, index, size) =>
      index === 1 && size > 1 ? pageItems(items, 1, size).slice(0, -1) : pageItems(items, index, size),
  },
  'total-of-nothing': {
    says: 'Reports a total of 0 for every listing.',
    breaks: 'TEL-147',
    rules: () => listingWith(() => ({ total: 0 })),
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

  'num-pages-rounded-down': {
    says: 'Does not count a last page that is not full.',
    breaks: 'TEL-146',
    rules: () => listingWith(({ total, page_size }) => ({ num_pages: Math.floor(total / page_size) })),
  },
  'num-pages-one-more-when-full': {
    says: 'Counts one page too many when the last one is full.',
    breaks: 'TEL-146',
    rules: () => listingWith(({ total, page_size }) => ({ num_pages: Math.floor(total / page_size) + 1 })),
  },
  'empty-listing-of-two-pages': {
    says: 'Reports two pages for an empty listing.',
    breaks: 'TEL-146',
    rules: () => listingWith(({ total }) => (total === 0 ? { num_pages: 2 } : {})),
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
    rules: () => listingWith(({ available_phone_numbers: { length } }) => ({ total: length })),
  },
  'total-without-the-filters': {
    says: 'Includes numbers that the filters exclude in the total.',
    breaks: ['TEL-145', 'TEL-146', 'TEL-161'],
    total: (items) => (items.length < 200 ? 240 : items.length),
  },

  'start-from-two': {
    says: 'Counts start from 2 instead of 0.',
    breaks: 'TEL-148',
    startIndex: (index, pageSize) => index * pageSize + 2,
  },
  'start-anew-on-each-page': {
    says: 'Reports 0 as start on every page.',
    breaks: 'TEL-148',
    startIndex: () => 0,
  },
  'start-from-one-by-a-page-size': {
    says: 'Counts start from 1 instead of 0 when the page size is not 50.',
    breaks: 'TEL-148',
    startIndex: (index, size) => index * size + (size === 50 ? 0 : 1),
  },

  'first-page-is-two': {
    says: 'Numbers the pages from 2.',
    breaks: 'TEL-151',
    firstPage: () => 2,
  },
  'default-page-of-twenty': {
    says: 'Lists 20 numbers per page when the request has no PageSize.',
    breaks: 'TEL-154',
    pageSize: (value) => Number(value ?? 20),
  },
  'default-page-of-fifty-one': {
    says: 'Lists 51 numbers per page when the request has no PageSize.',
    breaks: 'TEL-154',
    pageSize: (value) => Number(value ?? 51),
  },

  'first-page-before-itself': {
    says: 'On the first page, previous_page_uri points to the first page itself.',
    breaks: 'TEL-163',
    previousPage: (page, first) => Math.max(first, page - 1),
  },
  'empty-listing-has-a-page-before': {
    says: 'In an empty listing, previous_page_uri points to the first page.',
    breaks: 'TEL-163',
    rules: () =>
      listingWith(({ total, first_page_uri }) => (total === 0 ? { previous_page_uri: first_page_uri } : {})),
  },
  ...Object.fromEntries(
    uris.map((field): [string, MutantEntry] => [
      `${field.replaceAll('_', '-')}-escaped-for-markup`,
      {
        says: `Writes &amp; instead of & in ${field}.`,
        breaks: 'TEL-165',
        rules: () =>
          listingWith((body) => ({
            // The last one has no parameters of its own.
            [field]: `${body[field]}${field === 'uri' ? '?Page=1&PageSize=2' : ''}`.replaceAll('&', '&amp;'),
          })),
      },
    ]),
  ),
  'listing-as-text': {
    says: 'Returns the listing as text/json.',
    breaks: 'TEL-197',
    send: (answer, operation) =>
      operation === 'listAvailableNumbers' && answer.status === 200
        ? { ...answer, headers: { ...answer.headers, 'Content-Type': 'text/json' } }
        : answer,
  },
} satisfies Bank;
