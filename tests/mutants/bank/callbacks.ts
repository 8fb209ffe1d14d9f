import { defaultRules, type Rules } from '../../reference/rules/index.ts';
import type { Bank } from '../mutant.ts';

const { callbackDelayMs, recordingCallback, transcribe, transcriptionCallback } = defaultRules;

/** Breaking what a recording requests when it has ended, and has been transcribed. */
export const callbackMutants = {
  'callback-never': {
    says: 'Never requests CallbackUrl.',
    breaks: 'TEL-076',
    recordingCallback: () => undefined,
  },
  'callback-to-another-path': {
    says: 'Appends /recorded to the path of a CallbackUrl that has a query.',
    breaks: 'TEL-076',
    recordingCallback: toAnother(recordingCallback, (url) => url.replace('?', '/recorded?')),
  },
  'callback-without-its-query': {
    says: 'Requests CallbackUrl without its query.',
    breaks: ['TEL-076', 'TEL-201'],
    recordingCallback: toAnother(recordingCallback, withoutQuery),
  },
  'callback-of-the-first-recording-alone': {
    says: 'Requests CallbackUrl only for the first recording of a call.',
    breaks: 'TEL-076',
    recordingCallback: (event, call, recording, outcome) =>
      call.recordings[0] === recording ? recordingCallback(event, call, recording, outcome) : undefined,
  },
  'callback-of-the-last-of-two-recordings': {
    says: 'Requests the CallbackUrl of the last recording of a call, whichever recording has ended.',
    breaks: 'TEL-201',
    recordingCallback: (event, call, recording, outcome) =>
      toAnother(recordingCallback, (url) => call.recordings.at(-1)?.options.callbackUrl ?? url)(
        event,
        call,
        recording,
        outcome,
      ),
  },
  'callback-of-one-recording-at-a-time': {
    says: 'Does not request CallbackUrl when a recording ends while another one is still running.',
    breaks: 'TEL-076',
    recordingCallback: (event, call, recording, outcome) =>
      call.recordings.some(({ endedAt }) => endedAt === undefined || endedAt > (recording.endedAt ?? 0))
        ? undefined
        : recordingCallback(event, call, recording, outcome),
  },
  'callback-of-what-is-transcribed-alone': {
    says: 'Requests CallbackUrl only when Transcribe is true.',
    breaks: 'TEL-076',
    recordingCallback: (event, call, recording, outcome) =>
      recording.options.transcribe ? recordingCallback(event, call, recording, outcome) : undefined,
  },
  'callback-far-too-late': {
    says: 'Requests CallbackUrl later than the settings allow.',
    breaks: 'TEL-076',
    callbackDelayMs: (event, seconds) => (event === 'ended' ? 4000 : callbackDelayMs(event, seconds)),
  },
  'callback-at-the-start-alone': {
    says: 'Requests CallbackUrl when the recording starts, and not when it has ended.',
    breaks: ['TEL-076', 'TEL-077'],
    recordingCallback: at(recordingCallback, { started: 'ended', ended: 'started' }),
  },
  'callback-at-the-start-as-well': {
    says: 'Requests CallbackUrl when the recording starts, and again when it has ended.',
    breaks: 'TEL-077',
    recordingCallback: at(recordingCallback, { started: 'ended' }),
  },
  'transcription-callback-never': {
    says: 'Never requests TranscribeCallback.',
    breaks: 'TEL-078',
    transcriptionCallback: () => undefined,
  },
  'transcribe-ignored': {
    says: 'Transcribes nothing.',
    breaks: 'TEL-078',
    transcribe: (value) => transcribe(value) && false,
  },
  'transcription-callback-without-its-query': {
    says: 'Requests TranscribeCallback without its query.',
    breaks: 'TEL-078',
    transcriptionCallback: toAnother(transcriptionCallback, withoutQuery),
  },
  'transcription-sent-to-callback-url': {
    says: 'Sends the transcription to CallbackUrl, if there is one.',
    breaks: 'TEL-078',
    transcriptionCallback: (event, call, recording, outcome) =>
      toAnother(transcriptionCallback, (url) => recording.options.callbackUrl ?? url)(
        event,
        call,
        recording,
        outcome,
      ),
  },
  'everything-transcribed': {
    says: 'Transcribes every recording.',
    breaks: ['TEL-061', 'TEL-079'],
    isTranscribed: () => true,
  },
  'transcribe-unless-false': {
    says: 'Transcribes unless Transcribe is false.',
    breaks: 'TEL-061',
    transcribe: (value) => value !== 'false',
  },
  'transcription-callback-at-the-end-as-well': {
    says: 'Requests TranscribeCallback when a recording ends, even if it is not transcribed.',
    breaks: ['TEL-061', 'TEL-079'],
    transcriptionCallback: at(transcriptionCallback, { ended: 'transcribed' }),
  },
} satisfies Bank;

type Requesting = Rules['recordingCallback'];
type Event = Parameters<Requesting>[0];

/** Requests another URL. */
function toAnother(rule: Requesting, another: (url: string) => string): Requesting {
  return (...about) => {
    const callback = rule(...about);
    return callback && { ...callback, url: another(callback.url) };
  };
}

/** Takes an event for another one. */
function at(rule: Requesting, instead: Readonly<Partial<Record<Event, Event>>>): Requesting {
  return (event, ...about) => rule(instead[event] ?? event, ...about);
}

function withoutQuery(url: string): string {
  return url.split('?', 1)[0] ?? url;
}
