import { decodeJwt, decodeProtectedHeader } from 'jose';
import { mask } from './ledger.ts';
import { expect } from './matchers.ts';
import type { Answer } from './wire.ts';

/**
 * The compact form of a JSON Web Token (RFC 7519 3), be it within a longer text: signed, in three parts, or
 * encrypted, in five. What is a JSON object begins so in base64url: names of hosts and versions have two points as
 * well.
 */
const COMPACT = /(?<![\w.-])e[wy][\w-]+(?:\.e[wy][\w-]+\.[\w-]*|\.[\w-]*\.[\w-]+\.[\w-]+\.[\w-]+)(?![\w.=-])/;

/**
 * The JWT that an accepted answer holds, wherever it stands: the interface does not show the layout.
 *
 * @throws an assertion error when the answer was not accepted, or holds none
 */
export function jwtIn(answer: Answer): string {
  expect(answer).toBeAccepted();
  const strings = stringsIn(answer.json ?? answer.text.trim());
  const all = strings.flatMap((text) => COMPACT.exec(text) ?? []);
  const found = all.find((jwt) => strings.includes(jwt)) ?? all[0];
  expect(found, 'a JWT in the answer').toBeDefined();
  // What a check goes on to send is a secret, wherever it stood.
  mask.learn('JWT', found as string);
  return found as string;
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
  return [otherwiseSigned(jwt), unsigned(jwt), ...altered(jwt)];
}

/** A JWT with another character in the midst of its end, where its signature stands. */
function otherwiseSigned(jwt: string): string {
  const at = jwt.length - 8;
  return jwt.slice(0, at) + (jwt[at] === 'A' ? 'B' : 'A') + jwt.slice(at + 1);
}

/** The claims of a JWT under a header that says nobody has signed them (RFC 7519 6.1). */
function unsigned(jwt: string): string {
  const header = Buffer.from(JSON.stringify({ alg: 'none', typ: 'JWT' })).toString('base64url');
  return `${header}.${jwt.split('.')[1] ?? ''}.`;
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
