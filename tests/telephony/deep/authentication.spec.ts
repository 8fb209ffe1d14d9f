import { answersListing, isA } from '../../support/interface/answers.ts';
import { wrongTokens } from '../../support/interface/near-misses.ts';
import { expectRefusals, IN_A_ROW } from '../../support/interface/refusals.ts';
import { basic, control, deep, expect, further, heard, judge, test } from '../../support/test.ts';
import type { Answer, Fields } from '../../support/wire/http.ts';
import { isMissing, judgeMissing, notFoundRows } from '../missing.ts';
import { ABROAD, anotherCountry } from '../numbers/listing.ts';
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

/** Another listing, or a part of one. */
type Way = readonly [country: string, type: string, query?: Fields];

test(
  'other listings, and parts of them, require the account and its auth token',
  deep('TEL-189', 'TEL-190', further('TEL-193', 'TEL-194', ...notFoundRows.numbers)),
  async ({ telephony, account, target }) => {
    const own = target.numberCountry;
    const list = (authorization: string | null, [country, type, query = {}]: Way) =>
      telephony.get(`/v2/Accounts/${account.sid}/AvailablePhoneNumbers/${country}/${type}.json`, {
        authorization,
        query,
      });
    const ours = basic(account.sid, account.token);
    const isOpen = () => control(list(ours, [own, 'Local']), answersListing, 'TEL-092');
    await isOpen();

    const others: readonly Way[] = [
      [own, 'Tollfree'],
      [anotherCountry(target), 'Local'],
      [ABROAD, 'Local'],
    ];
    const ways: Way[] = queries.map((query) => [own, 'Local', query]);
    // A listing that is not offered may be missing, whatever the credentials.
    for (const way of others) if (isA(answersListing, await list(ours, way))) ways.push(way);
    const refusals: Answer[] = [];
    const ask = (authorization: string | null) => async (way: Way) => {
      const answer = await list(authorization, way);
      refusals.push(answer);
      return answer;
    };
    await judge('TEL-189', () => expectRefusals(ways, ask(null), isOpen, IN_A_ROW));
    const without = [...refusals];
    await judge('TEL-193', () => {
      for (const answer of without) expect(heard(answer).status, 'status without credentials').toBe(401);
    });
    const wrong = basic(account.sid, `${account.token}-not`);
    await judge('TEL-190', () => expectRefusals(ways, ask(wrong), isOpen));
    await judgeRefusals(refusals);
  },
);

test(
  'credentials that are nearly right, or under another scheme, list nothing',
  deep('TEL-190', 'TEL-191', further('TEL-192', 'TEL-194', ...notFoundRows.numbers)),
  async ({ telephony, identity, account, target }) => {
    const numbers = `/v2/Accounts/${account.sid}/AvailablePhoneNumbers/${target.numberCountry}/Local.json`;
    const list = (authorization: string) => telephony.get(numbers, { authorization });
    const isOpen = () => control(list(basic(account.sid, account.token)), answersListing, 'TEL-092');
    await isOpen();

    const refusals: Answer[] = [];
    const ask = async (authorization: string) => {
      const answer = await list(authorization);
      refusals.push(answer);
      return answer;
    };
    const other = target.otherAccountSid;
    const sids = [
      `${account.sid}-not`,
      `not-${account.sid}`,
      account.sid.slice(0, -1),
      '',
      ...(other === undefined ? [] : [other]),
    ];
    const tokens = wrongTokens(account.token).filter((token) => token !== `${account.token}-not`);
    const pairs = [
      ...[...tokens, `${account.token} `].map((token) => basic(account.sid, token)),
      ...sids.map((sid) => basic(sid, account.token)),
      basic(account.token, account.sid),
      // Everything after the first colon is the password (RFC 7617 2).
      basic(account.sid, `${account.token}:not`),
      basic('', ''),
    ];
    await judge('TEL-190', async () => {
      await expectRefusals(pairs, ask, isOpen);
      await expectRefusals(malformed(account.sid), ask, isOpen, IN_A_ROW);
    });
    const inCapitals = await list(basic(account.sid, account.token).replace('Basic', 'BASIC'));
    await judge('TEL-192', () => void answersListing(inCapitals));
    const otherwise = await otherSchemes(target, account, identity);
    await judge('TEL-191', () => expectRefusals(otherwise, ask, isOpen, IN_A_ROW));
    await judgeRefusals(refusals);
  },
);

test(
  'other listings of another account, and parts of them, stay closed',
  deep('TEL-195', further(...notFoundRows.numbers)),
  async ({ telephony, account, target }) => {
    const list = (sid: string | undefined, [country, type, query = {}]: Way) =>
      telephony.get(`/v2/Accounts/${sid}/AvailablePhoneNumbers/${country}/${type}.json`, { query });
    const own = target.numberCountry;
    const isOpen = () => control(list(account.sid, [own, 'Local']), answersListing, 'TEL-092');
    await isOpen();

    const ways: readonly Way[] = [
      [own, 'Tollfree'],
      [anotherCountry(target), 'Local'],
      [ABROAD, 'Local'],
      ...queries.map((query): Way => [own, 'Local', query]),
    ];
    const answers: Answer[] = [];
    const ask = async (way: Way) => {
      const answer = await list(target.otherAccountSid, way);
      answers.push(answer);
      return answer;
    };
    await judge('TEL-195', () => expectRefusals(ways, ask, isOpen, IN_A_ROW));
    await judgeMissing(answers.filter(isMissing), 'TEL-209');
  },
);

/** Judges what else is said of refusals: that a 401 names the scheme, and that a 404 has an error object. */
async function judgeRefusals(refusals: readonly Answer[]): Promise<void> {
  const challenging = refusals.filter(({ status }) => status === 401);
  await judge('TEL-194', () => {
    for (const answer of challenging) expect(answer).toNameScheme('Basic');
  });
  await judgeMissing(refusals.filter(isMissing), 'TEL-209');
}
