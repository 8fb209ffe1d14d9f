import { refuse } from '../../reference/answer.ts';
import { defaultRules } from '../../reference/rules/index.ts';
import type { Bank } from '../mutant.ts';

const { findRefreshToken, isClientSecret, tokenClient } = defaultRules;

/** The exchange of a refresh token for new tokens. */
export const refreshMutants = {
  'refresh-without-client-id': {
    says: 'Treats a refresh without client_id as one of the first client.',
    breaks: 'IDN-055',
    tokenClient: (clients, id, grant) =>
      id === undefined && grant === 'refresh_token' ? clients[0] : tokenClient(clients, id, grant),
  },
  'refresh-without-secret': {
    says: 'Accepts a refresh without the client secret.',
    breaks: 'IDN-056',
    isClientSecret: (client, secret, grant) =>
      (secret === undefined && grant === 'refresh_token') || isClientSecret(client, secret, grant),
  },
  'refresh-without-refresh-token': {
    says: 'Uses the newest refresh token when a refresh contains none.',
    breaks: 'IDN-057',
    findRefreshToken: (tokens, token) =>
      token === undefined ? [...tokens.values()].at(-1) : findRefreshToken(tokens, token),
  },
  'refresh-of-an-unknown-client': {
    says: 'Treats a refresh of an unregistered client as one of the first client.',
    breaks: 'IDN-060',
    tokenClient: (clients, id, grant) =>
      tokenClient(clients, id, grant) ?? (id && grant === 'refresh_token' ? clients[0] : undefined),
  },
  'refresh-with-any-secret': {
    says: 'Accepts any client secret for a refresh.',
    breaks: 'IDN-061',
    isClientSecret: (client, secret, grant) =>
      grant === 'refresh_token' ? secret !== undefined : isClientSecret(client, secret, grant),
  },
  'invented-refresh-token-accepted': {
    says: 'Treats an unknown refresh token as the newest one.',
    breaks: 'IDN-068',
    rules: () => {
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
  'refresh-without-redirect-uri-fails': {
    says: 'Returns 500 for a refresh without redirect_uri.',
    breaks: 'IDN-073',
    isRefreshRedirectUri: (uri) => uri !== undefined || refuse(500, 'redirect_uri is missing'),
  },
  'refresh-without-redirect-uri-yields-nothing': {
    says: 'Returns 200 without tokens for a refresh without redirect_uri.',
    breaks: 'IDN-073',
    isRefreshRedirectUri: (uri) => uri !== undefined || refuse(200, 'redirect_uri is missing'),
  },
} satisfies Bank;
