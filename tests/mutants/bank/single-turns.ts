import { defaultRules, type Rules } from '../../reference/rules/index.ts';
import { client, users } from '../../reference/seed.ts';
import type { Bank } from '../mutant.ts';
import { marking } from '../parts/marking.ts';
import { byTurn, counting } from '../parts/refresh-turns.ts';

const {
  currentUser,
  findAccessToken,
  findRefreshToken,
  grantType,
  isClientSecret,
  isRefreshTokenOf,
  permissions,
  tokenInfo,
} = defaultRules;

/** A revocation is forgotten after so many milliseconds. */
const FORGOTTEN_AFTER_MS = 1000;

/** What a session does otherwise at one turn: at its first refresh or its second, at its end, or at another client. */
export const singleTurnMutants = {
  'access-token-of-a-first-refresh-opens-nothing': {
    says: 'Returns an unusable access token for the first refresh of a session only.',
    breaks: 'IDN-071',
    rules: () => {
      const { refreshesOf, rules } = counting();
      return {
        ...rules,
        findAccessToken: (tokens, token) =>
          refreshesOf(token) === 1 ? undefined : findAccessToken(tokens, token),
      };
    },
  },
  'first-refresh-without-id-token': {
    says: 'Omits the ID token from the first refresh of a session for all scopes with redirect_uri.',
    breaks: 'IDN-044',
    rules: () => {
      const { refreshesOf, rules } = counting();
      let isBare = false;
      return {
        ...rules,
        grantType: (value, form) => {
          isBare = form['redirect_uri'] === undefined;
          return grantType(value, form);
        },
        tokenResponse: (tokens, scopes, grant) => {
          const { id_token, ...others } = rules.tokenResponse(tokens, scopes, grant);
          const isFirst = refreshesOf(tokens.refreshToken) === 1;
          return isFirst && !isBare && scopes.length === 3 ? others : { ...others, id_token };
        },
      };
    },
  },
  'first-refresh-with-fewer-permissions': {
    says: 'Returns the permissions of a guest for an access token from a first refresh for all scopes.',
    breaks: 'COL-063',
    rules: () =>
      byTurn((refreshes) => ({
        permissions: (user, scopes) =>
          permissions(refreshes() === 1 && scopes.length === 3 ? { ...user, kind: 'guest' } : user, scopes),
      })),
  },
  'renewal-of-a-password-with-the-former-access-token': {
    says: 'Returns the previous access token when a session from a password grant is refreshed.',
    breaks: 'IDN-070',
    rules: () => {
      const { marked, tokenResponse } = marking('password', 'accessToken');
      return {
        tokenResponse,
        accessToken: (fresh, former) => (former !== undefined && marked.has(former) ? former : fresh),
      };
    },
  },
  'second-refresh-ends-the-access-token-of-the-first': {
    says: 'Revokes the access token of the first refresh at the second refresh.',
    breaks: 'IDN-130',
    rules: () => endingAtTheSecond((former) => former),
  },
  'second-refresh-ends-the-first-access-token': {
    says: 'Revokes the first access token of a session at its second refresh.',
    breaks: 'IDN-130',
    rules: () => endingAtTheSecond((_former, before) => before),
  },
  'second-refresh-without-languages': {
    says: 'Omits the languages of the current user for an access token from the second refresh in a row.',
    breaks: 'COL-031',
    rules: () =>
      byTurn((refreshes) => ({
        currentUser: (user, parts) => ({
          ...currentUser(user, parts),
          ...(refreshes() === 2 && { languages: undefined }),
        }),
      })),
  },
  'id-token-of-a-second-refresh-unknown': {
    says: 'Does not recognize the ID token of the second refresh in a row.',
    breaks: 'IDN-101',
    rules: () => {
      const { refreshesOf, rules } = counting();
      return {
        ...rules,
        verifiedIdToken: async (token, verify) =>
          refreshesOf(token) === 2 ? undefined : defaultRules.verifiedIdToken(token, verify),
      };
    },
  },
  'refreshed-id-token-of-another-user-id': {
    says: 'Returns the right user but the user_id of another one for an ID token from a refresh.',
    breaks: 'IDN-117',
    rules: () => {
      const { refreshesOf, rules } = counting();
      let isRefreshed = false;
      return {
        ...rules,
        verifiedIdToken: (token, verify) => {
          isRefreshed = refreshesOf(token) > 0;
          return defaultRules.verifiedIdToken(token, verify);
        },
        tokenInfo: (claims, seconds, user) => ({
          ...tokenInfo(claims, seconds, user),
          ...(isRefreshed && { user_id: users.admin.ndbid }),
        }),
      };
    },
  },
  'refreshed-token-of-another-client': {
    says: 'Accepts a refresh token of another client when it comes from a refresh.',
    breaks: 'IDN-069',
    rules: () => {
      const { refreshesOf, rules } = counting();
      return { ...rules, ...ofAnyClient((token) => refreshesOf(token) > 0) };
    },
  },
  'refresh-token-of-a-password-of-another-client': {
    says: 'Accepts a refresh token of another client when it comes from a password grant.',
    breaks: 'IDN-069',
    rules: () => {
      const { marked, tokenResponse } = marking('password', 'refreshToken');
      return { tokenResponse, ...ofAnyClient((token) => marked.has(token)) };
    },
  },
  'secret-of-another-client-unread-at-a-refresh': {
    says: 'Accepts any client secret in a refresh for every client but the first.',
    breaks: 'IDN-061',
    isClientSecret: (one, secret, grant) =>
      (grant === 'refresh_token' && one.id !== client.id && secret !== undefined) ||
      isClientSecret(one, secret, grant),
  },
  'revocation-forgotten-after-a-second': {
    says: 'Accepts a revoked refresh token again a second after its revocation.',
    breaks: 'IDN-093',
    revoke: (issued, isSignedOut) => {
      const revoked = [...issued.refreshTokens].filter(([, grant]) => isSignedOut(grant));
      defaultRules.revoke(issued, isSignedOut);
      const forget = () => {
        for (const [value, grant] of revoked) issued.refreshTokens.set(value, grant);
      };
      setTimeout(forget, FORGOTTEN_AFTER_MS).unref();
    },
  },
  'unrefreshed-session-of-a-code-not-revoked': {
    says: 'Does not revoke a refresh token obtained directly with a code.',
    breaks: 'IDN-093',
    rules: () => {
      const { marked, tokenResponse } = marking('authorization_code', 'refreshToken');
      return {
        tokenResponse,
        revoke: (issued, isSignedOut) => {
          for (const [value, grant] of issued.refreshTokens)
            if (isSignedOut(grant) && !marked.has(value)) issued.refreshTokens.delete(value);
        },
      };
    },
  },
  'revocation-ignored-beside-another-client': {
    says: 'Ignores a revocation while the user also has a session at another client.',
    breaks: 'IDN-093',
    revoke: (issued, isSignedOut) => {
      const grants = [...issued.refreshTokens.values()];
      const revoked = grants.find(isSignedOut);
      const isElsewhere = grants.some(
        (grant) => grant.user.id === revoked?.user.id && grant.client.id !== revoked.client.id,
      );
      if (!isElsewhere) defaultRules.revoke(issued, isSignedOut);
    },
  },
} satisfies Bank;

/** Exchanges some refresh tokens for any client. */
function ofAnyClient(isSpared: (token: string | undefined) => boolean): Partial<Rules> {
  let isAny = false;
  return {
    findRefreshToken: (tokens, token) => {
      isAny = isSpared(token);
      return findRefreshToken(tokens, token);
    },
    isRefreshTokenOf: (token, by) => isAny || isRefreshTokenOf(token, by),
  };
}

/** Ends an access token at the second refresh in a row: of the two that came before it, the one that is chosen. */
function endingAtTheSecond(choose: (former: string, before: string) => string): Partial<Rules> {
  const formers = new Map<string, string>();
  const ended = new Set<string | undefined>();
  return {
    accessToken: (fresh, former) => {
      if (former === undefined) return fresh;
      const before = formers.get(former);
      formers.set(fresh, former);
      if (before !== undefined && !formers.has(before)) ended.add(choose(former, before));
      return fresh;
    },
    findAccessToken: (tokens, token) => (ended.has(token) ? undefined : findAccessToken(tokens, token)),
  };
}
