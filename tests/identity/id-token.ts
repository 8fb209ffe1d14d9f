import { answersInfo, type Granted } from '../support/answers.ts';
import { control, establish, expect, judge, judgeBodies, lacksData } from '../support/test.ts';
import type { Answer, RequestContext } from '../support/wire.ts';

/** Of a user, the name and the id: a picture may be at another address each time. */
function named(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const { username, id } = value as { readonly username?: unknown; readonly id?: unknown };
  return { username, id };
}

/**
 * Judges that right after the issue the seconds remaining lie within the hour (IDN-119).
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
 * Asks for token info right after a grant: the ID token of a later one may be the only one that is looked up.
 *
 * @returns undefined if the grant returned no ID token
 */
export async function infoOf(identity: RequestContext, session: Granted): Promise<Answer | undefined> {
  if (!session.has('id_token')) return undefined;
  const query = { id_token: session.id_token };
  return identity.get('/api/1.0/id_token/get_token_info', { query });
}

/**
 * Holds token info of one ID token against that of another of the same user at the same client: that it answers, with
 * what, for whom, and of whom (IDN-101, IDN-104 to IDN-113, IDN-116, IDN-117, IDN-119). That there is an ID token is a
 * matter of the grants.
 *
 * @param known what token info answered right after the issue of the one
 * @param answer what it answered right after the issue of the other
 */
export async function judgeSameUser(known: Answer | undefined, answer: Answer | undefined): Promise<void> {
  if (known === undefined || answer === undefined) return;
  const expected = await control(Promise.resolve(known), answersInfo, 'IDN-101');
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
