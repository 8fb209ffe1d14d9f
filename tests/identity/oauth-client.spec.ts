import * as oauth from 'oauth4webapi';
import { grantsTokens } from '../support/answers.ts';
import { Refutation } from '../support/refutation.ts';
import { sentence } from '../support/sentence.ts';
import { control, covers, judge, redirectOf, test } from '../support/test.ts';

/** The errors with which the library says what is wrong with an answer; any other is a mistake in using it. */
const objections = [
  oauth.AuthorizationResponseError,
  oauth.OperationProcessingError,
  oauth.ResponseBodyError,
  oauth.UnsupportedOperationError,
  oauth.WWWAuthenticateChallengeError,
];

/** @throws Refutation if the library objects to what the deployment answered */
async function asTheLibrarySees(flow: () => Promise<void>): Promise<void> {
  try {
    await flow();
  } catch (error) {
    if (!objections.some((kind) => error instanceof kind)) throw error;
    throw new Refutation(`the library says: ${(error as Error).message}`, { cause: error });
  }
}

test(
  'a client library completes the authorization code flow',
  covers('IDN-092'),
  async ({ authorize, identity, client, redirect_uri, exchange, newCode, target }) => {
    const form = { ...exchange, code: await newCode() };
    await control(identity.post('/oauth2/access_token', { form }), grantsTokens, 'IDN-034');

    const flow = async () => {
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
      // A redirect may name the issuer (RFC 9207), which the interface does not specify.
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
          // Whether it is required is left open (IDN-072).
          ...(exchange.token_endpoint !== undefined && {
            additionalParameters: { token_endpoint: exchange.token_endpoint },
          }),
          [oauth.allowInsecureRequests]: true,
          // The library builds the request, and the suite's own client sends it.
          [oauth.customFetch]: async (_url, { body }) => {
            const sent = Object.fromEntries(new URLSearchParams(String(body)));
            const answer = await identity.post('/oauth2/access_token', { form: sent });
            const { status, headers, json } = answer;
            // The class Response does not accept a status outside 200 to 599.
            if (status < 200 || status > 599) throw new Refutation(sentence(answer));
            if ([204, 205, 304].includes(status)) return new Response(null, { status });
            // ID tokens belong to OpenID Connect; the interface does not specify their issuer and signature.
            const { id_token: _, ...rest } = { ...(json as Record<string, unknown> | undefined) };
            return Response.json(rest, {
              status,
              headers: { 'content-type': headers['content-type'] ?? '' },
            });
          },
        },
      );
      await oauth.processAuthorizationCodeResponse(server, { client_id }, response);
    };
    await judge('IDN-092', () => asTheLibrarySees(flow));
  },
);
