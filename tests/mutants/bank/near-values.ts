import { defaultRules } from '../../reference/rules/index.ts';
import type { GrantType } from '../../reference/rules/tokens.ts';
import type { Client } from '../../reference/state.ts';
import type { Bank, Mutant } from '../mutant.ts';

/** Values that come near what was issued or registered, and are taken for it. */
export const nearValueMutants = {
  'code-known-by-its-beginning': {
    says: 'Takes a code with something after it.',
    breaks: ['IDN-064'],
    replace: () => ({
      findCode: (codes, code) => [...codes.values()].find(({ value }) => code?.startsWith(value)),
    }),
  },
  'refresh-token-known-by-its-beginning': {
    says: 'Takes a refresh token with something after it.',
    breaks: ['IDN-068'],
    replace: () => ({
      findRefreshToken: (tokens, token) => [...tokens].find(([value]) => token?.startsWith(value))?.[1],
    }),
  },
  'id-token-known-by-its-beginning': {
    says: 'Answers token info of an ID token with something after it.',
    breaks: ['IDN-115'],
    replace: () => ({
      verifiedIdToken: (token, verify) => verify(/^[^.]*\.[^.]*\.[\w-]{43}/.exec(token ?? '')?.[0] ?? ''),
    }),
  },
  'client-cut-short-at-the-password-grant': {
    says: 'Takes the beginning of a client identifier for it at the password grant.',
    breaks: ['IDN-060'],
    replace: cutShort('password'),
  },
  'client-cut-short-at-a-refresh': {
    says: 'Takes the beginning of a client identifier for it at a refresh.',
    breaks: ['IDN-060'],
    replace: cutShort('refresh_token'),
  },
  'client-cut-short-where-a-code-is-exchanged': {
    says: 'Takes the beginning of a client identifier for it where a code is exchanged.',
    breaks: ['IDN-124'],
    replace: cutShort('authorization_code'),
  },
  'user-cut-short': {
    says: 'Takes the beginning of a login name for it.',
    breaks: ['IDN-063'],
    replace: () => ({
      passwordUser: (users, username) => users.find((user) => username && user.username.startsWith(username)),
    }),
  },
  'redirect-uri-cut-short': {
    says: 'Takes the beginning of a registered redirect URI for it.',
    breaks: ['IDN-016'],
    replace: () => ({
      redirectUri: ({ redirectUris }, uri) =>
        redirectUris.find((one) => uri !== undefined && one.startsWith(uri)),
    }),
  },
  'redirect-uri-of-the-exchange-without-its-query': {
    says: 'Compares the redirect URI of an exchange without its query.',
    breaks: ['IDN-065'],
    replace: () => ({
      isRedirectUriOf: (code, uri) => code.redirectUri.split('?', 1)[0] === uri?.split('?', 1)[0],
    }),
  },
  'redirect-uri-of-the-exchange-without-its-scheme': {
    says: 'Compares the redirect URI of an exchange without its scheme.',
    breaks: ['IDN-065'],
    replace: () => ({
      isRedirectUriOf: (code, uri) => code.redirectUri.replace(/^\w+:/, '') === uri?.replace(/^\w+:/, ''),
    }),
  },
  'response-type-id-token': {
    says: 'Grants a code for response_type id_token.',
    breaks: ['IDN-013'],
    replace: () => ({ isResponseType: (value) => value === 'code' || value === 'id_token' }),
  },
  'response-type-with-code-in-it': {
    says: 'Grants a code for every response_type that names code among others.',
    breaks: ['IDN-013'],
    replace: () => ({ isResponseType: (value) => value?.split(' ').includes('code') ?? false }),
  },
} satisfies Bank;

function cutShort(wanted: GrantType): Mutant['replace'] {
  const find = (clients: readonly Client[], id: string | undefined) =>
    clients.find((one) => id !== undefined && id !== '' && one.id.startsWith(id));
  return () => ({
    tokenClient: (clients, id, grant) =>
      grant === wanted ? find(clients, id) : defaultRules.tokenClient(clients, id, grant),
  });
}
