import { answersListing, isA } from '../support/answers.ts';
import { control, covers, establish, expect, judge, lacksData, test } from '../support/test.ts';
import type { Fields } from '../support/wire.ts';
import { filters, type Listed, numbersOf, readsListing, stockOf } from './listing.ts';

test(
  'each filter lists the numbers it names, alone and together',
  covers('TEL-167', 'TEL-168', 'TEL-169', 'TEL-170', 'TEL-171', 'TEL-172'),
  async ({ telephony, account, target }) => {
    const numbers = `/v2/Accounts/${account.sid}/AvailablePhoneNumbers/${target.numberCountry}/Local.json`;
    const list = (query: Fields) => telephony.get(numbers, { query });
    const first = await control(list({}), readsListing, 'TEL-092');
    const stock = await stockOf(first, list);

    for (const { id, name, valueOf, keeps } of filters) {
      // A value that some numbers have and some have not: any other would not tell whether it filters.
      const tells = (one: string | undefined) => one && stock.some((number) => !keeps(number, one));
      const values = [target.filters[name], stock.map(valueOf).find(tells)].filter(
        (one) => one !== undefined,
      );
      if (values.length === 0) lacksData(id, `the numbers in stock do not differ in what ${name} filters by`);
      for (const value of values) {
        await judge(id, async () => {
          const listed = numbersOf(readsListing(await list({ [name]: value })));
          expect(listed.length, `numbers listed for ${name}=${value}`).toBeGreaterThan(0);
          const astray = listed.filter((number) => !keeps(number, value));
          expect(astray, `numbers listed for ${name}=${value} that do not meet it`).toEqual([]);
        });
      }
    }

    const model = stock.find((number) => filters.every(({ valueOf }) => valueOf(number)));
    if (model === undefined) {
      return lacksData(['TEL-171', 'TEL-172'], 'no number in stock has a value for every filter');
    }
    const all = Object.fromEntries(filters.map(({ name, valueOf }) => [name, String(valueOf(model))]));
    const astrayOf = (listed: Listed[], query: Readonly<Record<string, string>>) =>
      listed.filter((number) => filters.some(({ name, keeps }) => !keeps(number, query[name] ?? '')));
    const together = await list({ Page: `${first.page}`, PageSize: '50', ...all });
    await establish('TEL-172', () => void answersListing(together));
    await judge('TEL-171', async () => {
      const listed = numbersOf(together.json);
      expect(
        listed.map(({ phone_number }) => phone_number),
        'the numbers that meet all filters',
      ).toContain(model.phone_number);
      expect(astrayOf(listed, all), 'numbers that do not meet every filter').toEqual([]);

      // A filter that follows from the others shows only where it contradicts them.
      for (const { name, valueOf, keeps } of filters) {
        const other = stock.map(valueOf).find((one) => one && !keeps(model, one));
        if (other === undefined) continue;
        const query = { ...all, [name]: other };
        const answer = await list(query);
        if (!isA(answersListing, answer)) expect(answer).toBeRefused();
        const astray = astrayOf(numbersOf(answer.json), query);
        expect(astray, `numbers that do not meet every filter, with ${name}=${other}`).toEqual([]);
      }
    });
  },
);
