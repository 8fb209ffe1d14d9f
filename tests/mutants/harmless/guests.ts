import { Buffer } from 'node:buffer';
import { decodeJwt, EncryptJWT, SignJWT } from 'jose';
import type { Answer } from '../../reference/answer.ts';
import { defaultRules, type Rules } from '../../reference/rules/index.ts';
import { client } from '../../reference/seed.ts';
import type { Variants } from '../mutant.ts';
import { answering, jsonOf } from './answers.ts';

/** How a guest login is answered, and what its JWT is made of. */
export const guestVariants = {
  'guest-names-are-unique': {
    says: 'A display name that another guest has is refused.',
    replace: () => {
      const taken = new Set<string | undefined>();
      return {
        isDisplayName: (name) => defaultRules.isDisplayName(name) && taken.size < taken.add(name).size,
      };
    },
  },
  'guests-of-an-earlier-run': {
    says: 'A display name that a guest of another day has is refused, a person of renown among them.',
    replace: () => ({
      isDisplayName: (name) =>
        defaultRules.isDisplayName(name) && !/^(?:Ada Lovelace|O'Brien שלום|1234567)$/.test(name ?? ''),
    }),
  },
  'display-names-of-30-characters': {
    says: 'A display name of more than thirty characters is refused.',
    replace: () => ({
      isDisplayName: (name) => /^.{1,30}$/u.test(name ?? ''),
    }),
  },
  'guest-token-as-text': {
    says: 'A guest login answers the JWT as plain text.',
    replace: () => answeredBy((token) => ({ headers: { 'Content-Type': 'text/plain' }, body: `${token}\n` })),
  },
  'guest-token-as-a-jwt': {
    says: 'A guest login answers the JWT as application/jwt.',
    replace: () => answeredBy((token) => ({ headers: { 'Content-Type': 'application/jwt' }, body: token })),
  },
  'guest-token-as-a-string': {
    says: 'A guest login answers a JSON string.',
    replace: () => ({ guestToken: (token) => JSON.stringify(token) }),
  },
  'guest-token-within-a-text': {
    says: 'A guest login answers the JWT as the value of a header to send.',
    replace: () => ({ guestToken: (token) => ({ authorization: `JWT ${token}` }) }),
  },
  'guest-token-in-a-list': {
    says: 'A guest login answers a list.',
    replace: () => ({ guestToken: (token) => ['guest', { value: token }] }),
  },
  'guest-token-within': {
    says: 'A guest login answers the JWT deep within an object.',
    replace: () => ({ guestToken: (token) => ({ ok: true, data: { session: { jwt: token } } }) }),
  },
  'guest-token-as-an-access-token': {
    says: 'A guest login answers as the token endpoint does.',
    replace: () => ({
      guestToken: (token) => ({
        access_token: token,
        token_type: 'jwt',
        expires_in: 3600,
        refresh_token: null,
      }),
    }),
  },
  'guest-token-behind-a-host': {
    says: 'Names of hosts and versions, which have points as a JWT has, stand before the JWT.',
    replace: () => ({
      guestToken: (token) => ({ server: 'media.spaces.example', version: '1.20.3', user: 'a.b.c', token }),
    }),
  },
  'guest-token-beside-another': {
    says: 'A guest login answers a second JWT behind the first.',
    replace: () => ({
      guestToken: (token) => ({ token, refresh: token.replace(/[^.]*$/, 'c2lnbmF0dXJl') }),
    }),
  },
  'guest-token-behind-a-constant': {
    says: 'A JWT that is the same for everybody stands before that of the guest.',
    replace: () => ({ guestToken: (token) => ({ apiKey: jwtOf('{"alg":"HS256"}', '{"app":1}'), token }) }),
  },
  'guest-token-after-a-constant-in-one-text': {
    says: 'The JWT of the guest stands behind one that is the same for everybody, in the same text.',
    replace: () => ({
      guestToken: (token) => `Key ${jwtOf('{"alg":"HS256"}', '{"app":1}')}, Bearer ${token}`,
    }),
  },
  'guest-token-that-claims-nothing': {
    says: "The claims of the guest's JWT are empty, and its header names a key of its own.",
    replace: () => ({
      isGuestBearer: () => false,
      guestToken: (_token, { id }) => ({ token: jwtOf(`{"alg":"HS256","kid":"${id}"}`, '{}') }),
    }),
  },
  'guest-token-within-a-jwt': {
    says: "The guest's JWT is signed once more, as a whole.",
    warns: ['COL-072'],
    replace: () => ({
      isGuestBearer: () => false,
      guestToken: (token) => ({ token: jwtOf('{"alg":"HS256","cty":"JWT"}', token) }),
    }),
  },
  'guests-two-minutes-ahead-of-their-date': {
    says: 'The clock of the guest login is two minutes ahead, and Date is that of a gateway.',
    replace: () => ({
      guestClaims: (guest, issuer, now) => defaultRules.guestClaims(guest, issuer, now + 120),
    }),
  },
  'guests-five-minutes-ahead': {
    says: 'The clock of the guest login, which its Date shows, is five minutes ahead.',
    replace: () => ({
      ...answering(
        (answer) => ({
          ...answer,
          headers: { ...answer.headers, Date: new Date(Date.now() + 300_000).toUTCString() },
        }),
        ['loginAnonymously'],
      ),
      guestClaims: (guest, issuer, now) => defaultRules.guestClaims(guest, issuer, now + 300),
    }),
  },
  'guest-login-as-201': {
    says: 'A guest login is answered 201.',
    replace: () =>
      answering(
        (answer) => (answer.status === 200 ? { ...answer, status: 201 } : answer),
        ['loginAnonymously'],
      ),
  },
  'guest-claims-few': {
    says: "The guest's JWT says nothing of times.",
    replace: () => ({ guestClaims: (guest) => ({ anonymous_id: guest.id }) }),
  },
  'guest-claims-of-the-second-alone': {
    says: "The guest's JWT says since when it holds, and nothing of whom it is for.",
    replace: () => ({ guestClaims: (_guest, _issuer, now) => ({ iat: now }) }),
  },
  'guest-claims-as-documented': {
    says: "The guest's JWT has two issuers, and the times of a day.",
    replace: () => ({
      guestClaims: (guest, issuer, now) =>
        Object.assign(defaultRules.guestClaims(guest, issuer, now), { iss: ['collaboration', 'example'] }),
    }),
  },
  'guest-claims-with-fractions': {
    says: "The times of the guest's JWT have fractions, and it holds from a minute ago.",
    replace: () => ({
      guestClaims: (guest, issuer, now) => ({
        ...defaultRules.guestClaims(guest, issuer, now),
        iat: now + 0.25,
        nbf: now - 60.5,
        exp: now + 3600.75,
      }),
    }),
  },
  'guest-claims-in-unicode': {
    says: "The guest's JWT carries the display name.",
    replace: () => ({
      guestClaims: (guest, issuer, now) => ({
        ...defaultRules.guestClaims(guest, issuer, now),
        displayname: guest.displayname,
        picture: null,
      }),
    }),
  },
  'guest-token-signed-otherwise': {
    says: "The guest's JWT is signed by HS512, and its header names a key.",
    replace: () => {
      const key = new Uint8Array(64).fill(7);
      return {
        isGuestBearer: () => false,
        send: async (answer, operation) => {
          const token = jsonOf(answer)?.['token'];
          if (operation !== 'loginAnonymously' || typeof token !== 'string') return answer;
          const signing = new SignJWT(decodeJwt(token)).setProtectedHeader({ alg: 'HS512', kid: 'k1' });
          return { ...answer, body: { token: await signing.sign(key) } };
        },
      };
    },
  },
  'guest-token-encrypted': {
    says: "The guest's JWT is encrypted, so that nobody else reads its claims.",
    replace: () => {
      const key = new Uint8Array(32).fill(7);
      return {
        isGuestBearer: () => false,
        send: async (answer, operation) => {
          if (operation !== 'loginAnonymously' || jsonOf(answer)?.['token'] === undefined) return answer;
          const header = { alg: 'dir', enc: 'A256GCM' } as const;
          const token = await new EncryptJWT({ anonymous_id: '1' }).setProtectedHeader(header).encrypt(key);
          return { ...answer, body: { token } };
        },
      };
    },
  },
  'guest-names-escaped': {
    says: 'The name of a guest is shown as a page would have it.',
    replace: () => shownAs((name) => name.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)),
  },
  'guest-names-without-signs': {
    says: 'The signs in the name of a guest are left out, and its letters are decomposed.',
    replace: () =>
      shownAs((name) => name.replace(/[^\p{L}\p{M}\p{N}\p{Extended_Pictographic} ]/gu, '').normalize('NFD')),
  },
  'guest-token-not-taken-as-bearer': {
    says: 'Only the scheme jwt opens the API to a guest.',
    replace: () => ({ isGuestBearer: () => false }),
  },
  'guests-let-in-by-a-token': {
    says: 'A guest login needs an access token.',
    replace: () => ({ guestNeedsToken: () => true }),
  },
  'guests-in-a-form-alone': {
    says: 'A guest login takes a form, and JSON not.',
    replace: () => ({ isGuestBody: (type) => type === 'application/x-www-form-urlencoded' }),
  },
  'guests-without-a-name': {
    says: 'A guest login does without a display name.',
    replace: () => ({ isDisplayName: () => true }),
  },
  'guests-of-the-client-that-let-them-in': {
    says: "A guest login needs an access token, whose client token info of the guest's JWT tells.",
    replace: () => ({ guestNeedsToken: () => true, ...guestsToldTo(client.id) }),
  },
  'guest-jwt-told-by-token-info': {
    says: "Token info tells the guest of a guest's JWT.",
    replace: () => guestsToldTo('anonymous'),
  },
} satisfies Variants;

/** The user of a guest is called otherwise than the guest. */
function shownAs(shown: (displayname: string) => string): Partial<Rules> {
  return {
    guestUser: (id, displayname, now) => defaultRules.guestUser(id, shown(displayname), now),
  };
}

/** Token info tells the guest of a guest's JWT, as issued to this audience. */
function guestsToldTo(audience: string): Partial<Rules> {
  return {
    idTokenUser: (users, claims) => {
      const { anonymous_id } = claims;
      return typeof anonymous_id === 'string'
        ? defaultRules.guestUser(anonymous_id, 'Guest', Date.now())
        : defaultRules.idTokenUser(users, claims);
    },
    tokenInfo: (claims, seconds, user) => {
      const { anonymous_id } = claims;
      const info = defaultRules.tokenInfo(claims, seconds, user);
      return anonymous_id === undefined ? info : { ...info, audience, user_id: anonymous_id };
    },
  };
}

/** A JWT of these texts, under a signature that nobody has made. */
function jwtOf(...parts: readonly string[]): string {
  return [...parts, 'nobody has made this signature']
    .map((part) => Buffer.from(part).toString('base64url'))
    .join('.');
}

/** A guest login is answered in another form than JSON. */
function answeredBy(form: (token: string) => Pick<Answer, 'headers' | 'body'>): Partial<Rules> {
  return answering(
    (answer) => {
      const token = jsonOf(answer)?.['token'];
      return typeof token === 'string' ? { ...answer, ...form(token) } : answer;
    },
    ['loginAnonymously'],
  );
}
