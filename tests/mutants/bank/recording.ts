import { CUT, json, refuse } from '../../reference/answer.ts';
import { defaultRules } from '../../reference/rules/index.ts';
import type { Call } from '../../reference/state.ts';
import type { Bank } from '../mutant.ts';

const { isLive, isRecordBody, record, recordAnswer } = defaultRules;

/** What is refused with 400: values that will not do, and a sixth recording. TEL-088 and TEL-216 read how. */
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
  'TEL-088',
  'TEL-216',
] as const;

/** Breaking how a recording is started, refused and ended, and how many a call holds. */
export const recordingMutants = {
  'form-refused': {
    says: 'Accepts JSON instead of a form.',
    breaks: ['TEL-001', 'TEL-003', 'TEL-066'],
    isRecordBody: (mediaType) => mediaType === 'application/json',
  },
  'record-false-refused': {
    says: 'Refuses to end a recording.',
    breaks: 'TEL-002',
    record: (value) => record(value) || refuse(400, 'Recordings end by themselves'),
  },
  'end-answered-404': {
    says: 'Returns 404 when a recording is ended.',
    breaks: 'TEL-002',
    recordAnswer: (call, isStart) => (isStart ? recordAnswer(call, isStart) : refuse(404, 'gone')),
  },
  'end-answered-by-nothing': {
    says: 'Returns 204 without a body when a recording is ended.',
    breaks: 'TEL-002',
    recordAnswer: (call, isStart) =>
      isStart ? recordAnswer(call, isStart) : { status: 204, headers: {}, body: undefined },
  },
  'end-answered-by-an-acknowledgement': {
    says: 'Returns an object other than the call when a recording is ended.',
    breaks: 'TEL-002',
    recordAnswer: (call, isStart) => (isStart ? recordAnswer(call, isStart) : json(200, { success: true })),
  },

  'record-missing-means-true': {
    says: 'Treats a missing Record as true.',
    breaks: 'TEL-032',
    record: (value) => record(value ?? 'true'),
  },
  'record-missing-means-false': {
    says: 'Treats a missing Record as false.',
    breaks: 'TEL-032',
    record: (value) => record(value ?? 'false'),
  },
  'record-else-means-false': {
    says: 'Treats any Record other than true as false.',
    breaks: 'TEL-033',
    record: (value) => (value === undefined ? record(value) : value === 'true'),
  },
  'record-else-means-true': {
    says: 'Treats any Record other than false as true.',
    breaks: 'TEL-033',
    record: (value) => (value === undefined ? record(value) : value !== 'false'),
  },
  'recording-refused-by-500': {
    says: 'Returns 500 instead of 400 when it refuses a recording.',
    breaks: refusals,
    send: (answer, operation) =>
      operation === 'recordCall' && answer.status === 400 ? { ...answer, status: 500 } : answer,
  },
  'recording-met-with-silence': {
    says: 'Closes the connection instead of returning 400 when it refuses a recording.',
    breaks: refusals,
    send: (answer, operation) =>
      operation === 'recordCall' && answer.status === 400 ? { ...answer, body: CUT } : answer,
  },
  'refused-recording-started-all-the-same': {
    says: 'Starts a recording even though it refuses the request.',
    breaks: 'TEL-200',
    afterRefusedStart: (start) => start(),
  },
  'recording-without-record-started-all-the-same': {
    says: 'Starts a recording even though it refuses a request without Record.',
    breaks: 'TEL-200',
    afterRefusedStart: (start, why) => {
      if (why instanceof Error && why.message === 'Record is missing') start();
    },
  },
  'other-transcribe-refused-and-recorded': {
    says: 'Refuses a Transcribe other than true and false, and starts a recording all the same.',
    breaks: ['TEL-060', 'TEL-200'],
    transcribe: (value) =>
      value === undefined || value === 'true' || value === 'false'
        ? value === 'true'
        : refuse(400, 'Transcribe is neither true nor false'),
    afterRefusedStart: (start, why) => {
      if (why instanceof Error && why.message === 'Transcribe is neither true nor false') start();
    },
  },

  'one-recording-at-a-time': {
    says: 'Refuses a second concurrent recording of a call.',
    breaks: 'TEL-067',
    isLive: (call) => isLive(call) && running(call) < 1,
  },
  'four-recordings-at-a-time': {
    says: 'Refuses a fifth concurrent recording of a call.',
    breaks: 'TEL-067',
    isLive: (call) => isLive(call) && running(call) < 4,
  },
  'one-recording-at-most': {
    says: 'Allows only one recording per call.',
    breaks: 'TEL-068',
    recordingLimit: () => 1,
  },
  'four-recordings-at-most': {
    says: 'Allows only four recordings per call.',
    breaks: 'TEL-068',
    recordingLimit: () => 4,
  },
  'six-recordings-at-most': {
    says: 'Allows six recordings per call.',
    breaks: 'TEL-069',
    recordingLimit: () => 6,
  },
  'recordings-forgotten-when-none-goes-on': {
    says: 'Forgets the previous recordings of a call while none is in progress.',
    breaks: 'TEL-216',
    countedRecordings: (call) => (running(call) > 0 ? call.recordings.length : 0),
  },
  'json-answered-500': {
    says: 'Returns 500 for a body that is not a form.',
    breaks: 'TEL-070',
    isRecordBody: (mediaType) => isRecordBody(mediaType) || refuse(500, 'no form'),
  },
  'json-accepted-for-nothing': {
    says: 'Returns 200 with an empty object for a body that is not a form.',
    breaks: 'TEL-070',
    send: (answer, operation) =>
      operation === 'recordCall' && answer.status === 415 ? json(200, {}) : answer,
  },
  'json-met-with-silence': {
    says: 'Closes the connection for a body that is not a form.',
    breaks: 'TEL-070',
    send: (answer, operation) =>
      operation === 'recordCall' && answer.status === 415 ? { ...answer, body: CUT } : answer,
  },
} satisfies Bank;

/** How many recordings of a call go on. */
function running(call: Call): number {
  return call.recordings.filter(({ endedAt }) => endedAt === undefined).length;
}
