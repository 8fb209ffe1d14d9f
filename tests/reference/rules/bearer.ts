import type { JWTPayload } from 'jose';
import type { AccessToken, User } from '../state.ts';
import { TOKEN_LIFETIME_S } from './tokens.ts';

/** Who a request to the collaboration API comes from. */
export const bearerRules = {
  /** COL-055, COL-057, COL-059: the access token after the scheme bearer, in any letter case. */
  bearerToken: (authorization: string | undefined): string | undefined =>
    /^bearer +(\S+)$/i.exec(authorization ?? '')?.[1],

  /** COL-055, COL-056, IDN-071, IDN-130: the access token was issued and has not been revoked. */
  findAccessToken: (
    tokens: ReadonlyMap<string, AccessToken>,
    token: string | undefined,
  ): AccessToken | undefined => tokens.get(token ?? ''),

  /** COL-058, IDN-091: an access token is valid for one hour; both times in milliseconds. */
  isAccessTokenFresh: (issuedAt: number, now: number): boolean => now - issuedAt < TOKEN_LIFETIME_S * 1000,

  /** COL-064: scopes do not restrict a token, so any of them give access to the API. */
  opensApi: (_scopes: readonly string[]): boolean => true,

  /** COL-054: the user is the one who obtained the token. */
  tokenUser: (token: AccessToken, _users: readonly User[]): User => token.user,

  /** COL-056: the claims of a guest's JWT, if `verify` accepts it as ours and valid. */
  verifiedGuestJwt: (
    jwt: string,
    verify: (jwt: string) => Promise<JWTPayload | undefined>,
  ): Promise<JWTPayload | undefined> => verify(jwt),

  /** The scheme that deployments accept from guests, besides bearer. */
  guestJwt: (authorization: string | undefined): string | undefined =>
    /^jwt +(\S+)$/i.exec(authorization ?? '')?.[1],

  /** COL-075: a guest's JWT is accepted as a bearer token. */
  isGuestBearer: (): boolean => true,

  /** COL-060, COL-068: the status without a valid token. */
  unauthorizedStatus: (): number => 401,

  /** COL-061: the challenge, with an error only if a token was sent (RFC 6750 3.1). */
  bearerChallenge: (hasToken: boolean): string =>
    hasToken ? 'Bearer realm="collaboration", error="invalid_token"' : 'Bearer realm="collaboration"',
};
