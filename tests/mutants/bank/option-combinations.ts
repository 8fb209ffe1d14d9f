import { refuse } from '../../reference/answer.ts';
import { defaultRules, type Rules } from '../../reference/rules/index.ts';

import type { Bank } from '../mutant.ts';

const { direction, fileFormat, record, transcribe, transcribeCallback, transcribeQuality } = defaultRules;

/** Options of a recording that are taken each by itself, and not beside each other; and values that come near one. */
export const optionCombinationMutants = {
  'wav-refused-beside-in': {
    says: 'Refuses FileFormat=wav when Direction is in.',
    breaks: 'TEL-051',
    rules: () => {
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
    says: 'Refuses FileFormat=wav when Direction is both.',
    breaks: ['TEL-037', 'TEL-051'],
    rules: () => {
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
    says: 'Refuses FileFormat=wav when Direction is out.',
    breaks: 'TEL-051',
    rules: () => {
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
    says: 'Treats Record=on as true.',
    breaks: 'TEL-033',
    record: (value) => record(value === 'on' ? 'true' : value),
  },
  'directions-in-full': {
    says: 'Treats the Direction incoming as in and outgoing as out.',
    breaks: 'TEL-038',
    direction: (value) => direction(value?.replace(/(coming|going)$/, '')),
  },
  'time-limit-in-minutes-and-seconds': {
    says: 'Treats TimeLimit=1:30 as 90.',
    breaks: 'TEL-042',
    timeLimit: (value) => defaultRules.timeLimit(value?.replace(/^1:30$/, '90')),
  },
  'callback-without-its-scheme': {
    says: 'Accepts a CallbackUrl with a host but without a scheme.',
    breaks: 'TEL-046',
    callbackUrl: (value) => defaultRules.callbackUrl(value?.replace(/^\/\//, 'http://')),
  },
  'transcribe-needs-its-callback': {
    says: 'Refuses Transcribe=true without TranscribeCallback.',
    breaks: 'TEL-058',
    rules: () =>
      transcribing((value) => value ?? refuse(400, 'Whom the transcription is to be told is missing')),
  },
  'transcribe-refused-for-wav': {
    says: 'Refuses Transcribe=true when FileFormat is wav.',
    breaks: ['TEL-051', 'TEL-058'],
    rules: () => {
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
  'unknown-quality-transcribes-nothing': {
    says: 'Does not transcribe when TranscribeQuality is neither auto nor hybrid.',
    breaks: 'TEL-078',
    transcribeQuality: (value = 'auto') => value as 'auto',
    isTranscribed: ({ options: { transcribe: isWanted, transcribeQuality: quality } }) =>
      isWanted && ['auto', 'hybrid'].includes(quality),
  },
  'record-with-true-in-it': {
    says: 'Treats any Record that contains true as true.',
    breaks: 'TEL-033',
    record: (value) => record(/true/.test(value ?? '') ? 'true' : value),
  },
  'record-known-by-its-beginning': {
    says: 'Treats a Record that is a prefix of true as true.',
    breaks: 'TEL-033',
    record: (value) => record(value && 'true'.startsWith(value) ? 'true' : value),
  },
  'record-known-by-the-beginning-of-false': {
    says: 'Treats a Record that is a prefix of false as false.',
    breaks: 'TEL-033',
    record: (value) => record(value && 'false'.startsWith(value) ? 'false' : value),
  },
  'record-that-begins-with-false': {
    says: 'Treats any Record that begins with false as false.',
    breaks: 'TEL-033',
    record: (value) => record(value?.startsWith('false') ? 'false' : value),
  },
  'direction-that-begins-with-both': {
    says: 'Treats any Direction that begins with both as both.',
    breaks: 'TEL-038',
    direction: (value) => direction(value?.startsWith('both') ? 'both' : value),
  },
  'direction-known-by-a-part': {
    says: 'Accepts a prefix of a valid Direction in its place.',
    breaks: 'TEL-038',
    direction: (value) =>
      direction(['both', 'out', 'in'].find((one) => value && one.startsWith(value)) ?? value),
  },
  'two-directions-at-once': {
    says: 'Treats the Direction in,out as both.',
    breaks: 'TEL-038',
    direction: (value) => direction(value === 'in,out' ? 'both' : value),
  },
  'transcribe-one': {
    says: 'Treats Transcribe=1 as true.',
    breaks: 'TEL-061',
    transcribe: (value) => value === '1' || transcribe(value),
  },
  'long-callback-taken-where-transcribed': {
    says: 'Truncates TranscribeCallback to 200 characters when Transcribe is true.',
    breaks: 'TEL-048',
    rules: () => transcribing((value) => value?.slice(0, 200)),
  },
  'any-callback-taken-where-transcribed': {
    says: 'Ignores a TranscribeCallback that does not contain :// when Transcribe is true.',
    breaks: 'TEL-049',
    rules: () => transcribing((value) => (value?.includes('://') ? value : undefined)),
  },
  'long-quality-refused': {
    says: 'Returns 500 when TranscribeQuality is longer than 64 characters.',
    breaks: 'TEL-064',
    transcribeQuality: (value) =>
      (value?.length ?? 0) > 64 ? refuse(500, 'The column is too short') : transcribeQuality(value),
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
