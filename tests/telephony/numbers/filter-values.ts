import { answersListing, isA } from '../../support/interface/answers.ts';
import { isRefused } from '../../support/judging/matchers.ts';
import type { Answer, Fields } from '../../support/wire/http.ts';
import { type Filter, meets, told } from './filters.ts';
import { type Listed, numbersOf } from './listing.ts';

/** Well-formed values that no number in the world has. */
const noValue: Readonly<Record<string, string>> = {
  Contains: '0000000000',
  AreaCode: '999',
  InRegion: 'ZZ',
  InPostalCode: '00000',
};

/** What a filter lists for a value that no number has. */
interface None {
  readonly value: string;
  readonly answer: Answer;
  readonly isEmpty: boolean;
}

/** Requests a value that no number has: it lists nothing, unless the filter lets everything through. */
export async function listNone(list: (query: Fields) => Promise<Answer>, filter: Filter): Promise<None> {
  const value = noValue[filter.name] ?? '';
  const answer = await list({ [filter.name]: value });
  const isEmpty =
    isRefused(answer) ||
    (isA(answersListing, answer) &&
      numbersOf(answer.json).every((number) => meets(filter, number, value) !== false));
  return { value, answer, isEmpty };
}

/**
 * Whether a filter has to find a number that meets it. The digits of a number are contiguous in
 * phone_number, whatever separates them in another format; only those of the country code may be left out of a search.
 * In other fields only the exact value has to find it: the interface does not say that letter case is ignored.
 */
export function hasToFind(filter: Filter, number: Listed, value: string): boolean {
  const own = told(filter, number);
  if (filter.name !== 'Contains') return own === value;
  return nationalOf(number)?.includes(value) === true;
}

/** A number without its country code, which a domestic format omits. */
export function nationalOf({ phone_number, country_code }: Listed): string | undefined {
  const code = typeof country_code === 'string' ? country_code.replace(/\D/g, '') : '';
  return typeof phone_number === 'string' ? phone_number.slice(1 + code.length) : undefined;
}
