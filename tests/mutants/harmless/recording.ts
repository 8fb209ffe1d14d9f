import { refuse } from '../../reference/answer.ts';
import { defaultRules, type Rules } from '../../reference/rules/index.ts';
import type { Callback } from '../../reference/state.ts';
import type { Variants } from '../mutant.ts';
import { answering, type Body, pause } from '../parts/answers.ts';

/** What a call looks like that is being recorded, and what becomes of its recordings. */
export const recordingVariants = {
  'call-that-has-not-ended': {
    says: 'The end, duration and price of a call in progress are empty strings.',
    callResource: (...given) => ({
      ...defaultRules.callResource(...given),
      end_time: '',
      duration: '',
      price: '',
    }),
  },
  'call-sids-of-one-form': {
    says: 'Returns 400 for a sid in another format than those issued.',
    findCall: (calls, accountSid, sid) => {
      const isFormed = calls.some((call) => call.sid.slice(0, 12) === sid?.slice(0, 12));
      return isFormed ? defaultRules.findCall(calls, accountSid, sid) : refuse(400, 'This is no sid');
    },
  },
  'call-times-with-a-comment': {
    says: 'The times of a call name their zone in a comment, as RFC 2822 allows.',
    callTime: (time) => `${defaultRules.callTime(time)} (UTC)`,
  },
  ...times({
    'with-plus-zero': (time) => time.replace('-0000', '+0000'),
    'in-another-zone': (time) => time.replace('-0000', '-0530'),
    'without-a-weekday': (time) => time.replace(/^\w+, /, ''),
    'without-seconds': (time) => time.replace(/:\d\d -/, ' -'),
    'with-a-short-day': (time) => time.replace(/ 0/, ' '),
  }),
  'call-with-a-duration-in-seconds': {
    says: 'The duration of a call is an integer, as recorded.',
    warns: 'TEL-028',
    rules: () => callWith((call) => ({ ...call, duration: 4, duration_billed: 60 })),
  },
  'call-that-goes-on': {
    says: 'The end and the price of a call in progress are null, as recorded.',
    warns: 'TEL-028',
    rules: () => callWith((call) => ({ ...call, end_time: null, price: null, duration: 0 })),
  },
  'call-that-has-not-begun': {
    says: 'Reports a call as queued, with neither a start nor an end.',
    warns: 'TEL-028',
    rules: () => callWith((call) => ({ ...call, status: 'queued', start_time: null, end_time: null })),
  },
  'call-with-booleans': {
    says: 'The privacy_hide_number of a call is a boolean.',
    warns: 'TEL-028',
    rules: () => callWith((call) => ({ ...call, privacy_hide_number: false, answered_by: null })),
  },
  'call-with-empty-fields': {
    says: 'Fields of a call with no known value are empty strings.',
    rules: () =>
      callWith((call) => ({
        ...call,
        from: '',
        to: '',
        price: '',
        duration: '',
        answered_by: '',
        direction: '',
      })),
  },
  'call-with-further-fields': {
    says: 'A call has additional fields, as recorded.',
    rules: () =>
      callWith((call) => ({
        ...call,
        caller_id_blocked: 'false',
        recordings_count: '',
        duration_billed: 30,
      })),
  },
  'call-between-addresses': {
    says: 'A call has a SIP address as its from, and a client name as its to.',
    rules: () =>
      callWith((call) => ({
        ...call,
        from: 'sip:zoë@example.com;transport=tls',
        to: 'client:Čedomil',
        answered_by: 'tbd',
        status: 'in-progress',
        forwarded_from: '+385 1 555 0100',
        p_asserted_identity: '"Zoë" <sip:zoe@example.com>',
        sip_privacy: 'id;header',
      })),
  },
  'call-of-another-version': {
    says: 'The api_version of a call is a release date.',
    rules: () => callWith((call) => ({ ...call, api_version: '2013-11-01' })),
  },
  'call-at-whole-addresses': {
    says: 'The uri of a call is absolute, and ends in .json.',
    rules: () => callWith((call) => ({ ...call, uri: `https://api.example${String(call['uri'])}.json` })),
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
      ...defaultRules.recordAnswer(call, isStart),
      status: isStart ? 201 : 200,
    }),
  },
  'recording-taken-with-202': {
    says: 'Returns 202 when a recording starts or ends.',
    recordAnswer: (call, isStart) => ({ ...defaultRules.recordAnswer(call, isStart), status: 202 }),
  },
  'sixth-recording-refused-as-too-many': {
    says: 'Refuses a sixth recording with 429.',
    rules: () =>
      answering(
        (answer) =>
          answer.status === 400 && JSON.stringify(answer.body).includes('recordings already')
            ? { ...answer, status: 429 }
            : answer,
        ['recordCall'],
      ),
  },
  'recording-in-json': {
    says: 'Accepts JSON in recording requests as well.',
    isRecordBody: (type) => type === 'application/json' || defaultRules.isRecordBody(type),
  },
  'recording-in-small-letters': {
    says: 'Refuses the value True for Record.',
    record: (value) => (value === 'True' ? refuse(400, 'Record is not known') : defaultRules.record(value)),
  },
  'recording-ended-first-to-last': {
    says: 'Ends the recording that started first when Record is false.',
    recordingToEnd: (running) => running[0],
  },
  'nothing-to-end': {
    says: 'Refuses to end a recording when none is running.',
    recordingToEnd: (running) => running.at(-1) ?? refuse(409, 'Nothing is being recorded'),
  },
  'callbacks-by-get': {
    says: 'Requests callbacks with GET, with their fields in the query of the URL.',
    rules: () => callbacks((callback) => ({ ...callback, method: 'GET' })),
  },
  'callbacks-in-json': {
    says: 'Callbacks are sent as JSON.',
    rules: () =>
      callbacks(({ url, form }) =>
        sent(url, {
          method: 'POST',
          headers: { 'Content-Type': 'application/json' },
          body: JSON.stringify(form),
        }),
      ),
  },
  'callbacks-by-put': {
    says: 'Requests callbacks with PUT and an XML body.',
    rules: () =>
      callbacks(({ url }) =>
        sent(url, { method: 'PUT', headers: { 'Content-Type': 'text/xml' }, body: '<Recording/>' }),
      ),
  },
  'callbacks-with-nothing': {
    says: 'Sends the callback of an ended recording as a POST without a body.',
    recordingCallback: (...all) => {
      const callback = defaultRules.recordingCallback(...all);
      return callback && sent(callback.url, { method: 'POST' });
    },
  },
  'callbacks-of-200-kb': {
    says: 'Callbacks carry a long transcription.',
    rules: () =>
      callbacks((callback) => ({
        ...callback,
        form: { ...callback.form, TranscriptionText: 'thank you '.repeat(20_000) },
      })),
  },
  'callbacks-of-200-kb-in-json': {
    says: 'Callbacks carry a long transcription as JSON.',
    rules: () =>
      callbacks(({ url, form }) =>
        sent(url, {
          method: 'POST',
          headers: { 'Content-Type': 'application/json' },
          body: JSON.stringify({ ...form, TranscriptionText: 'thank you '.repeat(20_000) }),
        }),
      ),
  },
  'callbacks-twice': {
    says: 'Requests every callback twice.',
    rules: () =>
      callbacks((callback) => {
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
        ? defaultRules.transcriptionCallback('transcribed', call, recording, outcome)
        : undefined,
    recordingCallback: (event, call, recording, outcome) =>
      event === (recording.options.transcribe ? 'transcribed' : 'ended')
        ? defaultRules.recordingCallback('ended', call, recording, outcome)
        : undefined,
    callbackDelayMs: (event) => (event === 'transcribed' ? 800 : 100),
  },
} satisfies Variants;

function callWith(change: (call: Body) => Body): Partial<Rules> {
  return { callResource: (...all) => change(defaultRules.callResource(...all)) };
}

/** A variant for each way of writing the times of a call. */
function times(ways: Readonly<Record<string, (time: string) => string>>): Variants {
  return Object.fromEntries(
    Object.entries(ways).map(([how, write]) => {
      // A day of one digit, whichever day it is.
      const early = (time: number): number => new Date(time).setUTCDate(5);
      return [
        `call-times-${how}`,
        {
          says: `The times of a call are written ${how.replaceAll('-', ' ')}.`,
          callTime: (time: number) =>
            write(defaultRules.callTime(how === 'with-a-short-day' ? early(time) : time)),
        },
      ];
    }),
  );
}

/** Both callbacks are requested otherwise. */
function callbacks(change: (callback: Callback) => Callback | undefined): Partial<Rules> {
  return {
    recordingCallback: (...all) => {
      const callback = defaultRules.recordingCallback(...all);
      return callback && change(callback);
    },
    transcriptionCallback: (...all) => {
      const callback = defaultRules.transcriptionCallback(...all);
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
