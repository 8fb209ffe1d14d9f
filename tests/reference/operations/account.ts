import { refuse } from '../answer.ts';
import type { Incoming } from '../incoming.ts';
import type { Operation } from '../operation.ts';
import type { Account } from '../state.ts';
import type { World } from '../world.ts';

/**
 * The account that makes a request, if it may use the path.
 *
 * @throws Refusal without valid credentials, for another account's path, and for an unsupported version
 */
export function accountOf({ rules, state }: World, incoming: Incoming, operation: Operation): Account {
  const { version, account: sid } = incoming.params;
  const credentials = rules.basicCredentials(incoming.header('authorization'));
  const account = rules.authenticate(state.accounts, credentials, operation);
  if (account === undefined) {
    const challenge = { 'WWW-Authenticate': rules.basicChallenge() };
    const status = rules.unauthenticatedStatus(credentials);
    return refuse(status, 'Credentials are missing or wrong', 'invalid_request', challenge);
  }
  if (!rules.isVersion(version)) refuse(404, 'There is no such version');
  if (rules.mayUseAccount(account, sid, operation)) return account;
  return state.accounts.some((other) => other.sid === sid)
    ? refuse(rules.forbiddenStatus(), 'The credentials are of another account')
    : refuse(404, 'There is no such account');
}
