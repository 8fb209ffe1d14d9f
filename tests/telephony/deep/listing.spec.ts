import { control, deep, expect, further, judge, lacksData, test } from '../../support/test.ts';
import type { Fields } from '../../support/wire/http.ts';
import { countRows, judgeCounts, judgeUris } from '../numbers/counts.ts';
import { fromFirstPage } from '../numbers/first-page.ts';
import { readsListing } from '../numbers/listing.ts';
import { reading } from '../numbers/reading.ts';
import { samplesOf } from './samples.ts';

const rows = [...countRows, 'TEL-154', 'TEL-163', 'TEL-165'] as const;

test(
  'the counts of other listings agree with their numbers, on several pages in several sizes',
  deep(further(...rows)),
  async ({ telephony, account, target }) => {
    if (target.kind === 'mock') return lacksData(rows, 'the mock has one listing for each example');
    const numbers = (country: string, type: string) =>
      `/v2/Accounts/${account.sid}/AvailablePhoneNumbers/${country}/${type}.json`;
    const { get, lasting } = reading(telephony);
    const own = numbers(target.numberCountry, 'Local');
    const { opening, begin } = await fromFirstPage((query) => get(own, { query }));
    const first = await control(opening, readsListing, 'TEL-092');
    const listingOf = (country: string, type: string) => (query: Fields) =>
      get(numbers(country, type), { query: { ...begin, ...query } });
    const samples = await samplesOf(listingOf, target, first, lasting);
    const pages = samples.flatMap((sample) => sample.pages);

    await judgeCounts(pages, first.page);
    await judge('TEL-147', () =>
      expect(
        samples.flatMap(({ totals }) => totals),
        'totals that differ from page to page, and in the same way each time',
      ).toEqual([]),
    );
    await judge('TEL-154', () => {
      const sizes = samples.flatMap(({ bare }) => bare).map(({ page_size }) => page_size);
      expect(sizes, 'page_size of each page without PageSize').toEqual(sizes.map(() => 50));
    });
    await judgeUris(pages, first.page);
  },
);
