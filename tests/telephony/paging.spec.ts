import type { NumberListing } from '../../schemas/index.d.ts';
import { described, isA, statusOf } from '../support/answers.ts';
import type { RequirementId } from '../support/catalogue.ts';
import type { Answer, Fields } from '../support/http.ts';
import {
  concerns,
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
import { isMissing, judgeMissing, notFoundRows } from './missing.ts';
import { expectOwnUri, LARGE, pagesOf, placeOf, readsListing } from './numbers/listing.ts';
import {
  lastPlace,
  open,
  type Pages,
  paged,
  requestSingle,
  secondAndLast,
  singleAt,
  unsized,
} from './numbers/pages.ts';
import { phoneNumbers } from './numbers/walk.ts';

const pageRows = ['TEL-152', 'TEL-153', 'TEL-155'] as const;
const uriRows = ['TEL-156', 'TEL-157', 'TEL-158', 'TEL-159'] as const;

/** The first of the listings has to show what the requirements say; the others may not exist. */
function coversOf(nth: number, ...ids: readonly [RequirementId, ...RequirementId[]]) {
  return nth === 0 ? ids : [further(...ids)];
}

for (const [nth, listing] of paged.entries()) {
  test(
    `Page, PageSize and the page URIs select the pages of ${listing.of}`,
    covers(...coversOf(nth, ...pageRows, 'TEL-160', ...uriRows)),
    async ({ telephony, account, target }) => {
      const country = listing.countryOf(target);
      const numbers = `/v2/Accounts/${account.sid}/AvailablePhoneNumbers/${country}/${listing.type}.json`;
      const { opening, pages, lacking } = await open(listing, telephony, numbers);
      if (opening === undefined) return lacksData([...pageRows, 'TEL-160', ...uriRows], lacking);
      const others = pages === undefined ? [] : await secondAndLast(pages);
      await judge('TEL-160', () => {
        for (const page of [opening, ...others]) expectOwnUri(page, numbers, target);
      });
      if (pages === undefined) return lacksData([...pageRows, ...uriRows], lacking);

      // How a size is read does not depend on the listing; whether it is read does.
      const isFirst = nth === 0;
      await judge('TEL-155', () => keepsPageSize(pages, isFirst ? SIZES : [1]));
      const one = await control(requestSingle(pages, 0), readsListing, 'TEL-155');
      const two = await control(requestSingle(pages, 1), readsListing, 'TEL-153');
      // If Page makes no difference, neither does its absence, and TEL-153 ends the check.
      if (phoneNumbers(one).join() !== phoneNumbers(two).join())
        observeReading('TEL-152', await readingWithoutPage(pages), 'without Page, another page was listed');
      await establish('TEL-153', () => differ(pages));

      const follow: Follow = async (page, uri) =>
        readsListing(await pages.get(placeOf(page[uri], numbers, `${uri} of page ${page.page}`)));
      await judge('TEL-156', () => lead(pages, follow, 'first_page_uri', [0, 0], [1, 0], [2, 0], [-1, 0]));
      await judge('TEL-156', () => leadsBack(pages, follow, 'first_page_uri'));
      await judge('TEL-159', () => leadsBack(pages, follow, 'previous_page_uri'));
      await judge('TEL-159', () => leadsBackFromTheLast(pages, follow));
      await judge('TEL-158', async () => {
        await lead(pages, follow, 'next_page_uri', [0, 1], [1, 2]);
        if (isFirst) await keepsLargeSize(pages, follow);
      });
      await judge('TEL-159', () => lead(pages, follow, 'previous_page_uri', [1, 0], [2, 1], [-1, -2]));
      await judge('TEL-157', () => leadToTheLast(pages, follow, isFirst ? [shortIn(pages), LARGE] : []));
    },
  );
}

test(
  'a large page holds as many numbers as it says',
  covers(further('TEL-145')),
  async ({ telephony, account, target }) => {
    const numbers = `/v2/Accounts/${account.sid}/AvailablePhoneNumbers/${target.numberCountry}/Local.json`;
    await control(telephony.get(numbers), readsListing, 'TEL-092');
    const large = await telephony.get(numbers, { query: LARGE });
    // Which sizes over 50 are possible is open (TEL-181).
    if (!isA(readsListing, large)) return;
    const { page_size, total, available_phone_numbers } = readsListing(large);
    await judge('TEL-145', () =>
      expect(available_phone_numbers.length, 'numbers on a page for PageSize=100').toBe(
        Math.min(page_size, total),
      ),
    );
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

/** Sizes of several kinds; a page can hold 50 numbers, as it does by default. */
const SIZES = [1, 2, 3, 30, 50];

/** Expects that a page holds as many numbers as are requested. */
async function keepsPageSize({ list }: Pages, sizes: readonly number[]): Promise<void> {
  for (const size of sizes) {
    const page = readsListing(await list({ PageSize: `${size}` }));
    expect(page.page_size, `page_size for PageSize=${size}`).toBe(size);
    expect(page.available_phone_numbers.length, `numbers on a page for PageSize=${size}`).toBe(
      Math.min(size, page.total),
    );
  }
}

/** Which page is listed without Page; `neither` if it is another one each time. */
async function readingWithoutPage(pages: Pages): Promise<string> {
  const { plain, firstPage } = pages;
  const isPage = async (place: number): Promise<boolean> => {
    const another = await pages.lasting(async () => {
      const without = readsListing(await plain({ PageSize: '1' }));
      return differing(phoneNumbers(await singleAt(pages, place)), phoneNumbers(without));
    });
    return another.length === 0;
  };
  if (!(await isPage(0))) return firstPage === 0 && (await isPage(1)) ? 'page 1' : 'neither';
  // What is listed without Page may be told as the first page, and others come before it.
  const below = await plain({ PageSize: '1', Page: `${Math.max(0, firstPage - 1)}` });
  const before = isA(readsListing, below) ? readsListing(below) : undefined;
  if (before === undefined || before.page >= firstPage || phoneNumbers(before).length === 0) return 'first';
  const first = phoneNumbers(await singleAt(pages, 0)).join();
  return phoneNumbers(before).join() === first ? 'first' : 'neither';
}

/** Expects that Page selects another page, with and without PageSize. */
async function differ(pages: Pages): Promise<void> {
  const { firstPage } = pages;
  await pages.steadily(async () => {
    const end = await lastPlace(pages);
    const places = [...new Set([0, 1, 2, end])];
    const listed: NumberListing[] = [];
    for (const place of places) listed.push(await singleAt(pages, place));
    expect(
      listed.map(({ page }) => page - firstPage),
      'how far each page is behind the first',
    ).toEqual(places);
    const met = new Set(listed.map((page) => phoneNumbers(page).join()));
    expect(met.size, 'pages that differ').toBe(places.length);
    const [one, two] = (await unsized(pages)) ?? [];
    if (one === undefined || two === undefined) return;
    expect(two.page - firstPage, 'how far the page without PageSize is behind the first').toBe(1);
  });
  const again = await pages.lasting(async () => {
    const [one, two] = (await unsized(pages)) ?? [];
    const before = new Set(phoneNumbers(one));
    return phoneNumbers(two).filter((number) => before.has(number));
  });
  expect(again, 'numbers of the first page on the second, without PageSize').toEqual([]);
}

type PageUri = `${'first' | 'last' | 'next' | 'previous'}_page_uri`;

/** Requests where a page URI of a page leads. */
type Follow = (page: NumberListing, uri: PageUri) => Promise<NumberListing>;

/** Follows a URI from some pages, and compares where it leads; negative places count from the end. */
async function lead(
  pages: Pages,
  follow: Follow,
  uri: `${'first' | 'next' | 'previous'}_page_uri`,
  ...steps: readonly (readonly [from: number, to: number])[]
): Promise<void> {
  for (const [from, to] of steps) {
    let latest: Led | undefined;
    const wrong = await pages.lasting(async () => {
      const behind = from < 0 ? (await lastPlace(pages)) + 1 : 0;
      const page = await singleAt(pages, behind + from);
      const led = await follow(page, uri);
      const due = await singleAt(pages, to < 0 ? behind + to : to);
      latest = { uri, from: page, led, due };
      return [
        // The first numbers may be the same with and without a filter; the total is not.
        ...(led.total === page.total ? [] : [`total ${led.total} in place of ${page.total}`]),
        ...differing(phoneNumbers(due), phoneNumbers(led)),
      ];
    });
    expectToLead(wrong, latest);
  }
}

/** Expects that a URI of the second page leads to the first, in the default size as well. */
async function leadsBack(
  pages: Pages,
  follow: Follow,
  uri: 'first_page_uri' | 'previous_page_uri',
): Promise<void> {
  let latest: Led | undefined;
  const wrong = await pages.lasting(async () => {
    const [one, two] = (await unsized(pages)) ?? [];
    if (one === undefined || two === undefined) return [];
    const led = await follow(two, uri);
    latest = { uri, from: two, led, due: one };
    return differing(phoneNumbers(one), phoneNumbers(led));
  });
  expectToLead(wrong, latest);
}

/** Expects that the last page in the default size leads to the one before it. */
async function leadsBackFromTheLast(pages: Pages, follow: Follow): Promise<void> {
  const { list, firstPage } = pages;
  let latest: Led | undefined;
  const wrong = await pages.lasting(async () => {
    const last = pagesOf(readsListing(await list({}))) - 1;
    // From the second page, the one before it is the first.
    if (last < 2) return [];
    const at = async (place: number) => readsListing(await list({ Page: `${firstPage + place}` }));
    const from = await at(last);
    const due = await at(last - 1);
    const led = await follow(from, 'previous_page_uri');
    latest = { uri: 'previous_page_uri', from, led, due };
    return differing(phoneNumbers(due), phoneNumbers(led));
  });
  expectToLead(wrong, latest);
}

/** Where a page URI leads, and where it should. */
interface Led {
  readonly uri: string;
  readonly from: NumberListing;
  readonly led: NumberListing;
  readonly due: NumberListing;
}

/** Expects that nothing is wrong with where a page URI leads. */
function expectToLead(wrong: readonly string[], latest: Led | undefined): void {
  concerns(latest?.led);
  expect(wrong).toAgree(() => (latest === undefined ? wrong.join(', ') : toldOf(latest)));
}

/** Where a page URI leads: `next_page_uri of page 1 leads to page 1 again, expected page 2`. */
function toldOf({ uri, from, led, due }: Led): string {
  const [met, meant] = [led, due].map((page) => phoneNumbers(page));
  const isAgain = led.page === from.page && due.page !== from.page;
  const told = `${uri} of page ${from.page} leads to page ${led.page}${isAgain ? ' again' : ''}`;
  if (led.page !== due.page) return `${told}, expected page ${due.page}`;
  if (led.page_size !== due.page_size)
    return `${told} with page_size ${led.page_size}, expected ${due.page_size}`;
  if (led.total !== from.total) return `${told} of a listing with total ${led.total}, expected ${from.total}`;
  return `${told} with other numbers than Page=${due.page} lists: ${brief(met)}, expected ${brief(meant)}`;
}

/** The first numbers of a page. */
function brief(numbers: readonly string[] = []): string {
  return numbers.length === 0 ? 'none' : `${numbers[0]}${numbers.length > 1 ? ', …' : ''}`;
}

/** How the numbers of a page differ from those that are due. */
function differing(due: readonly string[], listed: readonly string[]): readonly string[] {
  return [
    ...due.filter((one) => !listed.includes(one)).map((one) => `${one} is missing`),
    ...listed.filter((one) => !due.includes(one)).map((one) => `${one} is not due`),
  ];
}

/** Expects that the next page of a large one is as large. */
async function keepsLargeSize(pages: Pages, follow: Follow): Promise<void> {
  await pages.steadily(async () => {
    const large = await pages.list(LARGE);
    if (!isA(readsListing, large)) return;
    const first = readsListing(large);
    const { next_page_uri, page_size } = first;
    // Where the last page leads is left open (TEL-164).
    if (next_page_uri && pagesOf(first) > 1)
      expect((await follow(first, 'next_page_uri')).page_size, `page_size of ${next_page_uri}`).toBe(
        page_size,
      );
  });
}

/** A size that leaves a remainder, so that the last page is short. */
const shortIn = ({ total }: Pages): Fields => ({
  PageSize: String([2, 3, 5, 7].find((one) => total % one > 0) ?? 2),
});

/** Expects that last_page_uri leads to the last page: of pages with one number, in the default size, and in others. */
async function leadToTheLast(pages: Pages, follow: Follow, sizes: readonly Fields[]): Promise<void> {
  const { list, firstPage } = pages;
  const starts = [
    () => singleAt(pages, 0),
    () => singleAt(pages, 1),
    async () => singleAt(pages, await lastPlace(pages)),
    async () => readsListing(await list({})),
  ];
  // Which sizes over 50 are possible is open (TEL-181).
  for (const size of sizes)
    if (isA(readsListing, await list(size))) starts.push(async () => readsListing(await list(size)));
  for (const start of starts) {
    await pages.steadily(async () => {
      const from = await start();
      const last = await follow(from, 'last_page_uri');
      // If total and num_pages disagree, TEL-146 reports it.
      const place = `place of the page that last_page_uri of page ${from.page} leads to`;
      concerns(last);
      expect(last.page - firstPage + 1, place).toBeOneOf([last.num_pages, pagesOf(last)]);
      expect(pagesOf(last), 'how many pages there are from the last one').toBe(pagesOf(from));
    });
  }
}
