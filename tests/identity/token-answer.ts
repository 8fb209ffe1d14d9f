import { grantsTokens, readIf } from '../support/interface/answers.ts';
import type { Client } from '../support/target.ts';
import { expect, heard, judge } from '../support/test.ts';
import type { Answer } from '../support/wire/http.ts';

/** The error codes of RFC 6749 5.2. */
const errorCodes = [
  'invalid_request',
  'invalid_client',
  'invalid_grant',
  'unauthorized_client',
  'unsupported_grant_type',
  'invalid_scope',
];

/** Those that concern the client. */
const clientErrors: readonly unknown[] = ['invalid_client', 'unauthorized_client'];

/** In seconds. */
const HOUR = 3600;

/** How far below an hour the stated lifetime of a new token may be, since clocks differ. */
const MARGIN_S = 300;

/**
 * Judges a successful answer of the token endpoint (IDN-077 to IDN-080 and IDN-129, RFC 6749 5.1).
 *
 * @param grant what was exchanged, for the messages
 * @param answer one that was accepted
 * @param isNew whether its access token was issued with it; an older one has only part of the hour left
 */
export async function judgeSuccess(grant: string, answer: Answer, isNew = false): Promise<void> {
  await judge('IDN-077', () => expect(heard(answer).status, `status of the ${grant}`).toBe(200));
  await judge('IDN-078', () => expect(answer, `the ${grant}`).toBeJson());
  await judge('IDN-079', () =>
    expect(heard(answer).headers['cache-control'] ?? '', `Cache-Control of the ${grant}`).toMatch(
      /\bno-store\b/i,
      'no-store',
    ),
  );
  await judge('IDN-080', () => {
    const { token_type } = heard(answer).json as { token_type?: unknown };
    expect(String(token_type), `token_type of the ${grant}`).toMatch(/^bearer$/i, 'Bearer');
  });
  const expires_in = lifetimeIn(answer);
  // A lifetime under another name is a matter of additional fields (IDN-084).
  if (expires_in === undefined) return;
  await judge('IDN-129', () => {
    expect(Number(expires_in), `expires_in of the ${grant}`).toBeGreaterThan(isNew ? HOUR - MARGIN_S : 0);
    expect(Number(expires_in), `expires_in of the ${grant}`).toBeLessThanOrEqual(HOUR);
  });
}

/** The access token of a token response, of any type. */
export function accessTokenIn({ json }: Answer): unknown {
  return (json as { readonly access_token?: unknown } | undefined)?.access_token;
}

/** The refresh token to send next: the one that an answer grants, or the former one if it grants none. */
export function nextRefreshToken(answer: Answer, former: string): string {
  const granted = readIf(grantsTokens, answer);
  return granted?.has('refresh_token') ? granted.refresh_token : former;
}

/** The expires_in of a token response, of any type; undefined if it is missing or null. */
export function lifetimeIn({ json }: Answer): unknown {
  return (json as { readonly expires_in?: unknown }).expires_in ?? undefined;
}

/**
 * Judges a refusal by the token endpoint (IDN-081 and IDN-082, RFC 6749 5.2).
 *
 * @param how what was wrong with the request, for the messages
 * @param answer if it was not refused at all, other checks judge that
 * @param client the client that a request has to name, with its secret, so as not to be refused for that
 */
export async function judgeError(how: string, answer: Answer, client: Client): Promise<void> {
  if (!isError(answer)) return;
  await judge('IDN-081', () => {
    expect(answer, `the error for ${how}`).toBeJson();
    expect(errorOf(answer), `error for ${how}`).toBeOneOf(errorCodes);
  });
  const isOfClient = clientErrors.includes(errorOf(answer)) || !names(client, answer);
  const statuses = isOfClient ? [400, 401] : [400];
  await judge('IDN-082', () => expect(heard(answer).status, `status for ${how}`).toBeOneOf(statuses));
}

/** Whether an answer has the status of a refusal. */
export function isError(answer: Answer): boolean {
  return heard(answer).status >= 400 && answer.status <= 499;
}

/** Judges each refusal among answers of the token endpoint like `judgeError`. */
export async function judgeErrors(how: string, answers: readonly Answer[], client: Client): Promise<void> {
  for (const answer of answers) await judgeError(how, answer, client);
}

/** The other tokens of an answer: as secret as this one, but not valid in its place. */
export function tokensBeside(token: string, { json }: Answer): string[] {
  const { access_token, id_token, refresh_token } = json as Readonly<Record<string, unknown>>;
  return [access_token, id_token, refresh_token].filter(
    (one): one is string => typeof one === 'string' && one !== '' && one !== token,
  );
}

/** Whether a request named this client, with its secret. */
function names({ client_id, client_secret }: Client, { sent }: Answer): boolean {
  return sent !== undefined && sent.has(client_id) && sent.has(client_secret);
}

function errorOf({ json }: Answer): unknown {
  return typeof json === 'object' && json !== null && 'error' in json ? json.error : undefined;
}
