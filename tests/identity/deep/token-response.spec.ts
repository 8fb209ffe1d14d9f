import { accepted, answersInfo, grantsTokens, isA } from '../../support/interface/answers.ts';
import { passwordForm, passwordGrant } from '../../support/interface/grants.ts';
import {
  control,
  deep,
  expect,
  further,
  judge,
  judgeBodies,
  partsOf,
  redirectOf,
  test,
} from '../../support/test.ts';
import { FORM_WITH_CHARSET } from '../../support/wire/headers.ts';
import type { Answer } from '../../support/wire/http.ts';

const ofGrant = ['IDN-039', 'IDN-040', 'IDN-041'] as const;

test(
  'tokens and token info are the same with an Accept header',
  deep(further('IDN-074', ...ofGrant, ...partsOf('token-info'))),
  async ({ identity, client, user }) => {
    const headers = { accept: 'application/json' };
    const form = passwordForm(client, user);
    const asking = await identity.post('/oauth2/access_token', { headers, form });
    const granted = await control(asking, grantsTokens, 'IDN-074');
    await judgeBodies('token-response', [asking.json]);
    const query = { id_token: granted.id_token };
    const info = await identity.get('/api/1.0/id_token/get_token_info', { headers, query });
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

test(
  'tokens are the same for a form that names its charset in quotes',
  deep(further('IDN-076', ...ofGrant)),
  async ({ identity, client, user }) => {
    const grant = (headers: Readonly<Record<string, string>> = {}) =>
      identity.post('/oauth2/access_token', { headers, form: passwordForm(client, user) });
    await control(grant(), grantsTokens, 'IDN-038');

    // The value of a parameter may be quoted (RFC 9110 5.6.6).
    const quoted = await grant({ 'content-type': FORM_WITH_CHARSET.replace('UTF-8', '"utf-8"') });
    await judge('IDN-076', () => void grantsTokens(quoted));
    if (isA(grantsTokens, quoted)) await judgeBodies('token-response', [quoted.json]);
  },
);

test(
  'a refresh has the same answer with an Accept header, and with a charset',
  deep(further('IDN-043', 'IDN-044', 'IDN-045', 'IDN-074', 'IDN-076')),
  async ({ identity, client, user, redirect_uri, freshSession }) => {
    const refresh = (refresh_token: string, headers: Readonly<Record<string, string>> = {}) =>
      identity.post('/oauth2/access_token', {
        headers,
        form: { grant_type: 'refresh_token', ...client, redirect_uri, refresh_token },
        prefer: 'example=refresh_token',
      });
    await control(refresh(freshSession.refresh_token), grantsTokens, 'IDN-042');

    for (const [id, headers] of [
      ['IDN-074', { accept: 'application/json' }],
      ['IDN-076', { 'content-type': FORM_WITH_CHARSET }],
    ] as const) {
      // From a grant, not from the refresh: that answer may lack a refresh token, which others judge.
      const { refresh_token } = await passwordGrant(identity, client, user);
      const answer = await refresh(refresh_token, headers);
      await judge(id, () => void grantsTokens(answer));
      if (isA(grantsTokens, answer)) await judgeBodies('token-response', [answer.json]);
    }
  },
);
