import { expect } from '../judging/expect.ts';
import type { Answer } from '../wire/http.ts';

/** So many guesses of a credential may be refused in a row: a lock comes after three of them, or more. */
export const GUESSES_IN_A_ROW = 2;

/** So many requests may be refused in a row where nothing is guessed: what is locked then is an address at most. */
export const IN_A_ROW = 4;

/**
 * Expects that requests are refused. Between them, and after the last, something is accepted: several refusals in a
 * row may lock a client, an account or an address, and then a refusal shows nothing.
 *
 * @param tried what is sent
 * @param accepted sends a request that has to succeed (`control`); one should have succeeded before
 * @param inARow how many refusals come in a row: `GUESSES_IN_A_ROW` or `IN_A_ROW`
 */
export async function expectRefusals<T>(
  tried: readonly T[],
  send: (one: T) => Promise<Answer>,
  accepted: () => Promise<unknown>,
  inARow = GUESSES_IN_A_ROW,
): Promise<void> {
  for (const group of groupsOf(inARow, tried)) {
    for (const one of group) expect(await send(one)).toBeRefused();
    await accepted();
  }
}

/** Consecutive items of a list, at most `size` of them in each group. */
export function groupsOf<T>(size: number, items: readonly T[]): readonly (readonly T[])[] {
  return items.flatMap((_, nth) => (nth % size === 0 ? [items.slice(nth, nth + size)] : []));
}
