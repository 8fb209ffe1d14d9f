import type { NumberListing } from '../../schemas/index.d.ts';
import { described, isA } from '../support/answers.ts';
import { sentence } from '../support/judge.ts';
import { control, covers, establish, expect, judge, lacksData, observe, test } from '../support/test.ts';
import type { Fields, RequestContext } from '../support/wire.ts';
import {
  type Filter,
  filterForSome,
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

const phoneNumbers = (listing: NumberListing | undefined): (string | undefined)[] =>
  numbersOf(listing).map(({ phone_number }) => phone_number);

/** The listings whose pages are met: by their types, the numbers of one more narrowed by a filter. */
const listings = [
  { of: 'all local numbers', type: 'Local', isFiltered: false },
  { of: 'toll-free numbers', type: 'Tollfree', isFiltered: false },
  { of: 'numbers that meet a filter', type: 'Local', isFiltered: true },
] as const;

for (const { of, type, isFiltered } of listings) {
  test(
    `Page and PageSize select what is listed of ${of}, and the URIs lead there`,
    covers('TEL-152', 'TEL-153', 'TEL-155', 'TEL-156', 'TEL-157', 'TEL-158', 'TEL-159', 'TEL-160'),
    async ({ telephony, account, target }) => {
      const numbers = `/v2/Accounts/${account.sid}/AvailablePhoneNumbers/${target.numberCountry}/${type}.json`;
      const get = (query: Fields) => telephony.get(numbers, { query });
      const stated = ['TEL-152', 'TEL-153', 'TEL-155', 'TEL-156', 'TEL-157', 'TEL-158', 'TEL-159'] as const;
      const bare = await get({});
      if (type === 'Tollfree' && !isA(readsListing, bare))
        return lacksData([...stated, 'TEL-160'], 'toll-free numbers are not listed');
      const all = await control(Promise.resolve(bare), readsListing, 'TEL-092');
      const filter = isFiltered ? await filterForSome(all, get) : undefined;
      const list = (query: Fields) => get({ ...filter?.query, ...query });
      const { uri, total } = filter ? await control(list({}), readsListing, filter.id) : all;
      const pathOf = (one: string) => new URL(placeOf(one, numbers), target.urls.telephony).pathname;
      await judge('TEL-160', () =>
        expect(decodeURIComponent(pathOf(uri)), 'path of uri').toBe(decodeURIComponent(numbers)),
      );
      if (isFiltered && filter === undefined)
        return lacksData(stated, 'no filter leaves some numbers in stock');
      if (total < 3) return lacksData(stated, `only ${total} numbers are in stock`);

      const follow = async (one: string) => readsListing(await telephony.get(placeOf(one, numbers)));
      // Of a large page, what it says of itself: how large one may be, and whether one is too large, is open (TEL-181).
      const large = await list({ PageSize: '100' });
      await judge('TEL-155', async () => {
        for (const size of [1, 3]) {
          const page = readsListing(await list({ PageSize: `${size}` }));
          expect(page.page_size, `page_size for PageSize=${size}`).toBe(size);
          expect(page.available_phone_numbers.length, `numbers on a page for PageSize=${size}`).toBe(size);
        }
        if (!isA(readsListing, large)) return;
        const { page_size, total: held, available_phone_numbers } = readsListing(large);
        expect(available_phone_numbers.length, 'numbers on a page for PageSize=100').toBe(
          Math.min(page_size, held),
        );
      });

      const first = await control(list({ PageSize: '1' }), readsListing, 'TEL-155');
      const end = pagesOf(first) - 1;
      const pageAt = async (nth: number) =>
        readsListing(await list({ PageSize: '1', Page: `${all.page + nth}` }));
      await establish('TEL-153', () =>
        steadily(async () => {
          const places = [...new Set([0, 1, 2, end])];
          const pages: NumberListing[] = [];
          for (const nth of places) pages.push(await pageAt(nth));
          expect(
            pages.map(({ page }) => page - all.page),
            'how far each page is behind the first',
          ).toEqual(places);
          const met = new Set(pages.map((page) => phoneNumbers(page).join()));
          expect(met.size, 'pages that differ').toBe(places.length);
        }),
      );
      await establish('TEL-152', () =>
        steadily(async () => {
          const without = readsListing(await list({ PageSize: '1' }));
          const one = await pageAt(0);
          expect(phoneNumbers(without), 'numbers without Page').toEqual(phoneNumbers(one));
          // Where pages count from 0, the stated default 1 would skip the first of them.
          const below = await list({ PageSize: '1', Page: `${Math.max(0, all.page - 1)}` });
          const before = isA(readsListing, below) ? readsListing(below) : one;
          if (before.page < one.page)
            expect([[], phoneNumbers(one)], `numbers of page ${before.page}`).toContainEqual(
              phoneNumbers(before),
            );
        }),
      );

      const leads = (
        uri: `${'first' | 'next' | 'previous'}_page_uri`,
        steps: readonly (readonly [from: number, to: number])[],
      ) =>
        steadily(async () => {
          const pages: NumberListing[] = [];
          for (const nth of new Set(steps.flat())) pages[nth] = await pageAt(nth);
          for (const [from, to] of steps) {
            const place = pages[from]?.[uri] ?? '';
            expect(phoneNumbers(await follow(place)), `numbers of ${place}`).toEqual(phoneNumbers(pages[to]));
          }
        });
      await judge('TEL-156', () =>
        leads('first_page_uri', [
          [0, 0],
          [2, 0],
        ]),
      );
      await judge('TEL-158', async () => {
        await leads('next_page_uri', [
          [0, 1],
          [1, 2],
        ]);
        const next = isA(readsListing, large) && readsListing(large).next_page_uri;
        if (next)
          expect((await follow(next)).page_size, `page_size of ${next}`).toBe(readsListing(large).page_size);
      });
      await judge('TEL-159', () =>
        leads('previous_page_uri', [
          [1, 0],
          [2, 1],
          [end, end - 1],
        ]),
      );
      await judge('TEL-157', async () => {
        for (const nth of [0, 1]) {
          await steadily(async () => {
            const page = await pageAt(nth);
            const last = await follow(page.last_page_uri);
            // Where total and num_pages disagree, TEL-146 says so.
            expect([last.num_pages, pagesOf(last)], 'the place of the last page').toContain(
              last.page - all.page + 1,
            );
            expect(pagesOf(last), 'how many pages there are from the last one').toBe(pagesOf(page));
          });
        }
      });
    },
  );
}

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
    await holdsEachOnce(await walk(telephony, numbers, { PageSize: sizeFor(first, 12) }));
    const tollfree = numbers.replace(/Local\.json$/, 'Tollfree.json');
    const free = await telephony.get(tollfree);
    if (isA(readsListing, free))
      await holdsEachOnce(await walk(telephony, tollfree, { PageSize: sizeFor(readsListing(free), 4) }));

    const stock = await stockOf(first, list);
    let followed = 0;
    const valuesOf = (filter: Filter) => [
      telling(stock, filter, 2),
      // The plus sign of a number has to be escaped in a URI.
      filter.name === 'Contains' ? stock[0]?.phone_number?.slice(0, 5) : undefined,
    ];
    const walks = filters.flatMap((filter) => valuesOf(filter).map((value) => ({ filter, value })));
    for (const { filter, value } of walks) {
      if (value === undefined) continue;
      const query = { [filter.name]: value };
      const astrayOf = (listing: unknown) =>
        numbersOf(listing).filter((number) => meets(filter, number, value) === false);
      const filtered = await list(query);
      // What a filter lists by itself is not judged here.
      if (!isA(readsListing, filtered) || astrayOf(filtered.json).length > 0) continue;
      const PageSize = sizeFor(readsListing(filtered), 4);
      const walked = await walk(telephony, numbers, { ...query, PageSize });
      const [, second] = walked.pages;
      if (second !== undefined) {
        followed += 1;
        await judge('TEL-162', async () => {
          const others = [];
          for (const uri of [second.first_page_uri, second.previous_page_uri, second.last_page_uri]) {
            others.push(await telephony.get(placeOf(uri, numbers)));
          }
          others.push(await list({ ...query, Page: `${first.page}` }));
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

/** The PageSize by which the numbers of a listing fill so many pages, or more. */
function sizeFor({ total }: NumberListing, pages: number): string {
  return `${Math.min(50, Math.max(1, Math.floor(total / pages)))}`;
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
