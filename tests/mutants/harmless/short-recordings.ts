import { refuse } from '../../reference/answer.ts';
import { defaultRules, type Rules } from '../../reference/rules/index.ts';
import type { Recording } from '../../reference/state.ts';
import type { Variants } from '../mutant.ts';

/** What a deployment may think too short, the same once more, or of no use. */
export const shortRecordingVariants = {
  'recordings-of-a-blink-thrown-away': {
    says: 'Does not count a recording of less than half a second towards the limit of five.',
    countedRecordings: ({ recordings }) =>
      recordings.filter(({ startedAt, endedAt = Number.POSITIVE_INFINITY }) => endedAt - startedAt >= 500)
        .length,
  },
  'ended-recordings-not-counted': {
    says: 'Counts only recordings in progress toward the limit of a call.',
    countedRecordings: ({ recordings }) => recordings.filter(({ endedAt }) => endedAt === undefined).length,
  },
  'recordings-too-short-to-transcribe': {
    says: 'Does not transcribe recordings shorter than two seconds.',
    // Timers may fire a little early.
    isTranscribed: (recording) => lengthOf(recording) >= 1950 && defaultRules.isTranscribed(recording),
  },
  'equal-recordings-refused': {
    says: 'Refuses a recording with the direction and format of a running one that has no CallbackUrl.',
    rules: () => {
      let direction: ReturnType<Rules['direction']>;
      let fileFormat: ReturnType<Rules['fileFormat']>;
      return {
        direction: (value) => (direction = defaultRules.direction(value)),
        fileFormat: (value) => (fileFormat = defaultRules.fileFormat(value)),
        isLive: (call) => {
          const isAlike = ({ endedAt, options }: Recording) =>
            endedAt === undefined &&
            options.callbackUrl === undefined &&
            options.direction === direction &&
            options.fileFormat === fileFormat;
          return call.recordings.some(isAlike)
            ? refuse(409, 'This is recorded already')
            : defaultRules.isLive(call);
        },
      };
    },
  },
  'transcribe-callback-read-where-transcribed': {
    says: 'Ignores TranscribeCallback, even an invalid one, when Transcribe is not true.',
    rules: () => {
      let isWanted = false;
      return {
        transcribe: (value) => (isWanted = defaultRules.transcribe(value)),
        transcribeCallback: (value) => (isWanted ? defaultRules.transcribeCallback(value) : undefined),
      };
    },
  },
} satisfies Variants;

function lengthOf({ startedAt, endedAt = startedAt }: Recording): number {
  return endedAt - startedAt;
}
