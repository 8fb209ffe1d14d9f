import { Buffer } from 'node:buffer';

import { defaultRules } from '../../reference/rules/index.ts';

import type { Bank } from '../mutant.ts';

/** Tokens and guests for which a rule of the collaboration API is broken, while it is kept for the others. */
export const partialUserMutants = {
  'guest-token-expires-in-milliseconds': {
    says: "Writes exp of the guest's JWT in milliseconds.",
    breaks: 'COL-073',
    guestClaims: (guest, issuer, now) => {
      const claims = defaultRules.guestClaims(guest, issuer, now);
      return { ...claims, exp: (claims.exp ?? 0) * 1000 };
    },
  },
  'guest-jwt-broken-by-a-quote': {
    says: 'Inserts the display name into the JWT claims unescaped, so that a quotation mark breaks them.',
    breaks: 'COL-072',
    guestToken: (token, guest) => {
      const [header = '', claims = '', signature = ''] = token.split('.');
      const plain = Buffer.from(claims, 'base64url').toString();
      const named = plain.replace(/\}$/, `,"name":"${guest.displayname}"}`);
      return { token: [header, Buffer.from(named).toString('base64url'), signature].join('.') };
    },
  },
  'guest-jwt-iat-in-milliseconds': {
    says: "Writes iat of the guest's JWT in milliseconds.",
    breaks: 'COL-073',
    guestClaims: (guest, issuer, now) => ({
      ...defaultRules.guestClaims(guest, issuer, now),
      iat: now * 1000,
    }),
  },
  'guest-jwt-from-tomorrow': {
    says: "Issues a guest's JWT whose nbf is almost a day in the future.",
    breaks: 'COL-073',
    guestClaims: (guest, issuer, now) => ({
      ...defaultRules.guestClaims(guest, issuer, now),
      nbf: now + 80_000,
    }),
  },
} satisfies Bank;
