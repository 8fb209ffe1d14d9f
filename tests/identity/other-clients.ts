import { answersUser, type Granted, grantsTokens, isA } from '../support/interface/answers.ts';
import { isKnown, unknownClient, untriedClient } from '../support/interface/grants.ts';
import type { Client, Target } from '../support/target.ts';
import { bearer, control, isRefused } from '../support/test.ts';
import type { Answer, Fields, RequestContext } from '../support/wire/http.ts';

/**
 * Why it shows nothing that a client was refused what belongs to another one: an unknown client would be refused
 * regardless of that.
 *
 * @returns undefined if it was not refused, or is known
 */
export async function whyRefusalShowsNothing(
  answer: Answer,
  client: Client,
  { identity, target }: { readonly identity: RequestContext; readonly target: Target },
): Promise<string | undefined> {
  if (!isRefused(answer)) return undefined;
  if (target.user === undefined) return untriedClient;
  return (await isKnown(identity, client, target.user)) ? undefined : unknownClient;
}

/**
 * Renews a session with as little as the deployment requires: where two clients are compared, a redirect URI that is
 * not registered for the other one would itself be refused, so none is sent if none is needed (IDN-073).
 *
 * @returns the new tokens, and what had to be sent for them
 */
export async function renewedSparingly(
  identity: RequestContext,
  client: Client,
  redirect_uri: string,
  { refresh_token }: Granted,
): Promise<{ readonly renewed: Granted; readonly sent: Fields }> {
  const refresh = (sent: Fields) =>
    identity.post('/oauth2/access_token', {
      form: { grant_type: 'refresh_token', ...client, refresh_token, ...sent },
    });
  const bare = await refresh({});
  if (isA(grantsTokens, bare)) return { renewed: grantsTokens(bare), sent: {} };
  const sent = { redirect_uri };
  return { renewed: await control(refresh(sent), grantsTokens, 'IDN-042'), sent };
}

/** A way to see whether an access token opens the collaboration API, as far as it can be asked. */
export function opening(
  collaboration: RequestContext,
  { urls }: Target,
): (access_token: string) => Promise<boolean> {
  return async (access_token) =>
    urls.collaboration !== undefined &&
    isA(answersUser, await collaboration.get('/api/users/me', { authorization: bearer(access_token) }));
}
