import { passwordForm } from '../../support/interface/grants.ts';
import type { Target } from '../../support/target.ts';
import { basic, bearer } from '../../support/wire/headers.ts';
import type { RequestContext } from '../../support/wire/http.ts';

/**
 * Credentials under schemes other than Basic, the only one that the telephony API accepts: the account and its auth
 * token, the auth token alone, and an access token of the identity server if the target has a client and a user.
 */
export async function otherSchemes(
  target: Target,
  { sid, token }: { readonly sid: string; readonly token: string },
  identity: RequestContext,
): Promise<readonly string[]> {
  const ours = basic(sid, token);
  const access = await accessTokenOf(target, identity);
  return [
    ...['Bearer ', 'NotBasic ', ''].map((scheme) => ours.replace('Basic ', scheme)),
    bearer(token),
    ...(access === undefined ? [] : [bearer(access)]),
  ];
}

/** Basic credentials that are not a pair: the account alone, nothing at all, and invalid base64. */
export function malformed(sid: string): readonly string[] {
  return [`Basic ${btoa(sid)}`, 'Basic', 'Basic *'];
}

/** Undefined if none is granted, which other checks judge. */
async function accessTokenOf(target: Target, identity: RequestContext): Promise<string | undefined> {
  if (!target.client || !target.user || target.urls.identity === undefined) return undefined;
  const form = passwordForm(target.client, target.user);
  // A rate limit of the identity server says nothing about the telephony API.
  const { json } = await identity.post('/oauth2/access_token', { form, returns429: true });
  const { access_token } = (json ?? {}) as { readonly access_token?: unknown };
  return typeof access_token === 'string' && access_token !== '' ? access_token : undefined;
}
