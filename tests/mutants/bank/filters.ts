import { refuse } from '../../reference/answer.ts';
import { type StockNumber, stock } from '../../reference/numbers.ts';
import { defaultRules } from '../../reference/rules/index.ts';
import { abroad, all, tollfree } from '../circumstances.ts';
import { each, series } from '../family.ts';
import type { Bank, MutantEntry } from '../mutant.ts';
import { like } from '../parts/like.ts';

const { inRegion } = defaultRules;

/** Whether a filter keeps a number, by the field that it is compared with. */
type Keeps = (own: string, sent: string, number: StockNumber) => boolean;
type Breaks = MutantEntry['breaks'];

/** Which numbers Contains keeps. */
export const containsMutants = {
  'contains-ignored': digits('Ignores Contains.', () => true, ['TEL-167', 'TEL-171']),
  'contains-at-the-start-alone': digits(
    'Matches Contains only at the start of a number.',
    (own, sent) => own.startsWith(`+${sent}`),
    'TEL-203',
  ),
  'contains-at-the-end-alone': digits(
    'Matches Contains only at the end of a number.',
    (own, sent) => own.endsWith(sent),
    'TEL-203',
  ),
  'contains-behind-the-area-code': digits(
    'Matches Contains against the last seven digits of a number only.',
    (own, sent) => own.slice(-7).includes(sent),
    'TEL-203',
  ),
  'contains-in-domestic-format': digits(
    'Matches Contains against the friendly name of a number.',
    (_own, sent, { friendlyName }) => friendlyName.includes(sent),
    'TEL-203',
  ),
  'contains-in-formatted-parts': digits(
    'Finds no digits across the end of an area code, but all others.',
    (own, sent, { npa = '' }) => {
      const [, rest = own] = own.split(`+1${npa}`);
      return [own.slice(0, own.length - rest.length), rest].some((part) => part.includes(sent));
    },
    'TEL-203',
  ),
  'contains-of-four-digits-at-most': digits(
    'Finds no number by more than four digits.',
    (own, sent) => sent.replace(/\D/g, '').length < 5 && own.includes(sent),
    'TEL-203',
  ),
  ...each(
    [
      ['contains-three-characters-at-most', 'three', 3],
      ['contains-of-five-characters', 'five', 5],
      ['contains-of-ten-characters', 'ten', 10],
    ],
    (_, told, most) =>
      digits(`Uses only the first ${told} characters of Contains.`, (own, sent) =>
        own.includes(sent.slice(0, most)),
      ),
  ),
  'contains-any-of-the-characters': digits(
    'Lists numbers that contain any of the characters of Contains.',
    (own, sent) => Array.from(sent).some((one) => own.includes(one)),
    ['TEL-167', 'TEL-171'],
  ),
  'contains-of-one-character-ignored': digits(
    'Ignores a Contains of one character.',
    (own, sent) => sent.length === 1 || own.includes(sent),
  ),
  'contains-of-two-characters-ignored': digits(
    'Ignores a Contains of one or two characters.',
    (own, sent) => sent.length < 3 || own.includes(sent),
  ),
  'contains-without-letters': digits('Ignores the letters in Contains.', (own, sent) =>
    own.includes(sent.replace(/\D/g, '')),
  ),
  'contains-out-of-stock-lists-all': digits(
    'Ignores Contains when no number contains the characters.',
    (own, sent) => own.includes(sent) || !stock.some(({ phoneNumber }) => phoneNumber.includes(sent)),
  ),
  'contains-ignored-of-tollfree-abroad': {
    ...digits('Ignores Contains for toll-free numbers outside the United States.', () => true),
    when: all(tollfree, abroad),
  },
  ...series(
    'contains',
    {
      'as-an-expression': ['a dot', 'a single character', /\./g, '.'],
      'with-an-underscore-for-any-character': ['an underscore', 'a single character', /_/g, '.'],
      'with-a-question-mark-for-any-character': ['a question mark', 'a single character', /\?/g, '.'],
      'as-a-search-pattern': ['a percent sign', 'any characters', /%/g, '.*'],
      'with-a-star-for-any-characters': ['an asterisk', 'any characters', /\*/g, '.*'],
    },
    (sign, meaning, signs, pattern) =>
      digits(`Treats ${sign} in Contains as a wildcard for ${meaning}.`, (own, sent) => {
        const plain = sent.split(signs).map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
        return new RegExp(plain.join(pattern)).test(own);
      }),
  ),
} satisfies Bank;

/** Which numbers AreaCode keeps. */
export const areaCodeMutants = {
  'area-code-ignored': npa('Ignores AreaCode.', () => true, ['TEL-168', 'TEL-171']),
  'area-code-by-its-end': npa(
    'Compares only the last two digits of the area code.',
    (own, sent) => own.slice(1) === sent.slice(1),
  ),
  'area-code-finds-nothing': npa(
    'Compares AreaCode with the exchange instead of the area code.',
    (_own, sent, { exchange }) => exchange === sent,
    ['TEL-168', 'TEL-203'],
  ),
  'area-code-anywhere': npa('Matches AreaCode anywhere in a number.', (_own, sent, { phoneNumber }) =>
    phoneNumber.includes(sent),
  ),
  'area-code-out-of-stock-lists-all': npa(
    'Ignores AreaCode when no number has that area code.',
    (own, sent) => own === sent || !stock.some((number) => number.npa === sent),
  ),
  'area-code-known-by-its-beginning': npa(
    'Lists the numbers whose area code begins with AreaCode.',
    (own, sent) => own.startsWith(sent),
  ),
  'area-code-known-by-its-end': npa('Lists the numbers whose area code ends with AreaCode.', (own, sent) =>
    own.endsWith(sent),
  ),
  'area-codes-by-like': npa('Treats % and _ in AreaCode as SQL LIKE wildcards.', (own, sent) =>
    like(sent).test(own),
  ),
  'area-codes-by-their-first-digits': npa(
    'Ignores everything after the first three digits of AreaCode.',
    (own, sent) => own === sent.slice(0, 3),
  ),
  'area-code-of-the-united-states-alone': {
    ...npa('Ignores AreaCode outside the United States.', () => true),
    when: abroad,
  },
  ...each(
    [
      ['area-code-alone-refused-at-home', 'in', true],
      ['area-code-alone-refused-abroad', 'outside', false],
    ],
    (_, within, isHome) => ({
      says: `Refuses a request with AreaCode alone ${within} the United States.`,
      breaks: 'TEL-168',
      when: (now) => [...now.query.keys()].join() === 'AreaCode' && abroad(now) !== isHome,
      inAreaCode: () => refuse(400, 'AreaCode alone is not enough'),
    }),
  ),
} satisfies Bank;

/** Which numbers InRegion keeps. */
export const regionMutants = {
  'region-ignored': region('Ignores InRegion.', () => true, ['TEL-169', 'TEL-171']),
  'region-by-its-first-letter': region(
    'Compares only the first letter of the region.',
    (own, sent) => own[0] === sent[0],
    ['TEL-169', 'TEL-171'],
  ),
  'region-looked-for-in-the-city': region(
    'Compares InRegion with the city instead of the region.',
    (_own, sent, { city }) => city === sent,
    'TEL-203',
  ),
  'region-known-by-its-beginning': region(
    'Lists the numbers whose region begins with InRegion.',
    (own, sent) => own.startsWith(sent),
  ),
  'region-known-by-its-end': region('Lists the numbers whose region ends with InRegion.', (own, sent) =>
    own.endsWith(sent),
  ),
  'regions-by-like': region('Treats % and _ in InRegion as SQL LIKE wildcards.', (own, sent) =>
    like(sent).test(own),
  ),
  'regions-by-their-first-letters': region(
    'Ignores everything after the first two letters of InRegion.',
    (own, sent) => own === sent.slice(0, 2).toUpperCase(),
  ),
  'region-with-an-ampersand-ignored': region(
    'Ignores an InRegion with an ampersand.',
    (_own, sent, number) => sent.includes('&') || inRegion(number, sent),
  ),
  'region-with-an-apostrophe-fails': region(
    'Returns 500 for an InRegion with an apostrophe.',
    (_own, sent, number) => (sent.includes("'") ? refuse(500, 'syntax error') : inRegion(number, sent)),
  ),
  'region-ignored-outside-north-america': region(
    'Ignores InRegion outside North America.',
    (_own, sent, number) => number.countryCode !== '+1' || inRegion(number, sent),
  ),
} satisfies Bank;

/** Which numbers InPostalCode keeps. */
export const postalCodeMutants = {
  'postal-code-ignored': postal('Ignores InPostalCode.', () => true, ['TEL-170', 'TEL-171']),
  'postal-code-by-its-start': postal(
    'Compares only the first three characters of the postal code.',
    (own, sent) => own.slice(0, 3) === sent.slice(0, 3),
    ['TEL-170', 'TEL-171'],
  ),
  'postal-code-as-a-number': postal(
    'Converts InPostalCode to a number, which strips its leading zeros.',
    (own, sent) => own === String(Number(sent)),
    'TEL-203',
  ),
  'postal-code-with-a-space-finds-nothing': postal(
    'Finds no numbers for a postal code that contains a space.',
    (own, sent) => !sent.includes(' ') && own === sent,
    'TEL-203',
  ),
  'postal-codes-by-like': postal('Treats % and _ in InPostalCode as SQL LIKE wildcards.', (own, sent) =>
    like(sent).test(own),
  ),
  'postal-codes-by-their-first-characters': postal(
    'Lists any number whose postal code is a prefix of InPostalCode.',
    (own, sent) => own !== '' && sent.startsWith(own),
  ),
  'postal-codes-that-begin-so': postal(
    'Lists numbers whose postal code begins with InPostalCode.',
    (own, sent) => own.startsWith(sent),
  ),
  'postal-code-beyond-ascii-fails': postal(
    'Returns 500 for an InPostalCode with a character outside ASCII.',
    (own, sent) => (/[^\0-\x7f]/.test(sent) ? refuse(500, 'encoding error') : own === sent),
  ),
} satisfies Bank;

function digits(says: string, keeps: Keeps, breaks: Breaks = 'TEL-167'): MutantEntry {
  return { says, breaks, contains: (number, sent) => keeps(number.phoneNumber, sent, number) };
}

function npa(says: string, keeps: Keeps, breaks: Breaks = 'TEL-168'): MutantEntry {
  return { says, breaks, inAreaCode: (number, sent) => keeps(number.npa ?? '', sent, number) };
}

function region(says: string, keeps: Keeps, breaks: Breaks = 'TEL-169'): MutantEntry {
  return { says, breaks, inRegion: (number, sent) => keeps(number.region, sent, number) };
}

function postal(says: string, keeps: Keeps, breaks: Breaks = 'TEL-170'): MutantEntry {
  return { says, breaks, inPostalCode: (number, sent) => keeps(number.postalCode, sent, number) };
}
