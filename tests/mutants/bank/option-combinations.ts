import { refuse } from '../../reference/answer.ts';
import { defaultRules, type Rules } from '../../reference/rules/index.ts';
import type { Call } from '../../reference/state.ts';
import type { Bank } from '../mutant.ts';

const { direction, fileFormat, record, transcribe, transcribeCallback, transcribeQuality } = defaultRules;

/** Options of a recording that are taken each by itself, and not beside each other; and values that come near one. */
export const optionCombinationMutants = {
  'wav-refused-beside-in': {
    says: 'Refuses FileFormat=wav where Direction is in.',
    breaks: ['TEL-051'],
    replace: () => {
      let isIncoming = false;
      return {
        direction: (value) => {
          isIncoming = value === 'in';
          return direction(value);
        },
        fileFormat: (value) =>
          isIncoming && value === 'wav' ? refuse(400, 'wav holds both directions') : fileFormat(value),
      };
    },
  },
  'wav-refused-beside-both': {
    says: 'Refuses FileFormat=wav where Direction is both.',
    breaks: ['TEL-037', 'TEL-051'],
    replace: () => {
      let isBoth = false;
      return {
        direction: (value) => {
          isBoth = value === 'both';
          return direction(value);
        },
        fileFormat: (value) =>
          isBoth && value === 'wav' ? refuse(400, 'wav holds one direction') : fileFormat(value),
      };
    },
  },
  'wav-refused-beside-out': {
    says: 'Refuses FileFormat=wav where Direction is out.',
    breaks: ['TEL-051'],
    replace: () => {
      let isOut = false;
      return {
        direction: (value) => {
          isOut = value === 'out';
          return direction(value);
        },
        fileFormat: (value) =>
          isOut && value === 'wav' ? refuse(400, 'wav holds one direction') : fileFormat(value),
      };
    },
  },
  'record-on-and-off': {
    says: 'Takes on for true.',
    breaks: ['TEL-033'],
    replace: () => ({ record: (value) => record(value === 'on' ? 'true' : value) }),
  },
  'directions-in-full': {
    says: 'Takes incoming for in, and outgoing for out.',
    breaks: ['TEL-038'],
    replace: () => ({ direction: (value) => direction(value?.replace(/(coming|going)$/, '')) }),
  },
  'time-limit-in-minutes-and-seconds': {
    says: 'Takes a TimeLimit of minutes and seconds.',
    breaks: ['TEL-042'],
    replace: () => ({ timeLimit: (value) => defaultRules.timeLimit(value?.replace(/^1:30$/, '90')) }),
  },
  'callback-without-its-scheme': {
    says: 'Takes a CallbackUrl that has a host and no scheme.',
    breaks: ['TEL-046'],
    replace: () => ({
      callbackUrl: (value) => defaultRules.callbackUrl(value?.replace(/^\/\//, 'http://')),
    }),
  },
  'recordings-counted-a-second-late': {
    says: 'Counts a recording of a call a second after it has started.',
    breaks: ['TEL-069'],
    replace: () => ({
      countedRecordings: (call) =>
        call.recordings.filter(({ startedAt }) => Date.now() - startedAt > 1000).length,
    }),
  },
  'another-sid-while-several-go-on': {
    says: 'Answers a start beside another recording with the sid of no call.',
    breaks: ['TEL-029'],
    replace: () => ({
      callResource: (call, ...rest) => {
        const isBeside = call.recordings.filter(({ endedAt }) => endedAt === undefined).length > 1;
        return {
          ...defaultRules.callResource(call, ...rest),
          ...(isBeside && { sid: `CA${'0'.repeat(32)}` }),
        };
      },
    }),
  },
  'transcribe-needs-its-callback': {
    says: 'Refuses Transcribe=true without TranscribeCallback.',
    breaks: ['TEL-058'],
    replace: () =>
      transcribing((value) => value ?? refuse(400, 'Whom the transcription is to be told is missing')),
  },
  'transcribe-refused-for-wav': {
    says: 'Refuses Transcribe=true for a file that is to be wav.',
    breaks: ['TEL-051', 'TEL-058'],
    replace: () => {
      let isWav = false;
      return {
        fileFormat: (value) => {
          isWav = value === 'wav';
          return fileFormat(value);
        },
        transcribe: (value) =>
          isWav && transcribe(value) ? refuse(400, 'Only mp3 is transcribed') : transcribe(value),
      };
    },
  },
  'one-direction-at-a-time': {
    says: 'Refuses a recording of another Direction than one that goes on.',
    breaks: ['TEL-067'],
    replace: () => {
      let call: Call | undefined;
      return {
        findCall: (...given) => (call = defaultRules.findCall(...given)),
        direction: (value) => {
          const wanted = direction(value);
          const isOther = call?.recordings.some(
            ({ endedAt, options }) => endedAt === undefined && options.direction !== wanted,
          );
          return isOther ? refuse(400, 'The call is recorded in another direction') : wanted;
        },
      };
    },
  },
  'unknown-quality-transcribes-nothing': {
    says: 'Transcribes nothing where TranscribeQuality is neither auto nor hybrid.',
    breaks: ['TEL-078'],
    replace: () => ({
      transcribeQuality: (value = 'auto') => value as 'auto',
      isTranscribed: ({ options: { transcribe: isWanted, transcribeQuality: quality } }) =>
        isWanted && ['auto', 'hybrid'].includes(quality),
    }),
  },
  'record-with-true-in-it': {
    says: 'Takes for true whatever has true in it.',
    breaks: ['TEL-033'],
    replace: () => ({ record: (value) => record(/true/.test(value ?? '') ? 'true' : value) }),
  },
  'record-known-by-its-beginning': {
    says: 'Takes the beginning of true for true.',
    breaks: ['TEL-033'],
    replace: () => ({ record: (value) => record(value && 'true'.startsWith(value) ? 'true' : value) }),
  },
  'record-known-by-the-beginning-of-false': {
    says: 'Takes the beginning of false for false.',
    breaks: ['TEL-033'],
    replace: () => ({ record: (value) => record(value && 'false'.startsWith(value) ? 'false' : value) }),
  },
  'record-that-begins-with-false': {
    says: 'Takes for false whatever begins with false.',
    breaks: ['TEL-033'],
    replace: () => ({ record: (value) => record(value?.startsWith('false') ? 'false' : value) }),
  },
  'direction-that-begins-with-both': {
    says: 'Takes for both whatever begins with both.',
    breaks: ['TEL-038'],
    replace: () => ({ direction: (value) => direction(value?.startsWith('both') ? 'both' : value) }),
  },
  'direction-known-by-a-part': {
    says: 'Takes a part of the name of a direction for it.',
    breaks: ['TEL-038'],
    replace: () => ({
      direction: (value) =>
        direction(['both', 'out', 'in'].find((one) => value && one.startsWith(value)) ?? value),
    }),
  },
  'two-directions-at-once': {
    says: 'Takes a list of directions for both.',
    breaks: ['TEL-038'],
    replace: () => ({ direction: (value) => direction(value === 'in,out' ? 'both' : value) }),
  },
  'transcribe-one': {
    says: 'Takes 1 for true, and transcribes.',
    breaks: ['TEL-061', 'TEL-079'],
    replace: () => ({ transcribe: (value) => value === '1' || transcribe(value) }),
  },
  'long-callback-taken-where-transcribed': {
    says: 'Keeps 200 characters of a TranscribeCallback that is longer where the recording is to be transcribed.',
    breaks: ['TEL-048'],
    replace: () => transcribing((value) => value?.slice(0, 200)),
  },
  'any-callback-taken-where-transcribed': {
    says: 'Takes what is no URL for a TranscribeCallback where the recording is to be transcribed.',
    breaks: ['TEL-049'],
    replace: () => transcribing((value) => (value?.includes('://') ? value : undefined)),
  },
  'long-quality-refused': {
    says: 'Fails where TranscribeQuality is longer than 64 characters.',
    breaks: ['TEL-064'],
    replace: () => ({
      transcribeQuality: (value) =>
        (value?.length ?? 0) > 64 ? refuse(500, 'The column is too short') : transcribeQuality(value),
    }),
  },
} satisfies Bank;

/** Reads TranscribeCallback otherwise where the recording is to be transcribed. */
function transcribing(change: (value: string | undefined) => string | undefined): Partial<Rules> {
  let isWanted = false;
  return {
    transcribe: (value) => (isWanted = transcribe(value)),
    transcribeCallback: (value) => transcribeCallback(isWanted ? change(value) : value),
  };
}
