import type { NumberListing } from '../../schemas/index.d.ts';
import { isA } from '../support/answers.ts';
import { eachExample } from '../support/examples.ts';
import type { Answer, Fields } from '../support/http.ts';
import { control, covers, expect, judge, lacksData, observe, observeReading, test } from '../support/test.ts';
import { setOf } from './filter-values.ts';
import { ABROAD, anotherCountry, filterForSome, pagesOf, readsListing, stockOf } from './listing.ts';

test(
  'the counts of a listing agree with its numbers',
  covers(
    'TEL-144',
    'TEL-145',
    'TEL-146',
    'TEL-147',
    'TEL-148',
    'TEL-149',
    'TEL-150',
    'TEL-151',
    'TEL-154',
    'TEL-163',
    'TEL-164',
    'TEL-165',
    'TEL-166',
  ),
  async ({ telephony, account, target }) => {
    const under = (type: string, country = target.numberCountry) =>
      `/v2/Accounts/${account.sid}/AvailablePhoneNumbers/${country}/${type}.json`;
    const list = (query: Fields) => telephony.get(under('Local'), { query });
    const first = await control(list({}), readsListing, 'TEL-092');

    const filter = await filterForSome(first, list);
    const example = (name: string) => `code=200, example=${name}`;
    const abroad = under('Local', anotherCountry(target));
    const samples: Sample[] = [
      await sampleOf(list, first.page),
      await sampleOf(
        (query) => telephony.get(under('Tollfree'), { query, prefer: example('tollfree') }),
        first.page,
      ),
      await sampleOf(
        (query) => telephony.get(abroad, { query, prefer: example('another-country') }),
        first.page,
      ),
      ...(filter ? [await sampleOf((query) => list({ ...filter.query, ...query }), first.page)] : []),
    ];
    for (const path of target.kind === 'mock'
      ? []
      : [under('Local', ABROAD), abroad.replace('/Local', '/Tollfree')])
      samples.push(await sampleOf((query) => telephony.get(path, { query }), first.page));
    // The effect of a filter on the counts may show only together with another filter, or with toll-free numbers.
    for (const [type, count] of target.kind === 'mock' ? [] : combinations) {
      const listed = (query: Fields) => telephony.get(under(type), { query });
      const all = await listed({});
      const stock = isA(readsListing, all) ? await stockOf(readsListing(all), listed) : [];
      const beside = Object.fromEntries(
        setOf(stock, count).map(({ filter: { name }, value }) => [name, value]),
      );
      if (Object.keys(beside).length === count)
        samples.push(await sampleOf((query) => listed({ ...beside, ...query }), first.page));
    }
    // For the mock, each documented page; for any other target, one that should be empty.
    const examples = await eachExample(target, ['telephony', 'listAvailableNumbers', 200], ({ prefer }) =>
      telephony.get(under('Local'), { query: { Contains: '0000000000' }, prefer }),
    );
    const others = examples.filter((answer) => isA(readsListing, answer)).map(readsListing);
    const pages = [...samples.flatMap((sample) => sample.pages), ...others];
    const withNumbers = pages.filter((page) => page.available_phone_numbers.length > 0);
    const before = (page: NumberListing) => page.page - first.page;
    const isLast = (page: NumberListing) => before(page) === pagesOf(page) - 1;
    const each = async (
      id: Parameters<typeof judge>[0],
      those: readonly NumberListing[],
      holds: (page: NumberListing) => void,
    ) =>
      those.length === 0 ? lacksData(id, 'no such page was listed') : judge(id, () => those.forEach(holds));

    await each('TEL-144', withNumbers, ({ start, end, available_phone_numbers: { length } }) =>
      expect(
        end - start + 1,
        `items from start ${start} to end ${end} of a page with ${length} numbers`,
      ).toBe(length),
    );
    const ofSome = pages.filter(({ total }) => total > 0);
    await each('TEL-145', ofSome, (page) => {
      const { length } = page.available_phone_numbers;
      const of = `numbers on page ${page.page} of ${pagesOf(page)} with page_size ${page.page_size}`;
      if (before(page) < pagesOf(page) - 1) expect(length, of).toBe(page.page_size);
      else expect(length, of).toBeLessThanOrEqual(page.page_size);
    });
    await each('TEL-146', pages, (page) => {
      const possible = page.total === 0 ? [0, 1] : [pagesOf(page)];
      const of = `num_pages for total ${page.total} by page_size ${page.page_size}`;
      expect(page.num_pages, of).toBeOneOf(possible);
    });
    const ends = pages.filter(
      (page) => isLast(page) && (ofSome.includes(page) || withNumbers.includes(page)),
    );
    await each('TEL-147', ends, (page) => {
      const held = before(page) * page.page_size + page.available_phone_numbers.length;
      expect(page.total, `total, where the last page brings the numbers to ${held}`).toBe(held);
    });
    await judge('TEL-147', () =>
      expect(
        samples.flatMap(({ totals }) => totals),
        'totals that differ from page to page, and in the same way when asked again',
      ).toEqual([]),
    );
    const base = withNumbers.find((page) => before(page) === 0)?.start ?? 0;
    await each('TEL-148', withNumbers, (page) => {
      expect(base, 'start of the first page').toBeOneOf([0, 1]);
      const expected = base + before(page) * page.page_size;
      expect(page.start, `start of page ${page.page} by page_size ${page.page_size}`).toBe(expected);
    });
    await judge('TEL-154', () => {
      const sizes = [first, ...samples.flatMap(({ bare }) => bare)].map(({ page_size }) => page_size);
      expect(sizes, 'page_size of each page without PageSize').toEqual(sizes.map(() => 50));
    });
    observeReading('TEL-151', String(first.page), `the first page is page ${first.page}`);
    const isText = (uri: unknown) => typeof uri === 'string';
    const firsts = pages.filter((page) => before(page) === 0 && isText(page.previous_page_uri));
    await each('TEL-163', firsts, ({ previous_page_uri }) =>
      expect(previous_page_uri, 'previous_page_uri of the first page').toBe(''),
    );

    const uris = pages.flatMap((page) => [
      page.first_page_uri,
      page.previous_page_uri,
      page.next_page_uri,
      page.last_page_uri,
      page.uri,
    ]);
    const joined = uris.filter((uri) => isText(uri) && uri.includes('&'));
    if (joined.length === 0) lacksData('TEL-165', 'no page URI has several parameters');
    else {
      await judge('TEL-165', () =>
        expect(
          joined.filter((uri) => uri.includes('&amp;')),
          'page URIs with &amp;',
        ).toEqual([]),
      );
    }
    const [scheme] = /^https?:/i.exec(first.first_page_uri) ?? [];
    const isOurs = scheme?.toLowerCase() === new URL(target.urls.telephony ?? '').protocol;
    observe(
      'TEL-166',
      scheme === undefined ? 'relative' : isOurs ? 'absolute' : `absolute, with the scheme ${scheme}`,
    );
    const lastPage = pages.find((page) => isLast(page));
    if (lastPage === undefined) lacksData('TEL-164', 'no last page was listed');
    else observe('TEL-164', JSON.stringify(lastPage.next_page_uri));
    const start = withNumbers.find((page) => before(page) === 0)?.start;
    if (start === undefined) lacksData('TEL-150', 'no number was listed');
    else observe('TEL-150', `from ${start}`);
    const empty = pages.find(({ total }) => total === 0);
    if (empty === undefined) lacksData('TEL-149', 'no empty listing was found');
    else observe('TEL-149', `num_pages ${empty.num_pages}, start ${empty.start}, end ${empty.end}`);
  },
);

/** Filtered listings whose counts are sampled as well: the type, and the number of filters. */
const combinations = [
  ['Local', 2],
  ['Tollfree', 1],
] as const;

/** Some pages of one listing. */
interface Sample {
  readonly pages: readonly NumberListing[];
  /** Those that were requested without PageSize. */
  readonly bare: readonly NumberListing[];
  /** The totals that its pages state, if they contradict each other. */
  readonly totals: readonly number[];
}

/**
 * The first pages of a listing and its last one, in several sizes. Pages that are not answered are left out, since
 * other checks judge that.
 *
 * @param base the number of the first page
 */
async function sampleOf(list: (query: Fields) => Promise<Answer>, base: number): Promise<Sample> {
  const read = async (queries: readonly Fields[]) => {
    const pages: NumberListing[] = [];
    for (const query of queries) {
      const answer = await list(query);
      if (isA(readsListing, answer)) pages.push(readsListing(answer));
    }
    return pages;
  };
  const [first] = await read([{}]);
  if (first === undefined) return { pages: [], bare: [], totals: [] };
  const { total } = first;
  // If the size leaves a remainder, the last page is short; with size 1 it is full.
  const size = [2, 3, 5, 7, 11, 13].find((one) => total % one > 0) ?? 2;
  const last = Math.max(0, Math.ceil(total / size) - 1);
  const sized = [...new Set([0, 1, 2, last])]
    .filter((nth) => nth <= last)
    .map((nth) => ({ Page: `${base + nth}`, PageSize: `${size}` }));
  const unsized = pagesOf(first) > 1 ? [{ Page: `${base + 1}` }] : [];
  // Larger than the default: shows whether the items before a page are counted by the requested size.
  const large = [{ PageSize: '100' }, ...(total > 100 ? [{ Page: `${base + 1}`, PageSize: '100' }] : [])];
  const bare = [first, ...(await read(unsized))];
  const paged = await read([...sized, { PageSize: '1' }, ...large]);
  const totalsOf = (pages: readonly NumberListing[]) => pages.map((page) => page.total);
  const pages = [...bare, ...paged];
  const totals = totalsOf(pages);
  // If numbers come and go, the totals differ when requested again.
  const isDefect =
    new Set(totals).size > 1 &&
    totalsOf(await read([{}, ...unsized, ...sized, { PageSize: '1' }, ...large])).join() === totals.join();
  return { pages, bare, totals: isDefect ? totals : [] };
}
