import { defaultRules, type Rules } from '../../reference/rules/index.ts';
import type { Bank } from '../mutant.ts';

/** Breaking a rule of the token endpoint where few scopes were asked for. */
export const partialScopeMutants = {
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

/** Refuses such scopes at authorize. */
function authorizingBut(isRefused: (scope: string, authUrl: string) => boolean): Partial<Rules> {
  return {
    authorizeScopes: (scope, authUrl) =>
      isRefused(scope ?? '', authUrl) ? undefined : defaultRules.authorizeScopes(scope, authUrl),
  };
}
