import { json, refuse } from '../../reference/answer.ts';
import { defaultRules } from '../../reference/rules/index.ts';

import type { Bank } from '../mutant.ts';

const { findAccessToken, findCode, findRefreshToken, loginUser, signedInUser } = defaultRules;

/** Requests of one kind that are answered otherwise, where those that are nearly the same are answered well. */
export const singleRequestMutants = {
  'login-page-logs-in-somebody-else': {
    says: 'Checks the user name and password on the login page, but logs another user in.',
    breaks: ['COL-054', 'COL-063', 'IDN-117'],
    loginUser: (users, username, password) => {
      const named = loginUser(users, username, password);
      return named && users.find((one) => one !== named);
    },
  },
  'login-skipped-until-a-refusal': {
    says: 'Skips the login page until it has returned 400 for an authorization request without a cookie.',
    breaks: 'IDN-001',
    rules: () => {
      let hasRefused = false;
      return {
        signedInUser: (session, users) => signedInUser(session, users) ?? (hasRefused ? undefined : users[0]),
        send: (answer, operation, { headers }) => {
          hasRefused ||= operation === 'authorize' && answer.status === 400 && !headers.has('cookie');
          return answer;
        },
      };
    },
  },
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
  'no-challenge-for-an-expired-token': {
    says: 'Omits WWW-Authenticate when it refuses an access token that is over an hour old.',
    breaks: 'COL-061',
    rules: () => {
      let isExpired = false;
      return {
        admit: () => {
          isExpired = false;
        },
        isAccessTokenFresh: (issuedAt, now) => {
          isExpired = !defaultRules.isAccessTokenFresh(issuedAt, now);
          return !isExpired;
        },
        send: (answer, operation) =>
          operation === 'getCurrentUser' && isExpired ? json(answer.status, answer.body) : answer,
      };
    },
  },
  'access-token-undefined': {
    says: 'Accepts undefined in place of the newest access token.',
    breaks: 'COL-056',
    findAccessToken: (tokens, token) =>
      token === 'undefined' ? [...tokens.values()].at(-1) : findAccessToken(tokens, token),
  },
} satisfies Bank;
