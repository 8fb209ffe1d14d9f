import { randomUUID } from 'node:crypto';
import { test } from '@playwright/test';
import { type Granted, grantsTokens, isA } from './answers.ts';
import { control } from './judge.ts';
import { mask, Stopped, stop } from './ledger.ts';
import type { Client, Target } from './target.ts';
import type { Fields, RequestContext } from './wire.ts';

/**
 * The parameters of every authorization request besides its client and redirect URI; with both spellings of
 * grant_type, since IDN-021 leaves open which one is read.
 */
export const codeRequest = {
  response_type: 'code',
  scope: 'email profile spaces',
  access_type: 'offline',
  grant_type: 'authorization_code',
  grand_type: 'authorization_code',
} as const;

/** All scopes in their long form, which starts with the URL of the identity server. */
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
 * Texts that encode a number, so that letter case does not matter: hexadecimal, with or without the hyphens of a
 * UUID, and long base32 texts or ULIDs, in either case.
 */
const aNumber = new RegExp(
  `^(?:${[
    '[\\dA-Fa-f-]+',
    '[A-Z2-7]{16,}=*',
    '[a-z2-7]{16,}=*',
    '[0-7][0-9A-HJKMNP-TV-Z]{25}',
    '[0-7][0-9a-hjkmnp-tv-z]{25}',
  ].join('|')})$`,
);

/**
 * Near misses of a secret: it has to be compared as a whole, with nothing before or after it, and with its letter
 * case. Base64 padding is not part of it.
 */
export function wrongTokens(token: string): readonly string[] {
  const near = [token.replace(/=+$/, '').slice(0, -1), otherCase(token)].filter(
    (one) => one !== token && one !== '',
  );
  return ['', ...near.map(nearly), `${token}-not`, `not-${token}`];
}

/** A text in the opposite letter case; empty if its letters are digits. */
function otherCase(text: string): string {
  return (aNumber.test(text) ? '' : text).replace(/[a-z]/gi, (letter) =>
    letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase(),
  );
}

/**
 * Wrong passwords: near misses of the right one, with a space before or after it, and as a form that is decoded in
 * another way would have it. A letter with an accent is no plain one.
 */
export function wrongPasswords(password: string): readonly string[] {
  const plain = password.normalize('NFD').replace(/\p{M}/gu, '');
  const read = [
    password.replaceAll('+', ' '),
    password.replaceAll(' ', '+'),
    plain === password.normalize('NFD') ? password : plain,
    password.replaceAll(/[^\x20-\x7e]/gu, ''),
  ].filter((one) => one !== password && one !== '');
  return [...wrongTokens(password), ` ${password}`, `${password} `, ...new Set(read.map(nearly))];
}

/** Identifiers of unregistered clients, some of them near misses of the registered one. */
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

/** A near miss of a secret that would reveal it, and is therefore masked as well. */
export function nearly(secret: string): string {
  mask.learn('NEARLY_THE_SECRET', secret);
  return secret;
}

/** Wrong client secrets: near misses of the right one, and the secret of another client. */
export function wrongSecrets({ client_secret }: Client, { otherClient }: Target): readonly string[] {
  const others = [otherClient?.client_secret ?? client_secret, decodedOnceMore(client_secret)];
  return [...wrongTokens(client_secret), ...others.filter((one) => one !== client_secret).map(nearly)];
}

/** A text as a form that is decoded twice would have it; the same where that changes nothing. */
function decodedOnceMore(text: string): string {
  return text.replaceAll(/%[0-7][\dA-F]/gi, decodeURIComponent);
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

/** The header of an access token (RFC 6750 2.1). */
export function bearer(token: string): string {
  return `Bearer ${token}`;
}

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

/**
 * Something that a worker finds out once and its checks share. If finding it out stopped one check, it stops later
 * ones for the same reason.
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
