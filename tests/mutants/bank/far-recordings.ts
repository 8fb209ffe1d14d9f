import { refuse } from '../../reference/answer.ts';
import { defaultRules, type Rules } from '../../reference/rules/index.ts';
import type { Call } from '../../reference/state.ts';
import type { Bank, Mutant } from '../mutant.ts';

const { findCall, record, recordingToEnd, timeLimit, transcribe } = defaultRules;

/** Recordings that keep a rule until two things come together: an option and a transcription, an end and a full call. */
export const farRecordingMutants = {
  ...Object.fromEntries(
    (
      [
        ['fileFormat', ['mp3', 'wav'], 'TEL-052'],
        ['trimSilence', ['true', 'false'], 'TEL-056'],
        ['transcribeQuality', ['auto', 'hybrid'], 'TEL-064'],
      ] as const
    ).map(([name, known, id]): [string, Mutant] => [
      `other-${name.toLowerCase()}-refused-where-it-is-transcribed`,
      {
        says: `Refuses Transcribe=true beside any other value of ${name}.`,
        breaks: [id],
        replace: () => {
          const others = new Set<string>();
          const refuseBoth = (): void => {
            if (others.size > 1) refuse(400, `This ${name} is not transcribed`);
          };
          return {
            record: (value) => {
              others.clear();
              return record(value);
            },
            transcribe: (value) => {
              if (transcribe(value)) others.add('transcribe');
              refuseBoth();
              return transcribe(value);
            },
            [name]: (value: string | undefined) => {
              if (value !== undefined && !known.some((one) => one === value)) others.add(name);
              refuseBoth();
              return defaultRules[name](value);
            },
          };
        },
      },
    ]),
  ),
  'time-limit-of-a-day-at-most': {
    says: 'Refuses a TimeLimit of more than 86400.',
    breaks: ['TEL-040'],
    replace: () => ({
      timeLimit: (value) =>
        Number(value) > 86_400 ? refuse(400, 'TimeLimit is longer than a day') : timeLimit(value),
    }),
  },
  'end-refused-while-several-go-on': {
    says: 'Refuses to end while several recordings go on, and does not say which one is meant.',
    breaks: ['TEL-002'],
    replace: () => ({
      recordingToEnd: (running) =>
        running.length > 3 ? refuse(409, 'Which of them is to end?') : recordingToEnd(running),
    }),
  },
  'end-refused-on-a-full-call': {
    says: 'Refuses whatever comes to a call of five recordings.',
    breaks: ['TEL-002'],
    replace: () => {
      let call: Call | undefined;
      return {
        findCall: (...given) => (call = findCall(...given)),
        record: (value) => {
          const { recordings } = call ?? { recordings: [] };
          const isOneGoing = recordings.some(({ endedAt }) => endedAt === undefined);
          if (recordings.length >= 5 && isOneGoing) refuse(400, 'The call has five recordings already');
          return record(value);
        },
      };
    },
  },
  'transcribes-what-begins-with-true': {
    says: 'Transcribes for whatever begins with true.',
    breaks: ['TEL-061', 'TEL-079'],
    replace: () => ({ transcribe: (value) => value?.startsWith('true') ?? false }),
  },
  'recording-starts-under-the-account-of-nobody': {
    says: 'Starts a recording under the path of an account that there is not, and ends none there.',
    breaks: ['TEL-084'],
    replace: () =>
      startingAlone({
        mayUseAccount: (account, sid, operation) =>
          operation === 'recordCall' || defaultRules.mayUseAccount(account, sid, operation),
        findCall: (calls, _account, sid) => calls.find((call) => call.sid === sid),
      }),
  },
  'recording-starts-by-the-beginning-of-a-call': {
    says: 'Starts a recording of the call that begins with what is named, and ends none there.',
    breaks: ['TEL-084'],
    replace: () =>
      startingAlone({
        findCall: (calls, account, sid = '') =>
          findCall(calls, account, sid) ?? calls.find((call) => call.sid.startsWith(sid.padEnd(30))),
      }),
  },
} satisfies Bank;

/** Rules by which a path leads to a call where a recording starts, and to none where it ends. */
function startingAlone(rules: Partial<Rules>): Partial<Rules> {
  let isFar = false;
  const { findCall: find = findCall } = rules;
  return {
    ...rules,
    findCall: (calls, account, sid) => {
      const call = find(calls, account, sid);
      isFar = call !== undefined && findCall(calls, account, sid) === undefined;
      return call;
    },
    record: (value) => {
      const isStart = record(value);
      if (isFar && !isStart) refuse(404, 'There is no such call');
      return isStart;
    },
  };
}
