import { defaultRules, type Rules } from '../../reference/rules/index.ts';
import type { Bank } from '../mutant.ts';

const { guestUser } = defaultRules;

/** Values that a careless server reads otherwise: cut, trimmed, decoded once more, or as part of a query. */
export const oddValueMutants = {
  'client-secret-trimmed': {
    says: 'Trims the client secret.',
    breaks: ['IDN-061', 'IDN-125'],
    isClientSecret: ({ secret }, sent) => sent?.trim() === secret,
  },
  'password-up-to-a-nul': {
    says: 'Compares a password only up to a NUL character in a token request.',
    breaks: 'IDN-062',
    isPassword: ({ password }, sent) => password === sent?.split('\0')[0],
  },
  'login-password-up-to-a-nul': {
    says: 'Compares a password only up to a NUL character on the login page.',
    breaks: 'IDN-126',
    loginUser: (users, username, password) =>
      defaultRules.loginUser(users, username, password?.split('\0')[0]),
  },
  'guest-name-cut-at-an-ampersand': {
    says: 'Truncates the name of a guest at an ampersand.',
    breaks: 'COL-070',
    rules: () => calling((name) => name.split('&')[0] ?? ''),
  },
  'guest-name-cut-at-a-quotation-mark': {
    says: 'Truncates the name of a guest at a quotation mark.',
    breaks: 'COL-070',
    rules: () => calling((name) => name.split('"')[0] ?? ''),
  },
  'guest-name-decoded-once-more': {
    says: 'Percent-decodes the name of a guest once more, as far as it can be decoded.',
    breaks: 'COL-070',
    rules: () => calling((name) => name.replace(/%[0-7][\dA-F]/gi, decodeURIComponent)),
  },
} satisfies Bank;

function calling(change: (displayname: string) => string): Partial<Rules> {
  return { guestUser: (id, displayname, now) => guestUser(id, change(displayname), now) };
}
