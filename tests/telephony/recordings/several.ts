import { setTimeout as sleep } from 'node:timers/promises';
import type { RequirementId } from '../../support/catalogue.ts';
import { answersCall } from '../../support/interface/answers.ts';
import { control, expect, judge } from '../../support/test.ts';
import type { Answer, Fields, RequestContext } from '../../support/wire/http.ts';
import { isCall, RECORDINGS_PER_CALL } from './options.ts';

type Post = (form: Fields) => Promise<Answer>;

/** What came of starting several recordings of a call. */
export interface Several {
  /** The answers to those that were to run beside the former ones. */
  readonly beside: readonly Answer[];
  /** The last answer to each, after another one has ended if that had to be. */
  readonly taken: readonly Answer[];
  /** The answers to those that were refused for their options. */
  readonly atFault: readonly (readonly [id: RequirementId, answer: Answer])[];
  /** The options of the last one that was accepted: with others, a refusal would show nothing about the number. */
  readonly lastTaken: Fields;
}

/**
 * Starts several recordings beside one that is in progress. Of one that is refused, what is accepted after another one
 * has ended shows the reason: too many at the same time, too many in total, or its options.
 *
 * @param separate their options, each with the requirement that the last of them is accepted
 */
export async function startSeveral(
  post: Post,
  separate: readonly (readonly [id: RequirementId, options: Fields])[],
): Promise<Several> {
  const beside: Answer[] = [];
  const taken: Answer[] = [];
  const atFault: [RequirementId, Answer][] = [];
  const refused = new Set<string | undefined>();
  let lastTaken: Fields = {};
  for (const [id, options] of separate) {
    const answer = await post({ Record: 'true', ...options });
    let last = answer;
    if (isCall(answer)) beside.push(answer);
    else {
      await post({ Record: 'false' });
      const again = await post({ Record: 'true', ...options });
      if (isCall(again)) beside.push(answer);
      last = isCall(again) ? again : await post({ Record: 'true' });
      // If a recording without the options is accepted, they are at fault: the last one added.
      if (!isCall(again) && isCall(last)) {
        if (!refused.has(options['Direction'])) atFault.push([id, again]);
        refused.add(options['Direction']);
        taken.push(last);
        continue;
      }
    }
    taken.push(last);
    if (!isCall(last)) break;
    lastTaken = options;
  }
  return { beside, taken, atFault, lastTaken };
}

/** Starts a recording, with the fields in alphabetical order, as some clients send them. */
export async function startInAnyOrder(post: Post): Promise<void> {
  const inOrder = await post({ Direction: 'both', Record: 'true' });
  let begun = inOrder;
  if (!isCall(inOrder)) {
    begun = await post({ Record: 'true', Direction: 'both' });
    // If the same fields are accepted in another order, the order is at fault.
    if (isCall(begun)) await judge('TEL-001', () => void answersCall(inOrder));
    else begun = await post({ Record: 'true' });
  }
  await control(begun, answersCall, 'TEL-001');
}

/** Starts and ends a recording of another call, which may hold five already. */
export async function recordElsewhere(telephony: RequestContext, recordings: string): Promise<void> {
  const answer = await telephony.post(recordings, { form: { Record: 'true' }, returns429: true });
  if (isCall(answer)) await telephony.post(recordings, { form: { Record: 'false' } });
}

/**
 * Judges that a sixth recording is refused, whatever its options: at once, while all of them are in progress, since a
 * count that lags behind misses the last of them.
 */
export async function judgeSixth(
  start: (options: Fields) => Promise<Answer>,
  all: readonly Fields[],
): Promise<void> {
  for (const options of all) {
    const answer = await start(options);
    const sent = ['Record', ...Object.keys(options)].join(', ');
    await judge('TEL-069', () => expect(answer, `a sixth recording with ${sent}`).toBeRefused());
    // Too many recordings, or too many requests: of these, no more are sent at once.
    if (answer.status === 429) return;
  }
}

/** A recording of this length is not so short that a deployment would discard it. */
const WORTH_KEEPING_MS = 2000;

/**
 * What a sixth recording is answered after one of five has ended, and after all have. Recordings can be ended even if
 * several are in progress and the call holds as many as it can.
 */
export async function answersLater(
  post: Post,
  sixth: (options: Fields) => Promise<Answer>,
  options: Fields,
): Promise<readonly Answer[]> {
  // A recording that has ended may still count, but one that ended at once may have been discarded.
  await sleep(WORTH_KEEPING_MS);
  const ended = await post({ Record: 'false' });
  await judge('TEL-002', () => void answersCall(ended));
  const afterOne = await sixth(options);
  for (let left = RECORDINGS_PER_CALL - 1; left > 0; left -= 1) await post({ Record: 'false' });
  return [afterOne, await sixth({})];
}
