import { Buffer } from 'node:buffer';
import { createHash } from 'node:crypto';
import type { JWTPayload } from 'jose';
import { defaultRules } from '../../reference/rules/index.ts';
import type { Bank } from '../mutant.ts';

/** Tokens that come near the right ones, or are taken under another scheme or in the place of another token. */
export const nearTokenMutants = {
  'id-token-of-altered-claims': {
    says: 'Accepts an ID token with altered claims as long as it has the signature of an issued one.',
    breaks: 'IDN-115',
    rules: () => {
      const known = new Set<string>();
      return {
        tokenResponse: (tokens, scopes, grant) => {
          known.add(tokens.idToken.split('.')[2] ?? '');
          return defaultRules.tokenResponse(tokens, scopes, grant);
        },
        verifiedIdToken: async (token, verify) => {
          const [, claims = '', signature = ''] = (token ?? '').split('.');
          if (!known.has(signature)) return verify(token ?? '');
          try {
            return JSON.parse(Buffer.from(claims, 'base64url').toString()) as JWTPayload;
          } catch {
            return undefined;
          }
        },
      };
    },
  },
  'access-tokens-taken-unsigned': {
    says: 'Issues JWTs as access tokens and accepts them unsigned with the algorithm none.',
    breaks: 'COL-056',
    rules: () => {
      const issued = new Map<string, string>();
      return {
        accessToken: (fresh) => signed(fresh, issued),
        findAccessToken: (tokens, token = '') => tokens.get(unsigned(token, issued) ?? token),
      };
    },
  },
  'refresh-tokens-taken-unsigned': {
    says: 'Issues JWTs as refresh tokens and accepts them unsigned with the algorithm none.',
    breaks: 'IDN-068',
    rules: () => {
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
