import { defaultRules, type Rules } from '../../reference/rules/index.ts';
import type { GrantType } from '../../reference/rules/tokens.ts';
import type { Client, User } from '../../reference/state.ts';
import type { Bank, MutantEntry } from '../mutant.ts';
import { like } from '../parts/like.ts';

/** Values that come near what was issued or registered, and are taken for it. */
export const nearValueMutants = {
  'code-known-by-its-beginning': {
    says: 'Accepts a code with trailing characters.',
    breaks: 'IDN-064',
    findCode: (codes, code) => [...codes.values()].find(({ value }) => code?.startsWith(value)),
  },
  'refresh-token-known-by-its-beginning': {
    says: 'Accepts a refresh token with trailing characters.',
    breaks: 'IDN-068',
    findRefreshToken: (tokens, token) => [...tokens].find(([value]) => token?.startsWith(value))?.[1],
  },
  'id-token-known-by-its-beginning': {
    says: 'Returns token info for an ID token with trailing characters.',
    breaks: 'IDN-115',
    verifiedIdToken: (token, verify) => verify(/^[^.]*\.[^.]*\.[\w-]{43}/.exec(token ?? '')?.[0] ?? ''),
  },
  'client-cut-short-at-the-password-grant': {
    says: 'Accepts a truncated client identifier for the password grant.',
    breaks: 'IDN-060',
    rules: cutShort('password'),
  },
  'client-cut-short-at-a-refresh': {
    says: 'Accepts a truncated client identifier for a refresh.',
    breaks: 'IDN-060',
    rules: cutShort('refresh_token'),
  },
  'client-cut-short-where-a-code-is-exchanged': {
    says: 'Accepts a truncated client identifier when a code is exchanged.',
    breaks: 'IDN-124',
    rules: cutShort('authorization_code'),
  },
  'user-cut-short': {
    says: 'Accepts a truncated user name for the password grant.',
    breaks: 'IDN-063',
    passwordUser: (users, username) => users.find((user) => username && user.username.startsWith(username)),
  },
  'user-names-by-like': {
    says: 'Treats % and _ in a user name as wildcards, for the password grant and on the login page.',
    breaks: ['IDN-063', 'IDN-126'],
    rules: () => {
      const named = (users: readonly User[], username = '') =>
        users.find((user) => like(username).test(user.username))?.username;
      return {
        passwordUser: (users, username) => defaultRules.passwordUser(users, named(users, username)),
        loginUser: (users, username, password) =>
          defaultRules.loginUser(users, named(users, username), password),
      };
    },
  },
  'redirect-uri-cut-short': {
    says: 'Treats a truncated redirect URI as the registered one.',
    breaks: 'IDN-016',
    redirectUri: ({ redirectUris }, uri) =>
      redirectUris.find((one) => uri !== undefined && one.startsWith(uri)),
  },
  'redirect-uri-of-the-exchange-without-its-query': {
    says: 'Compares the redirect URI of a code exchange without its query.',
    breaks: 'IDN-065',
    isRedirectUriOf: (code, uri) => code.redirectUri.split('?', 1)[0] === uri?.split('?', 1)[0],
  },
  'redirect-uri-of-the-exchange-without-its-scheme': {
    says: 'Compares the redirect URI of a code exchange without its scheme.',
    breaks: 'IDN-065',
    isRedirectUriOf: (code, uri) => code.redirectUri.replace(/^\w+:/, '') === uri?.replace(/^\w+:/, ''),
  },
  'redirect-uri-without-its-last-slash': {
    says: 'Ignores a trailing slash when it compares the redirect URI of an authorization request.',
    breaks: 'IDN-016',
    rules: () => comparing((uri) => uri.replace(/\/$/, '')),
  },
  'redirect-uri-path-in-any-case': {
    says: 'Compares the redirect URI without regard to case.',
    breaks: 'IDN-016',
    rules: () => comparing((uri) => uri.toLowerCase()),
  },
  'redirect-uri-of-the-exchange-without-its-last-slash': {
    says: 'Ignores a trailing slash when it compares the redirect URI of a code exchange.',
    breaks: 'IDN-065',
    isRedirectUriOf: (code, uri) => code.redirectUri.replace(/\/$/, '') === uri?.replace(/\/$/, ''),
  },
  'redirect-uri-of-the-exchange-in-any-case': {
    says: 'Compares the redirect URI of a code exchange without regard to case.',
    breaks: 'IDN-065',
    isRedirectUriOf: (code, uri) => code.redirectUri.toLowerCase() === uri?.toLowerCase(),
  },
  'client-in-any-case-at-authorize': {
    says: 'Compares the client identifier of an authorization request without regard to case.',
    breaks: 'IDN-015',
    authorizeClient: (clients, id) => clients.find((one) => one.id.toLowerCase() === id?.toLowerCase()),
  },
  'client-in-any-case': {
    says: 'Compares the client identifier of a token request without regard to case.',
    breaks: ['IDN-060', 'IDN-124'],
    tokenClient: (clients, id) => clients.find((one) => one.id.toLowerCase() === id?.toLowerCase()),
  },
  'login-password-known-by-its-beginning': {
    says: 'Accepts a password with trailing characters on the login page.',
    breaks: 'IDN-126',
    loginUser: (users, username, password) =>
      users.find(
        (user) =>
          user.username === username && user.password !== undefined && password?.startsWith(user.password),
      ),
  },
  'login-name-known-by-its-beginning': {
    says: 'Accepts a user name with trailing characters on the login page.',
    breaks: 'IDN-126',
    loginUser: (users, username, password) =>
      users.find(
        (user) =>
          username?.startsWith(user.username) && user.password !== undefined && user.password === password,
      ),
  },
  'response-type-in-any-case': {
    says: 'Accepts response_type code in any letter case.',
    breaks: 'IDN-013',
    isResponseType: (value) => value?.toLowerCase() === 'code',
  },
  'access-type-in-any-case': {
    says: 'Accepts access_type offline in any letter case.',
    breaks: 'IDN-014',
    isAccessType: (value) => value?.toLowerCase() === 'offline',
  },
  'access-type-known-by-its-beginning': {
    says: 'Accepts any access_type that begins with offline.',
    breaks: 'IDN-014',
    isAccessType: (value) => value?.startsWith('offline') ?? false,
  },
  'access-type-cut-short': {
    says: 'Accepts any beginning of offline as access_type.',
    breaks: 'IDN-014',
    isAccessType: (value) => value !== undefined && 'offline'.startsWith(value),
  },
  'response-type-id-token': {
    says: 'Grants a code for response_type id_token.',
    breaks: 'IDN-013',
    isResponseType: (value) => value === 'code' || value === 'id_token',
  },
  'response-type-with-code-in-it': {
    says: 'Grants a code for any response_type that includes code among its values.',
    breaks: 'IDN-013',
    isResponseType: (value) => value?.split(' ').includes('code') ?? false,
  },
} satisfies Bank;

/** Compares redirect URIs after both were changed. */
function comparing(change: (uri: string) => string): Partial<Rules> {
  return {
    redirectUri: ({ redirectUris }, uri) =>
      redirectUris.find((registered) => uri !== undefined && change(registered) === change(uri)),
  };
}

function cutShort(wanted: GrantType): NonNullable<MutantEntry['rules']> {
  const find = (clients: readonly Client[], id: string | undefined) =>
    clients.find((one) => id !== undefined && id !== '' && one.id.startsWith(id));
  return () => ({
    tokenClient: (clients, id, grant) =>
      grant === wanted ? find(clients, id) : defaultRules.tokenClient(clients, id, grant),
  });
}
