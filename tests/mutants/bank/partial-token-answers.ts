import { defaultRules } from '../../reference/rules/index.ts';
import type { Bank } from '../mutant.ts';
import { acceptsJson, namesCharset, refusingRequests } from '../refusing-requests.ts';

/** How the identity server answers for some grants, some refusals and some headers only. */
export const partialTokenAnswers: Bank = {
  'refresh-under-accept-refused': {
    says: 'Answers status 406 to a refresh that accepts JSON.',
    breaks: ['IDN-074'],
    replace: () => refusingRequests('refresh_token', 406, acceptsJson),
  },
  'code-under-accept-refused': {
    says: 'Answers status 406 to an exchange of a code that accepts JSON.',
    breaks: ['IDN-074'],
    replace: () => refusingRequests('authorization_code', 406, acceptsJson),
  },
  'revocation-under-accept-refused': {
    says: 'Answers status 406 to a revocation that accepts JSON.',
    breaks: ['IDN-074'],
    replace: () => refusingRequests('revokeToken', 406, acceptsJson),
  },
  'token-info-once': {
    says: 'Answers token info of an ID token once.',
    breaks: ['IDN-101', 'IDN-102', 'IDN-103'],
    replace: () => {
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
    says: 'Answers status 406 to a request for token info that accepts JSON.',
    breaks: ['IDN-074'],
    replace: () => refusingRequests('getTokenInfo', 406, acceptsJson),
  },
  'code-tokens-kept-by-caches': {
    says: 'Lets caches keep the tokens of a code.',
    breaks: ['IDN-079'],
    replace: () => ({
      tokenHeaders: (grant) =>
        grant === 'authorization_code'
          ? { 'Cache-Control': 'max-age=3600' }
          : defaultRules.tokenHeaders(grant),
    }),
  },
  'unknown-code-told-by-another-code': {
    says: 'Calls a code that it does not know bad_verification_code.',
    breaks: ['IDN-081'],
    replace: () => ({
      tokenError: (field, value) =>
        field === 'code' ? 'bad_verification_code' : defaultRules.tokenError(field, value),
    }),
  },
  'unknown-code-with-status-422': {
    says: 'Answers status 422 to a code that it does not know.',
    breaks: ['IDN-082'],
    replace: () => ({
      send: (answer, operation) =>
        operation === 'exchangeToken' &&
        answer.status === 400 &&
        String((answer.body as { error_description?: string }).error_description).startsWith('code ')
          ? { ...answer, status: 422 }
          : answer,
    }),
  },
  'refresh-with-a-charset-refused': {
    says: 'Answers status 415 to a refresh whose content type carries a charset.',
    breaks: ['IDN-076'],
    replace: () => refusingRequests('refresh_token', 415, namesCharset),
  },
  'code-with-a-charset-refused': {
    says: 'Answers status 415 to an exchange of a code whose content type carries a charset.',
    breaks: ['IDN-076'],
    replace: () => refusingRequests('authorization_code', 415, namesCharset),
  },
  'revocation-with-a-charset-refused': {
    says: 'Answers status 415 to a revocation whose content type carries a charset.',
    breaks: ['IDN-076'],
    replace: () => refusingRequests('revokeToken', 415, namesCharset),
  },
};
