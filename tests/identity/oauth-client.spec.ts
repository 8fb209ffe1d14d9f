import * as oauth from 'oauth4webapi';
import { covers, expect, redirectOf, test } from '../support/test.ts';

test(
  'a client library completes the authorization code flow',
  covers('IDN-092'),
  async ({ authorize, identity, client, redirect_uri, target }) => {
    const issuer = String(target.urls.identity);
    const server: oauth.AuthorizationServer = { issuer, token_endpoint: `${issuer}/oauth2/access_token` };
    const state = oauth.generateRandomState();
    const answer = await authorize({
      client_id: client.client_id,
      redirect_uri,
      response_type: 'code',
      scope: 'email profile spaces',
      access_type: 'offline',
      grant_type: 'authorization_code',
      state,
    });
    const parameters = oauth.validateAuthResponse(
      server,
      { client_id: client.client_id },
      redirectOf(answer) ?? new URL(redirect_uri),
      state,
    );
    const request = oauth.authorizationCodeGrantRequest(
      server,
      { client_id: client.client_id },
      oauth.ClientSecretPost(client.client_secret),
      parameters,
      redirect_uri,
      oauth.nopkce,
      {
        [oauth.allowInsecureRequests]: true,
        // The library makes the request, and the layer to the wire sends it.
        [oauth.customFetch]: async (_url, { body }) => {
          const form = Object.fromEntries(new URLSearchParams(String(body)));
          const { status, headers, json } = await identity.post('/oauth2/access_token', { form });
          // ID tokens are OpenID Connect's, whose issuer and signature the interface does not tell.
          const { id_token: _, ...answer } = json as Record<string, unknown>;
          return Response.json(answer, {
            status,
            headers: { 'content-type': headers['content-type'] ?? '' },
          });
        },
      },
    );
    const tokens = await oauth.processAuthorizationCodeResponse(
      server,
      { client_id: client.client_id },
      await request,
    );
    expect(tokens.access_token).toEqual(expect.any(String));
  },
);
