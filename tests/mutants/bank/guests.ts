import { decodeJwt, decodeProtectedHeader } from 'jose';
import { CUT, json, refuse } from '../../reference/answer.ts';
import { defaultRules, type Rules } from '../../reference/rules/index.ts';
import { users } from '../../reference/seed.ts';
import type { Bank } from '../mutant.ts';

const { currentUser, guestClaims, guestToken, idTokenUser } = defaultRules;

/** Breaking the guest login, and what its JWT is good for. */
export const guestMutants = {
  'guest-name-cut-at-an-apostrophe': {
    says: 'Cuts the name of a guest at an apostrophe.',
    breaks: ['COL-070'],
    replace: () => calling((displayname) => displayname.split("'")[0] ?? ''),
  },
  'guest-name-cut-at-a-semicolon': {
    says: 'Cuts the name of a guest at a semicolon.',
    breaks: ['COL-070'],
    replace: () => calling((displayname) => displayname.split(';')[0] ?? ''),
  },
  'guest-name-without-what-a-comma-begins': {
    says: 'Leaves out what follows a comma in the name of a guest.',
    breaks: ['COL-070'],
    replace: () => calling((displayname) => displayname.replace(/,.*/, '')),
  },
  'guests-refused': {
    says: 'Refuses every display name.',
    breaks: ['COL-070'],
    replace: () => ({ isDisplayName: () => false }),
  },
  'guest-let-in-by-500': {
    says: 'Answers the JWT with the status of a failure.',
    breaks: ['COL-070'],
    replace: () => ({
      send: (answer, operation) =>
        operation === 'loginAnonymously' && answer.status === 200 ? { ...answer, status: 500 } : answer,
    }),
  },
  'guest-jwt-for-everybody': {
    says: 'Answers every guest the JWT of the first one, whatever the display name.',
    breaks: ['COL-070'],
    replace: () => {
      let first: string | undefined;
      return { guestToken: (token) => ({ token: (first ??= token) }) };
    },
  },
  'guests-taken-for-the-newest': {
    says: 'Takes the JWT of any guest for that of the newest one.',
    breaks: ['COL-070'],
    replace: () => {
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
  'guest-called-guest': {
    says: 'Calls every guest Guest, whatever the display name.',
    breaks: ['COL-070'],
    replace: () => ({ guestUser: (id, _displayname, now) => defaultRules.guestUser(id, 'Guest', now) }),
  },
  'guest-called-by-the-first-word': {
    says: 'Calls a guest by the first word of the display name.',
    breaks: ['COL-070'],
    replace: () => ({
      guestUser: (id, name, now) => defaultRules.guestUser(id, name.split(' ')[0] ?? '', now),
    }),
  },
  'guest-called-in-ascii': {
    says: 'Keeps the ASCII characters of a display name alone.',
    breaks: ['COL-070'],
    replace: () => ({
      guestUser: (id, name, now) => defaultRules.guestUser(id, name.replaceAll(/[^ -~]/g, ''), now),
    }),
  },
  'guest-name-with-a-space-refused': {
    says: 'Refuses a display name of two words.',
    breaks: ['COL-071'],
    replace: () => ({ isDisplayName: (name) => /^\S+$/.test(name ?? '') }),
  },
  'guest-name-with-a-hyphen-refused': {
    says: 'Refuses a display name with a hyphen.',
    breaks: ['COL-071'],
    replace: () => ({ isDisplayName: (name) => name !== undefined && !name.includes('-') }),
  },
  'guest-name-with-markup-refused': {
    says: 'Refuses a display name with markup.',
    breaks: ['COL-071'],
    replace: () => ({ isDisplayName: (name) => /^[^<>&"]+$/.test(name ?? '') }),
  },
  'guest-name-beyond-ascii-refused': {
    says: 'Refuses a display name with letters beyond ASCII.',
    breaks: ['COL-071'],
    replace: () => ({ isDisplayName: (name) => /^[ -~]+$/.test(name ?? '') }),
  },
  'guest-name-with-an-emoji-answered-500': {
    says: 'Fails at a character of four bytes.',
    breaks: ['COL-071'],
    replace: () => ({
      isDisplayName: (name) => !/\p{Emoji_Presentation}/u.test(name ?? '') || refuse(500, 'four bytes'),
    }),
  },
  'guest-name-with-markup-met-with-silence': {
    says: 'Cuts the connection at a display name with markup.',
    breaks: ['COL-071'],
    replace: () => ({
      guestToken: (token, guest) => (guest.displayname.includes('<') ? CUT : guestToken(token, guest)),
    }),
  },
  'guest-name-with-markup-gets-nothing': {
    says: 'Accepts a display name with markup, and gives it no JWT.',
    breaks: ['COL-071'],
    replace: () => ({
      guestToken: (token, guest) => (guest.displayname.includes('<') ? {} : guestToken(token, guest)),
    }),
  },
  'guest-jwt-without-alg': {
    says: 'Names no algorithm in the header of the JWT.',
    breaks: ['COL-072'],
    replace: () => ({ guestToken: (token) => ({ token: withPart(token, 0, '{"typ":"JWT"}') }) }),
  },
  'guest-jwt-alg-by-number': {
    says: 'Names the algorithm of the JWT by a number.',
    breaks: ['COL-072'],
    replace: () => ({ guestToken: (token) => ({ token: withPart(token, 0, '{"alg":256}') }) }),
  },
  'guest-jwt-header-broken-off': {
    says: 'Breaks off the header of the JWT.',
    breaks: ['COL-072'],
    replace: () => ({ guestToken: (token) => ({ token: withPart(token, 0, '{"alg":"HS256"') }) }),
  },
  'guest-jwt-claims-broken-off': {
    says: 'Breaks off the claims of the JWT.',
    breaks: ['COL-072'],
    replace: () => ({ guestToken: (token) => ({ token: withPart(token, 1, '{"exp":4102444800') }) }),
  },
  'guest-jwt-already-expired': {
    says: 'Signs a JWT that has expired.',
    breaks: ['COL-073'],
    replace: () => ({
      guestClaims: (guest, issuer, now) => ({ ...guestClaims(guest, issuer, now), exp: now - 1 }),
    }),
  },
  'guest-jwt-exp-as-text': {
    says: 'Writes exp as text.',
    breaks: ['COL-073'],
    replace: () => ({ guestToken: claiming({ exp: '4102444800' }) }),
  },
  'guest-jwt-iat-as-text': {
    says: 'Writes iat as text.',
    breaks: ['COL-073'],
    replace: () => ({ guestToken: claiming({ iat: new Date(0).toISOString() }) }),
  },
  'guest-jwt-nbf-as-text': {
    says: 'Writes nbf as text.',
    breaks: ['COL-073'],
    replace: () => ({ guestToken: claiming({ nbf: '0' }) }),
  },
  'guest-without-token-answered-500': {
    says: 'Takes a guest login with an access token, and fails at one without.',
    breaks: ['COL-070', 'COL-074'],
    replace: () => ({
      send: (answer, operation, { headers }) =>
        operation === 'loginAnonymously' && !headers.has('authorization') ? json(500, {}) : answer,
    }),
  },
  'guest-bearer-answered-500': {
    says: 'Fails at users/me of a guest.',
    breaks: ['COL-075'],
    replace: () => ({
      currentUser: (user, parts) =>
        isAnonymous(user.username) ? refuse(500, 'a guest') : currentUser(user, parts),
    }),
  },
  'guest-bearer-answered-nothing': {
    says: 'Accepts users/me of a guest, and answers nobody.',
    breaks: ['COL-075'],
    replace: () => ({
      currentUser: (user, parts) => (isAnonymous(user.username) ? {} : currentUser(user, parts)),
    }),
  },
  'guest-let-in-as-the-member': {
    says: 'Answers a user of the deployment to the JWT of a guest.',
    breaks: ['COL-054'],
    replace: () => ({ guestUser: () => users.member }),
  },
  'guest-jwt-signature-ignored': {
    says: 'Takes a JWT of a guest whose signature does not hold.',
    breaks: ['COL-056'],
    replace: () => openedBesides(() => true),
  },
  'guest-jwt-without-signature': {
    says: 'Takes a JWT of a guest that says it is not signed.',
    breaks: ['COL-056'],
    replace: () => openedBesides((jwt) => decodeProtectedHeader(jwt).alg === 'none'),
  },
  'guest-jwt-known-by-its-signature': {
    says: 'Takes a JWT with other claims under a signature that holds.',
    breaks: ['COL-056'],
    replace: () => {
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
    says: 'Takes a JWT of a guest whose signature is empty.',
    breaks: ['COL-056'],
    replace: () => openedBesides((jwt) => jwt.endsWith('.') && decodeProtectedHeader(jwt).alg === 'HS256'),
  },
  'guest-jwt-of-two-parts': {
    says: 'Takes a JWT of a guest that ends before its signature.',
    breaks: ['COL-056'],
    replace: () => ({
      verifiedGuestJwt: async (jwt, verify) =>
        jwt.split('.').length === 2 ? decodeJwt(`${jwt}.`) : verify(jwt),
    }),
  },
  'guest-jwt-of-the-algorithm-none-in-capitals': {
    says: 'Takes a JWT of a guest that says, with a capital, that it is not signed.',
    breaks: ['COL-056'],
    replace: () => openedBesides((jwt) => decodeProtectedHeader(jwt).alg === 'None'),
  },
  'guest-jwt-as-id-token': {
    says: 'Takes the JWT of a guest for an ID token.',
    breaks: ['IDN-115'],
    replace: () => ({
      idTokenUser: (all, claims) =>
        claims['anonymous_id'] === undefined ? idTokenUser(all, claims) : users.member,
    }),
  },
  'guest-name-all-beyond-ascii-refused': {
    says: 'Refuses a display name without any character of ASCII.',
    breaks: ['COL-071'],
    replace: () => ({ isDisplayName: (name) => /[ -~]/.test(name ?? '') }),
  },
  'guest-gets-a-host-name': {
    says: 'Answers a guest login with the name of a host, which begins as a JWT does.',
    breaks: ['COL-070'],
    replace: () => ({ guestToken: () => ({ server: 'eyeglasses-of-media.spaces.example' }) }),
  },
  'guest-let-in-under-another-name': {
    says: 'Answers a user of the deployment, under another username, to the JWT of a guest.',
    breaks: ['COL-054'],
    replace: () => ({ guestUser: (id) => ({ ...users.member, username: `anonymous.${id}` }) }),
  },
} satisfies Bank;

/** Calls a guest otherwise than asked for. */
function calling(named: (displayname: string) => string): Partial<Rules> {
  return {
    guestUser: (id, displayname, now) => defaultRules.guestUser(id, named(displayname), now),
  };
}

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
