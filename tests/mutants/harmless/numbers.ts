import { defaultRules, type Rules } from '../../reference/rules/index.ts';
import type { Variants } from '../mutant.ts';
import { type Body, without } from '../parts/answers.ts';

/** What is known of a number, and which countries, types and filters are answered. */
export const numberVariants = {
  'numbers-as-recorded': {
    says: 'Numbers have the fields of the recorded ones: no lata, coordinates, city or postal code.',
    warns: ['TEL-127', 'TEL-129', 'TEL-130', 'TEL-133', 'TEL-135'],
    rules: () =>
      numberWith((number) => ({
        ...without(number, 'lata', 'latitude', 'longitude', 'city', 'postal_code'),
        mms_enabled: 'false',
        region: String(number['region']).toLowerCase(),
      })),
  },
  'area-codes-everywhere': {
    says: 'Numbers outside North America have an area code as well, of two digits.',
    rules: () =>
      numberWith((number) =>
        number['country_code'] === '+1'
          ? number
          : { ...number, npa: String(number['phone_number']).slice(3, 5) },
      ),
  },
  'decimals-without-a-zero-in-front': {
    says: 'Decimals below one have no digit before the decimal point.',
    rules: () =>
      numberWith((number) => ({ ...number, latitude: '-.1276', setup_cost: '.50', per_minute_cost: '.015' })),
  },
  'numbers-with-tokens': {
    says: 'Each number has an additional token of 1400 characters.',
    rules: () =>
      numberWith((number) => ({
        ...number,
        token: String(number['phone_number']).slice(1).padEnd(1400, 'x0y1'),
      })),
  },
  'numbers-of-no-place': {
    says: 'Omits the location of every number.',
    warns: ['TEL-127', 'TEL-128', 'TEL-129', 'TEL-130', 'TEL-133', 'TEL-134', 'TEL-135'],
    rules: () =>
      numberWith((number) =>
        without(number, 'lata', 'rate_center', 'latitude', 'longitude', 'city', 'region', 'postal_code'),
      ),
  },
  'some-numbers-of-no-place': {
    says: 'Omits the location of every other number.',
    warns: ['TEL-127', 'TEL-128', 'TEL-129', 'TEL-130', 'TEL-133', 'TEL-134', 'TEL-135'],
    rules: () =>
      numberWith((number) =>
        /[13579]$/.test(String(number['phone_number']))
          ? without(number, 'lata', 'rate_center', 'latitude', 'longitude', 'city', 'region', 'postal_code')
          : number,
      ),
  },
  'numbers-without-a-rate-centre': {
    says: 'No number has a rate centre.',
    warns: 'TEL-128',
    rules: () => numberWith((number) => without(number, 'rate_center')),
  },
  'numbers-without-what-a-sample-shows': {
    says: 'Omits per_minute_cost and unblock_support from every number.',
    warns: ['TEL-136', 'TEL-137'],
    rules: () => numberWith((number) => without(number, 'per_minute_cost', 'unblock_support')),
  },
  'numbers-with-empty-places': {
    says: 'The location fields of a number are empty strings.',
    rules: () =>
      numberWith((number) => ({
        ...number,
        latitude: '',
        longitude: '',
        lata: '',
        rate_center: '',
        city: '',
        region: '',
        postal_code: '',
      })),
  },
  'numbers-with-coordinates-as-numbers': {
    says: 'Coordinates are JSON numbers.',
    rules: () =>
      numberWith((number) => ({
        ...number,
        latitude: Number(number['latitude']),
        longitude: Number(number['longitude']),
      })),
  },
  'numbers-of-numbers': {
    says: 'Whatever consists of digits is a JSON number: country_code, npa, exchange, lata, friendly_name.',
    warns: ['TEL-107', 'TEL-108', 'TEL-112', 'TEL-113', 'TEL-114'],
    rules: () =>
      numberWith((number) => ({
        ...number,
        country_code: Number(number['country_code']),
        ...Object.fromEntries(
          ['npa', 'exchange', 'lata']
            .filter((field) => number[field] !== undefined)
            .map((field) => [field, Number(number[field])]),
        ),
        friendly_name: Number(String(number['friendly_name']).replace(/\D/g, '')),
      })),
  },
  'numbers-with-places-as-objects': {
    says: 'The city, the region, the rate centre and the postal code of a number are objects with a name.',
    warns: ['TEL-109', 'TEL-115', 'TEL-116', 'TEL-117'],
    rules: () =>
      numberWith((number) => ({
        ...number,
        ...Object.fromEntries(
          ['city', 'region', 'rate_center', 'postal_code'].map((field) => [field, { name: number[field] }]),
        ),
      })),
  },
  'numbers-with-exact-coordinates': {
    says: 'Coordinates are signed strings with many digits.',
    rules: () =>
      numberWith((number) => ({ ...number, latitude: '+40.71780000000001', longitude: '-074.04310' })),
  },
  'numbers-with-a-bare-country-code': {
    says: 'The country code has no plus sign.',
    rules: () =>
      numberWith((number) => ({ ...number, country_code: String(number['country_code']).slice(1) })),
  },
  'numbers-of-a-country-in-small-letters': {
    says: 'The iso_country of a number is in lower case.',
    rules: () =>
      numberWith((number) => ({ ...number, iso_country: String(number['iso_country']).toLowerCase() })),
  },
  'numbers-named-by-digits': {
    says: 'The friendly name of a number is its digits without the country code.',
    rules: () =>
      numberWith((number) => ({
        ...number,
        friendly_name: String(number['phone_number']).slice(String(number['country_code']).length),
      })),
  },
  'numbers-named-with-dots': {
    says: 'The friendly name of a North American number has a trunk prefix and dots.',
    rules: () =>
      numberWith((number) => ({
        ...number,
        friendly_name: String(number['friendly_name']).replace(/^\((\d+)\) (\d+)-/, '1.$1.$2.'),
      })),
  },
  'numbers-named-by-letters': {
    says: 'The friendly name of a number spells its last four digits as the letters on their keys.',
    rules: () =>
      numberWith((number) => ({
        ...number,
        friendly_name: String(number['friendly_name']).replace(/[2-9](?=\d{0,3}$)/g, (digit) =>
          'ADGJMPTW'.charAt(Number(digit) - 2),
        ),
      })),
  },
  'numbers-at-odd-prices': {
    says: 'Prices are zero, have no fraction, or have many digits.',
    rules: () =>
      numberWith((number) => ({
        ...number,
        setup_cost: '0',
        monthly_cost: '12',
        per_minute_cost: '0.0001375',
      })),
  },
  'other-countries-refused': {
    says: 'Refuses every country except the US.',
    placeOf: (country, type) =>
      country?.toUpperCase() === 'US' ? defaultRules.placeOf(country, type) : undefined,
  },
  'contains-without-the-country-code': {
    says: 'Matches Contains against the number without its country code.',
    contains: ({ phoneNumber, countryCode }, characters) =>
      phoneNumber.slice(countryCode.length).includes(characters),
  },
  'country-and-type-defaulted': {
    says: 'Treats a missing Country as US, and a missing Type as Local.',
    placeOf: (country = 'US', type = 'Local') => defaultRules.placeOf(country, type),
  },
  'type-in-small-letters': {
    says: 'Accepts Type in lower case as well.',
    placeOf: (country, type) =>
      defaultRules.placeOf(
        country,
        type?.replace(/^./, (letter) => letter.toUpperCase()),
      ),
  },
  'any-version': {
    says: 'Accepts any version segment in the path.',
    isVersion: () => true,
  },
  'tollfree-numbers-of-the-us-in-canada-without-the-plus': {
    says: 'Country codes have no plus sign, and toll-free numbers in Canada report the US as iso_country.',
    rules: () =>
      numberWith((number) => ({
        ...number,
        country_code: String(number['country_code']).slice(1),
        ...(number['type'] === 'tollfree' && number['country_code'] === '+1' && { iso_country: 'US' }),
      })),
  },
  'tollfree-numbers-of-the-us-in-canada': {
    says: 'Toll-free numbers of North America report the US as iso_country, in Canada as well.',
    rules: () =>
      numberWith((number) => ({
        ...number,
        ...(number['type'] === 'tollfree' && number['country_code'] === '+1' && { iso_country: 'US' }),
      })),
  },
} satisfies Variants;

function numberWith(change: (number: Body) => Body): Partial<Rules> {
  return { availableNumber: (number) => change(defaultRules.availableNumber(number)) };
}
