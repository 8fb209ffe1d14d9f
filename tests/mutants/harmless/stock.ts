import { type Numbers, type StockNumber, stock } from '../../reference/numbers.ts';
import { defaultRules, type Rules } from '../../reference/rules/index.ts';
import type { Variants } from '../mutant.ts';

/** Which numbers are in stock, and when they come and go. */
export const stockVariants = {
  'numbers-in-order': {
    says: 'Lists the numbers in ascending order.',
    rules: () => stocked((numbers) => numbers.toSorted((a, b) => (a.phoneNumber < b.phoneNumber ? -1 : 1))),
  },
  'numbers-backwards': {
    says: 'Lists the numbers in reverse order.',
    rules: () => stocked((numbers) => numbers.toReversed()),
  },
  'no-tollfree-numbers': {
    says: 'No toll-free number is in stock.',
    rules: () => stocked((numbers) => numbers.filter(({ type }) => type === 'local')),
  },
  'numbers-of-one-country': {
    says: 'Only numbers of one country are in stock.',
    rules: () => stocked((numbers) => numbers.filter(({ country }) => country === 'US')),
  },
  'numbers-of-one-area': {
    says: 'Only numbers of one area are in stock.',
    rules: () => stocked((numbers) => numbers.filter(({ npa }) => npa === '212')),
  },
  'two-numbers': {
    says: 'Only two numbers are in stock.',
    rules: () => stocked((numbers) => numbers.filter(({ npa }) => npa === '212').slice(0, 2)),
  },
  'one-number': {
    says: 'Only one number is in stock.',
    rules: () => stocked((numbers) => numbers.filter(({ npa }) => npa === '212').slice(0, 1)),
  },
  'no-numbers': {
    says: 'No number is in stock.',
    rules: () => stocked(() => []),
  },
  'fifty-numbers': {
    says: 'Exactly as many numbers are in stock as fit on a page.',
    rules: () => stocked((numbers) => ours(numbers).slice(0, 50)),
  },
  'hundreds-of-thousands-of-numbers': {
    says: 'Two hundred and forty thousand local numbers are in stock.',
    rules: () => stocked(plenty),
  },
  'numbers-that-are-sold': {
    says: 'With every tenth listing, the first number is sold.',
    rules: () => {
      let listed = 0;
      return stocked((numbers) => {
        listed += 1;
        return ours(numbers).slice(Math.floor(listed / 10));
      });
    },
  },
  'numbers-that-come-in': {
    says: 'With every tenth listing, another number comes in before the others.',
    rules: () => {
      let listed = 0;
      return stocked((numbers) => {
        listed += 1;
        return ours(numbers).slice(Math.max(0, 30 - Math.floor(listed / 10)));
      });
    },
  },
  'a-number-for-another': {
    says: 'With every third listing, a local number is sold, and the one sold before comes in again: the total stays.',
    rules: () => {
      let listed = 0;
      return stocked((numbers) => {
        listed += 1;
        const local = ours(numbers);
        const sold = local[(Math.floor(listed / 3) * 89) % local.length];
        return numbers.filter((number) => number !== sold);
      });
    },
  },
} satisfies Variants;

/** Another stock: its numbers are listed, by the filters of the request, in place of the reference's own. */
function stocked(of: (numbers: Numbers) => Numbers): Partial<Rules> {
  let isListed: ((number: StockNumber) => boolean)[] = [];
  let asks = false;
  let listed: Numbers = [];
  /** Learns from the first number of the reference's own what the request filters by. */
  const filter =
    (keeps: (number: StockNumber, value: string) => boolean) =>
    (_: StockNumber, value: string): boolean => {
      isListed.push((number) => keeps(number, value));
      return false;
    };
  return {
    placeOf: (country, type) => {
      const place = defaultRules.placeOf(country, type);
      isListed = [({ country, type }) => country === place?.country && type === place.type];
      asks = true;
      return place;
    },
    isOfCountry: () => asks,
    isOfType: () => asks,
    contains: filter(defaultRules.contains),
    inAreaCode: filter(defaultRules.inAreaCode),
    inRegion: filter(defaultRules.inRegion),
    inPostalCode: filter(defaultRules.inPostalCode),
    meets: () => {
      asks = false;
      return false;
    },
    total: () => {
      listed = of(stock).filter((number) => isListed.every((holds) => holds(number)));
      return listed.length;
    },
    numPages: (_, pageSize) => defaultRules.numPages(listed.length, pageSize),
    pageItems: <Item>(_: readonly Item[], index: number, pageSize: number) =>
      defaultRules.pageItems(listed, index, pageSize) as readonly Item[],
  };
}

let many: Numbers | undefined;

/** The local numbers of the US, each of their areas with twenty thousand of them. */
function plenty(numbers: Numbers): Numbers {
  many ??= ours(numbers)
    .slice(0, 12)
    .flatMap((model) =>
      Array.from({ length: 20_000 }, (_, nth) => {
        const exchange = String(200 + Math.floor(nth / 1000));
        const last = String(nth % 1000).padStart(4, '0');
        return {
          ...model,
          exchange,
          phoneNumber: `+1${model.npa}${exchange}${last}`,
          friendlyName: `(${model.npa}) ${exchange}-${last}`,
        };
      }),
    );
  return many;
}

function ours(numbers: Numbers): Numbers {
  return numbers.filter(({ country, type }) => country === 'US' && type === 'local');
}
