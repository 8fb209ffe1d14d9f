import type { NumberListing } from '../../schemas/index.d.ts';
import { isA } from '../support/answers.ts';
import type { Fields, RequestContext } from '../support/http.ts';
import { concerns, control, covers, expect, further, judge, lacksData, test } from '../support/test.ts';
import { expectNone } from './numbers/filter-queries.ts';
import { setsOf } from './numbers/filter-values.ts';
import { type Filter, filters, meets, telling, told } from './numbers/filters.ts';
import { fromFirstPage } from './numbers/first-page.ts';
import {
  contradicting,
  expectOwnUri,
  LARGE,
  lasting,
  numbersOf,
  pagesOf,
  placeOf,
  readsListing,
  stockOf,
} from './numbers/listing.ts';
import { reading } from './numbers/reading.ts';
import {
  ANOTHER_PAGE,
  isSteady,
  phoneNumbers,
  sizeFor,
  urisBeside,
  type Walk,
  walk,
} from './numbers/walk.ts';

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
  const { pages, leadsTo } = begun;
  const total = pages[0]?.total ?? 0;
  if (!isSteady(pages)) {
    const totals = await lasting(async () => contradicting((await walk(telephony, path, query, 1)).pages));
    await judge('TEL-147', () =>
      expect(totals, 'totals that differ from page to page, and in the same way each time').toEqual([]),
    );
    return false;
  }
  const isWhole = leadsTo !== ANOTHER_PAGE || pages.flatMap(phoneNumbers).length >= total;
  if (total < 2 || !isWhole) return false;
  let walked: Walk | undefined = begun;
  let latest = begun;
  const ever = new Set<string>();
  await judge('TEL-161', async () => {
    const wrong = await lasting(async () => {
      latest = walked ?? (await walk(telephony, path, query));
      walked = undefined;
      return wrongIn(latest, ever);
    });
    concerns(latest.pages.at(-1));
    expect(wrong).toAgree(() => toldOf(latest));
  });
  return true;
}

/** Where a walk ends that does not contain every number once: `next_page_uri of page 1 leads to page 1 again`. */
function toldOf({ pages, leadsTo, again }: Walk): string {
  const { page, total = 0 } = pages.at(-1) ?? {};
  const met = pages.flatMap(phoneNumbers);
  const twice = met.find((number, index) => met.indexOf(number) < index);
  const end = again === undefined ? leadsTo : `page ${again} again`;
  return [
    ...(end === '' ? [] : [`next_page_uri of page ${page} leads to ${end}`]),
    ...(twice === undefined ? [] : [`${twice} is listed twice`]),
    `the pages list ${met.length} numbers, expected total ${total}, each once`,
  ].join(', ');
}

/**
 * What is wrong with a walk to the end.
 *
 * @param ever the numbers of all walks of the listing, to which those of this one are added
 */
function wrongIn({ pages, leadsTo }: Walk, ever: Set<string>): readonly string[] {
  const total = pages[0]?.total ?? 0;
  const met = pages.flatMap(phoneNumbers);
  const known = new Set<string>();
  const twice = met.filter((number) => known.size === known.add(number).size);
  for (const number of met) ever.add(number);
  return [
    ...(leadsTo === '' ? [] : [`the last page leads to ${leadsTo}`]),
    ...twice.map((number) => `${number} is met twice`),
    // If the order changes, other numbers are met twice each time; if the stock changes, there are ever more of them.
    ...(twice.length > 0 && ever.size <= total ? ['some numbers are met twice, and no others came'] : []),
    ...(met.length === total ? [] : [`${met.length} numbers are met where total is ${total}`]),
  ];
}

test(
  'the pages contain every number once, and keep the filter',
  covers('TEL-161', 'TEL-162', further('TEL-144', 'TEL-146', 'TEL-147', 'TEL-148', 'TEL-154', 'TEL-155')),
  async ({ telephony, account, target }) => {
    const numbers = `/v2/Accounts/${account.sid}/AvailablePhoneNumbers/${target.numberCountry}/Local.json`;
    const { opening, begin, list } = await fromFirstPage((query) => telephony.get(numbers, { query }));
    const first = await control(opening, readsListing, 'TEL-092');
    if (first.total < 2) return lacksData(['TEL-161', 'TEL-162'], `only ${first.total} numbers are in stock`);

    let whole = 0;
    const holdsEachOnce = async (path: string, query: Fields, begun: Walk) => {
      if (await judgeWalk(telephony, path, query, begun)) whole += 1;
    };
    const walkOf = async (path: string, all: NumberListing, pages: number) => {
      const query = { ...begin, PageSize: sizeFor(all, pages) };
      await holdsEachOnce(path, query, await walk(telephony, path, query));
    };
    await holdsEachOnce(numbers, begin, await walk(telephony, numbers, begin));
    await walkOf(numbers, first, 10);
    // More than the default: the deployment decides how many it puts on a page.
    const large = { ...begin, ...LARGE };
    await holdsEachOnce(numbers, large, await walk(telephony, numbers, large));
    const tollfree = numbers.replace(/Local\.json$/, 'Tollfree.json');
    const free = await telephony.get(tollfree);
    if (isA(readsListing, free)) await walkOf(tollfree, readsListing(free), 4);

    const stock = await stockOf(first, list);
    let followed = 0;
    const valuesOf = (filter: Filter) => [
      telling(stock, filter, 2),
      // The plus sign of a number has to be escaped in a URI.
      filter.name === 'Contains' && stock[0] ? told(filter, stock[0])?.slice(0, 5) : undefined,
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
      await judge('TEL-154', () =>
        expect(readsListing(filtered).page_size, `page_size for ${filter.name}=${value}`).toBe(50),
      );
      const paged = { ...begin, ...query, PageSize: sizeFor(readsListing(filtered), 3) };
      const walked = await walk(telephony, numbers, paged);
      await judge('TEL-155', () => {
        for (const page of walked.pages)
          expect(page.page_size, `page_size of ${page.uri}`).toBe(Number(paged.PageSize));
      });
      const [, second] = walked.pages;
      if (second !== undefined) {
        followed += 1;
        await judge('TEL-162', async () => {
          const others = [];
          for (const uri of urisBeside(walked)) others.push(await telephony.get(placeOf(uri, numbers)));
          for (const page of pagesOf(readsListing(filtered)) > 1
            ? [first.page, first.page + 1]
            : [first.page])
            others.push(await list({ ...query, Page: `${page}` }));
          expectNone(
            [...walked.pages, ...others.map(({ json }) => json)].flatMap(astrayOf),
            { [filter.name]: value },
            'on the pages for',
          );
        });
      }
      if (walked.pages.flatMap(astrayOf).length === 0) await holdsEachOnce(numbers, paged, walked);
    }
    if (whole === 0) lacksData('TEL-161', 'no listing could be walked to its end before it changed');
    if (followed === 0) lacksData('TEL-162', 'no filter that holds lists more than one page');
  },
);

const keptTogether = [
  'TEL-144',
  'TEL-146',
  'TEL-147',
  'TEL-148',
  'TEL-157',
  'TEL-160',
  'TEL-161',
  'TEL-162',
] as const;

test(
  'the pages keep several filters, and those of toll-free numbers',
  covers(further(...keptTogether)),
  async ({ telephony, account, target }) => {
    const numbers = `/v2/Accounts/${account.sid}/AvailablePhoneNumbers/${target.numberCountry}`;
    for (const [type, count] of [
      ['Local', 2],
      ['Tollfree', 1],
    ] as const) {
      const path = `${numbers}/${type}.json`;
      const { opening: all, begin, list } = await fromFirstPage((query) => telephony.get(path, { query }));
      if (!isA(readsListing, all)) continue;
      const sets = setsOf(await stockOf(readsListing(all), list), count);
      // Which filter it is does not depend on the type.
      for (const set of type === 'Local' ? sets : sets.slice(0, 1)) {
        const query = Object.fromEntries(set.map(({ filter, value }) => [filter.name, value]));
        const astrayOf = (listing: unknown) =>
          numbersOf(listing).filter((number) =>
            set.some(({ filter, value }) => meets(filter, number, value) === false),
          );
        const filtered = await list(query);
        // What filters list by themselves is not judged here.
        if (!isA(readsListing, filtered) || astrayOf(filtered.json).length > 0) continue;
        const paged = { ...begin, ...query, PageSize: sizeFor(readsListing(filtered), 3) };
        const walked = await walk(telephony, path, paged);
        const { pages } = walked;
        await judge('TEL-160', () => {
          for (const page of pages) expectOwnUri(page, path, target);
        });
        const { get, steadily } = reading(telephony);
        await judge('TEL-162', async () => {
          const led = [];
          for (const uri of urisBeside(walked)) led.push(await get(placeOf(uri, path)));
          const astray = [...pages, ...led.map(({ json }) => json)].flatMap(astrayOf);
          expectNone(astray, query, 'on the pages for');
        });
        if (pages.flatMap(astrayOf).length > 0) continue;
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
    }
  },
);
