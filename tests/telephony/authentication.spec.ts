import { answersListing, described, isA } from '../support/answers.ts';
import { wrongTokens } from '../support/sessions.ts';
import { basic, control, covers, expect, heard, judge, lacksData, observe, test } from '../support/test.ts';
import type { Answer, Fields } from '../support/wire.ts';
import { otherSchemes } from './other-schemes.ts';

test(
  'listings require the account and its auth token',
  covers('TEL-189', 'TEL-190', 'TEL-191', 'TEL-193', 'TEL-194', 'TEL-196'),
  async ({ telephony, identity, account, target }) => {
    const numbers = `/v2/Accounts/${account.sid}/AvailablePhoneNumbers/${target.numberCountry}/Local.json`;
    const tollfree = numbers.replace('/Local', '/Tollfree');
    const list = (authorization: string | null) => telephony.get(numbers, { authorization });
    const ours = basic(account.sid, account.token);
    await control(list(ours), answersListing, 'TEL-092');

    const abroad = numbers.replace(/\w+\/Local/, `${target.numberCountry === 'US' ? 'CA' : 'US'}/Local`);
    const isListedAbroad = isA(answersListing, await telephony.get(abroad));
    const ways: readonly (readonly [path: string, query: Fields])[] = [
      [numbers, {}],
      [tollfree, {}],
      // A country that is not served may be missing for whoever asks.
      ...(isListedAbroad ? [[abroad, {}] as const] : []),
      [numbers, { Page: '2' }],
      [numbers, { PageSize: '1' }],
      [numbers, { Contains: '5' }],
    ];
    const inEachWay = async (authorization: string | null) => {
      const answers: Answer[] = [];
      for (const [path, query] of ways) answers.push(await telephony.get(path, { authorization, query }));
      return answers;
    };
    const without = await inEachWay(null);
    await judge('TEL-189', () => {
      for (const answer of without) expect(answer).toBeRefused();
    });
    const wrong = [
      ...(await inEachWay(basic(account.sid, `${account.token}-not`))),
      await list(basic(`${account.sid}-not`, account.token)),
    ];
    await judge('TEL-190', async () => {
      for (const answer of wrong) expect(answer).toBeRefused();
      for (const token of wrongTokens(account.token))
        expect(await list(basic(account.sid, token))).toBeRefused();
      const sids = [account.sid.slice(0, -1), '', target.otherAccountSid];
      for (const sid of sids.filter((one) => one !== undefined))
        expect(await list(basic(sid, account.token))).toBeRefused();
      const swapped = basic(account.token, account.sid);
      // The last without the colon, behind which an auth token would stand.
      for (const credentials of [swapped, basic('', ''), `Basic ${btoa(account.sid)}`])
        expect(await list(credentials)).toBeRefused();
    });
    const otherwise = await otherSchemes(target, account, identity);
    await judge('TEL-191', async () => {
      for (const authorization of otherwise) expect(await list(authorization)).toBeRefused();
    });
    await judge('TEL-193', () => {
      for (const answer of without) expect(heard(answer).status, 'status without credentials').toBe(401);
    });
    const challenging = [...without, ...wrong].filter(({ status }) => status === 401);
    if (challenging.length > 0) {
      await judge('TEL-194', () => {
        for (const answer of challenging) expect(answer).toNameScheme('Basic');
      });
    } else {
      lacksData('TEL-194', 'no refusal had status 401');
    }
    observe(
      'TEL-196',
      `without credentials: ${described(without[0] as Answer)}; with a wrong auth token: ${described(wrong[0] as Answer)}`,
    );
  },
);

test(
  'the scheme is compared without regard to case',
  covers('TEL-192'),
  async ({ telephony, account, target }) => {
    const numbers = `/v2/Accounts/${account.sid}/AvailablePhoneNumbers/${target.numberCountry}/Local.json`;
    const ours = basic(account.sid, account.token);
    const list = (scheme: string) => telephony.get(numbers, { authorization: ours.replace('Basic', scheme) });

    await control(list('Basic'), answersListing, 'TEL-092');
    for (const scheme of ['basic', 'BASIC']) answersListing(await list(scheme));
  },
);

test(
  "another account's resources stay closed",
  covers('TEL-091', 'TEL-195'),
  async ({ telephony, account, liveCall, target }) => {
    const list = (sid: string | undefined, type = 'Local') =>
      telephony.get(`/v2/Accounts/${sid}/AvailablePhoneNumbers/${target.numberCountry}/${type}.json`);
    await control(list(account.sid), answersListing, 'TEL-092');

    await judge('TEL-195', async () => {
      for (const type of ['Local', 'Tollfree'])
        expect(await list(target.otherAccountSid, type)).toBeRefused();
    });
    const recordings = `/v2/Accounts/${target.otherAccountSid}/Calls/${liveCall(1)}/Recordings.json`;
    await judge('TEL-091', async () =>
      expect(await telephony.post(recordings, { form: { Record: 'false' } })).toBeRefused(),
    );
  },
);
