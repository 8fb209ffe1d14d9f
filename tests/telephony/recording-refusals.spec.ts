import type { RequirementId } from '../support/catalogue.ts';
import { answersCall, isA } from '../support/interface/answers.ts';
import { idleUrls } from '../support/interface/callbacks.ts';
import { basic, control, covers, further, lacksData, test } from '../support/test.ts';
import type { Fields } from '../support/wire/http.ts';
import { judgeMissing, notFoundRows, observeRefusals } from './missing.ts';
import { judgePlacesLeft, judgeRefusals, recordedCall } from './recordings/recorded-call.ts';

/** Values with which no recording starts, by the requirement that says so. */
const outside = [
  ['TEL-032', { Record: undefined }],
  ['TEL-033', { Record: 'perhaps' }],
  ['TEL-038', { Direction: 'sideways' }],
  ['TEL-041', { TimeLimit: '0' }],
  ['TEL-042', { TimeLimit: '1.5' }],
] as const;

/** The same for callbacks. */
const outsideOf = (longest: string): readonly (readonly [RequirementId, Fields])[] => [
  ['TEL-045', { CallbackUrl: `${longest}x` }],
  ['TEL-046', { CallbackUrl: 'no URL' }],
  // Without a transcription there is nothing to report, so TranscribeCallback need not be validated.
  ['TEL-048', { Transcribe: 'true', TranscribeCallback: `${longest}x` }],
  ['TEL-049', { Transcribe: 'true', TranscribeCallback: 'no URL' }],
];

const valueRows = outside.map(([id]) => id);
const urlRows = ['TEL-045', 'TEL-046', 'TEL-048', 'TEL-049'] as const;
const closedRows = ['TEL-089', 'TEL-090', 'TEL-091'] as const;

test(
  'a recording is refused without credentials or for a value outside the allowed ones',
  covers(...valueRows, ...urlRows, ...closedRows, 'TEL-088', 'TEL-200', further(...notFoundRows.calls)),
  async ({ telephony, account, liveCall, target }) => {
    const recordings = `/v2/Accounts/${account.sid}/Calls/${liveCall(4)}/Recordings.json`;
    const call = recordedCall(telephony, recordings, basic(account.sid, account.token));
    await control(call.start({}), answersCall, 'TEL-001');
    await call.end();

    const wrong = basic(account.sid, `${account.token}-not`);
    await judgeRefusals('TEL-089', call, [[{}, { authorization: null }]]);
    await judgeRefusals('TEL-090', call, [[{}, { authorization: wrong }]]);
    if (target.otherAccountSid !== undefined) {
      const path = recordings.replace(account.sid, target.otherAccountSid);
      await judgeRefusals('TEL-091', call, [[{}, { path }]]);
    }
    // The right credentials after wrong ones, and valid URLs before those that are not.
    const { longest: url } = idleUrls(target.callback);
    const called = await call.start({ CallbackUrl: url, Transcribe: 'true', TranscribeCallback: url });
    if (isA(answersCall, called)) await call.end();
    else lacksData(urlRows, 'no recording with both callbacks is accepted');
    for (const [id, fields] of [...outside, ...outsideOf(url)]) await judgeRefusals(id, call, [[fields]]);
    observeRefusals('TEL-088', call.tried);
    await judgePlacesLeft(call);
    // Whatever may not be recorded may be answered as missing, with an error object.
    await judgeMissing(call.missing, 'TEL-208');
  },
);
