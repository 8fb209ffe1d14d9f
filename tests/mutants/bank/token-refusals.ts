import { type Answer, CUT, refuse } from '../../reference/answer.ts';
import { defaultRules, type Rules } from '../../reference/rules/index.ts';
import { all, by, sending } from '../circumstances.ts';
import { each } from '../family.ts';
import type { Bank, MutantEntry } from '../mutant.ts';
import { jsonOf } from '../parts/answers.ts';

const {
  findCode,
  findRefreshToken,
  isClientSecret,
  isCodeOf,
  isRefreshTokenOf,
  refreshToken,
  revoke,
  tokenClient,
  tokenError,
  tokenErrorStatus,
} = defaultRules;

/** Every requirement by which the token endpoint refuses. */
const refusing: MutantEntry['breaks'] = [
  ...(['IDN-046', 'IDN-047', 'IDN-048', 'IDN-049', 'IDN-050', 'IDN-051', 'IDN-052', 'IDN-053'] as const),
  ...(['IDN-054', 'IDN-055', 'IDN-056', 'IDN-057', 'IDN-058', 'IDN-059', 'IDN-060', 'IDN-061'] as const),
  ...(['IDN-062', 'IDN-063', 'IDN-064', 'IDN-065', 'IDN-066', 'IDN-067', 'IDN-068', 'IDN-069'] as const),
  'IDN-093',
];

/** By which error code the token endpoint tells why it refuses. */
export const errorCodes = {
  'missing-field-told-by-another-code': {
    says: 'Reports the error missing_parameter for a missing field.',
    breaks: 'IDN-081',
    tokenError: (field, value) => (value === undefined ? 'missing_parameter' : tokenError(field, value)),
  },
  ...each(
    [
      ['unknown-grant-told-by-another-code', 'unknown_grant', 'grant_type'],
      ['wrong-password-told-by-another-code', 'wrong_password', 'password'],
      ['wrong-secret-told-by-another-code', 'wrong_secret', 'client_secret'],
      ['unknown-refresh-token-told-by-another-code', 'token_expired', 'refresh_token'],
      ['unknown-user-told-by-another-code', 'user_not_found', 'username'],
      ['unknown-client-told-by-another-code', 'unknown_client', 'client_id'],
      ['wrong-redirect-uri-told-by-another-code', 'redirect_uri_mismatch', 'redirect_uri'],
    ],
    (_, error, field) => ({
      says: `Reports the error ${error} for a wrong ${field}.`,
      breaks: 'IDN-081',
      tokenError: (wrong, value) =>
        wrong === field && value !== undefined ? error : tokenError(wrong, value),
    }),
  ),
  ...each(
    [
      ['missing-scope-told-by-another-code', 'scope_required', 'scope'],
      ['missing-code-told-by-another-code', 'code_required', 'code'],
      ['missing-redirect-uri-told-by-another-code', 'redirect_uri_required', 'redirect_uri'],
      ['missing-refresh-token-told-by-another-code', 'token_required', 'refresh_token'],
    ],
    (_, error, field) => ({
      says: `Reports the error ${error} for a missing ${field}.`,
      breaks: 'IDN-081',
      tokenError: (wrong, value) =>
        wrong === field && value === undefined ? error : tokenError(wrong, value),
    }),
  ),
  'unknown-code-told-by-another-code': {
    says: 'Returns the error bad_verification_code when the code is missing or refused.',
    breaks: 'IDN-081',
    tokenError: (field, value) => (field === 'code' ? 'bad_verification_code' : tokenError(field, value)),
  },
  'refresh-token-of-another-client-told-by-another-code': {
    says: 'Reports the error foreign_token for a refresh token of another client.',
    breaks: 'IDN-081',
    isRefreshTokenOf: (...given) => isRefreshTokenOf(...given) || refuse(400, 'foreign', 'foreign_token'),
  },
  'used-refresh-token-told-by-another-code': {
    says: 'Reports the error token_reused for a refresh token that has already been used.',
    breaks: 'IDN-081',
    rules: () => usedBefore(() => refuse(400, 'The token was used', 'token_reused')),
  },
} satisfies Bank;

/** With which status the token endpoint refuses. */
export const statuses = {
  ...each(
    [
      ['invalid-request-with-status-422', 'invalid_request', 422],
      ['invalid-grant-with-status-403', 'invalid_grant', 403],
      ['invalid-grant-with-status-401', 'invalid_grant', 401],
      ['invalid-client-with-status-403', 'invalid_client', 403],
      ['unsupported-grant-with-status-404', 'unsupported_grant_type', 404],
    ],
    (_, wanted, status) => ({
      says: `Returns ${status} with the error ${wanted}.`,
      breaks: 'IDN-082',
      tokenErrorStatus: (error) => (error === wanted ? status : tokenErrorStatus(error)),
    }),
  ),
  'unknown-code-with-status-422': {
    says: 'Returns status 422 when the code is missing or refused.',
    breaks: 'IDN-082',
    send: onRefusal((answer) =>
      answer.status === 400 && String(jsonOf(answer)?.['error_description']).startsWith('code ')
        ? { ...answer, status: 422 }
        : answer,
    ),
  },
  'code-of-no-redirect-answered-404': {
    says: 'Returns 404 for an unknown code.',
    breaks: 'IDN-082',
    when: ({ form }) => Boolean(form['code']),
    findCode: (...given) => findCode(...given) ?? refuse(404, 'There is no such code', 'invalid_grant'),
  },
  'used-code-answered-409': {
    says: 'Returns 409 for a code that has already been exchanged.',
    breaks: 'IDN-082',
    isCodeUnused: ({ used }) => !used || refuse(409, 'The code was exchanged before', 'invalid_grant'),
  },
  'code-of-another-client-answered-403': {
    says: 'Returns 403 for a code of another client.',
    breaks: 'IDN-082',
    isCodeOf: (...given) => isCodeOf(...given) || refuse(403, 'The code is foreign', 'invalid_grant'),
  },
  'unknown-client-with-a-code-answered-404': {
    says: 'Returns 404 when an unregistered client exchanges a code.',
    breaks: 'IDN-082',
    when: all(by('authorization_code'), sending('client_id')),
    tokenClient: (...given) => tokenClient(...given) ?? refuse(404, 'no such client', 'invalid_client'),
  },
  'wrong-secret-at-a-refresh-answered-403': {
    says: 'Returns 403 for a refresh with a wrong client secret.',
    breaks: 'IDN-082',
    when: all(by('refresh_token'), sending('client_secret')),
    isClientSecret: (...given) => isClientSecret(...given) || refuse(403, 'it is wrong', 'invalid_client'),
  },
  'refresh-token-of-no-answer-answered-404': {
    says: 'Returns 404 for a refresh token that was never issued.',
    breaks: 'IDN-082',
    when: ({ form, grant }) => Boolean(form['refresh_token']) && grant === undefined,
    findRefreshToken: () => refuse(404, 'There is no such token', 'invalid_grant'),
  },
  'used-refresh-token-answered-409': {
    says: 'Returns 409 for a refresh token that has already been used.',
    breaks: 'IDN-082',
    rules: () => usedBefore(() => refuse(409, 'The token was used', 'invalid_grant')),
  },
  'revoked-token-answered-410': {
    says: 'Returns 410 for a revoked refresh token.',
    breaks: 'IDN-082',
    rules: () => {
      const revoked = new Set<string>();
      return {
        revoke: (issued, isSignedOut) => {
          for (const [value, grant] of issued.refreshTokens) if (isSignedOut(grant)) revoked.add(value);
          revoke(issued, isSignedOut);
        },
        findRefreshToken: (tokens, token) =>
          revoked.has(token ?? '')
            ? refuse(410, 'The token was revoked', 'invalid_grant')
            : findRefreshToken(tokens, token),
      };
    },
  },
} satisfies Bank;

/** What the token endpoint answers in place of a refusal, or beside it. */
export const tokenRefusals = {
  'token-refusals-without-error': {
    says: 'Refuses token requests with a JSON object that has no error field.',
    breaks: 'IDN-081',
    send: onRefusal((answer) => ({ ...answer, body: { status: answer.status, reason: 'refused' } })),
  },
  'token-refusals-as-text': {
    says: 'Refuses token requests with plain text.',
    breaks: 'IDN-081',
    send: onRefusal((answer) => ({
      ...answer,
      headers: { 'Content-Type': 'text/plain' },
      body: 'refused',
    })),
  },
  'token-error-as-html': {
    says: 'Sends the error object of a token request refused with 400 as text/html.',
    breaks: 'IDN-081',
    send: onRefusal((answer) =>
      answer.status === 400
        ? { ...answer, headers: { ...answer.headers, 'Content-Type': 'text/html; charset=utf-8' } }
        : answer,
    ),
  },
  ...each(
    [
      ['token-endpoint-fails-where-it-should-refuse', 'Returns 500', 500],
      ['token-endpoint-accepts-where-it-should-refuse', 'Returns an error with status 200', 200],
    ],
    (_, told, status) => ({
      says: `${told} for a token request that it should refuse.`,
      breaks: refusing,
      tokenErrorStatus: () => status,
    }),
  ),
  'token-endpoint-silent-where-it-should-refuse': {
    says: 'Closes the connection of a token request that it should refuse.',
    breaks: refusing,
    send: onRefusal((answer) => ({ ...answer, body: CUT })),
  },
  ...each(
    [
      ['token-refusals-yield-an-access-token', 'access_token'],
      ['token-refusals-yield-a-refresh-token', 'refresh_token'],
      ['token-refusals-yield-an-id-token', 'id_token'],
    ],
    (_, field) => ({
      says: `Returns ${field} along with the error when it refuses a token request.`,
      breaks: refusing,
      send: onRefusal((answer) => ({
        ...answer,
        body: { ...jsonOf(answer), [field]: 'a-token-beside-the-error' },
      })),
    }),
  ),
} satisfies Bank;

/** Changes a refusal of a token request. */
function onRefusal(change: (answer: Answer) => Answer): Rules['send'] {
  return (answer, operation) =>
    operation === 'exchangeToken' && answer.status >= 400 ? change(answer) : answer;
}

/** Answers otherwise to a refresh token that a refresh has used up. */
function usedBefore(answer: () => never): Partial<Rules> {
  const used = new Set<string>();
  return {
    refreshToken: (fresh, former) => {
      if (former !== undefined) used.add(former);
      return refreshToken(fresh, former);
    },
    findRefreshToken: (tokens, token) => (used.has(token ?? '') ? answer() : findRefreshToken(tokens, token)),
  };
}
