import { createHash } from 'node:crypto';
import { defaultRules, type Rules } from '../../reference/rules/index.ts';
import { account } from '../../reference/seed.ts';
import { type Asked, asked } from '../asked.ts';
import type { Bank, Mutant } from '../mutant.ts';

const { authenticate, mayUseAccount } = defaultRules;

/** Credentials of the telephony API that come near the right ones, and paths that open for some requests. */
export const nearCredentialMutants = {
  'account-by-its-end': {
    says: 'Takes a user name that ends with the account for it.',
    breaks: ['TEL-090', 'TEL-190'],
    replace: () => ({
      authenticate: (accounts, given, operation) =>
        authenticate(accounts, given && { ...given, sid: given.sid.slice(-account.sid.length) }, operation),
    }),
  },
  'auth-token-without-the-spaces-around-it': {
    says: 'Compares an auth token without the spaces around it.',
    breaks: ['TEL-090', 'TEL-190'],
    replace: () => ({
      authenticate: (accounts, given, operation) =>
        authenticate(accounts, given && { ...given, token: given.token.trim() }, operation),
    }),
  },
  'recording-ended-under-any-user-name': {
    says: 'Ends a recording for the auth token, whoever is named with it.',
    breaks: ['TEL-090'],
    replace: () =>
      endingFor((authorization) =>
        Buffer.from(authorization.slice(6), 'base64').toString().endsWith(`:${account.token}`),
      ),
  },
  'recording-ended-under-bearer': {
    says: 'Ends a recording for the credentials under the scheme Bearer.',
    breaks: ['TEL-090'],
    replace: () =>
      endingFor((authorization) => authorization === `Bearer ${btoa(`${account.sid}:${account.token}`)}`),
  },
  ...Object.fromEntries(
    (
      [
        ['filtered', 'where the request names a filter', ({ isFiltered }: Asked) => isFiltered],
        ['sized', 'where the request names a PageSize', ({ url }: Asked) => url.searchParams.has('PageSize')],
        ['paged', 'where the request names a Page', ({ url }: Asked) => url.searchParams.has('Page')],
        ['foreign', 'outside the United States', ({ url }: Asked) => !url.pathname.includes('/US/')],
      ] as const
    ).map(([what, where, isMeant]): [string, Mutant] => [
      `${what}-listing-of-another-account`,
      {
        says: `Lists numbers under another account's path ${where}.`,
        breaks: ['TEL-195'],
        replace: () =>
          asked((now) => ({
            mayUseAccount: (own, sid, operation) =>
              (operation === 'listAvailableNumbers' && isMeant(now())) || mayUseAccount(own, sid, operation),
          })),
      },
    ]),
  ),
  'access-tokens-taken-unsigned': {
    says: 'Hands out access tokens that are JWTs, and takes one that says it is not signed.',
    breaks: ['COL-056'],
    replace: () => {
      const issued = new Map<string, string>();
      return {
        accessToken: (fresh) => signed(fresh, issued),
        findAccessToken: (tokens, token = '') => tokens.get(unsigned(token, issued) ?? token),
      };
    },
  },
  'refresh-tokens-taken-unsigned': {
    says: 'Hands out refresh tokens that are JWTs, and takes one that says it is not signed.',
    breaks: ['IDN-068'],
    replace: () => {
      const issued = new Map<string, string>();
      return {
        refreshToken: (fresh) => signed(fresh, issued),
        findRefreshToken: (tokens, token = '') => tokens.get(unsigned(token, issued) ?? token),
      };
    },
  },
} satisfies Bank;

/** A JWT in place of a token, which is remembered by its claims. */
function signed(token: string, issued: Map<string, string>): string {
  const [header, claims] = [{ alg: 'HS256', typ: 'JWT' }, { jti: token }].map((part) =>
    Buffer.from(JSON.stringify(part)).toString('base64url'),
  ) as [string, string];
  const signature = createHash('sha256').update(`${header}.${claims}`).digest('base64url');
  const jwt = `${header}.${claims}.${signature}`;
  issued.set(claims, jwt);
  return jwt;
}

/** The token whose claims a JWT without a signature has. */
function unsigned(token: string, issued: ReadonlyMap<string, string>): string | undefined {
  const [header = '', claims = '', signature] = token.split('.');
  const isNone = /"alg":"none"/i.test(Buffer.from(header, 'base64url').toString());
  return isNone && signature === '' ? issued.get(claims) : undefined;
}

/** Ends a recording for some credentials that are wrong, and starts none for them. */
function endingFor(isSpared: (authorization: string) => boolean): Partial<Rules> {
  let isSparing = false;
  let header = '';
  return {
    admit: (_operation, { headers }) => {
      header = headers.get('authorization') ?? '';
    },
    basicCredentials: (authorization) => {
      isSparing = false;
      const given = defaultRules.basicCredentials(authorization);
      return given ?? (isSpared(header) ? { sid: account.sid, token: '' } : undefined);
    },
    authenticate: (accounts, given, operation) => {
      const own = authenticate(accounts, given, operation);
      if (own !== undefined || operation !== 'recordCall' || !isSpared(header)) return own;
      isSparing = true;
      return accounts.find(({ sid }) => sid === account.sid);
    },
    record: (value) => {
      const isStart = defaultRules.record(value);
      return isSparing && isStart ? defaultRules.record(undefined) : isStart;
    },
  };
}
