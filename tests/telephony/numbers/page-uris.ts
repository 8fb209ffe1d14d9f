import type { NumberListing } from '../../../schemas/index.d.ts';
import { expect } from '../../support/judging/expect.ts';
import { concerns } from '../../support/judging/matchers.ts';
import { pagesOf } from './listing.ts';
import { differing, lastPlace, type Pages, singleAt } from './pages.ts';
import { phoneNumbers } from './walk.ts';

type PageUri = `${'first' | 'last' | 'next' | 'previous'}_page_uri`;

/** Requests where a page URI of a page leads. */
export type Follow = (page: NumberListing, uri: PageUri) => Promise<NumberListing>;

/** Follows a URI from some pages, and compares where it leads; negative places count from the end. */
export async function lead(
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

/** Expects that last_page_uri of a page leads to the last page. */
export async function leadsToTheLast(
  { firstPage, steadily }: Pages,
  follow: Follow,
  start: () => Promise<NumberListing>,
): Promise<void> {
  await steadily(async () => {
    const from = await start();
    const last = await follow(from, 'last_page_uri');
    // If total and num_pages disagree, TEL-146 reports it.
    const place = `place of the page that last_page_uri of page ${from.page} leads to`;
    concerns(last);
    expect(last.page - firstPage + 1, place).toBeOneOf([last.num_pages, pagesOf(last)]);
    expect(pagesOf(last), 'how many pages there are from the last one').toBe(pagesOf(from));
  });
}

/** Where a page URI leads, and where it should. */
export interface Led {
  readonly uri: string;
  readonly from: NumberListing;
  readonly led: NumberListing;
  readonly due: NumberListing;
}

/** Expects that nothing is wrong with where a page URI leads. */
export function expectToLead(wrong: readonly string[], latest: Led | undefined): void {
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
