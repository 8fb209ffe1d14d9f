import type { Client, Tokens, User } from '../state.ts';
import { knownScopes } from './scopes.ts';

/** The grants, by their grant_type. */
const grantTypes = ['authorization_code', 'password', 'refresh_token'] as const;

export type GrantType = (typeof grantTypes)[number];

/** The lifetime of an access token, one hour, in seconds. */
export const TOKEN_LIFETIME_S = 3600;

/** POST /oauth2/access_token: what all three grants share, and the password grant. */
export const tokenRules = {
  /** IDN-076, IDN-088: only a form is accepted, whatever its charset. */
  isTokenBody: (mediaType: string): boolean => mediaType === 'application/x-www-form-urlencoded',

  /** IDN-058, IDN-059: grant_type names one of the three grants. */
  grantType: (
    value: string | undefined,
    _form: Readonly<Record<string, string | undefined>>,
  ): GrantType | undefined => grantTypes.find((type) => type === value),

  /** IDN-046, IDN-050, IDN-055, IDN-060, IDN-124: the client is registered. */
  tokenClient: (clients: readonly Client[], id: string | undefined, _grant: GrantType): Client | undefined =>
    clients.find((client) => client.id === id),

  /** IDN-047, IDN-051, IDN-056, IDN-061, IDN-125: the client secret is the registered one. */
  isClientSecret: (client: Client, secret: string | undefined, _grant: GrantType): boolean =>
    client.secret === secret,

  /** IDN-052, IDN-063: the user exists. */
  passwordUser: (users: readonly User[], username: string | undefined): User | undefined =>
    users.find((user) => user.username === username?.toLowerCase()),

  /** IDN-053, IDN-062: the password is the user's. */
  isPassword: (user: User, password: string | undefined): boolean =>
    user.password !== undefined && user.password === password,

  /** IDN-054, IDN-089: there are scopes, and all of them are known; undefined otherwise. */
  passwordScopes: (scope: string | undefined, authUrl: string): readonly string[] | undefined =>
    knownScopes(scope, authUrl),

  /** IDN-043, IDN-070: an access token is a new one; `former` is the one that the refresh replaces. */
  accessToken: (fresh: string, _former: string | undefined): string => fresh,

  /** IDN-045, IDN-086: a refresh token is a new one; `former` is the one that the refresh used up. */
  refreshToken: (fresh: string, _former: string | undefined): string => fresh,

  /** IDN-034 to IDN-045, IDN-080, IDN-084, IDN-085, IDN-092, IDN-129: what every grant answers. */
  tokenResponse: (tokens: Tokens, scopes: readonly string[], _grant: GrantType): Record<string, unknown> => ({
    access_token: tokens.accessToken,
    token_type: 'Bearer',
    expires_in: TOKEN_LIFETIME_S,
    refresh_token: tokens.refreshToken,
    id_token: tokens.idToken,
    scope: scopes.join(' '),
  }),

  /** IDN-077: the status of an answer with tokens. */
  tokenStatus: (_grant: GrantType): number => 200,

  /** IDN-078, IDN-079: nothing on the way caches tokens, nor refusals, which have no grant. */
  tokenHeaders: (_grant: GrantType | undefined): Readonly<Record<string, string>> => ({
    'Cache-Control': 'no-store',
    Pragma: 'no-cache',
  }),

  /** IDN-081, IDN-083: the error code of a field that is missing or has an unacceptable value (RFC 6749 5.2). */
  tokenError: (field: string, value: string | undefined): string => {
    if (field === 'client_id' || field === 'client_secret') return 'invalid_client';
    if (value === undefined) return 'invalid_request';
    if (field === 'grant_type') return 'unsupported_grant_type';
    return field === 'scope' ? 'invalid_scope' : 'invalid_grant';
  },

  /** IDN-082: the status of a refused token request. */
  tokenErrorStatus: (error: string): number => (error === 'invalid_client' ? 401 : 400),
};
