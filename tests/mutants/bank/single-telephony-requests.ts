import { defaultRules } from '../../reference/rules/index.ts';
import type { Bank } from '../mutant.ts';

const { recordingCallback, transcriptionCallback } = defaultRules;

/** Requests of one kind to the telephony API that are answered otherwise, where their like are answered well. */
export const singleTelephonyRequestMutants = {
  'both-directions-not-transcribed': {
    says: 'Does not request the TranscribeCallback for a recording of both directions.',
    breaks: 'TEL-078',
    transcriptionCallback: (event, call, recording, ...rest) =>
      recording.options.direction === 'both'
        ? undefined
        : transcriptionCallback(event, call, recording, ...rest),
  },
  'callback-of-the-first-of-two-recordings': {
    says: 'Requests the CallbackUrl of the first of two simultaneous recordings for the second as well.',
    breaks: 'TEL-201',
    recordingCallback: (event, call, recording, outcome) => {
      const callback = recordingCallback(event, call, recording, outcome);
      const former = call.recordings[call.recordings.indexOf(recording) - 1];
      const isBeside = (former?.endedAt ?? Number.POSITIVE_INFINITY) > recording.startedAt;
      const url = isBeside ? former?.options.callbackUrl : undefined;
      return callback && { ...callback, url: url ?? callback.url };
    },
  },
} satisfies Bank;
