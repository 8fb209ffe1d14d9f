import { defaultRules } from '../../reference/rules/index.ts';

import type { Bank } from '../mutant.ts';

/** Breaking a rule of the token endpoint for some grants, some uses or some values only. */
export const partialGrantMutants = {
  'secret-in-any-case': {
    says: 'Compares the client secret without regard to case.',
    breaks: 'IDN-061',
    isClientSecret: ({ secret }, sent) => sent?.toLowerCase() === secret.toLowerCase(),
  },
  'code-by-its-beginning': {
    says: 'Compares only the first 32 characters of a code.',
    breaks: 'IDN-064',
    findCode: (all, code = '') =>
      all.get(code) ??
      [...all.values()].find(({ value }) => code.length >= 32 && value.slice(0, 32) === code.slice(0, 32)),
  },
  'client-by-its-beginning': {
    says: 'Accepts any client identifier that begins with a registered one.',
    breaks: 'IDN-060',
    tokenClient: (clients, id) => clients.find((client) => id?.startsWith(client.id)),
  },
  'user-by-its-beginning': {
    says: 'Accepts any user name that begins with a registered one for the password grant.',
    breaks: 'IDN-063',
    passwordUser: (users, name) => users.find(({ username }) => name?.toLowerCase().startsWith(username)),
  },
  'password-in-any-case': {
    says: 'Compares the password without regard to case.',
    breaks: 'IDN-062',
    isPassword: (user, password) => user.password?.toLowerCase() === password?.toLowerCase(),
  },
  'code-in-any-case': {
    says: 'Compares the code without regard to case.',
    breaks: 'IDN-064',
    findCode: (all, code = '') =>
      [...all.values()].find(({ value }) => value.toLowerCase() === code.toLowerCase()),
  },
  'seconds-fall-a-hundred-a-second': {
    says: 'Decreases expires_in of token info by 100 every second.',
    breaks: 'IDN-118',
    remainingSeconds: ({ iat = 0 }, now) => Math.max(0, 3600 - 100 * (now - iat)),
  },
  'seconds-fall-by-being-asked-for': {
    says: 'Decreases expires_in of token info by one with each request instead of over time.',
    breaks: 'IDN-118',
    rules: () => {
      let told = 0;
      return { remainingSeconds: () => 3600 - (told += 1) };
    },
  },
  'password-trimmed-at-its-beginning': {
    says: 'Ignores leading whitespace in a password.',
    breaks: 'IDN-062',
    isPassword: (user, password) => defaultRules.isPassword(user, password?.trimStart()),
  },
  'password-trimmed-at-its-end': {
    says: 'Ignores trailing whitespace in a password.',
    breaks: 'IDN-062',
    isPassword: (user, password) => defaultRules.isPassword(user, password?.trimEnd()),
  },
} satisfies Bank;
