import type { NumberListing } from '../../schemas/index.d.ts';
import { described, statusOf } from '../support/interface/answers.ts';
import {
  control,
  covers,
  establish,
  expect,
  further,
  judge,
  lacksData,
  observe,
  observeReading,
  test,
} from '../support/test.ts';
import type { Answer } from '../support/wire/http.ts';
import { isMissing, judgeMissing, notFoundRows } from './missing.ts';
import { expectOwnUri, placeOf, readsListing } from './numbers/listing.ts';
import { type Follow, lead, leadsToTheLast } from './numbers/page-uris.ts';
import {
  another,
  keepsPageSize,
  open,
  paged,
  readingWithoutPage,
  requestSingle,
  singleAt,
} from './numbers/pages.ts';
import { phoneNumbers } from './numbers/walk.ts';

test(
  'PageSize sets the size of a page, and Page selects the page',
  covers('TEL-152', 'TEL-153', 'TEL-155'),
  async ({ telephony, account, target }) => {
    const numbers = `/v2/Accounts/${account.sid}/AvailablePhoneNumbers/${target.numberCountry}/Local.json`;
    const { pages, lacking } = await open(paged[0], telephony, numbers);
    if (pages === undefined) return lacksData(['TEL-152', 'TEL-153', 'TEL-155'], lacking);
    const { list, firstPage } = pages;

    await judge('TEL-155', () => keepsPageSize(pages, [1]));
    await control(list({ PageSize: '1' }), readsListing, 'TEL-155');
    await establish('TEL-153', () =>
      pages.steadily(async () => {
        const one = readsListing(await list({ PageSize: '1', Page: `${firstPage}` }));
        const two = readsListing(await list({ PageSize: '1', Page: `${firstPage + 1}` }));
        expect(two.page - one.page, 'how far the second page is behind the first').toBe(1);
        expect(phoneNumbers(two), 'the numbers of the second page').not.toEqual(phoneNumbers(one));
      }),
    );
    observeReading('TEL-152', await readingWithoutPage(pages), 'without Page, another page was listed');
  },
);

test(
  'the page URIs lead to the first, the last, the next and the previous page',
  covers('TEL-156', 'TEL-157', 'TEL-158', 'TEL-159', 'TEL-160'),
  async ({ telephony, account, target }) => {
    const numbers = `/v2/Accounts/${account.sid}/AvailablePhoneNumbers/${target.numberCountry}/Local.json`;
    const { opening, pages, lacking } = await open(paged[0], telephony, numbers);
    if (opening !== undefined) await judge('TEL-160', () => expectOwnUri(opening, numbers, target));
    if (pages === undefined) return lacksData(['TEL-156', 'TEL-157', 'TEL-158', 'TEL-159'], lacking);
    const one = await control(requestSingle(pages, 0), readsListing, 'TEL-155');
    await control(requestSingle(pages, 1), another(one), 'TEL-153');

    const follow: Follow = async (page, uri) =>
      readsListing(await pages.get(placeOf(page[uri], numbers, `${uri} of page ${page.page}`)));
    // Each from the second page, with one number on each page.
    await judge('TEL-156', () => lead(pages, follow, 'first_page_uri', [1, 0]));
    await judge('TEL-157', () => leadsToTheLast(pages, follow, () => singleAt(pages, 1)));
    await judge('TEL-158', () => lead(pages, follow, 'next_page_uri', [1, 2]));
    await judge('TEL-159', () => lead(pages, follow, 'previous_page_uri', [1, 0]));
  },
);

test(
  'pages and page sizes out of range',
  covers('TEL-180', 'TEL-181', 'TEL-182', 'TEL-217', further(...notFoundRows.numbers)),
  async ({ telephony, account, target }) => {
    const numbers = `/v2/Accounts/${account.sid}/AvailablePhoneNumbers/${target.numberCountry}/Local.json`;
    const first = await control(telephony.get(numbers), readsListing, 'TEL-092');

    const Page = `${first.page + first.num_pages + 5}`;
    const beyond = await telephony.get(numbers, { query: { Page } });
    observe('TEL-180', described(beyond));
    const large = await telephony.get(numbers, { query: { PageSize: '1000' } });
    const size = (large.json as Partial<NumberListing> | undefined)?.page_size;
    observe('TEL-181', size === undefined ? described(large) : `page_size ${size} for PageSize=1000`);
    const empty = await telephony.get(numbers, { query: { PageSize: '0' } });
    observe('TEL-182', described(empty));
    const odd: Answer[] = [];
    for (const query of [{ Page: '-1' }, { Page: 'two' }, { PageSize: '-1' }, { PageSize: 'ten' }])
      odd.push(await telephony.get(numbers, { query }));
    const seen = odd.map((answer) => `${new URL(answer.url).search.slice(1)}: ${statusOf(answer)}`);
    observe('TEL-217', seen.join(', '));
    await judgeMissing([beyond, large, empty, ...odd].filter(isMissing), 'TEL-209');
  },
);
