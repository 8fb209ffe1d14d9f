import { refuse } from '../../reference/answer.ts';
import { defaultRules } from '../../reference/rules/index.ts';
import type { Bank } from '../mutant.ts';

const { findCode, isClientSecret, isRedirectUriOf, tokenClient } = defaultRules;

/** The exchange of a code for tokens. */
export const codeMutants = {
  'code-without-client-id': {
    says: 'Treats the exchange of a code without client_id as one by the first client.',
    breaks: 'IDN-046',
    tokenClient: (clients, id, grant) =>
      id === undefined && grant === 'authorization_code' ? clients[0] : tokenClient(clients, id, grant),
  },
  'code-without-secret': {
    says: 'Exchanges a code without the client secret.',
    breaks: 'IDN-047',
    isClientSecret: (client, secret, grant) =>
      (secret === undefined && grant === 'authorization_code') || isClientSecret(client, secret, grant),
  },
  'code-without-redirect-uri': {
    says: 'Exchanges a code without the redirect URI.',
    breaks: 'IDN-048',
    isRedirectUriOf: (code, uri) => uri === undefined || isRedirectUriOf(code, uri),
  },
  'exchange-without-code': {
    says: 'Answers an exchange without a code as if the newest unused code had been sent.',
    breaks: 'IDN-049',
    findCode: (codes, code) =>
      code === undefined ? [...codes.values()].findLast(({ used }) => !used) : findCode(codes, code),
  },
  'exchange-with-an-unknown-client': {
    says: 'Treats the exchange of a code by an unregistered client as one by the first client.',
    breaks: 'IDN-124',
    tokenClient: (clients, id, grant) =>
      tokenClient(clients, id, grant) ??
      (id !== undefined && grant === 'authorization_code' ? clients[0] : undefined),
  },
  'exchange-with-any-secret': {
    says: 'Exchanges a code with any client secret.',
    breaks: 'IDN-125',
    isClientSecret: (client, secret, grant) =>
      grant === 'authorization_code' ? secret !== undefined : isClientSecret(client, secret, grant),
  },
  'invented-code-exchanged': {
    says: 'Treats an unknown code as the newest one.',
    breaks: 'IDN-064',
    findCode: (codes, code) => {
      const newest = [...codes.values()].at(-1);
      return findCode(codes, code) ?? (code && newest ? { ...newest, used: false } : undefined);
    },
  },
  'code-for-any-redirect-uri': {
    says: 'Exchanges a code with any redirect URI.',
    breaks: 'IDN-065',
    isRedirectUriOf: (_code, uri) => uri !== undefined,
  },
  'code-bound-to-the-host-alone': {
    says: 'Exchanges a code with any redirect URI of the same host.',
    breaks: 'IDN-065',
    isRedirectUriOf: (code, uri) => uri !== undefined && new URL(uri).host === new URL(code.redirectUri).host,
  },
  'token-endpoint-missing-fails': {
    says: 'Returns 500 for an exchange without token_endpoint.',
    breaks: 'IDN-072',
    isTokenEndpoint: (endpoint) => endpoint !== undefined || refuse(500, 'token_endpoint is missing'),
  },
  'token-endpoint-missing-yields-nothing': {
    says: 'Returns 200 and no tokens for an exchange without token_endpoint.',
    breaks: 'IDN-072',
    isTokenEndpoint: (endpoint) => endpoint !== undefined || refuse(200, 'token_endpoint is missing'),
  },
} satisfies Bank;
