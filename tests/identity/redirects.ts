import { mediaTypeOf, worked } from '../support/interface/answers.ts';
import { expect, heard, redirectOf } from '../support/test.ts';
import type { Answer } from '../support/wire/http.ts';

/** A URL without its query and fragment. */
export function placeOf({ href }: URL): string | undefined {
  return href.split(/[?#]/)[0];
}

/** Where an answer redirects to, without query and fragment. */
export function leadOf(answer: Answer): string | undefined {
  const led = redirectOf(heard(answer));
  return led && placeOf(led);
}

/** The state in the redirect of an answer; null if there is none, undefined if it is not a redirect. */
export function stateOf(answer: Answer): string | null | undefined {
  return redirectOf(heard(answer))?.searchParams.get('state');
}

/** Expects no redirect that tells an error. */
export function tellsNoError(answer: Answer): void {
  const error = redirectOf(worked(answer))?.searchParams.get('error') ?? null;
  expect(error, 'error of the redirect').toBeNull();
}

/** Expects a redirect to this redirect URI, beside whose query a code or an error stands (RFC 6749 3.1.2). */
export function leadsTo(redirect_uri: string, answer: Answer): URL {
  const registered = new URL(redirect_uri);
  const redirect = redirectOf(worked(answer));
  expect(redirect && placeOf(redirect), 'where the redirect leads').toBe(placeOf(registered));
  for (const [name, value] of registered.searchParams)
    expect(redirect?.searchParams.getAll(name), `${name} of the redirect`).toContain(value);
  return redirect as URL;
}

/**
 * The media type of what a redirect carries; empty if it carries nothing, undefined if nothing says whether it does. A
 * browser does not read the body of a redirect: only its length reveals one, and the media type may be a default.
 */
export function mediaTypeBeside(answer: Answer): string | undefined {
  const { 'content-length': length } = answer.headers;
  if (length === '0') return '';
  const mediaType = mediaTypeOf(answer);
  const isDefault = mediaType === 'application/json' && length === undefined && answer.text === '';
  return isDefault ? undefined : mediaType;
}
