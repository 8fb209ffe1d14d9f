import { type StockNumber, stock } from '../reference/numbers.ts';

/**
 * Multiplies the North American numbers in stock, for every reference that this process starts from now on; all numbers
 * are distinct.
 *
 * @returns a function that removes the added numbers
 */
export function multiplyStock(times: number): () => void {
  const numbers = stock as StockNumber[];
  const before = numbers.length;
  // The area codes of a country take turns in the stock, and still do with the added numbers.
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
