import { type Answer, refuse } from '../answer.ts';
import { type Incoming, sent } from '../incoming.ts';
import type { World } from '../world.ts';

/** POST /oauth2/revoke_token: signs the user of a refresh token out of the client. */
export async function revokeToken({ rules, state }: World, incoming: Incoming): Promise<Answer> {
  const form = sent(rules, Object.entries((await incoming.body()).fields));
  const client = rules.revokeClient(state.clients, form['client_id']);
  if (client === undefined) return refuse(401, 'client_id is missing or not accepted', 'invalid_client');
  const value = form['refresh_token'];
  if (!rules.isRevocable(value)) refuse(400, 'refresh_token is missing');

  const token = state.refreshTokens.get(value ?? '');
  if (token !== undefined) {
    if (!rules.mayRevoke(token, client)) refuse(400, 'the token is of another client', 'invalid_grant');
    rules.revoke(state, (grant) => rules.isSignedOut(grant, token));
  }
  return { status: rules.revokedStatus(token), headers: { 'Cache-Control': 'no-store' }, body: undefined };
}
