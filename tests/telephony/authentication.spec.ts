import { answersListing, described, isA } from '../support/answers.ts';
import type { Answer, Fields } from '../support/http.ts';
import { wrongTokens } from '../support/near-misses.ts';
import { expectRefusals, IN_A_ROW } from '../support/refusals.ts';
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
    const refusals: Answer[] = [];
    const ask = async (authorization: string | null, path = numbers, query: Fields = {}) => {
      const answer = await telephony.get(path, { authorization, query });
      refusals.push(answer);
      return answer;
    };
    await judge('TEL-189', () =>
      expectRefusals(ways, ([path, query]) => ask(null, path, query), isOpen, IN_A_ROW),
    );
    const without = [...refusals];
    const wrong = basic(account.sid, `${account.token}-not`);
    const sids = [
      `${account.sid}-not`,
      `not-${account.sid}`,
      account.sid.slice(0, -1),
      '',
      ...(target.otherAccountSid === undefined ? [] : [target.otherAccountSid]),
    ];
    const pairs = [
      ...[...wrongTokens(account.token), `${account.token} `].map((token) => basic(account.sid, token)),
      ...sids.map((sid) => basic(sid, account.token)),
      basic(account.token, account.sid),
      // Everything after the first colon is the password (RFC 7617 2).
      basic(account.sid, `${account.token}:not`),
      basic('', ''),
    ].filter((pair) => pair !== wrong);
    await judge('TEL-190', async () => {
      await expectRefusals(ways, ([path, query]) => ask(wrong, path, query), isOpen);
      await expectRefusals(pairs, ask, isOpen);
      await expectRefusals(malformed(account.sid), ask, isOpen, IN_A_ROW);
    });
    const otherwise = await otherSchemes(target, account, identity);
    await judge('TEL-191', () => expectRefusals(otherwise, ask, isOpen, IN_A_ROW));
    await judge('TEL-193', () => {
      for (const answer of without) expect(heard(answer).status, 'status without credentials').toBe(401);
    });
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
      `without credentials: ${described(without[0] as Answer)}; with a wrong auth token: ${described(refusals[without.length] as Answer)}`,
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
    const isOpen = () => control(list(account.sid), answersListing, 'TEL-092');
    await isOpen();
    const ask = async (way: (typeof ways)[number]) => {
      const answer = await list(target.otherAccountSid, ...way);
      answers.push(answer);
      return answer;
    };
    await judge('TEL-195', () => expectRefusals(ways, ask, isOpen, IN_A_ROW));
    await judgeMissing(answers.filter(isMissing), 'TEL-209');
  },
);
