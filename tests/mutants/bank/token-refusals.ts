import { type Answer, CUT } from '../../reference/answer.ts';
import { defaultRules, type Rules } from '../../reference/rules/index.ts';
import type { Bank, MutantEntry } from '../mutant.ts';

const { tokenError, tokenErrorStatus } = defaultRules;

/** Every requirement by which the token endpoint refuses. */
const refusing: MutantEntry['breaks'] = [
  ...(['IDN-046', 'IDN-047', 'IDN-048', 'IDN-049', 'IDN-050', 'IDN-051', 'IDN-052', 'IDN-053'] as const),
  ...(['IDN-054', 'IDN-055', 'IDN-056', 'IDN-057', 'IDN-058', 'IDN-059', 'IDN-060', 'IDN-061'] as const),
  ...(['IDN-062', 'IDN-063', 'IDN-064', 'IDN-065', 'IDN-066', 'IDN-067', 'IDN-068', 'IDN-069'] as const),
  'IDN-093',
];

/** How the token endpoint refuses. */
export const tokenRefusalMutants = {
  'missing-field-told-by-another-code': {
    says: 'Reports the error missing_parameter for a missing field.',
    breaks: 'IDN-081',
    tokenError: (field, value) => (value === undefined ? 'missing_parameter' : tokenError(field, value)),
  },
  'unknown-grant-told-by-another-code': {
    says: 'Reports the error unknown_grant for an unknown grant_type.',
    breaks: 'IDN-081',
    rules: () => errorFor('grant_type', 'unknown_grant'),
  },
  'wrong-password-told-by-another-code': {
    says: 'Reports the error wrong_password for a wrong password.',
    breaks: 'IDN-081',
    rules: () => errorFor('password', 'wrong_password'),
  },
  'wrong-secret-told-by-another-code': {
    says: 'Reports the error wrong_secret for a wrong client secret.',
    breaks: 'IDN-081',
    rules: () => errorFor('client_secret', 'wrong_secret'),
  },
  'unknown-refresh-token-told-by-another-code': {
    says: 'Reports the error token_expired for an invalid refresh token.',
    breaks: 'IDN-081',
    rules: () => errorFor('refresh_token', 'token_expired'),
  },
  'unknown-user-told-by-another-code': {
    says: 'Reports the error user_not_found for an unknown user name.',
    breaks: 'IDN-081',
    rules: () => errorFor('username', 'user_not_found'),
  },
  'unknown-client-told-by-another-code': {
    says: 'Reports the error unknown_client for an unknown client.',
    breaks: 'IDN-081',
    rules: () => errorFor('client_id', 'unknown_client'),
  },
  'wrong-redirect-uri-told-by-another-code': {
    says: 'Reports the error redirect_uri_mismatch for a wrong redirect URI in a code exchange.',
    breaks: 'IDN-081',
    rules: () => errorFor('redirect_uri', 'redirect_uri_mismatch'),
  },
  'missing-scope-told-by-another-code': {
    says: 'Reports the error scope_required for a missing scope.',
    breaks: 'IDN-081',
    rules: () => missing('scope', 'scope_required'),
  },
  'missing-code-told-by-another-code': {
    says: 'Reports the error code_required for a missing code.',
    breaks: 'IDN-081',
    rules: () => missing('code', 'code_required'),
  },
  'missing-redirect-uri-told-by-another-code': {
    says: 'Reports the error redirect_uri_required for a missing redirect URI.',
    breaks: 'IDN-081',
    rules: () => missing('redirect_uri', 'redirect_uri_required'),
  },
  'missing-refresh-token-told-by-another-code': {
    says: 'Reports the error token_required for a missing refresh token.',
    breaks: 'IDN-081',
    rules: () => missing('refresh_token', 'token_required'),
  },
  'token-refusals-without-error': {
    says: 'Refuses token requests with a JSON object that has no error field.',
    breaks: 'IDN-081',
    rules: () => onRefusal((answer) => ({ ...answer, body: { status: answer.status, reason: 'refused' } })),
  },
  'token-refusals-as-text': {
    says: 'Refuses token requests with plain text.',
    breaks: 'IDN-081',
    rules: () =>
      onRefusal((answer) => ({ ...answer, headers: { 'Content-Type': 'text/plain' }, body: 'refused' })),
  },
  'invalid-request-with-status-422': {
    says: 'Returns 422 for a token request that lacks a field other than the client credentials.',
    breaks: 'IDN-082',
    rules: () => statusOf('invalid_request', 422),
  },
  'invalid-grant-with-status-403': {
    says: 'Returns 403 instead of 400 with the error invalid_grant.',
    breaks: 'IDN-082',
    rules: () => statusOf('invalid_grant', 403),
  },
  'invalid-grant-with-status-401': {
    says: 'Returns 401 instead of 400 with the error invalid_grant.',
    breaks: 'IDN-082',
    rules: () => statusOf('invalid_grant', 401),
  },
  'invalid-client-with-status-403': {
    says: 'Returns 403 instead of 401 with the error invalid_client.',
    breaks: 'IDN-082',
    rules: () => statusOf('invalid_client', 403),
  },
  'unsupported-grant-with-status-404': {
    says: 'Returns 404 for an unsupported grant_type.',
    breaks: 'IDN-082',
    rules: () => statusOf('unsupported_grant_type', 404),
  },

  'token-endpoint-fails-where-it-should-refuse': {
    says: 'Returns 500 for a token request that it should refuse.',
    breaks: refusing,
    tokenErrorStatus: () => 500,
  },
  'token-endpoint-accepts-where-it-should-refuse': {
    says: 'Returns an error with status 200 for a token request that it should refuse.',
    breaks: refusing,
    tokenErrorStatus: () => 200,
  },
  'token-endpoint-silent-where-it-should-refuse': {
    says: 'Closes the connection of a token request that it should refuse.',
    breaks: refusing,
    rules: () => onRefusal((answer) => ({ ...answer, body: CUT })),
  },
  'token-refusals-yield-an-access-token': {
    says: 'Returns an access token along with the error when it refuses a token request.',
    breaks: refusing,
    rules: () => yielding('access_token'),
  },
  'token-refusals-yield-a-refresh-token': {
    says: 'Returns a refresh token along with the error when it refuses a token request.',
    breaks: refusing,
    rules: () => yielding('refresh_token'),
  },
  'token-refusals-yield-an-id-token': {
    says: 'Returns an ID token along with the error when it refuses a token request.',
    breaks: refusing,
    rules: () => yielding('id_token'),
  },
} satisfies Bank;

/** Gives another error code to a field that has a value which will not do. */
function errorFor(wanted: string, error: string): Partial<Rules> {
  return {
    tokenError: (field, value) =>
      field === wanted && value !== undefined ? error : tokenError(field, value),
  };
}

/** Gives another error code to a field that is missing. */
function missing(wanted: string, error: string): Partial<Rules> {
  return {
    tokenError: (field, value) =>
      field === wanted && value === undefined ? error : tokenError(field, value),
  };
}

/** Gives another status to an error. */
function statusOf(wanted: string, status: number): Partial<Rules> {
  return { tokenErrorStatus: (error) => (error === wanted ? status : tokenErrorStatus(error)) };
}

/** Changes a refusal of a token request. */
function onRefusal(change: (answer: Answer) => Answer): Partial<Rules> {
  return {
    send: (answer, operation) =>
      operation === 'exchangeToken' && answer.status >= 400 ? change(answer) : answer,
  };
}

/** Puts a field with a token beside the error of a refusal. */
function yielding(field: string): Partial<Rules> {
  return onRefusal((answer) => ({
    ...answer,
    body: { ...(answer.body as object), [field]: 'a-token-beside-the-error' },
  }));
}
