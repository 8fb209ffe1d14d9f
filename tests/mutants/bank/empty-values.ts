import { defaultRules } from '../../reference/rules/index.ts';
import type { Bank } from '../mutant.ts';

/** Parameters that are there and empty, which a deployment takes for what they should say. */
export const emptyValueMutants = {
  'empty-response-type-is-code': {
    says: 'Takes an empty response_type for code.',
    breaks: ['IDN-010'],
    replace: () => ({ isSent: () => true, isResponseType: (value) => value === '' || value === 'code' }),
  },
  'empty-access-type-is-offline': {
    says: 'Takes an empty access_type for offline.',
    breaks: ['IDN-012'],
    replace: () => ({ isSent: () => true, isAccessType: (value) => value === '' || value === 'offline' }),
  },
  'empty-redirect-uri-is-the-registered-one': {
    says: 'Takes an empty redirect_uri of an authorization request for the registered one.',
    breaks: ['IDN-009'],
    replace: () => ({
      isSent: () => true,
      redirectUri: (client, uri) =>
        uri === '' ? client.redirectUris[0] : defaultRules.redirectUri(client, uri),
    }),
  },
  'empty-redirect-uri-is-that-of-the-code': {
    says: 'Exchanges a code whose redirect_uri is empty.',
    breaks: ['IDN-048'],
    replace: () => ({
      isSent: () => true,
      isRedirectUriOf: (code, uri) => uri === '' || defaultRules.isRedirectUriOf(code, uri),
    }),
  },
  'empty-grant-type-told-by-what-is-there': {
    says: 'Takes an empty grant_type for the grant whose parameters are there.',
    breaks: ['IDN-058'],
    replace: () => ({
      isSent: () => true,
      grantType: (value, form) => {
        if (value !== '') return defaultRules.grantType(value, form);
        if (form['code'] !== undefined) return 'authorization_code';
        return form['refresh_token'] === undefined ? 'password' : 'refresh_token';
      },
    }),
  },
} satisfies Bank;
