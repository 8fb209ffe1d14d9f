import { defaultRules } from '../../reference/rules/index.ts';
import type { Bank } from '../mutant.ts';

/** Identifiers and secrets of clients that come near the right ones. */
export const nearClientCredentialMutants = {
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
} satisfies Bank;
