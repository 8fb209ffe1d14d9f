import type { Call, Callback, Recording } from '../state.ts';

/** What happens to a recording. */
type Event = 'started' | 'ended' | 'transcribed';

/** The result of a recording, as its callbacks report it. */
interface Outcome {
  readonly seconds: number;
  readonly audioUrl: string;
  readonly transcriptionSid: string;
}

/** The longest delay before a callback is sent. */
const LONGEST_DELAY_MS = 1000;

/** The callbacks that a recording sends, and when. */
export const callbackRules = {
  /** TEL-076, TEL-077, TEL-080, TEL-201: once it has ended, a recording requests its CallbackUrl. */
  recordingCallback: (
    event: Event,
    call: Call,
    { sid, options }: Recording,
    outcome: Outcome,
  ): Callback | undefined =>
    event !== 'ended' || options.callbackUrl === undefined
      ? undefined
      : {
          method: 'POST',
          url: options.callbackUrl,
          form: {
            AccountSid: call.accountSid,
            ApiVersion: 'v2',
            CallSid: call.sid,
            Duration: String(outcome.seconds),
            RecordingSid: sid,
            RecordingUrl: outcome.audioUrl,
          },
        },

  /** TEL-078, TEL-079, TEL-081: once it has been transcribed, a recording requests its TranscribeCallback. */
  transcriptionCallback: (
    event: Event,
    call: Call,
    { options }: Recording,
    outcome: Outcome,
  ): Callback | undefined =>
    event !== 'transcribed' || options.transcribeCallback === undefined
      ? undefined
      : {
          method: 'POST',
          url: options.transcribeCallback,
          form: {
            AccountSid: call.accountSid,
            ApiVersion: 'v2',
            AudioUrl: outcome.audioUrl,
            Duration: String(outcome.seconds),
            Price: '0.05',
            TranscriptionQuality: options.transcribeQuality,
            TranscriptionSid: outcome.transcriptionSid,
            TranscriptionStatus: 'completed',
            TranscriptionText: 'Thank you for calling.',
          },
        },

  /** TEL-078, TEL-079: a recording is transcribed with Transcribe=true, and not otherwise. */
  isTranscribed: ({ options }: Recording): boolean => options.transcribe,

  /** TEL-053: where the audio is, in the chosen format. */
  audioUrl: ({ sid, options }: Recording, apiUrl: string): string =>
    `${apiUrl}/recordings/${sid}.${options.fileFormat}`,

  /** TEL-082: how long after its end a recording sends its request; the longer the recording, the later. */
  callbackDelayMs: (_event: Event, seconds: number): number => Math.min(10 + 10 * seconds, LONGEST_DELAY_MS),
};
