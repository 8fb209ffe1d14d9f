import { answersCall, isA } from '../support/answers.ts';
import type { RequirementId } from '../support/catalogue.ts';
import { control, judge, lacksData } from '../support/judge.ts';
import type { Target } from '../support/target.ts';
import type { Answer } from '../support/wire.ts';

/** A value of a field of Recordings.json, and the requirement that it is taken by. */
export type Option = readonly [id: RequirementId, name: string, value: string];

/**
 * Judges options by requests that start a recording with them. What is refused together is tried by
 * halves, so that only the value at fault fails and the call can pay for finding it; where neither half is at fault,
 * they are refused for each other's sake.
 *
 * @param recordings how many recordings the call has left: beyond these a refusal says nothing about an option
 * @returns what judges some options, and tells whether all of them were taken
 */
export function optionsJudge(
  post: (form: Record<string, string>) => Promise<Answer>,
  target: Target,
  recordings: number,
): (options: readonly Option[]) => Promise<boolean> {
  // A mock's calls cost nothing.
  let left = target.kind === 'mock' ? Number.POSITIVE_INFINITY : recordings;
  const guilty = new Set<string>();

  const start = async (options: readonly Option[]): Promise<Answer> => {
    const answer = await post({
      Record: 'true',
      ...Object.fromEntries(options.map(([, name, value]) => [name, value])),
    });
    if (isCall(answer)) {
      left -= 1;
      // Whether several may run at a time is a matter of its own (TEL-067).
      await post({ Record: 'false' });
    }
    return answer;
  };

  return async function judgeOptions(all) {
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
    const answer = await start(options);
    if (!isCall(answer) && options.length > 1) {
      const half = Math.ceil(options.length / 2);
      const areTaken = [await judgeOptions(options.slice(0, half)), await judgeOptions(options.slice(half))];
      if (areTaken.includes(false) || left === 0) return false;
      // What was refused for a passing reason is taken now.
      const again = await start(options);
      await judge(ids, () => void answersCall(again));
      return isCall(again);
    }
    if (!isCall(answer)) {
      // The option is at fault where a recording without it is taken.
      await control(start([]), answersCall);
      const name = options[0]?.[1] ?? '';
      guilty.add(name);
      // Without an address of its own the suite sends one that belongs to no server.
      if (target.callback === undefined && name.includes('Callback')) {
        lacksData(ids, 'a host that is unknown may be refused, and there is no other (TARGET_CALLBACK_URL)');
        return false;
      }
    }
    await judge(ids, () => void answersCall(answer));
    return isCall(answer) && spared.length === 0;
  };
}

/** Whether the call was answered. Silence is no answer: what it means, the control tells. */
export function isCall(answer: Answer): boolean {
  return answer.failure === undefined && isA(answersCall, answer);
}
