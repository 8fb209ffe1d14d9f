import { defaultRules, type Rules } from '../../reference/rules/index.ts';
import { client } from '../../reference/seed.ts';
import type { Grant } from '../../reference/state.ts';
import type { Bank } from '../mutant.ts';
import { marking } from '../parts/marking.ts';

const { findRefreshToken, isCodeUnused, mayRevoke, remainingSeconds, revoke, tokenInfo, verifiedIdToken } =
  defaultRules;

const SECOND_MS = 1000;

/** What goes wrong at one attempt, one lookup or one kind of revocation alone. */
export const singleAttemptMutants = {
  'code-taken-at-a-quick-third-attempt': {
    says: 'Accepts a used code at the third attempt, if that comes within a second.',
    breaks: 'IDN-066',
    rules: () => atThirdAttempt((age) => age < SECOND_MS),
  },
  'code-taken-at-a-late-third-attempt': {
    says: 'Accepts a used code at the third attempt, if that comes a second later.',
    breaks: 'IDN-066',
    rules: () => atThirdAttempt((age) => age >= SECOND_MS),
  },
  'revoked-token-taken-at-the-second-attempt': {
    says: 'Accepts a revoked refresh token that came from a refresh at the second attempt.',
    breaks: 'IDN-093',
    rules: () => {
      const { marked, tokenResponse: marks } = marking('refresh_token', 'refreshToken');
      const revoked = new Map<string, Grant>();
      const attempts = new Map<string, number>();
      return {
        tokenResponse: marks,
        revoke: (issued, isSignedOut) => {
          for (const [value, grant] of issued.refreshTokens)
            if (isSignedOut(grant) && marked.has(value)) revoked.set(value, grant);
          revoke(issued, isSignedOut);
        },
        findRefreshToken: (tokens, value = '') => {
          const grant = revoked.get(value);
          if (grant === undefined) return findRefreshToken(tokens, value);
          attempts.set(value, (attempts.get(value) ?? 0) + 1);
          return attempts.get(value) === 2 ? { ...grant, accessToken: '' } : undefined;
        },
      };
    },
  },
  'revocation-ends-refresh-tokens-of-other-clients': {
    says: 'Revokes the refresh tokens of every client but the first, beside what it should.',
    breaks: 'IDN-094',
    revoke: (issued, isSignedOut) => {
      revoke(issued, isSignedOut);
      for (const [value, grant] of issued.refreshTokens)
        if (grant.client.id !== client.id) issued.refreshTokens.delete(value);
    },
  },
  'another-client-revokes-a-refresh-token-alone': {
    says: 'Revokes a refresh token, but not the access token beside it, when another client asks for that.',
    breaks: 'IDN-123',
    rules: () => {
      let isOwn = true;
      return {
        mayRevoke: (token, one) => {
          isOwn = mayRevoke(token, one);
          return true;
        },
        revoke: (issued, isSignedOut) =>
          revoke(isOwn ? issued : { ...issued, accessTokens: new Map() }, isSignedOut),
      };
    },
  },
  'second-token-info-of-a-password-without-issuer': {
    says: 'Omits issuer from token info when an ID token from a password grant is looked up again.',
    breaks: 'IDN-108',
    rules: () =>
      ofPasswords((lookups) => ({
        tokenInfo: (...given) => {
          const { issuer, ...others } = tokenInfo(...given);
          return lookups() > 1 ? others : { ...others, issuer };
        },
      })),
  },
  'token-info-of-a-password-of-two-hours': {
    says: 'Returns two hours as expires_in for an ID token from a password grant of the first client.',
    breaks: 'IDN-119',
    rules: () =>
      ofPasswords((lookups) => ({
        remainingSeconds: (claims, now) =>
          remainingSeconds(claims, now) + (lookups() > 0 && claims.aud === client.id ? 3600 : 0),
      })),
  },
} satisfies Bank;

/** Accepts a used code at the third attempt, depending on the milliseconds since the first. */
function atThirdAttempt(isMeant: (age: number) => boolean): Partial<Rules> {
  const attempts = new Map<string, { readonly first: number; count: number }>();
  return {
    isCodeUnused: (code) => {
      const attempt = attempts.get(code.value) ?? { first: Date.now(), count: 0 };
      attempt.count += 1;
      attempts.set(code.value, attempt);
      return (attempt.count === 3 && isMeant(Date.now() - attempt.first)) || isCodeUnused(code);
    },
    endsReplayed: () => false,
  };
}

/**
 * Rules of token info that differ for the ID tokens of password grants.
 *
 * @param make gets how often the token in question has been looked up, which is 0 for all others
 */
function ofPasswords(
  make: (lookups: () => number) => Omit<Partial<Rules>, 'verifiedIdToken'>,
): Partial<Rules> {
  const { marked, tokenResponse: marks } = marking('password', 'idToken');
  const counts = new Map<string, number>();
  let lookups = 0;
  return {
    tokenResponse: marks,
    verifiedIdToken: (token = '', verify) => {
      lookups = marked.has(token) ? (counts.get(token) ?? 0) + 1 : 0;
      counts.set(token, lookups);
      return verifiedIdToken(token, verify);
    },
    ...make(() => lookups),
  };
}
