import { refuse } from '../../reference/answer.ts';
import { defaultRules, type Rules } from '../../reference/rules/index.ts';
import type { Bank, MutantEntry } from '../mutant.ts';

/** What a listed number says of itself, and that none has an address of its own. */
export const numberMutants = {
  'country-code-of-another-country': {
    says: 'Reports the country code +7 for every number.',
    breaks: 'TEL-138',
    rules: () => numberWith(() => ({ country_code: '+7' })),
  },
  'country-code-with-a-digit-of-the-area-code': {
    says: 'Reports the first three characters of phone_number as country_code.',
    breaks: 'TEL-138',
    rules: () => numberWith(({ phone_number }) => ({ country_code: String(phone_number).slice(0, 3) })),
  },
  'coordinates-mixed-up': {
    says: 'Swaps latitude and longitude when the longitude is also a valid latitude.',
    breaks: 'TEL-110',
    rules: () =>
      numberWith(({ latitude, longitude }) =>
        Math.abs(Number(longitude)) <= 90 ? { latitude: longitude, longitude: latitude } : {},
      ),
  },
  'area-code-of-another-number': {
    says: 'Reports the area code 900 for every toll-free number.',
    breaks: 'TEL-139',
    rules: () => numberWith(({ type }) => (type === 'tollfree' ? { npa: '900' } : {})),
  },
  'exchange-of-another-number': {
    says: 'Reports the exchange 556 for every number.',
    breaks: 'TEL-139',
    rules: () => numberWith(() => ({ exchange: '556' })),
  },
  ...Object.fromEntries(
    (
      [
        ['country_code', ['TEL-112', 'TEL-138'], null],
        ['npa', ['TEL-113', 'TEL-131', 'TEL-139'], undefined],
        ['exchange', ['TEL-114', 'TEL-139'], { digits: '555' }],
        ['friendly_name', ['TEL-107', 'TEL-140'], undefined],
      ] as const
    ).map(([field, breaks, told]): [string, MutantEntry] => [
      `${field.replaceAll('_', '-')}-is-nothing-readable`,
      {
        says: `Returns ${told === undefined ? 'no' : JSON.stringify(told)} ${told === undefined ? field : `as ${field}`} for any number.`,
        breaks,
        rules: () => numberWith(() => ({ [field]: told })),
      },
    ]),
  ),
  'area-codes-of-another-number-as-numbers': {
    says: 'Reports npa and exchange as JSON numbers, and a wrong exchange.',
    breaks: ['TEL-113', 'TEL-114', 'TEL-139'],
    rules: () => numberWith(({ npa }) => ({ npa: Number(npa), exchange: 556 })),
  },
  'friendly-name-in-international-format': {
    says: 'Repeats phone_number as friendly_name.',
    breaks: 'TEL-140',
    rules: () => numberWith(({ phone_number }) => ({ friendly_name: phone_number })),
  },
  'friendly-name-with-the-country-code-abroad': {
    says: 'Includes the country code in the friendly_name of numbers outside North America.',
    breaks: 'TEL-140',
    rules: () =>
      numberWith(({ phone_number, country_code }) =>
        country_code === '+1' ? {} : { friendly_name: `(${String(phone_number).slice(1)})` },
      ),
  },
  'friendly-name-as-dialled-from-abroad': {
    says: 'Returns friendly_name with the international prefix 011.',
    breaks: 'TEL-140',
    rules: () =>
      numberWith(({ phone_number }) => ({ friendly_name: String(phone_number).replace('+', '011 ') })),
  },
  'friendly-name-without-the-area-code': {
    says: 'Omits the area code from friendly_name.',
    breaks: 'TEL-140',
    rules: () => numberWith(({ friendly_name }) => ({ friendly_name: String(friendly_name).split(' ')[1] })),
  },
  'friendly-name-of-another-number': {
    says: 'Replaces the last two digits of friendly_name with 99.',
    breaks: 'TEL-140',
    rules: () =>
      numberWith(({ friendly_name }) => ({ friendly_name: `${String(friendly_name).slice(0, -2)}99` })),
  },
  'friendly-name-is-an-identifier': {
    says: 'Returns an internal identifier as friendly_name.',
    breaks: 'TEL-140',
    rules: () => numberWith(() => ({ friendly_name: `DI${'0'.repeat(32)}` })),
  },
  'number-with-an-address': {
    says: 'Returns a single number at a path of its own.',
    breaks: 'TEL-184',
    singleNumber: (numbers, phoneNumber) => numbers.find((number) => number.phoneNumber === phoneNumber),
  },
  'number-with-an-address-that-fails': {
    says: 'Returns status 500 when a single number is requested.',
    breaks: 'TEL-184',
    singleNumber: (_numbers, phoneNumber) => {
      if (phoneNumber?.startsWith('+')) refuse(500, 'the deployment fails here');
      return undefined;
    },
  },
} satisfies Bank;

function numberWith(change: (number: Readonly<Record<string, unknown>>) => object): Partial<Rules> {
  return {
    availableNumber: (number) => {
      const body = defaultRules.availableNumber(number);
      return { ...body, ...change(body) };
    },
  };
}
