import { defaultRules } from '../../reference/rules/index.ts';
import { client } from '../../reference/seed.ts';
import type { Bank } from '../mutant.ts';

const { isClientSecret } = defaultRules;

/** What a session does otherwise at one turn: at its first refresh or its second, at its end, or at another client. */
export const singleTurnMutants = {
  'secret-of-another-client-unread-at-a-refresh': {
    says: 'Accepts any client secret in a refresh for every client but the first.',
    breaks: 'IDN-061',
    isClientSecret: (one, secret, grant) =>
      (grant === 'refresh_token' && one.id !== client.id && secret !== undefined) ||
      isClientSecret(one, secret, grant),
  },
} satisfies Bank;
