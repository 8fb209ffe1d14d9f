import { defaultRules, type Rules } from '../../reference/rules/index.ts';
import type { User } from '../../reference/state.ts';
import type { Variants } from '../mutant.ts';

/** What a user may be called in token info and as the current user, besides the name of the login. */
export const userNameVariants = {
  'login-name-with-a-domain-before': {
    says: 'Token info and users/me report the user name with a Windows domain before it.',
    rules: () => loginNameAs((username) => `REFERENCE\\${username.split('@')[0]}`),
  },
  'user-id-of-another-kind': {
    says: 'The user_id of token info differs from the id of its user.',
    tokenInfo: (claims, seconds, user) => ({
      ...defaultRules.tokenInfo(claims, seconds, user),
      user_id: '5f1d/00:00|00-00.a02',
    }),
  },
  'login-name-in-capitals': {
    says: 'Token info and users/me report the user name in upper case.',
    rules: () => loginNameAs((name) => name.toUpperCase()),
  },
  'login-name-without-its-domain': {
    says: 'Token info and users/me report the user name without its domain.',
    rules: () => loginNameAs((name) => name.split('@')[0] ?? name),
  },
  'login-name-of-its-own': {
    says: 'A user who logs in with an e-mail address has another name as username.',
    rules: () => loginNameAs(() => 'mivanov'),
  },
  'handle-told-by-the-current-user': {
    says: 'Token info reports the login name, but users/me a handle and no e-mail address.',
    rules: () => {
      const { currentUser } = loginNameAs(() => 'mivanov');
      return { ...(currentUser && { currentUser }), emails: () => [] };
    },
  },
  'handle-told-by-token-info': {
    says: 'The current user has the login name as username, but token info reports a handle.',
    rules: () => {
      const { tokenInfoUser } = loginNameAs(() => 'mivanov');
      return tokenInfoUser ? { tokenInfoUser } : {};
    },
  },
  'login-name-told-nowhere': {
    says: 'Neither the username nor any e-mail address of a user is the login name.',
    rules: () => ({ ...loginNameAs(() => 'E4711@people.example'), emails: () => [] }),
  },
  'token-info-without-a-picture': {
    says: 'Token info has an empty picture_url.',
    tokenInfoUser: (user) => defaultRules.tokenInfoUser(user, ''),
  },
  'token-info-of-nobody-known': {
    says: 'Token info has empty names, and an issuer that is not a URL.',
    tokenInfoUser: (user, picture) => ({
      ...defaultRules.tokenInfoUser(user, picture),
      first_name: '',
      last_name: '',
    }),
    tokenInfo: (claims, seconds, user) => ({
      ...defaultRules.tokenInfo(claims, seconds, user),
      issuer: 'id.example',
    }),
  },
} satisfies Variants;

function loginNameAs(spell: (username: string) => string): Partial<Rules> {
  const named = ({ kind, username }: User) => (kind === 'guest' ? username : spell(username));
  return {
    tokenInfoUser: (user, picture) => ({
      ...defaultRules.tokenInfoUser(user, picture),
      username: named(user),
    }),
    currentUser: (user, parts) => ({
      ...defaultRules.currentUser(user, parts),
      username: named(user),
    }),
  };
}
