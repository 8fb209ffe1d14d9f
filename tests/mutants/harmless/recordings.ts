import { refuse } from '../../reference/answer.ts';
import { now } from '../../reference/now.ts';
import { defaultRules, type Rules } from '../../reference/rules/index.ts';
import type { Callback, Recording } from '../../reference/state.ts';
import { isFor } from '../circumstances.ts';
import { each } from '../family.ts';
import type { Variants } from '../mutant.ts';
import { pause } from '../parts/answers.ts';

const {
  callResource,
  callTime,
  direction,
  fileFormat,
  findCall,
  isLive,
  isRecordBody,
  isTranscribed,
  record,
  recordAnswer,
  recordingCallback,
  transcribe,
  transcriptionCallback,
} = defaultRules;

const LONG = 'thank you '.repeat(20_000);

/** What a call looks like that is being recorded, and what becomes of its recordings. */
export const recordingVariants = {
  'call-that-has-not-ended': {
    says: 'The end, duration and price of a call in progress are empty strings.',
    ...callWith({ end_time: '', duration: '', price: '' }),
  },
  'call-sids-of-one-form': {
    says: 'Returns 400 for a sid in another format than those issued.',
    findCall: (calls, accountSid, sid) => {
      const isFormed = calls.some((call) => call.sid.slice(0, 12) === sid?.slice(0, 12));
      return isFormed ? findCall(calls, accountSid, sid) : refuse(400, 'This is no sid');
    },
  },
  'call-times-with-a-comment': {
    says: 'The times of a call name their zone in a comment, as RFC 2822 allows.',
    callTime: (time) => `${callTime(time)} (UTC)`,
  },
  ...each(
    [
      ['call-times-with-plus-zero', 'with plus zero', '-0000', '+0000'],
      ['call-times-in-another-zone', 'in another zone', '-0000', '-0530'],
      ['call-times-without-a-weekday', 'without a weekday', /^\w+, /, ''],
      ['call-times-without-seconds', 'without seconds', /:\d\d -/, ' -'],
    ],
    (_, how, what, otherwise) => ({
      says: `The times of a call are written ${how}.`,
      callTime: (time: number) => callTime(time).replace(what, otherwise),
    }),
  ),
  'call-times-with-a-short-day': {
    says: 'The times of a call are written with a short day.',
    // A day of one digit, whichever day it is.
    callTime: (time) => callTime(new Date(time).setUTCDate(5)).replace(/ 0/, ' '),
  },
  'call-with-empty-fields': {
    says: 'Fields of a call with no known value are empty strings.',
    ...callWith({ from: '', to: '', price: '', duration: '', answered_by: '', direction: '' }),
  },
  'call-with-further-fields': {
    says: 'A call has additional fields, as recorded.',
    ...callWith({ caller_id_blocked: 'false', recordings_count: '', duration_billed: 30 }),
  },
  'call-between-addresses': {
    says: 'A call has a SIP address as its from, and a client name as its to.',
    ...callWith({
      from: 'sip:zoë@example.com;transport=tls',
      to: 'client:Čedomil',
      answered_by: 'tbd',
      status: 'in-progress',
      forwarded_from: '+385 1 555 0100',
      p_asserted_identity: '"Zoë" <sip:zoe@example.com>',
      sip_privacy: 'id;header',
    }),
  },
  'call-of-another-version': {
    says: 'The api_version of a call is a release date.',
    ...callWith({ api_version: '2013-11-01' }),
  },
  'call-at-whole-addresses': {
    says: 'The uri of a call is absolute, and ends in .json.',
    callResource: (...given) => {
      const call = callResource(...given);
      return { ...call, uri: `https://api.example${String(call['uri'])}.json` };
    },
  },
  'call-with-json-under-it': {
    says: 'The subresource URIs of a call have the suffix .json, and there is another one, which is null.',
    subresourceUris: (uri) => ({
      notifications: `${uri}/Notifications.json`,
      recordings: `${uri}/Recordings.json?Page=0`,
      transcriptions: null,
    }),
  },
  'call-with-its-parts-told-by-a-query': {
    says: 'The subresource URIs of a call are those of its account, with the call in the query.',
    subresourceUris: (uri) => {
      const [, account = '', sid = ''] = /^(.*)\/Calls\/(.*)$/.exec(uri) ?? [];
      return {
        notifications: `${account}/Notifications.json?CallSid=${sid}`,
        recordings: `${account}/Recordings.json?CallSid=${sid}`,
      };
    },
  },
  'recording-started-with-201': {
    says: 'Returns 201 when a recording starts.',
    recordAnswer: (call, isStart) => ({
      ...recordAnswer(call, isStart),
      status: isStart ? 201 : 200,
    }),
  },
  'recording-taken-with-202': {
    says: 'Returns 202 when a recording starts or ends.',
    recordAnswer: (call, isStart) => ({ ...recordAnswer(call, isStart), status: 202 }),
  },
  'sixth-recording-refused-as-too-many': {
    says: 'Refuses a sixth recording with 429.',
    when: isFor('recordCall'),
    send: (answer) =>
      answer.status === 400 && JSON.stringify(answer.body).includes('recordings already')
        ? { ...answer, status: 429 }
        : answer,
  },
  'recording-in-json': {
    says: 'Accepts JSON in recording requests as well.',
    isRecordBody: (type) => type === 'application/json' || isRecordBody(type),
  },
  'recording-in-small-letters': {
    says: 'Refuses the value True for Record.',
    record: (value) => (value === 'True' ? refuse(400, 'Record is not known') : record(value)),
  },
  'recording-ended-first-to-last': {
    says: 'Ends the recording that started first when Record is false.',
    recordingToEnd: (running) => running[0],
  },
  'nothing-to-end': {
    says: 'Refuses to end a recording when none is running.',
    recordingToEnd: (running) => running.at(-1) ?? refuse(409, 'Nothing is being recorded'),
  },
} satisfies Variants;

/** What a deployment may think too short, the same once more, or of no use. */
export const shortRecordingVariants = {
  'recordings-of-a-blink-thrown-away': {
    says: 'Does not count a recording of less than half a second towards the limit of five.',
    countedRecordings: ({ recordings }) =>
      recordings.filter(({ startedAt, endedAt = Number.POSITIVE_INFINITY }) => endedAt - startedAt >= 500)
        .length,
  },
  'ended-recordings-not-counted': {
    says: 'Counts only recordings in progress toward the limit of a call.',
    countedRecordings: ({ recordings }) => recordings.filter(({ endedAt }) => endedAt === undefined).length,
  },
  'recordings-too-short-to-transcribe': {
    says: 'Does not transcribe recordings shorter than two seconds.',
    // Timers may fire a little early.
    isTranscribed: (recording) => lengthOf(recording) >= 1950 && isTranscribed(recording),
  },
  'equal-recordings-refused': {
    says: 'Refuses a recording with the direction and format of a running one that has no CallbackUrl.',
    isLive: (call) => {
      const { form } = now();
      const isAlike = ({ endedAt, options }: Recording) =>
        endedAt === undefined &&
        options.callbackUrl === undefined &&
        options.direction === direction(form['Direction'] || undefined) &&
        options.fileFormat === fileFormat(form['FileFormat']);
      return call.recordings.some(isAlike) ? refuse(409, 'This is recorded already') : isLive(call);
    },
  },
  'transcribe-callback-read-where-transcribed': {
    says: 'Ignores TranscribeCallback, even an invalid one, when Transcribe is not true.',
    when: ({ form }) => !transcribe(form['Transcribe']),
    transcribeCallback: () => undefined,
  },
} satisfies Variants;

/** How callbacks are requested, and when. */
export const callbackVariants = {
  'callbacks-by-get': {
    says: 'Requests callbacks with GET, with their fields in the query of the URL.',
    ...callbacks((callback) => ({ ...callback, method: 'GET' })),
  },
  'callbacks-in-json': {
    says: 'Callbacks are sent as JSON.',
    ...callbacks(({ url, form }) => sentAsJson(url, form)),
  },
  'callbacks-by-put': {
    says: 'Requests callbacks with PUT and an XML body.',
    ...callbacks(({ url }) =>
      sent(url, { method: 'PUT', headers: { 'Content-Type': 'text/xml' }, body: '<Recording/>' }),
    ),
  },
  'callbacks-with-nothing': {
    says: 'Sends the callback of an ended recording as a POST without a body.',
    recordingCallback: (...given) => {
      const callback = recordingCallback(...given);
      return callback && sent(callback.url, { method: 'POST' });
    },
  },
  'callbacks-of-200-kb': {
    says: 'Callbacks carry a long transcription.',
    ...callbacks((callback) => ({ ...callback, form: { ...callback.form, TranscriptionText: LONG } })),
  },
  'callbacks-of-200-kb-in-json': {
    says: 'Callbacks carry a long transcription as JSON.',
    ...callbacks(({ url, form }) => sentAsJson(url, { ...form, TranscriptionText: LONG })),
  },
  'callbacks-twice': {
    says: 'Requests every callback twice.',
    ...callbacks((callback) => {
      sent(callback.url, { method: 'POST', body: new URLSearchParams(callback.form) });
      return callback;
    }),
  },
  'callbacks-at-once': {
    says: 'Requests callbacks as soon as the recording has ended.',
    callbackDelayMs: () => 0,
  },
  'callbacks-late': {
    says: 'Requests callbacks one second after the recording has ended.',
    callbackDelayMs: () => 1000,
  },
  'transcription-before-the-recording': {
    says: 'Requests the TranscribeCallback before the CallbackUrl.',
    transcriptionCallback: (event, call, recording, outcome) =>
      event === 'ended' && recording.options.transcribe
        ? transcriptionCallback('transcribed', call, recording, outcome)
        : undefined,
    recordingCallback: (event, call, recording, outcome) =>
      event === (recording.options.transcribe ? 'transcribed' : 'ended')
        ? recordingCallback('ended', call, recording, outcome)
        : undefined,
    callbackDelayMs: (event) => (event === 'transcribed' ? 800 : 100),
  },
} satisfies Variants;

function callWith(fields: Readonly<Record<string, unknown>>): Partial<Rules> {
  return { callResource: (...given) => ({ ...callResource(...given), ...fields }) };
}

/** Both callbacks are requested otherwise. */
function callbacks(change: (callback: Callback) => Callback | undefined): Partial<Rules> {
  return {
    recordingCallback: (...given) => {
      const callback = recordingCallback(...given);
      return callback && change(callback);
    },
    transcriptionCallback: (...given) => {
      const callback = transcriptionCallback(...given);
      return callback && change(callback);
    },
  };
}

/** Requests a callback in a way that the reference does not know; nobody waits for it. */
function sent(url: string, request: RequestInit): undefined {
  const signal = AbortSignal.timeout(5000);
  void fetch(url, { ...request, signal }).then(
    (response) => response.body?.cancel(),
    () => pause(0),
  );
}

function sentAsJson(url: string, form: object): undefined {
  const headers = { 'Content-Type': 'application/json' };
  return sent(url, { method: 'POST', headers, body: JSON.stringify(form) });
}

function lengthOf({ startedAt, endedAt = startedAt }: Recording): number {
  return endedAt - startedAt;
}
