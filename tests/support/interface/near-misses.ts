import { mask } from '../judging/ledger.ts';
import type { Client, Target } from '../target.ts';
import type { Fields } from '../wire/http.ts';

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
 * Wrong passwords: near misses of the right one, with a space before or after it, with something behind a NUL, and as a
 * server would read it if it decoded the form differently. An accented letter must not match the plain one.
 */
export function wrongPasswords(password: string): readonly string[] {
  const plain = password.normalize('NFD').replace(/\p{M}/gu, '');
  const read = [
    password.replaceAll('+', ' '),
    password.replaceAll(' ', '+'),
    plain === password.normalize('NFD') ? password : plain,
    password.replaceAll(/[^\x20-\x7e]/gu, ''),
  ].filter((one) => one !== password && one !== '');
  // A library that handles texts as C does ends them at a NUL.
  return [...wrongTokens(password), ...spaced(password), `${password}\0x`, ...new Set(read.map(nearly))];
}

/** A secret with a space before or after it, which is not trimmed. */
function spaced(secret: string): readonly string[] {
  return [` ${secret}`, `${secret} `];
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

/**
 * Forms that lack a parameter: without it, with an empty value, and with brackets after its name, which some parsers read
 * as a condition that any value meets.
 */
export function lacking(name: string): readonly Fields[] {
  return [{ [name]: undefined }, { [name]: '' }, { [name]: undefined, [`${name}[$ne]`]: 'x' }];
}

/** A near miss of a secret that would reveal it, and is therefore masked as well. */
export function nearly(secret: string): string {
  mask.learn('NEARLY_THE_SECRET', secret);
  return secret;
}

/** Wrong client secrets: near misses of the right one, with a space as well, and the secret of another client. */
export function wrongSecrets({ client_secret }: Client, { otherClient }: Target): readonly string[] {
  const others = [otherClient?.client_secret ?? client_secret, decodedOnceMore(client_secret)];
  return [
    ...wrongTokens(client_secret),
    ...spaced(client_secret),
    ...others.filter((one) => one !== client_secret).map(nearly),
  ];
}

/** A text as a server would read it if it decoded a form twice; unchanged if that makes no difference. */
function decodedOnceMore(text: string): string {
  return text.replaceAll(/%[0-7][\dA-F]/gi, decodeURIComponent);
}

/**
 * Names of users that do not exist. Each should be tried once: a deployment may lock a name after several failed
 * logins, even if it has no account.
 */
export function namesOfNobody(login: string): readonly string[] {
  // If names end in numbers, a prefix of one may be another user.
  const cut = /\d$/.test(login) || login.length < 2 ? [] : [login.slice(0, -1)];
  // A wildcard of a search pattern must be an ordinary character here.
  return ['no-such-user@example.com', `${login}-not`, `not-${login}`, `${login.slice(0, -1)}%`, ...cut];
}
