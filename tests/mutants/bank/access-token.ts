import { CUT, json, refuse } from '../../reference/answer.ts';
import { defaultRules } from '../../reference/rules/index.ts';
import type { Bank } from '../mutant.ts';

const { bearerToken, bearerChallenge, findAccessToken, isAccessTokenFresh } = defaultRules;

/** Breaking how users/me is closed to whoever has no access token. */
export const accessTokenMutants = {
  'no-token-is-the-last-token': {
    says: 'Takes a request without a token for one of the user who asked before.',
    breaks: ['COL-055', 'COL-060'],
    replace: () => {
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
    says: 'Names no scheme where it refuses credentials of another.',
    breaks: ['COL-061'],
    replace: () => ({
      send: (answer, operation, { headers }) =>
        operation === 'getCurrentUser' &&
        answer.status === 401 &&
        /^(?!bearer)/i.test(headers.get('authorization') ?? 'bearer')
          ? { ...answer, headers: {} }
          : answer,
    }),
  },
  'no-token-answered-500': {
    says: 'Fails at a request without a token.',
    breaks: ['COL-055', 'COL-060'],
    replace: () => ({
      send: (answer, operation, { headers }) =>
        operation === 'getCurrentUser' && !headers.has('authorization') ? json(500, {}) : answer,
    }),
  },
  'users-me-refuses-by-500': {
    says: 'Fails at whatever does not open users/me.',
    breaks: ['COL-055', 'COL-056', 'COL-057', 'COL-058', 'COL-060'],
    replace: () => ({ unauthorizedStatus: () => 500 }),
  },
  'users-me-refuses-by-silence': {
    says: 'Cuts the connection of whatever does not open users/me.',
    breaks: ['COL-055', 'COL-056', 'COL-057', 'COL-058', 'COL-060'],
    replace: () => ({
      send: (answer, operation) =>
        operation === 'getCurrentUser' && answer.status === 401 ? { ...answer, body: CUT } : answer,
    }),
  },
  'users-me-refuses-and-answers': {
    says: 'Refuses by the status, with the user in the body.',
    breaks: ['COL-055', 'COL-056', 'COL-057', 'COL-058'],
    replace: () => ({
      send: (answer, operation) =>
        operation === 'getCurrentUser' && answer.status === 401
          ? { ...answer, body: { _id: '5f1d00000000000000000a02', username: 'marko' } }
          : answer,
    }),
  },
  'any-bearer-opens-users-me': {
    says: 'Takes any token for the newest one.',
    breaks: ['COL-056'],
    replace: () => ({
      findAccessToken: (tokens, token) =>
        findAccessToken(tokens, token) ?? (token === undefined ? undefined : [...tokens.values()].at(-1)),
    }),
  },
  'token-known-by-its-beginning': {
    says: 'Takes a token that begins as one that was issued.',
    breaks: ['COL-056'],
    replace: () => ({
      findAccessToken: (tokens, token) => [...tokens].find(([issued]) => token?.startsWith(issued))?.[1],
    }),
  },
  'token-known-by-its-length': {
    says: 'Takes any token that is as long as one that was issued.',
    breaks: ['COL-056'],
    replace: () => ({
      findAccessToken: (tokens, token) =>
        findAccessToken(tokens, token) ??
        [...tokens].findLast(([issued]) => token?.length === issued.length)?.[1],
    }),
  },
  'token-under-any-scheme': {
    says: 'Takes an access token under whatever scheme.',
    breaks: ['COL-057'],
    replace: () => ({ bearerToken: (authorization) => /^\S+ +(\S+)$/.exec(authorization ?? '')?.[1] }),
  },
  'expired-token-holds': {
    says: 'Never asks how old an access token is.',
    breaks: ['COL-058'],
    replace: () => ({ isAccessTokenFresh: () => true }),
  },
  'token-holds-for-two-hours': {
    says: 'Takes an access token for two hours.',
    breaks: ['COL-058'],
    replace: () => ({ isAccessTokenFresh: (issuedAt, now) => now - issuedAt < 2 * 3600 * 1000 }),
  },
  'token-holds-for-65-minutes': {
    says: 'Takes an access token for five minutes beyond its hour.',
    breaks: ['COL-058'],
    replace: () => ({ isAccessTokenFresh: (issuedAt, now) => now - issuedAt < 65 * 60 * 1000 }),
  },
  'expired-token-answered-500': {
    says: 'Fails at an access token that is over an hour old.',
    breaks: ['COL-058'],
    replace: () => ({
      isAccessTokenFresh: (issuedAt, now) => isAccessTokenFresh(issuedAt, now) || refuse(500, 'expired'),
    }),
  },
  'bearer-in-small-letters-refused': {
    says: 'Refuses the scheme bearer in small letters.',
    breaks: ['COL-059'],
    replace: () => ({ bearerToken: unless('bearer ') }),
  },
  'bearer-in-capitals-refused': {
    says: 'Refuses the scheme bearer in capitals.',
    breaks: ['COL-059'],
    replace: () => ({ bearerToken: unless('BEARER ') }),
  },
  'bearer-in-small-letters-met-with-silence': {
    says: 'Cuts the connection where the scheme is written in small letters.',
    breaks: ['COL-059'],
    replace: () => ({
      send: (answer, operation, { headers }) =>
        operation === 'getCurrentUser' && headers.get('authorization')?.startsWith('bearer ')
          ? { ...answer, body: CUT }
          : answer,
    }),
  },
  'no-token-is-forbidden': {
    says: 'Refuses with 403 in place of 401, and tells no scheme.',
    breaks: ['COL-060'],
    replace: () => ({
      send: (answer, operation) =>
        operation === 'getCurrentUser' && answer.status === 401 ? json(403, answer.body) : answer,
    }),
  },
  'no-bearer-challenge': {
    says: 'Refuses with 401 and tells no scheme.',
    breaks: ['COL-061'],
    replace: () => ({
      send: (answer, operation) => {
        const { 'WWW-Authenticate': challenge, ...headers } = answer.headers;
        return operation === 'getCurrentUser' && challenge !== undefined ? { ...answer, headers } : answer;
      },
    }),
  },
  'bearer-challenge-names-basic': {
    says: 'Tells the scheme Basic for users/me.',
    breaks: ['COL-061'],
    replace: () => ({ bearerChallenge: () => 'Basic realm="collaboration"' }),
  },
  'bearer-in-the-realm-alone': {
    says: 'Tells another scheme, with the word bearer in its realm.',
    breaks: ['COL-061'],
    replace: () => ({ bearerChallenge: () => 'Digest realm="bearer tokens"' }),
  },
  'bearer-challenge-without-a-space': {
    says: 'Runs the scheme and its parameter together.',
    breaks: ['COL-061'],
    replace: () => ({ bearerChallenge: (hasToken) => bearerChallenge(hasToken).replace(' ', '-') }),
  },
} satisfies Bank;

/** The access token of a header that does not begin so. */
function unless(beginning: string): typeof bearerToken {
  return (authorization) => (authorization?.startsWith(beginning) ? undefined : bearerToken(authorization));
}
