import { defaultRules, type Rules } from '../../reference/rules/index.ts';
import type { Bank } from '../mutant.ts';

/** Breaking a rule of the token endpoint where few scopes were asked for. */
export const partialScopeMutants = {
  'no-id-token-for-few-scopes': {
    says: 'Omits the ID token from a password grant when not all scopes were requested.',
    breaks: 'IDN-040',
    tokenResponse: (tokens, scopes, grant) => {
      const { id_token, ...others } = defaultRules.tokenResponse(tokens, scopes, grant);
      return grant === 'password' && scopes.length < 3 ? others : { ...others, id_token };
    },
  },
  'no-refresh-token-for-one-scope': {
    says: 'Omits the refresh token from a password grant when only one scope was requested.',
    breaks: 'IDN-041',
    tokenResponse: (tokens, scopes, grant) => {
      const { refresh_token, ...others } = defaultRules.tokenResponse(tokens, scopes, grant);
      return grant === 'password' && scopes.length === 1 ? others : { ...others, refresh_token };
    },
  },
  'no-id-token-for-few-scopes-by-a-code': {
    says: 'Omits the ID token from the exchange of a code when not all scopes were requested.',
    breaks: 'IDN-036',
    tokenResponse: (tokens, scopes, grant) => {
      const { id_token, ...others } = defaultRules.tokenResponse(tokens, scopes, grant);
      return grant === 'authorization_code' && scopes.length < 3 ? others : { ...others, id_token };
    },
  },
  'no-id-token-for-few-scopes-by-a-refresh': {
    says: 'Omits the ID token from a refresh when not all scopes were requested.',
    breaks: 'IDN-044',
    tokenResponse: (tokens, scopes, grant) => {
      const { id_token, ...others } = defaultRules.tokenResponse(tokens, scopes, grant);
      return grant === 'refresh_token' && scopes.length < 3 ? others : { ...others, id_token };
    },
  },
  'id-token-of-a-code-for-one-scope-unknown': {
    says: 'Does not recognize the ID token of a code when only one scope was requested.',
    breaks: 'IDN-101',
    rules: () => forgettingIdTokensForOneScope('authorization_code'),
  },
  'refresh-token-of-a-code-for-one-scope-refused': {
    says: 'Refuses the refresh token of a code when only one scope was requested.',
    breaks: 'IDN-042',
    rules: () => {
      const ofOne = new Set<string>();
      return {
        tokenResponse: (tokens, scopes, grant) => {
          if (scopes.length === 1 && grant === 'authorization_code') ofOne.add(tokens.refreshToken);
          return defaultRules.tokenResponse(tokens, scopes, grant);
        },
        findRefreshToken: (tokens, token) =>
          ofOne.has(token ?? '') ? undefined : defaultRules.findRefreshToken(tokens, token),
      };
    },
  },
  'id-token-for-one-scope-unknown': {
    says: 'Does not recognize the ID token of a password grant when only one scope was requested.',
    breaks: 'IDN-101',
    rules: () => forgettingIdTokensForOneScope('password'),
  },
  'id-token-for-long-scopes-without-first-name': {
    says: 'Omits first_name from token info when the password grant requested a scope in its long form.',
    breaks: 'IDN-110',
    rules: () => withoutFirstName((scope, authUrl) => scope.includes(authUrl)),
  },
  'id-token-for-short-scopes-without-first-name': {
    says: 'Omits first_name from token info when the scope of the password grant was email profile spaces.',
    breaks: 'IDN-110',
    rules: () => withoutFirstName((scope) => scope === 'email profile spaces'),
  },
  'profile-lost-with-long-scopes': {
    says: 'Omits profile from users/me when the password grant requested a scope in its long form.',
    breaks: 'COL-046',
    rules: () => {
      const long = new Set<readonly string[]>();
      let isLong = false;
      return {
        passwordScopes: (scope, authUrl) => {
          const scopes = defaultRules.passwordScopes(scope, authUrl);
          if (scopes !== undefined && scope?.includes(authUrl)) long.add(scopes);
          return scopes;
        },
        permissions: (user, scopes) => {
          isLong = long.has(scopes);
          return defaultRules.permissions(user, scopes);
        },
        currentUser: (user, parts) => {
          const { profile, ...rest } = defaultRules.currentUser(user, parts);
          return isLong ? rest : { ...rest, profile };
        },
      };
    },
  },
  'code-for-one-scope-not-exchanged': {
    says: 'Refuses a code when only one scope was requested.',
    breaks: 'IDN-034',
    findCode: (codes, code) => {
      const found = defaultRules.findCode(codes, code);
      return found?.scopes.length === 1 ? undefined : found;
    },
  },
  'session-for-one-scope-not-refreshed': {
    says: 'Refuses a refresh token when only one scope was requested.',
    breaks: 'IDN-042',
    findRefreshToken: (tokens, token) => {
      const found = defaultRules.findRefreshToken(tokens, token);
      return found?.scopes.length === 1 ? undefined : found;
    },
  },
  'authorize-long-profile-alone-refused': {
    says: 'Refuses an authorization request for profile alone in its long form.',
    breaks: 'IDN-019',
    rules: () => authorizingBut((scope, url) => scope === `${url}/auth/userinfo.profile`),
  },
  'authorize-long-spaces-alone-refused': {
    says: 'Refuses an authorization request for spaces alone in its long form.',
    breaks: 'IDN-019',
    rules: () => authorizingBut((scope, url) => scope === `${url}/auth/spaces`),
  },
  'authorize-scopes-in-both-forms-refused': {
    says: 'Refuses an authorization request that mixes short and long scopes.',
    breaks: 'IDN-019',
    rules: () =>
      authorizingBut((scope, url) => {
        const long = scope.split(' ').filter((one) => one.startsWith(url));
        return long.length > 0 && long.length < scope.split(' ').length;
      }),
  },
  'authorize-two-scopes-refused': {
    says: 'Refuses an authorization request for two of the three scopes.',
    breaks: 'IDN-018',
    rules: () => authorizingBut((scope) => scope.split(' ').length === 2),
  },
  'password-long-spaces-alone-refused': {
    says: 'Refuses a password grant for spaces alone in its long form.',
    breaks: 'IDN-089',
    passwordScopes: (scope, url) =>
      scope === `${url}/auth/spaces` ? undefined : defaultRules.passwordScopes(scope, url),
  },
  'password-two-scopes-with-spaces-refused': {
    says: 'Refuses a password grant for spaces and one other scope.',
    breaks: 'IDN-089',
    passwordScopes: (scope, authUrl) => {
      const scopes = defaultRules.passwordScopes(scope, authUrl);
      return scopes?.length === 2 && scopes.includes('spaces') ? undefined : scopes;
    },
  },
  'password-scopes-in-both-forms-refused': {
    says: 'Refuses a password grant that mixes short and long scopes.',
    breaks: 'IDN-089',
    passwordScopes: (scope, url) => {
      const areLong = (scope ?? '').split(' ').map((one) => one.startsWith(url));
      return new Set(areLong).size > 1 ? undefined : defaultRules.passwordScopes(scope, url);
    },
  },
} satisfies Bank;

/** Does not recognize the ID tokens that a grant has issued for a single scope. */
function forgettingIdTokensForOneScope(by: Parameters<Rules['tokenResponse']>[2]): Partial<Rules> {
  const ofOne = new Set<string>();
  return {
    tokenResponse: (tokens, scopes, grant) => {
      if (scopes.length === 1 && grant === by) ofOne.add(tokens.idToken);
      return defaultRules.tokenResponse(tokens, scopes, grant);
    },
    verifiedIdToken: async (token, verify) => (ofOne.has(token ?? '') ? undefined : verify(token ?? '')),
  };
}

/** Refuses such scopes at authorize. */
function authorizingBut(isRefused: (scope: string, authUrl: string) => boolean): Partial<Rules> {
  return {
    authorizeScopes: (scope, authUrl) =>
      isRefused(scope ?? '', authUrl) ? undefined : defaultRules.authorizeScopes(scope, authUrl),
  };
}

/** Leaves the first name out of token info where a password was exchanged for some scopes. */
function withoutFirstName(isMeant: (scope: string, authUrl: string) => boolean): Partial<Rules> {
  const nameless = new Set<string | undefined>();
  let isNameless = false;
  return {
    passwordScopes: (scope = '', authUrl) => {
      isNameless = isMeant(scope, authUrl);
      return defaultRules.passwordScopes(scope, authUrl);
    },
    tokenResponse: (tokens, scopes, grant) => {
      if (isNameless && grant === 'password') nameless.add(tokens.idToken);
      return defaultRules.tokenResponse(tokens, scopes, grant);
    },
    verifiedIdToken: (token, verify) => {
      isNameless = nameless.has(token);
      return verify(token ?? '');
    },
    tokenInfoUser: (user, picture) => {
      const { first_name, ...others } = defaultRules.tokenInfoUser(user, picture);
      return isNameless ? others : { first_name, ...others };
    },
  };
}
