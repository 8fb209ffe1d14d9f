import { accepted, answersInfo, grantsTokens, isA } from '../../support/answers.ts';
import { passwordForm, passwordGrant } from '../../support/grants.ts';
import { FORM_WITH_CHARSET } from '../../support/headers.ts';
import type { Answer } from '../../support/http.ts';
import {
  control,
  deep,
  establish,
  expect,
  further,
  judge,
  judgeBodies,
  partsOf,
  redirectOf,
  test,
} from '../../support/test.ts';
import { accessTokenIn, judgeSuccess } from '../token-answer.ts';

const ofGrant = ['IDN-039', 'IDN-040', 'IDN-041'] as const;

test(
  'the token response of a second password grant conforms to OAuth 2.0 as well',
  deep(further('IDN-077', 'IDN-078', 'IDN-079', 'IDN-080', 'IDN-129')),
  async ({ identity, client, user, redirect_uri }) => {
    const form = passwordForm(client, user);
    const granted = await identity.post('/oauth2/access_token', { form });
    const { refresh_token } = await control(granted, grantsTokens, 'IDN-038');
    const renewed = await identity.post('/oauth2/access_token', {
      form: { grant_type: 'refresh_token', ...client, redirect_uri, refresh_token },
    });
    await control(renewed, grantsTokens, 'IDN-042');
    const again = await identity.post('/oauth2/access_token', { form });
    if (!isA(grantsTokens, again)) return;
    // A token that differs from the former ones is new.
    const isNew = ![granted, renewed].map(accessTokenIn).includes(accessTokenIn(again));
    await judgeSuccess('second password grant', again, isNew);
  },
);

test(
  'tokens and token info are the same with an Accept header',
  deep(further('IDN-074', ...ofGrant, ...partsOf('token-info'))),
  async ({ identity, client, user }) => {
    const headers = { accept: 'application/json' };
    const form = passwordForm(client, user);
    const asking = await identity.post('/oauth2/access_token', { headers, form });
    const { id_token } = await control(asking, grantsTokens, 'IDN-074');
    await judgeBodies('token-response', [asking.json]);
    const info = await identity.get('/api/1.0/id_token/get_token_info', { headers, query: { id_token } });
    if (isA(answersInfo, info)) await judgeBodies('token-info', [info.json]);
  },
);

test(
  'authorize answers with an Accept header',
  deep(further('IDN-074')),
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
  'tokens are the same for a form that names its charset, in quotes or without',
  deep(further('IDN-076', ...ofGrant)),
  async ({ identity, client, user }) => {
    const grant = (headers: Readonly<Record<string, string>> = {}) =>
      identity.post('/oauth2/access_token', { headers, form: passwordForm(client, user) });
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
    deep(further('IDN-043', 'IDN-044', 'IDN-045', id)),
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
