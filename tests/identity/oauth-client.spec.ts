import * as oauth from 'oauth4webapi';
import { grantsTokens } from '../support/interface/answers.ts';
import { control, covers, redirectOf, test } from '../support/test.ts';
import { asTheLibrarySees, sendingBy } from './oauth-library.ts';

test(
  'a client library completes the authorization code flow',
  covers('IDN-092'),
  async ({ authorize, identity, client, redirect_uri, exchange, newCode, target }) => {
    const form = { ...exchange, code: await newCode() };
    await control(identity.post('/oauth2/access_token', { form }), grantsTokens, 'IDN-034');

    const { client_id, client_secret } = client;
    const state = oauth.generateRandomState();
    const fields = { response_type: 'code', scope: 'email profile spaces', access_type: 'offline' };
    const request = { client_id, redirect_uri, ...fields, grant_type: 'authorization_code', state };
    const back = redirectOf(await authorize(request)) ?? new URL(redirect_uri);
    // A redirect may name the issuer (RFC 9207), which the interface does not specify.
    const issuer = back.searchParams.get('iss') ?? String(target.urls.identity);
    const server = { issuer, token_endpoint: `${target.urls.identity}/oauth2/access_token` };
    await asTheLibrarySees(async () => {
      const parameters = oauth.validateAuthResponse(server, { client_id }, back, state);
      const response = await oauth.authorizationCodeGrantRequest(
        server,
        { client_id },
        oauth.ClientSecretPost(client_secret),
        parameters,
        redirect_uri,
        oauth.nopkce,
        sendingBy(identity, exchange),
      );
      await oauth.processAuthorizationCodeResponse(server, { client_id }, response);
    });
  },
);
