import type { RequirementId } from '../../support/catalogue.ts';
import { answersCall, isA } from '../../support/interface/answers.ts';
import { control, judge, lacksData } from '../../support/judging/judge.ts';
import type { Target } from '../../support/target.ts';
import type { Answer, Fields } from '../../support/wire/http.ts';

/** The maximum number of recordings that a call holds (TEL-069); beyond it, every start is refused. */
export const RECORDINGS_PER_CALL = 5;

/** A value of a field of Recordings.json, and the requirement that it is accepted. */
export type Option = readonly [id: RequirementId, name: string, value: string];

type Post = (form: Fields) => Promise<Answer>;

/**
 * Judges options by requests that start a recording with them. Options that are refused together are tried in halves,
 * so that only the value at fault fails and finding it takes few recordings. If neither half is at fault, the
 * combination is.
 *
 * @param recordings how many recordings the call has left: beyond these a refusal says nothing about an option
 * @param elsewhere sends a request to another call, which has no recordings yet; undefined if there is none
 * @returns a function that judges some options, beside others that are sent each time, and returns whether all of them
 *   were accepted
 */
export function optionsJudge(
  post: Post,
  target: Target,
  recordings: number,
  elsewhere?: Post,
): (options: readonly Option[], beside?: Fields) => Promise<boolean> {
  let left = recordings;
  const guilty = new Set<string>();

  const start = async (options: readonly Option[], beside: Fields): Promise<Answer> => {
    const answer = await post({
      Record: 'true',
      ...beside,
      ...Object.fromEntries(options.map(([, name, value]) => [name, value])),
    });
    if (isCall(answer)) {
      left -= 1;
      // Whether several may run at the same time is judged by TEL-067.
      await post({ Record: 'false' });
    }
    return answer;
  };

  return async function judgeOptions(all, beside = {}) {
    const options = all.filter(([, name]) => !guilty.has(name));
    const spared = all.filter(([, name]) => guilty.has(name));
    lacksData(
      spared.map(([id]) => id),
      'the call has recordings left for only one refused option',
    );
    const ids = options.map(([id]) => id);
    if (options.length === 0) return false;
    if (left === 0) {
      lacksData(ids, 'the call has no recordings left');
      return false;
    }
    let answer = await start(options, beside);
    if (!isCall(answer) && options.length > 1) {
      const half = Math.ceil(options.length / 2);
      const areTaken = [
        await judgeOptions(options.slice(0, half), beside),
        await judgeOptions(options.slice(half), beside),
      ];
      if (areTaken.includes(false) || left === 0) return false;
      // Options that were refused for a transient reason are accepted now.
      const again = await start(options, beside);
      await judge(ids, () => void answersCall(again));
      return isCall(again);
    }
    if (!isCall(answer)) {
      // The option is at fault if a recording without it is accepted. If that is refused as well, the refused requests
      // may have recorded all the same, and so have filled the call; another call shows which.
      const without = await start([], beside);
      if (isCall(without) || elsewhere === undefined) await control(without, answersCall);
      else {
        answer = await startOnAnother(elsewhere, options);
        left = 0;
      }
      const name = options[0]?.[1] ?? '';
      if (!isCall(answer)) guilty.add(name);
      // Without a callback address of its own, the suite sends one that belongs to no server.
      if (target.callback === undefined && name.includes('Callback')) {
        lacksData(ids, 'a host that is unknown may be refused, and there is no other (TARGET_CALLBACK_URL)');
        return false;
      }
    }
    await judge(ids, () => void answersCall(answer));
    return isCall(answer) && spared.length === 0;
  };
}

/**
 * Starts a recording with options on a call without recordings, after one without them; then judges that the call holds
 * as many as were accepted.
 */
async function startOnAnother(post: Post, options: readonly Option[]): Promise<Answer> {
  const start = async (form: Fields) => {
    const answer = await post({ Record: 'true', ...form });
    if (isCall(answer)) await post({ Record: 'false' });
    return answer;
  };
  await control(start({}), answersCall);
  const answer = await start(Object.fromEntries(options.map(([, name, value]) => [name, value])));
  if (isCall(answer)) return answer;
  const others: Answer[] = [];
  while (others.length < RECORDINGS_PER_CALL - 1) others.push(await start({}));
  await judge('TEL-200', () => others.forEach(answersCall));
  return answer;
}

/** Whether the answer is the call. If no answer came, it is not, and the control shows what that means. */
export function isCall(answer: Answer): boolean {
  return answer.failure === undefined && isA(answersCall, answer);
}
