import type { NumberListing } from '../../schemas/index.d.ts';
import { described, isA } from '../support/answers.ts';
import { sentence } from '../support/judge.ts';
import { control, covers, establish, expect, judge, lacksData, observe, test } from '../support/test.ts';
import type { Fields, RequestContext } from '../support/wire.ts';
import {
  filters,
  meets,
  numbersOf,
  pagesOf,
  placeOf,
  readsListing,
  steadily,
  stockOf,
  telling,
} from './listing.ts';

/** A listing of more pages is not walked to its end. */
const LONGEST_WALK = 40;

/** Of such a one, so many pages are met. */
const FEW_PAGES = 4;

const ANOTHER_PAGE = 'another page';

const phoneNumbers = (listing: NumberListing): (string | undefined)[] =>
  numbersOf(listing).map(({ phone_number }) => phone_number);

test(
  'Page and PageSize select what is listed, and the URIs lead there',
  covers('TEL-152', 'TEL-153', 'TEL-155', 'TEL-156', 'TEL-157', 'TEL-158', 'TEL-159', 'TEL-160'),
  async ({ telephony, account, target }) => {
    const numbers = `/v2/Accounts/${account.sid}/AvailablePhoneNumbers/${target.numberCountry}/Local.json`;
    const list = (query: Fields) => telephony.get(numbers, { query });
    const pathOf = (one: string) => new URL(placeOf(one, numbers), target.urls.telephony).pathname;
    const { uri, total } = await control(list({}), readsListing, 'TEL-092');
    await judge('TEL-160', () =>
      expect(decodeURIComponent(pathOf(uri)), 'path of uri').toBe(decodeURIComponent(numbers)),
    );
    if (total < 3) {
      return lacksData(
        ['TEL-152', 'TEL-153', 'TEL-155', 'TEL-156', 'TEL-157', 'TEL-158', 'TEL-159'],
        `only ${total} numbers are in stock`,
      );
    }
    await judge('TEL-155', async () => {
      for (const size of [1, 3]) {
        const page = readsListing(await list({ PageSize: `${size}` }));
        expect(page.page_size, `page_size for PageSize=${size}`).toBe(size);
        expect(page.available_phone_numbers.length, `numbers on a page for PageSize=${size}`).toBe(size);
      }
      // Of a large page, what it says of itself: how large one may be is left open (TEL-181).
      const large = readsListing(await list({ PageSize: '100' }));
      const held = Math.min(large.page_size, large.total);
      expect(large.available_phone_numbers.length, 'numbers on a page for PageSize=100').toBe(held);
    });

    const first = await control(list({ PageSize: '1' }), readsListing, 'TEL-155');
    const pageAt = async (nth: number) =>
      readsListing(await list({ PageSize: '1', Page: `${first.page + nth}` }));
    await establish('TEL-153', () =>
      steadily(async () => {
        const pages = [await pageAt(0), await pageAt(1), await pageAt(2)];
        expect(
          pages.map(({ page }) => page - first.page),
          'how far each page is behind the first',
        ).toEqual([0, 1, 2]);
        expect(new Set(pages.map((page) => phoneNumbers(page).join())).size, 'pages that differ').toBe(3);
      }),
    );
    await establish('TEL-152', () =>
      steadily(async () => {
        const without = readsListing(await list({ PageSize: '1' }));
        const one = await pageAt(0);
        expect(phoneNumbers(without), 'numbers without Page').toEqual(phoneNumbers(one));
        // Where pages count from 0, the stated default 1 would skip the first of them.
        const below = await list({ PageSize: '1', Page: `${Math.max(0, first.page - 1)}` });
        const before = isA(readsListing, below) ? readsListing(below) : one;
        if (before.page < one.page)
          expect([[], phoneNumbers(one)], `numbers of page ${before.page}`).toContainEqual(
            phoneNumbers(before),
          );
      }),
    );

    const follow = async (uri: string) => readsListing(await telephony.get(placeOf(uri, numbers)));
    const leadsTo = (from: number, uri: `${'first' | 'next' | 'previous'}_page_uri`, to: number) =>
      steadily(async () => {
        const page = await pageAt(from);
        const numbersThere = phoneNumbers(await follow(page[uri]));
        expect(numbersThere, `numbers of ${page[uri]}`).toEqual(phoneNumbers(await pageAt(to)));
      });
    await judge('TEL-156', async () => {
      await leadsTo(0, 'first_page_uri', 0);
      await leadsTo(1, 'first_page_uri', 0);
    });
    await judge('TEL-158', async () => {
      await leadsTo(0, 'next_page_uri', 1);
      await leadsTo(1, 'next_page_uri', 2);
    });
    await judge('TEL-159', async () => {
      await leadsTo(1, 'previous_page_uri', 0);
      await leadsTo(2, 'previous_page_uri', 1);
    });
    await judge('TEL-157', async () => {
      for (const nth of [0, 1]) {
        await steadily(async () => {
          const page = await pageAt(nth);
          const last = await follow(page.last_page_uri);
          // Where total and num_pages disagree, TEL-146 says so.
          expect([last.num_pages, pagesOf(last)], 'the place of the last page').toContain(
            last.page - first.page + 1,
          );
          expect(pagesOf(last), 'how many pages there are from the last one').toBe(pagesOf(page));
        });
      }
    });
  },
);

test(
  'the pages hold every number once, and keep the filter',
  covers('TEL-161', 'TEL-162'),
  async ({ telephony, account, target }) => {
    const numbers = `/v2/Accounts/${account.sid}/AvailablePhoneNumbers/${target.numberCountry}/Local.json`;
    const list = (query: Fields) => telephony.get(numbers, { query });
    const first = await control(list({}), readsListing, 'TEL-092');
    if (first.total < 2) return lacksData(['TEL-161', 'TEL-162'], `only ${first.total} numbers are in stock`);

    let whole = 0;
    const holdsEachOnce = async ({ pages, leadsTo }: Walk) => {
      const met = pages.flatMap(phoneNumbers);
      const total = pages[0]?.total ?? first.total;
      const isWhole = leadsTo !== ANOTHER_PAGE || met.length >= total;
      if (!isWhole || !isSteady(pages)) return;
      whole += 1;
      await judge('TEL-161', () => {
        const again = met.filter((number, index) => met.indexOf(number) !== index);
        expect(again, 'numbers met twice').toEqual([]);
        expect(met.length, 'numbers met').toBe(total);
        expect(leadsTo, 'where the last page leads to').toBe('');
      });
    };
    await holdsEachOnce(await walk(telephony, numbers, { PageSize: sizeForSome(first) }));

    const stock = await stockOf(first, list);
    let followed = 0;
    for (const filter of filters) {
      const value = telling(stock, filter, 2);
      if (value === undefined) continue;
      const query = { [filter.name]: value };
      const astrayOf = (listing: unknown) =>
        numbersOf(listing).filter((number) => meets(filter, number, value) === false);
      const filtered = await list(query);
      // What a filter lists by itself is not judged here.
      if (!isA(readsListing, filtered) || astrayOf(filtered.json).length > 0) continue;
      const PageSize = sizeForSome(readsListing(filtered));
      const walked = await walk(telephony, numbers, { ...query, PageSize });
      const [, second] = walked.pages;
      if (second !== undefined) {
        followed += 1;
        await judge('TEL-162', async () => {
          const others = [];
          for (const uri of [second.first_page_uri, second.previous_page_uri, second.last_page_uri]) {
            others.push(await telephony.get(placeOf(uri, numbers)));
          }
          expect(
            [...walked.pages, ...others.map(({ json }) => json)].flatMap(astrayOf),
            `numbers on the pages with ${filter.name}=${value} that do not meet it`,
          ).toEqual([]);
        });
      }
      if (walked.pages.flatMap(astrayOf).length === 0) await holdsEachOnce(walked);
    }
    if (whole === 0) lacksData('TEL-161', 'no listing could be walked to its end before it changed');
    if (followed === 0) lacksData('TEL-162', 'no filter that holds lists more than one page');
  },
);

test(
  'a page that is none',
  covers('TEL-180', 'TEL-181', 'TEL-182'),
  async ({ telephony, account, target }) => {
    const numbers = `/v2/Accounts/${account.sid}/AvailablePhoneNumbers/${target.numberCountry}/Local.json`;
    const first = await control(telephony.get(numbers), readsListing, 'TEL-092');

    observe(
      'TEL-180',
      described(await telephony.get(numbers, { query: { Page: `${first.page + first.num_pages + 5}` } })),
    );
    const large = await telephony.get(numbers, { query: { PageSize: '1000' } });
    const size = (large.json as Partial<NumberListing> | undefined)?.page_size;
    observe('TEL-181', size === undefined ? described(large) : `page_size ${size} for PageSize=1000`);
    observe('TEL-182', described(await telephony.get(numbers, { query: { PageSize: '0' } })));
  },
);

/** The PageSize by which the numbers of a listing fill a few pages. */
function sizeForSome({ total }: NumberListing): string {
  return `${Math.min(50, Math.max(1, Math.ceil(total / 4)))}`;
}

interface Walk {
  readonly pages: readonly NumberListing[];
  /** Where the last of the pages leads to: nothing where it is the end. */
  readonly leadsTo: string;
}

/** Whether all pages tell the same total: if not, numbers came or went meanwhile. */
function isSteady(pages: readonly NumberListing[]): boolean {
  return new Set(pages.map(({ total }) => total)).size < 2;
}

/** Follows next_page_uri from the first page on, though not for ever; and again where numbers came or went. */
async function walk(telephony: RequestContext, path: string, query: Fields, tries = 3): Promise<Walk> {
  const pages: NumberListing[] = [];
  let leadsTo = ANOTHER_PAGE;
  let answer = await telephony.get(path, { query });
  while (leadsTo === ANOTHER_PAGE && pages.length < longestWalk(pages)) {
    if (isA(readsListing, answer)) {
      const page = readsListing(answer);
      pages.push(page);
      if (page.next_page_uri) answer = await telephony.get(placeOf(page.next_page_uri, path));
      else leadsTo = '';
    } else leadsTo = sentence(answer);
  }
  return isSteady(pages) || tries === 1 ? { pages, leadsTo } : walk(telephony, path, query, tries - 1);
}

/** Of a listing whose end is too far, a few pages will do. */
function longestWalk([first]: readonly NumberListing[]): number {
  return first !== undefined && pagesOf(first) > LONGEST_WALK ? FEW_PAGES : LONGEST_WALK;
}
