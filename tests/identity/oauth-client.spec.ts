import * as oauth from 'oauth4webapi';
import { grantsTokens } from '../support/answers.ts';
import { sentence } from '../support/judge.ts';
import { control, covers, judge, redirectOf, test } from '../support/test.ts';

test(
  'a client library completes the authorization code flow',
  covers('IDN-092'),
  async ({ authorize, identity, client, redirect_uri, exchange, newCode, target }) => {
    const form = { ...exchange, code: await newCode() };
    await control(identity.post('/oauth2/access_token', { form }), grantsTokens, 'IDN-034');

    // An error of the library is as good as an assertion: it says what it misses.
    await judge('IDN-092', async () => {
      const { client_id, client_secret } = client;
      const state = oauth.generateRandomState();
      const answer = await authorize({
        client_id,
        redirect_uri,
        response_type: 'code',
        scope: 'email profile spaces',
        access_type: 'offline',
        grant_type: 'authorization_code',
        state,
      });
      const back = redirectOf(answer) ?? new URL(redirect_uri);
      // A redirect may name the issuer (RFC 9207), whose name the interface does not tell.
      const address = String(target.urls.identity);
      const issuer = back.searchParams.get('iss') ?? address;
      const server: oauth.AuthorizationServer = { issuer, token_endpoint: `${address}/oauth2/access_token` };
      const parameters = oauth.validateAuthResponse(server, { client_id }, back, state);
      const response = await oauth.authorizationCodeGrantRequest(
        server,
        { client_id },
        oauth.ClientSecretPost(client_secret),
        parameters,
        redirect_uri,
        oauth.nopkce,
        {
          // Of its two readings the stricter one (IDN-072).
          additionalParameters: { token_endpoint: exchange.token_endpoint },
          [oauth.allowInsecureRequests]: true,
          // The library makes the request, and the layer to the wire sends it.
          [oauth.customFetch]: async (_url, { body }) => {
            const sent = Object.fromEntries(new URLSearchParams(String(body)));
            const answer = await identity.post('/oauth2/access_token', { form: sent });
            const { status, headers, json } = answer;
            // What no answer of HTTP can be, a response of the library cannot be either.
            if (status < 200 || status > 599) throw new Error(sentence(answer));
            if ([204, 205, 304].includes(status)) return new Response(null, { status });
            // ID tokens are OpenID Connect's, whose issuer and signature the interface does not tell.
            const { id_token: _, ...rest } = { ...(json as Record<string, unknown> | undefined) };
            return Response.json(rest, {
              status,
              headers: { 'content-type': headers['content-type'] ?? '' },
            });
          },
        },
      );
      await oauth.processAuthorizationCodeResponse(server, { client_id }, response);
    });
  },
);
