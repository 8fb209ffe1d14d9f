import { decodeJwt, decodeProtectedHeader } from 'jose';
import { json, refuse } from '../../reference/answer.ts';
import { defaultRules, type Rules } from '../../reference/rules/index.ts';
import { users } from '../../reference/seed.ts';
import type { Bank } from '../mutant.ts';

const { currentUser, guestClaims, guestToken, idTokenUser } = defaultRules;

/** Breaking the guest login, and what its JWT is good for. */
export const guestMutants = {
  'guests-refused': {
    says: 'Refuses every display name.',
    breaks: 'COL-070',
    isDisplayName: () => false,
  },
  'guest-let-in-by-500': {
    says: 'Returns the JWT with status 500.',
    breaks: 'COL-070',
    send: (answer, operation) =>
      operation === 'loginAnonymously' && answer.status === 200 ? { ...answer, status: 500 } : answer,
  },
  'guest-jwt-for-everybody': {
    says: "Returns the first guest's JWT to every guest, whatever the display name.",
    breaks: 'COL-070',
    rules: () => {
      let first: string | undefined;
      return { guestToken: (token) => ({ token: (first ??= token) }) };
    },
  },
  'guest-jwt-for-everybody-opens-nothing': {
    says: "Returns the first guest's JWT to every guest, and refuses it as bearer.",
    breaks: 'COL-070',
    rules: () => {
      let first: string | undefined;
      return { guestToken: (token) => ({ token: (first ??= token) }), isGuestBearer: () => false };
    },
  },
  'guests-taken-for-the-newest': {
    says: 'Treats the JWT of any guest as that of the newest one.',
    breaks: 'COL-070',
    rules: () => {
      let newest: unknown;
      return {
        guestClaims: (guest, issuer, now) => {
          newest = guest.id;
          return guestClaims(guest, issuer, now);
        },
        verifiedGuestJwt: async (jwt, verify) => {
          const claims = await defaultRules.verifiedGuestJwt(jwt, verify);
          return claims && { ...claims, anonymous_id: newest };
        },
      };
    },
  },
  'guest-jwt-without-alg': {
    says: 'Omits alg from the header of the JWT.',
    breaks: 'COL-072',
    guestToken: (token) => ({ token: withPart(token, 0, '{"typ":"JWT"}') }),
  },
  'guest-jwt-alg-by-number': {
    says: 'Returns a number as alg in the header of the JWT.',
    breaks: 'COL-072',
    guestToken: (token) => ({ token: withPart(token, 0, '{"alg":256}') }),
  },
  'guest-jwt-header-broken-off': {
    says: 'Truncates the JSON in the header of the JWT.',
    breaks: 'COL-072',
    guestToken: (token) => ({ token: withPart(token, 0, '{"alg":"HS256"') }),
  },
  'guest-jwt-claims-broken-off': {
    says: 'Truncates the JSON in the claims of the JWT.',
    breaks: 'COL-072',
    guestToken: (token) => ({ token: withPart(token, 1, '{"exp":4102444800') }),
  },
  'guest-jwt-claims-broken-off-for-a-plain-name': {
    says: 'Truncates the JSON in the claims of the JWT if the display name consists of ASCII letters.',
    breaks: 'COL-072',
    guestToken: (token, guest) =>
      /^[A-Za-z]+$/.test(guest.displayname)
        ? { token: withPart(token, 1, '{"exp":4102444800') }
        : guestToken(token, guest),
  },
  'guest-jwt-already-expired': {
    says: 'Issues a JWT that has already expired.',
    breaks: 'COL-073',
    guestClaims: (guest, issuer, now) => ({ ...guestClaims(guest, issuer, now), exp: now - 1 }),
  },
  'guest-jwt-exp-as-text': {
    says: 'Returns the claim exp as a string.',
    breaks: 'COL-073',
    guestToken: claiming({ exp: '4102444800' }),
  },
  'guest-jwt-iat-as-text': {
    says: 'Returns the claim iat as a string.',
    breaks: 'COL-073',
    guestToken: claiming({ iat: new Date(0).toISOString() }),
  },
  'guest-jwt-nbf-as-text': {
    says: 'Returns the claim nbf as a string.',
    breaks: 'COL-073',
    guestToken: claiming({ nbf: '0' }),
  },
  'guest-without-token-answered-500': {
    says: 'Returns status 500 for a guest login without an Authorization header.',
    breaks: ['COL-070', 'COL-074'],
    send: (answer, operation, { headers }) =>
      operation === 'loginAnonymously' && !headers.has('authorization') ? json(500, {}) : answer,
  },
  'guest-bearer-answered-500': {
    says: 'Returns status 500 for users/me with the JWT of a guest.',
    breaks: 'COL-075',
    currentUser: (user, parts) =>
      isAnonymous(user.username) ? refuse(500, 'a guest') : currentUser(user, parts),
  },
  'guest-bearer-answered-nothing': {
    says: 'Returns an empty object for users/me with the JWT of a guest.',
    breaks: 'COL-075',
    currentUser: (user, parts) => (isAnonymous(user.username) ? {} : currentUser(user, parts)),
  },
  'guest-let-in-as-the-member': {
    says: 'Returns a registered user for users/me with the JWT of a guest.',
    breaks: 'COL-054',
    guestUser: () => users.member,
  },
  'guest-jwt-signature-ignored': {
    says: 'Accepts a guest JWT with an invalid signature.',
    breaks: 'COL-056',
    rules: () => openedBesides(() => true),
  },
  'guest-jwt-without-signature': {
    says: 'Accepts a guest JWT with alg none.',
    breaks: 'COL-056',
    rules: () => openedBesides((jwt) => decodeProtectedHeader(jwt).alg === 'none'),
  },
  'guest-jwt-known-by-its-signature': {
    says: 'Accepts a guest JWT with altered claims under a previously issued signature.',
    breaks: 'COL-056',
    rules: () => {
      const signatures = new Set<unknown>();
      return {
        guestToken: (token) => {
          signatures.add(token.split('.')[2]);
          return { token };
        },
        ...openedBesides((jwt) => signatures.has(jwt.split('.')[2])),
      };
    },
  },
  'guest-jwt-of-an-empty-signature': {
    says: 'Accepts a guest JWT with an empty signature.',
    breaks: 'COL-056',
    rules: () => openedBesides((jwt) => jwt.endsWith('.') && decodeProtectedHeader(jwt).alg === 'HS256'),
  },
  'guest-jwt-of-two-parts': {
    says: 'Accepts a guest JWT without the signature part.',
    breaks: 'COL-056',
    verifiedGuestJwt: async (jwt, verify) =>
      jwt.split('.').length === 2 ? decodeJwt(`${jwt}.`) : verify(jwt),
  },
  'guest-jwt-of-the-algorithm-none-in-capitals': {
    says: 'Accepts a guest JWT with alg None, spelled with a capital N.',
    breaks: 'COL-056',
    rules: () => openedBesides((jwt) => decodeProtectedHeader(jwt).alg === 'None'),
  },
  'guest-jwt-as-id-token': {
    says: 'Accepts the JWT of a guest as an ID token.',
    breaks: 'IDN-115',
    idTokenUser: (all, claims) =>
      claims['anonymous_id'] === undefined ? idTokenUser(all, claims) : users.member,
  },
  'guest-jwt-as-id-token-answered-500': {
    says: 'Returns status 500 for token info with the JWT of a guest.',
    breaks: 'IDN-115',
    idTokenUser: (all, claims) =>
      claims['anonymous_id'] === undefined ? idTokenUser(all, claims) : refuse(500, 'a guest'),
  },
  'guest-gets-a-host-name': {
    says: 'Returns a host name that begins like a JWT instead of a JWT.',
    breaks: 'COL-070',
    guestToken: () => ({ server: 'eyeglasses-of-media.spaces.example' }),
  },
  'guest-let-in-under-another-name': {
    says: 'Returns a registered user under another user name for users/me with the JWT of a guest.',
    breaks: 'COL-054',
    guestUser: (id) => ({ ...users.member, username: `anonymous.${id}` }),
  },
  'guest-accepted-once': {
    says: 'Accepts the JWT of a guest as bearer only once.',
    breaks: 'COL-075',
    rules: () => {
      const used = new Set<string>();
      return {
        verifiedGuestJwt: async (jwt, verify) => (used.size === used.add(jwt).size ? undefined : verify(jwt)),
      };
    },
  },
  'newest-guest-alone-accepted': {
    says: 'Refuses the JWT of a guest as bearer after another guest has logged in.',
    breaks: 'COL-075',
    rules: () => {
      let newest: unknown;
      return {
        guestClaims: (guest, issuer, now) => {
          newest = guest.id;
          return defaultRules.guestClaims(guest, issuer, now);
        },
        verifiedGuestJwt: async (jwt, verify) => {
          const claims = await verify(jwt);
          return claims?.['anonymous_id'] === newest ? claims : undefined;
        },
      };
    },
  },
} satisfies Bank;

/** Opens users/me to the JWT of a guest, though it does not hold, where it is of this kind. */
function openedBesides(isGood: (jwt: string) => boolean): Partial<Rules> {
  return {
    verifiedGuestJwt: async (jwt, verify) => {
      try {
        return (await verify(jwt)) ?? (isGood(jwt) ? decodeJwt(jwt) : undefined);
      } catch {
        return undefined;
      }
    },
  };
}

function isAnonymous(username: string): boolean {
  return username.startsWith('anonymous.');
}

/** A JWT with another header (part 0) or other claims (part 1), whose signature does not fit any more. */
function withPart(jwt: string, part: 0 | 1, text: string): string {
  return jwt.split('.').with(part, Buffer.from(text).toString('base64url')).join('.');
}

/** Answers a JWT whose claims differ. */
function claiming(changed: Readonly<Record<string, unknown>>): typeof guestToken {
  return (token) => {
    const claims = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as object;
    return { token: withPart(token, 1, JSON.stringify({ ...claims, ...changed })) };
  };
}
