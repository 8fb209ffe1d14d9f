import { refuse } from '../../reference/answer.ts';
import { defaultRules, type Rules } from '../../reference/rules/index.ts';
import type { Callback } from '../../reference/world.ts';
import type { Variants } from '../mutant.ts';
import { answering, type Body, pause } from './answers.ts';

/** What a call looks like that is being recorded, and what becomes of its recordings. */
export const recordingVariants = {
  'call-that-has-not-ended': {
    says: 'The end, the duration and the price of a call that goes on are empty strings.',
    replace: () => ({
      callResource: (...given) => ({
        ...defaultRules.callResource(...given),
        end_time: '',
        duration: '',
        price: '',
      }),
    }),
  },
  'call-sids-of-one-form': {
    says: 'A sid of another form than those that are given out is refused with status 400.',
    replace: () => ({
      findCall: (calls, accountSid, sid) => {
        const isFormed = calls.some((call) => call.sid.slice(0, 12) === sid?.slice(0, 12));
        return isFormed ? defaultRules.findCall(calls, accountSid, sid) : refuse(400, 'This is no sid');
      },
    }),
  },
  'call-times-with-a-comment': {
    says: 'The times of a call name their zone in a comment, as RFC 2822 allows.',
    replace: () => ({ callTime: (time) => `${defaultRules.callTime(time)} (UTC)` }),
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
    warns: ['TEL-028'],
    replace: () => callWith((call) => ({ ...call, duration: 4, duration_billed: 60 })),
  },
  'call-that-goes-on': {
    says: 'The end of a call that goes on is null, as recorded, and so is its price.',
    warns: ['TEL-028'],
    replace: () => callWith((call) => ({ ...call, end_time: null, price: null, duration: 0 })),
  },
  'call-that-has-not-begun': {
    says: 'A queued call has neither a start nor an end.',
    warns: ['TEL-028'],
    replace: () => callWith((call) => ({ ...call, status: 'queued', start_time: null, end_time: null })),
  },
  'call-with-booleans': {
    says: 'Whether the number of a caller is hidden is a boolean.',
    warns: ['TEL-028'],
    replace: () => callWith((call) => ({ ...call, privacy_hide_number: false, answered_by: null })),
  },
  'call-with-empty-fields': {
    says: 'What is not known of a call is an empty string.',
    replace: () =>
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
    says: 'A call has the further fields of the recorded ones.',
    replace: () =>
      callWith((call) => ({
        ...call,
        caller_id_blocked: 'false',
        recordings_count: '',
        duration_billed: 30,
      })),
  },
  'call-between-addresses': {
    says: 'A call goes from a SIP address to a name.',
    replace: () =>
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
    says: 'A call carries the date of a release as api_version.',
    replace: () => callWith((call) => ({ ...call, api_version: '2013-11-01' })),
  },
  'call-at-whole-addresses': {
    says: 'The uri of a call is a whole address.',
    replace: () => callWith((call) => ({ ...call, uri: `https://api.example${String(call['uri'])}.json` })),
  },
  'call-with-json-under-it': {
    says: 'The subresources of a call end in .json, and there are more of them.',
    replace: () => ({
      subresourceUris: (uri) => ({
        notifications: `${uri}/Notifications.json`,
        recordings: `${uri}/Recordings.json?Page=0`,
        transcriptions: null,
      }),
    }),
  },
  'call-with-its-parts-told-by-a-query': {
    says: 'The notifications and recordings of a call are those of the account, told by the call.',
    replace: () => ({
      subresourceUris: (uri) => {
        const [, account = '', sid = ''] = /^(.*)\/Calls\/(.*)$/.exec(uri) ?? [];
        return {
          notifications: `${account}/Notifications.json?CallSid=${sid}`,
          recordings: `${account}/Recordings.json?CallSid=${sid}`,
        };
      },
    }),
  },
  'recording-started-with-201': {
    says: 'A recording that starts is answered 201.',
    replace: () => ({
      recordAnswer: (call, isStart) => ({
        ...defaultRules.recordAnswer(call, isStart),
        status: isStart ? 201 : 200,
      }),
    }),
  },
  'recording-taken-with-202': {
    says: 'Starting and ending a recording are answered 202.',
    replace: () => ({
      recordAnswer: (call, isStart) => ({ ...defaultRules.recordAnswer(call, isStart), status: 202 }),
    }),
  },
  'sixth-recording-refused-as-too-many': {
    says: 'A sixth recording is refused with the status 429.',
    replace: () =>
      answering(
        (answer) =>
          answer.status === 400 && JSON.stringify(answer.body).includes('recordings already')
            ? { ...answer, status: 429 }
            : answer,
        ['recordCall'],
      ),
  },
  'recording-in-json': {
    says: 'A recording is started by JSON as well.',
    replace: () => ({
      isRecordBody: (type) => type === 'application/json' || defaultRules.isRecordBody(type),
    }),
  },
  'recording-in-small-letters': {
    says: 'Record is taken in small letters alone.',
    replace: () => ({
      record: (value) => (value === 'True' ? refuse(400, 'Record is not known') : defaultRules.record(value)),
    }),
  },
  'recording-ended-first-to-last': {
    says: 'Ending ends the recording that started first.',
    replace: () => ({ recordingToEnd: (running) => running[0] }),
  },
  'nothing-to-end': {
    says: 'Ending is refused where nothing is recorded.',
    replace: () => ({
      recordingToEnd: (running) => running.at(-1) ?? refuse(409, 'Nothing is being recorded'),
    }),
  },
  'callbacks-by-get': {
    says: 'Callbacks are requested by GET, with what they tell behind the query of the address.',
    replace: () => callbacks((callback) => ({ ...callback, method: 'GET' })),
  },
  'callbacks-in-json': {
    says: 'Callbacks are sent as JSON.',
    replace: () =>
      callbacks(({ url, form }) =>
        sent(url, {
          method: 'POST',
          headers: { 'Content-Type': 'application/json' },
          body: JSON.stringify(form),
        }),
      ),
  },
  'callbacks-by-put': {
    says: 'Callbacks are sent by PUT, in a type of their own.',
    replace: () =>
      callbacks(({ url }) =>
        sent(url, { method: 'PUT', headers: { 'Content-Type': 'text/xml' }, body: '<Recording/>' }),
      ),
  },
  'callbacks-with-nothing': {
    says: 'The callback of a recording that has ended is posted with nothing in it.',
    replace: () => ({
      recordingCallback: (...all) => {
        const callback = defaultRules.recordingCallback(...all);
        return callback && sent(callback.url, { method: 'POST' });
      },
    }),
  },
  'callbacks-of-200-kb': {
    says: 'Callbacks carry a long transcription.',
    replace: () =>
      callbacks((callback) => ({
        ...callback,
        form: { ...callback.form, TranscriptionText: 'thank you '.repeat(20_000) },
      })),
  },
  'callbacks-of-200-kb-in-json': {
    says: 'Callbacks carry a long transcription as JSON.',
    replace: () =>
      callbacks(({ url, form }) =>
        sent(url, {
          method: 'POST',
          headers: { 'Content-Type': 'application/json' },
          body: JSON.stringify({ ...form, TranscriptionText: 'thank you '.repeat(20_000) }),
        }),
      ),
  },
  'callbacks-twice': {
    says: 'Every callback is requested twice.',
    replace: () =>
      callbacks((callback) => {
        sent(callback.url, { method: 'POST', body: new URLSearchParams(callback.form) });
        return callback;
      }),
  },
  'callbacks-at-once': {
    says: 'Callbacks are requested as soon as the recording has ended.',
    replace: () => ({ callbackDelayMs: () => 0 }),
  },
  'callbacks-late': {
    says: 'Callbacks are requested a second after the end.',
    replace: () => ({ callbackDelayMs: () => 1000 }),
  },
  'transcription-before-the-recording': {
    says: 'The TranscribeCallback is requested before the CallbackUrl.',
    replace: () => ({
      transcriptionCallback: (event, call, recording, outcome) =>
        event === 'ended' && recording.options.transcribe
          ? defaultRules.transcriptionCallback('transcribed', call, recording, outcome)
          : undefined,
      recordingCallback: (event, call, recording, outcome) =>
        event === (recording.options.transcribe ? 'transcribed' : 'ended')
          ? defaultRules.recordingCallback('ended', call, recording, outcome)
          : undefined,
      callbackDelayMs: (event) => (event === 'transcribed' ? 800 : 100),
    }),
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
          replace: () => ({
            callTime: (time: number) =>
              write(defaultRules.callTime(how === 'with-a-short-day' ? early(time) : time)),
          }),
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
