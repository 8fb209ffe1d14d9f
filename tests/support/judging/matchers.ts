import { test } from '@playwright/test';
import { mediaTypeIn } from '../wire/headers.ts';
import type { Answer } from '../wire/http.ts';
import type { Context, Matched } from './comparisons.ts';
import { quoted } from './difference.ts';
import { ledgerOf, stop } from './ledger.ts';
import { credentialOf, sentence } from './sentence.ts';

/** Fields that only a granted request yields. */
const tokens = ['access_token', 'refresh_token', 'id_token', 'token'];
const addresses = ['recording_url'];
const lists = ['available_phone_numbers'];

/**
 * Two of these are needed: a refusal may contain one, to say whom or what it is about, or under which id it is
 * logged.
 */
const resources = [
  ['_id', 'ndbid', 'username', 'displayname', 'emails', 'permissions', 'aType'],
  ['sid', 'status', 'subresource_uris', 'api_version', 'direction', 'date_created', 'start_time'],
] as const;

/** Fields that a refusal may contain too; they count only with the value that a resource has. */
const telling: Readonly<Record<string, string>> = { status: 'in-progress', aType: 'user' };

/** The parameters by which the redirect of an authorization grants something: a code, or tokens. */
const granting = { code: 'a code', access_token: 'an access token', id_token: 'an ID token' } as const;

/**
 * Matchers for answers of the interface.
 *
 * - `toBeAccepted`: a 2xx. The interface shows no other form of success.
 * - `toAnswerObject`: a 2xx whose body is a JSON object, with at least one of the named fields, if any are named.
 * - `toBeRefused`: a 4xx that yields nothing. The interface shows no status for most refusals, so any 4xx will do; a
 *   5xx, a time-out or a reset is not a refusal.
 * - `toYieldNoCode`: a refusal at authorize: a 4xx, a redirect without a code or a token, or a page.
 * - `toNameScheme`: WWW-Authenticate names the scheme of the required credentials (RFC 9110 11.6.1).
 * - `toBeJson`: the media type is application/json (RFC 8259 11), with or without parameters.
 */
export const matchers = {
  toBeAccepted(this: Context, answer: Answer): Matched {
    heard(answer);
    return outcome(
      this,
      'toBeAccepted',
      answer.status >= 200 && answer.status < 300,
      () => `${sentence(answer)}, expected a 2xx`,
    );
  },
  toAnswerObject(this: Context, answer: Answer, anyOf?: readonly string[]): Matched {
    heard(answer);
    const lacking = lackingOf(answer, anyOf);
    return outcome(
      this,
      'toAnswerObject',
      lacking === undefined,
      () => `${sentence(answer)}, expected ${lacking ?? 'anything else'}`,
    );
  },
  toBeRefused(this: Context, answer: Answer): Matched {
    const holds = isRefused(answer);
    const yielded = yieldOf(answer);
    return outcome(
      this,
      'toBeRefused',
      holds,
      () =>
        `${sentence(answer, credentialOf(answer))}${yielded === undefined ? '' : ` and yielded ${yielded}`}, expected a refusal: a 4xx that yields nothing`,
    );
  },
  toYieldNoCode(this: Context, answer: Answer): Matched {
    heard(answer);
    const yielded = Object.entries(granting).find(([name]) => inRedirect(answer, name) !== undefined)?.[1];
    const answered = answer.status >= 200 && answer.status < 500;
    return outcome(
      this,
      'toYieldNoCode',
      answered && yielded === undefined,
      () => `${sentence(answer)}${yielded === undefined ? '' : ` and yielded ${yielded}`}, expected no code`,
    );
  },
  toNameScheme(this: Context, answer: Answer, scheme: 'Basic' | 'Bearer'): Matched {
    const { 'www-authenticate': named = '' } = heard(answer).headers;
    return outcome(
      this,
      'toNameScheme',
      new RegExp(String.raw`(?:^|,)\s*${scheme}(?:\s|,|$)`, 'i').test(named),
      () => `${sentence(answer)} and WWW-Authenticate ${quoted(named)}, expected the scheme ${scheme}`,
    );
  },
  toBeJson(this: Context, answer: Answer): Matched {
    const mediaType = mediaTypeIn(heard(answer).headers['content-type']);
    return outcome(
      this,
      'toBeJson',
      mediaType === 'application/json',
      () => `${sentence(answer)} as ${mediaType || 'no media type'}, expected application/json`,
    );
  },
};

/**
 * Marks the answer as the one being judged. If no answer came, that is the fault of the deployment after a control;
 * before one it may have any cause, so the check ends.
 */
export function heard(answer: Answer): Answer {
  const ledger = ledgerOf(test.info());
  ledger.about = ledger.places.get(answer);
  if (answer.failure !== undefined && !ledger.controlled) stop(test.info(), sentence(answer));
  return answer;
}

/** Marks the answer with this body as the one being judged, where several are compared. */
export function concerns(body: object | undefined): void {
  const ledger = ledgerOf(test.info());
  if (body !== undefined) ledger.about = ledger.places.get(body);
}

/** Whether an answer is a refusal, as `toBeRefused` asserts: for a choice, and where nothing more can be judged. */
export function isRefused(answer: Answer): boolean {
  const { status } = heard(answer);
  return status >= 400 && status < 500 && yieldOf(answer) === undefined;
}

/** The code in the redirect of an answer, or undefined. */
export function codeOf(answer: Answer): string | undefined {
  return inRedirect(answer, 'code');
}

/** A parameter of the redirect of an answer, from its query or fragment; undefined if absent or empty. */
function inRedirect(answer: Answer, name: string): string | undefined {
  const location = redirectOf(answer);
  if (location === undefined) return undefined;
  const places = [location.searchParams, new URLSearchParams(location.hash.slice(1))];
  return places.map((place) => place.get(name)).find(Boolean) ?? undefined;
}

/** Where an answer redirects to, or undefined if it is not a redirect. */
export function redirectOf(answer: Answer): URL | undefined {
  const location = answer.headers['location'];
  if (answer.status < 300 || answer.status > 399 || location === undefined) return undefined;
  return URL.canParse(location, answer.url) ? new URL(location, answer.url) : undefined;
}

/** What an answer lacks to be a resource; undefined if it is one. */
function lackingOf({ status, json, notJson }: Answer, anyOf?: readonly string[]): string | undefined {
  if (status < 200 || status > 299) return 'a 2xx';
  if (notJson !== undefined) return `a JSON object, but the body ${notJson}`;
  if (typeof json !== 'object' || json === null || Array.isArray(json)) return 'a JSON object';
  const body = json as Readonly<Record<string, unknown>>;
  const found = anyOf === undefined || anyOf.some((field) => body[field] !== undefined);
  return found ? undefined : `a JSON object with one of ${anyOf.join(', ')}`;
}

function yieldOf(answer: Answer): string | undefined {
  if (codeOf(answer) !== undefined) return 'a code';
  if (typeof answer.json !== 'object' || answer.json === null) return undefined;
  const body = answer.json as Record<string, unknown>;
  const has = (field: string): boolean =>
    field in telling ? body[field] === telling[field] : isYielded(body[field]);
  // A refusal may repeat what was sent and what the path names.
  const known = new Set([...(answer.sent ?? []), ...new URL(answer.url).pathname.split('/')]);
  const tells = (field: string): boolean => has(field) && !known.has(String(body[field]));
  const resource = resources.map((fields) => fields.filter(tells)).find((found) => found.length > 1);
  return (
    [...addresses, ...lists].find(has) ??
    tokens.find((field) => has(field) && !isWord(body[field]) && !known.has(String(body[field]))) ??
    resource?.join(' and ')
  );
}

/**
 * Whether a value counts as yielded. A sentence, or a list of them, does not: under the name of a field, it states
 * what is wrong with that field.
 */
function isYielded(value: unknown): boolean {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return true;
  if (Array.isArray(value)) return value.some((one) => typeof one === 'object' && one !== null);
  return typeof value === 'number' || (typeof value === 'string' && /^\S+$/.test(value));
}

/** An error of the same kind in one word: `required`, `not_found`. */
function isWord(value: unknown): boolean {
  return typeof value === 'string' && /^[a-z]+(?:_[a-z]+)*$/i.test(value);
}

function outcome({ isNot }: Context, name: string, pass: boolean, message: () => string): Matched {
  return { pass, message: () => (isNot ? `not ${name}: ${message()}` : message()) };
}
