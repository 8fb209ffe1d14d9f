import { json, refuse } from '../../reference/answer.ts';
import { now } from '../../reference/now.ts';
import { defaultRules, type Rules } from '../../reference/rules/index.ts';

import type { Call } from '../../reference/state.ts';
import type { Bank, MutantEntry } from '../mutant.ts';

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
    ).map(([name, known, id]): [string, MutantEntry] => [
      `other-${name.toLowerCase()}-refused-where-it-is-transcribed`,
      {
        says: `Refuses Transcribe=true together with an unknown value of ${name}.`,
        breaks: id,
        rules: () => {
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
    breaks: 'TEL-040',
    timeLimit: (value) =>
      Number(value) > 86_400 ? refuse(400, 'TimeLimit is longer than a day') : timeLimit(value),
  },
  'end-refused-while-several-go-on': {
    says: 'Refuses to end a recording while more than three are running.',
    breaks: 'TEL-002',
    recordingToEnd: (running) =>
      running.length > 3 ? refuse(409, 'Which of them is to end?') : recordingToEnd(running),
  },
  'end-refused-on-a-full-call': {
    says: 'Refuses any recording request for a call with five recordings while one of them is running.',
    breaks: 'TEL-002',
    rules: () => {
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
  'transcribes-for-an-empty-value': {
    says: 'Treats an empty Transcribe as true.',
    breaks: 'TEL-061',
    transcribe: (value) => value === '' || transcribe(value),
  },
  'transcribes-what-begins-with-true': {
    says: 'Treats any Transcribe that begins with true as true.',
    breaks: 'TEL-061',
    transcribe: (value) => value?.startsWith('true') ?? false,
  },
  'sixth-recording-with-a-time-limit': {
    says: 'Allows six recordings per call if the sixth has a TimeLimit.',
    breaks: 'TEL-069',
    rules: () => sixthWith('timeLimit'),
  },
  'sixth-recording-with-a-callback': {
    says: 'Allows six recordings per call if the sixth has a CallbackUrl.',
    breaks: 'TEL-069',
    rules: () => sixthWith('callbackUrl'),
  },
  'sixth-recording-with-transcribe': {
    says: 'Allows six recordings per call if the sixth has Transcribe.',
    breaks: 'TEL-069',
    rules: () => sixthWith('transcribe'),
  },
  'form-that-begins-otherwise-refused': {
    says: 'Refuses a recording request whose form does not begin with Record.',
    breaks: 'TEL-001',
    rules: () => {
      let call: Call | undefined;
      return {
        findCall: (...given) => (call = findCall(...given)),
        send: (answer, operation) => {
          if (operation !== 'recordCall' || answer.status !== 200) return answer;
          if (now().body.startsWith('Record=')) return answer;
          call?.recordings.pop();
          return json(400, { status: 400, message: 'Record is missing' });
        },
      };
    },
  },
  'end-of-another-call-where-nothing-goes-on': {
    says: 'Ends the recording of another call when none of the call is running.',
    breaks: ['TEL-076', 'TEL-077'],
    rules: () => {
      let all: readonly Call[] = [];
      return {
        findCall: (calls, ...of) => {
          all = calls;
          return findCall(calls, ...of);
        },
        recordingToEnd: (running) =>
          running.at(-1) ??
          all.flatMap(({ recordings }) => recordings).findLast(({ endedAt }) => endedAt === undefined),
      };
    },
  },
} satisfies Bank;

/** Takes a sixth recording that has an option. */
function sixthWith(option: 'timeLimit' | 'callbackUrl' | 'transcribe'): Partial<Rules> {
  let has = false;
  return {
    [option]: (value: string | undefined) => {
      has = value !== undefined;
      return defaultRules[option](value);
    },
    recordingLimit: () => (has ? 6 : 5),
  };
}
