import { answersListing, described } from '../support/interface/answers.ts';
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

test(
  'listings require the account and its auth token',
  covers('TEL-189', 'TEL-190', 'TEL-191', 'TEL-193', 'TEL-194', 'TEL-196', further(...notFoundRows.numbers)),
  async ({ telephony, account, target }) => {
    const numbers = `/v2/Accounts/${account.sid}/AvailablePhoneNumbers/${target.numberCountry}/Local.json`;
    const list = (authorization: string | null) => telephony.get(numbers, { authorization });
    const isOpen = () => control(list(basic(account.sid, account.token)), answersListing, 'TEL-092');

    await isOpen();
    const without = await list(null);
    const wrong = await list(basic(account.sid, `${account.token}-not`));
    const asBearer = await list(basic(account.sid, account.token).replace('Basic', 'Bearer'));
    await isOpen();

    await judge('TEL-189', () => expect(without).toBeRefused());
    await judge('TEL-190', () => expect(wrong).toBeRefused());
    await judge('TEL-191', () => expect(asBearer).toBeRefused());
    await judge('TEL-193', () => expect(heard(without).status, 'status without credentials').toBe(401));
    const refusals = [without, wrong, asBearer];
    const challenging = refusals.filter(({ status }) => status === 401);
    if (challenging.length === 0) lacksData('TEL-194', 'no refusal had status 401');
    await judge('TEL-194', () => challenging.forEach((answer) => expect(answer).toNameScheme('Basic')));
    const told = [described(without), described(wrong)];
    observe('TEL-196', `without credentials: ${told[0]}; with a wrong auth token: ${told[1]}`);
    // Whoever may not list may be told that there is nothing, as an error object.
    await judgeMissing(refusals.filter(isMissing), 'TEL-209');
  },
);

test('the scheme Basic is case-insensitive', covers('TEL-192'), async ({ telephony, account, target }) => {
  const numbers = `/v2/Accounts/${account.sid}/AvailablePhoneNumbers/${target.numberCountry}/Local.json`;
  const ours = basic(account.sid, account.token);
  const list = (scheme: string) => telephony.get(numbers, { authorization: ours.replace('Basic', scheme) });

  await control(list('Basic'), answersListing, 'TEL-092');
  answersListing(await list('basic'));
});

test(
  "another account's numbers stay closed",
  covers('TEL-195', further(...notFoundRows.numbers)),
  async ({ telephony, account, target }) => {
    const list = (sid: string | undefined) =>
      telephony.get(`/v2/Accounts/${sid}/AvailablePhoneNumbers/${target.numberCountry}/Local.json`);

    await control(list(account.sid), answersListing, 'TEL-092');
    const answer = await list(target.otherAccountSid);
    await judge('TEL-195', () => expect(answer).toBeRefused());
    await judgeMissing([answer].filter(isMissing), 'TEL-209');
  },
);
