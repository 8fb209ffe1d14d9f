import { defaultRules, type Rules } from '../../reference/rules/index.ts';
import type { Bank } from '../mutant.ts';

const { callResource, recordingCallback, transcriptionCallback } = defaultRules;

/** Requests of one kind to the telephony API that are answered otherwise, where their like are answered well. */
export const singleTelephonyRequestMutants = {
  'call-without-status-while-several-go-on': {
    says: 'Omits the status of a call while more than one of its recordings is running.',
    breaks: 'TEL-012',
    callResource: (call, ...rest) => {
      const { status, ...others } = callResource(call, ...rest);
      const running = call.recordings.filter(({ endedAt }) => endedAt === undefined);
      return running.length > 1 ? others : { ...others, status };
    },
  },
  'call-without-price-where-it-is-transcribed': {
    says: 'Omits the price of a call whose latest recording is to be transcribed.',
    breaks: 'TEL-016',
    callResource: (call, ...rest) => {
      const { price, ...others } = callResource(call, ...rest);
      return call.recordings.at(-1)?.options.transcribe ? others : { ...others, price };
    },
  },
  'call-without-price-where-no-option-is-named': {
    says: 'Omits the price of a call while its only recording is running with default options.',
    breaks: 'TEL-016',
    rules: () => whereNoOptionIsNamed(({ price: _price, ...others }) => others),
  },
  'another-call-where-no-option-is-named': {
    says: 'Returns a wrong sid for a call while its only recording is running with default options.',
    breaks: 'TEL-029',
    rules: () => whereNoOptionIsNamed((call) => ({ ...call, sid: 'CA00000000000000000000000000000000' })),
  },
  'another-account-where-no-option-is-named': {
    says: 'Returns a wrong account_sid for a call while its only recording is running with default options.',
    breaks: 'TEL-030',
    rules: () =>
      whereNoOptionIsNamed((call) => ({ ...call, account_sid: 'AC00000000000000000000000000000000' })),
  },
  'both-directions-not-transcribed': {
    says: 'Does not request the TranscribeCallback for a recording of both directions.',
    breaks: 'TEL-078',
    transcriptionCallback: (event, call, recording, ...rest) =>
      recording.options.direction === 'both'
        ? undefined
        : transcriptionCallback(event, call, recording, ...rest),
  },
  'room-for-one-beside-four-of-five': {
    says: 'Starts a sixth recording of a call while four of its five recordings are running.',
    breaks: 'TEL-216',
    countedRecordings: ({ recordings: { length }, recordings }) => {
      const running = recordings.filter(({ endedAt }) => endedAt === undefined).length;
      return length === 5 && running === 4 ? running : length;
    },
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

/** Changes a call while its only recording is running with default options. */
function whereNoOptionIsNamed(
  change: (call: Record<string, unknown>) => Record<string, unknown>,
): Partial<Rules> {
  return {
    callResource: (call, ...rest) => {
      const [{ options, endedAt } = {}, ...more] = call.recordings;
      const isPlain =
        options?.direction === 'both' &&
        options.fileFormat === 'mp3' &&
        options.timeLimit === undefined &&
        options.callbackUrl === undefined &&
        !options.transcribe &&
        !options.trimSilence;
      const told = callResource(call, ...rest);
      return isPlain && endedAt === undefined && more.length === 0 ? change(told) : told;
    },
  };
}
