import { decodeJwt, decodeProtectedHeader, type JWTPayload } from 'jose';
import { type Answer, CUT } from '../../reference/answer.ts';
import { defaultRules, type Rules } from '../../reference/rules/index.ts';
import { otherClient } from '../../reference/seed.ts';
import type { Bank } from '../mutant.ts';

const { remainingSeconds, tokenInfo } = defaultRules;

/** Token info, and the ID tokens that open it. */
export const tokenInfoMutants = {
  'token-info-needs-authorization': {
    says: 'Refuses token info without an access token.',
    breaks: ['IDN-101', 'IDN-102', 'IDN-103'],
    replace: () =>
      onInfo((answer, request) =>
        request.headers.has('authorization') ? answer : { status: 401, headers: {}, body: undefined },
      ),
  },
  'token-info-with-an-id-for-each-token': {
    says: 'Tells another id of the user by each ID token.',
    breaks: ['IDN-117'],
    replace: () => ({
      tokenInfo: (claims, expires_in, user) => tokenInfo(claims, expires_in, { ...user, id: claims.jti }),
    }),
  },
  'token-info-moved': {
    says: 'Serves token info under another version of its path.',
    breaks: ['IDN-101', 'IDN-102', 'IDN-103'],
    replace: () => onInfo(() => ({ status: 404, headers: {}, body: undefined })),
  },
  'token-info-of-another-kind': {
    says: 'Answers status 200 and nothing about the ID token.',
    breaks: ['IDN-101', 'IDN-102', 'IDN-103'],
    replace: () => ({ tokenInfo: () => ({ active: true }) }),
  },
  'id-token-not-required': {
    says: 'Answers a request without an ID token as if the former had been sent again.',
    breaks: ['IDN-114'],
    replace: () => openedBesides((token) => token === undefined),
  },
  'invented-id-token-accepted': {
    says: 'Takes a text that is no JWT for the former ID token.',
    breaks: ['IDN-115'],
    replace: () => openedBesides((token) => token !== undefined && !token.includes('.')),
  },
  'id-token-signature-ignored': {
    says: 'Takes an ID token whose signature does not hold.',
    breaks: ['IDN-115'],
    replace: () => openedBesides((token) => algorithmOf(token) === 'HS256'),
  },
  'unsigned-id-token-accepted': {
    says: 'Takes an ID token that says nobody has signed it.',
    breaks: ['IDN-115'],
    replace: () => openedBesides((token) => algorithmOf(token) === 'none'),
  },
  'token-info-fails-where-it-should-refuse': {
    says: 'Answers status 500 where there is no good ID token.',
    breaks: ['IDN-114', 'IDN-115'],
    replace: () => ({ tokenInfoErrorStatus: () => 500 }),
  },
  'token-info-silent-where-it-should-refuse': {
    says: 'Cuts the connection where there is no good ID token.',
    breaks: ['IDN-114', 'IDN-115'],
    replace: () => onInfo((answer) => (answer.status >= 400 ? { ...answer, body: CUT } : answer)),
  },

  'audience-names-another-client': {
    says: 'Names another client as the audience.',
    breaks: ['IDN-116'],
    replace: () => ({ tokenInfo: (...told) => ({ ...tokenInfo(...told), audience: otherClient.id }) }),
  },
  'token-info-names-another-user': {
    says: 'Tells another user than the one of the ID token.',
    breaks: ['IDN-117'],
    replace: () => ({ idTokenUser: (users, { sub }) => users.find(({ ndbid }) => ndbid !== sub) }),
  },
  'expires-in-stands-still': {
    says: 'Always tells that 3000 seconds remain.',
    breaks: ['IDN-118'],
    replace: () => ({ remainingSeconds: () => 3000 }),
  },
  'expires-in-counts-up': {
    says: 'Tells the seconds since the issue in place of those that remain.',
    breaks: ['IDN-118'],
    replace: () => ({ remainingSeconds: ({ iat = 0 }, now) => now - iat + 1 }),
  },
  'expires-in-at-half-speed': {
    says: 'Tells seconds remaining that fall by one in two seconds.',
    breaks: ['IDN-118'],
    replace: () => ({
      remainingSeconds: ({ iat = 0, exp = 0 }, now) => exp - iat - Math.floor((now - iat) / 2),
    }),
  },
  'expires-in-over-the-hour': {
    says: 'Gives an ID token two hours.',
    breaks: ['IDN-119'],
    replace: () => ({ remainingSeconds: (claims, now) => remainingSeconds(claims, now) + 3600 }),
  },
  'expires-in-of-the-past': {
    says: 'Tells of an ID token that has just been issued that it has expired long ago.',
    breaks: ['IDN-104', 'IDN-119'],
    replace: () => ({ remainingSeconds: (claims, now) => remainingSeconds(claims, now) - 7200 }),
  },
  'first-name-for-last-name': {
    says: 'Tells the family name as first_name, and the given name as last_name.',
    breaks: ['IDN-110', 'IDN-111'],
    replace: () => ({
      tokenInfoUser: (user, picture) =>
        defaultRules.tokenInfoUser(
          { ...user, givenname: user.familyname, familyname: user.givenname },
          picture,
        ),
    }),
  },
  'token-info-as-text': {
    says: 'Says of token info that it is text.',
    breaks: ['IDN-120'],
    replace: () =>
      onInfo((answer) => ({ ...answer, headers: { ...answer.headers, 'Content-Type': 'text/plain' } })),
  },
  'id-token-of-an-empty-signature': {
    says: 'Takes an ID token whose signature is empty.',
    breaks: ['IDN-115'],
    replace: () => openedBesides((token) => token?.endsWith('.') === true && algorithmOf(token) === 'HS256'),
  },
  'id-token-of-two-parts': {
    says: 'Takes an ID token that ends before its signature.',
    breaks: ['IDN-115'],
    replace: () => openedBesides((token) => token?.split('.').length === 2),
  },
  'id-token-of-the-algorithm-none-in-capitals': {
    says: 'Takes an ID token that says, with a capital, that nobody has signed it.',
    breaks: ['IDN-115'],
    replace: () => openedBesides((token) => algorithmOf(token) === 'None'),
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
