import { answersCall, isA } from '../../support/answers.ts';
import type { RequirementId } from '../../support/catalogue.ts';
import type { Answer, Fields, RequestContext } from '../../support/http.ts';
import { expect, judge, lacksData } from '../../support/test.ts';
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
  /** How many more recordings the call holds. */
  readonly left: () => number;
  /** The answers so far that say that something does not exist. */
  readonly missing: readonly Answer[];
}

const complete = { Record: 'true', Direction: 'both', TimeLimit: '60' };

/**
 * Records a call.
 *
 * @param recordings the path at which its recordings start and end
 * @param ours the credentials of its account
 */
export function recordedCall(telephony: RequestContext, recordings: string, ours: string): RecordedCall {
  let recorded = 0;
  const missing: Answer[] = [];
  const post = async (form: Fields, sending: Sending) => {
    const { path = recordings, authorization = ours, returns429 = false } = sending;
    const answer = await telephony.post(path, { form, authorization, returns429 });
    if (isMissing(answer)) missing.push(answer);
    return answer;
  };
  return {
    start: async (changed, sending = {}) => {
      const answer = await post({ ...complete, ...changed }, sending);
      if (isA(answersCall, answer)) recorded += 1;
      return answer;
    },
    end: (sending = {}) => post({ Record: 'false' }, sending),
    left: () => Math.max(0, RECORDINGS_PER_CALL - recorded),
    missing,
  };
}

export const fullCall = 'the call holds five recordings already';

/**
 * Judges that attempts start no recording. If the call holds no more of them, a refusal would say nothing.
 *
 * @param between what is done after each attempt
 */
export async function judgeRefusals(
  id: RequirementId,
  call: RecordedCall,
  attempts: readonly Attempt[],
  between: () => Promise<unknown> = async () => {},
): Promise<void> {
  if (call.left() === 0) return lacksData(id, fullCall);
  await judge(id, async () => {
    for (const attempt of attempts) {
      const answer = await call.start(...attempt);
      // Whether several may run at the same time is judged by TEL-067.
      if (isA(answersCall, answer)) await call.end();
      expect(answer).toBeRefused();
      await between();
    }
  });
}
