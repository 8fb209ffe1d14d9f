import { refuse } from '../../reference/answer.ts';
import { defaultRules } from '../../reference/rules/index.ts';
import type { Bank } from '../mutant.ts';

const { meets } = defaultRules;

/** Which numbers a filter keeps, alone and beside others. */
export const filterMutants = {
  'contains-ignored': {
    says: 'Ignores Contains.',
    breaks: ['TEL-167', 'TEL-171'],
    contains: () => true,
  },
  'contains-at-the-start-alone': {
    says: 'Matches Contains only at the start of a number.',
    breaks: 'TEL-203',
    contains: (number, characters) => number.phoneNumber.startsWith(`+${characters}`),
  },
  'contains-at-the-end-alone': {
    says: 'Matches Contains only at the end of a number.',
    breaks: 'TEL-203',
    contains: (number, characters) => number.phoneNumber.endsWith(characters),
  },
  'contains-three-characters-at-most': {
    says: 'Uses only the first three characters of Contains.',
    breaks: 'TEL-167',
    contains: (number, characters) => number.phoneNumber.includes(characters.slice(0, 3)),
  },
  'contains-any-of-the-characters': {
    says: 'Lists numbers that contain any of the characters of Contains.',
    breaks: ['TEL-167', 'TEL-171'],
    contains: (number, characters) => Array.from(characters).some((one) => number.phoneNumber.includes(one)),
  },
  'area-code-ignored': {
    says: 'Ignores AreaCode.',
    breaks: ['TEL-168', 'TEL-171'],
    inAreaCode: () => true,
  },
  'area-code-by-its-end': {
    says: 'Compares only the last two digits of the area code.',
    breaks: 'TEL-168',
    inAreaCode: (number, code) => number.npa?.slice(1) === code.slice(1),
  },
  'area-code-finds-nothing': {
    says: 'Compares AreaCode with the exchange instead of the area code.',
    breaks: ['TEL-168', 'TEL-203'],
    inAreaCode: (number, code) => number.exchange === code,
  },
  'region-ignored': {
    says: 'Ignores InRegion.',
    breaks: ['TEL-169', 'TEL-171'],
    inRegion: () => true,
  },
  'region-by-its-first-letter': {
    says: 'Compares only the first letter of the region.',
    breaks: ['TEL-169', 'TEL-171'],
    inRegion: (number, region) => number.region[0] === region[0],
  },
  'region-looked-for-in-the-city': {
    says: 'Compares InRegion with the city instead of the region.',
    breaks: 'TEL-203',
    inRegion: (number, region) => number.city === region,
  },
  'postal-code-ignored': {
    says: 'Ignores InPostalCode.',
    breaks: ['TEL-170', 'TEL-171'],
    inPostalCode: () => true,
  },
  'postal-code-by-its-start': {
    says: 'Compares only the first three characters of the postal code.',
    breaks: ['TEL-170', 'TEL-171'],
    inPostalCode: (number, code) => number.postalCode.slice(0, 3) === code.slice(0, 3),
  },
  'postal-code-as-a-number': {
    says: 'Converts InPostalCode to a number, which strips its leading zeros.',
    breaks: 'TEL-203',
    inPostalCode: (number, code) => number.postalCode === String(Number(code)),
  },

  'contains-in-domestic-format': {
    says: 'Matches Contains against the friendly name of a number.',
    breaks: 'TEL-203',
    contains: ({ friendlyName }, characters) => friendlyName.includes(characters),
  },
  'contains-in-formatted-parts': {
    says: 'Finds no digits across the end of an area code, but all others.',
    breaks: 'TEL-203',
    contains: ({ phoneNumber, npa = '' }, characters) => {
      const [, rest = phoneNumber] = phoneNumber.split(`+1${npa}`);
      return [phoneNumber.slice(0, phoneNumber.length - rest.length), rest].some((part) =>
        part.includes(characters),
      );
    },
  },
  'filters-or-ed': {
    says: 'Lists numbers that match any of several filters.',
    breaks: 'TEL-171',
    meets: (verdicts) => verdicts.length === 0 || verdicts.some(Boolean),
  },
  'contains-lost-beside-others': {
    says: 'Ignores the first of several filters, in the order Contains, AreaCode, InRegion, InPostalCode.',
    breaks: 'TEL-171',
    meets: withoutFilter(0),
  },
  'area-code-lost-beside-others': {
    says: 'Ignores the second of several filters, in the order Contains, AreaCode, InRegion, InPostalCode.',
    breaks: 'TEL-171',
    meets: withoutFilter(1),
  },
  'region-lost-beside-others': {
    says: 'Ignores the third of several filters, in the order Contains, AreaCode, InRegion, InPostalCode.',
    breaks: 'TEL-171',
    meets: withoutFilter(2),
  },
  'postal-code-lost-beside-others': {
    says: 'Ignores InPostalCode when the request has all four filters.',
    breaks: 'TEL-171',
    meets: withoutFilter(3),
  },
  'filters-exclude-each-other': {
    says: 'Lists nothing when the request has several filters.',
    breaks: 'TEL-203',
    meets: (verdicts) => verdicts.length < 2 && meets(verdicts),
  },
  'contradicting-filters-fail': {
    says: 'Returns 500 when a number fails the second of three or more filters but matches all later ones.',
    breaks: 'TEL-171',
    meets: (verdicts) => {
      const [, isOfArea, isOfRegion] = verdicts;
      if (isOfArea === false && isOfRegion && meets(verdicts.slice(2))) refuse(500, 'no such area');
      return meets(verdicts);
    },
  },
  'padded-beside-several-filters': {
    says: 'Returns only the first match of several filters, and a number that matches none of them.',
    breaks: 'TEL-171',
    send: (answer, _operation, request) => {
      const { available_phone_numbers: [first] = [] } = (answer.body ?? {}) as Listing;
      if (filtersIn(request) < 2 || first === undefined) return answer;
      const stranger = {
        ...first,
        phone_number: '+15005550006',
        npa: '500',
        region: 'ZZ',
        postal_code: '0',
      };
      return {
        ...answer,
        body: { ...(answer.body as object), available_phone_numbers: [first, stranger] },
      };
    },
  },
  'one-filter-as-404': {
    says: 'Returns 404 with the numbers when the request has a single filter.',
    breaks: ['TEL-167', 'TEL-168', 'TEL-169', 'TEL-170'],
    send: (answer, _operation, request) => (filtersIn(request) === 1 ? { ...answer, status: 404 } : answer),
  },
  'four-filters-refused': {
    says: 'Refuses a request with all four filters.',
    breaks: 'TEL-172',
    meets: (verdicts) => (verdicts.length > 3 ? refuse(400, 'Too many filters') : meets(verdicts)),
  },
} satisfies Bank;

interface Listing {
  readonly available_phone_numbers?: readonly object[];
}

function filtersIn({ url }: Request): number {
  const { searchParams } = new URL(url);
  return ['Contains', 'AreaCode', 'InRegion', 'InPostalCode'].filter((name) => searchParams.has(name)).length;
}

function withoutFilter(which: number): typeof meets {
  return (verdicts) => meets(verdicts.length > 1 ? verdicts.filter((_, nth) => nth !== which) : verdicts);
}
