import type { AvailableNumber, NumberListing } from '../../schemas/index.d.ts';
import type { Values } from './operation.ts';
import { Refusal } from './refusal.ts';

const filters = {
  Contains: (number, characters) => number.phone_number.includes(characters),
  AreaCode: (number, code) => number.npa === code,
  InRegion: (number, region) => number.region?.toLowerCase() === region.toLowerCase(),
  InPostalCode: (number, code) => number.postal_code === code,
} as const satisfies Readonly<Record<string, (number: AvailableNumber, value: string) => boolean>>;

/**
 * A page of those numbers that are of the country and kind asked for, and meet the filters.
 *
 * @param stock all numbers of the documents; several examples may show the same one
 * @param path of the listing, as the client wrote it
 * @throws Refusal 404 when there is no such page, as the reference does
 */
export function listingAsked(stock: readonly AvailableNumber[], path: string, asked: Values): NumberListing {
  const { Country, Type } = asked;
  const unique = [...new Map(stock.map((number) => [number.phone_number, number])).values()];
  const kept = Object.entries(filters).filter(([name]) => asked[name]);
  const numbers = unique.filter(
    (number) =>
      number.iso_country === Country?.toUpperCase() &&
      number.type === Type?.toLowerCase() &&
      kept.every(([name, meets]) => meets(number, asked[name] ?? '')),
  );
  const page_size = wholeNumber(asked['PageSize']);
  const num_pages = Math.max(1, Math.ceil(numbers.length / page_size));
  // Clients that count from 0 mean the first page by it.
  const page = Math.max(1, wholeNumber(asked['Page']));
  if (page > num_pages)
    throw new Refusal(
      404,
      `The path ${path} has no page ${page}: query parameter Page is at most ${num_pages}`,
    );
  const start = (page - 1) * page_size;
  const items = numbers.slice(start, start + page_size);
  const query = new URLSearchParams(kept.map(([name]) => [name, asked[name] ?? '']));
  const uriOf = (number: number): string =>
    number < 1 || number > num_pages
      ? ''
      : `${path}?Page=${number}&PageSize=${page_size}${query.size > 0 ? `&${query}` : ''}`;
  return {
    uri: path,
    first_page_uri: uriOf(1),
    previous_page_uri: uriOf(page - 1),
    next_page_uri: uriOf(page + 1),
    last_page_uri: uriOf(num_pages),
    start,
    end: Math.max(0, start + items.length - 1),
    total: numbers.length,
    num_pages,
    page,
    page_size,
    available_phone_numbers: items,
  };
}

/** Of digits; one too large for a number would become null in JSON. */
function wholeNumber(digits: string | null | undefined): number {
  return Math.min(Number(digits), Number.MAX_SAFE_INTEGER);
}
