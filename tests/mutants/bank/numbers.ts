import { json, refuse } from '../../reference/answer.ts';
import { now } from '../../reference/now.ts';
import { type StockNumber, stock } from '../../reference/numbers.ts';
import { defaultRules, type Rules } from '../../reference/rules/index.ts';
import { all, asking, at, filteredBy, naming } from '../circumstances.ts';
import { each, series } from '../family.ts';
import type { Bank, MutantEntry } from '../mutant.ts';

const { availableNumber } = defaultRules;

/** What a listed number says of its country and area. */
export const numberMutants = {
  'country-code-of-another-country': number(
    'Reports the country code +7 for every number.',
    'TEL-138',
    () => ({
      country_code: '+7',
    }),
  ),
  'country-code-with-a-digit-of-the-area-code': number(
    'Reports the first three characters of phone_number as country_code.',
    'TEL-138',
    ({ phoneNumber }) => ({ country_code: phoneNumber.slice(0, 3) }),
  ),
  'country-code-one-digit-too-long-abroad': number(
    'Returns the first three digits of a number as country_code outside North America.',
    'TEL-138',
    ({ countryCode, phoneNumber }) => (countryCode === '+1' ? {} : { country_code: phoneNumber.slice(0, 4) }),
  ),
  'country-code-of-north-america': number(
    'Returns the country_code +1 for every number.',
    ['TEL-113', 'TEL-114', 'TEL-138', 'TEL-139', 'TEL-140'],
    () => ({ country_code: '+1' }),
  ),
  'coordinates-mixed-up': number(
    'Swaps latitude and longitude when the longitude is also a valid latitude.',
    'TEL-110',
    ({ latitude, longitude }) =>
      Math.abs(Number(longitude)) <= 90 ? { latitude: longitude, longitude: latitude } : {},
  ),
  'area-code-of-another-number': number(
    'Reports the area code 900 for every toll-free number.',
    'TEL-139',
    ({ type }) => (type === 'tollfree' ? { npa: '900' } : {}),
  ),
  'exchange-of-another-number': number('Reports the exchange 556 for every number.', 'TEL-139', () => ({
    exchange: '556',
  })),
  'area-codes-of-another-number-as-numbers': number(
    'Reports npa and exchange as JSON numbers, and a wrong exchange.',
    ['TEL-113', 'TEL-114', 'TEL-139'],
    ({ npa }) => ({ npa: Number(npa), exchange: 556 }),
  ),
  'type-in-capitals-by-two-filters': {
    ...number(
      'Returns the type of a number in capitals when the request has two filters.',
      'TEL-119',
      ({ type }) => ({
        type: type.toUpperCase(),
      }),
    ),
    when: filteredBy(2),
  },
  'cost-as-a-number-on-single-pages': {
    ...number('Returns monthly_cost as a number when PageSize is 1.', 'TEL-121', ({ monthlyCost }) => ({
      monthly_cost: Number(monthlyCost),
    })),
    when: naming('PageSize', '1'),
  },
  ...each(
    [
      ['country-code-is-nothing-readable', ['TEL-112', 'TEL-138'], { country_code: null }],
      ['npa-is-nothing-readable', ['TEL-113', 'TEL-131', 'TEL-139'], { npa: undefined }],
      ['exchange-is-nothing-readable', ['TEL-114', 'TEL-139'], { exchange: { digits: '555' } }],
      ['friendly-name-is-nothing-readable', ['TEL-107', 'TEL-140'], { friendly_name: undefined }],
    ],
    (_, breaks, fields) => {
      const [[field, value] = []] = Object.entries(fields);
      return number(
        `Returns ${JSON.stringify(value) ?? 'nothing'} as ${field} of any number.`,
        breaks,
        () => fields,
      );
    },
  ),
  ...series(
    'other',
    {
      'local-numbers-beside-contains': ['Local', 'Contains', 'TEL-140', { friendly_name: 'as asked for' }],
      'local-numbers-beside-areacode': ['Local', 'AreaCode', 'TEL-138', { country_code: '+7' }],
      'local-numbers-beside-inpostalcode': ['Local', 'InPostalCode', 'TEL-139', { exchange: '999' }],
      'tollfree-numbers-beside-contains': ['Tollfree', 'Contains', 'TEL-124', { sms_enabled: true }],
    },
    (type, name, breaks, fields) => ({
      ...number(
        `Returns a wrong ${Object.keys(fields).join()} under ${type} beside ${name}.`,
        breaks,
        () => fields,
      ),
      when: all(at(new RegExp(`/${type}\\.json$`)), asking(name)),
    }),
  ),
} satisfies Bank;

/** How the friendly name of a number is written. */
export const friendlyNames = {
  'friendly-name-in-international-format': named(
    'Repeats phone_number as friendly_name.',
    ({ phoneNumber }) => phoneNumber,
  ),
  'friendly-name-with-the-country-code-abroad': named(
    'Includes the country code in the friendly_name of numbers outside North America.',
    ({ countryCode, phoneNumber, friendlyName }) =>
      countryCode === '+1' ? friendlyName : `(${phoneNumber.slice(1)})`,
  ),
  'friendly-name-as-dialled-from-abroad': named(
    'Returns friendly_name with the international prefix 011.',
    ({ phoneNumber }) => phoneNumber.replace('+', '011 '),
  ),
  'friendly-name-without-the-area-code': named(
    'Omits the area code from friendly_name.',
    ({ friendlyName }) => friendlyName.split(' ')[1],
  ),
  'friendly-name-of-another-number': named(
    'Replaces the last two digits of friendly_name with 99.',
    ({ friendlyName }) => `${friendlyName.slice(0, -2)}99`,
  ),
  'friendly-name-is-an-identifier': named(
    'Returns an internal identifier as friendly_name.',
    () => `DI${'0'.repeat(32)}`,
  ),
} satisfies Bank;

/** Single numbers that can be requested. */
export const singleNumbers = {
  'number-with-an-address': {
    says: 'Returns a single number at a path of its own.',
    breaks: 'TEL-184',
    singleNumber: (numbers, name) => numbers.find(({ phoneNumber }) => phoneNumber === name),
  },
  'number-with-an-address-that-fails': {
    says: 'Returns status 500 when a single number is requested.',
    breaks: 'TEL-184',
    singleNumber: (_numbers, name) => (name?.startsWith('+') ? refuse(500, 'this fails') : undefined),
  },
  'single-number-without-its-plus': {
    says: 'Returns a single number when it is requested without its plus sign.',
    breaks: 'TEL-184',
    singleNumber: (numbers, name) => numbers.find(({ phoneNumber }) => phoneNumber === `+${name}`),
  },
  'single-tollfree-number': {
    says: 'Returns a single toll-free number at a path of its own.',
    breaks: 'TEL-184',
    when: at(/\/Tollfree\//),
    singleNumber: (numbers, name = '') =>
      numbers.find(({ phoneNumber }) => phoneNumber === decodeURIComponent(name)),
  },
  ...each(
    [
      [
        'single-number-without-the-ending',
        'at its path without .json',
        /\/(?:Local|Tollfree)\/(?:\+|%2B)?(\d+)$/i,
      ],
      [
        'single-number-below-the-numbers',
        'directly below AvailablePhoneNumbers',
        /\/AvailablePhoneNumbers\/(?:\+|%2B)?(\d+)\.json$/i,
      ],
      [
        'single-number-of-a-country',
        'when it is requested under a country',
        /\/[A-Z]{2}\/(?:\+|%2B)(\d+)\.json$/,
      ],
    ],
    (_, where, path) => ({
      says: `Returns a single number ${where}.`,
      breaks: 'TEL-184',
      send: (answer) => {
        const [, digits] = path.exec(now().path) ?? [];
        const one = stock.find(({ phoneNumber }) => phoneNumber === `+${digits}`);
        return one === undefined ? answer : json(200, availableNumber(one));
      },
    }),
  ),
} satisfies Bank;

/** A deployment in which a listed number has some other fields. */
function number(
  says: string,
  breaks: MutantEntry['breaks'],
  fields: (number: StockNumber) => ReturnType<Rules['availableNumber']>,
): MutantEntry {
  return { says, breaks, availableNumber: (one) => ({ ...availableNumber(one), ...fields(one) }) };
}

function named(says: string, name: (number: StockNumber) => string | undefined): MutantEntry {
  return number(says, 'TEL-140', (one) => ({ friendly_name: name(one) }));
}
