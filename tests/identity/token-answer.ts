import { mediaTypeOf } from '../support/answers.ts';
import type { Client } from '../support/target.ts';
import { expect, heard, judge } from '../support/test.ts';
import type { Answer } from '../support/wire.ts';

/** The error codes of RFC 6749 5.2. */
const errorCodes = [
  'invalid_request',
  'invalid_client',
  'invalid_grant',
  'unauthorized_client',
  'unsupported_grant_type',
  'invalid_scope',
];

/** Those that speak of the client. */
const clientErrors: readonly unknown[] = ['invalid_client', 'unauthorized_client'];

/** In seconds. */
const HOUR = 3600;

/** So much less may be told of what lives for an hour, for the sake of clocks that differ. */
const MARGIN_S = 300;

/**
 * Judges how the token endpoint hands out tokens (IDN-077 to IDN-080 and IDN-129, RFC 6749 5.1).
 *
 * @param grant what was exchanged, for people
 * @param answer one that was accepted
 * @param isNew whether its access token was made for it: of one that is older, a part of the hour is left
 */
export async function judgeSuccess(grant: string, answer: Answer, isNew = false): Promise<void> {
  await judge('IDN-077', () => expect(heard(answer).status, `status of the ${grant}`).toBe(200));
  await judge('IDN-078', () =>
    expect(mediaTypeOf(heard(answer)), `media type of the ${grant}`).toBe('application/json'),
  );
  await judge('IDN-079', () =>
    expect(heard(answer).headers['cache-control'] ?? '', `Cache-Control of the ${grant}`).toMatch(
      /\bno-store\b/i,
    ),
  );
  await judge('IDN-080', () => {
    const { token_type } = heard(answer).json as { token_type?: unknown };
    expect(String(token_type), `token_type of the ${grant}`).toMatch(/^bearer$/i);
  });
  const expires_in = lifetimeIn(answer);
  // Under another name, it is a matter of what further fields there are (IDN-084).
  if (expires_in === undefined) return;
  await judge('IDN-129', () => {
    expect(Number(expires_in), `expires_in of the ${grant}`).toBeGreaterThan(isNew ? HOUR - MARGIN_S : 0);
    expect(Number(expires_in), `expires_in of the ${grant}`).toBeLessThanOrEqual(HOUR);
  });
}

/** The access token of a token response, whatever it is. */
export function accessTokenIn({ json }: Answer): unknown {
  return (json as { readonly access_token?: unknown } | undefined)?.access_token;
}

/** The expires_in of a token response, whatever it is; undefined if nothing is said by it. */
export function lifetimeIn({ json }: Answer): unknown {
  return (json as { readonly expires_in?: unknown }).expires_in ?? undefined;
}

/**
 * Judges how the token endpoint refuses (IDN-081 and IDN-082, RFC 6749 5.2).
 *
 * @param how what was wrong with the request, for people
 * @param client the one that a request has to name, and to know the secret of, lest it be refused for that
 * @returns false where it was not refused at all, which is judged elsewhere
 */
export async function judgeError(how: string, answer: Answer, client: Client): Promise<boolean> {
  if (heard(answer).status < 400 || answer.status > 499) return false;
  await judge('IDN-081', () => {
    expect(mediaTypeOf(answer), `media type of the error for ${how}`).toBe('application/json');
    expect(errorCodes, `error for ${how}`).toContain(errorOf(answer));
  });
  const isOfClient = clientErrors.includes(errorOf(answer)) || !names(client, answer);
  const statuses = isOfClient ? [400, 401] : [400];
  await judge('IDN-082', () => expect(statuses, `status for ${how}`).toContain(answer.status));
  return true;
}

/** Judges each refusal among answers of the token endpoint like `judgeError`. */
export async function judgeErrors(how: string, answers: readonly Answer[], client: Client): Promise<void> {
  for (const answer of answers) await judgeError(how, answer, client);
}

/** The tokens of an answer but for this one: as secret as it is, and of no use in its place. */
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
