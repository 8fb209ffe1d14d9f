import { isA } from '../support/answers.ts';
import { covers, expect, further, judge, lacksData, test } from '../support/test.ts';
import type { Fields } from '../support/wire.ts';
import { filters, meets, numbersOf, readsListing, someOf, steadily, telling } from './listing.ts';

const judged = ['TEL-154', 'TEL-167', 'TEL-168', 'TEL-169', 'TEL-170'] as const;

test(
  'the default size and each filter hold in another country',
  covers(further(...judged)),
  async ({ telephony, account, target }) => {
    const country = target.numberCountry === 'US' ? 'CA' : 'US';
    const numbers = `/v2/Accounts/${account.sid}/AvailablePhoneNumbers/${country}/Local.json`;
    const list = (query: Fields) => telephony.get(numbers, { query });
    const all = await list({});
    // A deployment may have numbers of one country alone.
    if (!isA(readsListing, all)) return lacksData(judged, `no numbers of ${country} are listed`);
    await judge('TEL-154', () => expect(readsListing(all).page_size, 'page_size without PageSize').toBe(50));

    for (const filter of filters) {
      const { id, name } = filter;
      const valueIn = (json: unknown) => telling(someOf(numbersOf(json)), filter, 1);
      if (valueIn(all.json) === undefined) {
        lacksData(id, `no number of ${country} tells what ${name} filters by`);
        continue;
      }
      await judge(id, () =>
        steadily(async () => {
          const value = valueIn((await list({})).json) ?? valueIn(all.json) ?? '';
          const filtered = numbersOf(readsListing(await list({ [name]: value })));
          const listed = filtered.filter((number) => meets(filter, number, value) !== undefined);
          expect(listed.length, `numbers of ${country} listed for ${name}=${value}`).toBeGreaterThan(0);
          const astray = listed.filter((number) => !meets(filter, number, value));
          expect(astray, `numbers listed for ${name}=${value} that do not meet it`).toEqual([]);
        }),
      );
    }
  },
);
