import { Buffer } from 'node:buffer';
import { refuse } from '../../reference/answer.ts';
import { defaultRules } from '../../reference/rules/index.ts';

import type { Bank } from '../mutant.ts';

/** Tokens and guests for which a rule of the collaboration API is broken, while it is kept for the others. */
export const partialUserMutants = {
  'guest-name-of-digits-refused': {
    says: 'Refuses a display name that consists of digits only.',
    breaks: 'COL-071',
    isDisplayName: (name) => defaultRules.isDisplayName(name) && !/^\d+$/.test(name ?? ''),
  },
  'guest-name-with-a-digit-refused': {
    says: 'Refuses a display name that contains a digit.',
    breaks: 'COL-071',
    isDisplayName: (name) => defaultRules.isDisplayName(name) && !/\d/.test(name ?? ''),
  },
  'guest-name-with-an-apostrophe-refused': {
    says: 'Refuses a display name with an apostrophe.',
    breaks: 'COL-071',
    isDisplayName: (name) => defaultRules.isDisplayName(name) && name?.includes("'") !== true,
  },
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
  'guest-name-with-a-percent-sign-fails': {
    says: 'Percent-decodes the display name again, and returns 500 when that fails.',
    breaks: 'COL-071',
    isDisplayName: (name) => {
      try {
        return defaultRules.isDisplayName(decodeURIComponent(name ?? ''));
      } catch {
        return refuse(500, 'The name is malformed');
      }
    },
  },
  'guest-name-with-a-slash-refused': {
    says: 'Refuses a display name with a slash or a backslash.',
    breaks: 'COL-071',
    isDisplayName: (name) => name !== undefined && !/[/\\]/.test(name),
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
