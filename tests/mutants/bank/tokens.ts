import { type Answer, CUT } from '../../reference/answer.ts';
import { defaultRules, type Rules } from '../../reference/rules/index.ts';
import type { GrantType } from '../../reference/rules/tokens.ts';
import type { Bank, Mutant } from '../mutant.ts';

const {
  grantType,
  isClientSecret,
  isPassword,
  passwordScopes,
  passwordUser,
  tokenClient,
  tokenError,
  tokenErrorStatus,
  tokenHeaders,
  tokenResponse,
} = defaultRules;

/** Every requirement by which the token endpoint refuses. */
const refusing: Mutant['breaks'] = [
  ...(['IDN-046', 'IDN-047', 'IDN-048', 'IDN-049', 'IDN-050', 'IDN-051', 'IDN-052', 'IDN-053'] as const),
  ...(['IDN-054', 'IDN-055', 'IDN-056', 'IDN-057', 'IDN-058', 'IDN-059', 'IDN-060', 'IDN-061'] as const),
  ...(['IDN-062', 'IDN-063', 'IDN-064', 'IDN-065', 'IDN-066', 'IDN-067', 'IDN-068', 'IDN-069'] as const),
  'IDN-093',
];

/** The token endpoint: the password grant, what all grants share, and how it refuses. */
export const tokenMutants = {
  'password-grant-refused': {
    says: 'Knows no user at the password grant.',
    breaks: ['IDN-038', 'IDN-089'],
    replace: () => ({ passwordUser: () => undefined }),
  },
  'password-grant-of-one-scope': {
    says: 'Refuses several scopes at the password grant.',
    breaks: ['IDN-038', 'IDN-089'],
    replace: () => ({
      passwordScopes: (scope, authUrl) => (scope?.includes(' ') ? undefined : passwordScopes(scope, authUrl)),
    }),
  },
  'password-without-client-id': {
    says: 'Takes a password grant without client_id for one of the first client.',
    breaks: ['IDN-050'],
    replace: () => ({
      tokenClient: (clients, id, grant) =>
        id === undefined && grant === 'password' ? clients[0] : tokenClient(clients, id, grant),
    }),
  },
  'password-without-secret': {
    says: 'Takes a password grant without the client secret.',
    breaks: ['IDN-051'],
    replace: () => ({
      isClientSecret: (client, secret, grant) =>
        (secret === undefined && grant === 'password') || isClientSecret(client, secret, grant),
    }),
  },
  'password-without-username': {
    says: 'Takes a password grant without username for one of the first user.',
    breaks: ['IDN-052'],
    replace: () => ({
      passwordUser: (users, username) => (username === undefined ? users[0] : passwordUser(users, username)),
    }),
  },
  'password-grant-without-password': {
    says: 'Takes a password grant without password.',
    breaks: ['IDN-053'],
    replace: () => ({
      isPassword: (user, password) => password === undefined || isPassword(user, password),
    }),
  },
  'password-without-scope': {
    says: 'Grants the scope email to a password grant without scope.',
    breaks: ['IDN-054'],
    replace: () => ({ passwordScopes: (scope, authUrl) => passwordScopes(scope ?? 'email', authUrl) }),
  },
  'grant-type-not-required': {
    says: 'Takes a token request without grant_type for a password grant.',
    breaks: ['IDN-058'],
    replace: () => ({ grantType: (value) => grantType(value ?? 'password') }),
  },
  'unknown-grant-accepted': {
    says: 'Takes a grant that it does not know for a password grant.',
    breaks: ['IDN-059'],
    replace: () => ({
      grantType: (value) => grantType(value) ?? (value === undefined ? undefined : 'password'),
    }),
  },
  'password-of-an-unknown-client': {
    says: 'Takes a password grant of a client that is not registered for one of the first client.',
    breaks: ['IDN-060'],
    replace: () => ({
      tokenClient: (clients, id, grant) =>
        tokenClient(clients, id, grant) ?? (id && grant === 'password' ? clients[0] : undefined),
    }),
  },
  'password-with-any-secret': {
    says: 'Takes a password grant with whatever client secret is sent.',
    breaks: ['IDN-061'],
    replace: () => ({
      isClientSecret: (client, secret, grant) =>
        grant === 'password' ? secret !== undefined : isClientSecret(client, secret, grant),
    }),
  },
  'secret-compared-by-its-start': {
    says: 'Takes a client secret that begins with the registered one.',
    breaks: ['IDN-061'],
    replace: () => ({ isClientSecret: (client, secret) => secret?.startsWith(client.secret) ?? false }),
  },
  'any-password': {
    says: 'Takes whatever password is sent.',
    breaks: ['IDN-062'],
    replace: () => ({ isPassword: (_user, password) => password !== undefined }),
  },
  'unknown-user-accepted': {
    says: 'Takes a user name that it does not know for that of the first user.',
    breaks: ['IDN-063'],
    replace: () => ({
      passwordUser: (users, username) => passwordUser(users, username) ?? (username ? users[0] : undefined),
    }),
  },

  'accept-header-refused': {
    says: 'Answers status 406 to a token request that accepts JSON.',
    breaks: ['IDN-074'],
    replace: () => unacceptable(({ headers }) => headers.get('accept') === 'application/json'),
  },
  'accept-header-required': {
    says: 'Answers status 406 to a token request that does not say what it accepts.',
    breaks: ['IDN-034', 'IDN-038', 'IDN-075', 'IDN-089'],
    replace: () => unacceptable(({ headers }) => !headers.get('accept')?.includes('json')),
  },
  'charset-refused': {
    says: 'Does not take a form that tells its charset.',
    breaks: ['IDN-076'],
    replace: () => unacceptable(({ headers }) => headers.get('content-type')?.includes('charset') ?? false),
  },
  'password-answered-with-status-201': {
    says: 'Answers the tokens of a password grant with status 201.',
    breaks: ['IDN-077'],
    replace: () => ({ tokenStatus: (grant) => (grant === 'password' ? 201 : 200) }),
  },
  'refresh-answered-with-status-201': {
    says: 'Answers the tokens of a refresh with status 201.',
    breaks: ['IDN-077'],
    replace: () => ({ tokenStatus: (grant) => (grant === 'refresh_token' ? 201 : 200) }),
  },
  'password-answered-as-text': {
    says: 'Says of the tokens of a password grant that they are text.',
    breaks: ['IDN-078'],
    replace: () => headersOf('password', { 'Content-Type': 'text/plain' }),
  },
  'refresh-answered-as-text': {
    says: 'Says of the tokens of a refresh that they are text.',
    breaks: ['IDN-078'],
    replace: () => headersOf('refresh_token', { 'Content-Type': 'text/plain' }),
  },
  'password-tokens-kept-by-caches': {
    says: 'Lets caches keep the tokens of a password grant.',
    breaks: ['IDN-079'],
    replace: () => headersOf('password', { 'Cache-Control': 'private, max-age=60' }),
  },
  'refresh-tokens-kept-by-caches': {
    says: 'Says nothing to caches about the tokens of a refresh.',
    breaks: ['IDN-079'],
    replace: () => ({ tokenHeaders: (grant) => (grant === 'refresh_token' ? {} : tokenHeaders(grant)) }),
  },
  'password-answered-without-token-type': {
    says: 'Does not tell the type of the tokens of a password grant.',
    breaks: ['IDN-080'],
    replace: () => withoutTokenType('password'),
  },
  'refresh-answered-without-token-type': {
    says: 'Does not tell the type of the tokens of a refresh.',
    breaks: ['IDN-080'],
    replace: () => withoutTokenType('refresh_token'),
  },
  'token-type-of-its-own': {
    says: 'Calls the type of its tokens opaque, which no client knows.',
    breaks: ['IDN-092'],
    replace: () => ({
      tokenResponse: (...issued) => ({ ...tokenResponse(...issued), token_type: 'opaque' }),
    }),
  },

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

/** Changes the headers that the tokens of a grant come with. */
function headersOf(wanted: GrantType, headers: Answer['headers']): Partial<Rules> {
  return {
    tokenHeaders: (grant) => ({ ...tokenHeaders(grant), ...(grant === wanted && headers) }),
  };
}

function withoutTokenType(wanted: GrantType): Partial<Rules> {
  return {
    tokenResponse: (tokens, scopes, grant) => {
      const { token_type, ...rest } = tokenResponse(tokens, scopes, grant);
      return grant === wanted ? rest : { token_type, ...rest };
    },
  };
}

/** Answers status 406 to some token requests. */
function unacceptable(isSuch: (request: Request) => boolean): Partial<Rules> {
  return {
    send: (answer, operation, request) =>
      operation === 'exchangeToken' && isSuch(request)
        ? { status: 406, headers: {}, body: undefined }
        : answer,
  };
}

/** Gives another error code to a field that has a value which will not do. */
function errorFor(wanted: string, error: string): Partial<Rules> {
  return {
    tokenError: (field, value) =>
      field === wanted && value !== undefined ? error : tokenError(field, value),
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
