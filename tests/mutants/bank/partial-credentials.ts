import { Buffer } from 'node:buffer';
import type { JWTPayload } from 'jose';
import { json } from '../../reference/answer.ts';
import { defaultRules, type Rules } from '../../reference/rules/index.ts';
import type { Operation } from '../../reference/world.ts';
import type { Bank, Mutant } from '../mutant.ts';

/** Credentials, secrets and tokens that come near the right ones, or stand in another one's place. */
export const partialCredentialMutants = {
  'credentials-without-a-scheme': {
    says: 'Takes Basic credentials without the scheme.',
    breaks: ['TEL-191', 'TEL-090'],
    replace: () => ({
      basicCredentials: (authorization) =>
        defaultRules.basicCredentials(
          /\s/.test(authorization ?? ' ') ? authorization : `Basic ${authorization}`,
        ),
    }),
  },
  'auth-token-without-a-user-name': {
    says: 'Takes an auth token without a user name.',
    breaks: ['TEL-190', 'TEL-090'],
    replace: () => ({
      authenticate: (accounts, credentials, operation) =>
        credentials?.sid === ''
          ? accounts.find(({ token }) => token === credentials.token)
          : defaultRules.authenticate(accounts, credentials, operation),
    }),
  },
  'account-known-by-its-beginning': {
    says: 'Takes the beginning of an account sid for it.',
    breaks: ['TEL-190', 'TEL-090'],
    replace: () => ({
      authenticate: (accounts, credentials) =>
        accounts.find(
          ({ sid, token }) =>
            token === credentials?.token && credentials.sid !== '' && sid.startsWith(credentials.sid),
        ),
    }),
  },
  'credentials-the-other-way-round': {
    says: 'Takes the auth token as user name and the account sid as password as well.',
    breaks: ['TEL-190', 'TEL-090'],
    replace: () => ({
      authenticate: (accounts, credentials, operation) =>
        defaultRules.authenticate(accounts, credentials, operation) ??
        accounts.find(({ sid, token }) => sid === credentials?.token && token === credentials.sid),
    }),
  },
  'empty-pair-of-credentials': {
    says: 'Takes an empty user name with an empty auth token for the first account.',
    breaks: ['TEL-190', 'TEL-090'],
    replace: () => ({
      authenticate: (accounts, credentials, operation) =>
        credentials?.sid === '' && credentials.token === ''
          ? accounts[0]
          : defaultRules.authenticate(accounts, credentials, operation),
    }),
  },
  'access-token-under-jwt': {
    says: 'Takes an access token under the scheme jwt, as that of a guest.',
    breaks: ['COL-057'],
    replace: () => ({
      bearerToken: (authorization) => defaultRules.bearerToken(authorization?.replace(/^jwt /i, 'Bearer ')),
    }),
  },
  'access-token-under-oauth': {
    says: 'Takes an access token under the scheme OAuth.',
    breaks: ['COL-057'],
    replace: () => ({
      bearerToken: (authorization) => defaultRules.bearerToken(authorization?.replace(/^OAuth /i, 'Bearer ')),
    }),
  },
  'code-client-by-its-beginning': {
    says: 'Takes a client identifier that begins with a registered one where it exchanges a code.',
    breaks: ['IDN-124'],
    replace: () => ({
      tokenClient: (clients, id, grant) =>
        grant === 'authorization_code'
          ? clients.find((one) => id?.startsWith(one.id))
          : defaultRules.tokenClient(clients, id, grant),
    }),
  },
  'code-secret-in-any-case': {
    says: 'Compares the client secret without regard to case where it exchanges a code.',
    breaks: ['IDN-125'],
    replace: () => ({
      isClientSecret: (client, secret, grant) =>
        (grant === 'authorization_code' && client.secret.toLowerCase() === secret?.toLowerCase()) ||
        defaultRules.isClientSecret(client, secret, grant),
    }),
  },
  'code-secret-by-its-beginning': {
    says: 'Takes the beginning of a client secret for the whole where it exchanges a code.',
    breaks: ['IDN-125'],
    replace: () => ({
      isClientSecret: (client, secret, grant) =>
        (grant === 'authorization_code' && !!secret && client.secret.startsWith(secret)) ||
        defaultRules.isClientSecret(client, secret, grant),
    }),
  },
  'refresh-secret-by-its-beginning': {
    says: 'Takes the beginning of a client secret for the whole at a refresh.',
    breaks: ['IDN-061'],
    replace: () => ({
      isClientSecret: (client, secret, grant) =>
        (grant === 'refresh_token' && !!secret && client.secret.startsWith(secret)) ||
        defaultRules.isClientSecret(client, secret, grant),
    }),
  },
  'refresh-token-in-any-case': {
    says: 'Finds a refresh token without regard to case.',
    breaks: ['IDN-068'],
    replace: () => ({
      findRefreshToken: (tokens, token) =>
        [...tokens].find(([value]) => value.toLowerCase() === token?.toLowerCase())?.[1],
    }),
  },
  'refresh-token-by-its-length': {
    says: 'Takes any refresh token that is as long as one that was issued.',
    breaks: ['IDN-068'],
    replace: () => ({
      findRefreshToken: (tokens, token) =>
        defaultRules.findRefreshToken(tokens, token) ??
        [...tokens].find(([value]) => value.length === token?.length)?.[1],
    }),
  },
  'access-token-as-id-token': {
    says: 'Answers token info for an access token as for the ID token that came with it.',
    breaks: ['IDN-115'],
    replace: () => {
      const ids = new Map<string, string>();
      return {
        tokenResponse: (tokens, scopes, grant) => {
          ids.set(tokens.accessToken, tokens.idToken);
          return defaultRules.tokenResponse(tokens, scopes, grant);
        },
        verifiedIdToken: (token, verify) => verify(ids.get(token ?? '') ?? token ?? ''),
      };
    },
  },
  'refresh-token-as-id-token': {
    says: 'Answers token info for a refresh token as for the ID token that came with it.',
    breaks: ['IDN-115'],
    replace: () => {
      const ids = new Map<string, string>();
      return {
        tokenResponse: (tokens, scopes, grant) => {
          ids.set(tokens.refreshToken, tokens.idToken);
          return defaultRules.tokenResponse(tokens, scopes, grant);
        },
        verifiedIdToken: (token, verify) => verify(ids.get(token ?? '') ?? token ?? ''),
      };
    },
  },
  'client-credentials-granted': {
    says: 'Knows the grant client_credentials, too.',
    breaks: ['IDN-059'],
    replace: () => {
      let isClients = false;
      return {
        grantType: (value, form) => {
          isClients = value === 'client_credentials';
          return isClients ? 'password' : defaultRules.grantType(value, form);
        },
        passwordUser: (users, name) => (isClients ? users[0] : defaultRules.passwordUser(users, name)),
        isPassword: (user, password) => isClients || defaultRules.isPassword(user, password),
        passwordScopes: (scope, url) => (isClients ? ['email'] : defaultRules.passwordScopes(scope, url)),
      };
    },
  },
  'recording-without-credentials-forbidden': {
    says: 'Refuses a recording without credentials with 403 in place of 401.',
    breaks: ['TEL-193'],
    replace: () => ({
      send: (answer, operation) =>
        operation === 'recordCall' && answer.status === 401 ? json(403, answer.body) : answer,
    }),
  },
  'no-challenge-for-recordings': {
    says: 'Refuses a recording with 401 and tells no scheme.',
    breaks: ['TEL-194'],
    replace: () => unchallenged((operation) => operation === 'recordCall'),
  },
  'no-challenge-for-wrong-credentials': {
    says: 'Refuses wrong credentials with 401 and tells no scheme.',
    breaks: ['TEL-194'],
    replace: () =>
      unchallenged(
        (_operation, request) =>
          request.headers.has('authorization') && new URL(request.url).pathname.startsWith('/v2/'),
      ),
  },
  'no-challenge-for-wrong-credentials-of-a-recording': {
    says: 'Refuses wrong credentials with 401 and tells no scheme where it records.',
    breaks: ['TEL-194'],
    replace: () =>
      unchallenged(
        (operation, request) => operation === 'recordCall' && request.headers.has('authorization'),
      ),
  },
  ...Object.fromEntries(
    (
      [
        ['nothing-behind-the-scheme', /^Basic *$/],
        ['what-is-no-base64', /^Basic \*/],
      ] as const
    ).map(([what, pattern]): [string, Mutant] => [
      `${what}-fails`,
      {
        says: `Fails where Authorization is like ${pattern.source}.`,
        breaks: ['TEL-090', 'TEL-190'],
        replace: () => ({
          basicCredentials: (authorization) => {
            if (pattern.test(authorization ?? '')) throw new Error('no credentials');
            return defaultRules.basicCredentials(authorization);
          },
        }),
      },
    ]),
  ),
  'basic-in-small-letters-refused-for-recordings': {
    says: 'Refuses the scheme Basic in small letters where it records.',
    breaks: ['TEL-192'],
    replace: () => {
      let method = '';
      return {
        admit: (_operation, request) => {
          method = request.method;
        },
        basicCredentials: (authorization) =>
          method === 'POST' && authorization?.startsWith('basic')
            ? undefined
            : defaultRules.basicCredentials(authorization),
      };
    },
  },
  'bearer-challenge-for-nobody-alone': {
    says: 'Tells the scheme where there is no token, and none where a token does not hold.',
    breaks: ['COL-061'],
    replace: () =>
      unchallenged(
        (operation, request) => operation === 'getCurrentUser' && request.headers.has('authorization'),
      ),
  },
  'id-token-of-altered-claims': {
    says: 'Takes an ID token whose claims were altered, as long as its signature is one that was issued.',
    breaks: ['IDN-115'],
    replace: () => {
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
  'account-without-an-auth-token': {
    says: 'Lets in by the account alone, where the credentials hold no colon.',
    breaks: ['TEL-090', 'TEL-190'],
    replace: () => {
      let isBare = false;
      return {
        basicCredentials: (authorization) => {
          const decoded = Buffer.from(authorization?.split(' ')[1] ?? '', 'base64').toString();
          isBare = decoded !== '' && !decoded.includes(':');
          return defaultRules.basicCredentials(authorization);
        },
        authenticate: (accounts, credentials, operation) =>
          isBare
            ? accounts.find(({ sid }) => sid === credentials?.sid)
            : defaultRules.authenticate(accounts, credentials, operation),
      };
    },
  },
  'auth-token-up-to-a-colon': {
    says: 'Passes over what stands behind a second colon of Basic credentials.',
    breaks: ['TEL-090', 'TEL-190'],
    replace: () => ({
      basicCredentials: (authorization) => {
        const credentials = defaultRules.basicCredentials(authorization);
        return credentials && { ...credentials, token: credentials.token.split(':')[0] ?? '' };
      },
    }),
  },
  'scheme-that-ends-with-basic': {
    says: 'Takes Basic credentials behind any scheme that ends with Basic.',
    breaks: ['TEL-090', 'TEL-191'],
    replace: () => ({
      basicCredentials: (authorization) =>
        defaultRules.basicCredentials(authorization?.replace(/^\w+(?=basic )/i, '')),
    }),
  },
  'scheme-that-begins-with-bearer': {
    says: 'Takes an access token behind any scheme that begins with Bearer.',
    breaks: ['COL-057'],
    replace: () => ({
      bearerToken: (authorization) =>
        defaultRules.bearerToken(authorization?.replace(/(?<=^bearer)\w+/i, '')),
    }),
  },
  'scheme-that-ends-with-bearer': {
    says: 'Takes an access token behind any scheme that ends with Bearer.',
    breaks: ['COL-057'],
    replace: () => ({
      bearerToken: (authorization) =>
        defaultRules.bearerToken(authorization?.replace(/^\w+(?=bearer )/i, '')),
    }),
  },
} satisfies Bank;

/** Leaves the scheme out of some refusals with 401. */
function unchallenged(where: (operation: Operation, request: Request) => boolean): Partial<Rules> {
  return {
    send: (answer, operation, request) =>
      answer.status === 401 && where(operation, request) ? json(401, answer.body) : answer,
  };
}
