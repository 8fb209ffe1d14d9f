import { answersInfo } from '../support/answers.ts';
import { control, establish, expect, judge, lacksData } from '../support/test.ts';
import type { RequestContext } from '../support/wire.ts';

/** Of a user, the name: a picture may be at another address each time. */
function named(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  return (value as { readonly username?: unknown }).username;
}

/**
 * Holds token info of one ID token against that of another, of the same user at the same client: that it
 * answers, for whom, and of whom (IDN-101, IDN-116, IDN-117).
 */
export async function judgeSameUser(identity: RequestContext, known: string, other: string): Promise<void> {
  const infoOf = (id_token: string) =>
    identity.get('/api/1.0/id_token/get_token_info', { query: { id_token } });
  const expected = await control(infoOf(known), answersInfo, 'IDN-101');
  const answer = await infoOf(other);
  const actual = await establish('IDN-101', () => answersInfo(answer));
  for (const [id, field] of [
    ['IDN-116', 'audience'],
    ['IDN-117', 'user_id'],
    ['IDN-117', 'user'],
  ] as const) {
    if (expected[field] === undefined) lacksData(id, `token info has no ${field}`);
    else await judge(id, () => expect(named(actual[field]), field).toEqual(named(expected[field])));
  }
}
