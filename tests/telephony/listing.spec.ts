import { described, isA } from '../support/interface/answers.ts';
import { eachExample } from '../support/interface/examples.ts';
import { control, covers, expect, judge, observe, observeReading, test } from '../support/test.ts';
import type { Answer } from '../support/wire/http.ts';
import {
  countRows,
  judgeCounts,
  judgeUris,
  listPages,
  observeCounts,
  observeUris,
  shortLast,
} from './numbers/counts.ts';
import { fromFirstPage } from './numbers/first-page.ts';
import { contradicting, pagesOf, readsListing } from './numbers/listing.ts';
import { reading } from './numbers/reading.ts';

const uriRows = ['TEL-163', 'TEL-164', 'TEL-165', 'TEL-166'] as const;

test(
  'the counts of a listing agree with its numbers',
  covers(...countRows, 'TEL-149', 'TEL-150', 'TEL-151', 'TEL-154', 'TEL-218', ...uriRows),
  async ({ telephony, account, target }) => {
    const numbers = `/v2/Accounts/${account.sid}/AvailablePhoneNumbers/${target.numberCountry}/Local.json`;
    const { get, lasting } = reading(telephony);
    const { opening, list } = await fromFirstPage((query) => get(numbers, { query }));
    const first = await control(opening, readsListing, 'TEL-092');
    const last = { Page: `${first.page + pagesOf(first) - 1}` };
    const queries = [{}, last, shortLast(first)];
    const pages = await listPages(list, queries);
    const totals = await lasting(async () => contradicting(await listPages(list, queries)));
    // For the mock, each documented page; for any other target, a page that should be empty.
    const examples = await eachExample(target, ['telephony', 'listAvailableNumbers', 200], ({ prefer }) =>
      telephony.get(numbers, { query: { Contains: '0000000000' }, prefer }),
    );
    const all = [...pages, ...examples.filter((answer) => isA(readsListing, answer)).map(readsListing)];

    await judgeCounts(all, first.page);
    await judge('TEL-147', () =>
      expect(totals, 'totals that differ from page to page, and in the same way each time').toEqual([]),
    );
    await judge('TEL-154', () => expect(first.page_size, 'page_size without PageSize').toBe(50));
    observeReading('TEL-151', String(first.page), `the first page is page ${first.page}`);
    observe('TEL-218', described(examples[0] as Answer));
    observeCounts(all, first.page);
    await judgeUris(all, first.page);
    observeUris(all, first, target);
  },
);
