import { defaultRules, type Rules } from '../../reference/rules/index.ts';
import type { Recording } from '../../reference/state.ts';
import { series } from '../family.ts';
import type { Bank, MutantEntry } from '../mutant.ts';

const { callbackDelayMs, isTranscribed, transcribe, transcriptionCallback } = defaultRules;

type Requesting = Rules['transcriptionCallback'];
type Values = Readonly<
  Record<string, readonly [told: string, isTrue: (value: string | undefined) => boolean]>
>;
type Sparing = Readonly<
  Record<
    string,
    readonly [told: string, isSpared: (options: Recording['options'], one: Recording) => boolean]
  >
>;

const spared = {
  wav: ['in wav format', (options) => options.fileFormat === 'wav'],
  'trimmed-silence': ['when TrimSilence is true', (options) => options.trimSilence],
  'incoming-audio': ['of incoming audio', (options) => options.direction === 'in'],
  'outgoing-audio': ['of outgoing audio', (options) => options.direction === 'out'],
  'hybrid-quality': ['of hybrid quality', (options) => options.transcribeQuality === 'hybrid'],
  'a-time-limit': ['that has a TimeLimit', (options) => options.timeLimit !== undefined],
  'what-its-limit-ends': ['that its TimeLimit ended', (_options, one) => isLimited(one)],
  'no-callback-url': ['that has no CallbackUrl', (options) => options.callbackUrl === undefined],
} satisfies Sparing;

/** Recordings that are not transcribed, or whose transcription is told nobody. */
export const missingTranscriptions = {
  ...series('transcription-not-for', spared, (told, isSpared) => ({
    says: `Does not transcribe a recording ${told}.`,
    breaks: 'TEL-078',
    isTranscribed: (one) => !isSpared(one.options, one) && isTranscribed(one),
  })),
  'transcription-not-for-auto-quality': {
    says: 'Does not transcribe when TranscribeQuality is explicitly auto.',
    breaks: 'TEL-078',
    transcribeQuality: (value) => (value === 'auto' ? 'auto' : 'hybrid'),
    isTranscribed: (one) => one.options.transcribeQuality !== 'auto' && isTranscribed(one),
  },
  'transcription-not-for-unknown-quality': {
    says: 'Does not transcribe when TranscribeQuality is neither auto nor hybrid.',
    breaks: 'TEL-078',
    transcribeQuality: (value = 'auto') => value as 'auto',
    isTranscribed: (one) => ['auto', 'hybrid'].includes(one.options.transcribeQuality) && isTranscribed(one),
  },
  'transcribe-ignored': {
    says: 'Transcribes nothing.',
    breaks: 'TEL-078',
    transcribe: () => false,
  },
  'transcription-callback-never': {
    says: 'Never requests TranscribeCallback.',
    breaks: 'TEL-078',
    transcriptionCallback: () => undefined,
  },
  'both-directions-not-transcribed': {
    says: 'Does not request the TranscribeCallback for a recording of both directions.',
    breaks: 'TEL-078',
    transcriptionCallback: (event, call, one, outcome) =>
      one.options.direction === 'both' ? undefined : transcriptionCallback(event, call, one, outcome),
  },
} satisfies Bank;

/** TranscribeCallbacks that are requested otherwise, or at another time. */
export const otherTranscriptionCallbacks = {
  'transcription-callback-without-its-query': {
    says: 'Requests TranscribeCallback without its query.',
    breaks: 'TEL-078',
    transcriptionCallback: toAnother((url) => url.replace(/\?.*/s, '')),
  },
  'transcription-callback-cut-after-150-characters': {
    says: 'Truncates TranscribeCallback to 150 characters.',
    breaks: 'TEL-078',
    transcriptionCallback: toAnother((url) => url.slice(0, 150)),
  },
  'transcription-sent-to-callback-url': {
    says: 'Sends the transcription to CallbackUrl, if there is one.',
    breaks: 'TEL-078',
    transcriptionCallback: toAnother((url, _call, { options }) => options.callbackUrl ?? url),
  },
  'transcription-told-to-the-last-start': {
    says: 'Keeps only one TranscribeCallback per call, the one that was sent last.',
    breaks: ['TEL-078', 'TEL-079'],
    transcriptionCallback: toAnother((url, { recordings }) => {
      const last = recordings.findLast(({ options }) => options.transcribeCallback !== undefined);
      return last?.options.transcribeCallback ?? url;
    }),
  },
  'transcription-without-information': {
    says: 'Requests TranscribeCallback with an empty form.',
    breaks: 'TEL-078',
    transcriptionCallback: emptied(() => true),
  },
  'transcription-at-its-limit-without-information': {
    says: 'Requests TranscribeCallback with an empty form when the recording has a TimeLimit.',
    breaks: 'TEL-078',
    transcriptionCallback: emptied(({ options }) => options.timeLimit !== undefined),
  },
  'transcription-told-at-the-start': {
    says: 'Requests TranscribeCallback when the recording starts, and not after its end.',
    breaks: 'TEL-078',
    transcriptionCallback: (event, call, one, outcome) =>
      event === 'started' && one.options.transcribe
        ? transcriptionCallback('transcribed', call, one, outcome)
        : undefined,
  },
  'transcription-callback-at-the-end-as-well': {
    says: 'Requests TranscribeCallback when a recording ends, even if it is not transcribed.',
    breaks: ['TEL-061', 'TEL-079'],
    transcriptionCallback: (event, ...about) =>
      transcriptionCallback(event === 'ended' ? 'transcribed' : event, ...about),
  },
} satisfies Bank;

/** Recordings that are transcribed although they should not be. */
export const needlessTranscriptions = {
  'everything-transcribed': {
    says: 'Transcribes every recording.',
    breaks: ['TEL-061', 'TEL-079'],
    isTranscribed: () => true,
  },
  'transcribes-by-quality': {
    says: 'Transcribes whenever TranscribeQuality is hybrid.',
    breaks: 'TEL-079',
    isTranscribed: (one) => one.options.transcribeQuality === 'hybrid' || isTranscribed(one),
  },
  'transcribe-false-is-a-text': {
    ...wanted('any Transcribe that is not empty, even false', Boolean),
    breaks: ['TEL-061', 'TEL-079'],
  },
  'transcribe-in-any-case-and-slowly': {
    ...wanted('TRUE in any letter case, after two seconds,', (value) => value?.toLowerCase() === 'true'),
    callbackDelayMs: (event, seconds) => (event === 'transcribed' ? 2000 : callbackDelayMs(event, seconds)),
  },
  ...series(
    'transcribes',
    {
      'unless-false': ['any Transcribe but false, and none', (value) => value !== 'false'],
      'by-default': ['a missing Transcribe', (value) => value === undefined || transcribe(value)],
      yes: ['yes and 1', (value) => /^(?:true|yes|1)$/.test(value ?? '')],
      one: ['1', (value) => value === '1' || transcribe(value)],
      'in-any-case': ['TRUE in any letter case', (value) => value?.toLowerCase() === 'true'],
      'for-an-empty-value': ['an empty Transcribe', (value) => value === '' || transcribe(value)],
      'what-begins-with-true': ['whatever begins with true', (value) => value?.startsWith('true') ?? false],
    } satisfies Values,
    wanted,
  ),
} satisfies Bank;

/** A deployment that transcribes for other values of Transcribe as well. */
function wanted(told: string, isTrue: (value: string | undefined) => boolean): MutantEntry {
  return { says: `Takes ${told} for Transcribe=true.`, breaks: 'TEL-061', transcribe: isTrue };
}

/** Requests another URL. */
function toAnother(
  another: (url: string, ...about: [Parameters<Requesting>[1], Recording]) => string,
): Requesting {
  return (event, call, one, outcome) => {
    const callback = transcriptionCallback(event, call, one, outcome);
    return callback && { ...callback, url: another(callback.url, call, one) };
  };
}

/** Tells nothing of some transcriptions. */
function emptied(isMeant: (one: Recording) => boolean): Requesting {
  return (event, call, one, outcome) => {
    const callback = transcriptionCallback(event, call, one, outcome);
    return callback && isMeant(one) ? { ...callback, form: {} } : callback;
  };
}

/** Whether a recording has gone on for as long as its TimeLimit. */
function isLimited({ startedAt, endedAt = startedAt, options: { timeLimit } }: Recording): boolean {
  return timeLimit !== undefined && endedAt - startedAt >= timeLimit * 1000 - 5;
}
