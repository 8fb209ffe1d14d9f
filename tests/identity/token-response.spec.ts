import {
  answersInfo,
  deprecationOf,
  described,
  fieldsOf,
  grantsTokens,
  isA,
  rateLimitOf,
} from '../support/interface/answers.ts';
import { control, covers, judge, lacksData, observe, test } from '../support/test.ts';
import { FORM_WITH_CHARSET } from '../support/wire/headers.ts';
import { jwtDescribed } from './id-token.ts';
import { judgeSuccess, lifetimeIn } from './token-answer.ts';

const scope = 'email profile spaces';

test(
  'the token response conforms to OAuth 2.0',
  covers('IDN-077', 'IDN-078', 'IDN-079', 'IDN-080', 'IDN-084', 'IDN-087', 'IDN-129', 'IDN-143', 'IDN-144'),
  async ({ identity, client, user, redirect_uri }) => {
    const granted = await identity.post('/oauth2/access_token', {
      form: { grant_type: 'password', ...client, ...user, scope },
    });
    const { id_token, refresh_token } = await control(granted, grantsTokens, 'IDN-038');
    const renewed = await identity.post('/oauth2/access_token', {
      form: { grant_type: 'refresh_token', ...client, redirect_uri, refresh_token },
    });
    await control(renewed, grantsTokens, 'IDN-042');

    await judgeSuccess('password grant', granted);
    // Only the access token of a refresh is sure to be new.
    await judgeSuccess('refresh', renewed, true);
    if (lifetimeIn(granted) === undefined && lifetimeIn(renewed) === undefined)
      lacksData('IDN-129', 'no token response tells expires_in');
    observe('IDN-084', fieldsOf(granted.json as object));
    observe('IDN-087', jwtDescribed(id_token));
    observe('IDN-143', rateLimitOf(granted));
    observe('IDN-144', deprecationOf(granted));
  },
);

test(
  'identity endpoints answer with and without an Accept header',
  covers('IDN-074', 'IDN-075'),
  async ({ identity, client, user }) => {
    const headers = { accept: 'application/json' };
    const form = { grant_type: 'password', ...client, ...user, scope };
    const plain = await identity.post('/oauth2/access_token', { form });
    const asking = await identity.post('/oauth2/access_token', { form, headers });
    // Each is the control of the other.
    const either = isA(grantsTokens, asking) ? asking : plain;
    const granted = await control(either, grantsTokens, 'IDN-038');
    await judge('IDN-075', () => void grantsTokens(plain));
    await judge('IDN-074', () => void grantsTokens(asking));
    const query = { id_token: granted.id_token };
    const info = await identity.get('/api/1.0/id_token/get_token_info', { headers, query });
    await judge('IDN-074', () => void answersInfo(info));
  },
);

test('a form may name its charset', covers('IDN-076'), async ({ identity, client, user }) => {
  const form = { grant_type: 'password', ...client, ...user, scope };
  await control(identity.post('/oauth2/access_token', { form }), grantsTokens, 'IDN-038');

  const headers = { 'content-type': FORM_WITH_CHARSET };
  grantsTokens(await identity.post('/oauth2/access_token', { headers, form }));
});

test('whether a token request may be JSON', covers('IDN-088'), async ({ identity, client, user }) => {
  const fields = { grant_type: 'password', ...client, ...user, scope };
  await control(identity.post('/oauth2/access_token', { form: fields }), grantsTokens, 'IDN-038');
  observe('IDN-088', described(await identity.post('/oauth2/access_token', { json: fields })));
});
