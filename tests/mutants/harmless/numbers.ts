import type { StockNumber } from '../../reference/numbers.ts';
import { defaultRules } from '../../reference/rules/index.ts';
import type { VariantEntry, Variants } from '../mutant.ts';

const { availableNumber, placeOf } = defaultRules;

/** What is known of a number, and which countries, types and filters are answered. */
export const numberVariants = {
  'area-codes-everywhere': numberWith(
    'Numbers outside North America have an area code as well, of two digits.',
    ({ countryCode, phoneNumber }) => (countryCode === '+1' ? {} : { npa: phoneNumber.slice(3, 5) }),
  ),
  'decimals-without-a-zero-in-front': numberWith(
    'Decimals below one have no digit before the decimal point.',
    () => ({ latitude: '-.1276', setup_cost: '.50', per_minute_cost: '.015' }),
  ),
  'numbers-with-tokens': numberWith(
    'Each number has an additional token of 1400 characters.',
    ({ phoneNumber }) => ({ token: phoneNumber.slice(1).padEnd(1400, 'x0y1') }),
  ),
  'numbers-with-empty-places': numberWith('The location fields of a number are empty strings.', () => ({
    latitude: '',
    longitude: '',
    lata: '',
    rate_center: '',
    city: '',
    region: '',
    postal_code: '',
  })),
  'numbers-with-coordinates-as-numbers': numberWith(
    'Coordinates are JSON numbers.',
    ({ latitude, longitude }) => ({ latitude: Number(latitude), longitude: Number(longitude) }),
  ),
  'numbers-with-exact-coordinates': numberWith('Coordinates are signed strings with many digits.', () => ({
    latitude: '+40.71780000000001',
    longitude: '-074.04310',
  })),
  'numbers-with-a-bare-country-code': numberWith('The country code has no plus sign.', bareCountryCode),
  'numbers-of-a-country-in-small-letters': numberWith(
    'The iso_country of a number is in lower case.',
    ({ country }) => ({ iso_country: country.toLowerCase() }),
  ),
  'numbers-named-by-digits': numberWith(
    'The friendly name of a number is its digits without the country code.',
    ({ countryCode, phoneNumber }) => ({ friendly_name: phoneNumber.slice(countryCode.length) }),
  ),
  'numbers-named-with-dots': numberWith(
    'The friendly name of a North American number has a trunk prefix and dots.',
    ({ friendlyName }) => ({ friendly_name: friendlyName.replace(/^\((\d+)\) (\d+)-/, '1.$1.$2.') }),
  ),
  'numbers-named-by-letters': numberWith(
    'The friendly name of a number spells its last four digits as the letters on their keys.',
    ({ friendlyName }) => ({
      friendly_name: friendlyName.replace(/[2-9](?=\d{0,3}$)/g, (digit) =>
        'ADGJMPTW'.charAt(Number(digit) - 2),
      ),
    }),
  ),
  'numbers-at-odd-prices': numberWith('Prices are zero, have no fraction, or have many digits.', () => ({
    setup_cost: '0',
    monthly_cost: '12',
    per_minute_cost: '0.0001375',
  })),
  'tollfree-numbers-of-the-us-in-canada-without-the-plus': numberWith(
    'Country codes have no plus sign, and toll-free numbers in Canada report the US as iso_country.',
    (number) => ({ ...bareCountryCode(number), ...ofTheUs(number) }),
  ),
  'tollfree-numbers-of-the-us-in-canada': numberWith(
    'Toll-free numbers of North America report the US as iso_country, in Canada as well.',
    ofTheUs,
  ),
  'other-countries-refused': {
    says: 'Refuses every country except the US.',
    placeOf: (country, type) => (country?.toUpperCase() === 'US' ? placeOf(country, type) : undefined),
  },
  'contains-without-the-country-code': {
    says: 'Matches Contains against the number without its country code.',
    contains: ({ phoneNumber, countryCode }, characters) =>
      phoneNumber.slice(countryCode.length).includes(characters),
  },
  'country-and-type-defaulted': {
    says: 'Treats a missing Country as US, and a missing Type as Local.',
    placeOf: (country = 'US', type = 'Local') => placeOf(country, type),
  },
  'type-in-small-letters': {
    says: 'Accepts Type in lower case as well.',
    placeOf: (country, type = '') => placeOf(country, type.charAt(0).toUpperCase() + type.slice(1)),
  },
  'any-version': { says: 'Accepts any version segment in the path.', isVersion: () => true },
} satisfies Variants;

/** Numbers have these fields in place of their own. */
function numberWith(says: string, fields: (number: StockNumber) => Record<string, unknown>): VariantEntry {
  return { says, availableNumber: (number) => ({ ...availableNumber(number), ...fields(number) }) };
}

function bareCountryCode({ countryCode }: StockNumber): { country_code: string } {
  return { country_code: countryCode.slice(1) };
}

function ofTheUs({ type, countryCode }: StockNumber): { iso_country?: string } {
  return type === 'tollfree' && countryCode === '+1' ? { iso_country: 'US' } : {};
}
