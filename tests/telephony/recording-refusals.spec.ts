import { answersCall, answersListing, isA } from '../support/answers.ts';
import { idleUrls } from '../support/callbacks.ts';
import type { RequirementId } from '../support/catalogue.ts';
import type { Answer, Fields } from '../support/http.ts';
import { wrongTokens } from '../support/near-misses.ts';
import { basic, control, covers, expect, further, judge, lacksData, test } from '../support/test.ts';
import { isMissing, judgeMissing, notFoundRows } from './missing.ts';
import { RECORDINGS_PER_CALL } from './options.ts';
import { malformed, otherSchemes } from './other-schemes.ts';
import { nobody, partOf } from './sids.ts';

/** Values with which no recording starts, by the requirement that says so. */
const outside: readonly (readonly [
  id: RequirementId,
  name: string,
  values: readonly (string | undefined)[],
])[] = [
  ['TEL-032', 'Record', [undefined]],
  ['TEL-033', 'Record', ['perhaps', 'yes', 'no', '1', '0', 'on', 'off', '']],
  ['TEL-033', 'Record', ['tru', 'untrue', 'true-not', 'fals', 'not-false', 'false-not']],
  ['TEL-038', 'Direction', ['sideways', 'inbound', 'incoming', 'outgoing', 'bot', 'bothways', 'in,out']],
  ['TEL-041', 'TimeLimit', ['0', '-1']],
  ['TEL-042', 'TimeLimit', ['1.5', 'soon', '60s', '1e3', '1:30']],
];

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
    'TEL-089',
    'TEL-090',
    'TEL-091',
    'TEL-200',
    further('TEL-084', 'TEL-192', 'TEL-193', 'TEL-194', ...notFoundRows.calls),
  ),
  async ({ telephony, identity, account, liveCall, target }) => {
    const recordings = `/v2/Accounts/${account.sid}/Calls/${liveCall(4)}/Recordings.json`;
    const { longest: url } = idleUrls(target.callback);
    const ours = basic(account.sid, account.token);
    const complete = { Record: 'true', Direction: 'both', TimeLimit: '60' };
    const wrong = basic(account.sid, `${account.token}-not`);
    const other = target.otherAccountSid;
    let recorded = 0;
    const missing: Answer[] = [];
    const post = async (path: string, form: Fields, authorization: string | null = ours) => {
      const answer = await telephony.post(path, { form, authorization });
      if (isMissing(answer)) missing.push(answer);
      return answer;
    };
    const end = (authorization?: string | null) => post(recordings, { Record: 'false' }, authorization);
    const start = async (changed: Fields, authorization?: string | null) => {
      const answer = await post(recordings, { ...complete, ...changed }, authorization);
      if (isA(answersCall, answer)) recorded += 1;
      return answer;
    };
    const numbers = `/v2/Accounts/${account.sid}/AvailablePhoneNumbers/${target.numberCountry}/Local.json`;
    const judgeRefusals = async (id: RequirementId, ...changes: [Fields, (string | null)?][]) => {
      if (recorded >= RECORDINGS_PER_CALL) return lacksData(id, 'the call holds five recordings already');
      return judge(id, async () => {
        for (const change of changes) {
          const answer = await start(...change);
          // Whether several may run at the same time is judged by TEL-067.
          if (isA(answersCall, answer)) await end();
          expect(answer).toBeRefused();
          // The right credentials between wrong ones: several refusals in a row may lock the account.
          if (typeof change[1] === 'string') await control(telephony.get(numbers), answersListing, 'TEL-092');
        }
      });
    };
    await control(start({}), answersCall, 'TEL-001');
    await end();
    // If a call holds only one recording, any further one is refused for that reason.
    await control(start({}), answersCall, 'TEL-068');

    // While there is a recording to end.
    const byNobody = await end(null);
    await judge('TEL-089', () => expect(byNobody).toBeRefused());
    await judge('TEL-193', () => expect(byNobody.status, 'status without credentials').toBe(401));
    const otherwise = await otherSchemes(target, account, identity);
    const inVain: Answer[] = [];
    for (const credentials of [wrong, basic(`not-${account.sid}`, account.token), ...otherwise.slice(0, 1)]) {
      inVain.push(await end(credentials));
      await control(telephony.get(numbers), answersListing, 'TEL-092');
    }
    await judge('TEL-090', () => {
      for (const answer of inVain) expect(answer).toBeRefused();
    });
    for (const answer of [byNobody, ...inVain].filter(({ status }) => status === 401))
      await judge('TEL-194', () => expect(answer).toNameScheme('Basic'));
    /** Expects that a path that does not exist, or is not ours, neither ends a recording nor starts one. */
    const expectClosed = async (path: string) => {
      expect(await post(path, { Record: 'false' })).toBeRefused();
      const begun = await post(path, complete);
      if (isA(answersCall, begun)) {
        recorded += 1;
        await end();
      }
      expect(begun).toBeRefused();
    };
    const part = partOf(liveCall(4));
    await judge('TEL-084', async () => {
      if (part !== undefined) await expectClosed(recordings.replace(liveCall(4), part));
      await expectClosed(recordings.replace(account.sid, `AC${nobody}`));
    });
    if (other !== undefined)
      await judge('TEL-091', () => expectClosed(recordings.replace(account.sid, other)));
    const inSmallLetters = await end(ours.replace('Basic', 'basic'));
    // If no recording can be ended at all, the letter case of the scheme is not at fault.
    const isEnded = isA(answersCall, inSmallLetters) || isA(answersCall, await end());
    if (isEnded) await judge('TEL-192', () => void answersCall(inSmallLetters));
    await judgeRefusals('TEL-089', [{}, null]);
    await judgeRefusals(
      'TEL-090',
      ...wrongTokens(account.token).map((token): [Fields, string] => [{}, basic(account.sid, token)]),
      [{}, basic(`${account.sid}-not`, account.token)],
      [{}, basic(`not-${account.sid}`, account.token)],
      [{}, basic(account.sid, `${account.token} `)],
      [{}, basic(account.sid.slice(0, -1), account.token)],
      [{}, basic(account.token, account.sid)],
      ...(other === undefined ? [] : [[{}, basic(other, account.token)] as [Fields, string]]),
      [{}, basic('', account.token)],
      [{}, basic(account.sid, `${account.token}:not`)],
      [{}, basic('', '')],
      ...[...malformed(account.sid), ...otherwise].map((authorization): [Fields, string] => [
        {},
        authorization,
      ]),
    );
    for (const [id, name, values] of outside)
      await judgeRefusals(id, ...values.map((value): [Fields] => [{ [name]: value }]));
    const tooLong = [`${url}x`, `${url.slice(0, -2)}%78`, `${url.slice(0, -5)}?x=yyy`];
    const noUrls = [
      'no URL',
      'callback.example/ended',
      '/ended',
      '//callback.example/ended',
      ...(target.kind === 'mock' ? [] : ['http://', 'http://no URL']),
    ];
    const calledBack = (CallbackUrl: string): [Fields] => [{ CallbackUrl }];
    // Without a transcription there is nothing to report, so TranscribeCallback need not be validated.
    const transcribed = (TranscribeCallback: string): [Fields] => [
      { Transcribe: 'true', TranscribeCallback },
    ];
    const isTaken = async (...[form]: [Fields]) => {
      const answer = recorded < RECORDINGS_PER_CALL ? await start(form) : undefined;
      if (answer === undefined || !isA(answersCall, answer)) return false;
      await end();
      return true;
    };
    // If both are accepted, this takes only one recording of the call.
    const areTaken = await isTaken({ ...calledBack(url)[0], ...transcribed(url)[0] });
    for (const [name, longId, wrongId, form] of [
      ['CallbackUrl', 'TEL-045', 'TEL-046', calledBack],
      ['TranscribeCallback', 'TEL-048', 'TEL-049', transcribed],
    ] as const) {
      // If even a valid URL is refused, a refusal shows nothing about its length or form.
      if (areTaken || (await isTaken(...form(url)))) {
        await judgeRefusals(longId, ...tooLong.map(form));
        await judgeRefusals(wrongId, ...noUrls.map(form));
      } else if (recorded >= RECORDINGS_PER_CALL) {
        lacksData([longId, wrongId], 'the call holds five recordings already');
      } else lacksData([longId, wrongId], `no recording with a ${name} is accepted`);
    }

    // Whatever may not be recorded may be answered as missing, with an error object.
    await judgeMissing(missing, 'TEL-208');

    // A request that was refused but recorded all the same has taken the place of one of these.
    const left = RECORDINGS_PER_CALL - recorded;
    if (left <= 0) return lacksData('TEL-200', 'the call holds five recordings already');
    const taken: Answer[] = [];
    for (const _ of Array.from({ length: left })) {
      taken.push(await start({}));
      await end();
    }
    // If a call holds any number of recordings, a refused request takes up no place.
    const sixth = await telephony.post(recordings, { form: complete, returns429: true });
    if (isA(answersCall, sixth)) await end();
    if ([...taken, sixth].every((answer) => isA(answersCall, answer)))
      return lacksData('TEL-200', 'the call holds more than five recordings');
    await judge('TEL-200', () => taken.forEach(answersCall));
  },
);
