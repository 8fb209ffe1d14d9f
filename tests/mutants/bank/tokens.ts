import { defaultRules } from '../../reference/rules/index.ts';

import type { Bank } from '../mutant.ts';

const { passwordScopes } = defaultRules;

/** The token endpoint where it grants: the password grant, and what all grants share. */
export const tokenMutants = {
  'password-grant-of-one-scope': {
    says: 'Refuses more than one scope at the password grant.',
    breaks: ['IDN-038', 'IDN-089'],
    passwordScopes: (scope, authUrl) => (scope?.includes(' ') ? undefined : passwordScopes(scope, authUrl)),
  },
  'secret-compared-by-its-start': {
    says: 'Accepts a client secret that begins with the registered one.',
    breaks: 'IDN-061',
    isClientSecret: (client, secret) => secret?.startsWith(client.secret) ?? false,
  },
} satisfies Bank;
