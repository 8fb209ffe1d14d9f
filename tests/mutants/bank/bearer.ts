import { Buffer } from 'node:buffer';
import { type Answer, CUT, json, refuse } from '../../reference/answer.ts';
import { type Now, now } from '../../reference/now.ts';
import { defaultRules, type Rules } from '../../reference/rules/index.ts';
import { client, users } from '../../reference/seed.ts';
import { all, isFor } from '../circumstances.ts';
import { each } from '../family.ts';
import type { Bank, MutantEntry } from '../mutant.ts';
import type { When } from '../where.ts';

const { bearerChallenge, bearerToken, findAccessToken, isAccessTokenFresh } = defaultRules;

/** Requests to users/me with an access token that is not one, or is none of ours. */
export const accessTokens = {
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
  'any-bearer-opens-users-me': {
    says: 'Treats an unknown access token as the newest one.',
    breaks: 'COL-056',
    findAccessToken: (tokens, token) =>
      findAccessToken(tokens, token) ?? (token === undefined ? undefined : [...tokens.values()].at(-1)),
  },
  ...each([['access-token-null'], ['access-token-undefined']], (name) => ({
    says: `Accepts ${name.replace('access-token-', '')} in place of the newest access token.`,
    breaks: 'COL-056',
    findAccessToken: newestFor(name.replace('access-token-', '')),
  })),
  ...each(
    [
      [
        'users-me-by-a-password',
        'user name and password',
        `${users.member.username}:${users.member.password}`,
      ],
      ['users-me-by-a-client-secret', 'client identifier and secret', `${client.id}:${client.secret}`],
    ],
    (_, what, pair) => ({
      says: `Accepts a ${what} under Basic in place of the newest access token.`,
      breaks: 'COL-055',
      bearerToken: (authorization) =>
        authorization === `Basic ${Buffer.from(pair).toString('base64')}` ? pair : bearerToken(authorization),
      findAccessToken: newestFor(pair),
    }),
  ),
  'expired-token-holds': {
    says: 'Accepts an access token regardless of its age.',
    breaks: 'COL-058',
    isAccessTokenFresh: () => true,
  },
  ...each(
    [
      ['token-holds-for-two-hours', 'two hours', 120],
      ['token-holds-for-65-minutes', '65 minutes', 65],
    ],
    (_, told, minutes) => ({
      says: `Accepts an access token for ${told}.`,
      breaks: 'COL-058',
      isAccessTokenFresh: (issuedAt, at) => at - issuedAt < minutes * 60 * 1000,
    }),
  ),
  'expired-token-answered-500': {
    says: 'Returns 500 for an access token that is more than an hour old.',
    breaks: 'COL-058',
    isAccessTokenFresh: (...given) => isAccessTokenFresh(...given) || refuse(500, 'expired'),
  },
} satisfies Bank;

/** The scheme under which an access token is sent. */
export const schemes = {
  'token-under-any-scheme': underAlso('under any authentication scheme', /^\S+ +(\S+)$/),
  'token-without-a-scheme': underAlso('without the scheme Bearer', /^(\S+)$/),
  'access-token-under-jwt': underAlso('under the scheme jwt, which is meant for guests', /^jwt +(\S+)$/i),
  'access-token-under-oauth': underAlso('under the scheme OAuth', /^OAuth +(\S+)$/i),
  'access-token-under-mac': underAlso('under the scheme MAC', /^MAC +(\S+)$/),
  'access-token-under-dpop': underAlso('under the scheme DPoP', /^DPoP +(\S+)$/),
  'scheme-that-begins-with-bearer': underAlso(
    'under any scheme that begins with Bearer',
    /^bearer\w+ +(\S+)$/i,
  ),
  'scheme-that-ends-with-bearer': underAlso('under any scheme that ends with Bearer', /^\w+bearer +(\S+)$/i),
  'access-token-as-a-user-name': {
    says: 'Accepts an access token as the user name of Basic credentials.',
    breaks: 'COL-057',
    bearerToken: (authorization) => fromBasic(authorization, /^[^:]+(?=:$)/),
  },
  'access-token-as-a-password': {
    says: 'Accepts an access token as the password of Basic credentials.',
    breaks: 'COL-057',
    bearerToken: (authorization) => fromBasic(authorization, /(?<=^:).+/),
  },
  'bearer-in-small-letters-refused': refusing('Refuses the scheme bearer in lowercase.', /^bearer /),
  'bearer-in-capitals-refused': refusing('Refuses the scheme bearer in uppercase.', /^BEARER /),
  'bearer-in-mixed-letters-refused': refusing(
    'Accepts the scheme bearer in lowercase, in uppercase and capitalized, but not in mixed letter case.',
    /^(?!bearer|BEARER|Bearer)/,
  ),
  'bearer-in-small-letters-met-with-silence': {
    says: 'Closes the connection when the scheme bearer is written in lowercase.',
    breaks: 'COL-059',
    when: all(
      isFor('getCurrentUser'),
      ({ headers }) => headers.get('authorization')?.startsWith('bearer ') === true,
    ),
    send: (answer) => ({ ...answer, body: CUT }),
  },
} satisfies Bank;

/** How users/me refuses. */
export const refusals = {
  'no-token-answered-500': {
    says: 'Returns 500 for a request to users/me without an access token.',
    breaks: ['COL-055', 'COL-060'],
    when: all(isFor('getCurrentUser'), ({ headers }) => !headers.has('authorization')),
    send: () => json(500, {}),
  },
  'users-me-refuses-by-500': {
    says: 'Returns 500 instead of 401 when it refuses a request to users/me.',
    breaks: ['COL-055', 'COL-056', 'COL-057', 'COL-058', 'COL-060'],
    unauthorizedStatus: () => 500,
  },
  'users-me-refuses-by-silence': {
    says: 'Closes the connection instead of returning 401 for users/me.',
    breaks: ['COL-055', 'COL-056', 'COL-057', 'COL-058', 'COL-060'],
    send: onRefusal((answer) => ({ ...answer, body: CUT })),
  },
  'users-me-refuses-and-answers': {
    says: 'Returns a user in the body of a 401 response from users/me.',
    breaks: ['COL-055', 'COL-056', 'COL-057', 'COL-058'],
    send: onRefusal((answer) => ({
      ...answer,
      body: { _id: '5f1d00000000000000000a02', username: 'marko' },
    })),
  },
  'no-token-is-forbidden': {
    says: 'Returns 403 without a challenge instead of 401.',
    breaks: 'COL-060',
    send: onRefusal(({ body }) => json(403, body)),
  },
  'no-bearer-challenge': unchallenged('Returns 401 without a challenge.'),
  'bearer-challenge-for-nobody-alone': unchallenged(
    'Omits WWW-Authenticate when refusing an invalid access token, but sends it when there is none.',
    ({ headers }) => headers.has('authorization'),
  ),
  'wrong-scheme-refused-without-a-challenge': unchallenged(
    'Omits the challenge when it refuses credentials of a scheme other than Bearer.',
    ({ headers }) => /^(?!bearer)/i.test(headers.get('authorization') ?? 'bearer'),
  ),
  'no-challenge-for-an-expired-token': {
    says: 'Omits WWW-Authenticate when it refuses an access token that is over an hour old.',
    breaks: 'COL-061',
    rules: () => {
      const expired = new WeakSet<Now>();
      return {
        isAccessTokenFresh: (...given) => {
          const isFresh = isAccessTokenFresh(...given);
          if (!isFresh) expired.add(now());
          return isFresh;
        },
        send: (answer) => (expired.has(now()) ? json(answer.status, answer.body) : answer),
      };
    },
  },
  ...each(
    [
      ['bearer-challenge-names-basic', 'with the scheme Basic', 'Basic realm="collaboration"'],
      ['bearer-in-the-realm-alone', 'whose realm alone contains bearer', 'Digest realm="bearer tokens"'],
    ],
    (_, told, challenge) => ({
      says: `Returns a challenge ${told} for users/me.`,
      breaks: 'COL-061',
      bearerChallenge: () => challenge,
    }),
  ),
  'bearer-challenge-without-a-space': {
    says: 'Joins the scheme of the challenge to its first parameter with a hyphen.',
    breaks: 'COL-061',
    bearerChallenge: (hasToken) => bearerChallenge(hasToken).replace(' ', '-'),
  },
} satisfies Bank;

/** Accepts an access token from other headers as well: where a pattern finds it. */
function underAlso(told: string, pattern: RegExp): MutantEntry {
  return {
    says: `Accepts an access token ${told}.`,
    breaks: 'COL-057',
    bearerToken: (authorization = '') => bearerToken(authorization) ?? pattern.exec(authorization)?.[1],
  };
}

/** Refuses the access token of a header that begins so. */
function refusing(says: string, beginning: RegExp): MutantEntry {
  return {
    says,
    breaks: 'COL-059',
    bearerToken: (authorization = '') =>
      beginning.test(authorization) ? undefined : bearerToken(authorization),
  };
}

/** Takes this for the newest access token. */
function newestFor(value: string): Rules['findAccessToken'] {
  return (tokens, token) => (token === value ? [...tokens.values()].at(-1) : findAccessToken(tokens, token));
}

/** The part of Basic credentials that a pattern finds; the bearer token of any others. */
function fromBasic(authorization: string | undefined, part: RegExp): string | undefined {
  const [, credentials] = /^Basic (.+)$/i.exec(authorization ?? '') ?? [];
  if (credentials === undefined) return bearerToken(authorization);
  return part.exec(Buffer.from(credentials, 'base64').toString())?.[0];
}

/** Changes a refusal of users/me. */
function onRefusal(change: (answer: Answer) => Answer): Rules['send'] {
  return (answer, operation) =>
    operation === 'getCurrentUser' && answer.status === 401 ? change(answer) : answer;
}

/** Leaves the challenge out of the refusals of such requests. */
function unchallenged(says: string, when?: When): MutantEntry {
  return {
    says,
    breaks: 'COL-061',
    ...(when && { when }),
    send: onRefusal(({ status, body }) => json(status, body)),
  };
}
