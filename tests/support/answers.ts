import { test } from '@playwright/test';
import { stop } from './ledger.ts';
import { codeOf, expect, heard } from './matchers.ts';
import type { Answer } from './wire.ts';

/**
 * Readers for `control` and `establish`: each takes an answer, asserts the least that a check needs
 * of it, and returns that.
 */

/** Any 2xx. */
export function accepted(answer: Answer): Answer {
  expect(answer).toBeAccepted();
  return answer;
}

/** A refusal. */
export function refused(answer: Answer): Answer {
  expect(answer).toBeRefused();
  return answer;
}

/** A 2xx whose body is a JSON object. */
export function answersJson(answer: Answer): Readonly<Record<string, unknown>> {
  expect(answer).toAnswerObject();
  return answer.json as Record<string, unknown>;
}

/** Tokens that were granted; asking for one that is not among them stops the check, and no sooner. */
export interface Granted {
  readonly access_token: string;
  readonly id_token: string;
  readonly refresh_token: string;
  /** Whether a token is among them. */
  has(field: (typeof tokenFields)[number]): boolean;
}

const tokenFields = ['access_token', 'id_token', 'refresh_token'] as const;

/** A JSON object with at least one token, whichever a check goes on with. */
export function grantsTokens(answer: Answer): Granted {
  const body = withAnyOf(tokenFields, answer);
  const token = (field: (typeof tokenFields)[number]): string => {
    const value = body[field];
    if (typeof value === 'string' && value !== '') return value;
    return stop(test.info(), `the token response contains no ${field}`);
  };
  return {
    has: (field) => typeof body[field] === 'string' && body[field] !== '',
    get access_token() {
      return token('access_token');
    },
    get id_token() {
      return token('id_token');
    },
    get refresh_token() {
      return token('refresh_token');
    },
  };
}

/** What token info answers, told by a field of its own. */
export function answersInfo(answer: Answer): Readonly<Record<string, unknown>> {
  return withAnyOf(['audience', 'user_id', 'user', 'issuer'], answer);
}

/** A user, told by a field of its own. */
export function answersUser(answer: Answer): Readonly<Record<string, unknown>> {
  return withAnyOf(['_id', 'ndbid', 'username', 'displayname', 'aType'], answer);
}

/** The permissions of a user, in an order of our own. */
export function permissionsOf(user: Readonly<Record<string, unknown>>): string[] {
  return [user['permissions']].flat().map(String).toSorted();
}

/** A telephony call, told by a field of its own. */
export function answersCall(answer: Answer): Readonly<Record<string, unknown>> {
  return withAnyOf(['sid', 'account_sid', 'subresource_uris', 'api_version'], answer);
}

/** A listing of available numbers, told by a field of its own. */
export function answersListing(answer: Answer): Readonly<Record<string, unknown>> {
  return withAnyOf(['available_phone_numbers', 'num_pages', 'total', 'first_page_uri'], answer);
}

/**
 * A JSON object that has one of these fields: enough to tell the resource from any other answer, and
 * no more, so that a resource with a flaw still serves as a control.
 */
function withAnyOf(fields: readonly string[], answer: Answer): Readonly<Record<string, unknown>> {
  expect(answer).toAnswerObject(fields);
  return answer.json as Record<string, unknown>;
}

/** Whether an answer refuses with a 4xx, for want of something that is not at stake. */
export function isRefused(answer: Answer): boolean {
  const { status } = heard(answer);
  return status >= 400 && status < 500;
}

/** What a reader takes of an answer, if it is what the reader takes it for: for a choice, where either is right. */
export function readIf<T>(reads: (answer: Answer) => T, answer: Answer): T | undefined {
  const { status } = heard(answer);
  if (status < 200 || status > 299) return undefined;
  try {
    return reads(answer);
  } catch {
    return undefined;
  }
}

/** Whether an answer is what a reader takes it for. */
export function isA(reads: (answer: Answer) => unknown, answer: Answer): boolean {
  return readIf(reads, answer) !== undefined;
}

/**
 * The end of a browser's way, when it was one that this suite can go: a page that asks for what no setting tells
 * ends the check.
 */
export function worked(answer: Answer): Answer {
  const { url, unworkable } = heard(answer);
  if (unworkable === undefined) return answer;
  return stop(
    test.info(),
    `the page that GET ${new URL(url).pathname} led to ${unworkable} (set TARGET_STORAGE_STATE, TARGET_CONSENT_SELECTOR or the TARGET_LOGIN_… settings to get past it)`,
  );
}

/** A redirect with a code. */
export function yieldsCode(answer: Answer): string {
  const code = codeOf(worked(answer));
  expect(code, 'code of the redirect').toBeDefined();
  return code as string;
}

/** How an answer looks from outside, for an observation: status, media type, and the fields of a JSON body. */
export function described(answer: Answer): string {
  if (heard(answer).failure !== undefined) return String(answer.failure);
  const media = mediaTypeOf(answer);
  return [`status ${answer.status}`, media === '' ? 'no media type' : media, bodyDescribed(answer)].join(
    ', ',
  );
}

/** The media type of an answer, in lower case and without parameters; empty when it has none. */
export function mediaTypeOf(answer: Answer): string {
  return (answer.headers['content-type'] ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';
}

function bodyDescribed({ json, text }: Answer): string {
  if (text === '') return 'no body';
  if (Array.isArray(json)) return 'a JSON array';
  if (typeof json === 'object' && json !== null) return fieldsOf(json);
  return json === undefined ? 'a body that is not JSON' : `a JSON ${json === null ? 'null' : typeof json}`;
}

/** The names of an object's fields, sorted, for an observation. */
export function fieldsOf(body: object): string {
  const names = Object.keys(body).toSorted();
  return names.length === 0 ? 'no fields' : `fields ${names.join(', ')}`;
}
