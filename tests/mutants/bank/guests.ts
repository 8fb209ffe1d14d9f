import { Buffer } from 'node:buffer';
import { decodeJwt, decodeProtectedHeader, type JWTPayload } from 'jose';
import { json, refuse } from '../../reference/answer.ts';
import { defaultRules, type Rules } from '../../reference/rules/index.ts';
import { users } from '../../reference/seed.ts';
import { all, isFor } from '../circumstances.ts';
import { each } from '../family.ts';
import type { Bank, MutantEntry } from '../mutant.ts';

const { currentUser, guestClaims, idTokenUser } = defaultRules;

/** What a guest login answers. */
export const guestLogins = {
  'guests-refused': { says: 'Refuses every display name.', breaks: 'COL-070', isDisplayName: () => false },
  'guest-let-in-by-500': {
    says: 'Returns the JWT with status 500.',
    breaks: 'COL-070',
    send: (answer, operation) =>
      operation === 'loginAnonymously' && answer.status === 200 ? { ...answer, status: 500 } : answer,
  },
  'guest-gets-a-host-name': {
    says: 'Returns a host name that begins like a JWT instead of a JWT.',
    breaks: 'COL-070',
    guestToken: () => ({ server: 'eyeglasses-of-media.spaces.example' }),
  },
  'guest-without-token-answered-500': {
    says: 'Returns status 500 for a guest login without an Authorization header.',
    breaks: ['COL-070', 'COL-074'],
    when: all(isFor('loginAnonymously'), ({ headers }) => !headers.has('authorization')),
    send: () => json(500, {}),
  },
  'guest-login-fails-with-an-access-token': {
    says: 'Returns 500 for a guest login with an Authorization header.',
    breaks: 'COL-074',
    when: all(isFor('loginAnonymously'), ({ headers }) => headers.has('authorization')),
    admit: () => refuse(500, 'Somebody is logged in already'),
  },
  'guest-jwt-for-everybody': {
    says: "Returns the first guest's JWT to every guest, whatever the display name.",
    breaks: 'COL-070',
    rules: () => ({ guestToken: theFirst() }),
  },
  'guest-jwt-for-everybody-opens-nothing': {
    says: "Returns the first guest's JWT to every guest, and refuses it as bearer.",
    breaks: 'COL-070',
    rules: () => ({ guestToken: theFirst(), isGuestBearer: () => false }),
  },
  'guests-taken-for-the-newest': {
    says: 'Treats the JWT of any guest as that of the newest one.',
    breaks: 'COL-070',
    rules: () =>
      knowingTheNewest((newest) => async (jwt, verify) => {
        const claims = await verify(jwt);
        return claims && { ...claims, anonymous_id: newest() };
      }),
  },
} satisfies Bank;

/** The JWT of a guest. */
export const guestJwts = {
  'guest-jwt-without-alg': broken('Omits alg from the header of the JWT.', 0, '{"typ":"JWT"}'),
  'guest-jwt-alg-by-number': broken('Returns a number as alg in the header of the JWT.', 0, '{"alg":256}'),
  'guest-jwt-header-broken-off': broken('Truncates the JSON in the header of the JWT.', 0, '{"alg":"HS256"'),
  'guest-jwt-claims-broken-off': broken(
    'Truncates the JSON in the claims of the JWT.',
    1,
    '{"exp":4102444800',
  ),
  'guest-jwt-claims-broken-off-for-a-plain-name': {
    ...broken(
      'Truncates the JSON in the claims of the JWT if the display name consists of ASCII letters.',
      1,
      '{"exp":4102444800',
    ),
    when: ({ form }) => /^[A-Za-z]+$/.test(form['displayname'] ?? ''),
  },
  'guest-jwt-broken-by-a-quote': {
    says: 'Inserts the display name into the JWT claims unescaped, so that a quotation mark breaks them.',
    breaks: 'COL-072',
    guestToken: (token, { displayname }) => {
      const plain = claimsOf(token).replace(/\}$/, `,"name":"${displayname}"}`);
      return { token: withPart(token, 1, plain) };
    },
  },
  ...each(
    [
      ['guest-jwt-already-expired', 'Issues a JWT that has already expired.', (now) => ({ exp: now - 1 })],
      [
        'guest-token-expires-in-milliseconds',
        "Writes exp of the guest's JWT in milliseconds.",
        (now) => ({ exp: (now + 24 * 3600) * 1000 }),
      ],
      [
        'guest-jwt-iat-in-milliseconds',
        "Writes iat of the guest's JWT in milliseconds.",
        (now) => ({ iat: now * 1000 }),
      ],
      [
        'guest-jwt-from-tomorrow',
        "Issues a guest's JWT whose nbf is almost a day in the future.",
        (now) => ({ nbf: now + 80_000 }),
      ],
    ] as const satisfies (readonly [string, string, (now: number) => JWTPayload])[],
    (_, says, claims) => ({
      says,
      breaks: 'COL-073',
      guestClaims: (guest, issuer, now) => ({ ...guestClaims(guest, issuer, now), ...claims(now) }),
    }),
  ),
  ...each(
    [
      ['guest-jwt-exp-as-text', 'exp', '4102444800'],
      ['guest-jwt-iat-as-text', 'iat', new Date(0).toISOString()],
      ['guest-jwt-nbf-as-text', 'nbf', '0'],
    ],
    (_, claim, text) => ({
      says: `Returns the claim ${claim} as a string.`,
      breaks: 'COL-073',
      guestToken: (token) => {
        const claims = JSON.parse(claimsOf(token)) as object;
        return { token: withPart(token, 1, JSON.stringify({ ...claims, [claim]: text })) };
      },
    }),
  ),
} satisfies Bank;

/** What the JWT of a guest opens. */
export const guestsAsUsers = {
  ...each(
    [
      ['guest-bearer-answered-500', 'status 500', () => refuse(500, 'a guest')],
      ['guest-bearer-answered-nothing', 'an empty object', () => ({})],
    ],
    (_, told, answer) => ({
      says: `Returns ${told} for users/me with the JWT of a guest.`,
      breaks: 'COL-075',
      currentUser: (user, parts) =>
        user.username.startsWith('anonymous.') ? answer() : currentUser(user, parts),
    }),
  ),
  'guest-let-in-as-the-member': {
    says: 'Returns a registered user for users/me with the JWT of a guest.',
    breaks: 'COL-054',
    guestUser: () => users.member,
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
    rules: () =>
      knowingTheNewest((newest) => async (jwt, verify) => {
        const claims = await verify(jwt);
        return claims?.['anonymous_id'] === newest() ? claims : undefined;
      }),
  },
  ...each(
    [
      ['guest-jwt-as-id-token', 'Accepts the JWT of a guest as an ID token', () => users.member],
      [
        'guest-jwt-as-id-token-answered-500',
        'Returns status 500 for token info with the JWT of a guest',
        () => refuse(500, 'a guest'),
      ],
    ],
    (_, told, user) => ({
      says: `${told}.`,
      breaks: 'IDN-115',
      idTokenUser: (some, claims) =>
        claims['anonymous_id'] === undefined ? idTokenUser(some, claims) : user(),
    }),
  ),
} satisfies Bank;

/** JWTs that are none of ours, and open users/me like that of a guest. */
export const forgedGuests = {
  'guest-jwt-signature-ignored': forged('with an invalid signature', () => true),
  'guest-jwt-without-signature': forged('with alg none', inAlgorithm('none')),
  'guest-jwt-of-the-algorithm-none-in-capitals': forged('with alg None', inAlgorithm('None')),
  'guest-jwt-of-an-empty-signature': forged(
    'with an empty signature',
    (jwt) => jwt.endsWith('.') && inAlgorithm('HS256')(jwt),
  ),
  'guest-jwt-of-two-parts': {
    says: 'Accepts a guest JWT without the signature part.',
    breaks: 'COL-056',
    verifiedGuestJwt: async (jwt, verify) =>
      jwt.split('.').length === 2 ? decodeJwt(`${jwt}.`) : verify(jwt),
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
        verifiedGuestJwt: opening((jwt) => signatures.has(jwt.split('.')[2])),
      };
    },
  },
} satisfies Bank;

/** Opens users/me to such JWTs. */
function forged(told: string, isGood: (jwt: string) => boolean): MutantEntry {
  return {
    says: `Accepts a guest JWT ${told}.`,
    breaks: 'COL-056',
    verifiedGuestJwt: opening(isGood),
  };
}

function opening(isGood: (jwt: string) => boolean): Rules['verifiedGuestJwt'] {
  return async (jwt, verify) => {
    try {
      return (await verify(jwt)) ?? (isGood(jwt) ? decodeJwt(jwt) : undefined);
    } catch {
      return undefined;
    }
  };
}

function inAlgorithm(name: string): (jwt: string) => boolean {
  return (jwt) => decodeProtectedHeader(jwt).alg === name;
}

/** The JWT of the first guest for everybody. */
function theFirst(): Rules['guestToken'] {
  let first: string | undefined;
  return (token) => ({ token: (first ??= token) });
}

/** Verifies JWTs by knowing the guest who has logged in last. */
function knowingTheNewest(make: (newest: () => unknown) => Rules['verifiedGuestJwt']): Partial<Rules> {
  let newest: unknown;
  return {
    guestClaims: (guest, issuer, now) => {
      newest = guest.id;
      return guestClaims(guest, issuer, now);
    },
    verifiedGuestJwt: make(() => newest),
  };
}

/** Answers a JWT of which one part is another text. */
function broken(says: string, part: 0 | 1, text: string): MutantEntry {
  return { says, breaks: 'COL-072', guestToken: (token) => ({ token: withPart(token, part, text) }) };
}

/** A JWT with another header (part 0) or other claims (part 1), whose signature does not fit any more. */
function withPart(jwt: string, part: 0 | 1, text: string): string {
  return jwt.split('.').with(part, Buffer.from(text).toString('base64url')).join('.');
}

function claimsOf(jwt: string): string {
  return Buffer.from(jwt.split('.')[1] ?? '', 'base64url').toString();
}
