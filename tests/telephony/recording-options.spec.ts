import type { RequirementId } from '../support/catalogue.ts';
import { answersCall } from '../support/interface/answers.ts';
import { idleUrls } from '../support/interface/callbacks.ts';
import type { Target } from '../support/target.ts';
import { covers, further, isRefused, judge, lacksData, observeReading, test } from '../support/test.ts';
import type { Answer, Fields } from '../support/wire/http.ts';
import { callRows, judgeCalls } from './recordings/call.ts';
import { isCall, type Option, optionsJudge, RECORDINGS_PER_CALL } from './recordings/options.ts';
import {
  answersLater,
  judgeSixth,
  recordElsewhere,
  startInAnyOrder,
  startSeveral,
} from './recordings/several.ts';

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
      ['TEL-064', 'TranscribeQuality', 'Auto 漢字 🙂'.padEnd(300, 'o')],
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

/** The requirements that each of these is accepted. */
const optionRows: readonly RequirementId[] = [
  ...new Set([...allowedAt(idleUrls(undefined)), ...transcribed].flat().map(([id]) => id)),
];

test(
  'every allowed value is accepted, and any other value of the fields that fall back',
  covers(...optionRows, further(...callRows, 'TEL-200')),
  async ({ telephony, account, liveCall, target }) => {
    const call = liveCall(2);
    const recordings = `/v2/Accounts/${account.sid}/Calls/${call}/Recordings.json`;
    const answers: Answer[] = [];
    const post = async (form: Fields) => {
      const answer = await telephony.post(recordings, { form });
      answers.push(answer);
      return answer;
    };
    // No other check records on this one.
    const spare = target.callSids[7];
    const elsewhere = (form: Fields) => telephony.post(recordings.replace(call, String(spare)), { form });
    // The mock's calls cost nothing; on a live call each request takes a recording.
    const room = target.kind === 'mock' ? Number.POSITIVE_INFINITY : RECORDINGS_PER_CALL;
    const judgeOptions = optionsJudge(post, target, room, spare === undefined ? undefined : elsewhere);

    let areTaken = true;
    for (const options of allowedAt(idleUrls(target.callback)))
      if (!(await judgeOptions(options))) areTaken = false;
    // If a value was refused even once, the call has no recordings to spare.
    for (const options of transcribed)
      if (areTaken) areTaken = await judgeOptions(options, { Transcribe: 'true' });
    await judgeCalls(answers.filter(isCall), { sid: call, account_sid: account.sid });
  },
);

/** Other recordings beside the first, which may have different options, by the requirements that those are accepted. */
const separate = [
  ['TEL-035', { Direction: 'in' }],
  ['TEL-036', { Direction: 'out' }],
  ['TEL-051', { Direction: 'in', FileFormat: 'wav' }],
  ['TEL-051', { Direction: 'out', FileFormat: 'wav' }],
] as const;

const countRows = ['TEL-067', 'TEL-068', 'TEL-069', 'TEL-216'] as const;

test(
  'several recordings at the same time, and five at most',
  covers(...countRows, further(...callRows, 'TEL-001', 'TEL-002', 'TEL-035', 'TEL-036', 'TEL-051')),
  async ({ telephony, account, liveCall, target }) => {
    const call = liveCall(3);
    const recordings = `/v2/Accounts/${account.sid}/Calls/${call}/Recordings.json`;
    const post = (form: Fields, returns429 = false) => telephony.post(recordings, { form, returns429 });
    // Recordings of another call do not count for this one.
    await recordElsewhere(telephony, recordings.replace(call, liveCall(2)));
    await startInAnyOrder(post);
    const { beside, taken, atFault, lastTaken } = await startSeveral(post, separate);
    for (const [id, answer] of atFault) await judge(id, () => void answersCall(answer));
    if (beside.length === 0) lacksData('TEL-067', 'the call holds only one recording');
    else await judge('TEL-067', () => beside.forEach(answersCall));
    await judge('TEL-068', () => taken.forEach(answersCall));
    // Other recordings in progress do not change what is returned about the call.
    await judgeCalls(taken.filter(isCall), { sid: call, account_sid: account.sid });
    if (!taken.every(isCall))
      return lacksData(['TEL-069', 'TEL-216'], 'the call does not hold five recordings');

    const sixth = (options: Fields) => post({ Record: 'true', ...options }, true);
    if (beside.length === separate.length && beside.every(isCall))
      await judgeSixth(sixth, [lastTaken, ...sixths(target)]);
    else lacksData('TEL-069', 'the call does not hold five recordings at the same time');
    const later = await answersLater(post, sixth, lastTaken);
    const told = later.map(({ failure, status }) => failure ?? status).join(' and ');
    observeReading(
      'TEL-216',
      later.every(isRefused) ? 'counted' : later.every(isCall) ? 'not counted' : 'neither',
      `a recording after one of five has ended, and one after all have, were answered ${told}`,
    );
  },
);

/** Options of a sixth recording, which may be counted otherwise. */
function sixths({ callback }: Target): readonly Fields[] {
  return [{ TimeLimit: '3600' }, { CallbackUrl: idleUrls(callback).plain }, { Transcribe: 'true' }];
}
