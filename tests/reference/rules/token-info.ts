import { randomUUID } from 'node:crypto';
import type { JWTPayload } from 'jose';
import type { Client, User } from '../state.ts';
import { TOKEN_LIFETIME_S } from './tokens.ts';

/** The ID token, and GET /api/1.0/id_token/get_token_info. */
export const tokenInfoRules = {
  /** IDN-087: what an ID token claims; `now` in seconds. */
  idTokenClaims: (user: User, client: Client, issuer: string, now: number): JWTPayload => ({
    sub: user.ndbid,
    iss: issuer,
    aud: client.id,
    email: user.username,
    id_token_version: '1.0',
    // Keeps two tokens from the same second distinct.
    jti: randomUUID(),
    iat: now,
    exp: now + TOKEN_LIFETIME_S,
  }),

  /** IDN-114, IDN-115: the claims of an ID token, if `verify` accepts it as ours and valid. */
  verifiedIdToken: (
    token: string | undefined,
    verify: (token: string) => Promise<JWTPayload | undefined>,
  ): Promise<JWTPayload | undefined> => verify(token ?? ''),

  /** IDN-117: the user that an ID token is about. */
  idTokenUser: (users: readonly User[], claims: JWTPayload): User | undefined =>
    users.find((user) => user.ndbid === claims.sub),

  /** IDN-118, IDN-119: the seconds until the ID token expires; `now` in seconds. */
  remainingSeconds: (claims: JWTPayload, now: number): number => Math.max(0, (claims.exp ?? 0) - now),

  /** IDN-109 to IDN-113: the user as token info shows it. */
  tokenInfoUser: (user: User, picture: string): Record<string, unknown> => ({
    username: user.username,
    first_name: user.givenname,
    last_name: user.familyname,
    id: user.ndbid,
    picture_url: picture,
  }),

  /** IDN-101 to IDN-108, IDN-116, IDN-121: what token info answers. */
  tokenInfo: (
    claims: JWTPayload,
    expires_in: number,
    user: Record<string, unknown>,
  ): Record<string, unknown> => ({
    expires_in,
    audience: claims.aud,
    user_id: claims.sub,
    user,
    issuer: claims.iss,
  }),

  /** IDN-122: the status of a request without a valid ID token. */
  tokenInfoErrorStatus: (): number => 400,
};
