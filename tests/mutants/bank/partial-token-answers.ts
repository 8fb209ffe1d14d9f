import { defaultRules } from '../../reference/rules/index.ts';
import type { Bank } from '../mutant.ts';

/** How the identity server answers for some grants, some refusals and some headers only. */
export const partialTokenAnswers: Bank = {
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
};
