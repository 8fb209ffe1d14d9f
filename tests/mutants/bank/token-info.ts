import { decodeJwt, decodeProtectedHeader, type JWTPayload } from 'jose';
import { type Answer, CUT } from '../../reference/answer.ts';
import { defaultRules, type Rules } from '../../reference/rules/index.ts';
import { otherClient } from '../../reference/seed.ts';
import type { Bank } from '../mutant.ts';

const { remainingSeconds, tokenInfo } = defaultRules;

/** Token info, and the ID tokens that open it. */
export const tokenInfoMutants = {
  'token-info-needs-authorization': {
    says: 'Requires an Authorization header for token info.',
    breaks: ['IDN-101', 'IDN-102', 'IDN-103'],
    rules: () =>
      onInfo((answer, request) =>
        request.headers.has('authorization') ? answer : { status: 401, headers: {}, body: undefined },
      ),
  },
  'token-info-with-an-id-for-each-token': {
    says: 'Returns a different id of the user for each ID token.',
    breaks: 'IDN-117',
    tokenInfo: (claims, expires_in, user) => tokenInfo(claims, expires_in, { ...user, id: claims.jti }),
  },
  'token-info-moved': {
    says: 'Returns 404 at the path of token info.',
    breaks: ['IDN-101', 'IDN-102', 'IDN-103'],
    rules: () => onInfo(() => ({ status: 404, headers: {}, body: undefined })),
  },
  'token-info-of-another-kind': {
    says: 'Returns 200 without any information about the ID token.',
    breaks: ['IDN-101', 'IDN-102', 'IDN-103'],
    tokenInfo: () => ({ active: true }),
  },
  'id-token-not-required': {
    says: 'Treats a missing ID token as the last valid one.',
    breaks: 'IDN-114',
    rules: () => openedBesides((token) => token === undefined),
  },
  'invented-id-token-accepted': {
    says: 'Treats an ID token without any dots as the last valid one.',
    breaks: 'IDN-115',
    rules: () => openedBesides((token) => token !== undefined && !token.includes('.')),
  },
  'id-token-signature-ignored': {
    says: 'Accepts an ID token with an invalid signature.',
    breaks: 'IDN-115',
    rules: () => openedBesides((token) => algorithmOf(token) === 'HS256'),
  },
  'unsigned-id-token-accepted': {
    says: 'Accepts an ID token with the algorithm none.',
    breaks: 'IDN-115',
    rules: () => openedBesides((token) => algorithmOf(token) === 'none'),
  },
  'token-info-fails-where-it-should-refuse': {
    says: 'Returns 500 when the ID token is missing or invalid.',
    breaks: ['IDN-114', 'IDN-115'],
    tokenInfoErrorStatus: () => 500,
  },
  'token-info-silent-where-it-should-refuse': {
    says: 'Closes the connection when the ID token is missing or invalid.',
    breaks: ['IDN-114', 'IDN-115'],
    rules: () => onInfo((answer) => (answer.status >= 400 ? { ...answer, body: CUT } : answer)),
  },

  'audience-names-another-client': {
    says: 'Returns another client as the audience.',
    breaks: 'IDN-116',
    tokenInfo: (...told) => ({ ...tokenInfo(...told), audience: otherClient.id }),
  },
  'token-info-names-another-user': {
    says: 'Returns a user other than the subject of the ID token.',
    breaks: 'IDN-117',
    idTokenUser: (users, { sub }) => users.find(({ ndbid }) => ndbid !== sub),
  },
  'expires-in-stands-still': {
    says: 'Always returns an expires_in of 3000.',
    breaks: 'IDN-118',
    remainingSeconds: () => 3000,
  },
  'expires-in-counts-up': {
    says: 'Returns the seconds since issuance as expires_in instead of those remaining.',
    breaks: 'IDN-118',
    remainingSeconds: ({ iat = 0 }, now) => now - iat + 1,
  },
  'expires-in-at-half-speed': {
    says: 'Decreases expires_in by only one every two seconds.',
    breaks: 'IDN-118',
    remainingSeconds: ({ iat = 0, exp = 0 }, now) => exp - iat - Math.floor((now - iat) / 2),
  },
  'expires-in-over-the-hour': {
    says: 'Returns an expires_in that is one hour too long.',
    breaks: 'IDN-119',
    remainingSeconds: (claims, now) => remainingSeconds(claims, now) + 3600,
  },
  'expires-in-of-the-past': {
    says: 'Returns an expires_in that is two hours too short.',
    breaks: ['IDN-104', 'IDN-119'],
    remainingSeconds: (claims, now) => remainingSeconds(claims, now) - 7200,
  },
  'first-name-for-last-name': {
    says: 'Swaps first_name and last_name.',
    breaks: ['IDN-110', 'IDN-111'],
    tokenInfoUser: (user, picture) =>
      defaultRules.tokenInfoUser(
        { ...user, givenname: user.familyname, familyname: user.givenname },
        picture,
      ),
  },
  'token-info-as-text': {
    says: 'Sends token info as text/plain.',
    breaks: 'IDN-120',
    rules: () =>
      onInfo((answer) => ({ ...answer, headers: { ...answer.headers, 'Content-Type': 'text/plain' } })),
  },
  'id-token-of-an-empty-signature': {
    says: 'Accepts an ID token with an empty signature.',
    breaks: 'IDN-115',
    rules: () => openedBesides((token) => token?.endsWith('.') === true && algorithmOf(token) === 'HS256'),
  },
  'id-token-of-two-parts': {
    says: 'Accepts an ID token without its signature part.',
    breaks: 'IDN-115',
    rules: () => openedBesides((token) => token?.split('.').length === 2),
  },
  'id-token-of-the-algorithm-none-in-capitals': {
    says: 'Accepts an ID token with the algorithm none written as None.',
    breaks: 'IDN-115',
    rules: () => openedBesides((token) => algorithmOf(token) === 'None'),
  },
  'seconds-fall-a-hundred-a-second': {
    says: 'Decreases expires_in of token info by 100 every second.',
    breaks: 'IDN-118',
    remainingSeconds: ({ iat = 0 }, now) => Math.max(0, 3600 - 100 * (now - iat)),
  },
  'seconds-fall-by-being-asked-for': {
    says: 'Decreases expires_in of token info by one with each request instead of over time.',
    breaks: 'IDN-118',
    rules: () => {
      let told = 0;
      return { remainingSeconds: () => 3600 - (told += 1) };
    },
  },
  'token-info-of-nothing': {
    says: 'Returns token info for the latest ID token when id_token is empty.',
    breaks: 'IDN-114',
    rules: () => {
      let latest = '';
      return {
        isSent: () => true,
        tokenResponse: (tokens, scopes, grant) => {
          latest = tokens.idToken;
          return defaultRules.tokenResponse(tokens, scopes, grant);
        },
        verifiedIdToken: (token, verify) => verify(token === '' ? latest : (token ?? '')),
      };
    },
  },
} satisfies Bank;

/** Changes what token info answers. */
function onInfo(change: (answer: Answer, request: Request) => Answer): Partial<Rules> {
  return {
    send: (answer, operation, request) => (operation === 'getTokenInfo' ? change(answer, request) : answer),
  };
}

/** Opens token info to other tokens as well, as if the last good one had been sent. */
function openedBesides(isGood: (token: string | undefined) => boolean): Partial<Rules> {
  let last: JWTPayload | undefined;
  return {
    verifiedIdToken: async (token, verify) => {
      const claims = await verify(token ?? '');
      last = claims ?? last;
      return claims ?? (isGood(token) ? last : undefined);
    },
  };
}

function algorithmOf(token: string | undefined): string | undefined {
  try {
    return decodeJwt(token ?? '') && decodeProtectedHeader(token ?? '').alg;
  } catch {
    return undefined;
  }
}
