import { defaultRules, type Rules } from '../../reference/rules/index.ts';

import type { Bank } from '../mutant.ts';

const { grantType } = defaultRules;

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
  'code-grant-type-in-any-case': {
    says: 'Accepts the grant_type authorization_code in any letter case.',
    breaks: 'IDN-059',
    rules: () => inAnyCase('authorization_code'),
  },
  'refresh-grant-type-in-any-case': {
    says: 'Accepts the grant_type refresh_token in any letter case.',
    breaks: 'IDN-059',
    rules: () => inAnyCase('refresh_token'),
  },
} satisfies Bank;

function inAnyCase(type: string): Partial<Rules> {
  return {
    grantType: (value, form) => grantType(value?.toLowerCase() === type ? type : value, form),
  };
}
