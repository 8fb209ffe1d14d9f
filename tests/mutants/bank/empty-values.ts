import { defaultRules, type Rules } from '../../reference/rules/index.ts';
import type { GrantType } from '../../reference/rules/tokens.ts';
import type { Bank } from '../mutant.ts';

/** Parameters that are there and empty, which a deployment takes for what they should say. */
export const emptyValueMutants = {
  'empty-response-type-is-code': {
    says: 'Treats an empty response_type as code.',
    breaks: 'IDN-010',
    isSent: () => true,
    isResponseType: (value) => value === '' || value === 'code',
  },
  'empty-access-type-is-offline': {
    says: 'Treats an empty access_type as offline.',
    breaks: 'IDN-012',
    isSent: () => true,
    isAccessType: (value) => value === '' || value === 'offline',
  },
  'empty-redirect-uri-is-the-registered-one': {
    says: 'Treats an empty redirect_uri of an authorization request as the first registered one.',
    breaks: 'IDN-009',
    isSent: () => true,
    redirectUri: (client, uri) =>
      uri === '' ? client.redirectUris[0] : defaultRules.redirectUri(client, uri),
  },
  'empty-redirect-uri-is-that-of-the-code': {
    says: 'Accepts an empty redirect_uri when a code is exchanged.',
    breaks: 'IDN-048',
    isSent: () => true,
    isRedirectUriOf: (code, uri) => uri === '' || defaultRules.isRedirectUriOf(code, uri),
  },
  'empty-grant-type-told-by-what-is-there': {
    says: 'Infers the grant from the other parameters when grant_type is empty.',
    breaks: 'IDN-058',
    isSent: () => true,
    grantType: (value, form) => {
      if (value !== '') return defaultRules.grantType(value, form);
      if (form['code'] !== undefined) return 'authorization_code';
      return form['refresh_token'] === undefined ? 'password' : 'refresh_token';
    },
  },
  'empty-secret-with-a-code': {
    says: 'Accepts an empty client secret when a code is exchanged.',
    breaks: 'IDN-047',
    rules: () => takingNoSecret('authorization_code'),
  },
  'empty-secret-with-a-password': {
    says: 'Accepts an empty client secret for the password grant.',
    breaks: 'IDN-051',
    rules: () => takingNoSecret('password'),
  },
  'empty-secret-at-a-refresh': {
    says: 'Accepts an empty client secret for a refresh.',
    breaks: 'IDN-056',
    rules: () => takingNoSecret('refresh_token'),
  },
  'empty-code-is-the-latest': {
    says: 'Treats an empty code as the latest one.',
    breaks: 'IDN-049',
    isSent: () => true,
    findCode: (codes, code) => {
      const latest = [...codes.values()].at(-1);
      return code === '' && latest ? { ...latest, used: false } : defaultRules.findCode(codes, code);
    },
  },
  'empty-password-is-any': {
    says: 'Accepts an empty password for any user.',
    breaks: 'IDN-053',
    isSent: () => true,
    isPassword: (user, password) => password === '' || defaultRules.isPassword(user, password),
  },
  'empty-refresh-token-is-the-latest': {
    says: 'Treats an empty refresh token as the latest one.',
    breaks: 'IDN-057',
    isSent: () => true,
    findRefreshToken: (tokens, token) =>
      token === '' ? [...tokens.values()].at(-1) : defaultRules.findRefreshToken(tokens, token),
  },
} satisfies Bank;

/** Takes a client without its secret, where an empty one is sent, at a grant. */
function takingNoSecret(wanted: GrantType): Partial<Rules> {
  return {
    isSent: () => true,
    isClientSecret: (client, secret, grant) =>
      (grant === wanted && secret === '') || defaultRules.isClientSecret(client, secret, grant),
  };
}
