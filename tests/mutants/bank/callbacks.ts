import { now } from '../../reference/now.ts';
import { defaultRules, type Rules } from '../../reference/rules/index.ts';
import type { Call, Recording } from '../../reference/state.ts';
import { each, series } from '../family.ts';
import type { Bank } from '../mutant.ts';

const { callbackDelayMs, recordingCallback } = defaultRules;

type Event = Parameters<Rules['recordingCallback']>[0];
type Sparing = Readonly<
  Record<
    string,
    readonly [told: string, isSpared: (options: Recording['options'], one: Recording, call: Call) => boolean]
  >
>;

/** Recordings that do not request their CallbackUrl. */
export const missingCallbacks = {
  ...series(
    'callback-not-for',
    {
      anything: ['any recording', () => true],
      wav: ['a recording in wav format', (options) => options.fileFormat === 'wav'],
      'incoming-audio': ['a recording of incoming audio', (options) => options.direction === 'in'],
      'outgoing-audio': ['a recording of outgoing audio', (options) => options.direction === 'out'],
      'both-directions-untranscribed': ['both directions without transcription', isBothUntranscribed],
      'what-is-not-transcribed': ['a recording that is not transcribed', (options) => !options.transcribe],
      'a-time-limit': ['a recording that has a TimeLimit', (options) => options.timeLimit !== undefined],
      'what-its-limit-ends': ['a recording that its TimeLimit ended', (_options, one) => isLimited(one)],
      'later-recordings': [
        'a later recording of a call',
        (_options, one, { recordings }) => recordings[0] !== one,
      ],
      'one-beside-another': [
        'a recording that ends while another one is still running',
        (_options, { endedAt = 0 }, { recordings }) =>
          recordings.some((other) => (other.endedAt ?? Number.POSITIVE_INFINITY) > endedAt),
      ],
    } satisfies Sparing,
    (what, isSpared) => ({
      says: `Does not request CallbackUrl for ${what}.`,
      breaks: 'TEL-076',
      recordingCallback: (event, call, one, outcome) =>
        isSpared(one.options, one, call) ? undefined : recordingCallback(event, call, one, outcome),
    }),
  ),
  'callback-not-for-mp3-by-name': {
    says: 'Does not request CallbackUrl for a recording with FileFormat=mp3.',
    breaks: 'TEL-076',
    rules: () => {
      const named = new Set<Recording>();
      return {
        recordingCallback: (event, call, one, outcome) => {
          if (event === 'started' && now().form['FileFormat'] === 'mp3') named.add(one);
          return named.has(one) ? undefined : recordingCallback(event, call, one, outcome);
        },
      };
    },
  },
} satisfies Bank;

/** CallbackUrls that are requested otherwise than they were given. */
export const otherCallbacks = {
  ...each(
    [
      [
        'callback-to-another-path',
        'with /recorded behind its path if it has a query',
        'TEL-076',
        (url: string) => url.replace('?', '/recorded?'),
      ],
      [
        'callback-without-its-query',
        'without its query',
        ['TEL-076', 'TEL-201'],
        (url: string) => url.replace(/\?.*/s, ''),
      ],
      [
        'callback-in-small-letters',
        'in lower case',
        ['TEL-076', 'TEL-201'],
        (url: string) => url.toLowerCase(),
      ],
      [
        'callback-cut-after-150-characters',
        'without what is behind 150 characters',
        'TEL-076',
        (url: string) => url.slice(0, 150),
      ],
      ['callback-decoded', 'after percent-decoding it', ['TEL-076', 'TEL-201'], decodeURIComponent],
    ],
    (_, how, breaks, change) => ({
      says: `Requests CallbackUrl ${how}.`,
      breaks,
      recordingCallback: (...about) => {
        const callback = recordingCallback(...about);
        return callback && { ...callback, url: change(callback.url) };
      },
    }),
  ),
  'callback-of-the-last-of-two-recordings': {
    says: 'Requests the CallbackUrl of the last recording of a call, whichever recording has ended.',
    breaks: 'TEL-201',
    recordingCallback: (event, call, one, outcome) => {
      const callback = recordingCallback(event, call, one, outcome);
      return callback && { ...callback, url: call.recordings.at(-1)?.options.callbackUrl ?? callback.url };
    },
  },
  'callback-of-the-first-of-two-recordings': {
    says: 'Requests the CallbackUrl of the first of two simultaneous recordings for the second as well.',
    breaks: 'TEL-201',
    recordingCallback: (event, call, one, outcome) => {
      const callback = recordingCallback(event, call, one, outcome);
      const former = call.recordings[call.recordings.indexOf(one) - 1];
      const isBeside = (former?.endedAt ?? Number.POSITIVE_INFINITY) > one.startedAt;
      const url = isBeside ? former?.options.callbackUrl : undefined;
      return callback && { ...callback, url: url ?? callback.url };
    },
  },
} satisfies Bank;

/** CallbackUrls that are requested before the end of a recording, or long after it. */
export const untimelyCallbacks = {
  'callback-far-too-late': {
    says: 'Requests CallbackUrl later than the settings allow.',
    breaks: 'TEL-076',
    callbackDelayMs: (event, seconds) => (event === 'ended' ? 4000 : callbackDelayMs(event, seconds)),
  },
  'callback-at-the-start-alone': {
    says: 'Requests CallbackUrl when the recording starts, and not when it has ended.',
    breaks: ['TEL-076', 'TEL-077'],
    recordingCallback: at({ started: 'ended', ended: 'started' }),
  },
  'callback-at-the-start-as-well': {
    says: 'Requests CallbackUrl when the recording starts, and again when it has ended.',
    breaks: 'TEL-077',
    recordingCallback: at({ started: 'ended' }),
  },
  'callback-at-the-start-beside-transcribe': {
    says: 'Requests CallbackUrl at the start of a recording to be transcribed, and again when it has ended.',
    breaks: 'TEL-077',
    recordingCallback: (event, call, one, outcome) =>
      recordingCallback(event === 'started' && one.options.transcribe ? 'ended' : event, call, one, outcome),
  },
  ...each(
    [
      ['callback-soon-after-the-start', 1500],
      ['callback-long-after-the-start', 2500],
    ],
    (_, ms) => ({
      says: `Requests CallbackUrl ${ms / 1000} seconds after the start, whether or not the recording has ended.`,
      breaks: 'TEL-077',
      callbackDelayMs: (event, seconds) => (event === 'started' ? ms : callbackDelayMs(event, seconds)),
      recordingCallback: at({ started: 'ended', ended: 'started' }),
    }),
  ),
} satisfies Bank;

/** Takes an event for another one. */
function at(instead: Readonly<Partial<Record<Event, Event>>>): Rules['recordingCallback'] {
  return (event, ...about) => recordingCallback(instead[event] ?? event, ...about);
}

function isBothUntranscribed({ direction, transcribe }: Recording['options']): boolean {
  return direction === 'both' && !transcribe;
}

/** Whether a recording has gone on for as long as its TimeLimit. */
function isLimited({ startedAt, endedAt = startedAt, options: { timeLimit } }: Recording): boolean {
  return timeLimit !== undefined && endedAt - startedAt >= timeLimit * 1000 - 5;
}
