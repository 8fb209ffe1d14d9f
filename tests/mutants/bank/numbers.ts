import { defaultRules, type Rules } from '../../reference/rules/index.ts';
import type { Bank } from '../mutant.ts';

/** What a listed number says of itself, and that none has an address of its own. */
export const numberMutants = {
  'country-code-of-another-country': {
    says: 'Tells the country code +7 of every number.',
    breaks: ['TEL-138'],
    replace: () => numberWith(() => ({ country_code: '+7' })),
  },
  'country-code-with-a-digit-of-the-area-code': {
    says: 'Tells the country code with the digit that follows it in a number.',
    breaks: ['TEL-138'],
    replace: () => numberWith(({ phone_number }) => ({ country_code: String(phone_number).slice(0, 3) })),
  },
  'coordinates-mixed-up': {
    says: 'Tells the longitude of a number as its latitude, where that is a latitude at all, and the other way round.',
    breaks: ['TEL-110'],
    replace: () =>
      numberWith(({ latitude, longitude }) =>
        Math.abs(Number(longitude)) <= 90 ? { latitude: longitude, longitude: latitude } : {},
      ),
  },
  'area-code-of-another-number': {
    says: 'Tells the same area code of every toll-free number.',
    breaks: ['TEL-139'],
    replace: () => numberWith(({ type }) => (type === 'tollfree' ? { npa: '900' } : {})),
  },
  'exchange-of-another-number': {
    says: 'Tells the same exchange of every number.',
    breaks: ['TEL-139'],
    replace: () => numberWith(() => ({ exchange: '556' })),
  },
  'friendly-name-in-international-format': {
    says: 'Repeats the number in place of its domestic format.',
    breaks: ['TEL-140'],
    replace: () => numberWith(({ phone_number }) => ({ friendly_name: phone_number })),
  },
  'friendly-name-with-the-country-code-abroad': {
    says: 'Leaves the country code in the friendly names of numbers outside North America.',
    breaks: ['TEL-140'],
    replace: () =>
      numberWith(({ phone_number, country_code }) =>
        country_code === '+1' ? {} : { friendly_name: `(${String(phone_number).slice(1)})` },
      ),
  },
  'friendly-name-as-dialled-from-abroad': {
    says: 'Puts the prefix for calls from abroad before the number.',
    breaks: ['TEL-140'],
    replace: () =>
      numberWith(({ phone_number }) => ({ friendly_name: String(phone_number).replace('+', '011 ') })),
  },
  'friendly-name-without-the-area-code': {
    says: 'Leaves the area code out of the friendly name.',
    breaks: ['TEL-140'],
    replace: () =>
      numberWith(({ friendly_name }) => ({ friendly_name: String(friendly_name).split(' ')[1] })),
  },
  'friendly-name-of-another-number': {
    says: 'Changes the last digits in the friendly name.',
    breaks: ['TEL-140'],
    replace: () =>
      numberWith(({ friendly_name }) => ({ friendly_name: `${String(friendly_name).slice(0, -2)}99` })),
  },
  'friendly-name-is-an-identifier': {
    says: 'Tells an internal identifier as the friendly name.',
    breaks: ['TEL-140'],
    replace: () => numberWith(() => ({ friendly_name: `DI${'0'.repeat(32)}` })),
  },
  'number-with-an-address': {
    says: 'Answers a single number under an address of its own.',
    breaks: ['TEL-184'],
    replace: () => ({
      singleNumber: (numbers, phoneNumber) => numbers.find((number) => number.phoneNumber === phoneNumber),
    }),
  },
  'number-with-an-address-that-fails': {
    says: 'Fails when a single number is requested.',
    breaks: ['TEL-184'],
    replace: () => ({
      singleNumber: (_numbers, phoneNumber) => {
        if (phoneNumber?.startsWith('+')) throw new Error('the deployment fails here');
        return undefined;
      },
    }),
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
