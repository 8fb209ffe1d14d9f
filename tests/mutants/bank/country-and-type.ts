import { type Answer, CUT, json, refuse } from '../../reference/answer.ts';
import { type Numbers, type StockNumber, stock } from '../../reference/numbers.ts';
import { defaultRules, type Rules } from '../../reference/rules/index.ts';
import type { Bank } from '../mutant.ts';

const { placeOf, pageItems, availableNumber } = defaultRules;

const numbersOf = (country: string, type: string): Numbers =>
  stock.filter((number) => number.country === country && number.type === type);

const northAmerica = ['US', 'CA'];

/** What the path selects: the version, the country and the type. */
export const countryAndTypeMutants = {
  'version-two-without-numbers': {
    says: 'Returns status 404 for every listing under version v2.',
    breaks: ['TEL-092', 'TEL-093'],
    rules: () =>
      answering(/\/v2\/.+\/AvailablePhoneNumbers/, () =>
        json(404, { status: 404, message: 'There is no such version' }),
      ),
  },

  'neighbours-listed-too': {
    says: 'Lists US and Canadian numbers together for either country.',
    breaks: 'TEL-141',
    isOfCountry: (number, country) =>
      number.country === country || [number.country, country].every((one) => northAmerica.includes(one)),
  },
  'first-page-of-another-country': {
    says: 'Lists a Canadian number on the first page of the US local numbers.',
    breaks: 'TEL-141',
    rules: () => strangerOn(0, 'local', numbersOf('CA', 'local')[0]),
  },
  'canada-lists-the-us': {
    says: 'Lists US numbers under CA.',
    breaks: 'TEL-141',
    isOfCountry: (number, country) => number.country === (country === 'CA' ? 'US' : country),
  },
  'unknown-country-lists-the-us': {
    says: 'Lists US numbers for any country that has no numbers of its own.',
    breaks: 'TEL-141',
    placeOf: (country, type) => {
      const place = placeOf(country, type);
      const isKnown = stock.some((number) => number.country === place?.country);
      return place && { ...place, country: isKnown ? place.country : 'US' };
    },
  },
  'unsold-country-lists-the-us': {
    says: 'Lists US numbers for any country that has no numbers of its own, except ZZ.',
    breaks: 'TEL-141',
    placeOf: (country, type) => {
      const place = placeOf(country, type);
      const isSold = stock.some((number) => number.country === place?.country);
      return place && { ...place, country: isSold || place.country === 'ZZ' ? place.country : 'US' };
    },
  },
  'third-page-of-another-country': {
    says: 'Lists a Canadian number on the third page of the US local numbers.',
    breaks: 'TEL-141',
    rules: () => strangerOn(2, 'local', numbersOf('CA', 'local')[0]),
  },
  'last-page-of-another-type': {
    says: 'Lists a toll-free number on the last page of the US local numbers.',
    breaks: 'TEL-142',
    rules: () => strangerOn(4, 'local', numbersOf('US', 'tollfree')[0]),
  },
  'local-lists-all': {
    says: 'Also lists toll-free numbers under Local.',
    breaks: 'TEL-142',
    isOfType: (number, type) => type === 'local' || number.type === type,
  },
  'tollfree-lists-all': {
    says: 'Also lists local numbers under Tollfree.',
    breaks: 'TEL-143',
    isOfType: (number, type) => type === 'tollfree' || number.type === type,
  },
  'first-tollfree-number-is-local': {
    says: 'Lists a local number on the first page of the US toll-free numbers.',
    breaks: 'TEL-143',
    rules: () => strangerOn(0, 'tollfree', numbersOf('US', 'local')[0]),
  },
  'last-tollfree-number-is-local': {
    says: 'Lists a local number on the last page of the US toll-free numbers.',
    breaks: 'TEL-143',
    rules: () => strangerOn(1, 'tollfree', numbersOf('US', 'local')[0]),
  },

  'tollfree-not-found': {
    says: 'Returns status 404 for toll-free numbers.',
    breaks: 'TEL-174',
    placeOf: (country, type) => (type === 'Tollfree' ? undefined : placeOf(country, type)),
  },
  'tollfree-answers-nothing': {
    says: 'Returns an empty object for US toll-free numbers.',
    breaks: 'TEL-174',
    rules: () => answering(/\/US\/Tollfree\.json/, (answer) => ({ ...answer, body: {} })),
  },
  'country-of-three-letters': {
    says: 'Accepts the ISO 3166-1 alpha-3 code USA as the country.',
    breaks: 'TEL-175',
    placeOf: (country, type) => placeOf(country === 'USA' ? 'US' : country, type),
  },
  'country-by-its-first-letter': {
    says: 'Treats the country U as US.',
    breaks: 'TEL-175',
    placeOf: (country, type) => placeOf(country === 'U' ? 'US' : country, type),
  },
  'country-by-its-calling-code': {
    says: 'Treats the calling code 1 as the country US.',
    breaks: 'TEL-175',
    placeOf: (country, type) => placeOf(country === '1' ? 'US' : country, type),
  },
  'country-of-two-digits': {
    says: 'Accepts any two digits as the country and returns an empty list.',
    breaks: 'TEL-175',
    placeOf: (country, type) => placeOf(/^\d\d$/.test(country ?? '') ? 'ZZ' : country, type),
  },
  'unreadable-country-fails': {
    says: 'Returns status 500 when the country is not two characters long.',
    breaks: 'TEL-175',
    placeOf: (country, type) => {
      if (country !== undefined && country.length !== 2) refuse(500, 'no such country');
      return placeOf(country, type);
    },
  },
  'unknown-type-is-local': {
    says: 'Treats every type except Tollfree as Local.',
    breaks: 'TEL-176',
    placeOf: (country, type) => placeOf(country, type && type !== 'Tollfree' ? 'Local' : type),
  },
  'unknown-type-lists-nothing': {
    says: 'Returns an empty list for the type Mobile.',
    breaks: 'TEL-176',
    placeOf: (country, type) => (type === 'Mobile' ? placeOf('ZZ', 'Local') : placeOf(country, type)),
  },
  'unknown-type-is-local-abroad': {
    says: 'Treats the type Mobile as Local in every country except the US.',
    breaks: 'TEL-176',
    placeOf: (country, type) => placeOf(country, country !== 'US' && type === 'Mobile' ? 'Local' : type),
  },
  'type-of-all': {
    says: 'Treats the type All as Local.',
    breaks: 'TEL-176',
    placeOf: (country, type) => placeOf(country, type === 'All' ? 'Local' : type),
  },
  'tollfree-lists-all-outside-north-america': {
    says: 'Also lists local numbers under Tollfree in countries outside North America.',
    breaks: 'TEL-143',
    isOfType: (number, type) =>
      number.type === type || (type === 'tollfree' && !northAmerica.includes(number.country)),
  },
  'unknown-type-fails': {
    says: 'Returns status 500 for the type Mobile.',
    breaks: ['TEL-176', 'TEL-211'],
    placeOf: (country, type) => {
      if (type === 'Mobile') refuse(500, 'no such type');
      return placeOf(country, type);
    },
  },

  'country-defaults-to-another': {
    says: 'Lists Canadian numbers when the path has no country.',
    breaks: 'TEL-177',
    placeOf: (country, type) => placeOf(country ?? 'CA', type ?? 'Local'),
  },
  'type-defaults-to-tollfree': {
    says: 'Lists toll-free numbers when the path has no type.',
    breaks: 'TEL-177',
    placeOf: (country, type) => placeOf(country ?? 'US', type ?? 'Tollfree'),
  },
  'no-country-leads-to-another': {
    says: 'Redirects to the Canadian toll-free numbers when the path has no country.',
    breaks: 'TEL-177',
    rules: () =>
      answering(/AvailablePhoneNumbers\.json/, () => ({
        status: 302,
        headers: { Location: 'AvailablePhoneNumbers/CA/Tollfree.json' },
        body: undefined,
      })),
  },
  'no-country-lists-nothing': {
    says: 'Returns an empty list when the path has no country.',
    breaks: 'TEL-177',
    placeOf: (country, type) => placeOf(country ?? 'ZZ', type ?? 'Local'),
  },
  'no-type-fails': {
    says: 'Returns status 500 when the path has the country US but no type.',
    breaks: 'TEL-177',
    rules: () => answering(/\/US\.json/, () => json(500, { status: 500, message: 'no type' })),
  },
  'no-type-fails-with-numbers': {
    says: 'Returns status 500 along with local numbers when the path has the country US but no type.',
    breaks: 'TEL-177',
    rules: () => answering(/\/US\.json/, () => json(500, someNumbers)),
  },
  'no-country-refused-with-numbers': {
    says: 'Returns status 404 along with local numbers when the path has no country.',
    breaks: 'TEL-177',
    rules: () => answering(/AvailablePhoneNumbers\.json/, () => json(404, someNumbers)),
  },
  'no-country-cuts-the-connection': {
    says: 'Closes the connection when the path has no country.',
    breaks: 'TEL-177',
    rules: () => answering(/AvailablePhoneNumbers\.json/, (answer) => ({ ...answer, body: CUT })),
  },
} satisfies Bank;

const someNumbers = { available_phone_numbers: numbersOf('US', 'local').slice(0, 2).map(availableNumber) };

/** Changes what is answered under some paths. */
function answering(path: RegExp, change: (answer: Answer) => Answer): Partial<Rules> {
  return { send: (answer, _operation, { url }) => (path.test(url) ? change(answer) : answer) };
}

/** Puts a number at the end of a page of all the numbers of the US of a type. */
function strangerOn(page: number, type: string, stranger: StockNumber | undefined): Partial<Rules> {
  const all = numbersOf('US', type);
  return {
    pageItems: (items, index, pageSize) => {
      const own = pageItems(items, index, pageSize);
      const isThere = index === page && pageSize === 50 && all.every((one, nth) => one === items[nth]);
      return isThere ? [...own.slice(0, -1), stranger as (typeof own)[0]] : own;
    },
  };
}
