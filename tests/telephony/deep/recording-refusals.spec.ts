import type { RequirementId } from '../../support/catalogue.ts';
import { answersCall, answersListing, isA } from '../../support/interface/answers.ts';
import { idleUrls } from '../../support/interface/callbacks.ts';
import { wrongTokens } from '../../support/interface/near-misses.ts';
import { GUESSES_IN_A_ROW, IN_A_ROW } from '../../support/interface/refusals.ts';
import type { Target } from '../../support/target.ts';
import { basic, control, deep, expect, further, judge, lacksData, test } from '../../support/test.ts';
import type { Answer, Fields } from '../../support/wire/http.ts';
import { judgeMissing, notFoundRows } from '../missing.ts';
import {
  type Attempt,
  besideOthers,
  fieldsOf,
  judgeRefusals,
  type RecordedCall,
  recordedCall,
} from '../recordings/recorded-call.ts';
import { nobody, partOf } from '../sids.ts';
import { malformed, otherSchemes } from './other-schemes.ts';

/** More values with which no recording starts, by the requirement that says so; the first beside other fields. */
const outside: readonly (readonly [
  id: RequirementId,
  name: string,
  first: string | undefined,
  others: readonly string[],
])[] = [
  ['TEL-032', 'Record', undefined, []],
  [
    'TEL-033',
    'Record',
    'perhaps',
    'yes,no,1,0,on,off,,tru,untrue,true-not,fals,not-false,false-not'.split(','),
  ],
  ['TEL-038', 'Direction', 'sideways', ['inbound', 'incoming', 'outgoing', 'bot', 'bothways', 'in,out']],
  ['TEL-041', 'TimeLimit', '0', ['-1']],
  ['TEL-042', 'TimeLimit', '1.5', ['soon', '60s', '1e3', '1:30']],
];

/**
 * Values that are refused on a call without any recordings as well. If it records one of them all the same, there is
 * still room for those that the check needs.
 */
const outsideAtFirst = [
  ['TEL-033', 'Record', 'perhaps'],
  ['TEL-038', 'Direction', 'sideways'],
  ['TEL-042', 'TimeLimit', '1.5'],
] as const;

const valueRows = ['TEL-032', 'TEL-033', 'TEL-038', 'TEL-041', 'TEL-042'] as const;
const urlRows = ['TEL-045', 'TEL-046', 'TEL-048', 'TEL-049'] as const;
const otherRows = ['TEL-084', 'TEL-091', 'TEL-191', 'TEL-192', 'TEL-193', 'TEL-194'] as const;

test(
  'no recording starts or ends with near credentials, for near values, or at near paths',
  deep('TEL-089', 'TEL-090', further(...valueRows, ...urlRows, ...otherRows, ...notFoundRows.calls)),
  async ({ telephony, identity, account, liveCall, target }) => {
    const recordings = `/v2/Accounts/${account.sid}/Calls/${liveCall(7)}/Recordings.json`;
    const numbers = `/v2/Accounts/${account.sid}/AvailablePhoneNumbers/${target.numberCountry}/Local.json`;
    const ours = basic(account.sid, account.token);
    const call = recordedCall(telephony, recordings, ours);
    // The right credentials between wrong ones: several refusals in a row may lock the account.
    const getNumbers = () => control(telephony.get(numbers), answersListing, 'TEL-092');
    const other = target.otherAccountSid;
    const otherwise = await otherSchemes(target, account, identity);

    // If the deployment answers this but not what has to be refused, that is its fault.
    await getNumbers();
    await judgeAtFirst(call);
    await judgeEndingByNobody(call);
    await call.endAfter('TEL-089');
    // If a call holds only one recording, any further one is refused for that reason.
    await control(call.start({}), answersCall, 'TEL-068');
    await judgeEndings(call, account, otherwise, getNumbers);

    for (const [id, credentials, inARow] of [
      ['TEL-090', nearCredentials(account, other), GUESSES_IN_A_ROW],
      ['TEL-090', malformed(account.sid), IN_A_ROW],
      ['TEL-191', otherwise, IN_A_ROW],
    ] as const) {
      const attempts = credentials.map((authorization): Attempt => [{}, { authorization }]);
      await judgeRefusals(id, call, attempts, getNumbers, inARow);
    }
    for (const [id, name, first, others] of outside) {
      const attempts = others.map((value): Attempt => [{ [name]: value }]);
      await judgeRefusals(id, call, [...attempts, besideOthers({ [name]: first })]);
    }
    const ofOther = other === undefined ? undefined : recordings.replace(account.sid, other);
    await judgeUrls(call, target, ofOther);
    const part = partOf(liveCall(7));
    await judgePaths(call, ofOther, [
      ...(part === undefined ? [] : [recordings.replace(liveCall(7), part)]),
      recordings.replace(account.sid, `AC${nobody}`),
    ]);

    // Whatever may not be recorded may be answered as missing, with an error object.
    await judgeMissing(call.missing, 'TEL-208');
    for (const [id, answer] of call.endedBefore())
      await judge(id, () =>
        expect(answer, 'the end of a recording after a request that had to be refused').toAnswerObject(),
      );
  },
);

/** Tries values before anything was recorded on a call, and judges them once a right request is accepted there. */
async function judgeAtFirst(call: RecordedCall): Promise<void> {
  const answers: [RequirementId, Attempt, Answer][] = [];
  for (const [id, name, value] of outsideAtFirst) {
    const attempt: Attempt = [{ [name]: value }];
    const answer = await call.attempt(attempt);
    answers.push([id, attempt, answer]);
    // From now on, the call has a recording.
    if (isA(answersCall, answer)) break;
  }
  await control(call.start({}), answersCall, 'TEL-001');
  for (const [id, attempt, answer] of answers)
    await judge(id, () => expect(answer, fieldsOf(attempt)).toBeRefused());
}

/** Judges that a recording is not ended without credentials. */
async function judgeEndingByNobody(call: RecordedCall): Promise<void> {
  const answer = await call.end({ authorization: null });
  await judge('TEL-089', () => expect(answer, 'Record=false, no credentials').toBeRefused());
  await judge('TEL-193', () => expect(answer.status, 'status without credentials').toBe(401));
  await judgeChallenge([answer]);
}

/** Judges that a recording is ended neither with wrong credentials nor for what is no Record, while there is one. */
async function judgeEndings(
  call: RecordedCall,
  { sid, token }: { readonly sid: string; readonly token: string },
  otherwise: readonly string[],
  getNumbers: () => Promise<unknown>,
): Promise<void> {
  const wrong = [basic(sid, `${token}-not`), basic(`not-${sid}`, token)];
  await judgeEndingByOthers('TEL-090', call, wrong, getNumbers);
  await judgeEndingByOthers('TEL-191', call, otherwise.slice(0, 1), getNumbers);
  // Whatever is not true might end a recording.
  await judgeRefusals('TEL-032', call, [[{ Record: undefined }]]);
  await call.ensureRecording();
  await judgeRefusals('TEL-033', call, [[{ Record: 'perhaps' }], [{ Record: '' }], [{ Record: 'no' }]]);
  const inSmallLetters = await call.end({ authorization: basic(sid, token).replace('Basic', 'basic') });
  // If no recording can be ended at all, the letter case of the scheme is not at fault.
  const isEnded = isA(answersCall, inSmallLetters) || isA(answersCall, await call.endAfter('TEL-090'));
  if (isEnded) await judge('TEL-192', () => void answersCall(inSmallLetters));
}

/** Judges that a recording is not ended with wrong credentials. */
async function judgeEndingByOthers(
  id: RequirementId,
  call: RecordedCall,
  wrong: readonly string[],
  afterwards: () => Promise<unknown>,
): Promise<void> {
  const inVain: Answer[] = [];
  for (const authorization of wrong) inVain.push(await call.end({ authorization }));
  await afterwards();
  await judge(id, () => {
    for (const answer of inVain) expect(answer, 'Record=false, other credentials').toBeRefused();
  });
  await judgeChallenge(inVain);
}

async function judgeChallenge(answers: readonly Answer[]): Promise<void> {
  for (const answer of answers.filter(({ status }) => status === 401))
    await judge('TEL-194', () => expect(answer).toNameScheme('Basic'));
}

/**
 * Judges that paths that do not exist, or are not ours, neither end a recording nor start one. If the call holds no
 * more of them, a refusal would say nothing.
 */
async function judgeClosed(id: RequirementId, call: RecordedCall, paths: readonly string[]): Promise<void> {
  if (call.left() === 0) return lacksData(id, call.whyFull());
  await judge(id, async () => {
    for (const path of paths) {
      expect(await call.end({ path })).toBeRefused();
      expect(await call.attempt([{}, { path }])).toBeRefused();
    }
  });
}

/** Basic credentials that are nearly those of the account. */
function nearCredentials(
  { sid, token }: { readonly sid: string; readonly token: string },
  otherSid: string | undefined,
): readonly string[] {
  return [
    ...wrongTokens(token).map((wrong) => basic(sid, wrong)),
    basic(`${sid}-not`, token),
    basic(`not-${sid}`, token),
    basic(sid, `${token} `),
    basic(sid.slice(0, -1), token),
    basic(token, sid),
    ...(otherSid === undefined ? [] : [basic(otherSid, token)]),
    basic('', token),
    basic(sid, `${token}:not`),
    basic('', ''),
  ];
}

/**
 * Judges the URLs of callbacks: their length and form.
 *
 * @param ofOther the same path under another account, by which a recording with valid URLs is not ended either
 */
async function judgeUrls(call: RecordedCall, target: Target, ofOther: string | undefined): Promise<void> {
  const { longest: url } = idleUrls(target.callback);
  const tooLong = [`${url.slice(0, -2)}%78`, `${url.slice(0, -5)}?x=yyy`];
  const noUrls = [
    'callback.example/ended',
    '/ended',
    '//callback.example/ended',
    ...(target.kind === 'mock' ? [] : ['http://', 'http://no URL']),
  ];
  const calledBack = (CallbackUrl: string): Fields => ({ CallbackUrl });
  // Without a transcription there is nothing to report, so TranscribeCallback need not be validated.
  const transcribed = (TranscribeCallback: string): Fields => ({ Transcribe: 'true', TranscribeCallback });
  const isTaken = async (form: Fields) => {
    const answer = call.left() > 0 ? await call.start(form) : undefined;
    if (answer === undefined || !isA(answersCall, answer)) return false;
    if (ofOther !== undefined) {
      const inVain = await call.end({ path: ofOther });
      await judge('TEL-091', () => expect(inVain).toBeRefused());
    }
    await call.endAfter('TEL-091');
    return true;
  };
  // If both are accepted, this takes only one recording of the call.
  const areTaken = await isTaken({ ...calledBack(url), ...transcribed(url) });
  for (const [name, longId, wrongId, form] of [
    ['CallbackUrl', 'TEL-045', 'TEL-046', calledBack],
    ['TranscribeCallback', 'TEL-048', 'TEL-049', transcribed],
  ] as const) {
    // If even a valid URL is refused, a refusal shows nothing about its length or form.
    if (areTaken || (await isTaken(form(url)))) {
      const attempts = tooLong.map((one): Attempt => [form(one)]);
      await judgeRefusals(longId, call, [...attempts, besideOthers(form(`${url}x`))]);
      await judgeRefusals(
        wrongId,
        call,
        noUrls.map((one) => [form(one)]),
      );
    } else
      lacksData(
        [longId, wrongId],
        call.left() === 0 ? call.whyFull() : `no recording with a ${name} is accepted`,
      );
  }
}

/**
 * Judges that a recording in progress is ended neither by other paths nor beside one that they start.
 *
 * @param ofOther the same path under another account
 * @param ofNobody paths that do not exist
 */
async function judgePaths(
  call: RecordedCall,
  ofOther: string | undefined,
  ofNobody: readonly string[],
): Promise<void> {
  if (ofOther !== undefined) await judgeClosed('TEL-091', call, [ofOther]);
  if (call.left() > 0) await call.start({});
  await judgeClosed('TEL-084', call, ofNobody);
  await call.endAfter('TEL-084');
}
