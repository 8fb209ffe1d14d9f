import { Buffer } from 'node:buffer';
import { createHash } from 'node:crypto';
import type { Bank } from '../mutant.ts';

/** Tokens that are JWTs, and are accepted without their signatures. */
export const unsignedTokens = {
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
  const claims = encoded({ jti: token });
  const content = `${encoded({ alg: 'HS256', typ: 'JWT' })}.${claims}`;
  const jwt = `${content}.${createHash('sha256').update(content).digest('base64url')}`;
  issued.set(claims, jwt);
  return jwt;
}

function encoded(part: object): string {
  return Buffer.from(JSON.stringify(part)).toString('base64url');
}

/** The token whose claims a JWT without a signature has. */
function unsigned(token: string, issued: ReadonlyMap<string, string>): string | undefined {
  const [header = '', claims = '', signature] = token.split('.');
  const isNone = /"alg":"none"/i.test(Buffer.from(header, 'base64url').toString());
  return isNone && signature === '' ? issued.get(claims) : undefined;
}
