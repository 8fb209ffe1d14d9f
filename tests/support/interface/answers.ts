import { test } from '@playwright/test';
import { catalogue, type RequirementId } from '../catalogue.ts';
import { expect } from '../judging/expect.ts';
import { ledgerOf, Stopped, stop } from '../judging/ledger.ts';
import { codeOf, heard } from '../judging/matchers.ts';
import { isAssertion } from '../judging/refutation.ts';
import { mediaTypeIn } from '../wire/headers.ts';
import type { Answer } from '../wire/http.ts';

/**
 * Readers for `control` and `establish`: each asserts only what a check needs from an answer, and returns that.
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

/** The granted tokens. The check stops only when it reads a token that was not granted. */
export interface Granted {
  readonly access_token: string;
  readonly id_token: string;
  readonly refresh_token: string;
  /** Whether a token was granted. */
  has(field: (typeof tokenFields)[number]): boolean;
}

const tokenFields = ['access_token', 'id_token', 'refresh_token'] as const;

/** The requirement that the running check has found broken for want of this token, if it has. */
function foundMissing(field: (typeof tokenFields)[number]): RequirementId | undefined {
  const isAbout = (id: RequirementId) => {
    const { body } = catalogue[id];
    return body?.schema === 'token-response' && body.at === `/${field}`;
  };
  return ledgerOf(test.info()).facts.find(({ id, is }) => is === 'broken' && isAbout(id))?.id;
}

/** A JSON object with at least one token. */
export function grantsTokens(answer: Answer): Granted {
  const body = withAnyOf(tokenFields, answer);
  const token = (field: (typeof tokenFields)[number]): string => {
    const value = body[field];
    if (typeof value === 'string' && value !== '') return value;
    return stop(test.info(), `the token response contains no ${field}`, foundMissing(field));
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

/** The answer of token info, recognised by one of its fields. */
export function answersInfo(answer: Answer): Readonly<Record<string, unknown>> {
  return withAnyOf(['audience', 'user_id', 'user', 'issuer'], answer);
}

/** A user, recognised by one of its fields. */
export function answersUser(answer: Answer): Readonly<Record<string, unknown>> {
  return withAnyOf(['_id', 'ndbid', 'username', 'displayname', 'aType'], answer);
}

/** The permissions of a user, sorted. */
export function permissionsOf(user: Readonly<Record<string, unknown>>): string[] {
  return [user['permissions']].flat().map(String).toSorted();
}

/** A telephony call, recognised by one of its fields. */
export function answersCall(answer: Answer): Readonly<Record<string, unknown>> {
  return withAnyOf(['sid', 'account_sid', 'subresource_uris', 'api_version'], answer);
}

/** A listing of available numbers, recognised by one of its fields. */
export function answersListing(answer: Answer): Readonly<Record<string, unknown>> {
  return withAnyOf(['available_phone_numbers', 'num_pages', 'total', 'first_page_uri'], answer);
}

/**
 * A JSON object that has one of these fields: enough to distinguish the resource from any other answer, so that a
 * flawed resource still serves as a control.
 */
function withAnyOf(fields: readonly string[], answer: Answer): Readonly<Record<string, unknown>> {
  expect(answer).toAnswerObject(fields);
  return answer.json as Record<string, unknown>;
}

/** What a reader returns for an answer, or undefined if it rejects the answer: for a choice, where both are allowed. */
export function readIf<T>(reads: (answer: Answer) => T, answer: Answer): T | undefined {
  const { status } = heard(answer);
  if (status < 200 || status > 299) return undefined;
  try {
    return reads(answer);
  } catch (error) {
    if (error instanceof Stopped || isAssertion(error)) return undefined;
    throw error;
  }
}

/** Whether a reader accepts an answer. */
export function isA(reads: (answer: Answer) => unknown, answer: Answer): boolean {
  return readIf(reads, answer) !== undefined;
}

/**
 * The final answer in a browser, if the suite could get through all pages. A page that asks for something no setting
 * provides ends the check.
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

/** A description of an answer, for an observation: status, media type, and the fields of a JSON body. */
export function described(answer: Answer): string {
  return heard(answer).failure ?? `status ${answer.status}, ${bodyOf(answer)}`;
}

/** The status of an answer, for an observation. */
export function statusOf(answer: Answer): string {
  return heard(answer).failure ?? String(answer.status);
}

/** What an answer contains, for an observation: media type, and the fields of a JSON body. */
export function bodyOf(answer: Answer): string {
  if (heard(answer).failure !== undefined) return String(answer.failure);
  return [mediaTypeOf(answer) || 'no media type', bodyDescribed(answer)].join(', ');
}

/** The headers of an answer with such names, for an observation. */
function headersLike(names: RegExp, answer: Answer): string {
  const found = Object.keys(heard(answer).headers).filter((name) => names.test(name));
  return found.join(', ') || 'no such header';
}

/** The headers that announce a rate limit, for an observation. */
export function rateLimitOf(answer: Answer): string {
  return headersLike(/rate-?limit|retry-after/i, answer);
}

/** The headers that announce a deprecation, for an observation. */
export function deprecationOf(answer: Answer): string {
  return headersLike(/^(deprecation|sunset|warning)$/i, answer);
}

/** The media type of an answer, in lower case and without parameters; empty if it has none. */
export function mediaTypeOf(answer: Answer): string {
  return mediaTypeIn(answer.headers['content-type']);
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
