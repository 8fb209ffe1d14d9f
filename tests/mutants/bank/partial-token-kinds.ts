import { defaultRules, type Rules } from '../../reference/rules/index.ts';
import type { Tokens } from '../../reference/state.ts';
import type { Bank } from '../mutant.ts';

/** What was issued, and is taken for something of another kind. */
export const partialTokenKindMutants = {
  'access-token-as-refresh-token': {
    says: 'Accepts an access token in place of the refresh token issued with it.',
    breaks: 'IDN-068',
    rules: () => refreshing('accessToken'),
  },
  'id-token-as-refresh-token': {
    says: 'Accepts an ID token in place of the refresh token issued with it.',
    breaks: 'IDN-068',
    rules: () => refreshing('idToken'),
  },
  'code-as-refresh-token': {
    says: 'Accepts a code in place of the latest refresh token.',
    breaks: 'IDN-068',
    rules: () => {
      const codes = new Set<string>();
      return {
        acceptedQuery: (code, state) => {
          codes.add(code);
          return defaultRules.acceptedQuery(code, state);
        },
        findRefreshToken: (tokens, token = '') =>
          tokens.get(token) ?? (codes.has(token) ? [...tokens.values()].at(-1) : undefined),
      };
    },
  },
  'refresh-token-as-code': {
    says: 'Accepts a refresh token in place of the latest code.',
    breaks: 'IDN-064',
    rules: () => exchanging('refreshToken'),
  },
  'access-token-as-code': {
    says: 'Accepts an access token in place of the latest code.',
    breaks: 'IDN-064',
    rules: () => exchanging('accessToken'),
  },
  'id-token-as-code': {
    says: 'Accepts an ID token in place of the latest code.',
    breaks: 'IDN-064',
    rules: () => exchanging('idToken'),
  },
} satisfies Bank;

/** Refreshes tokens of a kind as the refresh tokens that came with them. */
function refreshing(kind: keyof Tokens): Partial<Rules> {
  const meant = new Map<string, string>();
  return {
    tokenResponse: (tokens, scopes, grant) => {
      meant.set(tokens[kind], tokens.refreshToken);
      return defaultRules.tokenResponse(tokens, scopes, grant);
    },
    findRefreshToken: (tokens, token = '') => tokens.get(meant.get(token) ?? token),
  };
}

/** Exchanges tokens of a kind as the latest code. */
function exchanging(kind: keyof Tokens): Partial<Rules> {
  const issued = new Set<string>();
  return {
    tokenResponse: (tokens, scopes, grant) => {
      issued.add(tokens[kind]);
      return defaultRules.tokenResponse(tokens, scopes, grant);
    },
    findCode: (codes, code = '') => {
      const latest = [...codes.values()].at(-1);
      return codes.get(code) ?? (latest && issued.has(code) ? { ...latest, used: false } : undefined);
    },
  };
}
