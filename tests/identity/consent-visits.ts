import type { Consent } from '../support/browser/consent.ts';
import type { Visit } from '../support/browser/walk.ts';
import { worked } from '../support/interface/answers.ts';
import { ensureRightPassword } from '../support/interface/grants.ts';
import type { Target } from '../support/target.ts';
import { codeOf, expect } from '../support/test.ts';
import type { RequestContext } from '../support/wire/http.ts';

/** What a visit with a login and a consent page has shown, or why it has shown nothing. */

/**
 * Ensures, where a visit led nowhere, that the reason does not lie in the settings: a page that the suite does not get
 * past, or a wrong password.
 */
export async function ensurePassable(
  { answer, logins, consent }: Visit,
  { identity, target }: { readonly identity: RequestContext; readonly target: Target },
): Promise<void> {
  if (logins === 0) worked(answer);
  else if (consent === undefined && codeOf(answer) === undefined) await ensureRightPassword(identity, target);
}

/** Expects a login. */
export function hasLoggedIn({ logins }: Visit): void {
  expect(logins, 'logins of a user who is not logged in').toBeGreaterThan(0);
}

/** Expects a consent page. */
export function showsConsent({ consent }: Visit): void {
  expect(consent, 'the consent page').toBeDefined();
}

/**
 * Why a visit without a consent page shows nothing: whether consent is remembered across logins is not specified.
 *
 * @returns undefined if there was a consent page, or should have been one
 */
export function whyNotAsked({ answer, consent }: Visit): string | undefined {
  if (consent !== undefined) return undefined;
  if (codeOf(answer) !== undefined)
    return 'a code came without a consent page: the user may have consented before';
  worked(answer);
  return undefined;
}

/** Why a visit in which the user should deny shows nothing; undefined if it shows something. */
export function whyNotDenied(visit: Visit): string | undefined {
  const { answer, consent } = visit;
  if (consent === undefined) return whyNotAsked(visit);
  if (!consent.decided) return 'the consent page has no button to deny';
  return answer.unworkable && `the denial led to a page that ${answer.unworkable}`;
}

/** The paths that were requested on the way to a consent page; a path parameter may identify the session. */
export function pathsTo(consent: Consent | undefined): string[] | undefined {
  return consent?.paths.map((path) => path.replace(/;[^/]*|\/$/g, ''));
}
