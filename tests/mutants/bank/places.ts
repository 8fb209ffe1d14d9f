import { CUT, json, refuse } from '../../reference/answer.ts';
import { type Numbers, stock } from '../../reference/numbers.ts';
import { defaultRules, type Rules } from '../../reference/rules/index.ts';
import { abroad, all, asking, at, filtered, not, sized, tollfree } from '../circumstances.ts';
import { each, family, series } from '../family.ts';
import type { Bank } from '../mutant.ts';
import { where } from '../where.ts';

const { availableNumber, isOfCountry, isOfType, pageItems, placeOf } = defaultRules;

const northAmerica = ['US', 'CA'];

const numbersOf = (country: string, type: string): Numbers =>
  stock.filter((number) => number.country === country && number.type === type);

const someNumbers = { available_phone_numbers: numbersOf('US', 'local').slice(0, 2).map(availableNumber) };

const ofUs: Rules['isOfCountry'] = ({ country }) => country === 'US';

/** The filter beside which a country is lost. */
const lost = {
  'country-lost-beside-contains': 'Contains',
  'country-lost-beside-areacode': 'AreaCode',
  'country-lost-beside-inregion': 'InRegion',
  'country-lost-beside-inpostalcode': 'InPostalCode',
} as const;
const types = ['under-local', 'under-tollfree'] as const;

/** Listings with numbers of another country. */
export const foreignNumbers = {
  'neighbours-listed-too': {
    says: 'Lists US and Canadian numbers together for either country.',
    breaks: 'TEL-141',
    isOfCountry: (number, country) =>
      number.country === country || [number.country, country].every((one) => northAmerica.includes(one)),
  },
  ...each(
    [
      ['canada-lists-the-us', 'numbers under CA', at(/\/CA\//)],
      ['tollfree-country-ignored', 'toll-free numbers for every country', tollfree],
      [
        'tollfree-of-another-country-are-our-own',
        'toll-free numbers for all but ZZ',
        all(tollfree, not(at(/\/ZZ\//))),
      ],
    ],
    (_, what, when) => ({ says: `Lists US ${what}.`, breaks: 'TEL-141', when, isOfCountry: ofUs }),
  ),
  ...each(
    [
      ['unknown-country-lists-the-us', 'any country', ''],
      ['unsold-country-lists-the-us', 'any country but ZZ', 'ZZ'],
    ],
    (_, which, spared) => ({
      says: `Lists US numbers for ${which} that has no numbers of its own.`,
      breaks: 'TEL-141',
      placeOf: (...path) => {
        const place = placeOf(...path);
        const isSold = stock.some(({ country }) => country === place?.country);
        return place && (isSold || place.country === spared ? place : { ...place, country: 'US' });
      },
    }),
  ),
  ...series(
    'country-ignored-beside',
    {
      'a-filter': ['a filter', filtered],
      'a-size': ['PageSize', sized],
      'an-area-code': ['AreaCode', asking('AreaCode')],
      'a-region': ['InRegion', asking('InRegion')],
    },
    (what, when) => ({
      says: `Lists numbers of every country when the request contains ${what}.`,
      breaks: 'TEL-141',
      when,
      isOfCountry: () => true,
    }),
  ),
  ...family(
    {
      'country-lost-beside-contains': types,
      'country-lost-beside-areacode': types,
      'country-lost-beside-inregion': types,
      'country-lost-beside-inpostalcode': types,
    },
    (beside, under) => ({
      says: `Also lists US numbers for any country ${under.replace('-', ' ')} when the request has ${lost[beside]}, and rejects ZZ.`,
      breaks: 'TEL-141',
      placeOf: withoutZZ,
      ...where(
        all(at(under === 'under-local' ? /\/Local\.json$/ : /\/Tollfree\.json$/), asking(lost[beside])),
        {
          isOfCountry: (number, country) => isOfCountry(number, country) || number.country === 'US',
        },
      ),
    }),
  ),
  'our-numbers-on-later-pages-abroad': {
    says: 'Lists US local numbers from the second page on for other countries when PageSize is absent.',
    breaks: 'TEL-141',
    placeOf: withoutZZ,
    ...where(all(abroad, not(sized)), {
      pageItems: (items, index, size) =>
        pageItems(index > 0 ? (numbersOf('US', 'local') as unknown as typeof items) : items, index, size),
    }),
  },
} satisfies Bank;

/** Listings with numbers of another type, or with one number of another place. */
export const otherTypes = {
  ...each(
    [
      ['local-lists-all', 'Also lists toll-free numbers under Local', 'TEL-142', at(/\/Local/)],
      ['tollfree-lists-all', 'Also lists local numbers under Tollfree', 'TEL-143', tollfree],
      ['type-ignored-beside-a-filter', 'Lists both types beside a filter', ['TEL-142', 'TEL-143'], filtered],
      [
        'type-ignored-beside-an-area-code',
        'Lists both types by AreaCode',
        ['TEL-142', 'TEL-143'],
        asking('AreaCode'),
      ],
    ],
    (_, says, breaks, when) => ({ says: `${says}.`, breaks, when, isOfType: () => true }),
  ),
  'tollfree-lists-all-outside-north-america': {
    says: 'Also lists local numbers under Tollfree in countries outside North America.',
    breaks: 'TEL-143',
    isOfType: (number, type) =>
      isOfType(number, type) || (type === 'tollfree' && !northAmerica.includes(number.country)),
  },
  ...each(
    [
      ['first-page-of-another-country', 'a Canadian number', 1, 'Local', 'TEL-141', numbersOf('CA', 'local')],
      ['third-page-of-another-country', 'a Canadian number', 3, 'Local', 'TEL-141', numbersOf('CA', 'local')],
      ['last-page-of-another-type', 'a toll-free number', 5, 'Local', 'TEL-142', numbersOf('US', 'tollfree')],
      [
        'first-tollfree-number-is-local',
        'a local number',
        1,
        'Tollfree',
        'TEL-143',
        numbersOf('US', 'local'),
      ],
      ['last-tollfree-number-is-local', 'a local number', 2, 'Tollfree', 'TEL-143', numbersOf('US', 'local')],
    ],
    (_, what, page, type, breaks, [stranger]) => ({
      says: `Lists ${what} at the end of page ${page} of the US numbers under ${type}.`,
      breaks,
      when: all(at(new RegExp(`/US/${type}`)), not(filtered)),
      pageItems: (items, index, size) => {
        const own = pageItems(items, index, size);
        return index === page - 1 && size === 50 ? [...own.slice(0, -1), stranger as (typeof own)[0]] : own;
      },
    }),
  ),
} satisfies Bank;

/** Countries and types of the path that do not exist, and are taken for others. */
export const unknownPlaces = {
  ...each(
    [
      ['country-of-three-letters', 'USA', 'US'],
      ['country-by-its-first-letter', 'U', 'US'],
      ['country-by-its-calling-code', '1', 'US'],
      ['country-by-its-name', 'Canada', 'CA'],
    ],
    (_, sent, meant) => ({
      says: `Treats the country ${sent} as ${meant}.`,
      breaks: 'TEL-175',
      placeOf: (country, type) => placeOf(country === sent ? meant : country, type),
    }),
  ),
  ...each(
    [
      ['country-of-two-digits', 'any two digits', /^\d\d$/, 'ZZ'],
      ['country-with-a-digit', 'a letter and a digit', /^([A-Z])\d$/, '$1Z'],
    ],
    (_, what, sent, meant) => ({
      says: `Accepts ${what} as a country, and returns an empty list.`,
      breaks: 'TEL-175',
      placeOf: (country, type) => placeOf(country?.replace(sent, meant), type),
    }),
  ),
  'tollfree-country-of-three-letters': {
    says: 'Accepts a country of three letters for toll-free numbers.',
    breaks: 'TEL-175',
    when: tollfree,
    placeOf: (country, type) => placeOf(country?.replace(/^([A-Z]{2})[A-Z]$/, '$1'), type),
  },
  'unreadable-country-fails': {
    says: 'Returns status 500 when the country is not two characters long.',
    breaks: 'TEL-175',
    placeOf: (country, type) =>
      country === undefined || country.length === 2 ? placeOf(country, type) : refuse(500, 'no such country'),
  },
  ...each(
    [
      ['unknown-type-is-local', 'every type except Tollfree', 'Local', /^(?!Tollfree$)/],
      ['type-of-all', 'the type All', 'Local', /^All$/],
      ['local-known-by-its-beginning', 'the type Loca', 'Local', /^Loca$/],
      ['type-known-by-its-beginning', 'the type Toll', 'Tollfree', /^Toll$/],
      ['type-that-begins-with-tollfree', 'the type Tollfrees', 'Tollfree', /^Tollfrees$/],
      [
        'type-with-a-hyphen',
        'the type Toll-free, with any separator, in any case,',
        'Tollfree',
        /^toll.free$/i,
      ],
    ],
    (_, what, meant, sent) => ({
      says: `Treats ${what} as ${meant}.`,
      breaks: 'TEL-176',
      placeOf: (country, type) => placeOf(country, type && sent.test(type) ? meant : type),
    }),
  ),
  'type-by-its-beginning': {
    says: 'Accepts any Type that begins with Local or Tollfree, such as Locals.',
    breaks: 'TEL-176',
    placeOf: (country, type) => placeOf(country, /^(?:Local|Tollfree)/.exec(type ?? '')?.[0] ?? type),
  },
  'unknown-type-lists-nothing': {
    says: 'Returns an empty list for the type Mobile.',
    breaks: 'TEL-176',
    when: at(/\/Mobile\.json$/),
    placeOf: () => placeOf('ZZ', 'Local'),
  },
  'unknown-type-is-local-abroad': {
    says: 'Treats the type Mobile as Local in every country except the US.',
    breaks: 'TEL-176',
    when: all(abroad, at(/\/Mobile\.json$/)),
    placeOf: (country) => placeOf(country, 'Local'),
  },
  'unknown-type-fails': {
    says: 'Returns status 500 for the type Mobile.',
    breaks: ['TEL-176', 'TEL-211'],
    when: at(/\/Mobile\.json$/),
    placeOf: () => refuse(500, 'no such type'),
  },
} satisfies Bank;

const withoutCountry = at(/AvailablePhoneNumbers\.json/);
const withoutType = at(/\/US\.json/);
const elsewhere = {
  status: 302,
  headers: { Location: 'AvailablePhoneNumbers/CA/Tollfree.json' },
  body: undefined,
};
const cut = { status: 200, headers: {}, body: CUT };

/** Listings without a country or a type, and lists that are not there. */
export const missingPlaces = {
  ...each(
    [
      ['country-defaults-to-another', 'Lists Canadian numbers', 'CA', 'Local'],
      ['type-defaults-to-tollfree', 'Lists toll-free numbers', 'US', 'Tollfree'],
      ['no-country-lists-nothing', 'Returns an empty list', 'ZZ', 'Local'],
    ],
    (_, says, country, type) => ({
      says: `${says} when the path has no ${type === 'Local' ? 'country' : 'type'}.`,
      breaks: 'TEL-177',
      placeOf: (...path) => placeOf(path[0] ?? country, path[1] ?? type),
    }),
  ),
  ...each(
    [
      ['no-country-leads-to-another', 'Redirects to Canadian numbers', 'country', withoutCountry, elsewhere],
      [
        'no-type-fails',
        'Returns status 500',
        'type',
        withoutType,
        json(500, { status: 500, message: 'no type' }),
      ],
      [
        'no-type-fails-with-numbers',
        'Returns 500 along with numbers',
        'type',
        withoutType,
        json(500, someNumbers),
      ],
      [
        'no-country-refused-with-numbers',
        'Returns 404 along with numbers',
        'country',
        withoutCountry,
        json(404, someNumbers),
      ],
      ['no-country-cuts-the-connection', 'Closes the connection', 'country', withoutCountry, cut],
    ],
    (_, says, what, when, answer) => ({
      says: `${says} when the path has no ${what}.`,
      breaks: 'TEL-177',
      when,
      send: () => answer,
    }),
  ),
  'version-two-without-numbers': {
    says: 'Returns status 404 for every listing under version v2.',
    breaks: ['TEL-092', 'TEL-093'],
    when: at(/\/v2\/.+\/AvailablePhoneNumbers/),
    send: () => json(404, { status: 404, message: 'There is no such version' }),
  },
  'tollfree-not-found': {
    says: 'Returns status 404 for toll-free numbers.',
    breaks: 'TEL-174',
    when: tollfree,
    placeOf: () => undefined,
  },
  'tollfree-answers-nothing': {
    says: 'Returns an empty object for US toll-free numbers.',
    breaks: 'TEL-174',
    when: at(/\/US\/Tollfree\.json/),
    send: (answer) => ({ ...answer, body: {} }),
  },
} satisfies Bank;

/** Refuses the country that does not exist, as a deployment may. */
function withoutZZ(...path: Parameters<Rules['placeOf']>): ReturnType<Rules['placeOf']> {
  return path[0] === 'ZZ' ? undefined : placeOf(...path);
}
