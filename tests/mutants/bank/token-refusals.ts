import { type Answer, CUT } from '../../reference/answer.ts';
import { defaultRules, type Rules } from '../../reference/rules/index.ts';
import type { Bank, Mutant } from '../mutant.ts';

const { tokenError, tokenErrorStatus } = defaultRules;

/** Every requirement by which the token endpoint refuses. */
const refusing: Mutant['breaks'] = [
  ...(['IDN-046', 'IDN-047', 'IDN-048', 'IDN-049', 'IDN-050', 'IDN-051', 'IDN-052', 'IDN-053'] as const),
  ...(['IDN-054', 'IDN-055', 'IDN-056', 'IDN-057', 'IDN-058', 'IDN-059', 'IDN-060', 'IDN-061'] as const),
  ...(['IDN-062', 'IDN-063', 'IDN-064', 'IDN-065', 'IDN-066', 'IDN-067', 'IDN-068', 'IDN-069'] as const),
  'IDN-093',
];

/** How the token endpoint refuses. */
export const tokenRefusalMutants = {
  'missing-field-told-by-another-code': {
    says: 'Calls a missing field missing_parameter.',
    breaks: ['IDN-081'],
    replace: () => ({
      tokenError: (field, value) => (value === undefined ? 'missing_parameter' : tokenError(field, value)),
    }),
  },
  'unknown-grant-told-by-another-code': {
    says: 'Calls an unknown grant unknown_grant.',
    breaks: ['IDN-081'],
    replace: () => errorFor('grant_type', 'unknown_grant'),
  },
  'wrong-password-told-by-another-code': {
    says: 'Calls a wrong password wrong_password.',
    breaks: ['IDN-081'],
    replace: () => errorFor('password', 'wrong_password'),
  },
  'wrong-secret-told-by-another-code': {
    says: 'Calls a wrong client secret wrong_secret.',
    breaks: ['IDN-081'],
    replace: () => errorFor('client_secret', 'wrong_secret'),
  },
  'unknown-refresh-token-told-by-another-code': {
    says: 'Calls a refresh token that it does not know token_expired.',
    breaks: ['IDN-081'],
    replace: () => errorFor('refresh_token', 'token_expired'),
  },
  'unknown-user-told-by-another-code': {
    says: 'Calls a user that it does not know user_not_found.',
    breaks: ['IDN-081'],
    replace: () => errorFor('username', 'user_not_found'),
  },
  'unknown-client-told-by-another-code': {
    says: 'Calls a client that it does not know unknown_client.',
    breaks: ['IDN-081'],
    replace: () => errorFor('client_id', 'unknown_client'),
  },
  'wrong-redirect-uri-told-by-another-code': {
    says: 'Calls another redirect URI at the exchange redirect_uri_mismatch.',
    breaks: ['IDN-081'],
    replace: () => errorFor('redirect_uri', 'redirect_uri_mismatch'),
  },
  'missing-scope-told-by-another-code': {
    says: 'Calls a missing scope scope_required.',
    breaks: ['IDN-081'],
    replace: () => missing('scope', 'scope_required'),
  },
  'missing-code-told-by-another-code': {
    says: 'Calls a missing code code_required.',
    breaks: ['IDN-081'],
    replace: () => missing('code', 'code_required'),
  },
  'missing-refresh-token-told-by-another-code': {
    says: 'Calls a missing refresh token token_required.',
    breaks: ['IDN-081'],
    replace: () => missing('refresh_token', 'token_required'),
  },
  'token-refusals-without-error': {
    says: 'Words its refusals of token requests in a form of its own.',
    breaks: ['IDN-081'],
    replace: () => onRefusal((answer) => ({ ...answer, body: { status: answer.status, reason: 'refused' } })),
  },
  'token-refusals-as-text': {
    says: 'Words its refusals of token requests as text.',
    breaks: ['IDN-081'],
    replace: () =>
      onRefusal((answer) => ({ ...answer, headers: { 'Content-Type': 'text/plain' }, body: 'refused' })),
  },
  'invalid-request-with-status-422': {
    says: 'Answers status 422 to a token request that lacks a field.',
    breaks: ['IDN-082'],
    replace: () => statusOf('invalid_request', 422),
  },
  'invalid-grant-with-status-403': {
    says: 'Answers status 403 to a wrong password, code or refresh token.',
    breaks: ['IDN-082'],
    replace: () => statusOf('invalid_grant', 403),
  },
  'invalid-grant-with-status-401': {
    says: 'Answers status 401 to a wrong password, code or refresh token of a client that it knows.',
    breaks: ['IDN-082'],
    replace: () => statusOf('invalid_grant', 401),
  },
  'invalid-client-with-status-403': {
    says: 'Answers status 403 to a client that it cannot authenticate.',
    breaks: ['IDN-082'],
    replace: () => statusOf('invalid_client', 403),
  },
  'unsupported-grant-with-status-404': {
    says: 'Answers status 404 to a grant that it does not know.',
    breaks: ['IDN-082'],
    replace: () => statusOf('unsupported_grant_type', 404),
  },

  'token-endpoint-fails-where-it-should-refuse': {
    says: 'Answers status 500 to a token request that it should refuse.',
    breaks: refusing,
    replace: () => ({ tokenErrorStatus: () => 500 }),
  },
  'token-endpoint-accepts-where-it-should-refuse': {
    says: 'Answers an error with status 200 to a token request that it should refuse.',
    breaks: refusing,
    replace: () => ({ tokenErrorStatus: () => 200 }),
  },
  'token-endpoint-silent-where-it-should-refuse': {
    says: 'Cuts the connection of a token request that it should refuse.',
    breaks: refusing,
    replace: () => onRefusal((answer) => ({ ...answer, body: CUT })),
  },
  'token-refusals-yield-an-access-token': {
    says: 'Answers an error and yet an access token to a token request that it should refuse.',
    breaks: refusing,
    replace: () => yielding('access_token'),
  },
  'token-refusals-yield-a-refresh-token': {
    says: 'Answers an error and yet a refresh token to a token request that it should refuse.',
    breaks: refusing,
    replace: () => yielding('refresh_token'),
  },
  'token-refusals-yield-an-id-token': {
    says: 'Answers an error and yet an ID token to a token request that it should refuse.',
    breaks: refusing,
    replace: () => yielding('id_token'),
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
