import type { Expected, Received, Receiver } from '../../support/interface/callbacks.ts';
import { expect } from '../../support/judging/expect.ts';

/** So many seconds of a recording suffice for something to be transcribed. */
export const BRIEF = 2;

/** How long to wait for a callback that must not come, in milliseconds: a fraction of the wait for one that must. */
export function occasionMs(callbackWaitMs: number): number {
  return Math.min(1500, callbackWaitMs / 4);
}

type Kind = 'CallbackUrl' | 'TranscribeCallback';

/** Notes how long after the end of its recording a callback came. */
export function noteDelay({ delays }: Receiver, kind: Kind, { at }: Received, endedAt: number): void {
  delays.set(kind, Math.max(delays.get(kind) ?? 0, at - endedAt));
}

/**
 * How long to wait for a callback that must not come but may be as slow as others of its kind, in milliseconds: the
 * longest delay of those that had to come, plus a margin. If none has come yet, it is the full wait.
 */
export function slowestMs({ delays }: Receiver, kind: Kind, callbackWaitMs: number): number {
  const longest = delays.get(kind) ?? callbackWaitMs;
  return Math.min(callbackWaitMs, longest + occasionMs(callbackWaitMs));
}

/**
 * Waits for the request to a callback address.
 *
 * @param since requests that arrived before this time, as `performance.now()`, are ignored
 */
export async function arrivalOf(
  name: string,
  callback: Expected,
  waitMs: number,
  since = 0,
): Promise<Received> {
  const came = await callback.within(waitMs, since);
  expect(came, `a request to ${name} within ${waitMs} ms of the end`).toBeDefined();
  expect(came?.exact, `the request to ${name} carries its query`).toBe(true);
  return came as Received;
}

/** Waits for the request to a TranscribeCallback, which also has to carry information (TEL-078). */
export async function transcriptionOf(...of: Parameters<typeof arrivalOf>): Promise<Received> {
  const came = await arrivalOf(...of);
  expect(came.informs, `whether the request to ${of[0]} says anything`).toBe(true);
  return came;
}

/** Which of two recordings has ended, as their callbacks tell; undefined if neither has. */
export async function whichEnded(
  first: Expected,
  last: Expected,
  waitMs: number,
): Promise<'all' | 'the first' | 'the last' | undefined> {
  const either = await Promise.race([first.within(waitMs), last.within(waitMs)]);
  if (either === undefined) return undefined;
  const isFirst = first.received.length > 0;
  const other = await (isFirst ? last : first).within(occasionMs(waitMs));
  if (other !== undefined) return 'all';
  return isFirst ? 'the first' : 'the last';
}

/** What a request to a callback consists of, for an observation. */
export function described({ method, contentType, fields }: Received): string {
  const told = fields === undefined ? 'not read' : fields.join(', ') || 'none';
  return `${method}, ${contentType || 'no content type'}, fields ${told}`;
}

/** Expects that nothing is transcribed where it was not to be. */
export async function expectNone(
  unasked: Expected,
  how: string,
  receiver: Receiver,
  callbackWaitMs: number,
): Promise<void> {
  const came = await unasked.within(slowestMs(receiver, 'TranscribeCallback', callbackWaitMs));
  expect(came, `a request to TranscribeCallback ${how}`).toBeUndefined();
}
