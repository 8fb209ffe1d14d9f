import { refuse } from '../../reference/answer.ts';
import { defaultRules } from '../../reference/rules/index.ts';

import type { Bank } from '../mutant.ts';

const { findCode, findRefreshToken } = defaultRules;

/** Requests of one kind that are answered otherwise, where those that are nearly the same are answered well. */
export const singleRequestMutants = {
  'code-of-no-redirect-answered-404': {
    says: 'Returns 404 for an unknown code.',
    breaks: 'IDN-082',
    findCode: (codes, code) =>
      findCode(codes, code) ??
      (code === undefined ? undefined : refuse(404, 'There is no such code', 'invalid_grant')),
  },
  'refresh-token-of-no-answer-answered-404': {
    says: 'Returns 404 for a refresh token that was never issued.',
    breaks: 'IDN-082',
    rules: () => {
      const issued = new Set<string>();
      return {
        refreshToken: (fresh) => {
          issued.add(fresh);
          return fresh;
        },
        findRefreshToken: (tokens, token) =>
          token === undefined || issued.has(token)
            ? findRefreshToken(tokens, token)
            : refuse(404, 'There is no such token', 'invalid_grant'),
      };
    },
  },
} satisfies Bank;
