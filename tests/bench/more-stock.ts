import { type StockNumber, stock } from '../reference/numbers.ts';

/**
 * Puts so many times the numbers of North America into the stock of every reference that this process starts
 * from now on; each is a number of its own.
 *
 * @returns takes them out again
 */
export function multiplyStock(times: number): () => void {
  const numbers = stock as StockNumber[];
  const before = numbers.length;
  // The area codes of a country take turns there, and go on doing so.
  const own = numbers.filter(({ countryCode }) => countryCode === '+1');
  for (let nth = 1; nth < times; nth += 1) numbers.push(...own.map((number) => moved(number, nth * 1000)));
  return () => numbers.splice(before);
}

/** The same number with other last digits: +1 212 555 0100 becomes +1 212 555 1100. */
function moved(number: StockNumber, by: number): StockNumber {
  const last = String(Number(number.phoneNumber.slice(-4)) + by).padStart(4, '0');
  return {
    ...number,
    phoneNumber: number.phoneNumber.slice(0, -4) + last,
    friendlyName: number.friendlyName.slice(0, -4) + last,
  };
}
