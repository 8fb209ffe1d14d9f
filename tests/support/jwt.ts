import { decodeJwt, decodeProtectedHeader } from 'jose';
import { mask } from './ledger.ts';
import { expect } from './matchers.ts';
import type { Answer } from './wire.ts';

/**
 * What may be the compact form of a JSON Web Token (RFC 7519 3), be it within a longer text: signed, in three parts,
 * or encrypted, in five. What is a JSON object begins so in base64url.
 */
const COMPACT = /(?<![\w.-])e[wy][\w-]+(?:\.[\w-]+\.[\w-]*|\.[\w-]*(?:\.[\w-]+){3})(?![\w.=-])/g;

/**
 * The JWTs that an accepted answer holds, wherever they stand: the interface does not show the layout. Those that
 * stand alone come first.
 *
 * @throws an assertion error when the answer was not accepted, or holds none
 */
export function jwtsIn(answer: Answer): string[] {
  expect(answer).toBeAccepted();
  const strings = stringsIn(answer.json ?? answer.text.trim());
  const all = strings.flatMap((text) => text.match(COMPACT) ?? []).filter(isJwt);
  expect(all[0], 'a JWT in the answer').toBeDefined();
  // What a check goes on to send is a secret, wherever it stood.
  for (const jwt of all) mask.learn('JWT', jwt);
  return [...new Set([...all.filter((jwt) => strings.includes(jwt)), ...all])];
}

/**
 * The JWT of one guest. An answer may hold others as well, which are the same for everybody.
 *
 * @param another the answer to another guest
 */
export function jwtIn(answer: Answer, another: Answer): string {
  const all = jwtsIn(answer);
  const common = jwtsIn(another);
  return all.find((jwt) => !common.includes(jwt)) ?? (all[0] as string);
}

/**
 * Whether dotted words are a JWT: names of hosts and versions have two points as well. Its header says so, or two
 * parts begin like JSON objects: what is wrong with them is a matter of its own (COL-072).
 */
function isJwt(dotted: string): boolean {
  const [, claims = '', ...rest] = dotted.split('.');
  if (rest.length === 3 || /^e(?:[wy]|30$)/.test(claims)) return true;
  try {
    return 'alg' in headerOf(dotted);
  } catch {
    return false;
  }
}

/** The header of a JWT; throws when it is not a JSON object. */
export function headerOf(jwt: string): Readonly<Record<string, unknown>> {
  return decodeProtectedHeader(jwt);
}

/** Whether a JWT is encrypted: its claims are for others to read. */
export function isEncrypted(jwt: string): boolean {
  return jwt.split('.').length === 5;
}

/** The claims of a JWT that is signed; throws when they are not a JSON object. */
export function claimsOf(jwt: string): Readonly<Record<string, unknown>> {
  return decodeJwt(jwt);
}

/** A JWT as those make it who cannot sign it: a check of its signature refuses each. */
export function forgeriesOf(jwt: string): string[] {
  const unsigned = ['none', 'None'].map((alg) => underHeader(alg, jwt));
  const forgeries = [otherwiseSigned(jwt), ...unsigned, ...withoutSignature(jwt), ...altered(jwt)];
  // One that is not signed at all is its own forgery.
  return forgeries.filter((one) => one !== jwt);
}

/**
 * A JWT with another character in the midst of its last part, its signature: the last character of base64url may hold
 * bits that say nothing.
 */
function otherwiseSigned(jwt: string): string {
  const start = jwt.lastIndexOf('.') + 1;
  const at = start + Math.floor((jwt.length - start) / 2);
  // What is no JWT may be read in either letter case.
  return jwt.slice(0, at) + (/a/i.test(jwt[at] ?? '') ? 'B' : 'A') + jwt.slice(at + 1);
}

/** The claims of a JWT under a header that says nobody has signed them (RFC 7519 6.1), in this spelling. */
function underHeader(alg: string, jwt: string): string {
  const header = Buffer.from(JSON.stringify({ alg, typ: 'JWT' })).toString('base64url');
  return `${header}.${jwt.split('.')[1] ?? ''}.`;
}

/** A JWT under its own header whose signature is empty, or is not there; none of what is no JWT. */
function withoutSignature(jwt: string): string[] {
  const [header, claims, ...rest] = jwt.split('.');
  return rest.length === 0 ? [] : [`${header}.${claims}.`, `${header}.${claims}`];
}

/** A JWT with one more claim under the signature of the others; none where its claims cannot be read. */
function altered(jwt: string): string[] {
  const [header, , ...rest] = jwt.split('.');
  try {
    const claims = { ...claimsOf(jwt), altered: true };
    return [[header, Buffer.from(JSON.stringify(claims)).toString('base64url'), ...rest].join('.')];
  } catch {
    return [];
  }
}

function stringsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(stringsIn) : [];
}
