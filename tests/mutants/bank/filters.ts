import { refuse } from '../../reference/answer.ts';
import { type StockNumber, stock } from '../../reference/numbers.ts';
import { defaultRules } from '../../reference/rules/index.ts';
import { abroad, all, tollfree } from '../circumstances.ts';
import { each, series } from '../family.ts';
import type { Bank, MutantEntry } from '../mutant.ts';
import { like } from '../parts/like.ts';

const { inRegion } = defaultRules;

/** What a filter keeps: how that is told, whether it keeps a number, and what that breaks. */
type Filters = Readonly<
  Record<string, readonly [kept: string, keeps: Keeps, breaks?: MutantEntry['breaks']]>
>;

/** Whether a number is kept, by the field that a filter compares. */
type Keeps = (own: string, sent: string, number: StockNumber) => boolean;

/** Which numbers Contains keeps, by their digits and plus sign. */
export const containsMutants = {
  ...series(
    'contains',
    {
      ignored: ['all numbers', () => true, ['TEL-167', 'TEL-171']],
      'at-the-start-alone': [
        'only numbers that begin with it',
        (own, it) => own.startsWith(`+${it}`),
        'TEL-203',
      ],
      'at-the-end-alone': ['only numbers that end with it', (own, it) => own.endsWith(it), 'TEL-203'],
      'behind-the-area-code': [
        'only numbers with it in their last seven digits',
        (own, it) => own.slice(-7).includes(it),
        'TEL-203',
      ],
      'in-domestic-format': [
        'numbers with it in their friendly name',
        (_, it, one) => one.friendlyName.includes(it),
        'TEL-203',
      ],
      'in-formatted-parts': ['no number with it across the end of its area code', isWithinAPart, 'TEL-203'],
      'of-four-digits-at-most': ['nothing if it has more than four digits', isByFourDigits, 'TEL-203'],
      'three-characters-at-most': ['numbers with its first three', (own, it) => own.includes(it.slice(0, 3))],
      'of-five-characters': ['numbers with its first five', (own, it) => own.includes(it.slice(0, 5))],
      'of-ten-characters': ['numbers with its first ten', (own, it) => own.includes(it.slice(0, 10))],
      'any-of-the-characters': ['numbers with any of its characters', hasAnyOf, ['TEL-167', 'TEL-171']],
      'of-one-character-ignored': [
        'all numbers if it is one character',
        (own, it) => it.length === 1 || own.includes(it),
      ],
      'of-two-characters-ignored': [
        'all numbers if it is one character or two',
        (own, it) => it.length < 3 || own.includes(it),
      ],
      'without-letters': ['numbers with its digits alone', (own, it) => own.includes(it.replace(/\D/g, ''))],
      'out-of-stock-lists-all': [
        'all numbers if none has it',
        (own, it) => isUnknown(it) || own.includes(it),
      ],
      'as-an-expression': ['any character for a dot in it', wildcard(/\./g, '.')],
      'with-an-underscore-for-any-character': ['any character for an underscore in it', wildcard(/_/g, '.')],
      'with-a-question-mark-for-any-character': [
        'any character for a question mark in it',
        wildcard(/\?/g, '.'),
      ],
      'as-a-search-pattern': ['any characters for a percent sign in it', wildcard(/%/g, '.*')],
      'with-a-star-for-any-characters': ['any characters for an asterisk in it', wildcard(/\*/g, '.*')],
    } satisfies Filters,
    (kept, keeps, ...[breaks]) => ({
      says: `Contains keeps ${kept}.`,
      breaks: breaks ?? 'TEL-167',
      contains: (number, sent) => keeps(number.phoneNumber, sent, number),
    }),
  ),
  'contains-ignored-of-tollfree-abroad': {
    says: 'Ignores Contains for toll-free numbers outside the United States.',
    breaks: 'TEL-167',
    when: all(tollfree, abroad),
    contains: () => true,
  },
} satisfies Bank;

/** Which numbers AreaCode keeps. */
export const areaCodeMutants = {
  ...series(
    'area-code',
    {
      ignored: ['all numbers', () => true, ['TEL-168', 'TEL-171']],
      'by-its-end': ['area codes with its last two digits', (own, it) => own.slice(1) === it.slice(1)],
      'by-three-digits': ['area codes with its first three digits', (own, it) => own === it.slice(0, 3)],
      'finds-nothing': [
        'numbers of that exchange',
        (_, it, one) => one.exchange === it,
        ['TEL-168', 'TEL-203'],
      ],
      anywhere: ['numbers with it anywhere', (_, it, one) => one.phoneNumber.includes(it)],
      'known-by-its-beginning': ['area codes that begin with it', (own, it) => own.startsWith(it)],
      'known-by-its-end': ['area codes that end with it', (own, it) => own.endsWith(it)],
      'by-like': ['area codes that match it by SQL LIKE', (own, it) => like(it).test(own)],
      'out-of-stock-lists-all': [
        'all numbers if none has that area code',
        (own, it) => own === it || !isArea(it),
      ],
    } satisfies Filters,
    (kept, keeps, ...[breaks]) => ({
      says: `AreaCode keeps ${kept}.`,
      breaks: breaks ?? 'TEL-168',
      inAreaCode: (number, sent) => keeps(number.npa ?? '', sent, number),
    }),
  ),
  'area-code-of-the-united-states-alone': {
    says: 'Ignores AreaCode outside the United States.',
    breaks: 'TEL-168',
    when: abroad,
    inAreaCode: () => true,
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
  ...series(
    'region',
    {
      ignored: ['all numbers', () => true, ['TEL-169', 'TEL-171']],
      'by-its-first-letter': [
        'regions with its first letter',
        (own, it) => own[0] === it[0],
        ['TEL-169', 'TEL-171'],
      ],
      'by-two-letters': [
        'regions with its first two letters',
        (own, it) => own === it.slice(0, 2).toUpperCase(),
      ],
      'looked-for-in-the-city': ['numbers of that city', (_, it, one) => one.city === it, 'TEL-203'],
      'known-by-its-beginning': ['regions that begin with it', (own, it) => own.startsWith(it)],
      'known-by-its-end': ['regions that end with it', (own, it) => own.endsWith(it)],
      'by-like': ['regions that match it by SQL LIKE', (own, it) => like(it).test(own)],
      'with-an-ampersand-ignored': [
        'all numbers if it has an ampersand',
        (_, it, one) => it.includes('&') || inRegion(one, it),
      ],
      'ignored-outside-north-america': [
        'all numbers outside North America',
        (_, it, one) => one.countryCode !== '+1' || inRegion(one, it),
      ],
    } satisfies Filters,
    (kept, keeps, ...[breaks]) => ({
      says: `InRegion keeps ${kept}.`,
      breaks: breaks ?? 'TEL-169',
      inRegion: (number, sent) => keeps(number.region, sent, number),
    }),
  ),
  'region-with-an-apostrophe-fails': {
    says: 'Returns 500 for an InRegion with an apostrophe.',
    breaks: 'TEL-169',
    inRegion: (number, sent) => (sent.includes("'") ? refuse(500, 'syntax error') : inRegion(number, sent)),
  },
} satisfies Bank;

/** Which numbers InPostalCode keeps. */
export const postalCodeMutants = {
  ...series(
    'postal-code',
    {
      ignored: ['all numbers', () => true, ['TEL-170', 'TEL-171']],
      'by-its-start': [
        'codes with its first three characters',
        (own, it) => own.slice(0, 3) === it.slice(0, 3),
        ['TEL-170', 'TEL-171'],
      ],
      'by-its-first-characters': ['codes that it begins with', (own, it) => own !== '' && it.startsWith(own)],
      'known-by-its-beginning': ['codes that begin with it', (own, it) => own.startsWith(it)],
      'by-like': ['codes that match it by SQL LIKE', (own, it) => like(it).test(own)],
      'as-a-number': ['codes without its leading zeros', (own, it) => own === String(Number(it)), 'TEL-203'],
      'with-a-space-finds-nothing': [
        'nothing if it has a space',
        (own, it) => !/ /.test(it) && own === it,
        'TEL-203',
      ],
    } satisfies Filters,
    (kept, keeps, ...[breaks]) => ({
      says: `InPostalCode keeps ${kept}.`,
      breaks: breaks ?? 'TEL-170',
      inPostalCode: (number, sent) => keeps(number.postalCode, sent),
    }),
  ),
  'postal-code-beyond-ascii-fails': {
    says: 'Returns 500 for an InPostalCode with a character outside ASCII.',
    breaks: 'TEL-170',
    inPostalCode: ({ postalCode }, sent) =>
      /[^\0-\x7f]/.test(sent) ? refuse(500, 'encoding error') : postalCode === sent,
  },
} satisfies Bank;

/** Takes some characters for a pattern, and the others as they are. */
function wildcard(signs: RegExp, pattern: string): Keeps {
  return (own, sent) => {
    const plain = sent.split(signs).map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
    return new RegExp(plain.join(pattern)).test(own);
  };
}

function isWithinAPart(own: string, sent: string, { npa = '' }: StockNumber): boolean {
  const [, rest = own] = own.split(`+1${npa}`);
  return [own.slice(0, own.length - rest.length), rest].some((part) => part.includes(sent));
}

function isByFourDigits(own: string, sent: string): boolean {
  return sent.replace(/\D/g, '').length < 5 && own.includes(sent);
}

function hasAnyOf(own: string, sent: string): boolean {
  return Array.from(sent).some((one) => own.includes(one));
}

function isUnknown(sent: string): boolean {
  return !stock.some(({ phoneNumber }) => phoneNumber.includes(sent));
}

function isArea(sent: string): boolean {
  return stock.some(({ npa }) => npa === sent);
}
