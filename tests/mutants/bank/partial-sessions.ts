import { defaultRules, type Rules } from '../../reference/rules/index.ts';
import type { Grant } from '../../reference/state.ts';
import type { Bank } from '../mutant.ts';
import { marking } from '../parts/marking.ts';
import { byTurn } from '../parts/refresh-turns.ts';

/** What a session is after a refresh, and before the first. */
export const partialSessions: Bank = {
  'revocation-of-an-unrefreshed-session-ignored': {
    says: 'Revokes only refresh tokens that were issued by a refresh.',
    breaks: 'IDN-093',
    rules: () => {
      const refreshed = new Set<string>();
      return {
        refreshToken: (fresh, former) => {
          if (former !== undefined) refreshed.add(fresh);
          return fresh;
        },
        revoke: (issued, isSignedOut) => {
          for (const [value, grant] of issued.refreshTokens)
            if (isSignedOut(grant) && refreshed.has(value)) issued.refreshTokens.delete(value);
        },
      };
    },
  },
  'revocation-of-a-password-session-ignored': {
    says: 'Does not revoke the refresh token of a password grant that was never refreshed.',
    breaks: 'IDN-093',
    rules: () => {
      const ofPasswords = new Set<string>();
      return {
        tokenResponse: (tokens, scopes, grant) => {
          if (grant === 'password') ofPasswords.add(tokens.refreshToken);
          return defaultRules.tokenResponse(tokens, scopes, grant);
        },
        revoke: (issued, isSignedOut) => {
          for (const [value, grant] of issued.refreshTokens)
            if (isSignedOut(grant) && !ofPasswords.has(value)) issued.refreshTokens.delete(value);
        },
      };
    },
  },
  'access-token-of-a-second-refresh-opens-nothing': {
    says: 'Refuses the access token from a second refresh in a row.',
    breaks: 'IDN-071',
    rules: () => {
      const refreshed = new Set<string>();
      const dead = new Set<string>();
      return {
        accessToken: (fresh, former) => {
          if (former === undefined) return fresh;
          if (refreshed.has(former)) dead.add(fresh);
          refreshed.add(fresh);
          return fresh;
        },
        findAccessToken: (tokens, token) =>
          dead.has(token ?? '') ? undefined : defaultRules.findAccessToken(tokens, token),
      };
    },
  },
  'no-permissions-after-a-refresh': {
    says: 'Returns no permissions for an access token from a refresh.',
    breaks: 'COL-063',
    rules: () =>
      byTurn((refreshes) => ({
        permissions: (user, scopes) => (refreshes() > 0 ? [] : defaultRules.permissions(user, scopes)),
      })),
  },
  'refreshed-token-of-another-user': {
    says: 'Returns another user for an access token from a refresh.',
    breaks: 'COL-054',
    rules: () =>
      byTurn((refreshes) => ({
        tokenUser: ({ user }, users) =>
          refreshes() > 0 ? (users.find(({ id }) => id !== user.id) ?? user) : user,
      })),
  },
  'revoked-until-the-next-login': {
    says: 'Accepts revoked refresh tokens again after the next password grant.',
    breaks: 'IDN-093',
    rules: () => {
      const revive: (() => void)[] = [];
      return {
        revoke: (issued, isSignedOut) => {
          for (const [value, grant] of issued.refreshTokens) {
            if (!isSignedOut(grant)) continue;
            issued.refreshTokens.delete(value);
            revive.push(() => issued.refreshTokens.set(value, grant));
          }
        },
        isPassword: (user, password) => {
          const is = defaultRules.isPassword(user, password);
          if (is) for (const one of revive.splice(0)) one();
          return is;
        },
      };
    },
  },
  'second-refresh-answers-the-former-access-token': {
    says: 'Returns the access token of the first refresh again on every later one.',
    breaks: 'IDN-070',
    rules: () => {
      const refreshed = new Set<string>();
      return {
        accessToken: (fresh, former) => {
          if (former !== undefined && refreshed.has(former)) return former;
          if (former !== undefined) refreshed.add(fresh);
          return fresh;
        },
      };
    },
  },
  'no-permissions-by-profile-alone': {
    says: 'Returns no permissions when profile is the only scope.',
    breaks: 'COL-063',
    permissions: (user, scopes) =>
      scopes.join() === 'profile' ? [] : defaultRules.permissions(user, scopes),
  },
  'no-permissions-by-long-scopes': {
    says: 'Returns no permissions after a password grant with scopes in their long form.',
    breaks: 'COL-063',
    passwordScopes: (scope, url) => {
      const scopes = defaultRules.passwordScopes(scope, url);
      return scopes && (scope?.includes(url) ? [...scopes, 'long'] : scopes);
    },
    permissions: (user, scopes) => (scopes.includes('long') ? [] : defaultRules.permissions(user, scopes)),
  },
  'first-refresh-answers-the-former-access-token': {
    says: 'Returns the previous access token on the first refresh of a session, and a new one on the second.',
    breaks: 'IDN-070',
    rules: () => {
      const refreshed = new Set<string>();
      return {
        accessToken: (fresh, former) => {
          if (former === undefined || refreshed.has(former)) return fresh;
          refreshed.add(former);
          return former;
        },
      };
    },
  },
  'unrefreshed-token-of-another-client': {
    says: 'Accepts a refresh token of another client unless it was issued by a refresh.',
    breaks: 'IDN-069',
    rules: () => {
      const refreshed = new Set<string>();
      let isRefreshed = false;
      return {
        refreshToken: (fresh, former) => {
          if (former !== undefined) refreshed.add(fresh);
          return fresh;
        },
        findRefreshToken: (tokens, token) => {
          isRefreshed = refreshed.has(token ?? '');
          return defaultRules.findRefreshToken(tokens, token);
        },
        isRefreshTokenOf: (token, client) => !isRefreshed || defaultRules.isRefreshTokenOf(token, client),
      };
    },
  },
  'refresh-token-of-a-code-of-another-client': {
    says: 'Accepts a refresh token of another client when it was issued for a code.',
    breaks: 'IDN-069',
    rules: () => {
      const { marked, tokenResponse } = marking('authorization_code', 'refreshToken');
      let isMarked = false;
      return {
        tokenResponse,
        findRefreshToken: (tokens, token) => {
          isMarked = marked.has(token);
          return defaultRules.findRefreshToken(tokens, token);
        },
        isRefreshTokenOf: (token, client) => isMarked || defaultRules.isRefreshTokenOf(token, client),
      };
    },
  },
  'nothing-opens-after-a-sign-out': {
    says: 'Refuses all access tokens of a user at a client after a sign-out there, even new ones.',
    breaks: 'COL-001',
    rules: () => {
      const signedOut = signOuts();
      return {
        revoke: signedOut.revoke,
        findAccessToken: (tokens, token) => {
          const found = defaultRules.findAccessToken(tokens, token);
          return found !== undefined && signedOut.has(found) ? undefined : found;
        },
      };
    },
  },
  'nothing-is-refreshed-after-a-sign-out': {
    says: 'Refuses all refresh tokens of a user at a client after a sign-out there, even new ones.',
    breaks: 'IDN-042',
    rules: () => {
      const signedOut = signOuts();
      return {
        revoke: signedOut.revoke,
        findRefreshToken: (tokens, token) => {
          const found = defaultRules.findRefreshToken(tokens, token);
          return found !== undefined && signedOut.has(found) ? undefined : found;
        },
      };
    },
  },
};

/** Remembers who was signed out of which client. */
function signOuts() {
  const known: ((grant: Grant) => boolean)[] = [];
  return {
    revoke: (...[issued, isSignedOut]: Parameters<Rules['revoke']>) => {
      known.push(isSignedOut);
      defaultRules.revoke(issued, isSignedOut);
    },
    has: (grant: Grant) => known.some((isSignedOut) => isSignedOut(grant)),
  };
}
