import { json, refuse } from '../../reference/answer.ts';
import { type Now, now } from '../../reference/now.ts';
import { type StockNumber, stock } from '../../reference/numbers.ts';
import { defaultRules } from '../../reference/rules/index.ts';
import { all, asking, at, either, filtered, filteredBy, not, sized, tollfree } from '../circumstances.ts';
import { each } from '../family.ts';
import type { Bank } from '../mutant.ts';
import { inCroatia } from '../parts/in-croatia.ts';
import type { When } from '../where.ts';

const { contains, inAreaCode, inPostalCode, inRegion, meets, total } = defaultRules;

const laterPage: When = ({ query }) => Number(query.get('Page') ?? 1) > 1;
const several = either(filteredBy(2), filteredBy(3), filteredBy(4));
const ofEachFilter = ['TEL-167', 'TEL-168', 'TEL-169', 'TEL-170'] as const;

/** Filters beside each other. */
export const severalFilters = {
  ...each(
    [
      ['filters-or-ed', 'several', several],
      ['two-filters-or-ed', 'two', filteredBy(2)],
      ['three-filters-or-ed', 'three', filteredBy(3)],
    ],
    (_, many, when) => ({
      says: `Lists numbers that match any of ${many} filters.`,
      breaks: 'TEL-171',
      when,
      meets: (verdicts) => verdicts.some(Boolean),
    }),
  ),
  ...each(
    [
      ['contains-lost-beside-others', 'first', 0],
      ['area-code-lost-beside-others', 'second', 1],
      ['region-lost-beside-others', 'third', 2],
      ['postal-code-lost-beside-others', 'fourth', 3],
    ],
    (_, which, index) => ({
      says: `Ignores the ${which} of several filters, in the order Contains, AreaCode, InRegion, InPostalCode.`,
      breaks: 'TEL-171',
      when: several,
      meets: (verdicts) => meets(verdicts.filter((_verdict, nth) => nth !== index)),
    }),
  ),
  'filters-exclude-each-other': {
    says: 'Lists nothing when the request has several filters.',
    breaks: 'TEL-203',
    when: several,
    meets: () => false,
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
    when: several,
    send: (answer) => {
      const body = (answer.body ?? {}) as { readonly available_phone_numbers?: readonly object[] };
      const [first] = body.available_phone_numbers ?? [];
      const other = { phone_number: '+15005550006', npa: '500', region: 'ZZ', postal_code: '0' };
      const available_phone_numbers = [first, { ...first, ...other }];
      return first === undefined ? answer : { ...answer, body: { ...body, available_phone_numbers } };
    },
  },
  'four-filters-refused': {
    says: 'Refuses a request with all four filters.',
    breaks: 'TEL-172',
    when: filteredBy(4),
    meets: () => refuse(400, 'Too many filters'),
  },
  'tollfree-filters-refused': {
    says: 'Refuses Contains, AreaCode and InRegion together for toll-free numbers.',
    breaks: 'TEL-172',
    when: all(tollfree, asking('Contains'), asking('AreaCode'), asking('InRegion')),
    send: () => json(400, { status: 400, message: 'Too many filters' }),
  },
  'filters-refused-together-in-croatia': {
    says: 'Refuses several filters together for numbers of Croatia.',
    breaks: 'TEL-171',
    settings: inCroatia,
    when: all(several, at(/\/HR\//)),
    meets: () => refuse(400, 'One filter at a time'),
  },
  'empty-page-beside-three-filters': {
    says: 'Returns the right total but no numbers when the request has three or more filters.',
    breaks: 'TEL-203',
    when: either(filteredBy(3), filteredBy(4)),
    pageItems: () => [],
  },
  'last-of-three-filters-ignored': {
    says: 'Ignores InRegion when the request has Contains and AreaCode, but not InPostalCode.',
    breaks: 'TEL-171',
    when: all(asking('Contains'), asking('AreaCode'), not(asking('InPostalCode'))),
    inRegion: () => true,
  },
  'first-of-three-filters-ignored': {
    says: 'Ignores Contains when the request has InRegion and InPostalCode, but not AreaCode.',
    breaks: 'TEL-171',
    when: all(asking('InRegion'), asking('InPostalCode'), not(asking('AreaCode'))),
    contains: () => true,
  },
  'region-lost-on-later-pages-of-two-filters': {
    says: 'Ignores InRegion after the first page when the request has two filters.',
    breaks: 'TEL-162',
    when: all(filteredBy(2), laterPage),
    inRegion: () => true,
  },
  'area-code-lost-beside-another-filter-in-canada': {
    says: 'Ignores AreaCode for Canadian numbers when the request has another filter.',
    breaks: 'TEL-171',
    when: all(several, at(/\/CA\//)),
    inAreaCode: () => true,
  },
} satisfies Bank;

/** Filters of any kind. */
export const anyFilter = {
  ...each(
    [
      ['tollfree-filters-ignored', 'of toll-free numbers', [...ofEachFilter, 'TEL-171'], tollfree],
      ['filters-ignored-on-large-pages', 'when PageSize is greater than 50', ofEachFilter, onLargePages],
      [
        'filters-ignored-on-later-pages-of-no-size',
        'after the first page without PageSize',
        'TEL-162',
        all(laterPage, not(sized)),
      ],
      [
        'filter-ignored-beside-page-alone',
        'when the request has Page but not PageSize',
        'TEL-162',
        all(asking('Page'), not(sized)),
      ],
    ],
    (_, whenever, breaks, when) => ({
      says: `Ignores all filters ${whenever}.`,
      breaks,
      when,
      meets: () => true,
    }),
  ),
  'one-filter-as-404': {
    says: 'Returns 404 with the numbers when the request has a single filter.',
    breaks: ofEachFilter,
    when: filteredBy(1),
    send: (answer) => ({ ...answer, status: 404 }),
  },
  'nothing-found-fails': {
    says: 'Returns 500 when no numbers match the filters.',
    breaks: ofEachFilter,
    when: filtered,
    total: (items) => total(items) || refuse(500, 'Nothing was found'),
  },
  'first-match-of-a-filter-alone': {
    says: 'Lists only the first number that matches a single filter.',
    breaks: 'TEL-203',
    rules: () => {
      let found: Now | undefined;
      return {
        meets: (verdicts) => {
          if (!meets(verdicts) || (verdicts.length === 1 && found === now())) return false;
          found = now();
          return true;
        },
      };
    },
  },
  'filters-among-the-first-200': {
    says: 'Searches only the first 200 US local numbers when the request has filters.',
    breaks: 'TEL-203',
    contains: early(contains),
    inAreaCode: early(inAreaCode),
    inRegion: early(inRegion),
    inPostalCode: early(inPostalCode),
  },
} satisfies Bank;

function onLargePages({ query }: Now): boolean {
  return Number(query.get('PageSize')) > 50;
}

/** A filter that keeps none of the local numbers of the United States but the first 200. */
function early(keeps: (number: StockNumber, sent: string) => boolean): typeof keeps {
  const isOurs = ({ country, type }: StockNumber) => country === 'US' && type === 'local';
  const first = new Set(stock.filter(isOurs).slice(0, 200));
  return (number, sent) => (!isOurs(number) || first.has(number)) && keeps(number, sent);
}
