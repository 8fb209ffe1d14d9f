import type { JWTPayload } from 'jose';
import type { User } from '../state.ts';

/** How long a guest login is valid, in seconds; in deployments it is a day. */
const GUEST_LIFETIME_S = 24 * 3600;

/** POST /api/anonymous/auth. */
export const guestRules = {
  /** COL-079, COL-080: a form is accepted, whatever its charset, and also JSON, which many clients send. */
  isGuestBody: (mediaType: string): boolean =>
    ['application/x-www-form-urlencoded', 'application/json'].includes(mediaType),

  /** COL-074: a guest needs no access token. */
  guestNeedsToken: (): boolean => false,

  /** COL-071, COL-078: any display name is accepted, but it is required. */
  isDisplayName: (displayname: string | undefined): boolean => displayname !== undefined,

  /** COL-075: the user that represents a guest in the rest of the API. */
  guestUser: (id: string, displayname: string, now: number): User => ({
    id,
    ndbid: `ds-guest-${id}`,
    kind: 'guest',
    username: `anonymous.${id}`,
    displayname,
    givenname: displayname,
    familyname: '',
    gender: '',
    languages: ['en-US'],
    timezone: 'Etc/UTC',
    company: 'ds-company-reference',
    updatedAt: now,
  }),

  /** COL-073, COL-077: what a guest's JWT claims; `now` in seconds. */
  guestClaims: (guest: User, issuer: string, now: number): JWTPayload => ({
    anonymous_id: guest.id,
    product_type: 'collaboration',
    iss: issuer,
    iat: now,
    exp: now + GUEST_LIFETIME_S,
  }),

  /** COL-072: the header of our JWTs, including ID tokens. */
  jwtHeader: (): { alg: string; typ: string } => ({ alg: 'HS256', typ: 'JWT' }),

  /** COL-070, COL-076: the structure of the answer to a guest login. */
  guestToken: (token: string, _guest: User): unknown => ({ token }),
};
