import { type Answer, json } from '../reference/answer.ts';
import { defaultRules, type Rules } from '../reference/rules/index.ts';
import type { GrantType } from '../reference/rules/tokens.ts';
import type { Operation } from '../reference/world.ts';

const operations = [
  'authorize',
  'exchangeToken',
  'revokeToken',
  'getTokenInfo',
  'getCurrentUser',
  'loginAnonymously',
  'recordCall',
  'listAvailableNumbers',
] satisfies Operation[];

/**
 * Deployments of which one part refuses whatever it is asked, or grants it with nothing in its answer, and all
 * else works. What such a part refuses rightly, or does not hold, shows nothing, and a check without its control
 * would take it for good.
 */
export const refusing: Readonly<Record<string, Partial<Rules>>> = {
  ...Object.fromEntries(
    operations.flatMap((operation) => [
      [`refusing-${operation}`, answering(operation, json(400, { error: 'invalid_request' }))],
      [`emptying-${operation}`, answering(operation, json(200, {}))],
    ]),
  ),
  ...Object.fromEntries(
    (['authorization_code', 'password', 'refresh_token'] satisfies GrantType[]).map((grant) => [
      `refusing-${grant}`,
      refusingGrant(grant),
    ]),
  ),
};

function answering(which: Operation, always: Answer): Partial<Rules> {
  return {
    send: (answer, operation, request) =>
      operation === which ? always : defaultRules.send(answer, operation, request),
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
