import { defaultRules } from '../../reference/rules/index.ts';

import type { Bank } from '../mutant.ts';

/** What holds at first and not later: at a second use, a second refresh, a while after, or where a field is left out. */
export const laterUseMutants = {
  'guest-accepted-once': {
    says: 'Accepts the JWT of a guest as bearer only once.',
    breaks: 'COL-075',
    rules: () => {
      const used = new Set<string>();
      return {
        verifiedGuestJwt: async (jwt, verify) => (used.size === used.add(jwt).size ? undefined : verify(jwt)),
      };
    },
  },
  'newest-guest-alone-accepted': {
    says: 'Refuses the JWT of a guest as bearer after another guest has logged in.',
    breaks: 'COL-075',
    rules: () => {
      let newest: unknown;
      return {
        guestClaims: (guest, issuer, now) => {
          newest = guest.id;
          return defaultRules.guestClaims(guest, issuer, now);
        },
        verifiedGuestJwt: async (jwt, verify) => {
          const claims = await verify(jwt);
          return claims?.['anonymous_id'] === newest ? claims : undefined;
        },
      };
    },
  },
} satisfies Bank;
