import { type Answer, CUT, json } from '../../reference/answer.ts';
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
    says: 'Lists no numbers under the version v2.',
    breaks: ['TEL-092', 'TEL-093'],
    replace: () =>
      answering(/\/v2\/.+\/AvailablePhoneNumbers/, () =>
        json(404, { status: 404, message: 'There is no such version' }),
      ),
  },

  'neighbours-listed-too': {
    says: 'Lists the numbers of all countries that share the country code.',
    breaks: ['TEL-141'],
    replace: () => ({
      isOfCountry: (number, country) =>
        number.country === country || [number.country, country].every((one) => northAmerica.includes(one)),
    }),
  },
  'first-page-of-another-country': {
    says: 'Begins the local numbers of the US with one of Canada.',
    breaks: ['TEL-141'],
    replace: () => strangerOn(0, 'local', numbersOf('CA', 'local')[0]),
  },
  'canada-lists-the-us': {
    says: 'Lists the numbers of the US under CA.',
    breaks: ['TEL-141'],
    replace: () => ({
      isOfCountry: (number, country) => number.country === (country === 'CA' ? 'US' : country),
    }),
  },
  'unknown-country-lists-the-us': {
    says: 'Lists the numbers of the US for a country that it does not know.',
    breaks: ['TEL-141'],
    replace: () => ({
      placeOf: (country, type) => {
        const place = placeOf(country, type);
        const isKnown = stock.some((number) => number.country === place?.country);
        return place && { ...place, country: isKnown ? place.country : 'US' };
      },
    }),
  },
  'unsold-country-lists-the-us': {
    says: 'Lists the numbers of the US for a country that there is and that it has no number of.',
    breaks: ['TEL-141'],
    replace: () => ({
      placeOf: (country, type) => {
        const place = placeOf(country, type);
        const isSold = stock.some((number) => number.country === place?.country);
        return place && { ...place, country: isSold || place.country === 'ZZ' ? place.country : 'US' };
      },
    }),
  },
  'third-page-of-another-country': {
    says: 'Puts a number of Canada on the third page of the local numbers of the US.',
    breaks: ['TEL-141'],
    replace: () => strangerOn(2, 'local', numbersOf('CA', 'local')[0]),
  },
  'last-page-of-another-type': {
    says: 'Puts a toll-free number on the last page of the local numbers.',
    breaks: ['TEL-142'],
    replace: () => strangerOn(4, 'local', numbersOf('US', 'tollfree')[0]),
  },
  'local-lists-all': {
    says: 'Lists toll-free numbers under Local, too.',
    breaks: ['TEL-142'],
    replace: () => ({ isOfType: (number, type) => type === 'local' || number.type === type }),
  },
  'tollfree-lists-all': {
    says: 'Lists local numbers under Tollfree, too.',
    breaks: ['TEL-143'],
    replace: () => ({ isOfType: (number, type) => type === 'tollfree' || number.type === type }),
  },
  'first-tollfree-number-is-local': {
    says: 'Begins the toll-free numbers with a local one.',
    breaks: ['TEL-143'],
    replace: () => strangerOn(0, 'tollfree', numbersOf('US', 'local')[0]),
  },
  'last-tollfree-number-is-local': {
    says: 'Puts a local number on the last page of the toll-free ones.',
    breaks: ['TEL-143'],
    replace: () => strangerOn(1, 'tollfree', numbersOf('US', 'local')[0]),
  },

  'tollfree-not-found': {
    says: 'Has no list of toll-free numbers.',
    breaks: ['TEL-174'],
    replace: () => ({
      placeOf: (country, type) => (type === 'Tollfree' ? undefined : placeOf(country, type)),
    }),
  },
  'tollfree-answers-nothing': {
    says: 'Answers an empty object for toll-free numbers.',
    breaks: ['TEL-174'],
    replace: () => answering(/\/US\/Tollfree\.json/, (answer) => ({ ...answer, body: {} })),
  },
  'country-of-three-letters': {
    says: 'Takes the three letters of ISO 3166-1 alpha-3, too.',
    breaks: ['TEL-175'],
    replace: () => ({ placeOf: (country, type) => placeOf(country === 'USA' ? 'US' : country, type) }),
  },
  'country-by-its-first-letter': {
    says: 'Takes the first country that begins with one letter.',
    breaks: ['TEL-175'],
    replace: () => ({ placeOf: (country, type) => placeOf(country === 'U' ? 'US' : country, type) }),
  },
  'country-by-its-calling-code': {
    says: 'Takes a country code of one digit for a country.',
    breaks: ['TEL-175'],
    replace: () => ({ placeOf: (country, type) => placeOf(country === '1' ? 'US' : country, type) }),
  },
  'country-of-two-digits': {
    says: 'Takes any two characters for a country, and lists nothing.',
    breaks: ['TEL-175'],
    replace: () => ({
      placeOf: (country, type) => placeOf(/^\d\d$/.test(country ?? '') ? 'ZZ' : country, type),
    }),
  },
  'unreadable-country-fails': {
    says: 'Fails on a country that is no two-letter code.',
    breaks: ['TEL-175'],
    replace: () => ({
      placeOf: (country, type) => {
        if (country !== undefined && country.length !== 2) throw new Error('no such country');
        return placeOf(country, type);
      },
    }),
  },
  'unknown-type-is-local': {
    says: 'Takes every type but Tollfree for Local.',
    breaks: ['TEL-176'],
    replace: () => ({
      placeOf: (country, type) => placeOf(country, type && type !== 'Tollfree' ? 'Local' : type),
    }),
  },
  'unknown-type-lists-nothing': {
    says: 'Answers an empty list for a type that there is not.',
    breaks: ['TEL-176'],
    replace: () => ({
      placeOf: (country, type) => (type === 'Mobile' ? placeOf('ZZ', 'Local') : placeOf(country, type)),
    }),
  },
  'unknown-type-is-local-abroad': {
    says: 'Takes the type Mobile for Local in every country but the US.',
    breaks: ['TEL-176'],
    replace: () => ({
      placeOf: (country, type) => placeOf(country, country !== 'US' && type === 'Mobile' ? 'Local' : type),
    }),
  },
  'type-of-all': {
    says: 'Takes All for a type.',
    breaks: ['TEL-176'],
    replace: () => ({ placeOf: (country, type) => placeOf(country, type === 'All' ? 'Local' : type) }),
  },
  'tollfree-lists-all-outside-north-america': {
    says: 'Lists local numbers under Tollfree, too, in countries outside North America.',
    breaks: ['TEL-143'],
    replace: () => ({
      isOfType: (number, type) =>
        number.type === type || (type === 'tollfree' && !northAmerica.includes(number.country)),
    }),
  },
  'unknown-type-fails': {
    says: 'Fails on a type that there is not.',
    breaks: ['TEL-176'],
    replace: () => ({
      placeOf: (country, type) => {
        if (type === 'Mobile') throw new Error('no such type');
        return placeOf(country, type);
      },
    }),
  },

  'country-defaults-to-another': {
    says: 'Lists the numbers of Canada where the path names no country.',
    breaks: ['TEL-177'],
    replace: () => ({ placeOf: (country, type) => placeOf(country ?? 'CA', type ?? 'Local') }),
  },
  'type-defaults-to-tollfree': {
    says: 'Lists toll-free numbers where the path names no type.',
    breaks: ['TEL-177'],
    replace: () => ({ placeOf: (country, type) => placeOf(country ?? 'US', type ?? 'Tollfree') }),
  },
  'no-country-leads-to-another': {
    says: 'Leads to the toll-free numbers of Canada where the path names no country.',
    breaks: ['TEL-177'],
    replace: () =>
      answering(/AvailablePhoneNumbers\.json/, () => ({
        status: 302,
        headers: { Location: 'AvailablePhoneNumbers/CA/Tollfree.json' },
        body: undefined,
      })),
  },
  'no-country-lists-nothing': {
    says: 'Answers an empty list where the path names no country.',
    breaks: ['TEL-177'],
    replace: () => ({ placeOf: (country, type) => placeOf(country ?? 'ZZ', type ?? 'Local') }),
  },
  'no-type-fails': {
    says: 'Fails where the path names a country and no type.',
    breaks: ['TEL-177'],
    replace: () => answering(/\/US\.json/, () => json(500, { status: 500, message: 'no type' })),
  },
  'no-type-fails-with-numbers': {
    says: 'Fails where the path names no type, and lists the local numbers all the same.',
    breaks: ['TEL-177'],
    replace: () => answering(/\/US\.json/, () => json(500, someNumbers)),
  },
  'no-country-refused-with-numbers': {
    says: 'Refuses a path without a country, and lists the local numbers all the same.',
    breaks: ['TEL-177'],
    replace: () => answering(/AvailablePhoneNumbers\.json/, () => json(404, someNumbers)),
  },
  'no-country-cuts-the-connection': {
    says: 'Cuts the connection where the path names no country.',
    breaks: ['TEL-177'],
    replace: () => answering(/AvailablePhoneNumbers\.json/, (answer) => ({ ...answer, body: CUT })),
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
