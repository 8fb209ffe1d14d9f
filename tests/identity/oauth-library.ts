import * as oauth from 'oauth4webapi';
import { Refutation } from '../support/judging/refutation.ts';
import { sentence } from '../support/judging/sentence.ts';
import type { Answer, RequestContext } from '../support/wire/http.ts';

/** The errors with which the library says what is wrong with an answer; any other is a mistake in using it. */
const objections = [
  oauth.AuthorizationResponseError,
  oauth.OperationProcessingError,
  oauth.ResponseBodyError,
  oauth.UnsupportedOperationError,
  oauth.WWWAuthenticateChallengeError,
];

/** @throws Refutation if the library objects to what the deployment answered */
export async function asTheLibrarySees(flow: () => Promise<void>): Promise<void> {
  try {
    await flow();
  } catch (error) {
    if (!objections.some((kind) => error instanceof kind)) throw error;
    throw new Refutation(`the library says: ${(error as Error).message}`, { cause: error });
  }
}

/**
 * How the library exchanges a code: it builds the request, and the suite's own client sends it.
 *
 * @param exchange the form that this deployment accepts: whether it has token_endpoint is left open (IDN-072)
 */
export function sendingBy(
  identity: RequestContext,
  { token_endpoint }: { readonly token_endpoint?: string },
): oauth.TokenEndpointRequestOptions {
  return {
    ...(token_endpoint !== undefined && { additionalParameters: { token_endpoint } }),
    [oauth.allowInsecureRequests]: true,
    [oauth.customFetch]: async (_url, { body }) => {
      const form = Object.fromEntries(new URLSearchParams(String(body)));
      return asResponse(await identity.post('/oauth2/access_token', { form }));
    },
  };
}

function asResponse(answer: Answer): Response {
  const { status, headers, json } = answer;
  // The class Response does not accept a status outside 200 to 599.
  if (status < 200 || status > 599) throw new Refutation(sentence(answer));
  if ([204, 205, 304].includes(status)) return new Response(null, { status });
  // ID tokens belong to OpenID Connect; the interface does not specify their issuer and signature.
  const { id_token: _, ...rest } = { ...(json as Record<string, unknown> | undefined) };
  return Response.json(rest, { status, headers: { 'content-type': headers['content-type'] ?? '' } });
}
