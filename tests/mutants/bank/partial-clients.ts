import { defaultRules, type Rules } from '../../reference/rules/index.ts';
import { client, users } from '../../reference/seed.ts';
import type { User } from '../../reference/state.ts';
import type { Bank } from '../mutant.ts';
import { marking } from '../parts/marking.ts';

const {
  findAccessToken,
  isClientSecret,
  isCodeOf,
  isCodeUnused,
  isPassword,
  isRefreshTokenOf,
  permissionsAsked,
  tokenResponse,
  verifiedIdToken,
} = defaultRules;

/** What holds for the first client and not for another. */
export const partialClientMutants = {
  'access-token-of-one-client-alone': {
    says: 'Accepts only access tokens of the first client in the collaboration API.',
    breaks: 'COL-001',
    findAccessToken: (tokens, value) => {
      const token = findAccessToken(tokens, value);
      return token?.client.id === client.id ? token : undefined;
    },
  },
  'codes-of-one-client-alone': {
    says: 'Exchanges only codes of the first client.',
    breaks: 'IDN-034',
    isCodeOf: (code, one) => one.id === client.id && isCodeOf(code, one),
  },
  'codes-of-others-for-the-first-client': {
    says: 'Exchanges the codes of other clients for the first client.',
    breaks: 'IDN-067',
    isCodeOf: (code, one) => one.id === client.id || isCodeOf(code, one),
  },
  'refresh-tokens-of-others-for-the-first-client': {
    says: 'Exchanges the refresh tokens of other clients for the first client.',
    breaks: 'IDN-069',
    isRefreshTokenOf: (token, one) => one.id === client.id || isRefreshTokenOf(token, one),
  },
  'audience-of-a-refresh-is-the-first-client': {
    says: 'Returns the first client as the audience of every ID token obtained with a refresh.',
    breaks: 'IDN-116',
    rules: () => audienceIsTheFirst('refresh_token'),
  },
  'audience-of-a-code-is-the-first-client': {
    says: 'Returns the first client as the audience of every ID token obtained with a code.',
    breaks: 'IDN-116',
    rules: () => audienceIsTheFirst('authorization_code'),
  },
  'audience-of-a-password-is-the-first-client': {
    says: 'Returns the first client as the audience of every ID token obtained with a password.',
    breaks: 'IDN-116',
    rules: () => audienceIsTheFirst('password'),
  },
  'another-user-at-another-client': {
    says: 'Returns the user name of another user for an access token of any client but the first.',
    breaks: 'COL-054',
    rules: () => elsewhere((user) => ({ ...user, username: users.guest.username })),
  },
  'fewer-permissions-at-another-client': {
    says: 'Returns the permissions of a guest for an access token of any client but the first.',
    breaks: 'COL-063',
    rules: () => elsewhere((user) => ({ ...user, kind: 'guest' })),
  },
  'any-password-at-another-client': {
    says: 'Accepts any password from every client but the first.',
    breaks: 'IDN-062',
    rules: () =>
      byClient((isAnother) => ({
        isPassword: (user, password) => (isAnother() && password !== undefined) || isPassword(user, password),
      })),
  },
  'password-grant-of-another-client-without-a-secret': {
    says: 'Grants tokens for a password without client_secret to every client but the first.',
    breaks: 'IDN-051',
    rules: () => withoutSecret('password'),
  },
  'refresh-of-another-client-without-a-secret': {
    says: 'Refreshes without client_secret for every client but the first.',
    breaks: 'IDN-056',
    rules: () => withoutSecret('refresh_token'),
  },
  'no-refresh-token-for-another-client': {
    says: 'Omits the refresh token from the response to a password grant of any client but the first.',
    breaks: 'IDN-041',
    rules: () => responding('password', { refresh_token: undefined }),
  },
  'refresh-of-another-client-without-an-id-token': {
    says: 'Omits the ID token from the response to a refresh of any client but the first.',
    breaks: 'IDN-044',
    rules: () => responding('refresh_token', { id_token: undefined }),
  },
  'five-minutes-for-another-client': {
    says: 'Says that a token for a password expires in five minutes, to every client but the first.',
    breaks: 'IDN-129',
    rules: () => responding('password', { expires_in: 300 }),
  },
  'five-minutes-after-a-refresh-of-another-client': {
    says: 'Says that a token from a refresh expires in five minutes, to every client but the first.',
    breaks: 'IDN-129',
    rules: () => responding('refresh_token', { expires_in: 300 }),
  },
  'another-client-asks-for-email-alone': {
    says: 'Asks only for the e-mail permission on the consent page of any client but the first.',
    breaks: 'IDN-028',
    rules: () =>
      byClient((isAnother) => ({
        permissionsAsked: () => permissionsAsked().slice(0, isAnother() ? 1 : undefined),
      })),
  },
  'first-client-asks-for-email-alone': {
    says: 'Asks only for the e-mail permission on the consent page of the first client.',
    breaks: 'IDN-028',
    rules: () =>
      byClient((isAnother) => ({
        permissionsAsked: () => permissionsAsked().slice(0, isAnother() ? undefined : 1),
      })),
  },
  'used-code-works-for-another-client': {
    says: 'Exchanges a code that the first client has already exchanged, for any other client.',
    breaks: ['IDN-066', 'IDN-067'],
    rules: () =>
      byClient((isAnother) => ({
        isCodeUnused: (code) => isAnother() || isCodeUnused(code),
        isCodeOf: (code, one) => (isAnother() && code.used) || isCodeOf(code, one),
      })),
  },
  'used-refresh-token-works-for-another-client': {
    says: 'Keeps a refresh token valid, and for any client once its own has used it.',
    breaks: 'IDN-069',
    rules: () => {
      const used = new Set<unknown>();
      return {
        usesUpRefreshToken: () => false,
        isRefreshTokenOf: (token, one) => {
          if (isRefreshTokenOf(token, one)) used.add(token);
          return used.has(token);
        },
      };
    },
  },
  'refresh-token-works-for-another-client-at-the-second-attempt': {
    says: 'Refuses a refresh token to another client only once.',
    breaks: 'IDN-069',
    rules: () => {
      const refused = new Set<unknown>();
      return {
        isRefreshTokenOf: (token, one) => {
          const isGranted = isRefreshTokenOf(token, one) || refused.has(token);
          if (!isGranted) refused.add(token);
          return isGranted;
        },
      };
    },
  },
  'refresh-ends-access-tokens-of-other-clients': {
    says: 'Ends the access tokens of all other clients when the first one refreshes.',
    breaks: 'IDN-130',
    rules: () => {
      let refreshedAt = 0;
      return {
        isRefreshTokenOf: (token, one) => {
          if (one.id === client.id) refreshedAt = Date.now();
          return isRefreshTokenOf(token, one);
        },
        findAccessToken: (tokens, value) => {
          const token = findAccessToken(tokens, value);
          return token?.client.id === client.id || (token?.issuedAt ?? 0) > refreshedAt ? token : undefined;
        },
      };
    },
  },
} satisfies Bank;

/**
 * Rules that depend on the client of a request.
 *
 * @param change gets whether the latest authorization or token request named any client but the first
 */
function byClient(change: (isAnother: () => boolean) => Partial<Rules>): Partial<Rules> {
  let latest: string | undefined;
  return {
    authorizeClient: (clients, id) => {
      latest = id;
      return defaultRules.authorizeClient(clients, id);
    },
    tokenClient: (clients, id, grant) => {
      latest = id;
      return defaultRules.tokenClient(clients, id, grant);
    },
    ...change(() => latest !== client.id),
  };
}

/** Accepts a missing client_secret for one grant of another client. */
function withoutSecret(wanted: Parameters<typeof marking>[0]): Partial<Rules> {
  return {
    isClientSecret: (one, secret, grant) =>
      (one.id !== client.id && grant === wanted && secret === undefined) ||
      isClientSecret(one, secret, grant),
  };
}

/** Changes the response to one grant of another client. */
function responding(
  wanted: Parameters<typeof marking>[0],
  fields: Readonly<Record<string, unknown>>,
): Partial<Rules> {
  return byClient((isAnother) => ({
    tokenResponse: (tokens, scopes, grant) => ({
      ...tokenResponse(tokens, scopes, grant),
      ...(isAnother() && grant === wanted && fields),
    }),
  }));
}

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
