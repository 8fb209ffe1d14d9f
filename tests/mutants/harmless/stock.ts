import { type Numbers, type StockNumber, stock } from '../../reference/numbers.ts';
import { defaultRules, type Rules } from '../../reference/rules/index.ts';
import type { VariantEntry, Variants } from '../mutant.ts';

/** Which numbers are in stock, and when they come and go. */
export const stockVariants = {
  'numbers-in-order': stocked('Lists the numbers in ascending order.', (numbers) =>
    numbers.toSorted((a, b) => (a.phoneNumber < b.phoneNumber ? -1 : 1)),
  ),
  'numbers-backwards': stocked('Lists the numbers in reverse order.', (numbers) => numbers.toReversed()),
  'no-tollfree-numbers': stocked('No toll-free number is in stock.', (numbers) =>
    numbers.filter(({ type }) => type === 'local'),
  ),
  'numbers-of-one-country': stocked('Only numbers of one country are in stock.', (numbers) =>
    numbers.filter(({ country }) => country === 'US'),
  ),
  'numbers-of-one-area': stocked('Only numbers of one area are in stock.', ofOneArea),
  'two-numbers': stocked('Only two numbers are in stock.', (numbers) => ofOneArea(numbers).slice(0, 2)),
  'one-number': stocked('Only one number is in stock.', (numbers) => ofOneArea(numbers).slice(0, 1)),
  'no-numbers': stocked('No number is in stock.', () => []),
  'fifty-numbers': stocked('Exactly as many numbers are in stock as fit on a page.', (numbers) =>
    ours(numbers).slice(0, 50),
  ),
  'hundreds-of-thousands-of-numbers': stocked(
    'Two hundred and forty thousand local numbers are in stock.',
    plenty,
  ),
  'numbers-that-are-sold': stocked('With every tenth listing, the first number is sold.', (numbers, listed) =>
    ours(numbers).slice(Math.floor(listed / 10)),
  ),
  'numbers-that-come-in': stocked(
    'With every tenth listing, another number comes in before the others.',
    (numbers, listed) => ours(numbers).slice(Math.max(0, 30 - Math.floor(listed / 10))),
  ),
  'a-number-for-another': stocked(
    'With every third listing, a local number is sold, and the one sold before comes in again: the total stays.',
    (numbers, listed) => {
      const local = ours(numbers);
      const sold = local[(Math.floor(listed / 3) * 89) % local.length];
      return numbers.filter((number) => number !== sold);
    },
  ),
} satisfies Variants;

/** What is in stock at a listing, which is the first, the second or a later one. */
type Stock = (numbers: Numbers, listed: number) => Numbers;

function stocked(says: string, of: Stock): VariantEntry {
  return { says, rules: () => listing(of) };
}

/** Another stock: its numbers are listed, by the filters of the request, in place of the reference's own. */
function listing(of: Stock): Partial<Rules> {
  let isListed: ((number: StockNumber) => boolean)[] = [];
  let asks = false;
  let listed: Numbers = [];
  let listings = 0;
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
      listings += 1;
      listed = of(stock, listings).filter((number) => isListed.every((holds) => holds(number)));
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

function ofOneArea(numbers: Numbers): Numbers {
  return numbers.filter(({ npa }) => npa === '212');
}
