import type { NumberListing } from '../../../schemas/index.d.ts';
import type { RequirementId } from '../../support/catalogue.ts';
import { isA } from '../../support/interface/answers.ts';
import type { Target } from '../../support/target.ts';
import { expect, judge, lacksData, observe } from '../../support/test.ts';
import type { Answer, Fields } from '../../support/wire/http.ts';
import { pagesOf, readsListing } from './listing.ts';

/** The requirements that `judgeCounts` judges. */
export const countRows = [
  'TEL-144',
  'TEL-145',
  'TEL-146',
  'TEL-147',
  'TEL-148',
] as const satisfies readonly RequirementId[];

/**
 * Where pages stand in their listing, computed from total and page_size.
 *
 * @param firstPage the number of the first page, which is 0 or 1 (TEL-151)
 */
export function placesFrom(firstPage: number) {
  const before = ({ page }: NumberListing): number => page - firstPage;
  return {
    /** How many pages come before it. */
    before,
    isFirst: (page: NumberListing): boolean => before(page) === 0,
    isLast: (page: NumberListing): boolean => before(page) === pagesOf(page) - 1,
  };
}

/** Judges whether the counts of pages agree with their numbers and with each other. */
export async function judgeCounts(pages: readonly NumberListing[], firstPage: number): Promise<void> {
  const { before, isFirst, isLast } = placesFrom(firstPage);
  const each = async (
    id: RequirementId,
    those: readonly NumberListing[],
    holds: (page: NumberListing) => void,
  ) =>
    those.length === 0 ? lacksData(id, 'no such page was listed') : judge(id, () => those.forEach(holds));
  const withNumbers = pages.filter((page) => page.available_phone_numbers.length > 0);
  const ofSome = pages.filter(({ total }) => total > 0);

  await each('TEL-144', withNumbers, ({ start, end, available_phone_numbers: { length } }) =>
    expect(end - start + 1, `items from start ${start} to end ${end} of a page with ${length} numbers`).toBe(
      length,
    ),
  );
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
  const ends = pages.filter((page) => isLast(page) && (ofSome.includes(page) || withNumbers.includes(page)));
  await each('TEL-147', ends, (page) => {
    const held = before(page) * page.page_size + page.available_phone_numbers.length;
    expect(page.total, `total, where the last page brings the numbers to ${held}`).toBe(held);
  });
  const base = withNumbers.find(isFirst)?.start ?? 0;
  await each('TEL-148', withNumbers, (page) => {
    expect(base, 'start of the first page').toBeOneOf([0, 1]);
    const expected = base + before(page) * page.page_size;
    expect(page.start, `start of page ${page.page} by page_size ${page.page_size}`).toBe(expected);
  });
}

/** Records where items are counted from, and how an empty listing is counted. */
export function observeCounts(pages: readonly NumberListing[], firstPage: number): void {
  const { isFirst } = placesFrom(firstPage);
  const start = pages.find((page) => isFirst(page) && page.available_phone_numbers.length > 0)?.start;
  if (start === undefined) lacksData('TEL-150', 'no number was listed');
  else observe('TEL-150', `from ${start}`);
  const empty = pages.find(({ total }) => total === 0);
  if (empty === undefined) lacksData('TEL-149', 'no empty listing was found');
  else observe('TEL-149', `num_pages ${empty.num_pages}, start ${empty.start}, end ${empty.end}`);
}

/** Judges how the page URIs are written; where they lead is judged by the checks of paging. */
export async function judgeUris(pages: readonly NumberListing[], firstPage: number): Promise<void> {
  const { isFirst } = placesFrom(firstPage);
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
}

/** Records what the page URIs are like where that is left open. */
export function observeUris(pages: readonly NumberListing[], first: NumberListing, { urls }: Target): void {
  const { isLast } = placesFrom(first.page);
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

function isText(uri: unknown): boolean {
  return typeof uri === 'string';
}

/** The pages that some queries list. Those that are not answered are left out, since other checks judge that. */
export async function listPages(
  list: (query: Fields) => Promise<Answer>,
  queries: readonly Fields[],
): Promise<NumberListing[]> {
  const pages: NumberListing[] = [];
  for (const query of queries) {
    const answer = await list(query);
    if (isA(readsListing, answer)) pages.push(readsListing(answer));
  }
  return pages;
}

/** A size that leaves a remainder, so that the last page is short: with size 1 it is full. */
export function shortSize({ total }: Pick<NumberListing, 'total'>): number {
  return [2, 3, 5, 7, 11, 13].find((one) => total % one > 0) ?? 2;
}

/** A query for the last page in such a size. */
export function shortLast({ page, total }: NumberListing): Fields {
  const size = shortSize({ total });
  return { PageSize: `${size}`, Page: `${page + Math.max(0, Math.ceil(total / size) - 1)}` };
}
