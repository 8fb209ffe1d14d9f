import { expect } from '../support/judging/expect.ts';
import type { Answer } from '../support/wire/http.ts';

/** Clocks may differ by a few minutes (RFC 7519 4.1.5). */
const LEEWAY_S = 300;

type Claims = Readonly<Record<string, unknown>>;

/** A time of a JWT, which is a number (RFC 7519 2): anything else is neither before nor after any other. */
const secondsOf = (claims: Claims, name: string) =>
  typeof claims[name] === 'number' ? claims[name] : Number.NaN;

/** What is said of a time of a JWT. */
const timeOf = (claims: Claims, name: string) =>
  `${name} of the JWT, which is ${JSON.stringify(claims[name])}, in seconds`;

/** Whether the JWTs of two answers are the same, so that nothing distinguishes their guests. */
export const areAlike = (some: readonly string[], others: readonly string[]) =>
  some.every((jwt) => others.includes(jwt));

/**
 * Expects that the times of a JWT are in the past or in the future, as they should be. Clocks differ a little from one
 * machine to the next, and by more if the Date header of the deployment says so.
 */
export function expectTimes(claims: Claims, { headers }: Answer): void {
  const told = Date.parse(headers['date'] ?? '') || Date.now();
  const now = Math.max(Date.now(), told);
  const earlier = Date.now() - told < LEEWAY_S * 1000 ? Math.min(Date.now(), told) : Date.now();
  for (const name of ['iat', 'nbf']) {
    if (claims[name] === undefined) continue;
    expect(secondsOf(claims, name), timeOf(claims, name)).toBeLessThan(now / 1000 + LEEWAY_S);
  }
  if (claims['exp'] === undefined) return;
  expect(secondsOf(claims, 'exp'), timeOf(claims, 'exp')).toBeGreaterThan(earlier / 1000);
  // A time in milliseconds exceeded this in 2001; one in seconds will in the year 33658.
  expect(secondsOf(claims, 'exp'), timeOf(claims, 'exp')).toBeLessThan(1e12);
}

/** The claims of a JWT that tell times. */
export const timesIn = (claims: Claims): readonly string[] =>
  ['iat', 'nbf', 'exp'].filter((name) => claims[name] !== undefined);
