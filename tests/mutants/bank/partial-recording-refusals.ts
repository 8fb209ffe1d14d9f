import { refuse } from '../../reference/answer.ts';

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

/** Replaces rules that know whether the call has no recordings yet. */
function atFirst(rules: (isFirst: () => boolean) => Partial<Rules>): Partial<Rules> {
  let call: Call | undefined;
  return {
    findCall: (...given) => (call = findCall(...given)),
    ...rules(() => call?.recordings.length === 0),
  };
}
