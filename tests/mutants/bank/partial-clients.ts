import { defaultRules, type Rules } from '../../reference/rules/index.ts';
import { client, users } from '../../reference/seed.ts';
import type { User } from '../../reference/state.ts';
import { marking } from '../marking.ts';
import type { Bank } from '../mutant.ts';

const { findAccessToken, idTokenUser, isCodeOf, verifiedIdToken } = defaultRules;

/** What holds for the first client and not for another. */
export const partialClientMutants = {
  'access-token-of-one-client-alone': {
    says: 'Opens the collaboration API to the tokens of the first client alone.',
    breaks: ['COL-001'],
    replace: () => ({
      findAccessToken: (tokens, value) => {
        const token = findAccessToken(tokens, value);
        return token?.client.id === client.id ? token : undefined;
      },
    }),
  },
  'codes-of-one-client-alone': {
    says: 'Exchanges the codes of the first client alone.',
    breaks: ['IDN-034'],
    replace: () => ({ isCodeOf: (code, one) => one.id === client.id && isCodeOf(code, one) }),
  },
  'audience-of-a-code-is-the-first-client': {
    says: 'Tells the first client by the ID token of any code.',
    breaks: ['IDN-116'],
    replace: () => {
      const { marked, ...rules } = marking('authorization_code', 'idToken');
      return {
        ...rules,
        verifiedIdToken: async (token, verify) => {
          const claims = await verifiedIdToken(token, verify);
          return claims && marked.has(token) ? { ...claims, aud: client.id } : claims;
        },
      };
    },
  },
  'another-user-at-another-client': {
    says: 'Takes the user of a token of another client for somebody else.',
    breaks: ['COL-054'],
    replace: () => elsewhere((user) => ({ ...user, username: users.guest.username })),
  },
  'fewer-permissions-at-another-client': {
    says: 'Leaves the user of another client the permissions of a guest.',
    breaks: ['COL-063'],
    replace: () => elsewhere((user) => ({ ...user, kind: 'guest' })),
  },
  'token-info-of-another-user-at-another-client': {
    says: 'Tells somebody else by an ID token of another client.',
    breaks: ['IDN-117'],
    replace: () => ({
      idTokenUser: (all, claims) => (claims.aud === client.id ? idTokenUser(all, claims) : users.guest),
    }),
  },
} satisfies Bank;

/** Changes the user of a token of another client. */
function elsewhere(change: (user: User) => User): Partial<Rules> {
  return {
    tokenUser: (token, all) => {
      const user = defaultRules.tokenUser(token, all);
      return token.client.id === client.id ? user : change(user);
    },
  };
}
