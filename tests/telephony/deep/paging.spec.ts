import type { NumberListing } from '../../../schemas/index.d.ts';
import type { RequirementId } from '../../support/catalogue.ts';
import { isA } from '../../support/interface/answers.ts';
import {
  control,
  deep,
  establish,
  expect,
  further,
  judge,
  lacksData,
  observeReading,
  test,
} from '../../support/test.ts';
import type { Fields } from '../../support/wire/http.ts';
import { expectOwnUri, LARGE, pagesOf, placeOf, readsListing } from '../numbers/listing.ts';
import { expectToLead, type Follow, type Led, lead, leadsToTheLast } from '../numbers/page-uris.ts';
import {
  differing,
  keepsPageSize,
  lastPlace,
  open,
  type Pages,
  paged,
  readingWithoutPage,
  requestSingle,
  secondAndLast,
  singleAt,
  unsized,
} from '../numbers/pages.ts';
import { phoneNumbers } from '../numbers/walk.ts';

const pageRows = ['TEL-152', 'TEL-153', 'TEL-155'] as const;
const uriRows = ['TEL-156', 'TEL-157', 'TEL-158', 'TEL-159'] as const;

/** The first of the listings has to show what the requirements say; the others may not exist. */
function coversOf(nth: number, ...ids: readonly [RequirementId, ...RequirementId[]]) {
  return nth === 0 ? ids : [further(...ids)];
}

for (const [nth, listing] of paged.entries()) {
  test(
    `Page, PageSize and the page URIs select the pages of ${listing.of}`,
    deep(...coversOf(nth, ...pageRows, 'TEL-160', ...uriRows)),
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
  deep(further('TEL-145')),
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

/** Sizes of several kinds; a page can hold 50 numbers, as it does by default. */
const SIZES = [2, 3, 30, 50];

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
  const { list } = pages;
  const starts = [
    () => singleAt(pages, 0),
    () => singleAt(pages, 1),
    async () => singleAt(pages, await lastPlace(pages)),
    async () => readsListing(await list({})),
  ];
  // Which sizes over 50 are possible is open (TEL-181).
  for (const size of sizes)
    if (isA(readsListing, await list(size))) starts.push(async () => readsListing(await list(size)));
  for (const start of starts) await leadsToTheLast(pages, follow, start);
}
