import { refuse } from '../../reference/answer.ts';
import { defaultRules } from '../../reference/rules/index.ts';
import type { Bank } from '../mutant.ts';

const { findAccessToken, findRefreshToken, isClientSecret, tokenClient, tokenResponse } = defaultRules;

/** The exchange of a refresh token for new tokens. */
export const refreshMutants = {
  'refresh-refused': {
    says: 'Refuses every refresh token.',
    breaks: ['IDN-042'],
    replace: () => ({ findRefreshToken: () => undefined }),
  },
  'refresh-without-client-id': {
    says: 'Takes a refresh without client_id for one of the first client.',
    breaks: ['IDN-055'],
    replace: () => ({
      tokenClient: (clients, id, grant) =>
        id === undefined && grant === 'refresh_token' ? clients[0] : tokenClient(clients, id, grant),
    }),
  },
  'refresh-without-secret': {
    says: 'Takes a refresh without the client secret.',
    breaks: ['IDN-056'],
    replace: () => ({
      isClientSecret: (client, secret, grant) =>
        (secret === undefined && grant === 'refresh_token') || isClientSecret(client, secret, grant),
    }),
  },
  'refresh-without-refresh-token': {
    says: 'Answers a refresh without a refresh token as if the newest had been sent.',
    breaks: ['IDN-057'],
    replace: () => ({
      findRefreshToken: (tokens, token) =>
        token === undefined ? [...tokens.values()].at(-1) : findRefreshToken(tokens, token),
    }),
  },
  'refresh-of-an-unknown-client': {
    says: 'Takes a refresh of a client that is not registered for one of the first client.',
    breaks: ['IDN-060'],
    replace: () => ({
      tokenClient: (clients, id, grant) =>
        tokenClient(clients, id, grant) ?? (id && grant === 'refresh_token' ? clients[0] : undefined),
    }),
  },
  'refresh-with-any-secret': {
    says: 'Takes a refresh with whatever client secret is sent.',
    breaks: ['IDN-061'],
    replace: () => ({
      isClientSecret: (client, secret, grant) =>
        grant === 'refresh_token' ? secret !== undefined : isClientSecret(client, secret, grant),
    }),
  },
  'invented-refresh-token-accepted': {
    says: 'Takes a refresh token that it does not know for the newest one.',
    breaks: ['IDN-068'],
    replace: () => {
      let newest: ReturnType<typeof findRefreshToken>;
      return {
        findRefreshToken: (tokens, token) => {
          const found = findRefreshToken(tokens, token) ?? (token === undefined ? undefined : newest);
          newest = [...tokens.values()].at(-1) ?? newest;
          return found;
        },
      };
    },
  },
  'refresh-token-of-another-client': {
    says: 'Exchanges a refresh token that was issued to another client.',
    breaks: ['IDN-069'],
    replace: () => ({ isRefreshTokenOf: () => true }),
  },
  'refresh-answers-the-former-access-token': {
    says: 'Answers a refresh with the access token of before.',
    breaks: ['IDN-070'],
    replace: () => ({ accessToken: (fresh, former) => former ?? fresh }),
  },
  'refreshed-access-token-opens-nothing': {
    says: 'Answers a refresh with an access token that it has not issued.',
    breaks: ['IDN-071'],
    replace: () => ({
      tokenResponse: (tokens, scopes, grant) => ({
        ...tokenResponse(tokens, scopes, grant),
        ...(grant === 'refresh_token' && { access_token: `${tokens.accessToken}0` }),
      }),
    }),
  },
  'refresh-ends-the-former-access-token': {
    says: 'Ends the access token of a session that is refreshed.',
    breaks: ['IDN-130'],
    replace: () => {
      const ended = new Set<string | undefined>();
      return {
        accessToken: (fresh, former) => {
          if (former !== undefined) ended.add(former);
          return fresh;
        },
        findAccessToken: (tokens, token) => (ended.has(token) ? undefined : findAccessToken(tokens, token)),
      };
    },
  },
  'refresh-without-redirect-uri-fails': {
    says: 'Answers status 500 to a refresh without redirect_uri.',
    breaks: ['IDN-073'],
    replace: () => ({
      isRefreshRedirectUri: (uri) => uri !== undefined || refuse(500, 'redirect_uri is missing'),
    }),
  },
  'refresh-without-redirect-uri-yields-nothing': {
    says: 'Answers status 200 and no tokens to a refresh without redirect_uri.',
    breaks: ['IDN-073'],
    replace: () => ({
      isRefreshRedirectUri: (uri) => uri !== undefined || refuse(200, 'redirect_uri is missing'),
    }),
  },
} satisfies Bank;
