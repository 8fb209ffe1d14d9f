import { setTimeout as sleep } from 'node:timers/promises';
import { offers, type Target } from './target.ts';

/** Two tokens that are made of the whole seconds of a clock differ so much later, in milliseconds. */
const A_SECOND_LATER = 1100;

/**
 * Lets a second of a clock pass, since what is judged is what a deployment does later. What keeps no state,
 * the mock, is the same at any time, and is asked at once.
 */
export async function aSecondLater(target: Target): Promise<void> {
  if (offers(target).has('state')) await sleep(A_SECOND_LATER);
}

/**
 * Asks again until what comes is no former one: at once, and twice more a second later.
 *
 * @param first what came by itself
 * @param isFormer whether it is what came before
 * @param again asks once more; is handed what came last
 */
export async function untilAnother<T>(
  first: T,
  isFormer: (one: T) => boolean,
  again: (latest: T) => Promise<T>,
): Promise<T> {
  let latest = first;
  for (const ms of [0, A_SECOND_LATER, A_SECOND_LATER]) {
    if (!isFormer(latest)) break;
    await sleep(ms);
    latest = await again(latest);
  }
  return latest;
}
