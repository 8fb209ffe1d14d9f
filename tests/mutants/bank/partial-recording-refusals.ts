import { type Answer, refuse } from '../../reference/answer.ts';
import { now } from '../../reference/now.ts';
import { defaultRules, type Rules } from '../../reference/rules/index.ts';
import type { Call, Recording } from '../../reference/state.ts';
import type { Bank } from '../mutant.ts';

const { callbackUrl, direction, fileFormat, findCall, record, timeLimit } = defaultRules;

/** Recording requests that are refused, yet end a recording; or that are refused only beside others, or later. */
export const partialRecordingRefusalMutants = {
  'record-else-means-false-where-something-is-recorded': {
    says: 'Treats any Record other than true as false, and refuses to end a recording when none is running.',
    breaks: ['TEL-032', 'TEL-033'],
    record: (value) => value === 'true',
    recordingToEnd: endingOnlyWhatRuns,
  },
  'recording-ended-without-credentials-all-the-same': {
    says: 'Ends a recording even though it refuses to without credentials; refuses to end one when none is running.',
    breaks: 'TEL-089',
    rules: () => endingInVain(({ status }, { headers }) => status === 401 && !headers.has('authorization')),
  },
  'recording-ended-with-wrong-credentials-all-the-same': {
    says: 'Ends a recording even though it refuses the credentials; refuses to end one when none is running.',
    breaks: 'TEL-090',
    rules: () => endingInVain(({ status }, { headers }) => status === 401 && headers.has('authorization')),
  },
  'recording-ended-under-another-account-all-the-same': {
    says: 'Ends a recording even though it refuses the account in the path; refuses to end one when none is running.',
    breaks: 'TEL-091',
    rules: () => endingInVain(({ status }) => status === 403),
  },
  'recording-ended-under-the-account-of-nobody-all-the-same': {
    says: 'Ends a recording even though the account in the path does not exist; refuses to end one when none is running.',
    breaks: 'TEL-084',
    rules: () => endingInVain(({ status }) => status === 404),
  },
  'record-else-means-true-at-first': {
    says: 'Treats any Record other than false as true on a call without recordings.',
    breaks: 'TEL-033',
    rules: () =>
      atFirst((isFirst) => ({ record: (value) => record(isFirst() && value !== 'false' ? 'true' : value) })),
  },
  'direction-falls-back-at-first': {
    says: 'Treats an unknown Direction as both on a call without recordings.',
    breaks: 'TEL-038',
    rules: () =>
      atFirst((isFirst) => ({
        direction: (value) => (isFirst() && value !== 'in' && value !== 'out' ? 'both' : direction(value)),
      })),
  },
  'time-limit-with-a-fraction-at-first': {
    says: 'Accepts a TimeLimit with a fraction on a call without recordings.',
    breaks: 'TEL-042',
    rules: () =>
      atFirst((isFirst) => ({
        timeLimit: (value) => timeLimit(isFirst() ? value?.replace(/\.\d+$/, '') : value),
      })),
  },
  'long-callback-taken-without-a-time-limit': {
    says: 'Truncates CallbackUrl to 200 characters when there is no TimeLimit.',
    breaks: 'TEL-045',
    rules: () => {
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
    breaks: 'TEL-038',
    rules: () => {
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
} satisfies Bank;

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
    send: (answer, operation, request) => {
      if (operation !== 'recordCall' || !isOne(answer, request)) return answer;
      if (now().body !== 'Record=false') return answer;
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
