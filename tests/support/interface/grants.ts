import { randomUUID } from 'node:crypto';
import { control } from '../judging/judge.ts';
import type { Client, Target } from '../target.ts';
import { bearer } from '../wire/headers.ts';
import type { Fields, RequestContext } from '../wire/http.ts';
import { type Granted, grantsTokens, isA } from './answers.ts';

/** All scopes in their long form, which starts with the URL of the identity server. */
export function longScopes({ urls }: Target): string {
  const names = ['userinfo.email', 'userinfo.profile', 'spaces'];
  return names.map((name) => `${urls.identity}/auth/${name}`).join(' ');
}

/**
 * Whether a deployment knows a client, even if the client may not use the password grant. An unknown client would be
 * refused for that reason alone.
 */
export async function isKnown(identity: RequestContext, client: Client, user: Fields): Promise<boolean> {
  const answer = await identity.post('/oauth2/access_token', { form: passwordForm(client, user) });
  const { error } = (answer.json ?? {}) as { readonly error?: unknown };
  return isA(grantsTokens, answer) || error === 'unauthorized_client';
}

/** Why a refusal to another client proves nothing here. */
export const unknownClient = 'the deployment does not know the other client (TARGET_OTHER_CLIENT_ID)';

/** Why a refusal to a client proves nothing if the client could not be tried first. */
export const untriedClient =
  'only a password grant shows whether the deployment knows the other client (TARGET_USERNAME, TARGET_PASSWORD)';

/** Why nothing can be judged with tokens of another client. */
export const noPasswordGrant =
  'the password grant yields nothing for the other client (TARGET_OTHER_CLIENT_ID)';

/** The form of the password grant, for all scopes. */
export function passwordForm({ client_id, client_secret }: Client, user: Fields): Fields {
  return { grant_type: 'password', client_id, client_secret, ...user, scope: 'email profile spaces' };
}

/** Tokens of a user by the password grant; a check that cannot get them is blocked. */
export function passwordGrant(identity: RequestContext, client: Client, user: Fields): Promise<Granted> {
  const form = passwordForm(client, user);
  return control(identity.post('/oauth2/access_token', { form }), grantsTokens, 'IDN-038');
}

/**
 * Ensures, after a login that led nowhere, that the name and the password are right: then the deployment is at fault,
 * and not the settings.
 */
export async function ensureRightPassword(
  identity: RequestContext,
  { client, user }: Pick<Target, 'client' | 'user'>,
): Promise<void> {
  if (client !== undefined && user !== undefined) await passwordGrant(identity, client, user);
}

/**
 * The authorization that a guest login needs at this deployment: none, or an access token (COL-074 leaves this open).
 */
export async function guestAuthorization(
  target: Target,
  collaboration: RequestContext,
  identity: RequestContext,
): Promise<string | null> {
  const form = { displayname: `Conformance Guest ${randomUUID().slice(0, 8)}` };
  const { status } = await collaboration.post('/api/anonymous/auth', { form, authorization: null });
  if (status < 400 || status > 499 || !target.client || !target.user) return null;
  return bearer((await passwordGrant(identity, target.client, target.user)).access_token);
}
