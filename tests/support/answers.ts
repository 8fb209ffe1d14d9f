import type { TokenResponse } from '../../schemas/index.d.ts';
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

/** A 2xx whose body is a JSON object. */
export function answersJson(answer: Answer): Readonly<Record<string, unknown>> {
  expect(answer).toBeAccepted();
  const isObject = typeof answer.json === 'object' && answer.json !== null && !Array.isArray(answer.json);
  expect(isObject, `${answer.method} ${new URL(answer.url).pathname} answers a JSON object`).toBe(true);
  return answer.json as Record<string, unknown>;
}

/** Tokens, of which each is a string that is not empty. */
export function grantsTokens(answer: Answer): TokenResponse {
  const body = answersJson(answer);
  for (const field of ['access_token', 'id_token', 'refresh_token']) {
    expect(typeof body[field] === 'string' && body[field] !== '', `the answer contains ${field}`).toBe(true);
  }
  return body as unknown as TokenResponse;
}

/** A redirect with a code. */
export function yieldsCode(answer: Answer): string {
  const code = codeOf(answer);
  expect(code, 'code of the redirect').toBeDefined();
  return code as string;
}

/** A telephony call: an answer that tells a sid. */
export function answersCall(answer: Answer): Readonly<Record<string, unknown>> {
  const body = answersJson(answer);
  expect(body['sid'] !== undefined, 'the answer is a call with a sid').toBe(true);
  return body;
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
