import { type Filter, type Listed, meets, told } from './listing.ts';

/**
 * Values that no number in stock has, and yet come near one: the beginning of a value, an exchange in place of an area
 * code, and digits around what stands for any text in a pattern.
 */
export function nearValues(stock: readonly Listed[], filter: Filter): readonly string[] {
  const [own = ''] = stock.flatMap((number) => told(filter, number) ?? []);
  if (filter.name === 'Contains')
    return own.length < 5 ? [] : ['.', '%', '_'].map((any) => `${own.at(-4)}${any}${own.at(-2)}`);
  const [exchange] = stock.flatMap(({ exchange, npa }) => (exchange && exchange !== npa ? [exchange] : []));
  return [
    // Those who look for a postal code may mean all that begin so.
    ...(own.length > 1 && filter.name !== 'InPostalCode' ? [own.slice(0, -1)] : []),
    ...(filter.name === 'AreaCode' && exchange ? [exchange] : []),
  ];
}

/**
 * Values of Contains of other lengths: one that a short column would cut, and yet short of what a domestic format
 * leaves out; and one so short that a search might pass over it, which some numbers have and others have not.
 */
export function lengthsOf(stock: readonly Listed[], filter: Filter): readonly (string | undefined)[] {
  if (filter.name !== 'Contains') return [];
  const numbers = stock.flatMap((number) => told(filter, number) ?? []);
  const pairs = numbers.map((number) => number.slice(-2));
  return [longestOf(stock), pairs.find((pair) => numbers.some((number) => !number.includes(pair)))];
}

/** The end of a number, of eight digits or of fewer where the national part has no more. */
function longestOf(stock: readonly Listed[]): string | undefined {
  const { phone_number, country_code } =
    stock.findLast((number) => typeof number.phone_number === 'string') ?? {};
  const code = typeof country_code === 'string' ? country_code.replace(/\D/g, '') : '';
  return phone_number?.slice(1 + code.length).slice(-8);
}

/**
 * Whether a filter has to find a number that meets it. Characters that stand in its last four digits stand together
 * in any format; such as stand elsewhere may be parted there, or lie across the country code.
 */
export function hasToFind(filter: Filter, number: Listed, value: string): boolean {
  const isFound = meets(filter, number, value) === true;
  return (
    isFound && (filter.name !== 'Contains' || filter.keeps(String(told(filter, number)).slice(-4), value))
  );
}
