import { redirectOf } from '../judging/matchers.ts';
import type { Answer, Fields, RequestContext } from '../wire/http.ts';

/** The parameters of an authorization request besides its client and redirect URI. */
export interface CodeRequest {
  readonly response_type: string;
  readonly scope: string;
  readonly access_type: string;
  readonly grant_type?: string;
  readonly grand_type?: string;
}

/** What is sent unless a deployment refuses it: both spellings of grant_type, since IDN-021 leaves open which one is read. */
export const bothSpellings = {
  response_type: 'code',
  scope: 'email profile spaces',
  access_type: 'offline',
  grant_type: 'authorization_code',
  grand_type: 'authorization_code',
} as const satisfies CodeRequest;

/** A code that no deployment has issued. */
const NO_CODE = 'no-such-code';

/**
 * The parameters of an authorization request, with the spellings of grant_type that a deployment accepts: both, or one
 * alone if it refuses the other as unknown (IDN-021 leaves this open). Asks without a session: what is wrong with a
 * request is said before the login, or a deployment is sent both.
 */
export async function acceptedCodeRequest(identity: RequestContext, own: Fields): Promise<CodeRequest> {
  const { grant_type, grand_type, ...others } = bothSpellings;
  for (const spelling of [{ grant_type, grand_type }, { grant_type }, { grand_type }]) {
    const request = { ...others, ...spelling };
    const answer = await identity.get('/oauth2/authorize', { query: { ...own, ...request } });
    if (!isTurnedAway(answer)) return request;
  }
  return bothSpellings;
}

/** Whether a request is refused at once, before any login: to the browser, or to the client (RFC 6749 4.1.2.1). */
function isTurnedAway(answer: Answer): boolean {
  return (
    (answer.status >= 400 && answer.status < 500) || redirectOf(answer)?.searchParams.has('error') === true
  );
}

/**
 * Whether token_endpoint may be sent with the exchange of a code, unless a deployment refuses it as unknown (IDN-072
 * leaves this open). An exchange of an invalid code tells: if it is the code that is refused, the rest was accepted.
 *
 * @param exchange the form of the exchange, without the code and without token_endpoint
 */
export async function acceptsTokenEndpoint(
  identity: RequestContext,
  exchange: Fields,
  token_endpoint: string,
): Promise<boolean> {
  const ask = (form: Fields) => identity.post('/oauth2/access_token', { form });
  const form = { ...exchange, code: NO_CODE };
  const named = await ask({ ...form, token_endpoint });
  if (refusesCode(named)) return true;
  const plain = await ask(form);
  return !refusesCode(plain) && (!blamesTokenEndpoint(named) || blamesTokenEndpoint(plain));
}

/** RFC 6749 5.2: the code is refused, and not another parameter. */
function refusesCode({ json }: Answer): boolean {
  return (json as { readonly error?: unknown } | undefined)?.error === 'invalid_grant';
}

/** A deployment with other error codes may name the parameter that it refuses. */
function blamesTokenEndpoint({ text }: Answer): boolean {
  return text.includes('token_endpoint');
}
