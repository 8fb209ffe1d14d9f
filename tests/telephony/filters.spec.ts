import type { AvailableNumber } from '../../schemas/index.d.ts';
import { answersListing } from '../support/answers.ts';
import { control, covers, expect, judge, lacksData, test } from '../support/test.ts';
import { numbersOf, readsListing } from './listing.ts';

type Listed = Partial<AvailableNumber>;

/** Each filter, the field whose values it takes, and what it promises of a number. */
const filters = [
  [
    'TEL-167',
    'Contains',
    ({ phone_number }: Listed) => phone_number?.slice(-4, -1),
    (number: Listed, value: string) => !!number.phone_number?.includes(value),
  ],
  ['TEL-168', 'AreaCode', ({ npa }: Listed) => npa, (number: Listed, value: string) => number.npa === value],
  [
    'TEL-169',
    'InRegion',
    ({ region }: Listed) => region,
    (number: Listed, value: string) => number.region?.toLowerCase() === value.toLowerCase(),
  ],
  [
    'TEL-170',
    'InPostalCode',
    ({ postal_code }: Listed) => postal_code,
    (number: Listed, value: string) => number.postal_code === value,
  ],
] as const;

test(
  'each filter lists the numbers it names, alone and together',
  covers('TEL-167', 'TEL-168', 'TEL-169', 'TEL-170', 'TEL-171'),
  async ({ telephony, account, target }) => {
    const numbers = `/v2/Accounts/${account.sid}/AvailablePhoneNumbers/${target.numberCountry}/Local.json`;
    const stock = numbersOf(await control(telephony.get(numbers), readsListing, 'TEL-092'));
    const found = async (query: Record<string, string>) =>
      numbersOf(readsListing(await telephony.get(numbers, { query })));

    for (const [id, name, valueOf, keeps] of filters) {
      // A value that some numbers have and some have not: any other would not tell whether it filters.
      const tells = (one: string | undefined) => one && stock.some((number) => !keeps(number, one));
      const value = target.filters[name] ?? stock.map(valueOf).find(tells);
      if (value === undefined) {
        lacksData(id, `the numbers in stock do not differ in what ${name} filters by`);
        continue;
      }
      await judge(id, async () => {
        const listed = await found({ [name]: value });
        expect(listed.length, `numbers listed for ${name}=${value}`).toBeGreaterThan(0);
        expect(
          listed.filter((number) => !keeps(number, value)),
          `numbers listed for ${name}=${value} that do not meet it`,
        ).toEqual([]);
      });
    }

    const model = stock.find((number) => filters.every(([, , valueOf]) => valueOf(number)));
    if (model === undefined) return lacksData('TEL-171', 'no number in stock has a value for every filter');
    await judge('TEL-171', async () => {
      const together = filters.map(([, name, valueOf, keeps]) => ({
        name,
        value: String(valueOf(model)),
        keeps,
      }));
      const listed = await found(Object.fromEntries(together.map(({ name, value }) => [name, value])));
      expect(
        listed.map(({ phone_number }) => phone_number),
        'the numbers that meet all filters',
      ).toContain(model.phone_number);
      const astray = listed.filter((number) => together.some(({ value, keeps }) => !keeps(number, value)));
      expect(astray, 'numbers that do not meet every filter').toEqual([]);
    });
  },
);

test(
  'a request with all the filters is accepted',
  covers('TEL-172'),
  async ({ telephony, account, target }) => {
    const numbers = `/v2/Accounts/${account.sid}/AvailablePhoneNumbers/${target.numberCountry}/Local.json`;
    const { page } = await control(telephony.get(numbers), readsListing, 'TEL-092');
    const filter = { Contains: '5', AreaCode: '201', InRegion: 'NJ', InPostalCode: '07001' };
    answersListing(await telephony.get(numbers, { query: { Page: `${page}`, PageSize: '50', ...filter } }));
  },
);
