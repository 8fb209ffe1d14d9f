import { json } from '../reference/answer.ts';
import { defaultRules, type Rules } from '../reference/rules/index.ts';
import type { GrantType } from '../reference/rules/tokens.ts';
import type { Operation } from '../reference/world.ts';

/**
 * Deployments of which one part refuses whatever it is asked, and all else works. What such a part refuses
 * rightly shows nothing, and a check without its control would take it for good.
 */
export const refusing: Readonly<Record<string, Partial<Rules>>> = {
  ...Object.fromEntries(
    (
      [
        'authorize',
        'exchangeToken',
        'revokeToken',
        'getTokenInfo',
        'getCurrentUser',
        'loginAnonymously',
        'recordCall',
        'listAvailableNumbers',
      ] satisfies Operation[]
    ).map((operation) => [`refusing-${operation}`, refusingOperation(operation)]),
  ),
  ...Object.fromEntries(
    (['authorization_code', 'password', 'refresh_token'] satisfies GrantType[]).map((grant) => [
      `refusing-${grant}`,
      refusingGrant(grant),
    ]),
  ),
};

function refusingOperation(refused: Operation): Partial<Rules> {
  return {
    send: (answer, operation, request) =>
      operation === refused
        ? json(400, { error: 'invalid_request' })
        : defaultRules.send(answer, operation, request),
  };
}

function refusingGrant(refused: GrantType): Partial<Rules> {
  return {
    grantType: (value) => {
      const grant = defaultRules.grantType(value);
      return grant === refused ? undefined : grant;
    },
  };
}
