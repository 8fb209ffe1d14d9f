import { defaultRules } from '../../reference/rules/index.ts';
import type { Bank } from '../mutant.ts';

/** Identifiers and secrets of clients that come near the right ones. */
export const nearClientCredentialMutants = {
  'code-client-by-its-beginning': {
    says: 'Accepts a client_id that begins with a registered one when exchanging a code.',
    breaks: 'IDN-124',
    tokenClient: (clients, id, grant) =>
      grant === 'authorization_code'
        ? clients.find((one) => id?.startsWith(one.id))
        : defaultRules.tokenClient(clients, id, grant),
  },
  'code-secret-in-any-case': {
    says: 'Ignores letter case when comparing the client secret in a code exchange.',
    breaks: 'IDN-125',
    isClientSecret: (client, secret, grant) =>
      (grant === 'authorization_code' && client.secret.toLowerCase() === secret?.toLowerCase()) ||
      defaultRules.isClientSecret(client, secret, grant),
  },
  'code-secret-by-its-beginning': {
    says: 'Accepts any non-empty prefix of the client secret when exchanging a code.',
    breaks: 'IDN-125',
    isClientSecret: (client, secret, grant) =>
      (grant === 'authorization_code' && !!secret && client.secret.startsWith(secret)) ||
      defaultRules.isClientSecret(client, secret, grant),
  },
  'refresh-secret-by-its-beginning': {
    says: 'Accepts any non-empty prefix of the client secret at a refresh.',
    breaks: 'IDN-061',
    isClientSecret: (client, secret, grant) =>
      (grant === 'refresh_token' && !!secret && client.secret.startsWith(secret)) ||
      defaultRules.isClientSecret(client, secret, grant),
  },
} satisfies Bank;
