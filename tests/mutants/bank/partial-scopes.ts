import { defaultRules, type Rules } from '../../reference/rules/index.ts';
import type { Bank } from '../mutant.ts';

/** Breaking a rule of the token endpoint where few scopes were asked for. */
export const partialScopeMutants = {
  'no-id-token-for-few-scopes': {
    says: 'Answers a password grant without an ID token where not all scopes were asked for.',
    breaks: ['IDN-040'],
    replace: () => ({
      tokenResponse: (tokens, scopes, grant) => {
        const { id_token, ...others } = defaultRules.tokenResponse(tokens, scopes, grant);
        return grant === 'password' && scopes.length < 3 ? others : { ...others, id_token };
      },
    }),
  },
  'no-refresh-token-for-one-scope': {
    says: 'Answers a password grant without a refresh token where one scope was asked for.',
    breaks: ['IDN-041'],
    replace: () => ({
      tokenResponse: (tokens, scopes, grant) => {
        const { refresh_token, ...others } = defaultRules.tokenResponse(tokens, scopes, grant);
        return grant === 'password' && scopes.length === 1 ? others : { ...others, refresh_token };
      },
    }),
  },
  'no-id-token-for-few-scopes-by-a-code': {
    says: 'Answers a code without an ID token where not all scopes were asked for.',
    breaks: ['IDN-036'],
    replace: () => ({
      tokenResponse: (tokens, scopes, grant) => {
        const { id_token, ...others } = defaultRules.tokenResponse(tokens, scopes, grant);
        return grant === 'authorization_code' && scopes.length < 3 ? others : { ...others, id_token };
      },
    }),
  },
  'no-id-token-for-few-scopes-by-a-refresh': {
    says: 'Answers a refresh without an ID token where not all scopes were asked for.',
    breaks: ['IDN-044'],
    replace: () => ({
      tokenResponse: (tokens, scopes, grant) => {
        const { id_token, ...others } = defaultRules.tokenResponse(tokens, scopes, grant);
        return grant === 'refresh_token' && scopes.length < 3 ? others : { ...others, id_token };
      },
    }),
  },
  'id-token-for-one-scope-unknown': {
    says: 'Does not know the ID token of a password grant for which one scope was asked for.',
    breaks: ['IDN-101'],
    replace: () => {
      const ofOne = new Set<string>();
      return {
        tokenResponse: (tokens, scopes, grant) => {
          if (scopes.length === 1 && grant === 'password') ofOne.add(tokens.idToken);
          return defaultRules.tokenResponse(tokens, scopes, grant);
        },
        verifiedIdToken: async (token, verify) => (ofOne.has(token ?? '') ? undefined : verify(token ?? '')),
      };
    },
  },
  'id-token-for-long-scopes-without-first-name': {
    says: 'Leaves the first name out of token info where the scopes were asked for in their long form.',
    breaks: ['IDN-110'],
    replace: () => withoutFirstName((scope, authUrl) => scope.includes(authUrl)),
  },
  'id-token-for-short-scopes-without-first-name': {
    says: 'Leaves the first name out of token info where the scopes were asked for in their short form and usual order.',
    breaks: ['IDN-110'],
    replace: () => withoutFirstName((scope) => scope === 'email profile spaces'),
  },
  'profile-lost-with-long-scopes': {
    says: 'Leaves the profile out of users/me where the scopes were asked for in their long form.',
    breaks: ['COL-046'],
    replace: () => {
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
    says: 'Refuses a code for which one scope was asked for.',
    breaks: ['IDN-034'],
    replace: () => ({
      findCode: (codes, code) => {
        const found = defaultRules.findCode(codes, code);
        return found?.scopes.length === 1 ? undefined : found;
      },
    }),
  },
  'session-for-one-scope-not-refreshed': {
    says: 'Refuses a refresh token for which one scope was asked for.',
    breaks: ['IDN-042'],
    replace: () => ({
      findRefreshToken: (tokens, token) => {
        const found = defaultRules.findRefreshToken(tokens, token);
        return found?.scopes.length === 1 ? undefined : found;
      },
    }),
  },
  'authorize-long-profile-alone-refused': {
    says: 'Refuses the long form of profile alone at authorize.',
    breaks: ['IDN-019'],
    replace: () => authorizingBut((scope, url) => scope === `${url}/auth/userinfo.profile`),
  },
  'authorize-long-spaces-alone-refused': {
    says: 'Refuses the long form of spaces alone at authorize.',
    breaks: ['IDN-019'],
    replace: () => authorizingBut((scope, url) => scope === `${url}/auth/spaces`),
  },
  'authorize-scopes-in-both-forms-refused': {
    says: 'Refuses scopes in both forms at once at authorize.',
    breaks: ['IDN-019'],
    replace: () =>
      authorizingBut((scope, url) => {
        const long = scope.split(' ').filter((one) => one.startsWith(url));
        return long.length > 0 && long.length < scope.split(' ').length;
      }),
  },
  'authorize-two-scopes-refused': {
    says: 'Refuses two of the three scopes at authorize.',
    breaks: ['IDN-018'],
    replace: () => authorizingBut((scope) => scope.split(' ').length === 2),
  },
  'password-long-spaces-alone-refused': {
    says: 'Refuses the scope spaces alone in its long form at the password grant.',
    breaks: ['IDN-089'],
    replace: () => ({
      passwordScopes: (scope, url) =>
        scope === `${url}/auth/spaces` ? undefined : defaultRules.passwordScopes(scope, url),
    }),
  },
  'password-two-scopes-with-spaces-refused': {
    says: 'Refuses a password grant for spaces and one other scope.',
    breaks: ['IDN-089'],
    replace: () => ({
      passwordScopes: (scope, authUrl) => {
        const scopes = defaultRules.passwordScopes(scope, authUrl);
        return scopes?.length === 2 && scopes.includes('spaces') ? undefined : scopes;
      },
    }),
  },
  'password-scopes-in-both-forms-refused': {
    says: 'Refuses scopes some of which are in their long form, and some not, at the password grant.',
    breaks: ['IDN-089'],
    replace: () => ({
      passwordScopes: (scope, url) => {
        const areLong = (scope ?? '').split(' ').map((one) => one.startsWith(url));
        return new Set(areLong).size > 1 ? undefined : defaultRules.passwordScopes(scope, url);
      },
    }),
  },
} satisfies Bank;

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
