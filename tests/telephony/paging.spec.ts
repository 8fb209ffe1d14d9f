import type { NumberListing } from '../../schemas/index.d.ts';
import { described } from '../support/answers.ts';
import { control, covers, expect, judge, lacksData, observe, test } from '../support/test.ts';
import type { RequestContext } from '../support/wire.ts';
import { numbersOf, readsListing, unescaped } from './listing.ts';

/** A walk takes no more pages than this: a listing of more is not walked to its end. */
const LONGEST_WALK = 40;

const phoneNumbers = (listing: NumberListing): (string | undefined)[] =>
  numbersOf(listing).map(({ phone_number }) => phone_number);

test(
  'Page and PageSize select what is listed, and the URIs lead there',
  covers('TEL-152', 'TEL-153', 'TEL-155', 'TEL-156', 'TEL-157', 'TEL-158', 'TEL-159', 'TEL-160'),
  async ({ telephony, account, target }) => {
    const numbers = `/v2/Accounts/${account.sid}/AvailablePhoneNumbers/${target.numberCountry}/Local.json`;
    const list = (query: Record<string, string>) => telephony.get(numbers, { query });
    const follow = async (uri: string) => {
      expect(uri, 'the page URI').not.toBe('');
      return readsListing(await telephony.get(unescaped(uri)));
    };

    const first = await control(list({ PageSize: '2' }), readsListing, 'TEL-092');
    await judge('TEL-160', () =>
      expect(new URL(first.uri, target.urls.telephony).pathname, 'path of uri').toBe(numbers),
    );
    if (first.total < 3) {
      return lacksData(
        ['TEL-152', 'TEL-153', 'TEL-155', 'TEL-156', 'TEL-157', 'TEL-158', 'TEL-159'],
        `only ${first.total} numbers are in stock`,
      );
    }
    await judge('TEL-155', async () => {
      for (const size of [2, 3]) {
        const page = size === 2 ? first : readsListing(await list({ PageSize: `${size}` }));
        expect(page.page_size, `page_size for PageSize=${size}`).toBe(size);
        expect(page.available_phone_numbers.length, `numbers on a page for PageSize=${size}`).toBe(size);
      }
    });
    await judge('TEL-152', async () => {
      const asked = readsListing(await list({ PageSize: '2', Page: `${first.page}` }));
      expect(phoneNumbers(asked), `numbers of page ${first.page}`).toEqual(phoneNumbers(first));
    });
    const second = await control(list({ PageSize: '2', Page: `${first.page + 1}` }), readsListing);
    await judge('TEL-153', () => {
      expect(second.page, 'page').toBe(first.page + 1);
      expect(phoneNumbers(second), 'numbers of the second page').not.toEqual(phoneNumbers(first));
    });
    await judge('TEL-156', async () =>
      expect(phoneNumbers(await follow(second.first_page_uri)), 'numbers of the first page').toEqual(
        phoneNumbers(first),
      ),
    );
    await judge('TEL-158', async () =>
      expect(phoneNumbers(await follow(first.next_page_uri)), 'numbers of the next page').toEqual(
        phoneNumbers(second),
      ),
    );
    await judge('TEL-159', async () =>
      expect(phoneNumbers(await follow(second.previous_page_uri)), 'numbers of the page before').toEqual(
        phoneNumbers(first),
      ),
    );
    await judge('TEL-157', async () => {
      const last = await follow(first.last_page_uri);
      expect(last.page - first.page + 1, 'the place of the last page').toBe(last.num_pages);
      expect(last.num_pages, 'num_pages of the last page').toBe(first.num_pages);
    });
  },
);

test('the pages hold every number once', covers('TEL-161'), async ({ telephony, account, target }) => {
  const numbers = `/v2/Accounts/${account.sid}/AvailablePhoneNumbers/${target.numberCountry}/Local.json`;
  const { total } = await control(
    telephony.get(numbers, { query: { PageSize: '1' } }),
    readsListing,
    'TEL-092',
  );
  if (total < 2) return lacksData('TEL-161', `only ${total} numbers are in stock`);

  const size = Math.min(50, Math.ceil(total / 4));
  const { met, ended } = await walk(telephony, numbers, { PageSize: `${size}` });
  expect(
    met.filter((number, index) => met.indexOf(number) !== index),
    'numbers met twice',
  ).toEqual([]);
  if (!ended) return lacksData('TEL-161', `the listing goes on after ${LONGEST_WALK} pages`);
  expect(met.length, 'numbers met').toBe(total);
});

test('the pages keep the filter', covers('TEL-162'), async ({ telephony, account, target }) => {
  const numbers = `/v2/Accounts/${account.sid}/AvailablePhoneNumbers/${target.numberCountry}/Local.json`;
  const stock = phoneNumbers(await control(telephony.get(numbers), readsListing, 'TEL-092')).map(String);
  const Contains = telling(stock);
  if (Contains === undefined)
    return lacksData('TEL-162', 'no two numbers in stock share digits that another lacks');

  // A few pages hold the whole of it: a filter that is lost on the second page shows there.
  const { total } = await control(telephony.get(numbers, { query: { Contains } }), readsListing);
  const PageSize = `${Math.min(50, Math.max(1, Math.ceil(total / 4)))}`;
  const { met } = await walk(telephony, numbers, { Contains, PageSize });
  expect(met.length, `numbers with ${Contains}`).toBeGreaterThan(1);
  expect(
    met.filter((number) => !String(number).includes(Contains)),
    `numbers without ${Contains}`,
  ).toEqual([]);
});

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

/** Follows next_page_uri from the first page as far as it leads, but not for ever. */
async function walk(
  telephony: RequestContext,
  path: string,
  query: Record<string, string>,
): Promise<{ met: (string | undefined)[]; ended: boolean }> {
  const met: (string | undefined)[] = [];
  let page = readsListing(await telephony.get(path, { query }));
  for (let pages = 1; pages <= LONGEST_WALK; pages += 1) {
    met.push(...phoneNumbers(page));
    if (!page.next_page_uri) return { met, ended: true };
    page = readsListing(await telephony.get(unescaped(page.next_page_uri)));
  }
  return { met, ended: false };
}

/** Digits that at least two of the numbers contain, and at least one does not. */
function telling(numbers: readonly string[]): string | undefined {
  const endings = numbers.flatMap((number) => [number.slice(-1), number.slice(-2), number.slice(-3, -1)]);
  const having = (digits: string): number => numbers.filter((number) => number.includes(digits)).length;
  // The rarest of them: what most numbers contain would not show that a filter is lost.
  return endings
    .filter((digits) => having(digits) >= 2 && having(digits) < numbers.length)
    .toSorted((a, b) => having(a) - having(b))
    .at(0);
}
