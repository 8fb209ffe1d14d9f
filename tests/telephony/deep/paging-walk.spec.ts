import type { NumberListing } from '../../../schemas/index.d.ts';
import { isA } from '../../support/interface/answers.ts';
import { concerns, control, deep, expect, further, judge, lacksData, test } from '../../support/test.ts';
import type { Fields, RequestContext } from '../../support/wire/http.ts';
import { astrayIn, expectNone, listsOnly } from '../numbers/filter-queries.ts';
import { filters, telling, told as valueOf } from '../numbers/filters.ts';
import { fromFirstPage } from '../numbers/first-page.ts';
import {
  contradicting,
  expectOwnUri,
  LARGE,
  type Listed,
  lasting,
  pagesOf,
  placeOf,
  readsListing,
  stockOf,
} from '../numbers/listing.ts';
import { reading } from '../numbers/reading.ts';
import {
  expectWhole,
  isSteady,
  isWhole,
  sizeFor,
  urisBeside,
  type Walk,
  walk,
  walkable,
} from '../numbers/walk.ts';
import { setsOf } from './filter-values.ts';

/** Judges what each page states about itself, which holds even if numbers are sold meanwhile. */
async function judgePages({ pages: [first, ...rest] }: Walk): Promise<void> {
  if (first === undefined) return;
  const pages = [first, ...rest].filter(({ available_phone_numbers: { length } }) => length > 0);
  const of = (page: NumberListing) => `of ${page.uri}`;
  await judge('TEL-144', () => {
    for (const page of pages)
      expect(page.end - page.start + 1, `items from start to end ${of(page)}`).toBe(
        page.available_phone_numbers.length,
      );
  });
  await judge('TEL-146', () => {
    for (const page of pages) expect(page.num_pages, `num_pages ${of(page)}`).toBe(pagesOf(page));
  });
  await judge('TEL-148', () => {
    for (const page of pages)
      expect(page.start - first.start, `items before those ${of(page)}`).toBe(
        (page.page - first.page) * page.page_size,
      );
  });
}

/**
 * Judges a listing that can be walked to its end, and walks it again if numbers were sold meanwhile.
 *
 * @returns whether it could be walked to its end
 */
async function judgeWalk(
  telephony: RequestContext,
  path: string,
  query: Fields,
  begun: Walk,
): Promise<boolean> {
  await judgePages(begun);
  const { pages } = begun;
  if (!isSteady(pages)) {
    const totals = await lasting(async () => contradicting((await walk(telephony, path, query, 1)).pages));
    await judge('TEL-147', () =>
      expect(totals, 'totals that differ from page to page, and in the same way each time').toEqual([]),
    );
    return false;
  }
  if ((pages[0]?.total ?? 0) < 2 || !isWhole(begun)) return false;
  await judge('TEL-161', () => expectWhole(telephony, path, query, begun));
  return true;
}

const counts = ['TEL-144', 'TEL-146', 'TEL-147', 'TEL-148'] as const;

test(
  'the pages contain every number once, in other sizes as well',
  deep('TEL-161', further(...counts)),
  async ({ telephony, account, target }) => {
    const numbers = `/v2/Accounts/${account.sid}/AvailablePhoneNumbers/${target.numberCountry}/Local.json`;
    const { opening, begin, list } = await fromFirstPage((query) => telephony.get(numbers, { query }));
    const first = await control(opening, readsListing, 'TEL-092');
    if (first.total < 2) return lacksData('TEL-161', `only ${first.total} numbers are in stock`);

    let whole = 0;
    const holdsEachOnce = async (path: string, size: Fields) => {
      const query = { ...begin, ...size };
      if (await judgeWalk(telephony, path, query, await walk(telephony, path, query))) whole += 1;
    };
    if (pagesOf(first) === 1) await holdsEachOnce(numbers, {});
    await holdsEachOnce(numbers, { PageSize: sizeFor(first, 10) });
    // More than the default: the deployment decides how many it puts on a page.
    await holdsEachOnce(numbers, LARGE);
    const tollfree = numbers.replace(/Local\.json$/, 'Tollfree.json');
    const free = await telephony.get(tollfree);
    if (isA(readsListing, free)) await holdsEachOnce(tollfree, { PageSize: sizeFor(readsListing(free), 4) });
    if (whole === 0) await holdsEachOnce(numbers, await walkable(first, list));
    if (whole === 0) lacksData('TEL-161', 'no listing could be walked to its end before it changed');
  },
);

test(
  'the pages keep each filter',
  deep('TEL-162', further('TEL-161', ...counts, 'TEL-154', 'TEL-155')),
  async ({ telephony, account, target }) => {
    const numbers = `/v2/Accounts/${account.sid}/AvailablePhoneNumbers/${target.numberCountry}/Local.json`;
    const { opening, begin, list } = await fromFirstPage((query) => telephony.get(numbers, { query }));
    const first = await control(opening, readsListing, 'TEL-092');
    let followed = 0;
    for (const query of queriesFor(await stockOf(first, list))) {
      const filtered = await list(query);
      // What a filter lists by itself is not judged here.
      if (!isA(listsOnly(query), filtered)) continue;
      const { page_size } = readsListing(filtered);
      await judge('TEL-154', () => expect(page_size, `page_size for ${told(query)}`).toBe(50));
      const paged = { ...begin, ...query, PageSize: sizeFor(readsListing(filtered), 3) };
      const walked = await walk(telephony, numbers, paged);
      await judge('TEL-155', () => {
        for (const page of walked.pages)
          expect(page.page_size, `page_size of ${page.uri}`).toBe(Number(paged.PageSize));
      });
      if (walked.pages.length > 1) {
        followed += 1;
        await judge('TEL-162', async () => {
          const others: unknown[] = [];
          for (const uri of urisBeside(walked))
            others.push((await telephony.get(placeOf(uri, numbers))).json);
          const second = pagesOf(readsListing(filtered)) > 1 ? [first.page + 1] : [];
          for (const page of [first.page, ...second])
            others.push((await list({ ...query, Page: `${page}` })).json);
          expectNone(astrayIn([...walked.pages, ...others], query), query, 'on the pages for');
        });
      }
      if (astrayIn(walked.pages, query).length === 0) await judgeWalk(telephony, numbers, paged, walked);
    }
    if (followed === 0) lacksData('TEL-162', 'no filter that holds lists more than one page');
  },
);

/** Queries by each filter that list several numbers, and one that has a plus sign, which is escaped in a URI. */
function queriesFor(stock: readonly Listed[]): readonly Readonly<Record<string, string>>[] {
  const [contains] = filters;
  const [number] = stock;
  const beginning = contains && number && valueOf(contains, number)?.slice(0, 5);
  return [
    ...filters.map((filter) => [filter.name, telling(stock, filter, 2)] as const),
    ['Contains', beginning] as const,
  ].flatMap(([name, value]) => (value === undefined ? [] : [{ [name]: value }]));
}

const told = (query: Fields): string =>
  Object.entries(query)
    .map((one) => one.join('='))
    .join(' and ');

for (const [type, count, most] of [
  ['Local', 2, Number.POSITIVE_INFINITY],
  // Which filter it is does not depend on the type.
  ['Tollfree', 1, 1],
] as const) {
  test(
    `the pages under ${type} keep ${count} of the filters`,
    deep(further(...counts, 'TEL-157', 'TEL-160', 'TEL-161', 'TEL-162')),
    async ({ telephony, account, target }) => {
      const path = `/v2/Accounts/${account.sid}/AvailablePhoneNumbers/${target.numberCountry}/${type}.json`;
      const { opening: all, begin, list } = await fromFirstPage((query) => telephony.get(path, { query }));
      if (!isA(readsListing, all)) return;
      const sets = setsOf(await stockOf(readsListing(all), list), count);
      for (const set of sets.slice(0, most)) {
        const query = Object.fromEntries(set.map(({ filter, value }) => [filter.name, value]));
        const filtered = await list(query);
        // What filters list by themselves is not judged here.
        if (!isA(listsOnly(query), filtered)) continue;
        const paged = { ...begin, ...query, PageSize: sizeFor(readsListing(filtered), 3) };
        const walked = await walk(telephony, path, paged);
        const { pages } = walked;
        await judge('TEL-160', () => {
          for (const page of pages) expectOwnUri(page, path, target);
        });
        const { get, steadily } = reading(telephony);
        await judge('TEL-162', async () => {
          const led: unknown[] = [];
          for (const uri of urisBeside(walked)) led.push((await get(placeOf(uri, path))).json);
          expectNone(astrayIn([...pages, ...led], query), query, 'on the pages for');
        });
        if (astrayIn(pages, query).length > 0) continue;
        await judgeWalk(telephony, path, paged, walked);
        let begun = pages[0];
        await judge('TEL-157', () =>
          steadily(async () => {
            const from = begun ?? readsListing(await list(paged));
            begun = undefined;
            const last = readsListing(await get(placeOf(from.last_page_uri, path)));
            const place = `place of the page that last_page_uri of page ${from.page} leads to`;
            concerns(last);
            expect(last.page - from.page + 1, place).toBe(pagesOf(last));
          }),
        );
      }
    },
  );
}
