import { answersInfo } from '../support/answers.ts';
import { control, establish, expect, judge } from '../support/test.ts';
import type { RequestContext } from '../support/wire.ts';

/**
 * Judges what token info tells of an ID token by what it tells of another one, of the same user at the same
 * client: that it answers, for whom, and of whom (IDN-101, IDN-116, IDN-117).
 */
export async function judgeSameUser(identity: RequestContext, known: string, other: string): Promise<void> {
  const infoOf = (id_token: string) =>
    identity.get('/api/1.0/id_token/get_token_info', { query: { id_token } });
  const theirs = await control(infoOf(known), answersInfo, 'IDN-101');
  const answer = await infoOf(other);
  const ours = await establish('IDN-101', () => answersInfo(answer));
  await judge('IDN-116', () => expect(ours['audience'], 'audience').toEqual(theirs['audience']));
  await judge('IDN-117', () => expect(ours['user_id'], 'user_id').toEqual(theirs['user_id']));
}
