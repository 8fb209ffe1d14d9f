import { defaultRules, type Rules } from '../../reference/rules/index.ts';
import { client, users } from '../../reference/seed.ts';
import type { User } from '../../reference/state.ts';
import { marking } from '../marking.ts';
import type { Bank } from '../mutant.ts';

const { findAccessToken, idTokenUser, isCodeOf, isRefreshTokenOf, verifiedIdToken } = defaultRules;

/** What holds for the first client and not for another. */
export const partialClientMutants = {
  'access-token-of-one-client-alone': {
    says: 'Accepts only access tokens of the first client in the collaboration API.',
    breaks: ['COL-001'],
    replace: () => ({
      findAccessToken: (tokens, value) => {
        const token = findAccessToken(tokens, value);
        return token?.client.id === client.id ? token : undefined;
      },
    }),
  },
  'codes-of-one-client-alone': {
    says: 'Exchanges only codes of the first client.',
    breaks: ['IDN-034'],
    replace: () => ({ isCodeOf: (code, one) => one.id === client.id && isCodeOf(code, one) }),
  },
  'codes-of-others-for-the-first-client': {
    says: 'Exchanges the codes of other clients for the first client.',
    breaks: ['IDN-067'],
    replace: () => ({ isCodeOf: (code, one) => one.id === client.id || isCodeOf(code, one) }),
  },
  'refresh-tokens-of-others-for-the-first-client': {
    says: 'Exchanges the refresh tokens of other clients for the first client.',
    breaks: ['IDN-069'],
    replace: () => ({
      isRefreshTokenOf: (token, one) => one.id === client.id || isRefreshTokenOf(token, one),
    }),
  },
  'audience-of-a-refresh-is-the-first-client': {
    says: 'Returns the first client as the audience of every ID token obtained with a refresh.',
    breaks: ['IDN-116'],
    replace: () => audienceIsTheFirst('refresh_token'),
  },
  'audience-of-a-code-is-the-first-client': {
    says: 'Returns the first client as the audience of every ID token obtained with a code.',
    breaks: ['IDN-116'],
    replace: () => audienceIsTheFirst('authorization_code'),
  },
  'another-user-at-another-client': {
    says: 'Returns the user name of another user for an access token of any client but the first.',
    breaks: ['COL-054'],
    replace: () => elsewhere((user) => ({ ...user, username: users.guest.username })),
  },
  'fewer-permissions-at-another-client': {
    says: 'Returns the permissions of a guest for an access token of any client but the first.',
    breaks: ['COL-063'],
    replace: () => elsewhere((user) => ({ ...user, kind: 'guest' })),
  },
  'token-info-of-another-user-at-another-client': {
    says: 'Returns another user for an ID token of any client but the first.',
    breaks: ['IDN-117'],
    replace: () => ({
      idTokenUser: (all, claims) => (claims.aud === client.id ? idTokenUser(all, claims) : users.guest),
    }),
  },
} satisfies Bank;

/** Returns the first client as the audience of the ID tokens of one grant. */
function audienceIsTheFirst(grant: Parameters<typeof marking>[0]): Partial<Rules> {
  const { marked, ...rules } = marking(grant, 'idToken');
  return {
    ...rules,
    verifiedIdToken: async (token, verify) => {
      const claims = await verifiedIdToken(token, verify);
      return claims && marked.has(token) ? { ...claims, aud: client.id } : claims;
    },
  };
}

/** Changes the user of a token of another client. */
function elsewhere(change: (user: User) => User): Partial<Rules> {
  return {
    tokenUser: (token, all) => {
      const user = defaultRules.tokenUser(token, all);
      return token.client.id === client.id ? user : change(user);
    },
  };
}
