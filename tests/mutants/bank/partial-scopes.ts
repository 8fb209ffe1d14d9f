import { defaultRules } from '../../reference/rules/index.ts';
import type { Bank } from '../mutant.ts';

/** Breaking a rule of the token endpoint where few scopes were asked for. */
export const partialScopeMutants = {
  'no-id-token-for-few-scopes': {
    says: 'Answers a password grant without an ID token where not all scopes were asked for.',
    breaks: ['IDN-040'],
    replace: () => ({
      tokenResponse: (tokens, scopes, grant) => {
        const { id_token, ...others } = defaultRules.tokenResponse(tokens, scopes, grant);
        return grant === 'password' && scopes.length < 3 ? others : { ...others, id_token };
      },
    }),
  },
  'no-refresh-token-for-one-scope': {
    says: 'Answers a password grant without a refresh token where one scope was asked for.',
    breaks: ['IDN-041'],
    replace: () => ({
      tokenResponse: (tokens, scopes, grant) => {
        const { refresh_token, ...others } = defaultRules.tokenResponse(tokens, scopes, grant);
        return grant === 'password' && scopes.length === 1 ? others : { ...others, refresh_token };
      },
    }),
  },
  'no-id-token-for-few-scopes-by-a-code': {
    says: 'Answers a code without an ID token where not all scopes were asked for.',
    breaks: ['IDN-036'],
    replace: () => ({
      tokenResponse: (tokens, scopes, grant) => {
        const { id_token, ...others } = defaultRules.tokenResponse(tokens, scopes, grant);
        return grant === 'authorization_code' && scopes.length < 3 ? others : { ...others, id_token };
      },
    }),
  },
  'no-id-token-for-few-scopes-by-a-refresh': {
    says: 'Answers a refresh without an ID token where not all scopes were asked for.',
    breaks: ['IDN-044'],
    replace: () => ({
      tokenResponse: (tokens, scopes, grant) => {
        const { id_token, ...others } = defaultRules.tokenResponse(tokens, scopes, grant);
        return grant === 'refresh_token' && scopes.length < 3 ? others : { ...others, id_token };
      },
    }),
  },
  'code-for-one-scope-not-exchanged': {
    says: 'Refuses a code for which one scope was asked for.',
    breaks: ['IDN-034'],
    replace: () => ({
      findCode: (codes, code) => {
        const found = defaultRules.findCode(codes, code);
        return found?.scopes.length === 1 ? undefined : found;
      },
    }),
  },
  'session-for-one-scope-not-refreshed': {
    says: 'Refuses a refresh token for which one scope was asked for.',
    breaks: ['IDN-042'],
    replace: () => ({
      findRefreshToken: (tokens, token) => {
        const found = defaultRules.findRefreshToken(tokens, token);
        return found?.scopes.length === 1 ? undefined : found;
      },
    }),
  },
} satisfies Bank;
