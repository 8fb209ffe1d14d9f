import { answersInfo, answersUser, grantsTokens, isA, yieldsCode } from '../../support/interface/answers.ts';
import { passwordGrant } from '../../support/interface/grants.ts';
import { bearer, control, expect, test } from '../../support/test.ts';

test('the tokens of a user still open what they opened when the same user has been granted others', {}, async ({
  identity,
  collaboration,
  client,
  redirect_uri,
  user,
  target,
}) => {
  const first = await passwordGrant(identity, client, user);
  await passwordGrant(identity, client, user);
  const info = await identity.get('/api/1.0/id_token/get_token_info', {
    query: { id_token: first.id_token },
  });
  expect(isA(answersInfo, info), 'whether the ID token of the first grant is still valid').toBe(true);
  if (target.urls.collaboration !== undefined) {
    const me = await collaboration.get('/api/users/me', { authorization: bearer(first.access_token) });
    expect(isA(answersUser, me), 'whether the access token of the first grant is still valid').toBe(true);
  }
  const { refresh_token } = first;
  const form = { grant_type: 'refresh_token', ...client, refresh_token, redirect_uri };
  const refreshed = await identity.post('/oauth2/access_token', { form });
  expect(isA(grantsTokens, refreshed), 'whether the refresh token of the first grant is still valid').toBe(
    true,
  );
});

test('the code and the login of a browser stay valid when the same user logs in with another', {}, async ({
  identity,
  client,
  redirect_uri,
  codeRequest,
  exchange,
  newBrowser,
}) => {
  const query = { client_id: client.client_id, redirect_uri, ...codeRequest };
  const [one, other] = [await newBrowser(), await newBrowser()];
  const first = await one(query, 'accept');
  const code = await control(first.answer, yieldsCode, 'IDN-003');
  await control((await other(query, 'accept')).answer, yieldsCode, 'IDN-003');
  const granted = await identity.post('/oauth2/access_token', { form: { ...exchange, code } });
  expect(isA(grantsTokens, granted), 'whether the code of the first browser is still valid').toBe(true);
  const again = await one(query, 'accept');
  expect(again.logins, 'logins in the first browser, which had logged in').toBe(0);
  await control(again.answer, yieldsCode, 'IDN-003');
});
