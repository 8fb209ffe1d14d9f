import type { NumberListing } from '../../../schemas/index.d.ts';
import type { RequirementId } from '../../support/catalogue.ts';
import { expect, judge, lacksData } from '../../support/test.ts';
import { pagesOf } from './listing.ts';

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
