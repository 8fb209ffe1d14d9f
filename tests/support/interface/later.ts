import { setTimeout as sleep } from 'node:timers/promises';
import { offers } from '../needs.ts';
import type { Target } from '../target.ts';

/** After this many milliseconds, two tokens that are derived from whole seconds differ. */
const A_SECOND_LATER = 1100;

/**
 * Waits for a second of the clock to pass, to judge what a deployment does later. The mock keeps no state, so there
 * is no wait for it.
 */
export async function aSecondLater(target: Target): Promise<void> {
  if (offers(target).has('state')) await sleep(A_SECOND_LATER);
}

/**
 * Asks again until the answer differs from the former one: at once, and twice more after a second each.
 *
 * @param first the first answer
 * @param isFormer whether an answer equals the former one
 * @param again asks again; gets the last answer
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
