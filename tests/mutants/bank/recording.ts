import { CUT, json, refuse } from '../../reference/answer.ts';
import { defaultRules } from '../../reference/rules/index.ts';
import type { Call } from '../../reference/state.ts';
import type { Bank } from '../mutant.ts';

const { isLive, isRecordBody, record, recordAnswer } = defaultRules;

/** What is refused with 400: values that will not do, and a sixth recording. */
const refusals = [
  'TEL-032',
  'TEL-033',
  'TEL-038',
  'TEL-041',
  'TEL-042',
  'TEL-045',
  'TEL-046',
  'TEL-048',
  'TEL-049',
  'TEL-069',
] as const;

/** Breaking how a recording is started, refused and ended, and how many a call holds. */
export const recordingMutants = {
  'form-refused': {
    says: 'Takes JSON, and no form.',
    breaks: ['TEL-001', 'TEL-003', 'TEL-066'],
    replace: () => ({ isRecordBody: (mediaType) => mediaType === 'application/json' }),
  },
  'record-false-refused': {
    says: 'Refuses to end a recording.',
    breaks: ['TEL-002'],
    replace: () => ({ record: (value) => record(value) || refuse(400, 'Recordings end by themselves') }),
  },
  'end-answered-404': {
    says: 'Answers the end of a recording as if there were no such call.',
    breaks: ['TEL-002'],
    replace: () => ({
      recordAnswer: (call, isStart) => (isStart ? recordAnswer(call, isStart) : refuse(404, 'gone')),
    }),
  },
  'end-answered-by-nothing': {
    says: 'Answers the end of a recording with no body.',
    breaks: ['TEL-002'],
    replace: () => ({
      recordAnswer: (call, isStart) =>
        isStart ? recordAnswer(call, isStart) : { status: 204, headers: {}, body: undefined },
    }),
  },
  'end-answered-by-an-acknowledgement': {
    says: 'Answers the end of a recording with an object that is no call.',
    breaks: ['TEL-002'],
    replace: () => ({
      recordAnswer: (call, isStart) => (isStart ? recordAnswer(call, isStart) : json(200, { success: true })),
    }),
  },

  'record-missing-means-true': {
    says: 'Takes a missing Record for true.',
    breaks: ['TEL-032'],
    replace: () => ({ record: (value) => record(value ?? 'true') }),
  },
  'record-missing-means-false': {
    says: 'Takes a missing Record for false.',
    breaks: ['TEL-032'],
    replace: () => ({ record: (value) => record(value ?? 'false') }),
  },
  'record-else-means-false': {
    says: 'Takes any other Record for false.',
    breaks: ['TEL-033'],
    replace: () => ({ record: (value) => (value === undefined ? record(value) : value === 'true') }),
  },
  'record-else-means-true': {
    says: 'Takes any other Record for true.',
    breaks: ['TEL-033'],
    replace: () => ({ record: (value) => (value === undefined ? record(value) : value !== 'false') }),
  },
  'recording-refused-by-500': {
    says: 'Fails wherever a value will not do, or a call is full.',
    breaks: refusals,
    replace: () => ({
      send: (answer, operation) =>
        operation === 'recordCall' && answer.status === 400 ? { ...answer, status: 500 } : answer,
    }),
  },
  'recording-met-with-silence': {
    says: 'Cuts the connection wherever a value will not do, or a call is full.',
    breaks: refusals,
    replace: () => ({
      send: (answer, operation) =>
        operation === 'recordCall' && answer.status === 400 ? { ...answer, body: CUT } : answer,
    }),
  },
  'refused-recording-started-all-the-same': {
    says: 'Starts a recording that it refuses.',
    breaks: ['TEL-200'],
    replace: () => ({ afterRefusedStart: (start) => start() }),
  },
  'recording-without-record-started-all-the-same': {
    says: 'Refuses a request without Record, and starts a recording.',
    breaks: ['TEL-200'],
    replace: () => ({
      afterRefusedStart: (start, why) => {
        if (why instanceof Error && why.message === 'Record is missing') start();
      },
    }),
  },

  'one-recording-at-a-time': {
    says: 'Starts no recording beside another one.',
    breaks: ['TEL-067'],
    replace: () => ({ isLive: (call) => isLive(call) && running(call) < 1 }),
  },
  'four-recordings-at-a-time': {
    says: 'Starts no recording beside four others.',
    breaks: ['TEL-067'],
    replace: () => ({ isLive: (call) => isLive(call) && running(call) < 4 }),
  },
  'one-recording-at-most': {
    says: 'Holds one recording of a call.',
    breaks: ['TEL-068'],
    replace: () => ({ recordingLimit: () => 1 }),
  },
  'four-recordings-at-most': {
    says: 'Holds four recordings of a call.',
    breaks: ['TEL-068'],
    replace: () => ({ recordingLimit: () => 4 }),
  },
  'six-recordings-at-most': {
    says: 'Holds six recordings of a call.',
    breaks: ['TEL-069'],
    replace: () => ({ recordingLimit: () => 6 }),
  },
  'ended-recordings-not-counted': {
    says: 'Counts the recordings of a call that go on, and not those that have ended.',
    breaks: ['TEL-069'],
    replace: () => ({ countedRecordings: running }),
  },
  'recordings-forgotten-when-none-goes-on': {
    says: 'Counts the recordings of a call anew once none of them goes on.',
    breaks: ['TEL-069'],
    replace: () => ({ countedRecordings: (call) => (running(call) > 0 ? call.recordings.length : 0) }),
  },
  'json-answered-500': {
    says: 'Fails at a JSON body.',
    breaks: ['TEL-070'],
    replace: () => ({ isRecordBody: (mediaType) => isRecordBody(mediaType) || refuse(500, 'no form') }),
  },
  'json-accepted-for-nothing': {
    says: 'Accepts a JSON body, and answers no call.',
    breaks: ['TEL-070'],
    replace: () => ({
      send: (answer, operation) =>
        operation === 'recordCall' && answer.status === 415 ? json(200, {}) : answer,
    }),
  },
  'json-met-with-silence': {
    says: 'Cuts the connection at a JSON body.',
    breaks: ['TEL-070'],
    replace: () => ({
      send: (answer, operation) =>
        operation === 'recordCall' && answer.status === 415 ? { ...answer, body: CUT } : answer,
    }),
  },
} satisfies Bank;

/** How many recordings of a call go on. */
function running(call: Call): number {
  return call.recordings.filter(({ endedAt }) => endedAt === undefined).length;
}
