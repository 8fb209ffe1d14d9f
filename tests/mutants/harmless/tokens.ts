import { createHash, randomBytes } from 'node:crypto';
import { decodeJwt } from 'jose';
import { refuse } from '../../reference/answer.ts';
import { defaultRules, type Rules } from '../../reference/rules/index.ts';
import type { Code } from '../../reference/state.ts';
import { isFor, sending } from '../circumstances.ts';
import type { Variants } from '../mutant.ts';
import { without } from '../parts/answers.ts';

const { idTokenClaims, tokenResponse } = defaultRules;

/** The characters of which an access token may be made (RFC 6750 2.1, b64token). */
const ALL_OF_A_TOKEN = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~+/';

/** RFC 4648 6. */
const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** What tokens, codes and the answers with them may look like, and how they may live. */
export const tokenVariants = {
  'access-tokens-in-base32': {
    says: 'Issues access tokens in base32, and accepts them in either letter case.',
    accessToken: inBase32,
    findAccessToken: (tokens, token) => tokens.get(token?.toUpperCase() ?? ''),
  },
  'access-tokens-in-small-base32': {
    says: 'Issues access tokens in lower-case base32, and accepts them in either letter case.',
    accessToken: () => inBase32().toLowerCase(),
    findAccessToken: (tokens, token) => tokens.get(token?.toLowerCase() ?? ''),
  },
  'access-tokens-in-hexadecimal': {
    says: 'Issues access tokens in hexadecimal, and accepts them in either letter case.',
    accessToken: () => randomBytes(20).toString('hex'),
    findAccessToken: (tokens, token) => tokens.get(token?.toLowerCase() ?? ''),
  },
  'tokens-and-nothing-else': {
    says: 'The token response contains only the three tokens and their type.',
    tokenResponse: (...given) => without(tokenResponse(...given), 'expires_in', 'scope'),
  },
  'token-type-in-small-letters': {
    says: 'The token_type is bearer in lower case.',
    tokenResponse: (...given) => ({ ...tokenResponse(...given), token_type: 'bearer' }),
  },
  'expiry-in-a-string': {
    says: 'The expires_in of the token response is a string.',
    tokenResponse: (...given) => ({ ...tokenResponse(...given), expires_in: '3600' }),
  },
  'access-tokens-of-every-character': {
    says: 'An access token contains every character that is allowed in one.',
    accessToken: (fresh) => `${fresh}${ALL_OF_A_TOKEN}==`,
  },
  'access-tokens-of-4-kb': {
    says: 'An access token is four thousand characters long.',
    accessToken: (fresh) => fresh.padEnd(4000, 'aZ9'),
  },
  'refresh-tokens-with-punctuation': {
    says: 'A refresh token contains characters that must be escaped in forms and URLs.',
    refreshToken: (fresh) => `1//${fresh}+ %2B&=;"`,
  },
  'short-tokens': {
    says: 'Access tokens and refresh tokens are only a few characters long.',
    accessToken: short,
    refreshToken: short,
  },
  'opaque-id-tokens': {
    says: 'An ID token is not a JWT.',
    rules: () => {
      const meant = new Map<string, string>();
      return {
        tokenResponse: (...given) => {
          const handle = randomBytes(12).toString('hex');
          meant.set(handle, given[0].idToken);
          return { ...tokenResponse(...given), id_token: handle };
        },
        verifiedIdToken: (token, verify) => verify(meant.get(token ?? '') ?? ''),
      };
    },
  },
  'id-tokens-for-ten-minutes': {
    says: 'An ID token is valid for ten minutes.',
    idTokenClaims: (user, client, issuer, now) => ({
      ...idTokenClaims(user, client, issuer, now),
      exp: now + 600,
    }),
  },
  'id-tokens-with-further-claims': {
    says: 'An ID token has additional claims, and several audiences.',
    idTokenClaims: (user, client, issuer, now) => ({
      ...idTokenClaims(user, client, issuer, now),
      aud: [client.id, 'another'],
      azp: client.id,
      nonce: 'ünique',
      auth_time: now,
      amr: ['pwd'],
    }),
    tokenInfo: (claims, seconds, user) =>
      defaultRules.tokenInfo({ ...claims, aud: String(claims['azp']) }, seconds, user),
  },
  'refresh-tokens-kept': {
    says: 'Returns the same refresh token from a refresh, and keeps it valid.',
    usesUpRefreshToken: () => false,
    refreshToken: (fresh, former) => former ?? fresh,
  },
  'refresh-tokens-renewed-side-by-side': {
    says: 'Returns a new refresh token from a refresh, and keeps the former one valid.',
    usesUpRefreshToken: () => false,
  },
  'refresh-that-is-needed-with-its-redirect-uri': {
    says: 'Requires redirect_uri for a refresh.',
    isRefreshRedirectUri: (uri) => uri !== undefined,
  },
  'token-endpoint-required': {
    says: 'Requires token_endpoint for the exchange of a code, which no client library sends.',
    isTokenEndpoint: (endpoint) => endpoint !== undefined,
  },
  'token-endpoint-refused': {
    says: 'Refuses token_endpoint in the exchange of a code, a parameter that it does not know.',
    when: sending('token_endpoint'),
    grantType: () => refuse(400, 'token_endpoint is not allowed', 'invalid_request'),
  },
  'token-requests-in-json': {
    says: 'Accepts JSON at the token endpoint as well.',
    isTokenBody: (type) => type === 'application/json' || defaultRules.isTokenBody(type),
  },
  'one-refresh-token-of-a-user-and-client': {
    says: 'Refresh and ID tokens are valid only until new ones are issued to the same user and client.',
    rules: () => ({
      ...newestIdTokenAlone(),
      findRefreshToken: (tokens, value) => {
        const token = defaultRules.findRefreshToken(tokens, value);
        const newest = [...tokens.values()].findLast(
          ({ user, client }) => user.id === token?.user.id && client.id === token.client.id,
        );
        return newest === token ? token : undefined;
      },
    }),
  },
  'access-tokens-of-a-second': {
    says: 'Issues the same access token to a user and client within the same second.',
    rules: () => {
      let made = '';
      return {
        idTokenClaims: (user, client, issuer, now) => {
          made = createHash('sha256').update(`${user.id} ${client.id} ${now}`).digest('base64url');
          return idTokenClaims(user, client, issuer, now);
        },
        accessToken: () => made,
      };
    },
  },
  'newest-code-of-a-user-and-client-alone': {
    says: 'Only the newest code of a user and client is valid.',
    findCode: (codes, code) => {
      const found = defaultRules.findCode(codes, code);
      const isOfTheSame = (one: Code) => one.user.id === found?.user.id && one.client.id === found?.client.id;
      return [...codes.values()].findLast(isOfTheSame) === found ? found : undefined;
    },
  },
  'codes-with-punctuation': {
    says: 'A code contains characters that must be escaped in URLs and forms.',
    rules: () => codesSpelt((code) => `4/0A+${code}= %2F&#`),
  },
  'codes-of-2-kb': {
    says: 'A code is two thousand characters long.',
    rules: () => codesSpelt((code) => code.padEnd(2000, '-')),
  },
  'codes-replayed-to-no-effect': {
    says: 'Refuses a code that is used again, but does not revoke the tokens issued for it.',
    endsReplayed: () => false,
  },
  'clients-refused-as-invalid-requests': {
    says: 'Refuses a client with 401 and invalid_request.',
    when: isFor('exchangeToken'),
    send: (answer) => (answer.status === 401 ? { ...answer, body: { error: 'invalid_request' } } : answer),
  },
  'clients-refused-without-a-challenge': {
    says: 'Refuses a client with 401, without a challenge.',
    when: isFor('exchangeToken'),
    send: (answer) => ({ ...answer, headers: without(answer.headers, 'WWW-Authenticate') }),
  },
  'client-locked-after-wrong-secrets': {
    says: 'Locks a client after three wrong secrets in a row.',
    rules: () => {
      const wrong = new Map<string, number>();
      return {
        isClientSecret: (client, secret, grant) => {
          const times = wrong.get(client.id) ?? 0;
          const isRight = times < 3 && defaultRules.isClientSecret(client, secret, grant);
          if (times < 3 && secret !== undefined) wrong.set(client.id, isRight ? 0 : times + 1);
          return isRight;
        },
      };
    },
  },
} satisfies Variants;

function inBase32(): string {
  return Array.from(randomBytes(32), (byte) => BASE32[byte % 32]).join('');
}

function short(): string {
  return randomBytes(4).toString('base64url');
}

function codesSpelt(spell: (code: string) => string): Partial<Rules> {
  const meant = new Map<string, string>();
  return {
    acceptedQuery: (code, state) => {
      meant.set(spell(code), code);
      return defaultRules.acceptedQuery(spell(code), state);
    },
    findCode: (codes, code) => codes.get(meant.get(code ?? '') ?? ''),
  };
}

/** Token info knows the newest ID token of a user at a client, and no former one. */
function newestIdTokenAlone(): Partial<Rules> {
  const newest = new Map<string, string>();
  const ofWhom = (idToken: string) => {
    const { sub, aud } = decodeJwt(idToken);
    return `${sub} at ${String(aud)}`;
  };
  return {
    tokenResponse: (tokens, scopes, grant) => {
      newest.set(ofWhom(tokens.idToken), tokens.idToken);
      return tokenResponse(tokens, scopes, grant);
    },
    verifiedIdToken: async (token = '', verify) => {
      const claims = await verify(token);
      return claims && newest.get(ofWhom(token)) === token ? claims : undefined;
    },
  };
}
