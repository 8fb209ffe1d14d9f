import type { NumberListing } from '../../schemas/index.d.ts';
import { answersListing, isA, mediaTypeOf } from '../support/answers.ts';
import { eachExample } from '../support/examples.ts';
import {
  control,
  covers,
  establish,
  expect,
  judge,
  judgeBodies,
  lacksData,
  partsOf,
  test,
} from '../support/test.ts';
import type { Answer, Outgoing } from '../support/wire.ts';
import { numbersOf, pagesOf, someOf } from './listing.ts';

/** Whether a field has the form that a comparison takes; where it has not, the requirement of the field says so. */
const has = (form: RegExp, value: unknown): value is string => typeof value === 'string' && form.test(value);

/** A country whose numbers are built in another way than those of North America. */
const ABROAD = 'GB';

const digits = (text: string): string => text.replace(/\D/g, '');

test(
  'available numbers are listed, and each tells the truth about itself',
  covers(
    'TEL-092',
    'TEL-093',
    'TEL-174',
    ...partsOf('number-listing'),
    ...partsOf('available-number.sample'),
    'TEL-138',
    'TEL-139',
    'TEL-140',
    'TEL-141',
    'TEL-142',
    'TEL-143',
    'TEL-197',
  ),
  async ({ telephony, account, target }) => {
    const list = (country: string, type: string, outgoing: Outgoing = {}) =>
      telephony.get(`/v2/Accounts/${account.sid}/AvailablePhoneNumbers/${country}/${type}.json`, outgoing);
    // A country that is ignored, and a type that is mixed, may show on later pages alone.
    const furtherPages = async (first: Answer | undefined, type: string) => {
      const listing = (first?.json ?? {}) as NumberListing;
      const last = pagesOf(listing) - 1;
      const pages: Answer[] = [];
      for (const nth of new Set([1, 2, last].filter((one) => one >= 1 && one <= last))) {
        pages.push(await list(target.numberCountry, type, { query: { Page: `${listing.page + nth}` } }));
      }
      return pages;
    };
    // Nor do they show in what is asked for in one way alone: by numbers of the other place, and of a size.
    const otherwiseAsked = async (local: Answer | undefined, tollfree: Answer) => {
      const own = target.numberCountry;
      const filtersBy = (answer: Answer | undefined) => {
        const [{ phone_number, npa, region } = {}] = numbersOf(answer?.json);
        const end = typeof phone_number === 'string' ? phone_number.slice(-8) : undefined;
        const told = { Contains: end, AreaCode: npa, InRegion: region };
        return Object.entries(told).flatMap(([name, value]) =>
          typeof value === 'string' && value !== '' ? [{ [name]: value }] : [],
        );
      };
      const filtered: Answer[] = [];
      for (const [country, type, queries] of [
        [own, 'Local', filtersBy(tollfree)],
        [own, 'Tollfree', filtersBy(local)],
        ['ZZ', 'Local', filtersBy(local)],
        ['ZZ', 'Tollfree', filtersBy(tollfree).slice(0, 1)],
      ] as const) {
        for (const query of queries) filtered.push(await list(country, type, { query }));
      }
      return [
        ...filtered,
        await list(own === 'US' ? 'CA' : 'US', 'Tollfree'),
        ...(own === ABROAD ? [] : [await list(ABROAD, 'Local')]),
        await list('ZZ', 'Local', { query: { PageSize: '3' } }),
        await list(own, 'Tollfree', { query: { PageSize: '3' } }),
      ];
    };
    const local = await eachExample(
      target,
      ['telephony', 'listAvailableNumbers', 200],
      ({ prefer, request }) => list(request['Country'] ?? target.numberCountry, 'Local', { prefer }),
      (name) => name !== 'tollfree',
    );
    await establish(['TEL-092', 'TEL-093'], () => local.map(answersListing));
    const tollfree = await list(target.numberCountry, 'Tollfree', { prefer: 'code=200, example=tollfree' });
    // A country may have none of them: then one that has.
    const anyTollfree = isA(answersListing, tollfree) ? tollfree : await list('US', 'Tollfree');
    await judge('TEL-174', () => void answersListing(anyTollfree));

    const elsewhere = [
      await list(target.numberCountry === 'US' ? 'CA' : 'US', 'Local', {
        prefer: 'code=200, example=another-country',
      }),
      // No country has this code: numbers of another one that are listed in their place show here.
      await list('ZZ', 'Local', { prefer: 'code=200, example=empty' }),
      await list('ZZ', 'Tollfree', { prefer: 'code=200, example=empty' }),
      ...(target.kind === 'mock' ? [] : await otherwiseAsked(local[0], tollfree)),
      ...(await furtherPages(local[0], 'Local')),
      ...(await furtherPages(tollfree, 'Tollfree')),
    ];
    const answers = [...local, tollfree, ...elsewhere].filter((answer) => isA(answersListing, answer));
    await judge('TEL-197', () =>
      expect(answers.map(mediaTypeOf), 'media type').toEqual(answers.map(() => 'application/json')),
    );
    await judgeBodies(
      'number-listing',
      answers.map(({ json }) => json),
    );

    const numbers = answers.flatMap(({ url, json }) => {
      const [, country = '', type = ''] = /AvailablePhoneNumbers\/(\w+)\/(\w+)\.json/.exec(url) ?? [];
      return someOf(numbersOf(json)).map((number) => ({ number, country, type: type.toLowerCase() }));
    });
    await judgeBodies(
      'available-number.sample',
      // The sample shows a number of North America, whose parts others have not.
      numbers
        .filter(({ country }) => country !== ABROAD || target.numberCountry === ABROAD)
        .map(({ number }) => number),
    );

    const each = async <One>(
      id: Parameters<typeof judge>[0],
      those: readonly One[],
      holds: (one: One) => void,
    ) =>
      those.length === 0 ? lacksData(id, 'no such number was listed') : judge(id, () => those.forEach(holds));

    const coded = numbers.flatMap(({ number: { phone_number, country_code, ...rest } }) => {
      if (!has(/^\+\d+$/, phone_number) || !has(/^\+?\d+$/, country_code)) return [];
      const code = digits(country_code);
      return [{ ...rest, phone_number, code, national: digits(phone_number).slice(code.length) }];
    });
    await each('TEL-138', coded, ({ phone_number, code, iso_country }) => {
      expect(digits(phone_number).slice(0, code.length), `country code of ${phone_number}`).toBe(code);
      // What begins as a number does may be more than its country code.
      if (/^(?:US|CA)$/i.test(String(iso_country))) expect(code, `country code of ${phone_number}`).toBe('1');
    });
    const withArea = coded.filter(
      ({ code, npa, exchange }) => code === '1' && has(/^\d{3}$/, npa) && has(/^\d{3}$/, exchange),
    );
    await each('TEL-139', withArea, ({ phone_number, national, npa, exchange }) =>
      expect(national.slice(0, 6), `what follows the country code in ${phone_number}`).toBe(
        `${npa}${exchange}`,
      ),
    );
    const named = coded.filter(({ friendly_name }) => has(/^/, friendly_name));
    await each('TEL-140', named, ({ phone_number, national, friendly_name }) =>
      // A domestic form leaves the country code out, and may lead with a trunk prefix.
      expect(
        String(friendly_name).replace(/[^+\d]/g, ''),
        `"${friendly_name}" for ${phone_number} in domestic format`,
      ).toMatch(new RegExp(`^\\d{0,2}${national}$`)),
    );
    await each(
      'TEL-141',
      numbers.filter(({ number }) => has(/^[a-z]{2}$/i, number.iso_country)),
      ({ number, country }) =>
        expect(
          number.iso_country?.toUpperCase(),
          `iso_country of ${number.phone_number} under ${country}`,
        ).toBe(country),
    );
    const ofType = (type: string) =>
      numbers.filter(({ number, ...asked }) => asked.type === type && has(/^(local|tollfree)$/, number.type));
    await each('TEL-142', ofType('local'), ({ number }) =>
      expect(number.type, `type of ${number.phone_number} under Local`).toBe('local'),
    );
    await each('TEL-143', ofType('tollfree'), ({ number }) =>
      expect(number.type, `type of ${number.phone_number} under Tollfree`).toBe('tollfree'),
    );
  },
);

test('a single number cannot be requested', covers('TEL-184'), async ({ telephony, account, target }) => {
  const numbers = `/v2/Accounts/${account.sid}/AvailablePhoneNumbers/${target.numberCountry}/Local`;
  const { available_phone_numbers } = await control(
    telephony.get(`${numbers}.json`),
    answersListing,
    'TEL-092',
  );
  const [first] = numbersOf({ available_phone_numbers });
  if (first === undefined) return lacksData('TEL-184', 'no number was listed');
  const number = String(first.phone_number);
  const ofCountry = numbers.replace(/\/Local$/, '');
  const everywhere = ofCountry.replace(/\/\w+$/, '');
  for (const path of [
    `${numbers}/${number}`,
    `${numbers}/${number.slice(1)}`,
    `${ofCountry}/${number}`,
    `${everywhere}/${number}`,
  ]) {
    expect(await telephony.get(`${path}.json`)).toBeRefused();
    expect(await telephony.get(path)).toBeRefused();
  }
  const [tollfree] = numbersOf((await telephony.get(`${ofCountry}/Tollfree.json`)).json);
  if (tollfree !== undefined)
    expect(await telephony.get(`${ofCountry}/Tollfree/${tollfree.phone_number}.json`)).toBeRefused();
});
