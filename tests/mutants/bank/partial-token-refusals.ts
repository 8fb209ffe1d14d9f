import { refuse } from '../../reference/answer.ts';
import { defaultRules, type Rules } from '../../reference/rules/index.ts';
import type { Bank } from '../mutant.ts';

const { findRefreshToken, isClientSecret, isCodeOf, isRefreshTokenOf, revoke, tokenClient } = defaultRules;

/** Token requests whose refusal has another form than that of their like. */
export const partialTokenRefusalMutants = {
  'used-code-answered-409': {
    says: 'Returns 409 for a code that has already been exchanged.',
    breaks: 'IDN-082',
    isCodeUnused: ({ used }) => !used || refuse(409, 'The code was exchanged before', 'invalid_grant'),
  },
  'code-of-another-client-answered-403': {
    says: 'Returns 403 for a code of another client.',
    breaks: 'IDN-082',
    isCodeOf: (code, client) =>
      isCodeOf(code, client) || refuse(403, 'The code is of another client', 'invalid_grant'),
  },
  'unknown-client-with-a-code-answered-404': {
    says: 'Returns 404 when an unregistered client exchanges a code.',
    breaks: 'IDN-082',
    tokenClient: (clients, id, grant) =>
      tokenClient(clients, id, grant) ??
      (id !== undefined && grant === 'authorization_code'
        ? refuse(404, 'There is no such client', 'invalid_client')
        : undefined),
  },
  'wrong-secret-at-a-refresh-answered-403': {
    says: 'Returns 403 for a refresh with a wrong client secret.',
    breaks: 'IDN-082',
    isClientSecret: (client, secret, grant) =>
      isClientSecret(client, secret, grant) ||
      (secret !== undefined &&
        grant === 'refresh_token' &&
        refuse(403, 'The secret is wrong', 'invalid_client')),
  },
  'refresh-token-of-another-client-told-by-another-code': {
    says: 'Reports the error foreign_token for a refresh token of another client.',
    breaks: 'IDN-081',
    isRefreshTokenOf: (token, client) =>
      isRefreshTokenOf(token, client) || refuse(400, 'The token is of another client', 'foreign_token'),
  },
  'revoked-token-answered-410': {
    says: 'Returns 410 for a revoked refresh token.',
    breaks: 'IDN-082',
    rules: () => {
      const revoked = new Set<string>();
      return {
        revoke: (issued, isSignedOut) => {
          for (const [value, grant] of issued.refreshTokens) if (isSignedOut(grant)) revoked.add(value);
          revoke(issued, isSignedOut);
        },
        findRefreshToken: (tokens, token) =>
          revoked.has(token ?? '')
            ? refuse(410, 'The token was revoked', 'invalid_grant')
            : findRefreshToken(tokens, token),
      };
    },
  },
  'used-refresh-token-answered-409': {
    says: 'Returns 409 for a refresh token that has already been used.',
    breaks: 'IDN-082',
    rules: () => usedBefore(() => refuse(409, 'The token was used', 'invalid_grant')),
  },
  'used-refresh-token-told-by-another-code': {
    says: 'Reports the error token_reused for a refresh token that has already been used.',
    breaks: 'IDN-081',
    rules: () => usedBefore(() => refuse(400, 'The token was used', 'token_reused')),
  },
} satisfies Bank;

/** Answers otherwise to a refresh token that a refresh has used up. */
function usedBefore(answer: () => never): Partial<Rules> {
  const used = new Set<string>();
  return {
    refreshToken: (fresh, former) => {
      if (former !== undefined) used.add(former);
      return defaultRules.refreshToken(fresh, former);
    },
    findRefreshToken: (tokens, token) =>
      used.has(token ?? '') ? answer() : defaultRules.findRefreshToken(tokens, token),
  };
}
