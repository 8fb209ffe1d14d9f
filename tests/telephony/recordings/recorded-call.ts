import type { RequirementId } from '../../support/catalogue.ts';
import { answersCall, isA } from '../../support/interface/answers.ts';
import { groupsOf } from '../../support/interface/refusals.ts';
import { expect, judge, lacksData } from '../../support/test.ts';
import type { Answer, Fields, RequestContext } from '../../support/wire/http.ts';
import { isMissing } from '../missing.ts';
import { RECORDINGS_PER_CALL } from './options.ts';

/** How a request differs from one of the account itself at the path of the call. */
export interface Sending {
  readonly path?: string;
  readonly authorization?: string | null;
  /** Whether a 429 is an answer as well, and not a reason to wait. */
  readonly returns429?: boolean;
}

/** A request that starts a recording: the fields that differ from a complete one, and how it is sent. */
export type Attempt = readonly [changed: Fields, sending?: Sending];

/** A call on which recordings start and end; it counts those that the call holds. */
export interface RecordedCall {
  readonly start: (...attempt: Attempt) => Promise<Answer>;
  readonly end: (sending?: Sending) => Promise<Answer>;
  /** Ends the recording in progress after requests that had to leave it alone, by the requirement that says so. */
  readonly endAfter: (id: RequirementId) => Promise<Answer>;
  /**
   * The answers to these ends that were refused, so that an earlier request had ended the recording. None if no
   * recording could be ended at all.
   */
  readonly endedBefore: () => readonly (readonly [id: RequirementId, answer: Answer])[];
  /** Sends what has to be refused. If it has started a recording all the same, that ends. */
  readonly attempt: (attempt: Attempt) => Promise<Answer>;
  /** Starts a recording if none is in progress, as after a request that was accepted although it had to be refused. */
  readonly ensureRecording: () => Promise<void>;
  /** How many more recordings the call holds. */
  readonly left: () => number;
  /** Why nothing more can be judged when the call holds no more recordings. */
  readonly whyFull: () => string;
  /** The answers so far to values with which no recording starts, sent by the account itself. */
  readonly tried: readonly Answer[];
  /** The answers so far that say that something does not exist. */
  readonly missing: readonly Answer[];
}

/** If it counts milliseconds, it is still long enough for the requests that must not end a recording. */
const TIME_LIMIT = 7200;

const complete = { Record: 'true', Direction: 'both', TimeLimit: String(TIME_LIMIT) };

/**
 * Records a call.
 *
 * @param recordings the path at which its recordings start and end
 * @param ours the credentials of its account
 */
export function recordedCall(telephony: RequestContext, recordings: string, ours: string): RecordedCall {
  let recorded = 0;
  let wasted = 0;
  /** When the recording in progress started; undefined if there is none. */
  let startedAt: number | undefined;
  let isAnyEnded = false;
  const refusedEnds: [RequirementId, Answer][] = [];
  const tried: Answer[] = [];
  const missing: Answer[] = [];
  const post = async (form: Fields, sending: Sending) => {
    const { path = recordings, authorization = ours, returns429 = false } = sending;
    const answer = await telephony.post(path, { form, authorization, returns429 });
    if (isMissing(answer)) missing.push(answer);
    return answer;
  };
  const end = (sending: Sending = {}) => {
    if (sending.path === undefined && sending.authorization === undefined) startedAt = undefined;
    return post({ Record: 'false' }, sending);
  };
  const start = async (changed: Fields, sending: Sending = {}) => {
    const at = performance.now();
    const answer = await post({ ...complete, ...changed }, sending);
    if (isA(answersCall, answer)) {
      recorded += 1;
      startedAt = at;
    }
    return answer;
  };
  return {
    start,
    end,
    attempt: async (attempt) => {
      const answer = await start(...attempt);
      const [, { path, authorization } = {}] = attempt;
      if (path === undefined && authorization === undefined) tried.push(answer);
      if (isA(answersCall, answer)) {
        wasted += 1;
        // Whether several may run at the same time is judged by TEL-067.
        await end();
      }
      return answer;
    },
    ensureRecording: async () => {
      if (startedAt === undefined && recorded < RECORDINGS_PER_CALL) await start({});
    },
    endAfter: async (id) => {
      // On a full call, the end may be refused for another reason.
      const isGoing =
        startedAt !== undefined &&
        performance.now() - startedAt < TIME_LIMIT &&
        recorded < RECORDINGS_PER_CALL;
      const answer = await end();
      if (isA(answersCall, answer)) isAnyEnded = true;
      else if (isGoing) refusedEnds.push([id, answer]);
      return answer;
    },
    endedBefore: () => (isAnyEnded ? refusedEnds : []),
    left: () => Math.max(0, RECORDINGS_PER_CALL - recorded),
    whyFull: () =>
      `the call holds five recordings already${wasted === 0 ? '' : `, ${wasted} of them by requests that had to be refused`}`,
    tried,
    missing,
  };
}

/** These fields beside others than those of a complete request. */
export function besideOthers(fields: Fields): Attempt {
  return [{ Direction: undefined, TimeLimit: undefined, FileFormat: 'wav', Transcribe: 'true', ...fields }];
}

/**
 * Judges that attempts start no recording. If the call holds no more of them, a refusal would say nothing.
 *
 * @param between what is done after each attempt, or after so many `inARow` (see `expectRefusals`)
 */
export async function judgeRefusals(
  id: RequirementId,
  call: RecordedCall,
  attempts: readonly Attempt[],
  between: () => Promise<unknown> = async () => {},
  inARow = 1,
): Promise<void> {
  if (call.left() === 0) return lacksData(id, call.whyFull());
  await judge(id, async () => {
    for (const group of groupsOf(inARow, attempts)) {
      for (const attempt of group) expect(await call.attempt(attempt), fieldsOf(attempt)).toBeRefused();
      await between();
    }
  });
}

/**
 * Judges that the call holds as many recordings as were accepted: one that was refused, but recorded all the same,
 * has taken the place of another.
 */
export async function judgePlacesLeft(call: RecordedCall): Promise<void> {
  if (call.left() === 0) return lacksData('TEL-200', call.whyFull());
  const taken: Answer[] = [];
  while (call.left() > 0 && taken.every((answer) => isA(answersCall, answer))) {
    taken.push(await call.start({}));
    await call.end();
  }
  // If a call holds any number of recordings, a refused request takes up no place.
  const sixth = await call.start({}, { returns429: true });
  if (isA(answersCall, sixth)) await call.end();
  if ([...taken, sixth].every((answer) => isA(answersCall, answer)))
    return lacksData('TEL-200', 'the call holds more than five recordings');
  await judge('TEL-200', () => taken.forEach(answersCall));
}

/** Longer values are shortened in a reason. */
const LONGEST_VALUE = 40;

/** The fields in which an attempt differs, for the reason if it is not refused. */
export function fieldsOf([changed, { authorization } = {}]: Attempt): string {
  const fields = Object.entries(changed).map(([name, value]) => {
    if (value === undefined) return `no ${name}`;
    const isLong = value.length > LONGEST_VALUE;
    return `${name}=${isLong ? `${value.slice(0, LONGEST_VALUE)}… (${value.length} characters)` : value}`;
  });
  if (authorization !== undefined)
    fields.push(authorization === null ? 'no credentials' : 'other credentials');
  return fields.join(', ');
}
