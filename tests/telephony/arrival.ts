import type { Expected, Received, Receiver } from '../support/callbacks.ts';
import { expect } from '../support/matchers.ts';

/** How long a callback that must not come is waited for: a part of the wait for one that must, in milliseconds. */
export function occasionMs(callbackWaitMs: number): number {
  return Math.min(1500, callbackWaitMs / 4);
}

/** Notes how long after the end of its recording a callback came. */
export function noteDelay(receiver: Receiver, { at }: Received, endedAt: number): void {
  receiver.longestMs = Math.max(receiver.longestMs ?? 0, at - endedAt);
}

/**
 * How long a callback that nobody asked for is waited for, in milliseconds: as long as any took that was asked for,
 * and some more; where none has come yet, as long as one may take.
 */
export function unaskedMs({ longestMs }: Receiver, callbackWaitMs: number): number {
  return longestMs === undefined
    ? callbackWaitMs
    : Math.min(callbackWaitMs, longestMs + occasionMs(callbackWaitMs));
}

/**
 * The request to an address, once it has come.
 *
 * @param since of requests that came before this moment, as `performance.now()`, none is meant
 */
export async function arrivalOf(
  name: string,
  { received }: Expected,
  waitMs: number,
  since = 0,
): Promise<Received> {
  const callback = () => received.find(({ at }) => at >= since);
  await expect
    .poll(callback, { message: `a request to ${name} within ${waitMs} ms of the end`, timeout: waitMs })
    .toBeDefined();
  expect(callback()?.exact, `the request to ${name} carries its query`).toBe(true);
  return callback() as Received;
}
