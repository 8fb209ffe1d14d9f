import type { Answer } from '../../reference/answer.ts';
import { defaultRules, type Rules } from '../../reference/rules/index.ts';
import type { GrantType } from '../../reference/rules/tokens.ts';
import type { Bank } from '../mutant.ts';
import { acceptsJson, namesCharset } from '../parts/refusing-requests.ts';

const {
  grantType,
  isClientSecret,
  isPassword,
  passwordScopes,
  passwordUser,
  tokenClient,
  tokenHeaders,
  tokenResponse,
} = defaultRules;

/** The token endpoint where it grants: the password grant, and what all grants share. */
export const tokenMutants = {
  'password-grant-refused': {
    says: 'Does not recognize any user name at the password grant.',
    breaks: ['IDN-038', 'IDN-089'],
    passwordUser: () => undefined,
  },
  'password-grant-of-one-scope': {
    says: 'Refuses more than one scope at the password grant.',
    breaks: ['IDN-038', 'IDN-089'],
    passwordScopes: (scope, authUrl) => (scope?.includes(' ') ? undefined : passwordScopes(scope, authUrl)),
  },
  'password-without-client-id': {
    says: 'Treats a password grant without client_id as one from the first client.',
    breaks: 'IDN-050',
    tokenClient: (clients, id, grant) =>
      id === undefined && grant === 'password' ? clients[0] : tokenClient(clients, id, grant),
  },
  'password-without-secret': {
    says: 'Accepts a password grant without client_secret.',
    breaks: 'IDN-051',
    isClientSecret: (client, secret, grant) =>
      (secret === undefined && grant === 'password') || isClientSecret(client, secret, grant),
  },
  'password-without-username': {
    says: 'Treats a password grant without username as one for the first user.',
    breaks: 'IDN-052',
    passwordUser: (users, username) => (username === undefined ? users[0] : passwordUser(users, username)),
  },
  'password-grant-without-password': {
    says: 'Accepts a password grant without password.',
    breaks: 'IDN-053',
    isPassword: (user, password) => password === undefined || isPassword(user, password),
  },
  'password-without-scope': {
    says: 'Grants the scope email to a password grant without scope.',
    breaks: 'IDN-054',
    passwordScopes: (scope, authUrl) => passwordScopes(scope ?? 'email', authUrl),
  },
  'grant-type-not-required': {
    says: 'Treats a token request without grant_type as a password grant.',
    breaks: 'IDN-058',
    grantType: (value, form) => grantType(value ?? 'password', form),
  },
  'unknown-grant-accepted': {
    says: 'Treats an unknown grant_type as the password grant.',
    breaks: 'IDN-059',
    grantType: (value, form) => grantType(value, form) ?? (value === undefined ? undefined : 'password'),
  },
  'password-of-an-unknown-client': {
    says: 'Treats a password grant from an unregistered client as one from the first client.',
    breaks: 'IDN-060',
    tokenClient: (clients, id, grant) =>
      tokenClient(clients, id, grant) ?? (id && grant === 'password' ? clients[0] : undefined),
  },
  'password-with-any-secret': {
    says: 'Accepts any client secret at the password grant.',
    breaks: 'IDN-061',
    isClientSecret: (client, secret, grant) =>
      grant === 'password' ? secret !== undefined : isClientSecret(client, secret, grant),
  },
  'secret-compared-by-its-start': {
    says: 'Accepts a client secret that begins with the registered one.',
    breaks: 'IDN-061',
    isClientSecret: (client, secret) => secret?.startsWith(client.secret) ?? false,
  },
  'any-password': {
    says: 'Accepts any password at the password grant.',
    breaks: 'IDN-062',
    isPassword: (_user, password) => password !== undefined,
  },
  'unknown-user-accepted': {
    says: 'Treats an unknown user name at the password grant as that of the first user.',
    breaks: 'IDN-063',
    passwordUser: (users, username) => passwordUser(users, username) ?? (username ? users[0] : undefined),
  },

  'accept-header-refused': {
    says: 'Returns status 406 for a token request with Accept: application/json.',
    breaks: 'IDN-074',
    rules: () => unacceptable(acceptsJson),
  },
  'accept-header-required': {
    says: 'Returns status 406 for a token request unless its Accept header names JSON.',
    breaks: ['IDN-034', 'IDN-038', 'IDN-075', 'IDN-089'],
    rules: () => unacceptable(({ headers }) => !headers.get('accept')?.includes('json')),
  },
  'charset-refused': {
    says: 'Returns status 406 for a token request when the Content-Type has a charset parameter.',
    breaks: 'IDN-076',
    rules: () => unacceptable(namesCharset),
  },
  'password-answered-with-status-201': {
    says: 'Returns the tokens of a password grant with status 201.',
    breaks: 'IDN-077',
    tokenStatus: (grant) => (grant === 'password' ? 201 : 200),
  },
  'refresh-answered-with-status-201': {
    says: 'Returns the tokens of a refresh with status 201.',
    breaks: 'IDN-077',
    tokenStatus: (grant) => (grant === 'refresh_token' ? 201 : 200),
  },
  'password-answered-as-text': {
    says: 'Returns the tokens of a password grant as text/plain.',
    breaks: 'IDN-078',
    rules: () => headersOf('password', { 'Content-Type': 'text/plain' }),
  },
  'refresh-answered-as-text': {
    says: 'Returns the tokens of a refresh as text/plain.',
    breaks: 'IDN-078',
    rules: () => headersOf('refresh_token', { 'Content-Type': 'text/plain' }),
  },
  'password-tokens-kept-by-caches': {
    says: 'Allows caches to store the tokens of a password grant.',
    breaks: 'IDN-079',
    rules: () => headersOf('password', { 'Cache-Control': 'private, max-age=60' }),
  },
  'refresh-tokens-kept-by-caches': {
    says: 'Omits Cache-Control from the token response to a refresh.',
    breaks: 'IDN-079',
    tokenHeaders: (grant) => (grant === 'refresh_token' ? {} : tokenHeaders(grant)),
  },
  'password-answered-without-token-type': {
    says: 'Omits token_type from the token response to a password grant.',
    breaks: 'IDN-080',
    rules: () => withoutTokenType('password'),
  },
  'refresh-answered-without-token-type': {
    says: 'Omits token_type from the token response to a refresh.',
    breaks: 'IDN-080',
    rules: () => withoutTokenType('refresh_token'),
  },
  'expires-in-of-two-hours': {
    says: 'Reports two hours as the lifetime of an access token.',
    breaks: 'IDN-129',
    rules: () => livingFor(7200),
  },
  'expires-in-of-no-time': {
    says: 'Reports zero as the lifetime of an access token.',
    breaks: 'IDN-129',
    rules: () => livingFor(0),
  },
  'expires-in-of-a-refresh-in-milliseconds': {
    says: 'Reports the lifetime of the access token of a refresh in milliseconds.',
    breaks: 'IDN-129',
    rules: () => livingFor(3_600_000, 'refresh_token'),
  },
  'token-type-of-its-own': {
    says: 'Returns opaque as the token_type, which no client recognizes.',
    breaks: 'IDN-092',
    tokenResponse: (...issued) => ({ ...tokenResponse(...issued), token_type: 'opaque' }),
  },
} satisfies Bank;

/** Changes the headers that the tokens of a grant come with. */
function headersOf(wanted: GrantType, headers: Answer['headers']): Partial<Rules> {
  return {
    tokenHeaders: (grant) => ({ ...tokenHeaders(grant), ...(grant === wanted && headers) }),
  };
}

/** Tells another lifetime of the access tokens of a grant, or of all. */
function livingFor(expires_in: number, wanted?: GrantType): Partial<Rules> {
  return {
    tokenResponse: (tokens, scopes, grant) => ({
      ...tokenResponse(tokens, scopes, grant),
      ...((wanted === undefined || grant === wanted) && { expires_in }),
    }),
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
