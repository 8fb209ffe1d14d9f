import { CUT, json, refuse } from '../../reference/answer.ts';
import { now } from '../../reference/now.ts';
import { defaultRules } from '../../reference/rules/index.ts';
import type { Call, Recording } from '../../reference/state.ts';
import { all, callOf, isFor, not, onCall, sending } from '../circumstances.ts';
import { series } from '../family.ts';
import type { Bank, MutantEntry } from '../mutant.ts';

const { isLive, record, recordAnswer, recordingCallback, recordingToEnd } = defaultRules;

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

const recording = isFor('recordCall');

/** How a recording is started. */
export const recordingStarts = {
  'form-refused': {
    says: 'Accepts JSON instead of a form.',
    breaks: ['TEL-001', 'TEL-003', 'TEL-066'],
    isRecordBody: (mediaType) => mediaType === 'application/json',
  },
  'form-that-begins-otherwise-refused': {
    says: 'Refuses a recording request whose form does not begin with Record.',
    breaks: 'TEL-001',
    when: all(
      recording,
      not(({ body }) => body.startsWith('Record=')),
    ),
    recordAnswer: () => {
      // It has been started by now.
      callOf(now())?.recordings.pop();
      return json(400, { status: 400, message: 'Record is missing' });
    },
  },
  'one-recorded-call-at-a-time': {
    says: 'Refuses to start a recording while another call is being recorded.',
    breaks: 'TEL-001',
    isLive: (call) => isLive(call) && !now().calls.some((one) => one !== call && running(one) > 0),
  },
  ...series(
    'json',
    {
      'answered-500': ['Returns 500', json(500, { status: 500, message: 'no form' })],
      'accepted-for-nothing': ['Returns 200 with an empty object', json(200, {})],
      'met-with-silence': ['Closes the connection', { ...json(200, {}), body: CUT }],
    },
    (says, answer) => ({
      says: `${says} for a body that is not a form.`,
      breaks: 'TEL-070',
      when: recording,
      send: (usual) => (usual.status === 415 ? answer : usual),
    }),
  ),
  'recording-refused-by-500': {
    says: 'Returns 500 instead of 400 when it refuses a recording.',
    breaks: refusals,
    when: recording,
    send: (answer) => (answer.status === 400 ? { ...answer, status: 500 } : answer),
  },
  'recording-met-with-silence': {
    says: 'Closes the connection instead of returning 400 when it refuses a recording.',
    breaks: refusals,
    when: recording,
    send: (answer) => (answer.status === 400 ? { ...answer, body: CUT } : answer),
  },
  'refused-recording-started-all-the-same': {
    says: 'Starts a recording even though it refuses the request.',
    breaks: 'TEL-200',
    afterRefusedStart: (start) => start(),
  },
  'recording-without-record-started-all-the-same': {
    says: 'Starts a recording even though it refuses a request without Record.',
    breaks: 'TEL-200',
    when: ({ form }) => form['Record'] === undefined,
    afterRefusedStart: (start) => start(),
  },
  'other-transcribe-refused-and-recorded': {
    says: 'Refuses a Transcribe other than true and false, and starts a recording all the same.',
    breaks: ['TEL-060', 'TEL-200'],
    when: ({ form: { Transcribe: value } }) => value !== undefined && value !== 'true' && value !== 'false',
    // What is started has no options.
    transcribe: (value) => value !== undefined && refuse(400, 'Transcribe is neither true nor false'),
    afterRefusedStart: (start) => start(),
  },
} satisfies Bank;

/** How a recording is ended. */
export const recordingEnds = {
  'record-false-refused': {
    says: 'Refuses to end a recording.',
    breaks: 'TEL-002',
    record: (value) => record(value) || refuse(400, 'Recordings end by themselves'),
  },
  ...series(
    'end-answered',
    {
      '404': ['Returns 404', json(404, { status: 404, message: 'gone' })],
      'by-nothing': ['Returns 204 without a body', { status: 204, headers: {}, body: undefined }],
      'by-an-acknowledgement': ['Returns an object other than the call', json(200, { success: true })],
    },
    (says, answer) => ({
      says: `${says} when a recording is ended.`,
      breaks: 'TEL-002',
      recordAnswer: (call, isStart) => (isStart ? recordAnswer(call, isStart) : answer),
    }),
  ),
  'record-false-ends-nothing': {
    says: 'Returns the call for Record=false, but keeps recording.',
    breaks: ['TEL-002', 'TEL-076'],
    recordingToEnd: () => undefined,
  },
  'record-false-starts-another': {
    says: 'Treats Record=false as true.',
    breaks: ['TEL-002', 'TEL-076'],
    record: (value) => record(value) || value !== undefined,
  },
  'end-refused-while-several-go-on': {
    says: 'Refuses to end a recording while more than three are running.',
    breaks: 'TEL-002',
    recordingToEnd: (some) =>
      some.length > 3 ? refuse(409, 'Which of them is to end?') : recordingToEnd(some),
  },
  'end-refused-on-a-full-call': {
    says: 'Refuses any recording request for a call with five recordings while one of them is running.',
    breaks: 'TEL-002',
    when: onCall((call) => call.recordings.length >= 5 && running(call) > 0),
    record: () => refuse(400, 'The call has five recordings already'),
  },
  'end-of-the-newest-of-the-account': {
    says: 'Ends the newest recording in progress, regardless of its call.',
    breaks: 'TEL-076',
    recordingToEnd: () =>
      allRunning()
        .toSorted((a, b) => a.startedAt - b.startedAt)
        .at(-1),
  },
  'end-of-another-call-where-nothing-goes-on': {
    says: 'Ends the recording of another call when none of the call is running.',
    breaks: ['TEL-076', 'TEL-077'],
    recordingToEnd: (some) => some.at(-1) ?? allRunning().at(-1),
  },
} satisfies Bank;

/** How many recordings a call has, and how many at once. */
export const recordingCounts = {
  'one-recording-at-a-time': atOnce('a second', 1),
  'four-recordings-at-a-time': atOnce('a fifth', 4),
  'one-direction-at-a-time': {
    says: 'Refuses a Direction that differs from that of a recording in progress.',
    breaks: 'TEL-067',
    when: onCall(({ recordings }) => {
      const wanted = now().form['Direction'] ?? 'both';
      return recordings.some((one) => isRunning(one) && one.options.direction !== wanted);
    }),
    direction: () => refuse(400, 'The call is recorded in another direction'),
  },
  'second-recording-ends-the-first': {
    says: 'Ends a running recording when another one of the call starts, yet responds as if both ran.',
    breaks: 'TEL-067',
    recordingCallback: (event, call, one, outcome) => {
      if (event !== 'started') return recordingCallback(event, call, one, outcome);
      const former = call.recordings.findLast(
        (other) => isRunning(other) && other.startedAt <= one.startedAt && other !== one,
      );
      if (former === undefined) return undefined;
      former.cancelLimit?.();
      former.endedAt = one.startedAt;
      return recordingCallback('ended', call, former, outcome);
    },
  },
  'one-recording-at-most': atMost('only one recording per call', 1, 'TEL-068'),
  'four-recordings-at-most': atMost('only four recordings per call', 4, 'TEL-068'),
  'six-recordings-at-most': atMost('six recordings per call', 6, 'TEL-069'),
  ...series(
    'sixth-recording-with',
    { 'a-time-limit': ['TimeLimit'], 'a-callback': ['CallbackUrl'], transcribe: ['Transcribe'] },
    (option) => ({
      ...atMost(`six recordings per call if the sixth has a ${option}`, 6, 'TEL-069'),
      when: sending(option),
    }),
  ),
  'five-recordings-an-account': {
    says: 'Counts the recordings of all calls together toward the limit of five.',
    breaks: 'TEL-068',
    countedRecordings: () => now().calls.flatMap(({ recordings }) => recordings).length,
  },
  'recordings-counted-a-second-late': {
    says: 'Counts a recording of a call only a second after it has started.',
    breaks: 'TEL-069',
    countedRecordings: ({ recordings }) =>
      recordings.filter(({ startedAt }) => Date.now() - startedAt > 1000).length,
  },
  'recordings-forgotten-when-none-goes-on': {
    says: 'Forgets the previous recordings of a call while none is in progress.',
    breaks: 'TEL-216',
    countedRecordings: (call) => (running(call) > 0 ? call.recordings.length : 0),
  },
  'room-for-one-beside-four-of-five': {
    says: 'Starts a sixth recording of a call while four of its five recordings are running.',
    breaks: 'TEL-216',
    countedRecordings: (call) =>
      call.recordings.length === 5 && running(call) === 4 ? 4 : call.recordings.length,
  },
} satisfies Bank;

function atOnce(which: string, most: number): MutantEntry {
  return {
    says: `Refuses ${which} concurrent recording of a call.`,
    breaks: 'TEL-067',
    isLive: (call) => isLive(call) && running(call) < most,
  };
}

function atMost(told: string, most: number, breaks: 'TEL-068' | 'TEL-069'): MutantEntry {
  return { says: `Allows ${told}.`, breaks, recordingLimit: () => most };
}

function isRunning({ endedAt }: Recording): boolean {
  return endedAt === undefined;
}

/** How many recordings of a call go on. */
function running(call: Call): number {
  return call.recordings.filter(isRunning).length;
}

/** The recordings of all calls that go on. */
function allRunning(): readonly Recording[] {
  return now()
    .calls.flatMap(({ recordings }) => recordings)
    .filter(isRunning);
}
