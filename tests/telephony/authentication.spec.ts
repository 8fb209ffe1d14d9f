import { answersListing, described, isA } from '../support/answers.ts';
import type { Answer, Fields } from '../support/http.ts';
import { wrongTokens } from '../support/near-misses.ts';
import {
  basic,
  control,
  covers,
  expect,
  further,
  heard,
  judge,
  lacksData,
  observe,
  test,
} from '../support/test.ts';
import { isMissing, judgeMissing, notFoundRows } from './missing.ts';
import { ABROAD, anotherCountry } from './numbers/listing.ts';
import { malformed, otherSchemes } from './other-schemes.ts';

/** Queries that select part of a listing. None of them changes who has access to it. */
const queries: readonly Fields[] = [
  { Page: '2' },
  { PageSize: '1' },
  { Contains: '5' },
  { AreaCode: '212' },
  { InRegion: 'NJ' },
  { InPostalCode: '07302' },
];

test(
  'listings require the account and its auth token',
  covers('TEL-189', 'TEL-190', 'TEL-191', 'TEL-193', 'TEL-194', 'TEL-196', further(...notFoundRows.numbers)),
  async ({ telephony, identity, account, target }) => {
    const numbers = `/v2/Accounts/${account.sid}/AvailablePhoneNumbers/${target.numberCountry}/Local.json`;
    const tollfree = numbers.replace('/Local', '/Tollfree');
    const list = (authorization: string | null) => telephony.get(numbers, { authorization });
    const ours = basic(account.sid, account.token);
    const isOpen = () => control(list(ours), answersListing, 'TEL-092');
    await isOpen();

    const localIn = (country: string) => numbers.replace(/\w+\/Local/, `${country}/Local`);
    const isListed = async (path: string) => isA(answersListing, await telephony.get(path));
    const offered: string[] = [];
    // A listing that is not offered may be missing, whatever the credentials.
    for (const path of [tollfree, localIn(anotherCountry(target)), localIn(ABROAD)])
      if (await isListed(path)) offered.push(path);
    const ways: readonly (readonly [path: string, query: Fields])[] = [
      [numbers, {}],
      ...offered.map((path) => [path, {}] as const),
      ...queries.map((query) => [numbers, query] as const),
    ];
    const without: Answer[] = [];
    /**
     * Sends the right credentials between wrong ones: several refusals in a row may lock the account or the address.
     */
    const inVain = async (authorization: string | null, path = numbers, query: Fields = {}) => {
      const answer = await telephony.get(path, { authorization, query });
      await isOpen();
      return answer;
    };
    for (const [path, query] of ways) without.push(await inVain(null, path, query));
    await judge('TEL-189', () => {
      for (const answer of without) expect(answer).toBeRefused();
    });
    const wrong: Answer[] = [];
    for (const [path, query] of ways)
      wrong.push(await inVain(basic(account.sid, `${account.token}-not`), path, query));
    for (const sid of [`${account.sid}-not`, `not-${account.sid}`])
      wrong.push(await inVain(basic(sid, account.token)));
    const sids = [account.sid.slice(0, -1), '', target.otherAccountSid].filter((one) => one !== undefined);
    const inOtherForms: Answer[] = [];
    const expectRefusal = async (authorization: string) => {
      const answer = await inVain(authorization);
      inOtherForms.push(answer);
      expect(answer).toBeRefused();
    };
    await judge('TEL-190', async () => {
      for (const answer of wrong) expect(answer).toBeRefused();
      for (const credentials of [
        ...[...wrongTokens(account.token), `${account.token} `].map((token) => basic(account.sid, token)),
        ...sids.map((sid) => basic(sid, account.token)),
        basic(account.token, account.sid),
        // Everything after the first colon is the password (RFC 7617 2).
        basic(account.sid, `${account.token}:not`),
        basic('', ''),
        ...malformed(account.sid),
      ])
        await expectRefusal(credentials);
    });
    const otherwise = await otherSchemes(target, account, identity);
    await judge('TEL-191', async () => {
      for (const authorization of otherwise) await expectRefusal(authorization);
    });
    await judge('TEL-193', () => {
      for (const answer of without) expect(heard(answer).status, 'status without credentials').toBe(401);
    });
    const refusals = [...without, ...wrong, ...inOtherForms];
    // Whoever may not list may be told that there is nothing, as an error object.
    await judgeMissing(refusals.filter(isMissing), 'TEL-209');
    const challenging = refusals.filter(({ status }) => status === 401);
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

test('the scheme Basic is case-insensitive', covers('TEL-192'), async ({ telephony, account, target }) => {
  const numbers = `/v2/Accounts/${account.sid}/AvailablePhoneNumbers/${target.numberCountry}/Local.json`;
  const ours = basic(account.sid, account.token);
  const list = (scheme: string) => telephony.get(numbers, { authorization: ours.replace('Basic', scheme) });

  await control(list('Basic'), answersListing, 'TEL-092');
  for (const scheme of ['basic', 'BASIC']) answersListing(await list(scheme));
});

test(
  "another account's numbers stay closed",
  covers('TEL-195', further(...notFoundRows.numbers)),
  async ({ telephony, account, target }) => {
    const list = (
      sid: string | undefined,
      country = target.numberCountry,
      type = 'Local',
      query: Fields = {},
    ) => telephony.get(`/v2/Accounts/${sid}/AvailablePhoneNumbers/${country}/${type}.json`, { query });
    const ways: readonly (readonly [country: string, type: string, query?: Fields])[] = [
      [target.numberCountry, 'Local'],
      [target.numberCountry, 'Tollfree'],
      [anotherCountry(target), 'Local'],
      [ABROAD, 'Local'],
      ...queries.map((query) => [target.numberCountry, 'Local', query] as const),
    ];
    const answers: Answer[] = [];
    for (const way of ways) {
      // An accepted request between refusals: several refusals in a row may lock the account or the address.
      await control(list(account.sid), answersListing, 'TEL-092');
      answers.push(await list(target.otherAccountSid, ...way));
    }
    await judgeMissing(answers.filter(isMissing), 'TEL-209');
    await judge('TEL-195', () => {
      for (const answer of answers) expect(answer).toBeRefused();
    });
  },
);
