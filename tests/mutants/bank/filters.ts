import { refuse } from '../../reference/answer.ts';
import { type StockNumber, stock } from '../../reference/numbers.ts';
import { defaultRules } from '../../reference/rules/index.ts';
import { abroad, all, tollfree } from '../circumstances.ts';
import { each, series } from '../family.ts';
import type { Bank, MutantEntry } from '../mutant.ts';
import { like } from '../parts/like.ts';

const { inRegion } = defaultRules;

/** What a filter lists: how that is told, whether it keeps a number, and what that breaks. */
type Filters = Readonly<
  Record<string, readonly [lists: string, keeps: Keeps, breaks?: MutantEntry['breaks']]>
>;

/** Whether a number is kept, by the field that a filter compares. */
type Keeps = (own: string, sent: string, number: StockNumber) => boolean;

/** Which numbers Contains keeps, by their digits and plus sign. */
export const containsMutants = {
  ...series(
    'contains',
    {
      ignored: ['all numbers', () => true, ['TEL-167', 'TEL-171']],
      'at-the-start-alone': ['what begins with it', (own, sent) => own.startsWith(`+${sent}`), 'TEL-203'],
      'at-the-end-alone': ['what ends with it', (own, sent) => own.endsWith(sent), 'TEL-203'],
      'behind-the-area-code': [
        'what has it in 7 digits',
        (own, sent) => own.slice(-7).includes(sent),
        'TEL-203',
      ],
      'in-domestic-format': [
        'what has it in its name',
        (_own, sent, one) => one.friendlyName.includes(sent),
        'TEL-203',
      ],
      'in-formatted-parts': ['nothing across the end of an area code', isWithinAPart, 'TEL-203'],
      'of-four-digits-at-most': ['nothing for more than four digits', isByFourDigits, 'TEL-203'],
      'three-characters-at-most': ['by its first three', (own, sent) => own.includes(sent.slice(0, 3))],
      'of-five-characters': ['by its first five', (own, sent) => own.includes(sent.slice(0, 5))],
      'of-ten-characters': ['by its first ten', (own, sent) => own.includes(sent.slice(0, 10))],
      'any-of-the-characters': ['what has any of its characters', hasAnyOf, ['TEL-167', 'TEL-171']],
      'of-one-character-ignored': [
        'all for a single one',
        (own, sent) => sent.length === 1 || own.includes(sent),
      ],
      'of-two-characters-ignored': [
        'all for one or two',
        (own, sent) => sent.length < 3 || own.includes(sent),
      ],
      'without-letters': ['what has its digits', (own, sent) => own.includes(sent.replace(/\D/g, ''))],
      'out-of-stock-lists-all': [
        'all for what none has',
        (own, sent) => isUnknown(sent) || own.includes(sent),
      ],
      'as-an-expression': ['any character for a dot', wildcard(/\./g, '.')],
      'with-an-underscore-for-any-character': ['any character for an underscore', wildcard(/_/g, '.')],
      'with-a-question-mark-for-any-character': ['any character for a question mark', wildcard(/\?/g, '.')],
      'as-a-search-pattern': ['any characters for a percent sign', wildcard(/%/g, '.*')],
      'with-a-star-for-any-characters': ['any characters for an asterisk', wildcard(/\*/g, '.*')],
    } satisfies Filters,
    (lists, keeps, ...[breaks]) => ({
      says: `By Contains, lists ${lists}.`,
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
      'by-its-end': ['area codes with its last two digits', (own, sent) => own.slice(1) === sent.slice(1)],
      'by-three-digits': ['area codes with its first three digits', (own, sent) => own === sent.slice(0, 3)],
      'finds-nothing': [
        'numbers of that exchange',
        (_own, sent, one) => one.exchange === sent,
        ['TEL-168', 'TEL-203'],
      ],
      anywhere: ['numbers with it anywhere', (_own, sent, one) => one.phoneNumber.includes(sent)],
      'known-by-its-beginning': ['area codes that begin with it', (own, sent) => own.startsWith(sent)],
      'known-by-its-end': ['area codes that end with it', (own, sent) => own.endsWith(sent)],
      'by-like': ['area codes that an SQL LIKE finds', (own, sent) => like(sent).test(own)],
      'out-of-stock-lists-all': [
        'all numbers if none has that area code',
        (own, sent) => own === sent || !isArea(sent),
      ],
    } satisfies Filters,
    (lists, keeps, ...[breaks]) => ({
      says: `By AreaCode, lists ${lists}.`,
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
        'regions of its first letter',
        (own, sent) => own[0] === sent[0],
        ['TEL-169', 'TEL-171'],
      ],
      'by-two-letters': [
        'regions of its first two letters',
        (own, sent) => own === sent.slice(0, 2).toUpperCase(),
      ],
      'looked-for-in-the-city': ['numbers of that city', (_own, sent, one) => one.city === sent, 'TEL-203'],
      'known-by-its-beginning': ['regions that begin with it', (own, sent) => own.startsWith(sent)],
      'known-by-its-end': ['regions that end with it', (own, sent) => own.endsWith(sent)],
      'by-like': ['regions that an SQL LIKE finds', (own, sent) => like(sent).test(own)],
      'with-an-ampersand-ignored': [
        'all for an ampersand',
        (_own, sent, one) => sent.includes('&') || inRegion(one, sent),
      ],
      'ignored-outside-north-america': [
        'all numbers abroad',
        (_own, sent, one) => one.countryCode !== '+1' || inRegion(one, sent),
      ],
    } satisfies Filters,
    (lists, keeps, ...[breaks]) => ({
      says: `By InRegion, lists ${lists}.`,
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
        'codes of the same start',
        (own, sent) => own.slice(0, 3) === sent.slice(0, 3),
        ['TEL-170', 'TEL-171'],
      ],
      'by-its-first-characters': [
        'codes that it begins with',
        (own, sent) => own !== '' && sent.startsWith(own),
      ],
      'known-by-its-beginning': ['codes that begin with it', (own, sent) => own.startsWith(sent)],
      'by-like': ['codes that an SQL LIKE finds', (own, sent) => like(sent).test(own)],
      'as-a-number': [
        'codes without its leading zeros',
        (own, sent) => own === String(Number(sent)),
        'TEL-203',
      ],
      'with-a-space-finds-nothing': [
        'none if it has a space',
        (own, sent) => !/ /.test(sent) && own === sent,
        'TEL-203',
      ],
    } satisfies Filters,
    (lists, keeps, ...[breaks]) => ({
      says: `By InPostalCode, lists ${lists}.`,
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
