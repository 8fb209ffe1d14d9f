import { basic, bearer } from '../support/authorization-header.ts';
import { passwordForm } from '../support/grants.ts';
import type { Target } from '../support/target.ts';
import type { RequestContext } from '../support/wire.ts';

/**
 * What the telephony API takes under the scheme Basic alone, under other schemes: the account and its auth token, the
 * auth token by itself, and an access token of the identity server, where a user of the client is offered.
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

/** What stands under the scheme Basic and is no pair: the account alone, nothing at all, and what is no base64. */
export function malformed(sid: string): readonly string[] {
  return [`Basic ${btoa(sid)}`, 'Basic', 'Basic *'];
}

/** Nothing where none is granted: that is judged elsewhere. */
async function accessTokenOf(target: Target, identity: RequestContext): Promise<string | undefined> {
  if (!target.client || !target.user || target.urls.identity === undefined) return undefined;
  const form = passwordForm(target.client, target.user);
  // A limit of the identity server says nothing of the telephony API.
  const { json } = await identity.post('/oauth2/access_token', { form, returns429: true });
  const { access_token } = (json ?? {}) as { readonly access_token?: unknown };
  return typeof access_token === 'string' && access_token !== '' ? access_token : undefined;
}
