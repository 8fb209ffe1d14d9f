import type { NumberListing } from '../../schemas/index.d.ts';
import { described, isA } from '../support/answers.ts';
import type { Fields } from '../support/http.ts';
import type { Target } from '../support/target.ts';
import {
  control,
  covers,
  establish,
  expect,
  further,
  judge,
  lacksData,
  observe,
  test,
} from '../support/test.ts';
import {
  ABROAD,
  anotherCountry,
  filterForSome,
  pagesOf,
  placeOf,
  readsListing,
  steadily,
} from './listing.ts';
import { isMissing, judgeMissing, notFoundRows } from './missing.ts';
import { phoneNumbers } from './walk.ts';

const ofPages = ['TEL-152', 'TEL-153', 'TEL-155', 'TEL-156', 'TEL-157', 'TEL-158', 'TEL-159'] as const;

const ofTarget = ({ numberCountry }: Target) => numberCountry;

/** The listings whose pages are requested: that of local numbers, and others that a deployment may not have. */
const listings = [
  {
    of: 'all local numbers',
    type: 'Local',
    isFiltered: false,
    countryOf: ofTarget,
    covered: covers(...ofPages, 'TEL-160'),
  },
  {
    of: 'toll-free numbers',
    type: 'Tollfree',
    isFiltered: false,
    countryOf: ofTarget,
    covered: covers(further(...ofPages, 'TEL-160')),
  },
  {
    of: 'numbers that meet a filter',
    type: 'Local',
    isFiltered: true,
    countryOf: ofTarget,
    covered: covers(further(...ofPages, 'TEL-160')),
  },
  {
    of: 'numbers of another country',
    type: 'Local',
    isFiltered: false,
    countryOf: anotherCountry,
    covered: covers(further(...ofPages, 'TEL-160')),
  },
  {
    of: 'toll-free numbers of another country',
    type: 'Tollfree',
    isFiltered: false,
    countryOf: anotherCountry,
    covered: covers(further(...ofPages, 'TEL-160')),
  },
  {
    of: 'numbers outside North America',
    type: 'Local',
    isFiltered: false,
    countryOf: () => ABROAD,
    covered: covers(further(...ofPages, 'TEL-160')),
  },
] as const;

for (const { of, type, isFiltered, countryOf, covered } of listings) {
  test(
    `Page and PageSize select what is listed of ${of}, and the URIs lead there`,
    covered,
    async ({ telephony, account, target }) => {
      const country = countryOf(target);
      const numbers = `/v2/Accounts/${account.sid}/AvailablePhoneNumbers/${country}/${type}.json`;
      const get = (query: Fields) => telephony.get(numbers, { query });
      const bare = await get({});
      if ((type === 'Tollfree' || countryOf !== ofTarget) && !isA(readsListing, bare))
        return lacksData([...ofPages, 'TEL-160'], `${of} are not listed`);
      const all = await control(bare, readsListing, 'TEL-092');
      const filter = isFiltered ? await filterForSome(all, get) : undefined;
      const list = (query: Fields) => get({ ...filter?.query, ...query });
      const opening = filter ? await control(list({}), readsListing, filter.id) : all;
      const { total } = opening;
      const judgeUri = ({ uri }: NumberListing) =>
        judge('TEL-160', () => {
          const pathOf = (one: string) => new URL(placeOf(one, numbers), target.urls.telephony).pathname;
          // A deployment may write its paths in lower case.
          const plain = (path: string) => decodeURIComponent(path).toLowerCase();
          const own = [numbers, pathOf(target.urls.telephony + numbers)].map(plain);
          expect(plain(pathOf(uri)), 'uri of the listing').toBeOneOf(own);
        });
      await judgeUri(opening);
      if (isFiltered && filter === undefined)
        return lacksData(ofPages, 'no filter is known that lists only some of the numbers');
      if (total < 3) return lacksData(ofPages, `only ${total} numbers are in stock`);

      const follow = async (one: string) => readsListing(await telephony.get(placeOf(one, numbers)));
      // A large page only has to be consistent: the maximum size, and what exceeding it does, is open (TEL-181).
      const large = await list({ PageSize: '100' });
      await judge('TEL-155', async () => {
        // A page can hold 50 numbers, as it does by default.
        for (const size of [1, 3, 13, 50]) {
          const page = readsListing(await list({ PageSize: `${size}` }));
          expect(page.page_size, `page_size for PageSize=${size}`).toBe(size);
          expect(page.available_phone_numbers.length, `numbers on a page for PageSize=${size}`).toBe(
            Math.min(size, page.total),
          );
        }
        if (!isA(readsListing, large)) return;
        const { page_size, total: held, available_phone_numbers } = readsListing(large);
        expect(available_phone_numbers.length, 'numbers on a page for PageSize=100').toBe(
          Math.min(page_size, held),
        );
      });

      const place = (nth: number) => list({ PageSize: '1', Page: `${all.page + nth}` });
      const one = await control(place(0), readsListing, 'TEL-155');
      const two = await control(place(1), readsListing, 'TEL-153');
      await judgeUri(two);
      // Numbers may be sold meanwhile, so the last page is located each time it is needed.
      const lastPlace = async () => pagesOf(readsListing(await list({ PageSize: '1' }))) - 1;
      const pageAt = async (nth: number) => readsListing(await place(nth));
      // If Page makes no difference, neither does its absence, and TEL-153 ends the check.
      if (phoneNumbers(one).join() !== phoneNumbers(two).join()) {
        await judge('TEL-152', () =>
          steadily(async () => {
            const without = readsListing(await list({ PageSize: '1' }));
            const one = await pageAt(0);
            expect(phoneNumbers(without), 'numbers without Page').toEqual(phoneNumbers(one));
            // If pages count from 0, the stated default of 1 would skip the first page.
            const below = await list({ PageSize: '1', Page: `${Math.max(0, all.page - 1)}` });
            const before = isA(readsListing, below) ? readsListing(below) : one;
            if (before.page < one.page)
              expect(phoneNumbers(before), `numbers of page ${before.page}`).toBeOneOf([
                [],
                phoneNumbers(one),
              ]);
          }),
        );
      }
      await establish('TEL-153', () =>
        steadily(async () => {
          const pages: NumberListing[] = [];
          for (const nth of [0, 1, 2]) pages.push(await pageAt(nth));
          const end = await lastPlace();
          if (end > 2) pages.push(await pageAt(end));
          const places = [...new Set([0, 1, 2, end])];
          expect(
            pages.map(({ page }) => page - all.page),
            'how far each page is behind the first',
          ).toEqual(places);
          const met = new Set(pages.map((page) => phoneNumbers(page).join()));
          expect(met.size, 'pages that differ').toBe(places.length);
          // Without PageSize as well.
          const opening = readsListing(await list({}));
          if (pagesOf(opening) < 2) return;
          const unsized = readsListing(await list({ Page: `${all.page + 1}` }));
          expect(unsized.page - all.page, 'how far the page without PageSize is behind the first').toBe(1);
          const before = new Set(phoneNumbers(opening));
          expect(
            phoneNumbers(unsized).filter((number) => before.has(number)),
            'numbers of the first page on the second, without PageSize',
          ).toEqual([]);
        }),
      );

      /** Follows a URI from some pages, and compares where it leads; negative positions count from the end. */
      const leads = async (
        uri: `${'first' | 'next' | 'previous'}_page_uri`,
        ...steps: (readonly [from: number, to: number])[]
      ) => {
        for (const [from, to] of steps) {
          await steadily(async () => {
            const behind = from < 0 ? (await lastPlace()) + 1 : 0;
            const { [uri]: place, total: held } = await pageAt(behind + from);
            const led = await follow(place);
            // The first numbers may be the same with and without a filter; the total is not.
            expect(led.total, `total of ${place}`).toBe(held);
            expect(phoneNumbers(led), `numbers of ${place}`).toEqual(
              phoneNumbers(await pageAt(to < 0 ? behind + to : to)),
            );
          });
        }
      };
      await judge('TEL-156', () => leads('first_page_uri', [0, 0], [1, 0], [2, 0], [-1, 0]));
      // Without PageSize the URIs use the default size.
      const backFromSecond = (uri: 'first_page_uri' | 'previous_page_uri') =>
        steadily(async () => {
          const opening = readsListing(await list({}));
          if (pagesOf(opening) < 2) return;
          const place = readsListing(await list({ Page: `${all.page + 1}` }))[uri];
          expect(phoneNumbers(await follow(place)), `numbers of ${place}`).toEqual(phoneNumbers(opening));
        });
      await judge('TEL-156', () => backFromSecond('first_page_uri'));
      await judge('TEL-159', () => backFromSecond('previous_page_uri'));
      await judge('TEL-158', async () => {
        await leads('next_page_uri', [0, 1], [1, 2]);
        await steadily(async () => {
          const large = await list({ PageSize: '100' });
          if (!isA(readsListing, large)) return;
          const first = readsListing(large);
          const { next_page_uri, page_size } = first;
          // Where the last page leads is left open (TEL-164).
          if (next_page_uri && pagesOf(first) > 1)
            expect((await follow(next_page_uri)).page_size, `page_size of ${next_page_uri}`).toBe(page_size);
        });
      });
      await judge('TEL-159', () => leads('previous_page_uri', [1, 0], [2, 1], [-1, -2]));
      await judge('TEL-157', async () => {
        // One number per page, the default size, and a size that leaves a remainder, so that the last page is short.
        const short = String([2, 3, 5, 7].find((one) => total % one > 0) ?? 2);
        const places = [
          () => pageAt(0),
          () => pageAt(1),
          async () => pageAt(await lastPlace()),
          async () => readsListing(await list({})),
          async () => readsListing(await list({ PageSize: short })),
          ...(isA(readsListing, large) ? [async () => readsListing(await list({ PageSize: '100' }))] : []),
        ];
        for (const from of places) {
          await steadily(async () => {
            const page = await from();
            const last = await follow(page.last_page_uri);
            // If total and num_pages disagree, TEL-146 reports it.
            expect(last.page - all.page + 1, 'the place of the last page').toBeOneOf([
              last.num_pages,
              pagesOf(last),
            ]);
            expect(pagesOf(last), 'how many pages there are from the last one').toBe(pagesOf(page));
          });
        }
      });
    },
  );
}

test(
  'pages and page sizes out of range',
  covers('TEL-180', 'TEL-181', 'TEL-182', further(...notFoundRows.numbers)),
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
    await judgeMissing([beyond, large, empty].filter(isMissing), 'TEL-209');
  },
);
