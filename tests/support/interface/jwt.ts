import { decodeJwt, decodeProtectedHeader } from 'jose';
import { expect } from '../judging/expect.ts';
import { mask } from '../judging/ledger.ts';
import { isAssertion, readOrRefute } from '../judging/refutation.ts';
import type { Answer } from '../wire/http.ts';

/**
 * Matches what may be the compact form of a JSON Web Token (RFC 7519 3), also within a longer text: signed, in three
 * parts, or encrypted, in five. A JSON object in base64url begins like this.
 */
const COMPACT = /(?<![\w.-])e[wy][\w-]+(?:\.[\w-]+\.[\w-]*|\.[\w-]*(?:\.[\w-]+){3})(?![\w.=-])/g;

/**
 * The JWTs anywhere in an accepted answer, since the interface does not show its layout. Values that are a JWT and
 * nothing else come first.
 *
 * @throws an assertion error if the answer was not accepted or contains no JWT
 */
export function jwtsIn(answer: Answer): string[] {
  expect(answer).toBeAccepted();
  const strings = stringsIn(answer.json ?? answer.text.trim());
  const all = strings.flatMap((text) => text.match(COMPACT) ?? []).filter(isJwt);
  expect(all[0], 'a JWT in the answer').toBeDefined();
  // A JWT that a check will send is a secret, wherever it came from.
  for (const jwt of all) mask.learn('JWT', jwt);
  return [...new Set([...all.filter((jwt) => strings.includes(jwt)), ...all])];
}

/**
 * The JWT of one guest. An answer may also contain others that are the same for all guests.
 *
 * @param all the JWTs of the answer, at least one
 * @param others those of the answer to another guest
 */
export function jwtIn(all: readonly string[], others: readonly string[]): string {
  return all.find((jwt) => !others.includes(jwt)) ?? (all[0] as string);
}

/**
 * Whether words separated by dots are a JWT, as opposed to a host name or a version: the header is that of a JWT, or
 * two parts begin like JSON objects. Whether these are valid is judged separately (COL-072).
 */
function isJwt(dotted: string): boolean {
  const [, claims = '', ...rest] = dotted.split('.');
  if (rest.length === 3 || /^e(?:[wy]|30$)/.test(claims)) return true;
  try {
    return 'alg' in headerOf(dotted);
  } catch (error) {
    if (!isAssertion(error)) throw error;
    return false;
  }
}

/**
 * The header of a JWT.
 *
 * @throws Refutation if it is not a JSON object in base64url
 */
export function headerOf(jwt: string): Readonly<Record<string, unknown>> {
  return readOrRefute('the header of the JWT is not a JSON object in base64url', () =>
    decodeProtectedHeader(jwt),
  );
}

/** Whether a JWT is encrypted, so that its claims cannot be read here. */
export function isEncrypted(jwt: string): boolean {
  return jwt.split('.').length === 5;
}

/**
 * The claims of a signed JWT.
 *
 * @throws Refutation if they are not a JSON object in base64url
 */
export function claimsOf(jwt: string): Readonly<Record<string, unknown>> {
  return readOrRefute('the claims of the JWT are not a JSON object in base64url', () => decodeJwt(jwt));
}

/** Forgeries of a token, if it is a signed JWT, which an access token or a refresh token may be. */
export function forgeriesIfJwt(token: string): string[] {
  return /^e[wy][\w-]+\.[\w-]+\.[\w-]+$/.test(token) ? forgeriesOf(token) : [];
}

/** Forgeries of a JWT without the signing key: a server that verifies signatures refuses each of them. */
export function forgeriesOf(jwt: string): string[] {
  const unsigned = ['none', 'None'].map((alg) => underHeader(alg, jwt));
  const forgeries = [otherwiseSigned(jwt), ...unsigned, ...withoutSignature(jwt), ...altered(jwt)];
  // A JWT without a signature is already a forgery.
  return forgeries.filter((one) => one !== jwt);
}

/**
 * A JWT with one character changed in the middle of its signature: the last character of base64url may contain unused
 * bits.
 */
function otherwiseSigned(jwt: string): string {
  const start = jwt.lastIndexOf('.') + 1;
  const at = start + Math.floor((jwt.length - start) / 2);
  // A token that is not a JWT may be case-insensitive.
  return jwt.slice(0, at) + (/a/i.test(jwt[at] ?? '') ? 'B' : 'A') + jwt.slice(at + 1);
}

/** The claims of a JWT under a header that declares them unsigned (RFC 7519 6.1), in the given spelling. */
function underHeader(alg: string, jwt: string): string {
  const header = Buffer.from(JSON.stringify({ alg, typ: 'JWT' })).toString('base64url');
  return `${header}.${jwt.split('.')[1] ?? ''}.`;
}

/** A JWT with its own header and an empty or missing signature; empty if the token is not a JWT. */
function withoutSignature(jwt: string): string[] {
  const [header, claims, ...rest] = jwt.split('.');
  return rest.length === 0 ? [] : [`${header}.${claims}.`, `${header}.${claims}`];
}

/** A JWT with an added claim and the original signature; empty if its claims cannot be read. */
function altered(jwt: string): string[] {
  const [header, , ...rest] = jwt.split('.');
  try {
    const claims = { ...claimsOf(jwt), altered: true };
    return [[header, Buffer.from(JSON.stringify(claims)).toString('base64url'), ...rest].join('.')];
  } catch (error) {
    if (!isAssertion(error)) throw error;
    return [];
  }
}

function stringsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(stringsIn) : [];
}
