import { defaultRules, type Rules } from '../../reference/rules/index.ts';
import type { User } from '../../reference/state.ts';
import type { Bank } from '../mutant.ts';
import { marking } from '../parts/marking.ts';

/** Breaking a rule of the token endpoint for some grants, some uses or some values only. */
export const partialGrantMutants = {
  'code-refresh-token-refused': {
    says: 'Refuses the refresh token that was issued for a code.',
    breaks: 'IDN-042',
    rules: () => {
      const { marked, tokenResponse } = marking('authorization_code', 'refreshToken');
      return {
        tokenResponse,
        findRefreshToken: (all, token) => (marked.has(token ?? '') ? undefined : all.get(token ?? '')),
      };
    },
  },
  'second-refresh-refused': {
    says: 'Refuses a refresh token that was issued by a refresh.',
    breaks: 'IDN-042',
    rules: () => {
      const dead = new Set<string>();
      return {
        refreshToken: (fresh, former) => {
          if (former !== undefined) dead.add(fresh);
          return fresh;
        },
        findRefreshToken: (all, token) => (dead.has(token ?? '') ? undefined : all.get(token ?? '')),
      };
    },
  },
  'secret-in-any-case': {
    says: 'Compares the client secret without regard to case.',
    breaks: 'IDN-061',
    isClientSecret: ({ secret }, sent) => sent?.toLowerCase() === secret.toLowerCase(),
  },
  'code-by-its-beginning': {
    says: 'Compares only the first 32 characters of a code.',
    breaks: 'IDN-064',
    findCode: (all, code = '') =>
      all.get(code) ??
      [...all.values()].find(({ value }) => code.length >= 32 && value.slice(0, 32) === code.slice(0, 32)),
  },
  'password-grants-once': {
    says: 'Refuses the second password grant, and no other.',
    breaks: 'IDN-038',
    rules: () => {
      let granted = 0;
      return {
        isPassword: (user, password) => defaultRules.isPassword(user, password) && (granted += 1) !== 2,
      };
    },
  },
  'refresh-token-with-the-first-password-only': {
    says: 'Returns refresh_token for the first password grant only.',
    breaks: 'IDN-041',
    rules: () => answeringOnce('password', 'refresh_token'),
  },
  'refresh-token-with-the-first-code-only': {
    says: 'Returns refresh_token for the first code exchange only.',
    breaks: 'IDN-037',
    rules: () => answeringOnce('authorization_code', 'refresh_token'),
  },
  'refresh-token-with-the-first-refresh-only': {
    says: 'Returns refresh_token for the first refresh of a session only.',
    breaks: 'IDN-045',
    rules: () => {
      const renewed = new Set<string>();
      let isSecond = false;
      return {
        refreshToken: (fresh, former) => {
          isSecond = former !== undefined && renewed.has(former);
          if (former !== undefined) renewed.add(fresh);
          return fresh;
        },
        tokenResponse: (tokens, scopes, grant) => {
          const { refresh_token, ...others } = defaultRules.tokenResponse(tokens, scopes, grant);
          return grant === 'refresh_token' && isSecond ? others : { ...others, refresh_token };
        },
      };
    },
  },
  'password-scopes-in-one-order': {
    says: 'Accepts the scopes of a password grant in alphabetical order only.',
    breaks: 'IDN-089',
    passwordScopes: (scope, authUrl) => {
      const scopes = defaultRules.passwordScopes(scope, authUrl);
      return scopes?.join() === scopes?.toSorted().join() ? scopes : undefined;
    },
  },
  'password-scopes-short': {
    says: 'Refuses scopes in their long form for the password grant.',
    breaks: 'IDN-089',
    passwordScopes: (scope, authUrl) =>
      scope?.includes('/') ? undefined : defaultRules.passwordScopes(scope, authUrl),
  },
  'client-by-its-beginning': {
    says: 'Accepts any client identifier that begins with a registered one.',
    breaks: 'IDN-060',
    tokenClient: (clients, id) => clients.find((client) => id?.startsWith(client.id)),
  },
  'user-by-its-beginning': {
    says: 'Accepts any user name that begins with a registered one for the password grant.',
    breaks: 'IDN-063',
    passwordUser: (users, name) => users.find(({ username }) => name?.toLowerCase().startsWith(username)),
  },
  'password-of-somebody-else': {
    says: 'Checks the password of the named user, but issues tokens for another one.',
    breaks: ['IDN-117', 'COL-054'],
    rules: () => {
      let meant: User | undefined;
      return {
        passwordUser: (users, name) => {
          meant = defaultRules.passwordUser(users, name);
          return meant && users.find((user) => user !== meant);
        },
        isPassword: (_user, password) => meant !== undefined && defaultRules.isPassword(meant, password),
      };
    },
  },
  'password-in-any-case': {
    says: 'Compares the password without regard to case.',
    breaks: 'IDN-062',
    isPassword: (user, password) => user.password?.toLowerCase() === password?.toLowerCase(),
  },
  'code-in-any-case': {
    says: 'Compares the code without regard to case.',
    breaks: 'IDN-064',
    findCode: (all, code = '') =>
      [...all.values()].find(({ value }) => value.toLowerCase() === code.toLowerCase()),
  },
  'code-refused-once': {
    says: 'Refuses a code the second time, but accepts it the third.',
    breaks: 'IDN-066',
    rules: () => {
      const uses = new Map<string, number>();
      return {
        isCodeUnused: ({ value }) => {
          const nth = (uses.get(value) ?? 0) + 1;
          uses.set(value, nth);
          return nth !== 2;
        },
        endsReplayed: () => false,
      };
    },
  },
  'revoked-token-refused-once': {
    says: 'Refuses a revoked or used-up refresh token once, but accepts it the next time.',
    breaks: 'IDN-093',
    rules: () => {
      const refused = new Set<string>();
      const issued = new Map<string, ReturnType<typeof defaultRules.findRefreshToken>>();
      return {
        findRefreshToken: (all, token = '') => {
          const found = all.get(token);
          if (found !== undefined) issued.set(token, found);
          if (found !== undefined || refused.has(token)) return found ?? issued.get(token);
          refused.add(token);
          return undefined;
        },
        revoke: (tokens, isSignedOut) => {
          for (const [value, token] of tokens.refreshTokens)
            if (isSignedOut(token)) issued.set(value, { ...token, accessToken: '' });
          defaultRules.revoke(tokens, isSignedOut);
        },
      };
    },
  },
  'session-of-a-code-not-revoked': {
    says: 'Does not revoke a session that began with a code.',
    breaks: 'IDN-093',
    rules: () => {
      const ofCodes = new Set<object>();
      return {
        findCode: (all, code) => {
          const found = all.get(code ?? '');
          if (found !== undefined) ofCodes.add(found.scopes);
          return found;
        },
        revoke: (tokens, isSignedOut) =>
          defaultRules.revoke(tokens, (grant) => isSignedOut(grant) && !ofCodes.has(grant.scopes)),
      };
    },
  },
  'audience-of-the-first-client': {
    says: 'Reports the first client as the audience of every ID token.',
    breaks: 'IDN-116',
    rules: () => {
      let first: unknown;
      return {
        tokenInfo: (claims, seconds, user) => {
          first ??= claims.aud;
          return { ...defaultRules.tokenInfo(claims, seconds, user), audience: first };
        },
      };
    },
  },
  'seconds-fall-a-hundred-a-second': {
    says: 'Decreases expires_in of token info by 100 every second.',
    breaks: 'IDN-118',
    remainingSeconds: ({ iat = 0 }, now) => Math.max(0, 3600 - 100 * (now - iat)),
  },
  'seconds-fall-by-being-asked-for': {
    says: 'Decreases expires_in of token info by one with each request instead of over time.',
    breaks: 'IDN-118',
    rules: () => {
      let told = 0;
      return { remainingSeconds: () => 3600 - (told += 1) };
    },
  },
  'password-email-alone-refused': {
    says: 'Refuses email or profile as the only scope of a password grant.',
    breaks: 'IDN-089',
    passwordScopes: (scope, url) =>
      ['email', 'profile'].includes(scope ?? '') ? undefined : defaultRules.passwordScopes(scope, url),
  },
  'password-long-scope-alone-refused': {
    says: 'Refuses a long-form scope as the only scope of a password grant.',
    breaks: 'IDN-089',
    passwordScopes: (scope, url) =>
      /^\S+\/auth\/\S+$/.test(scope ?? '') ? undefined : defaultRules.passwordScopes(scope, url),
  },
  'password-trimmed-at-its-beginning': {
    says: 'Ignores leading whitespace in a password.',
    breaks: 'IDN-062',
    isPassword: (user, password) => defaultRules.isPassword(user, password?.trimStart()),
  },
  'password-trimmed-at-its-end': {
    says: 'Ignores trailing whitespace in a password.',
    breaks: 'IDN-062',
    isPassword: (user, password) => defaultRules.isPassword(user, password?.trimEnd()),
  },
  'client-credentials-granted': {
    says: 'Accepts the grant client_credentials as well.',
    breaks: 'IDN-059',
    rules: () => alsoGranting('client_credentials'),
  },
  'jwt-bearer-granted': {
    says: 'Accepts the grant of RFC 7523 as well, even without an assertion.',
    breaks: 'IDN-059',
    rules: () => alsoGranting('urn:ietf:params:oauth:grant-type:jwt-bearer'),
  },
} satisfies Bank;

/** Grants tokens of the first user to a client that asks for them by another grant. */
function alsoGranting(grant: string): Partial<Rules> {
  let isMeant = false;
  return {
    grantType: (value, form) => {
      isMeant = value === grant;
      return isMeant ? 'password' : defaultRules.grantType(value, form);
    },
    passwordUser: (users, name) => (isMeant ? users[0] : defaultRules.passwordUser(users, name)),
    isPassword: (user, password) => isMeant || defaultRules.isPassword(user, password),
    passwordScopes: (scope, url) => (isMeant ? ['email'] : defaultRules.passwordScopes(scope, url)),
  };
}

type Grant = Parameters<Rules['tokenResponse']>[2];

/** Answers a field with the first grant of a kind alone. */
function answeringOnce(wanted: Grant, field: string): Partial<Rules> {
  let answered = 0;
  return {
    tokenResponse: (tokens, scopes, grant) => {
      const whole = defaultRules.tokenResponse(tokens, scopes, grant);
      if (grant !== wanted || (answered += 1) === 1) return whole;
      return Object.fromEntries(Object.entries(whole).filter(([name]) => name !== field));
    },
  };
}
