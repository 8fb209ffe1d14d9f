import { randomUUID } from 'node:crypto';
import { test } from '@playwright/test';
import { type Granted, grantsTokens, isA } from './answers.ts';
import { control } from './judge.ts';
import { mask, Stopped, stop } from './ledger.ts';
import type { Client, Target } from './target.ts';
import type { Fields, RequestContext } from './wire.ts';

/**
 * What every authorization request says besides its client and redirect URI; both spellings of
 * grant_type, since IDN-021 leaves open which of them is read.
 */
export const codeRequest = {
  response_type: 'code',
  scope: 'email profile spaces',
  access_type: 'offline',
  grant_type: 'authorization_code',
  grand_type: 'authorization_code',
} as const;

/** All scopes in their long form, which starts with the address of the identity server. */
export function longScopes({ urls }: Target): string {
  const names = ['userinfo.email', 'userinfo.profile', 'spaces'];
  return names.map((name) => `${urls.identity}/auth/${name}`).join(' ');
}

/** The header of HTTP Basic credentials (RFC 7617 2). */
export function basic(user: string, password: string): string {
  const pair = Buffer.from(`${user}:${password}`, 'utf8').toString('base64');
  mask.learn('BASIC_CREDENTIALS', pair);
  return `Basic ${pair}`;
}

/**
 * Texts that stand for a number, in either letter case: digits in hexadecimal, with or without the hyphens of a UUID,
 * and long ones in base32 or as a ULID.
 */
const aNumber = /^(?:[\dA-Fa-f-]+|[A-Z2-7]{16,}=*|[0-7][0-9A-HJKMNP-TV-Z]{25})$/;

/**
 * Secrets that come near one: it is compared whole, with nothing before or after it, and letter by letter. What base64 is
 * filled up with is no part of it.
 */
export function wrongTokens(token: string): readonly string[] {
  const near = [token.replace(/=+$/, '').slice(0, -1), otherCase(token)].filter(
    (one) => one !== token && one !== '',
  );
  return ['', ...near.map(nearly), `${token}-not`, `not-${token}`];
}

/** A text in the other letter case; nothing where its letters are digits. */
function otherCase(text: string): string {
  return (aNumber.test(text) ? '' : text).replace(/[a-z]/gi, (letter) =>
    letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase(),
  );
}

/** Identifiers of clients that nobody has registered, some of which come near one that is. */
export function unknownClients(client_id: string): readonly string[] {
  const cased = otherCase(client_id);
  return [
    'no-such-client',
    `${client_id}-not`,
    `not-${client_id}`,
    client_id.slice(0, -1),
    ...(cased === client_id || cased === '' ? [] : [cased]),
  ];
}

/** A text that comes so near a secret that it would tell it: masked like it. */
export function nearly(secret: string): string {
  mask.learn('NEARLY_THE_SECRET', secret);
  return secret;
}

/** Client secrets that are not the one of our client: such as come near it, and that of another client. */
export function wrongSecrets({ client_secret }: Client, { otherClient }: Target): readonly string[] {
  const others = [otherClient?.client_secret ?? client_secret].filter((one) => one !== client_secret);
  return [...wrongTokens(client_secret), ...others];
}

/**
 * Whether a deployment knows a client, be it as one that may not use the password grant: what is refused to one that
 * nobody knows is refused for that.
 */
export async function isKnown(identity: RequestContext, client: Client, user: Fields): Promise<boolean> {
  const answer = await identity.post('/oauth2/access_token', { form: passwordForm(client, user) });
  const { error } = (answer.json ?? {}) as { readonly error?: unknown };
  return isA(grantsTokens, answer) || error === 'unauthorized_client';
}

/** Why nothing is judged by what is refused to another client. */
export const unknownClient = 'the deployment does not know the other client (TARGET_OTHER_CLIENT_ID)';

/** Why nothing is judged by what is refused to a client that could not be tried out. */
export const untriedClient =
  'only a password grant shows whether the deployment knows the other client (TARGET_USERNAME, TARGET_PASSWORD)';

/** Why nothing is judged by what another client has. */
export const noPasswordGrant =
  'the password grant yields nothing for the other client (TARGET_OTHER_CLIENT_ID)';

/** The header of an access token (RFC 6750 2.1). */
export function bearer(token: string): string {
  return `Bearer ${token}`;
}

/** The form of the password grant, for all scopes. */
export function passwordForm({ client_id, client_secret }: Client, user: Fields): Fields {
  return { grant_type: 'password', client_id, client_secret, ...user, scope: 'email profile spaces' };
}

/** Tokens of a user by the password grant; a check that cannot have them is blocked. */
export function passwordGrant(identity: RequestContext, client: Client, user: Fields): Promise<Granted> {
  const form = passwordForm(client, user);
  return control(identity.post('/oauth2/access_token', { form }), grantsTokens, 'IDN-038');
}

/**
 * What a guest login has to carry at this deployment, which COL-074 leaves open: nothing, or an
 * access token.
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

/**
 * What a worker finds out once and its checks share; a check that asks for what stopped an earlier
 * one is stopped by the same reason.
 */
export function shared<T>(): (find: () => Promise<T>) => Promise<T> {
  let found: Promise<T> | undefined;
  return (find) => {
    found ??= find();
    return found.catch((error: unknown) => {
      if (error instanceof Stopped) return stop(test.info(), error.message, error.requirement);
      throw error;
    });
  };
}
