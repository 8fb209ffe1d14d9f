import { defaultRules, type Rules } from '../../reference/rules/index.ts';
import type { Call } from '../../reference/state.ts';
import type { Bank } from '../mutant.ts';

const { direction, record, timeLimit } = defaultRules;

/** Breaking a rule of recordings for some options or calls only. */
export const partialRecordingMutants = {
  'wav-answers-another-call': {
    says: 'Returns a wrong sid when a recording is started with FileFormat=wav.',
    breaks: 'TEL-029',
    rules: () => answeringForWav((call) => ({ ...call, sid: 'CA00000000000000000000000000000000' })),
  },
  'wav-answers-another-account': {
    says: 'Returns a wrong account_sid when a recording is started with FileFormat=wav.',
    breaks: 'TEL-030',
    rules: () => answeringForWav((call) => ({ ...call, account_sid: 'AC00000000000000000000000000000000' })),
  },
  'wav-answers-no-status': {
    says: 'Omits the status of the call when a recording is started with FileFormat=wav.',
    breaks: 'TEL-012',
    rules: () => answeringForWav(({ status: _status, ...call }) => call),
  },
  'second-recording-without-a-direction': {
    says: 'Omits the direction of a call from its second recording on.',
    breaks: 'TEL-017',
    rules: () => {
      const started = new Map<unknown, number>();
      return {
        recordAnswer: ({ direction: one, ...call }, isStart) => {
          const count = (started.get(call['sid']) ?? 0) + (isStart ? 1 : 0);
          started.set(call['sid'], count);
          return defaultRules.recordAnswer(count > 1 ? call : { ...call, direction: one }, isStart);
        },
      };
    },
  },
  'five-recordings-an-account': {
    says: 'Counts the recordings of all calls together toward the limit of five.',
    breaks: 'TEL-068',
    rules: () => {
      let all: readonly Call[] = [];
      return {
        findCall: (calls, ...of) => {
          all = calls;
          return defaultRules.findCall(calls, ...of);
        },
        countedRecordings: () => all.flatMap(({ recordings }) => recordings).length,
      };
    },
  },
  'one-recorded-call-at-a-time': {
    says: 'Refuses to start a recording while another call is being recorded.',
    breaks: 'TEL-001',
    rules: () => {
      let all: readonly Call[] = [];
      let wanted: Call | undefined;
      return {
        findCall: (calls, ...of) => {
          all = calls;
          wanted = defaultRules.findCall(calls, ...of);
          return wanted;
        },
        isLive: (call) =>
          defaultRules.isLive(call) &&
          !all.some((one) => one !== wanted && one.recordings.some(({ endedAt }) => endedAt === undefined)),
      };
    },
  },
  'record-yes': {
    says: 'Treats Record=yes as true and Record=no as false.',
    breaks: 'TEL-033',
    record: (value) => record(value === 'yes' ? 'true' : value === 'no' ? 'false' : value),
  },
  'direction-inbound': {
    says: 'Treats the Direction inbound as in and outbound as out.',
    breaks: 'TEL-038',
    direction: (value) => direction(value?.replace(/bound$/, '')),
  },
  'time-limit-with-a-unit': {
    says: 'Accepts a TimeLimit with a unit, such as 60s.',
    breaks: 'TEL-042',
    timeLimit: (value) => timeLimit(value?.replace(/^(\d+)[smh]$/, '$1')),
  },
  'call-of-the-first-recording': {
    says: 'Returns the sid of the call that was recorded first for every recording.',
    breaks: ['TEL-026', 'TEL-027', 'TEL-029'],
    rules: () => {
      let first: string | undefined;
      return {
        callResource: (call, ...rest) => {
          first ??= call.sid;
          return { ...defaultRules.callResource(call, ...rest), sid: first };
        },
      };
    },
  },
  'end-of-the-newest-of-the-account': {
    says: 'Ends the newest recording in progress, regardless of its call.',
    breaks: 'TEL-076',
    rules: () => {
      let all: readonly Call[] = [];
      return {
        findCall: (calls, account, sid) => {
          all = calls;
          return defaultRules.findCall(calls, account, sid);
        },
        recordingToEnd: () =>
          all
            .flatMap(({ recordings }) => recordings)
            .filter(({ endedAt }) => endedAt === undefined)
            .toSorted((a, b) => a.startedAt - b.startedAt)
            .at(-1),
      };
    },
  },
  'record-empty': {
    says: 'Treats an empty Record as true.',
    breaks: 'TEL-033',
    record: (value) => record(value === '' ? 'true' : value),
  },
  'time-limit-of-four-hours': {
    says: 'Refuses a TimeLimit of more than four hours.',
    breaks: 'TEL-040',
    timeLimit: (value) => timeLimit(Number(value) > 14_400 ? '0' : value),
  },
  'callback-url-without-a-scheme': {
    says: 'Ignores a CallbackUrl without a scheme instead of refusing it.',
    breaks: 'TEL-046',
    callbackUrl: (value) => (isWithoutScheme(value) ? undefined : defaultRules.callbackUrl(value)),
  },
  'transcribe-callback-of-a-path': {
    says: 'Accepts a TranscribeCallback that is a path.',
    breaks: 'TEL-049',
    transcribeCallback: (value) =>
      defaultRules.transcribeCallback(value?.startsWith('/') ? `https://callback.example${value}` : value),
  },
  'transcribe-callback-without-a-scheme': {
    says: 'Ignores a TranscribeCallback without a scheme instead of refusing it.',
    breaks: 'TEL-049',
    transcribeCallback: (value) =>
      isWithoutScheme(value) ? undefined : defaultRules.transcribeCallback(value),
  },
  'callback-url-measured-decoded': {
    says: 'Counts a percent escape in CallbackUrl as one character.',
    breaks: 'TEL-045',
    callbackUrl: (value) => (isShortDecoded(value) ? value : defaultRules.callbackUrl(value)),
  },
  'transcribe-callback-measured-decoded': {
    says: 'Counts a percent escape in TranscribeCallback as one character.',
    breaks: 'TEL-048',
    transcribeCallback: (value) => (isShortDecoded(value) ? value : defaultRules.transcribeCallback(value)),
  },
  'subresource-uris-absolute': {
    says: 'Returns absolute URIs as the subresource URIs of a call.',
    breaks: ['TEL-026', 'TEL-027'],
    subresourceUris: (uri) => defaultRules.subresourceUris(`https://api.example${uri}`),
  },
  'subresource-uris-of-another-call': {
    says: 'Returns the subresource URIs of the same call for every call.',
    breaks: ['TEL-026', 'TEL-027'],
    subresourceUris: (uri) => defaultRules.subresourceUris(uri.replace(/CA\w+$/, `CA${'0'.repeat(32)}`)),
  },
  'subresource-uris-swapped': {
    says: 'Swaps the subresource URIs of notifications and recordings.',
    breaks: ['TEL-026', 'TEL-027'],
    subresourceUris: (uri) => ({ notifications: `${uri}/Recordings`, recordings: `${uri}/Notifications` }),
  },
} satisfies Bank;

/** Answers otherwise where a recording is started whose file is to be wav. */
function answeringForWav(change: (call: Record<string, unknown>) => Record<string, unknown>): Partial<Rules> {
  let isWav = false;
  return {
    fileFormat: (value) => {
      isWav = value === 'wav';
      return defaultRules.fileFormat(value);
    },
    recordAnswer: (call, isStart) =>
      defaultRules.recordAnswer(isStart && isWav ? change(call) : call, isStart),
  };
}

function isWithoutScheme(value = ''): boolean {
  return /^[\w.]+\/\S*$/.test(value);
}

function isShortDecoded(value = ''): boolean {
  return URL.canParse(value) && decodeURIComponent(value).length <= 200;
}
