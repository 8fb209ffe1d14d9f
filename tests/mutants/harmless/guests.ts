import { decodeJwt, EncryptJWT, SignJWT } from 'jose';
import type { Answer } from '../../reference/answer.ts';
import { defaultRules, type Rules } from '../../reference/rules/index.ts';
import { client } from '../../reference/seed.ts';
import { isFor } from '../circumstances.ts';
import type { Variants } from '../mutant.ts';
import { jsonOf } from '../parts/answers.ts';
import { jwtOf } from '../parts/jwt-of.ts';

const { guestClaims, guestUser, idTokenUser, isDisplayName, tokenInfo } = defaultRules;

/** What is another in an answer. */
type Shown = Partial<Pick<Answer, 'headers' | 'body'>>;

/** How a guest login is answered, and what its JWT is made of. */
export const guestVariants = {
  'guest-names-are-unique': {
    says: 'Refuses a display name that another guest already has.',
    rules: () => {
      const taken = new Set<string | undefined>();
      return {
        isDisplayName: (name) => isDisplayName(name) && taken.size < taken.add(name).size,
      };
    },
  },
  'guests-of-an-earlier-run': {
    says: 'Refuses three specific display names, as if guests of an earlier run had them.',
    isDisplayName: (name) =>
      isDisplayName(name) && !/^(?:Ada Lovelace|O'Brien שלום|1234567)$/.test(name ?? ''),
  },
  'display-names-of-64-characters': {
    says: 'Refuses a display name that is longer than 64 characters, looks empty or has a control character.',
    isDisplayName: (name) => /^(?=.*[^\s])\P{Cc}{1,64}$/u.test(name ?? ''),
  },
  'guest-token-as-text': {
    says: 'Returns the JWT of a guest login as plain text.',
    ...answeredBy((token) => ({ headers: { 'Content-Type': 'text/plain' }, body: `${token}\n` })),
  },
  'guest-token-as-a-jwt': {
    says: 'Returns the JWT of a guest login as application/jwt.',
    ...answeredBy((token) => ({ headers: { 'Content-Type': 'application/jwt' }, body: token })),
  },
  'guest-token-as-a-string': {
    says: 'Returns the JWT of a guest login as a JSON string.',
    guestToken: (token) => JSON.stringify(token),
  },
  'guest-token-within-a-text': {
    says: 'Returns the JWT of a guest login as the value of an Authorization header to send.',
    guestToken: (token) => ({ authorization: `JWT ${token}` }),
  },
  'guest-token-in-a-list': {
    says: 'Returns the JWT of a guest login in a JSON array.',
    guestToken: (token) => ['guest', { value: token }],
  },
  'guest-token-within': {
    says: 'Returns the JWT of a guest login deeply nested in a JSON object.',
    guestToken: (token) => ({ ok: true, data: { session: { jwt: token } } }),
  },
  'guest-token-as-an-access-token': {
    says: 'Returns the JWT of a guest login as access_token, as the token endpoint does.',
    guestToken: (token) => ({
      access_token: token,
      token_type: 'jwt',
      expires_in: 3600,
      refresh_token: null,
    }),
  },
  'guest-token-behind-a-host': {
    says: 'Returns other fields with dotted values, such as a host name, before the JWT of a guest login.',
    guestToken: (token) => ({ server: 'media.spaces.example', version: '1.20.3', user: 'a.b.c', token }),
  },
  'guest-token-beside-another': {
    says: 'Returns a second JWT after that of the guest.',
    guestToken: (token) => ({ token, refresh: token.replace(/[^.]*$/, 'c2lnbmF0dXJl') }),
  },
  'guest-token-behind-a-constant': {
    says: 'Returns a JWT that is the same for every guest before that of the guest.',
    guestToken: (token) => ({ apiKey: jwtOf('{"alg":"HS256"}', '{"app":1}'), token }),
  },
  'guest-token-after-a-constant-in-one-text': {
    says: "Returns the guest's JWT after one that is the same for every guest, in the same string.",
    guestToken: (token) => `Key ${jwtOf('{"alg":"HS256"}', '{"app":1}')}, Bearer ${token}`,
  },
  'guest-token-that-claims-nothing': {
    says: 'Issues guest JWTs without claims, each with a key ID of its own in the header.',
    isGuestBearer: () => false,
    guestToken: (_token, { id }) => ({ token: jwtOf(`{"alg":"HS256","kid":"${id}"}`, '{}') }),
  },
  'guests-two-minutes-ahead-of-their-date': {
    says: 'Dates guest JWTs two minutes ahead of the Date header, which a gateway sets.',
    guestClaims: (guest, issuer, now) => guestClaims(guest, issuer, now + 120),
  },
  'guests-five-minutes-ahead': {
    says: 'Dates guest JWTs five minutes ahead, in line with the Date header of the guest login.',
    when: isFor('loginAnonymously'),
    send: ({ headers, ...answer }) => ({
      ...answer,
      headers: { ...headers, Date: new Date(Date.now() + 300_000).toUTCString() },
    }),
    guestClaims: (guest, issuer, now) => guestClaims(guest, issuer, now + 300),
  },
  'guest-login-as-201': {
    says: 'Returns 201 for a guest login.',
    when: isFor('loginAnonymously'),
    send: (answer) => (answer.status === 200 ? { ...answer, status: 201 } : answer),
  },
  'guest-claims-few': {
    says: 'Issues guest JWTs whose only claim is anonymous_id.',
    guestClaims: (guest) => ({ anonymous_id: guest.id }),
  },
  'guest-claims-of-the-second-alone': {
    says: 'Issues guest JWTs whose only claim is iat.',
    guestClaims: (_guest, _issuer, now) => ({ iat: now }),
  },
  'guest-claims-as-documented': {
    says: 'Issues guest JWTs with two issuers and a lifetime of one day.',
    guestClaims: (guest, issuer, now) =>
      Object.assign(guestClaims(guest, issuer, now), { iss: ['collaboration', 'example'] }),
  },
  'guest-claims-with-fractions': {
    says: 'Issues guest JWTs with fractional times and an nbf about a minute in the past.',
    guestClaims: (guest, issuer, now) => ({
      ...guestClaims(guest, issuer, now),
      iat: now + 0.25,
      nbf: now - 60.5,
      exp: now + 3600.75,
    }),
  },
  'guest-claims-in-unicode': {
    says: 'Issues guest JWTs that contain the display name.',
    guestClaims: (guest, issuer, now) => ({
      ...guestClaims(guest, issuer, now),
      displayname: guest.displayname,
      picture: null,
    }),
  },
  'guest-token-signed-otherwise': {
    says: 'Signs guest JWTs with HS512, and names a key in their header.',
    isGuestBearer: () => false,
    ...answeredBy(async (token) => {
      const signing = new SignJWT(decodeJwt(token)).setProtectedHeader({ alg: 'HS512', kid: 'k1' });
      return { body: { token: await signing.sign(new Uint8Array(64).fill(7)) } };
    }),
  },
  'guest-token-encrypted': {
    says: 'Encrypts guest JWTs, so that nobody else can read their claims.',
    isGuestBearer: () => false,
    ...answeredBy(async () => {
      const encrypting = new EncryptJWT({ anonymous_id: '1' }).setProtectedHeader({
        alg: 'dir',
        enc: 'A256GCM',
      });
      return { body: { token: await encrypting.encrypt(new Uint8Array(32).fill(7)) } };
    }),
  },
  'guest-names-escaped': {
    says: 'Returns the name of a guest with its HTML special characters escaped.',
    ...shownAs((name) => name.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)),
  },
  'guest-names-without-signs': {
    says: 'Strips special characters from the name of a guest, and decomposes its letters.',
    ...shownAs((name) => name.replace(/[^\p{L}\p{M}\p{N}\p{Extended_Pictographic} ]/gu, '').normalize('NFD')),
  },
  'guest-token-not-taken-as-bearer': {
    says: 'Accepts guest JWTs only under the scheme jwt.',
    isGuestBearer: () => false,
  },
  'guests-let-in-by-a-token': {
    says: 'Requires an access token for a guest login.',
    guestNeedsToken: () => true,
  },
  'guests-in-a-form-alone': {
    says: 'Accepts a guest login only as a form, not as JSON.',
    isGuestBody: (type) => type === 'application/x-www-form-urlencoded',
  },
  'guests-without-a-name': {
    says: 'Accepts a guest login without a display name.',
    isDisplayName: () => true,
  },
  'guests-of-the-client-that-let-them-in': {
    says: "Requires an access token for a guest login, whose client token info reports for the guest's JWT.",
    guestNeedsToken: () => true,
    ...guestsToldTo(client.id),
  },
  'guest-jwt-told-by-token-info': {
    says: 'Accepts guest JWTs at token info, and returns the guest.',
    ...guestsToldTo('anonymous'),
  },
} satisfies Variants;

/** The user of a guest is called otherwise than the guest. */
function shownAs(shown: (displayname: string) => string): Partial<Rules> {
  return {
    guestUser: (id, displayname, now) => guestUser(id, shown(displayname), now),
  };
}

/** Token info tells the guest of a guest's JWT, as issued to this audience. */
function guestsToldTo(audience: string): Partial<Rules> {
  return {
    idTokenUser: (users, claims) => {
      const { anonymous_id } = claims;
      return typeof anonymous_id === 'string'
        ? guestUser(anonymous_id, 'Guest', Date.now())
        : idTokenUser(users, claims);
    },
    tokenInfo: (claims, seconds, user) => {
      const { anonymous_id } = claims;
      const info = tokenInfo(claims, seconds, user);
      return anonymous_id === undefined ? info : { ...info, audience, user_id: anonymous_id };
    },
  };
}

/** A guest login is answered in another form. */
function answeredBy(form: (token: string) => Shown | Promise<Shown>): Pick<Rules, 'send'> {
  return {
    send: async (answer, operation) => {
      const token = operation === 'loginAnonymously' && jsonOf(answer)?.['token'];
      return typeof token === 'string' ? { ...answer, ...(await form(token)) } : answer;
    },
  };
}
