import { defaultRules, type Rules } from '../../reference/rules/index.ts';
import type { Grant } from '../../reference/state.ts';
import { marking } from '../marking.ts';
import type { Bank } from '../mutant.ts';
import { byTurn } from '../refresh-turns.ts';

/** What a session is after a refresh, and before the first. */
export const partialSessions: Bank = {
  'revocation-of-an-unrefreshed-session-ignored': {
    says: 'Revokes the refresh tokens that a refresh was answered with, and no other.',
    breaks: ['IDN-093'],
    replace: () => {
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
    says: 'Revokes no refresh token of a password grant that was never refreshed.',
    breaks: ['IDN-093'],
    replace: () => {
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
    says: 'Answers a second refresh in a row with an access token that opens nothing.',
    breaks: ['IDN-071'],
    replace: () => {
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
    says: 'Shows no permissions to an access token that a refresh has answered.',
    breaks: ['COL-063'],
    replace: () =>
      byTurn((refreshes) => ({
        permissions: (user, scopes) => (refreshes() > 0 ? [] : defaultRules.permissions(user, scopes)),
      })),
  },
  'refreshed-token-of-another-user': {
    says: 'Answers another user to an access token that a refresh has answered.',
    breaks: ['COL-054'],
    replace: () =>
      byTurn((refreshes) => ({
        tokenUser: ({ user }, users) =>
          refreshes() > 0 ? (users.find(({ id }) => id !== user.id) ?? user) : user,
      })),
  },
  'revoked-until-the-next-login': {
    says: 'Takes a revoked refresh token again once its user has logged in anew.',
    breaks: ['IDN-093'],
    replace: () => {
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
    says: 'Answers the access token of a refresh again when what came with it is refreshed.',
    breaks: ['IDN-070'],
    replace: () => {
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
    says: 'Shows no permissions with the scope profile alone.',
    breaks: ['COL-063'],
    replace: () => ({
      permissions: (user, scopes) =>
        scopes.join() === 'profile' ? [] : defaultRules.permissions(user, scopes),
    }),
  },
  'no-permissions-by-long-scopes': {
    says: 'Shows no permissions where the scopes were given in their long form.',
    breaks: ['COL-063'],
    replace: () => ({
      passwordScopes: (scope, url) => {
        const scopes = defaultRules.passwordScopes(scope, url);
        return scopes && (scope?.includes(url) ? [...scopes, 'long'] : scopes);
      },
      permissions: (user, scopes) => (scopes.includes('long') ? [] : defaultRules.permissions(user, scopes)),
    }),
  },
  'first-refresh-answers-the-former-access-token': {
    says: 'Answers the access token of a grant again when a session is refreshed first, and another one later.',
    breaks: ['IDN-070'],
    replace: () => {
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
    says: 'Exchanges the refresh token of another client unless a refresh was answered with it.',
    breaks: ['IDN-069'],
    replace: () => {
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
    says: 'Exchanges the refresh token of another client where a code was answered with it.',
    breaks: ['IDN-069'],
    replace: () => {
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
    says: 'Lets no access token open anything that is issued to a user at a client after a sign-out there.',
    breaks: ['COL-001'],
    replace: () => {
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
    says: 'Takes no refresh token that is issued to a user at a client after a sign-out there.',
    breaks: ['IDN-042'],
    replace: () => {
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
