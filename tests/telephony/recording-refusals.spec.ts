import { answersCall, answersListing, isA } from '../support/answers.ts';
import { idleUrls } from '../support/callbacks.ts';
import type { RequirementId } from '../support/catalogue.ts';
import type { Answer, Fields } from '../support/http.ts';
import { wrongTokens } from '../support/near-misses.ts';
import { GUESSES_IN_A_ROW, IN_A_ROW } from '../support/refusals.ts';
import type { Target } from '../support/target.ts';
import { basic, control, covers, expect, further, judge, lacksData, test } from '../support/test.ts';
import { judgeMissing, notFoundRows, observeRefusals } from './missing.ts';
import { malformed, otherSchemes } from './other-schemes.ts';
import {
  type Attempt,
  fieldsOf,
  judgeRefusals,
  type RecordedCall,
  recordedCall,
  variously,
} from './recordings/recorded-call.ts';
import { nobody, partOf } from './sids.ts';

/** Values with which no recording starts, by the requirement that says so. */
const outside: readonly (readonly [
  id: RequirementId,
  name: string,
  values: readonly (string | undefined)[],
])[] = [
  ['TEL-032', 'Record', [undefined]],
  ['TEL-033', 'Record', 'perhaps,yes,no,1,0,on,off,,tru,untrue,true-not,fals,not-false,false-not'.split(',')],
  ['TEL-038', 'Direction', ['sideways', 'inbound', 'incoming', 'outgoing', 'bot', 'bothways', 'in,out']],
  ['TEL-041', 'TimeLimit', ['0', '-1']],
  ['TEL-042', 'TimeLimit', ['1.5', 'soon', '60s', '1e3', '1:30']],
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

test(
  'a recording is refused without credentials or for a value outside the allowed ones',
  covers(
    'TEL-032',
    'TEL-033',
    'TEL-038',
    'TEL-041',
    'TEL-042',
    'TEL-045',
    'TEL-046',
    'TEL-048',
    'TEL-049',
    'TEL-088',
    'TEL-089',
    'TEL-090',
    'TEL-091',
    'TEL-200',
    further('TEL-084', 'TEL-191', 'TEL-192', 'TEL-193', 'TEL-194', ...notFoundRows.calls),
  ),
  async ({ telephony, identity, account, liveCall, target }) => {
    const recordings = `/v2/Accounts/${account.sid}/Calls/${liveCall(4)}/Recordings.json`;
    const numbers = `/v2/Accounts/${account.sid}/AvailablePhoneNumbers/${target.numberCountry}/Local.json`;
    const ours = basic(account.sid, account.token);
    const call = recordedCall(telephony, recordings, ours);
    // The right credentials between wrong ones: several refusals in a row may lock the account.
    const getNumbers = () => control(telephony.get(numbers), answersListing, 'TEL-092');
    const other = target.otherAccountSid;
    const otherwise = await otherSchemes(target, account, identity);

    // If the deployment answers this but not what has to be refused, that is its fault.
    await getNumbers();
    const atFirst = await triedAtFirst(call);
    await control(call.start({}), answersCall, 'TEL-001');
    for (const [id, attempt, answer] of atFirst)
      await judge(id, () => expect(answer, fieldsOf(attempt)).toBeRefused());
    await judgeEndingByNobody(call);
    await call.endAfter('TEL-089');
    // If a call holds only one recording, any further one is refused for that reason.
    await control(call.start({}), answersCall, 'TEL-068');

    // While there is a recording to end.
    const wrong = [basic(account.sid, `${account.token}-not`), basic(`not-${account.sid}`, account.token)];
    await judgeEndingByOthers('TEL-090', call, wrong, getNumbers);
    await judgeEndingByOthers('TEL-191', call, otherwise.slice(0, 1), getNumbers);
    // Whatever is not true might end a recording.
    await judgeRefusals('TEL-032', call, [[{ Record: undefined }]]);
    await call.ensureRecording();
    await judgeRefusals('TEL-033', call, [[{ Record: 'perhaps' }], [{ Record: '' }], [{ Record: 'no' }]]);
    const inSmallLetters = await call.end({ authorization: ours.replace('Basic', 'basic') });
    // If no recording can be ended at all, the letter case of the scheme is not at fault.
    const isEnded = isA(answersCall, inSmallLetters) || isA(answersCall, await call.endAfter('TEL-090'));
    if (isEnded) await judge('TEL-192', () => void answersCall(inSmallLetters));

    await judgeRefusals('TEL-089', call, [[{}, { authorization: null }]]);
    for (const [id, credentials, inARow] of [
      ['TEL-090', nearCredentials(account, other), GUESSES_IN_A_ROW],
      ['TEL-090', malformed(account.sid), IN_A_ROW],
      ['TEL-191', otherwise, IN_A_ROW],
    ] as const)
      await judgeRefusals(
        id,
        call,
        credentials.map((authorization) => [{}, { authorization }]),
        getNumbers,
        inARow,
      );
    for (const [id, name, values] of outside)
      await judgeRefusals(id, call, variously(values.map((value) => ({ [name]: value }))));
    const ofOther = other === undefined ? undefined : recordings.replace(account.sid, other);
    await judgeUrls(call, target, ofOther);
    const part = partOf(liveCall(4));
    await judgePlacesLeft(call, ofOther, [
      ...(part === undefined ? [] : [recordings.replace(liveCall(4), part)]),
      recordings.replace(account.sid, `AC${nobody}`),
    ]);

    observeRefusals('TEL-088', call.tried);
    // Whatever may not be recorded may be answered as missing, with an error object.
    await judgeMissing(call.missing, 'TEL-208');
    for (const [id, answer] of call.endedBefore())
      await judge(id, () =>
        expect(answer, 'the end of a recording after a request that had to be refused').toAnswerObject(),
      );
  },
);

/** Tries values before anything was recorded on a call, which are judged once a right request is accepted there. */
async function triedAtFirst(call: RecordedCall): Promise<[RequirementId, Attempt, Answer][]> {
  const answers: [RequirementId, Attempt, Answer][] = [];
  for (const [id, name, value] of outsideAtFirst) {
    const attempt: Attempt = [{ [name]: value }];
    const answer = await call.attempt(attempt);
    answers.push([id, attempt, answer]);
    // From now on, the call has a recording.
    if (isA(answersCall, answer)) break;
  }
  return answers;
}

/** Judges that a recording is not ended without credentials. */
async function judgeEndingByNobody(call: RecordedCall): Promise<void> {
  const answer = await call.end({ authorization: null });
  await judge('TEL-089', () => expect(answer, 'Record=false, no credentials').toBeRefused());
  await judge('TEL-193', () => expect(answer.status, 'status without credentials').toBe(401));
  await judgeChallenge([answer]);
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
  const tooLong = [`${url}x`, `${url.slice(0, -2)}%78`, `${url.slice(0, -5)}?x=yyy`];
  const noUrls = [
    'no URL',
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
      await judgeRefusals(longId, call, variously(tooLong.map(form)));
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
 * Judges that the call holds as many recordings as were accepted: one that was refused, but recorded all the same,
 * has taken the place of another. The next of them is not ended by other paths.
 *
 * @param ofOther the same path under another account
 * @param ofNobody paths that do not exist
 */
async function judgePlacesLeft(
  call: RecordedCall,
  ofOther: string | undefined,
  ofNobody: readonly string[],
): Promise<void> {
  if (ofOther !== undefined) await judgeClosed('TEL-091', call, [ofOther]);
  const taken: Answer[] = [];
  if (call.left() > 0) taken.push(await call.start({}));
  await judgeClosed('TEL-084', call, ofNobody);
  await call.endAfter('TEL-084');
  if (taken.length === 0) return lacksData('TEL-200', call.whyFull());
  while (call.left() > 0 && taken.every((answer) => isA(answersCall, answer))) {
    taken.push(await call.start({}));
    await call.end();
  }
  // If a call holds any number of recordings, a refused request takes up no place.
  const sixth = await call.start({}, { returns429: true });
  if (isA(answersCall, sixth)) await call.end();
  if ([...taken, sixth].every((answer) => isA(answersCall, answer)))
    return lacksData('TEL-200', 'the call holds more than five recordings');
  await judge('TEL-200', () => taken.forEach(answersCall));
}
