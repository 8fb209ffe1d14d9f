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
import { numbersOf } from './listing.ts';

const digits = (text: string | undefined): string => (text ?? '').replace(/\D/g, '');

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
    const list = (country: string, type: string, prefer?: string, query: Record<string, string> = {}) =>
      telephony.get(`/v2/Accounts/${account.sid}/AvailablePhoneNumbers/${country}/${type}.json`, {
        prefer,
        query,
      });
    const local = await eachExample(
      target,
      ['telephony', 'listAvailableNumbers', 200],
      ({ prefer, request }) => list(request['Country'] ?? target.numberCountry, 'Local', prefer),
      (name) => name !== 'tollfree',
    );
    await establish(['TEL-092', 'TEL-093'], () => local.map(answersListing));
    const tollfree = await list(target.numberCountry, 'Tollfree', 'code=200, example=tollfree');
    await judge('TEL-174', () => void answersListing(tollfree));

    // A country that is ignored, and a type that is mixed, may only show elsewhere than on the first page.
    const elsewhere = [
      await list(target.numberCountry === 'US' ? 'CA' : 'US', 'Local', 'code=200, example=another-country'),
    ];
    const pages = Number((local[0]?.json as { num_pages?: unknown } | undefined)?.num_pages);
    if (pages > 1)
      elsewhere.push(await list(target.numberCountry, 'Local', undefined, { Page: `${pages - 1}` }));
    const answers = [...local, tollfree, ...elsewhere.filter((answer) => isA(answersListing, answer))];
    await judge('TEL-197', () =>
      expect(answers.map(mediaTypeOf), 'media type').toEqual(answers.map(() => 'application/json')),
    );
    await judgeBodies(
      'number-listing',
      answers.map(({ json }) => json),
    );

    const numbers = answers.flatMap(({ url, json }) => {
      const [, country = '', type = ''] = /AvailablePhoneNumbers\/(\w+)\/(\w+)\.json/.exec(url) ?? [];
      return numbersOf(json).map((number) => ({ number, country, type: type.toLowerCase() }));
    });
    await judgeBodies(
      'available-number.sample',
      numbers.map(({ number }) => number),
    );

    const each = async (
      id: Parameters<typeof judge>[0],
      those: typeof numbers,
      holds: (one: (typeof numbers)[0]) => void,
    ) =>
      those.length === 0 ? lacksData(id, 'no such number was listed') : judge(id, () => those.forEach(holds));

    const withCode = numbers.filter(({ number }) => digits(number.country_code) !== '');
    await each('TEL-138', withCode, ({ number: { phone_number, country_code } }) =>
      expect(digits(phone_number), `${phone_number} starts with ${country_code}`).toMatch(
        new RegExp(`^${digits(country_code)}`),
      ),
    );
    const withArea = withCode.filter(
      ({ number }) => number.npa !== undefined && number.exchange !== undefined,
    );
    await each('TEL-139', withArea, ({ number: { phone_number, country_code, npa, exchange } }) =>
      expect(
        digits(phone_number),
        `${phone_number} has ${npa} and ${exchange} behind ${country_code}`,
      ).toMatch(new RegExp(`^${digits(country_code)}${npa}${exchange}`)),
    );
    const named = numbers.filter(({ number }) => number.friendly_name !== undefined);
    await each('TEL-140', named, ({ number: { phone_number, friendly_name } }) => {
      // A domestic form may lead with a trunk prefix, and leaves the country code out.
      const domestic = digits(friendly_name).replace(/^0+/, '');
      expect(
        domestic.length > 3 && digits(phone_number).endsWith(domestic),
        `"${friendly_name}" is ${phone_number} in domestic format`,
      ).toBe(true);
    });
    await each('TEL-141', numbers, ({ number, country }) =>
      expect(
        number.iso_country?.toUpperCase(),
        `iso_country of ${number.phone_number} under ${country}`,
      ).toBe(country),
    );
    await each(
      'TEL-142',
      numbers.filter(({ type }) => type === 'local'),
      ({ number }) => expect(number.type, `type of ${number.phone_number} under Local`).toBe('local'),
    );
    await each(
      'TEL-143',
      numbers.filter(({ type }) => type === 'tollfree'),
      ({ number }) => expect(number.type, `type of ${number.phone_number} under Tollfree`).toBe('tollfree'),
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
  expect(await telephony.get(`${numbers}/${first.phone_number}.json`)).toBeRefused();
});
