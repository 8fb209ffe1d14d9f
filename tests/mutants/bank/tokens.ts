import type { Bank } from '../mutant.ts';

/** The token endpoint where it grants: the password grant, and what all grants share. */
export const tokenMutants = {
  'secret-compared-by-its-start': {
    says: 'Accepts a client secret that begins with the registered one.',
    breaks: 'IDN-061',
    isClientSecret: (client, secret) => secret?.startsWith(client.secret) ?? false,
  },
} satisfies Bank;
