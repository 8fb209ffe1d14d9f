import { setTimeout as sleep } from 'node:timers/promises';
import fc from 'fast-check';
import { answersCall, isA } from '../support/answers.ts';
import { idleUrls } from '../support/callbacks.ts';
import type { Answer, Fields, RequestContext } from '../support/http.ts';
import { offers } from '../support/needs.ts';
import {
  control,
  covers,
  expect,
  further,
  isRefused,
  judge,
  judgeBodies,
  lacksData,
  observeReading,
  partsOf,
  test,
} from '../support/test.ts';
import { isCall, type Option, optionsJudge, RECORDINGS_PER_CALL } from './recordings/options.ts';
import { judgeSubresourceUris } from './subresource-uris.ts';

/** A recording of this length is not so short that a deployment would discard it. */
const WORTH_KEEPING_MS = 2000;

/** Every allowed value, in only three requests: each one takes a recording, and a real call holds five. */
function allowedAt({ longest, plain }: ReturnType<typeof idleUrls>): readonly (readonly Option[])[] {
  return [
    [
      ['TEL-037', 'Direction', 'both'],
      ['TEL-040', 'TimeLimit', '1'],
      ['TEL-044', 'CallbackUrl', plain],
      ['TEL-051', 'FileFormat', 'wav'],
      ['TEL-054', 'TrimSilence', 'true'],
      ['TEL-058', 'Transcribe', 'true'],
      ['TEL-062', 'TranscribeQuality', 'auto'],
      // No TranscribeCallback: no field requires another one.
    ],
    [
      ['TEL-036', 'Direction', 'out'],
      // The largest number that most databases store as an integer.
      ['TEL-040', 'TimeLimit', '2147483647'],
      ['TEL-044', 'CallbackUrl', longest],
      ['TEL-050', 'FileFormat', 'mp3'],
      ['TEL-055', 'TrimSilence', 'false'],
      ['TEL-059', 'Transcribe', 'false'],
      ['TEL-063', 'TranscribeQuality', 'hybrid'],
      ['TEL-047', 'TranscribeCallback', plain],
    ],
    [
      ['TEL-035', 'Direction', 'in'],
      ['TEL-040', 'TimeLimit', '3600'],
      // In the fields that fall back, no other value is an error, however long it is, and even outside ASCII.
      ['TEL-052', 'FileFormat', '../<mp3> 漢字 🙂'.padEnd(300, '3')],
      ['TEL-056', 'TrimSilence', 'null 漢字 🙂'.padEnd(300, 'l')],
      ['TEL-060', 'Transcribe', '{False} 漢字 🙂'.padEnd(300, 'e')],
      ['TEL-064', 'TranscribeQuality', 'Auto'.padEnd(300, 'o')],
      ['TEL-047', 'TranscribeCallback', longest],
    ],
  ];
}

/** Options that may be refused only together with a transcription. */
const transcribed: readonly (readonly Option[])[] = [
  [
    ['TEL-063', 'TranscribeQuality', 'hybrid'],
    ['TEL-052', 'FileFormat', 'ogg'],
    ['TEL-056', 'TrimSilence', '1'],
  ],
  [['TEL-064', 'TranscribeQuality', 'best']],
];

/** The fields that fall back to a default, and the values for which they do not. */
const fallbacks = [
  ['TEL-052', 'FileFormat', ['mp3', 'wav']],
  ['TEL-056', 'TrimSilence', ['true', 'false']],
  ['TEL-060', 'Transcribe', ['true', 'false']],
  ['TEL-064', 'TranscribeQuality', ['auto', 'hybrid']],
] as const;

/** Many other values of these fields, the same in every run. */
function otherValues(): Option[][] {
  const text = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 40 });
  const each = fallbacks.map(([id, name, known]) =>
    text.filter((value) => !known.some((one) => one === value)).map((value): Option => [id, name, value]),
  );
  return fc.sample(fc.tuple(...each), { seed: 8, numRuns: 40 });
}

test(
  'every allowed value is accepted, and any other value of the fields that fall back',
  covers(
    'TEL-029',
    'TEL-035',
    'TEL-036',
    'TEL-037',
    'TEL-040',
    'TEL-044',
    'TEL-047',
    'TEL-050',
    'TEL-051',
    'TEL-052',
    'TEL-054',
    'TEL-055',
    'TEL-056',
    'TEL-058',
    'TEL-059',
    'TEL-060',
    'TEL-062',
    'TEL-063',
    'TEL-064',
    further(...partsOf('call'), 'TEL-030', 'TEL-200'),
  ),
  async ({ telephony, account, liveCall, target }) => {
    const call = liveCall(2);
    const recordings = `/v2/Accounts/${account.sid}/Calls/${call}/Recordings.json`;
    const calls: Readonly<Record<string, unknown>>[] = [];
    let started = 0;
    const post = async (form: Record<string, string>) => {
      const answer = await telephony.post(recordings, { form });
      if (!isCall(answer)) return answer;
      calls.push(answersCall(answer));
      if (form['Record'] === 'true') started += 1;
      return answer;
    };
    // The mock's calls cost nothing; on a live call each request takes a recording.
    const room = target.kind === 'mock' ? Number.POSITIVE_INFINITY : RECORDINGS_PER_CALL;
    // No other check records on this one.
    const spare = target.callSids[6];
    const elsewhere =
      spare && ((form: Record<string, string>) => telephony.post(recordings.replace(call, spare), { form }));
    const judgeOptions = optionsJudge(post, target, room, elsewhere || undefined);
    const areTaken: boolean[] = [];
    const allowed = allowedAt(idleUrls(target.callback));
    for (const options of target.kind === 'mock' ? [...allowed, ...otherValues()] : allowed)
      areTaken.push(await judgeOptions(options));
    // Above, they come without a transcription. If a value was refused even once, the call has no recordings to spare.
    if (!areTaken.includes(false) && started < room) {
      const transcribe = (form: Record<string, string>) =>
        post(form['Record'] === 'true' ? { Transcribe: 'true', ...form } : form);
      const judgeTranscribed = optionsJudge(transcribe, target, room - started);
      // Finding the option at fault leaves no recordings for the next request.
      for (const options of transcribed) if (!(await judgeTranscribed(options))) break;
    }
    if (calls.length === 0) return lacksData('TEL-029', 'no recording was started');
    await judgeBodies('call', calls);
    for (const [id, field, own] of [
      ['TEL-029', 'sid', call],
      ['TEL-030', 'account_sid', account.sid],
    ] as const) {
      const told = calls.map(({ [field]: one }) => one);
      await judge(id, () => expect(told, field).toEqual(told.map(() => own)));
    }
  },
);

test(
  'several recordings at the same time, and five at most',
  covers(
    'TEL-067',
    'TEL-068',
    'TEL-069',
    'TEL-216',
    further(...partsOf('call'), 'TEL-001', 'TEL-002', 'TEL-029', 'TEL-035', 'TEL-036', 'TEL-051'),
  ),
  async ({ telephony, account, liveCall, target }) => {
    const recordingsOf = (nth: number) =>
      `/v2/Accounts/${account.sid}/Calls/${liveCall(nth)}/Recordings.json`;
    const recordings = recordingsOf(5);
    const start = (options: Fields = {}) =>
      telephony.post(recordings, { form: { Record: 'true', ...options } });
    const end = () => telephony.post(recordings, { form: { Record: 'false' } });
    // Recordings of another call do not count for this one. The call of the check above may hold five already.
    const other = recordingsOf(2);
    const elsewhere = await telephony.post(other, { form: { Record: 'true' }, returns429: true });
    if (isCall(elsewhere)) await telephony.post(other, { form: { Record: 'false' } });
    await startInAnyOrder(telephony, recordings);

    const beside: Answer[] = [];
    // A refusal because of the options would show nothing about the number of recordings.
    let lastTaken: Fields = {};
    const taken: Answer[] = [];
    const refused = new Set<string>();
    // Separate recordings may have different options.
    for (const [id, options] of [
      ['TEL-035', { Direction: 'in' }],
      ['TEL-036', { Direction: 'out' }],
      ['TEL-051', { Direction: 'in', FileFormat: 'wav' }],
      ['TEL-051', { Direction: 'out', FileFormat: 'wav' }],
    ] as const) {
      const answer = await start(options);
      if (isA(answersCall, answer)) {
        beside.push(answer);
        taken.push(answer);
        lastTaken = options;
        continue;
      }
      // Too many at the same time, or too many in total: ending one of them shows which.
      await end();
      const again = await start(options);
      if (isA(answersCall, again)) beside.push(answer);
      const last = isA(answersCall, again) ? again : await start();
      taken.push(last);
      if (isA(answersCall, again)) lastTaken = options;
      if (!isA(answersCall, last)) break;
      // If a recording without the options is accepted, they are at fault: the last one added.
      if (!refused.has(options.Direction)) await judge(id, () => void answersCall(again));
      if (!isA(answersCall, again)) refused.add(options.Direction);
    }
    if (beside.length === 0) lacksData('TEL-067', 'the call holds only one recording');
    else await judge('TEL-067', () => beside.forEach(answersCall));
    await judge('TEL-068', () => taken.forEach(answersCall));
    // Other recordings in progress do not change what is returned about the call.
    const calls = taken.filter((answer) => isCall(answer)).map(answersCall);
    await judgeBodies('call', calls);
    if (calls.length > 0) {
      await judgeSubresourceUris(calls);
      await judge('TEL-029', () =>
        expect(
          calls.map(({ sid }) => sid),
          'sid while several go on',
        ).toEqual(calls.map(() => liveCall(5))),
      );
    }

    if (!taken.every((answer) => isA(answersCall, answer))) {
      return lacksData(['TEL-069', 'TEL-216'], 'the call does not hold five recordings');
    }
    const beyond = (options: Fields = {}) =>
      telephony.post(recordings, { form: { Record: 'true', ...options }, returns429: true });
    if (beside.length === 4 && beside.every(isCall)) {
      // At once, while all of them are in progress: a count that lags behind misses the last of them.
      const { plain } = idleUrls(target.callback);
      const others = [{ TimeLimit: '3600' }, { CallbackUrl: plain }, { Transcribe: 'true' }];
      for (const options of [{}, lastTaken, ...others]) {
        const sixth = await beyond(options);
        const sent = ['Record', ...Object.keys(options)].join(', ');
        await judge('TEL-069', () => expect(sixth, `a sixth recording with ${sent}`).toBeRefused());
        // Too many recordings, or too many requests: of these, no more are sent at once.
        if (sixth.status === 429) break;
      }
    } else lacksData('TEL-069', 'the call does not hold five recordings at the same time');
    // A recording that has ended may still count, but one that ended at once may have been discarded.
    if (offers(target).has('state')) await sleep(WORTH_KEEPING_MS);
    const ended = await end();
    // Recordings can be ended even if several are in progress and the call holds as many as it can.
    await judge('TEL-002', () => void answersCall(ended));
    const later = [await beyond(lastTaken)];
    for (const _ of taken) await end();
    // When all of them have ended as well.
    later.push(await beyond());
    observeReading(
      'TEL-216',
      later.every(isRefused) ? 'counted' : later.every(isCall) ? 'not counted' : 'neither',
      `a recording after one of five has ended, and one after all have, were answered ${later.map(({ failure, status }) => failure ?? status).join(' and ')}`,
    );
  },
);

/** Starts a recording, with the fields in alphabetical order, as some clients send them. */
async function startInAnyOrder(telephony: RequestContext, recordings: string): Promise<void> {
  const inOrder = await telephony.post(recordings, { form: { Direction: 'both', Record: 'true' } });
  let begun = inOrder;
  if (!isCall(inOrder)) {
    begun = await telephony.post(recordings, { form: { Record: 'true', Direction: 'both' } });
    // If the same fields are accepted in another order, the order is at fault.
    if (isCall(begun)) await judge('TEL-001', () => void answersCall(inOrder));
    else begun = await telephony.post(recordings, { form: { Record: 'true' } });
  }
  await control(begun, answersCall, 'TEL-001');
}
