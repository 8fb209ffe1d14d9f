import { defaultRules, type Rules } from '../../reference/rules/index.ts';
import type { Recording } from '../../reference/state.ts';
import type { Bank } from '../mutant.ts';

const { callbackDelayMs, isTranscribed, recordingCallback, transcriptionCallback } = defaultRules;

/** Callbacks that some recordings request, and others do not, or not with what they should. */
export const partialCallbackMutants = {
  'callback-in-small-letters': {
    says: 'Requests CallbackUrl in lower case.',
    breaks: ['TEL-076', 'TEL-201'],
    rules: () => callingBackAt((url) => url.toLowerCase()),
  },
  'callback-cut-after-150-characters': {
    says: 'Truncates CallbackUrl to 150 characters.',
    breaks: 'TEL-076',
    rules: () => callingBackAt((url) => url.slice(0, 150)),
  },
  'transcription-callback-cut-after-150-characters': {
    says: 'Truncates TranscribeCallback to 150 characters.',
    breaks: 'TEL-078',
    rules: () => callingBackAt((url) => url.slice(0, 150), 'transcriptionCallback'),
  },
  'callback-decoded': {
    says: 'Percent-decodes CallbackUrl before requesting it.',
    breaks: ['TEL-076', 'TEL-201'],
    rules: () => callingBackAt((url) => decodeURIComponent(url)),
  },
  'transcription-told-at-the-start': {
    says: 'Requests TranscribeCallback when the recording starts, and not after its end.',
    breaks: 'TEL-078',
    transcriptionCallback: (event, call, recording, options) =>
      event === 'started' && recording.options.transcribe
        ? transcriptionCallback('transcribed', call, recording, options)
        : undefined,
  },
  'callback-not-for-wav': {
    says: 'Does not request CallbackUrl for a recording in wav format.',
    breaks: 'TEL-076',
    rules: () => notCallingBack(({ fileFormat }) => fileFormat === 'wav'),
  },
  'callback-not-for-mp3-by-name': {
    says: 'Does not request CallbackUrl for a recording with FileFormat=mp3.',
    breaks: 'TEL-076',
    rules: () => {
      let isNamed = false;
      const named = new Set<Recording>();
      return {
        fileFormat: (value) => {
          isNamed = value === 'mp3';
          return defaultRules.fileFormat(value);
        },
        recordingCallback: (event, call, recording, outcome) => {
          if (event === 'started' && isNamed) named.add(recording);
          return named.has(recording) ? undefined : recordingCallback(event, call, recording, outcome);
        },
      };
    },
  },
  'callback-of-both-directions-for-transcribed-alone': {
    says: 'Does not request CallbackUrl for a recording of both directions without transcription.',
    breaks: 'TEL-076',
    rules: () => notCallingBack(({ direction, transcribe }) => direction === 'both' && !transcribe),
  },
  'transcription-at-its-limit-without-information': {
    says: 'Requests TranscribeCallback with an empty form when the recording has a TimeLimit.',
    breaks: 'TEL-078',
    transcriptionCallback: (event, call, recording, options) => {
      const callback = transcriptionCallback(event, call, recording, options);
      return callback && recording.options.timeLimit !== undefined ? { ...callback, form: {} } : callback;
    },
  },
  'transcription-beside-callback-url-alone': {
    says: 'Transcribes only recordings that have a CallbackUrl.',
    breaks: 'TEL-078',
    isTranscribed: (recording) => isTranscribed(recording) && recording.options.callbackUrl !== undefined,
  },
  'callback-at-the-start-beside-transcribe': {
    says: 'Requests CallbackUrl at the start of a recording to be transcribed, and again when it has ended.',
    breaks: 'TEL-077',
    recordingCallback: (event, call, recording, outcome) =>
      recordingCallback(
        event === 'started' && recording.options.transcribe ? 'ended' : event,
        call,
        recording,
        outcome,
      ),
  },
  'callback-soon-after-the-start': {
    says: 'Requests CallbackUrl 1.5 seconds after the start, whether or not the recording has ended.',
    breaks: 'TEL-077',
    rules: () => callingBackAfterTheStart(1500),
  },
  'transcription-without-information': {
    says: 'Requests TranscribeCallback with an empty form.',
    breaks: 'TEL-078',
    transcriptionCallback: (...of) => {
      const callback = transcriptionCallback(...of);
      return callback && { ...callback, form: {} };
    },
  },
  'transcription-not-for-wav': {
    says: 'Does not transcribe a recording in wav format.',
    breaks: 'TEL-078',
    isTranscribed: (recording) => recording.options.fileFormat !== 'wav' && isTranscribed(recording),
  },
  'transcription-not-of-trimmed-silence': {
    says: 'Does not transcribe a recording when TrimSilence is true.',
    breaks: 'TEL-078',
    isTranscribed: (recording) => !recording.options.trimSilence && isTranscribed(recording),
  },
  'transcription-not-of-incoming-audio': {
    says: 'Does not transcribe a recording of incoming audio.',
    breaks: 'TEL-078',
    isTranscribed: (recording) => recording.options.direction !== 'in' && isTranscribed(recording),
  },
  'transcription-not-of-outgoing-audio': {
    says: 'Does not transcribe a recording of outgoing audio.',
    breaks: 'TEL-078',
    isTranscribed: (recording) => recording.options.direction !== 'out' && isTranscribed(recording),
  },
  'no-transcription-where-the-limit-ends-it': {
    says: 'Does not transcribe a recording that was ended by its TimeLimit.',
    breaks: 'TEL-078',
    isTranscribed: (recording) => !isLimited(recording) && isTranscribed(recording),
  },
  'hybrid-transcription-forgotten': {
    says: 'Does not transcribe when TranscribeQuality is explicitly hybrid.',
    breaks: 'TEL-078',
    isTranscribed: (recording) =>
      recording.options.transcribeQuality !== 'hybrid' && isTranscribed(recording),
  },
  'no-transcription-where-its-quality-is-auto': {
    says: 'Does not transcribe when TranscribeQuality is explicitly auto.',
    breaks: 'TEL-078',
    transcribeQuality: (value) => (value === 'auto' ? 'auto' : 'hybrid'),
    isTranscribed: (recording) => recording.options.transcribeQuality !== 'auto' && isTranscribed(recording),
  },
  'transcription-not-beside-a-time-limit': {
    says: 'Does not transcribe a recording that has a TimeLimit.',
    breaks: 'TEL-078',
    isTranscribed: (recording) => recording.options.timeLimit === undefined && isTranscribed(recording),
  },
  'callback-not-beside-a-time-limit': {
    says: 'Does not request CallbackUrl for a recording that has a TimeLimit.',
    breaks: 'TEL-076',
    rules: () => notCallingBack(({ timeLimit }) => timeLimit !== undefined),
  },
  'no-callback-where-the-limit-ends-it': {
    says: 'Does not request CallbackUrl for a recording that was ended by its TimeLimit.',
    breaks: 'TEL-076',
    recordingCallback: (event, call, recording, outcome) =>
      isLimited(recording) ? undefined : recordingCallback(event, call, recording, outcome),
  },
  'callback-not-for-incoming-audio': {
    says: 'Does not request CallbackUrl for a recording of incoming audio.',
    breaks: 'TEL-076',
    rules: () => notCallingBack(({ direction }) => direction === 'in'),
  },
  'callback-not-for-outgoing-audio': {
    says: 'Does not request CallbackUrl for a recording of outgoing audio.',
    breaks: 'TEL-076',
    rules: () => notCallingBack(({ direction }) => direction === 'out'),
  },
  'transcribes-by-default': {
    says: 'Transcribes when Transcribe is missing.',
    breaks: 'TEL-061',
    transcribe: (value) => value === undefined || value === 'true',
  },
  'transcribe-false-is-a-text': {
    says: 'Treats any non-empty value of Transcribe as true, even false.',
    breaks: ['TEL-061', 'TEL-079'],
    transcribe: (value) => value !== undefined && value !== '',
  },
  'transcribe-yes': {
    says: 'Treats yes and 1 as true in Transcribe.',
    breaks: 'TEL-061',
    transcribe: (value) => /^(true|yes|1)$/.test(value ?? ''),
  },
  'transcribe-in-any-case': {
    says: 'Accepts Transcribe=true in any letter case.',
    breaks: 'TEL-061',
    transcribe: (value) => value?.toLowerCase() === 'true',
  },
  'transcribe-in-any-case-and-slowly': {
    says: 'Accepts Transcribe=true in any letter case, and takes two seconds to transcribe.',
    breaks: 'TEL-061',
    transcribe: (value) => value?.toLowerCase() === 'true',
    callbackDelayMs: (event, seconds) => (event === 'transcribed' ? 2000 : callbackDelayMs(event, seconds)),
  },
  'callback-long-after-the-start': {
    says: 'Requests CallbackUrl 2.5 seconds after the start, whether or not the recording has ended.',
    breaks: 'TEL-077',
    rules: () => callingBackAfterTheStart(2500),
  },
  'transcription-told-to-the-last-start': {
    says: 'Keeps only one TranscribeCallback per call, the one that was sent last.',
    breaks: ['TEL-078', 'TEL-079'],
    transcriptionCallback: (event, call, recording, outcome) => {
      const last = call.recordings.findLast(({ options }) => options.transcribeCallback !== undefined);
      const callback = transcriptionCallback(event, call, recording, outcome);
      return callback && { ...callback, url: last?.options.transcribeCallback ?? callback.url };
    },
  },
  'transcribes-by-quality': {
    says: 'Transcribes whenever TranscribeQuality is hybrid.',
    breaks: 'TEL-079',
    isTranscribed: (recording) =>
      recording.options.transcribeQuality === 'hybrid' || isTranscribed(recording),
  },
} satisfies Bank;

/** Whether a recording has gone on for as long as its TimeLimit. */
function isLimited({ startedAt, endedAt = startedAt, options: { timeLimit } }: Recording): boolean {
  return timeLimit !== undefined && endedAt - startedAt >= timeLimit * 1000 - 5;
}

/** Requests another URL than the one that was given. */
function callingBackAt(
  change: (url: string) => string,
  rule: 'recordingCallback' | 'transcriptionCallback' = 'recordingCallback',
): Partial<Rules> {
  return {
    [rule]: (...given: Parameters<Rules['recordingCallback']>) => {
      const callback = defaultRules[rule](...given);
      return callback && { ...callback, url: change(callback.url) };
    },
  };
}

/** Requests CallbackUrl so long after the start, whether the recording has ended or not. */
function callingBackAfterTheStart(ms: number): Partial<Rules> {
  return {
    callbackDelayMs: (event, seconds) => (event === 'started' ? ms : callbackDelayMs(event, seconds)),
    recordingCallback: (event, ...rest) =>
      event === 'started' ? recordingCallback('ended', ...rest) : undefined,
  };
}

/** Requests no CallbackUrl for the recordings of some options. */
function notCallingBack(isSpared: (options: Recording['options']) => boolean): Partial<Rules> {
  return {
    recordingCallback: (event, call, recording, outcome) =>
      isSpared(recording.options) ? undefined : recordingCallback(event, call, recording, outcome),
  };
}
