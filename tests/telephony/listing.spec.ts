import type { NumberListing } from '../../schemas/index.d.ts';
import { described, isA } from '../support/answers.ts';
import { eachExample } from '../support/examples.ts';
import type { Answer, Fields } from '../support/http.ts';
import type { Target } from '../support/target.ts';
import { control, covers, expect, judge, lacksData, observe, observeReading, test } from '../support/test.ts';
import { countRows, judgeCounts, placesFrom } from './numbers/counts.ts';
import { fromFirstPage } from './numbers/first-page.ts';
import { readsListing } from './numbers/listing.ts';
import { reading } from './numbers/reading.ts';
import { samplesOf } from './numbers/samples.ts';

const uriRows = ['TEL-163', 'TEL-164', 'TEL-165', 'TEL-166'] as const;

test(
  'the counts of a listing agree with its numbers',
  covers(...countRows, 'TEL-149', 'TEL-150', 'TEL-151', 'TEL-154', 'TEL-218', ...uriRows),
  async ({ telephony, account, target }) => {
    const numbers = (country: string, type: string) =>
      `/v2/Accounts/${account.sid}/AvailablePhoneNumbers/${country}/${type}.json`;
    const own = numbers(target.numberCountry, 'Local');
    const { get, lasting } = reading(telephony);
    const { opening, begin } = await fromFirstPage((query) => get(own, { query }));
    const first = await control(opening, readsListing, 'TEL-092');
    const listingOf = (country: string, type: string, example?: string) => {
      const prefer = example === undefined ? undefined : `code=200, example=${example}`;
      return (query: Fields) =>
        get(numbers(country, type), { query: { ...begin, ...query }, ...(prefer && { prefer }) });
    };
    const samples = await samplesOf(listingOf, target, first, lasting);
    // For the mock, each documented page; for any other target, a page that should be empty.
    const examples = await eachExample(target, ['telephony', 'listAvailableNumbers', 200], ({ prefer }) =>
      telephony.get(own, { query: { Contains: '0000000000' }, prefer }),
    );
    observe('TEL-218', described(examples[0] as Answer));
    const others = examples.filter((answer) => isA(readsListing, answer)).map(readsListing);
    const pages = [...samples.flatMap((sample) => sample.pages), ...others];

    await judgeCounts(pages, first.page);
    await judge('TEL-147', () =>
      expect(
        samples.flatMap(({ totals }) => totals),
        'totals that differ from page to page, and in the same way each time',
      ).toEqual([]),
    );
    await judge('TEL-154', () => {
      const sizes = [first, ...samples.flatMap(({ bare }) => bare)].map(({ page_size }) => page_size);
      expect(sizes, 'page_size of each page without PageSize').toEqual(sizes.map(() => 50));
    });
    observeReading('TEL-151', String(first.page), `the first page is page ${first.page}`);
    observeCounts(pages, first.page);
    await judgeUris(pages, first, target);
  },
);

/** Records where items are counted from, and how an empty listing is counted. */
function observeCounts(pages: readonly NumberListing[], firstPage: number): void {
  const { isFirst } = placesFrom(firstPage);
  const start = pages.find((page) => isFirst(page) && page.available_phone_numbers.length > 0)?.start;
  if (start === undefined) lacksData('TEL-150', 'no number was listed');
  else observe('TEL-150', `from ${start}`);
  const empty = pages.find(({ total }) => total === 0);
  if (empty === undefined) lacksData('TEL-149', 'no empty listing was found');
  else observe('TEL-149', `num_pages ${empty.num_pages}, start ${empty.start}, end ${empty.end}`);
}

/** Judges how the page URIs are written; where they lead is judged by the checks of paging. */
async function judgeUris(
  pages: readonly NumberListing[],
  first: NumberListing,
  { urls }: Target,
): Promise<void> {
  const { isFirst, isLast } = placesFrom(first.page);
  const isText = (uri: unknown) => typeof uri === 'string';
  const firsts = pages.filter((page) => isFirst(page) && isText(page.previous_page_uri));
  if (firsts.length === 0) lacksData('TEL-163', 'no such page was listed');
  else
    await judge('TEL-163', () => {
      for (const { previous_page_uri } of firsts)
        expect(previous_page_uri, 'previous_page_uri of the first page').toBe('');
    });

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
    const escaped = joined.filter((uri) => uri.includes('&amp;'));
    await judge('TEL-165', () => expect(escaped, 'page URIs with &amp;').toEqual([]));
  }

  const [scheme] = /^https?:/i.exec(first.first_page_uri) ?? [];
  const isOurs = scheme?.toLowerCase() === new URL(urls.telephony ?? '').protocol;
  observe(
    'TEL-166',
    scheme === undefined ? 'relative' : isOurs ? 'absolute' : `absolute, with the scheme ${scheme}`,
  );
  const last = pages.find(isLast);
  if (last === undefined) lacksData('TEL-164', 'no last page was listed');
  else observe('TEL-164', JSON.stringify(last.next_page_uri));
}
