import { type Answer, json, refuse } from '../../reference/answer.ts';
import { defaultRules, type Rules } from '../../reference/rules/index.ts';
import { otherAccount } from '../../reference/seed.ts';
import type { Call, Recording } from '../../reference/state.ts';
import type { Bank, Mutant } from '../mutant.ts';

const {
  callbackUrl,
  direction,
  fileFormat,
  findCall,
  mayUseAccount,
  record,
  recordingToEnd,
  timeLimit,
  transcribe,
} = defaultRules;

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
        says: `Refuses Transcribe=true together with an unknown value of ${name}.`,
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
    says: 'Refuses to end a recording while more than three are running.',
    breaks: ['TEL-002'],
    replace: () => ({
      recordingToEnd: (running) =>
        running.length > 3 ? refuse(409, 'Which of them is to end?') : recordingToEnd(running),
    }),
  },
  'end-refused-on-a-full-call': {
    says: 'Refuses any recording request for a call with five recordings while one of them is running.',
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
  'transcribes-for-an-empty-value': {
    says: 'Treats an empty Transcribe as true.',
    breaks: ['TEL-061', 'TEL-079'],
    replace: () => ({ transcribe: (value) => value === '' || transcribe(value) }),
  },
  'transcribes-what-begins-with-true': {
    says: 'Treats any Transcribe that begins with true as true.',
    breaks: ['TEL-061', 'TEL-079'],
    replace: () => ({ transcribe: (value) => value?.startsWith('true') ?? false }),
  },
  'record-else-means-false-where-something-is-recorded': {
    says: 'Treats any Record other than true as false, and refuses to end a recording when none is running.',
    breaks: ['TEL-032', 'TEL-033'],
    replace: () => ({ record: (value) => value === 'true', recordingToEnd: endingOnlyWhatRuns }),
  },
  'recording-ended-without-credentials-all-the-same': {
    says: 'Ends a recording even though it refuses to without credentials; refuses to end one when none is running.',
    breaks: ['TEL-089'],
    replace: () => endingInVain(({ status }, { headers }) => status === 401 && !headers.has('authorization')),
  },
  'recording-ended-with-wrong-credentials-all-the-same': {
    says: 'Ends a recording even though it refuses the credentials; refuses to end one when none is running.',
    breaks: ['TEL-090'],
    replace: () => endingInVain(({ status }, { headers }) => status === 401 && headers.has('authorization')),
  },
  'recording-ended-under-another-account-all-the-same': {
    says: 'Ends a recording even though it refuses the account in the path; refuses to end one when none is running.',
    breaks: ['TEL-091'],
    replace: () => endingInVain(({ status }) => status === 403),
  },
  'recording-ended-under-the-account-of-nobody-all-the-same': {
    says: 'Ends a recording even though the account in the path does not exist; refuses to end one when none is running.',
    breaks: ['TEL-084'],
    replace: () => endingInVain(({ status }) => status === 404),
  },
  'record-else-means-true-at-first': {
    says: 'Treats any Record other than false as true on a call without recordings.',
    breaks: ['TEL-033'],
    replace: () =>
      atFirst((isFirst) => ({ record: (value) => record(isFirst() && value !== 'false' ? 'true' : value) })),
  },
  'direction-falls-back-at-first': {
    says: 'Treats an unknown Direction as both on a call without recordings.',
    breaks: ['TEL-038'],
    replace: () =>
      atFirst((isFirst) => ({
        direction: (value) => (isFirst() && value !== 'in' && value !== 'out' ? 'both' : direction(value)),
      })),
  },
  'time-limit-with-a-fraction-at-first': {
    says: 'Accepts a TimeLimit with a fraction on a call without recordings.',
    breaks: ['TEL-042'],
    replace: () =>
      atFirst((isFirst) => ({
        timeLimit: (value) => timeLimit(isFirst() ? value?.replace(/\.\d+$/, '') : value),
      })),
  },
  'long-callback-taken-without-a-time-limit': {
    says: 'Truncates CallbackUrl to 200 characters when there is no TimeLimit.',
    breaks: ['TEL-045'],
    replace: () => {
      let isLimited = false;
      return {
        timeLimit: (value) => {
          isLimited = value !== undefined;
          return timeLimit(value);
        },
        callbackUrl: (value) => callbackUrl(isLimited ? value : value?.slice(0, 200)),
      };
    },
  },
  'any-direction-taken-for-wav': {
    says: 'Treats an unknown Direction as both when FileFormat is wav.',
    breaks: ['TEL-038'],
    replace: () => {
      let sent: string | undefined;
      return {
        direction: (value) => {
          sent = value;
          return value === 'in' || value === 'out' ? value : 'both';
        },
        fileFormat: (value) => {
          if (value !== 'wav') direction(sent);
          return fileFormat(value);
        },
      };
    },
  },
  'sixth-recording-with-a-time-limit': {
    says: 'Allows six recordings per call if the sixth has a TimeLimit.',
    breaks: ['TEL-069'],
    replace: () => sixthWith('timeLimit'),
  },
  'sixth-recording-with-a-callback': {
    says: 'Allows six recordings per call if the sixth has a CallbackUrl.',
    breaks: ['TEL-069'],
    replace: () => sixthWith('callbackUrl'),
  },
  'sixth-recording-with-transcribe': {
    says: 'Allows six recordings per call if the sixth has Transcribe.',
    breaks: ['TEL-069'],
    replace: () => sixthWith('transcribe'),
  },
  'form-that-begins-otherwise-refused': {
    says: 'Refuses a recording request whose form does not begin with Record.',
    breaks: ['TEL-001'],
    replace: () => {
      let call: Call | undefined;
      return {
        findCall: (...given) => (call = findCall(...given)),
        send: async (answer, operation, request) => {
          if (operation !== 'recordCall' || answer.status !== 200) return answer;
          if ((await request.text()).startsWith('Record=')) return answer;
          call?.recordings.pop();
          return json(400, { status: 400, message: 'Record is missing' });
        },
      };
    },
  },
  'end-of-another-call-where-nothing-goes-on': {
    says: 'Ends the recording of another call when none of the call is running.',
    breaks: ['TEL-076', 'TEL-077'],
    replace: () => {
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
  'recording-starts-under-the-account-of-nobody': {
    says: 'Starts a recording under the path of a nonexistent account, but refuses to end one there.',
    breaks: ['TEL-084'],
    replace: () => {
      let isOfNobody = false;
      return {
        mayUseAccount: (own, sid, operation) => {
          const mayUse = mayUseAccount(own, sid, operation);
          isOfNobody = operation === 'recordCall' && !mayUse && sid !== otherAccount.sid;
          return mayUse || isOfNobody;
        },
        record: (value) => startingAlone(record(value), isOfNobody),
      };
    },
  },
  'recording-starts-by-the-beginning-of-a-call': {
    says: 'Starts a recording for a call sid truncated to 30 characters or more, but refuses to end one there.',
    breaks: ['TEL-084'],
    replace: () => {
      let isPart = false;
      return {
        findCall: (calls, account, sid = '') => {
          const call = findCall(calls, account, sid);
          const begun = calls.find((one) => one.sid.startsWith(sid.padEnd(30)));
          isPart = call === undefined && begun !== undefined;
          return call ?? begun;
        },
        record: (value) => startingAlone(record(value), isPart),
      };
    },
  },
} satisfies Bank;

/** Refuses to end at a path where a recording only starts. */
function startingAlone(isStart: boolean, isFar: boolean): boolean {
  return isFar && !isStart ? refuse(404, 'There is no such call') : isStart;
}

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

function endingOnlyWhatRuns(running: readonly Recording[]): Recording | undefined {
  return running.at(-1) ?? refuse(409, 'Nothing is being recorded');
}

/** Ends a recording of the call in the path where some request to end it is refused. */
function endingInVain(isOne: (answer: Answer, request: Request) => boolean): Partial<Rules> {
  let all: readonly Call[] = [];
  return {
    findCall: (calls, ...of) => {
      all = calls;
      return findCall(calls, ...of);
    },
    recordingToEnd: endingOnlyWhatRuns,
    send: async (answer, operation, request) => {
      if (operation !== 'recordCall' || !isOne(answer, request)) return answer;
      if ((await request.text()) !== 'Record=false') return answer;
      const call = all.find(({ sid }) => request.url.includes(sid));
      const recording = call?.recordings.findLast(({ endedAt }) => endedAt === undefined);
      if (recording !== undefined) recording.endedAt = Date.now();
      return answer;
    },
  };
}

/** Replaces rules that know whether the call has no recordings yet. */
function atFirst(rules: (isFirst: () => boolean) => Partial<Rules>): Partial<Rules> {
  let call: Call | undefined;
  return {
    findCall: (...given) => (call = findCall(...given)),
    ...rules(() => call?.recordings.length === 0),
  };
}
