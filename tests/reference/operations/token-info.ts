import { type Answer, json, refuse } from '../answer.ts';
import { type Incoming, sent } from '../incoming.ts';
import { inSeconds, verified } from '../jwt.ts';
import type { World } from '../world.ts';

/** GET /api/1.0/id_token/get_token_info: what an ID token says. */
export async function getTokenInfo(world: World, incoming: Incoming): Promise<Answer> {
  const { rules, state, clock, urls } = world;
  const { id_token } = sent(rules, incoming.query);
  const claims = await rules.verifiedIdToken(id_token, (token) => verified(world, token));
  const user = claims && rules.idTokenUser(state.users, claims);
  if (claims === undefined || user === undefined) {
    const error = id_token === undefined ? 'invalid_request' : 'invalid_token';
    return refuse(rules.tokenInfoErrorStatus(), 'id_token is missing or does not hold', error);
  }
  const seconds = rules.remainingSeconds(claims, inSeconds(clock.now()));
  const shown = rules.tokenInfoUser(user, rules.pictureUrl(user, urls.base));
  return json(200, rules.tokenInfo(claims, seconds, shown), { 'Cache-Control': 'no-store' });
}
