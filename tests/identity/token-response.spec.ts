import {
  accepted,
  answersInfo,
  deprecationOf,
  described,
  fieldsOf,
  grantsTokens,
  isA,
  rateLimitOf,
} from '../support/answers.ts';
import { passwordForm, passwordGrant } from '../support/grants.ts';
import { FORM_WITH_CHARSET } from '../support/headers.ts';
import type { Answer } from '../support/http.ts';
import { claimsOf, headerOf, isEncrypted } from '../support/jwt.ts';
import { isAssertion } from '../support/refutation.ts';
import {
  control,
  covers,
  establish,
  expect,
  further,
  judge,
  judgeBodies,
  lacksData,
  observe,
  partsOf,
  redirectOf,
  test,
} from '../support/test.ts';
import { accessTokenIn, judgeSuccess, lifetimeIn } from './token-answer.ts';

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

    const again = await identity.post('/oauth2/access_token', { form: passwordForm(client, user) });
    // A token that differs from the former ones is new.
    const isNew = ![granted, renewed].map(accessTokenIn).includes(accessTokenIn(again));
    const all = [
      ['password grant', granted, false],
      ['refresh', renewed, true],
      ['second password grant', again, isNew],
    ] as const;
    const answers = all.filter(([, answer]) => isA(grantsTokens, answer));
    for (const [grant, answer, isIssued] of answers) await judgeSuccess(grant, answer, isIssued);
    if (answers.every(([, answer]) => lifetimeIn(answer) === undefined))
      lacksData('IDN-129', 'no token response tells expires_in');
    observe('IDN-084', fieldsOf(granted.json as object));
    observe('IDN-087', jwtDescribed(id_token));
    observe('IDN-143', rateLimitOf(granted));
    observe('IDN-144', deprecationOf(granted));
  },
);

test(
  'identity endpoints answer with and without an Accept header',
  covers('IDN-074', 'IDN-075', further('IDN-039', 'IDN-040', 'IDN-041', ...partsOf('token-info'))),
  async ({ identity, client, user }) => {
    const headers = { accept: 'application/json' };
    const grant = (headers: Record<string, string>) =>
      identity.post('/oauth2/access_token', {
        headers,
        form: { grant_type: 'password', ...client, ...user, scope },
      });
    const plain = await grant({});
    const asking = await grant(headers);
    // Each is the control of the other.
    await control(isA(grantsTokens, plain) ? plain : asking, grantsTokens, 'IDN-038');

    if (isA(grantsTokens, asking)) await judgeBodies('token-response', [asking.json]);
    await judge('IDN-075', () => void grantsTokens(plain));
    await judge('IDN-074', () => void grantsTokens(asking));
    const { id_token } = grantsTokens(isA(grantsTokens, asking) ? asking : plain);
    const info = await identity.get('/api/1.0/id_token/get_token_info', { headers, query: { id_token } });
    await judge('IDN-074', () => void answersInfo(info));
    if (isA(answersInfo, info)) await judgeBodies('token-info', [info.json]);
  },
);

test(
  'authorize answers with an Accept header',
  covers(further('IDN-074')),
  async ({ identity, client, redirect_uri, codeRequest }) => {
    const query = { client_id: client.client_id, redirect_uri, ...codeRequest };
    // Without a session: what is answered leads to the login, and is not followed.
    const authorize = (headers: Readonly<Record<string, string>> = {}) =>
      identity.get('/oauth2/authorize', { headers, query });
    await control(authorize(), leadsOn, 'IDN-001');

    const asking = await authorize({ accept: 'application/json' });
    await judge('IDN-074', () => leadsOn(asking));
  },
);

/** Expects a page, or a redirect that tells no error. */
function leadsOn(answer: Answer): void {
  const redirect = redirectOf(answer);
  if (redirect === undefined) accepted(answer);
  else expect(redirect.searchParams.get('error'), 'error of the redirect').toBeNull();
}

const withCharset = { 'content-type': FORM_WITH_CHARSET };

test(
  'the form of a password grant may name its charset',
  covers('IDN-076', further('IDN-039', 'IDN-040', 'IDN-041')),
  async ({ identity, client, user }) => {
    const grant = (headers: Readonly<Record<string, string>> = {}) =>
      identity.post('/oauth2/access_token', {
        headers,
        form: { grant_type: 'password', ...client, ...user, scope },
      });
    await control(grant(), grantsTokens, 'IDN-038');

    // The value of a parameter may be quoted (RFC 9110 5.6.6).
    const quoted = { 'content-type': FORM_WITH_CHARSET.replace('UTF-8', '"utf-8"') };
    for (const headers of [withCharset, quoted]) {
      const encoded = await grant(headers);
      await judge('IDN-076', () => void grantsTokens(encoded));
      if (isA(grantsTokens, encoded)) await judgeBodies('token-response', [encoded.json]);
    }
  },
);

for (const [title, id, headers] of [
  ['a refresh is answered with an Accept header', 'IDN-074', { accept: 'application/json' }],
  ['the form of a refresh may name its charset', 'IDN-076', withCharset],
] as const) {
  test(
    title,
    covers(further('IDN-043', 'IDN-044', 'IDN-045', id)),
    async ({ identity, client, user, redirect_uri, freshSession }) => {
      const refresh = (refresh_token: string, headers: Readonly<Record<string, string>> = {}) =>
        identity.post('/oauth2/access_token', {
          headers,
          form: { grant_type: 'refresh_token', ...client, redirect_uri, refresh_token },
          prefer: 'example=refresh_token',
        });
      await control(refresh(freshSession.refresh_token), grantsTokens, 'IDN-042');

      // From a grant, not from the refresh: that answer may lack a refresh token, which others judge.
      const { refresh_token } = await passwordGrant(identity, client, user);
      const answer = await refresh(refresh_token, headers);
      await establish(id, () => grantsTokens(answer));
      await judgeBodies('token-response', [answer.json]);
    },
  );
}

test('whether a token request may be JSON', covers('IDN-088'), async ({ identity, client, user }) => {
  const fields = { grant_type: 'password', ...client, ...user, scope };
  await control(identity.post('/oauth2/access_token', { form: fields }), grantsTokens, 'IDN-038');
  observe('IDN-088', described(await identity.post('/oauth2/access_token', { json: fields })));
});

/** The form of an ID token, without its content. */
function jwtDescribed(token: string): string {
  try {
    const alg = String(headerOf(token)['alg']);
    if (isEncrypted(token)) return `a JWT encrypted with ${alg}`;
    return `a JWT signed with ${alg}, claims ${Object.keys(claimsOf(token)).toSorted().join(', ')}`;
  } catch (error) {
    if (!isAssertion(error)) throw error;
    return 'not a JWT';
  }
}
