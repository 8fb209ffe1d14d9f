import { refuse } from '../../reference/answer.ts';
import { defaultRules, type Rules } from '../../reference/rules/index.ts';
import type { Recording } from '../../reference/state.ts';
import type { Variants } from '../mutant.ts';

/** What a deployment may think too short, the same once more, or of no use. */
export const shortRecordingVariants = {
  'recordings-of-a-blink-thrown-away': {
    says: 'A recording of less than half a second is thrown away, and takes no place of the five.',
    replace: () => ({
      countedRecordings: ({ recordings }) =>
        recordings.filter(({ startedAt, endedAt = Number.POSITIVE_INFINITY }) => endedAt - startedAt >= 500)
          .length,
    }),
  },
  'recordings-too-short-to-transcribe': {
    says: 'What is shorter than two seconds is not transcribed.',
    replace: () => ({
      // Timers may fire a little early.
      isTranscribed: (recording) => lengthOf(recording) >= 1950 && defaultRules.isTranscribed(recording),
    }),
  },
  'equal-recordings-refused': {
    says: 'A recording that is like one that goes on is refused, as if it had been asked for twice.',
    replace: () => {
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
    says: 'What is not to be transcribed may name whatever it likes as its TranscribeCallback.',
    replace: () => {
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
