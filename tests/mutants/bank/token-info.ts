import { decodeJwt, decodeProtectedHeader, type JWTPayload } from 'jose';
import { CUT } from '../../reference/answer.ts';
import { defaultRules, type Rules } from '../../reference/rules/index.ts';
import { otherClient, users } from '../../reference/seed.ts';
import { all, isFor } from '../circumstances.ts';
import { each } from '../family.ts';
import type { Bank, MutantEntry } from '../mutant.ts';

const { remainingSeconds, tokenInfo, tokenInfoUser, tokenResponse } = defaultRules;

const onInfo = isFor('getTokenInfo');

/** Whether token info is answered, and as what. */
export const tokenInfos = {
  'token-info-needs-authorization': {
    says: 'Requires an Authorization header for token info.',
    breaks: ['IDN-101', 'IDN-102', 'IDN-103'],
    when: all(onInfo, ({ headers }) => !headers.has('authorization')),
    send: () => ({ status: 401, headers: {}, body: undefined }),
  },
  'token-info-moved': {
    says: 'Returns 404 at the path of token info.',
    breaks: ['IDN-101', 'IDN-102', 'IDN-103'],
    when: onInfo,
    send: () => ({ status: 404, headers: {}, body: undefined }),
  },
  'token-info-of-another-kind': {
    says: 'Returns 200 without any information about the ID token.',
    breaks: ['IDN-101', 'IDN-102', 'IDN-103'],
    tokenInfo: () => ({ active: true }),
  },
  'token-info-as-text': {
    says: 'Sends token info as text/plain.',
    breaks: 'IDN-120',
    when: onInfo,
    send: (answer) => ({ ...answer, headers: { ...answer.headers, 'Content-Type': 'text/plain' } }),
  },
  'token-info-fails-where-it-should-refuse': {
    says: 'Returns 500 when the ID token is missing or invalid.',
    breaks: ['IDN-114', 'IDN-115'],
    tokenInfoErrorStatus: () => 500,
  },
  'token-info-silent-where-it-should-refuse': {
    says: 'Closes the connection when the ID token is missing or invalid.',
    breaks: ['IDN-114', 'IDN-115'],
    when: onInfo,
    send: (answer) => (answer.status >= 400 ? { ...answer, body: CUT } : answer),
  },
} satisfies Bank;

/** Whom token info tells of. */
export const usersOfTokenInfo = {
  'token-info-with-an-id-for-each-token': {
    says: 'Returns a different id of the user for each ID token.',
    breaks: 'IDN-117',
    tokenInfo: (claims, expires_in, user) => tokenInfo(claims, expires_in, { ...user, id: claims.jti }),
  },
  'audience-names-another-client': {
    says: 'Returns another client as the audience.',
    breaks: 'IDN-116',
    tokenInfo: (...told) => ({ ...tokenInfo(...told), audience: otherClient.id }),
  },
  ...each(
    [
      ['user-id-of-the-client', 'of the client', ({ aud }: JWTPayload) => aud],
      ['user-id-of-the-issuer', 'of the issuer', ({ iss }: JWTPayload) => iss],
      ['user-id-of-nobody', 'of nobody, an empty text', () => ''],
    ],
    (_, whose, of) => ({
      says: `Returns as user_id the identifier ${whose}.`,
      breaks: 'IDN-117',
      tokenInfo: (claims, ...given) => ({ ...tokenInfo(claims, ...given), user_id: of(claims) }),
    }),
  ),
  'token-info-names-another-user': {
    says: 'Returns a user other than the subject of the ID token.',
    breaks: 'IDN-117',
    idTokenUser: (some, { sub }) => some.find(({ ndbid }) => ndbid !== sub),
  },
  'username-of-another-user-in-token-info': {
    says: 'Returns the username of another user in token info.',
    breaks: 'IDN-117',
    tokenInfoUser: (...given) => ({ ...tokenInfoUser(...given), username: users.guest.username }),
  },
  'names-of-another-user-in-token-info': {
    says: 'Returns the first and last name of another user in token info.',
    breaks: 'IDN-117',
    tokenInfoUser: (user, picture) =>
      tokenInfoUser({ ...users.guest, username: user.username, ndbid: user.ndbid }, picture),
  },
  'first-name-for-last-name': {
    says: 'Swaps first_name and last_name.',
    breaks: ['IDN-110', 'IDN-111'],
    tokenInfoUser: (user, picture) =>
      tokenInfoUser({ ...user, givenname: user.familyname, familyname: user.givenname }, picture),
  },
  'last-name-is-the-first': {
    says: 'Returns the first name as last_name in token info.',
    breaks: 'IDN-111',
    tokenInfoUser: (user, picture) => tokenInfoUser({ ...user, familyname: user.givenname }, picture),
  },
} satisfies Bank;

/** How long token info says that the ID token lasts. */
export const remainingLifetimes = {
  'expires-in-stands-still': {
    says: 'Always returns an expires_in of 3000.',
    breaks: 'IDN-118',
    remainingSeconds: () => 3000,
  },
  'expires-in-counts-up': {
    says: 'Returns the seconds since issuance as expires_in instead of those remaining.',
    breaks: 'IDN-118',
    remainingSeconds: ({ iat = 0 }, at) => at - iat + 1,
  },
  'expires-in-at-half-speed': {
    says: 'Decreases expires_in by only one every two seconds.',
    breaks: 'IDN-118',
    remainingSeconds: ({ iat = 0, exp = 0 }, at) => exp - iat - Math.floor((at - iat) / 2),
  },
  'expires-in-over-the-hour': {
    says: 'Returns an expires_in that is one hour too long.',
    breaks: 'IDN-119',
    remainingSeconds: (...given) => remainingSeconds(...given) + 3600,
  },
  'expires-in-of-the-past': {
    says: 'Returns an expires_in that is two hours too short.',
    breaks: ['IDN-104', 'IDN-119'],
    remainingSeconds: (...given) => remainingSeconds(...given) - 7200,
  },
  'seconds-fall-a-hundred-a-second': {
    says: 'Decreases expires_in of token info by 100 every second.',
    breaks: 'IDN-118',
    remainingSeconds: ({ iat = 0 }, at) => Math.max(0, 3600 - 100 * (at - iat)),
  },
  'seconds-fall-by-being-asked-for': {
    says: 'Decreases expires_in of token info by one with each request instead of over time.',
    breaks: 'IDN-118',
    rules: () => {
      let told = 0;
      return { remainingSeconds: () => 3600 - (told += 1) };
    },
  },
} satisfies Bank;

/** What opens token info though it is no valid ID token of ours. */
export const invalidIdTokens = {
  'id-token-not-required': {
    says: 'Treats a missing ID token as the last valid one.',
    breaks: 'IDN-114',
    rules: () => openedBesides((token) => token === undefined),
  },
  'token-info-of-nothing': {
    says: 'Returns token info for the latest ID token when id_token is empty.',
    breaks: 'IDN-114',
    rules: () => {
      let latest = '';
      return {
        isSent: () => true,
        tokenResponse: (tokens, ...given) => {
          latest = tokens.idToken;
          return tokenResponse(tokens, ...given);
        },
        verifiedIdToken: (token, verify) => verify(token === '' ? latest : (token ?? '')),
      };
    },
  },
  'invented-id-token-accepted': taking('without any dots', (token) => !token.includes('.')),
  'id-token-signature-ignored': taking('with an invalid signature', inAlgorithm('HS256')),
  'unsigned-id-token-accepted': taking('with the algorithm none', inAlgorithm('none')),
  'id-token-of-the-algorithm-none-in-capitals': taking('with the algorithm None', inAlgorithm('None')),
  'id-token-of-an-empty-signature': taking(
    'with an empty signature',
    (token) => token.endsWith('.') && inAlgorithm('HS256')(token),
  ),
  'id-token-of-two-parts': taking('without its signature part', (token) => token.split('.').length === 2),
  'id-token-of-altered-claims': {
    says: 'Accepts an ID token with altered claims as long as it has the signature of an issued one.',
    breaks: 'IDN-115',
    rules: () => {
      const known = new Set<string>();
      return {
        tokenResponse: (tokens, ...given) => {
          known.add(tokens.idToken.split('.')[2] ?? '');
          return tokenResponse(tokens, ...given);
        },
        verifiedIdToken: async (token = '', verify) => {
          if (!known.has(token.split('.')[2] ?? '')) return verify(token);
          try {
            return decodeJwt(token);
          } catch {
            return undefined;
          }
        },
      };
    },
  },
} satisfies Bank;

/** Takes such ID tokens for the last valid one. */
function taking(told: string, isGood: (token: string) => boolean): MutantEntry {
  return {
    says: `Accepts an ID token ${told}.`,
    breaks: 'IDN-115',
    rules: () => openedBesides((token) => token !== undefined && isGood(token)),
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

function inAlgorithm(name: string): (token: string) => boolean {
  return (token) => {
    try {
      return decodeJwt(token) && decodeProtectedHeader(token).alg === name;
    } catch {
      return false;
    }
  };
}
