import type { Answer } from './http.ts';
import { expect } from './matchers.ts';

/** So many requests with nothing wrong in their credentials may be refused in a row without being taken for an attack. */
export const IN_A_ROW = 3;

/**
 * Expects that requests are refused. Between them, and after the last, something is accepted: several refusals in a
 * row may lock a client, an account or an address, and then a refusal shows nothing.
 *
 * @param tried what is sent
 * @param accepted sends a request that has to succeed (`control`); one should have succeeded before
 * @param inARow how many refusals come in a row: 1 where a credential is guessed, `IN_A_ROW` elsewhere
 */
export async function expectRefusals<T>(
  tried: readonly T[],
  send: (one: T) => Promise<Answer>,
  accepted: () => Promise<unknown>,
  inARow = 1,
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
