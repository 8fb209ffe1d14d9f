import { defaultRules } from '../../reference/rules/index.ts';
import type { Bank } from '../mutant.ts';
import { acceptsJson, namesCharset, refusingRequests } from '../parts/refusing-requests.ts';

/** How the identity server answers for some grants, some refusals and some headers only. */
export const partialTokenAnswers: Bank = {
  'refresh-under-accept-refused': {
    says: 'Returns status 406 for a refresh with Accept: application/json.',
    breaks: 'IDN-074',
    rules: () => refusingRequests('refresh_token', 406, acceptsJson),
  },
  'code-under-accept-refused': {
    says: 'Returns status 406 for a code exchange with Accept: application/json.',
    breaks: 'IDN-074',
    rules: () => refusingRequests('authorization_code', 406, acceptsJson),
  },
  'revocation-under-accept-refused': {
    says: 'Returns status 406 for a revocation with Accept: application/json.',
    breaks: 'IDN-074',
    rules: () => refusingRequests('revokeToken', 406, acceptsJson),
  },
  'authorize-under-accept-refused': {
    says: 'Returns status 406 for an authorization request with Accept: application/json.',
    breaks: 'IDN-074',
    rules: () => refusingRequests('authorize', 406, acceptsJson),
  },
  'token-info-once': {
    says: 'Returns token info for an ID token only once.',
    breaks: ['IDN-101', 'IDN-102', 'IDN-103'],
    rules: () => {
      const told = new Set<string | undefined>();
      return {
        verifiedIdToken: (token, verify) => {
          if (told.has(token)) return Promise.resolve(undefined);
          told.add(token);
          return verify(token ?? '');
        },
      };
    },
  },
  'token-info-under-accept-refused': {
    says: 'Returns status 406 for a token info request with Accept: application/json.',
    breaks: 'IDN-074',
    rules: () => refusingRequests('getTokenInfo', 406, acceptsJson),
  },
  'code-tokens-kept-by-caches': {
    says: 'Allows caches to store the tokens issued for a code.',
    breaks: 'IDN-079',
    tokenHeaders: (grant) =>
      grant === 'authorization_code' ? { 'Cache-Control': 'max-age=3600' } : defaultRules.tokenHeaders(grant),
  },
  'unknown-code-told-by-another-code': {
    says: 'Returns the error bad_verification_code when the code is missing or refused.',
    breaks: 'IDN-081',
    tokenError: (field, value) =>
      field === 'code' ? 'bad_verification_code' : defaultRules.tokenError(field, value),
  },
  'unknown-code-with-status-422': {
    says: 'Returns status 422 when the code is missing or refused.',
    breaks: 'IDN-082',
    send: (answer, operation) =>
      operation === 'exchangeToken' &&
      answer.status === 400 &&
      String((answer.body as { error_description?: string }).error_description).startsWith('code ')
        ? { ...answer, status: 422 }
        : answer,
  },
  'refresh-with-a-charset-refused': {
    says: 'Returns status 415 for a refresh when the Content-Type has a charset parameter.',
    breaks: 'IDN-076',
    rules: () => refusingRequests('refresh_token', 415, namesCharset),
  },
  'code-with-a-charset-refused': {
    says: 'Returns status 415 for a code exchange when the Content-Type has a charset parameter.',
    breaks: 'IDN-076',
    rules: () => refusingRequests('authorization_code', 415, namesCharset),
  },
  'revocation-with-a-charset-refused': {
    says: 'Returns status 415 for a revocation when the Content-Type has a charset parameter.',
    breaks: 'IDN-076',
    rules: () => refusingRequests('revokeToken', 415, namesCharset),
  },
};
