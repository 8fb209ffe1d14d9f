import { answersInfo, answersUser, type Granted, readIf } from '../support/interface/answers.ts';
import { claimsOf, headerOf, isEncrypted } from '../support/interface/jwt.ts';
import { isAssertion } from '../support/judging/refutation.ts';
import { offers } from '../support/needs.ts';
import type { Target } from '../support/target.ts';
import { bearer, control, establish, expect, judge, judgeBodies, lacksData } from '../support/test.ts';
import type { Answer, RequestContext } from '../support/wire/http.ts';

/** Only the name and the id of a user: the URL of a picture may differ each time. */
function named(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const { username, id } = value as { readonly username?: unknown; readonly id?: unknown };
  return { username, id };
}

/**
 * Judges that expires_in of a newly issued ID token lies within an hour (IDN-119).
 *
 * @param info token info of an ID token that has just been issued
 */
export async function judgeHour({ expires_in }: Readonly<Record<string, unknown>>): Promise<void> {
  await judge('IDN-119', () => {
    expect(Number(expires_in), 'expires_in').toBeGreaterThan(0);
    // Clocks differ a little from one machine to the next.
    expect(Number(expires_in), 'expires_in').toBeLessThanOrEqual(3600 + 60);
  });
}

/**
 * Requests token info right after a grant: a later grant may make this ID token unknown.
 *
 * @returns undefined if the grant returned no ID token
 */
export async function infoOf(identity: RequestContext, session: Granted): Promise<Answer | undefined> {
  if (!session.has('id_token')) return undefined;
  const query = { id_token: session.id_token };
  return identity.get('/api/1.0/id_token/get_token_info', { query });
}

/** The current user of a session; nothing if the collaboration server was left out or does not know. */
export async function userOf(
  session: Granted,
  { collaboration, target }: { readonly collaboration: RequestContext; readonly target: Target },
): Promise<Readonly<Record<string, unknown>>> {
  // The examples of a mock may show different users.
  if (target.urls.collaboration === undefined || !offers(target).has('state')) return {};
  const me = await collaboration.get('/api/users/me', { authorization: bearer(session.access_token) });
  return readIf(answersUser, me) ?? {};
}

/** The form of an ID token, without its content. */
export function jwtDescribed(token: string): string {
  try {
    const alg = String(headerOf(token)['alg']);
    if (isEncrypted(token)) return `a JWT encrypted with ${alg}`;
    return `a JWT signed with ${alg}, claims ${Object.keys(claimsOf(token)).toSorted().join(', ')}`;
  } catch (error) {
    if (!isAssertion(error)) throw error;
    return 'not a JWT';
  }
}

/**
 * Compares token info of an ID token with that of another one of the same user and client: whether it answers, its
 * body, its audience and its user (IDN-101, IDN-104 to IDN-113, IDN-116, IDN-117, IDN-119). The grants judge whether
 * there is an ID token.
 *
 * @param known the answer of token info right after the first ID token was issued
 * @param answer its answer right after the second one was issued
 */
export async function judgeSameUser(known: Answer | undefined, answer: Answer | undefined): Promise<void> {
  if (known === undefined || answer === undefined) return;
  const expected = await control(known, answersInfo, 'IDN-101');
  const actual = await establish('IDN-101', () => answersInfo(answer));
  await judgeBodies('token-info', [actual]);
  await judgeHour(actual);
  for (const [id, field] of [
    ['IDN-116', 'audience'],
    ['IDN-117', 'user_id'],
    ['IDN-117', 'user'],
  ] as const) {
    if (expected[field] === undefined) lacksData(id, `token info has no ${field}`);
    else await judge(id, () => expect(named(actual[field]), field).toEqual(named(expected[field])));
  }
}
