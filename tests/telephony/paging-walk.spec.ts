import { control, covers, judge, lacksData, test } from '../support/test.ts';
import { astrayIn, expectNone, listsOnly } from './numbers/filter-queries.ts';
import { filterForSome } from './numbers/filters.ts';
import { fromFirstPage } from './numbers/first-page.ts';
import { readsListing } from './numbers/listing.ts';
import { expectWhole, isSteady, isWhole, sizeFor, walk, walkable } from './numbers/walk.ts';

test(
  'from page to page by next_page_uri, every number comes once',
  covers('TEL-161'),
  async ({ telephony, account, target }) => {
    const numbers = `/v2/Accounts/${account.sid}/AvailablePhoneNumbers/${target.numberCountry}/Local.json`;
    const { opening, begin, list } = await fromFirstPage((query) => telephony.get(numbers, { query }));
    const first = await control(opening, readsListing, 'TEL-092');
    if (first.total < 2) return lacksData('TEL-161', `only ${first.total} numbers are in stock`);

    const query = { ...begin, ...(await walkable(first, list)) };
    const walked = await walk(telephony, numbers, query);
    if (!isSteady(walked.pages) || !isWhole(walked))
      return lacksData('TEL-161', 'no listing could be walked to its end before it changed');
    await judge('TEL-161', () => expectWhole(telephony, numbers, query, walked));
  },
);

test(
  'from page to page by next_page_uri, only numbers that meet the filter are listed',
  covers('TEL-162'),
  async ({ telephony, account, target }) => {
    const numbers = `/v2/Accounts/${account.sid}/AvailablePhoneNumbers/${target.numberCountry}/Local.json`;
    const { opening, begin, list } = await fromFirstPage((query) => telephony.get(numbers, { query }));
    const filter = await filterForSome(await control(opening, readsListing, 'TEL-092'), list);
    if (filter === undefined)
      return lacksData('TEL-162', 'no filter is known that lists only some of the numbers');
    const { id, query } = filter;
    const filtered = await control(list(query), listsOnly(query), id);

    const paged = { ...begin, ...query, PageSize: sizeFor(filtered, 2) };
    const { pages } = await walk(telephony, numbers, paged);
    if (pages.length < 2) return lacksData('TEL-162', 'no filter that holds lists more than one page');
    await judge('TEL-162', () => expectNone(astrayIn(pages, query), query, 'on the pages for'));
  },
);
