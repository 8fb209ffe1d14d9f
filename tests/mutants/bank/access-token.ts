import { CUT, json, refuse } from '../../reference/answer.ts';
import { defaultRules } from '../../reference/rules/index.ts';
import type { Bank } from '../mutant.ts';

const { bearerToken, bearerChallenge, findAccessToken, isAccessTokenFresh } = defaultRules;

/** Breaking how users/me is closed to whoever has no access token. */
export const accessTokenMutants = {
  'no-token-is-the-last-token': {
    says: 'Uses the last access token it received when the Authorization header is missing.',
    breaks: ['COL-055', 'COL-060'],
    rules: () => {
      let last: string | undefined;
      return {
        bearerToken: (authorization) => {
          if (authorization !== undefined) last = bearerToken(authorization);
          return last;
        },
      };
    },
  },
  'wrong-scheme-refused-without-a-challenge': {
    says: 'Omits the challenge when it refuses credentials of a scheme other than Bearer.',
    breaks: 'COL-061',
    send: (answer, operation, { headers }) =>
      operation === 'getCurrentUser' &&
      answer.status === 401 &&
      /^(?!bearer)/i.test(headers.get('authorization') ?? 'bearer')
        ? { ...answer, headers: {} }
        : answer,
  },
  'no-token-answered-500': {
    says: 'Returns 500 for a request to users/me without an access token.',
    breaks: ['COL-055', 'COL-060'],
    send: (answer, operation, { headers }) =>
      operation === 'getCurrentUser' && !headers.has('authorization') ? json(500, {}) : answer,
  },
  'users-me-refuses-by-500': {
    says: 'Returns 500 instead of 401 when it refuses a request to users/me.',
    breaks: ['COL-055', 'COL-056', 'COL-057', 'COL-058', 'COL-060'],
    unauthorizedStatus: () => 500,
  },
  'users-me-refuses-by-silence': {
    says: 'Closes the connection instead of returning 401 for users/me.',
    breaks: ['COL-055', 'COL-056', 'COL-057', 'COL-058', 'COL-060'],
    send: (answer, operation) =>
      operation === 'getCurrentUser' && answer.status === 401 ? { ...answer, body: CUT } : answer,
  },
  'users-me-refuses-and-answers': {
    says: 'Returns a user in the body of a 401 response from users/me.',
    breaks: ['COL-055', 'COL-056', 'COL-057', 'COL-058'],
    send: (answer, operation) =>
      operation === 'getCurrentUser' && answer.status === 401
        ? { ...answer, body: { _id: '5f1d00000000000000000a02', username: 'marko' } }
        : answer,
  },
  'any-bearer-opens-users-me': {
    says: 'Treats an unknown access token as the newest one.',
    breaks: 'COL-056',
    findAccessToken: (tokens, token) =>
      findAccessToken(tokens, token) ?? (token === undefined ? undefined : [...tokens.values()].at(-1)),
  },
  'token-under-any-scheme': {
    says: 'Accepts an access token under any authentication scheme.',
    breaks: 'COL-057',
    bearerToken: (authorization) => /^\S+ +(\S+)$/.exec(authorization ?? '')?.[1],
  },
  'expired-token-holds': {
    says: 'Accepts an access token regardless of its age.',
    breaks: 'COL-058',
    isAccessTokenFresh: () => true,
  },
  'token-holds-for-two-hours': {
    says: 'Accepts an access token for two hours.',
    breaks: 'COL-058',
    isAccessTokenFresh: (issuedAt, now) => now - issuedAt < 2 * 3600 * 1000,
  },
  'token-holds-for-65-minutes': {
    says: 'Accepts an access token for five minutes beyond its lifetime of one hour.',
    breaks: 'COL-058',
    isAccessTokenFresh: (issuedAt, now) => now - issuedAt < 65 * 60 * 1000,
  },
  'expired-token-answered-500': {
    says: 'Returns 500 for an access token that is more than an hour old.',
    breaks: 'COL-058',
    isAccessTokenFresh: (issuedAt, now) => isAccessTokenFresh(issuedAt, now) || refuse(500, 'expired'),
  },
  'bearer-in-small-letters-refused': {
    says: 'Refuses the scheme bearer in lowercase.',
    breaks: 'COL-059',
    bearerToken: unless('bearer '),
  },
  'bearer-in-capitals-refused': {
    says: 'Refuses the scheme bearer in uppercase.',
    breaks: 'COL-059',
    bearerToken: unless('BEARER '),
  },
  'bearer-in-mixed-letters-refused': {
    says: 'Accepts the scheme bearer in lowercase, in uppercase and capitalized, but not in mixed letter case.',
    breaks: 'COL-059',
    bearerToken: (authorization = '') =>
      /^(?:bearer|BEARER|Bearer) /.test(authorization) ? bearerToken(authorization) : undefined,
  },
  'bearer-in-small-letters-met-with-silence': {
    says: 'Closes the connection when the scheme bearer is written in lowercase.',
    breaks: 'COL-059',
    send: (answer, operation, { headers }) =>
      operation === 'getCurrentUser' && headers.get('authorization')?.startsWith('bearer ')
        ? { ...answer, body: CUT }
        : answer,
  },
  'no-token-is-forbidden': {
    says: 'Returns 403 without a challenge instead of 401.',
    breaks: 'COL-060',
    send: (answer, operation) =>
      operation === 'getCurrentUser' && answer.status === 401 ? json(403, answer.body) : answer,
  },
  'no-bearer-challenge': {
    says: 'Returns 401 without a challenge.',
    breaks: 'COL-061',
    send: (answer, operation) => {
      const { 'WWW-Authenticate': challenge, ...headers } = answer.headers;
      return operation === 'getCurrentUser' && challenge !== undefined ? { ...answer, headers } : answer;
    },
  },
  'bearer-challenge-names-basic': {
    says: 'Returns a challenge with the scheme Basic for users/me.',
    breaks: 'COL-061',
    bearerChallenge: () => 'Basic realm="collaboration"',
  },
  'bearer-in-the-realm-alone': {
    says: 'Returns a Digest challenge whose realm contains the word bearer.',
    breaks: 'COL-061',
    bearerChallenge: () => 'Digest realm="bearer tokens"',
  },
  'bearer-challenge-without-a-space': {
    says: 'Joins the scheme of the challenge to its first parameter with a hyphen.',
    breaks: 'COL-061',
    bearerChallenge: (hasToken) => bearerChallenge(hasToken).replace(' ', '-'),
  },
} satisfies Bank;

/** The access token of a header that does not begin so. */
function unless(beginning: string): typeof bearerToken {
  return (authorization) => (authorization?.startsWith(beginning) ? undefined : bearerToken(authorization));
}
