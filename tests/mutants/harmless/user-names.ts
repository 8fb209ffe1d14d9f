import { defaultRules, type Rules } from '../../reference/rules/index.ts';
import type { User } from '../../reference/state.ts';
import type { Variants } from '../mutant.ts';

/** What a user may be called in token info and as the current user, besides the name of the login. */
export const userNameVariants = {
  'login-name-with-a-domain-before': {
    says: 'Token info tells the login name as Windows does, with the domain before it.',
    replace: () => loginNameAs((username) => `REFERENCE\\${username.split('@')[0]}`),
  },
  'user-id-of-another-kind': {
    says: 'The user_id of token info is another identifier than the id of its user.',
    replace: () => ({
      tokenInfo: (claims, seconds, user) => ({
        ...defaultRules.tokenInfo(claims, seconds, user),
        user_id: '5f1d/00:00|00-00.a02',
      }),
    }),
  },
  'login-name-in-capitals': {
    says: 'Token info and users/me spell the login name in capitals.',
    replace: () => loginNameAs((name) => name.toUpperCase()),
  },
  'login-name-without-its-domain': {
    says: 'Token info and users/me tell the login name without its domain.',
    replace: () => loginNameAs((name) => name.split('@')[0] ?? name),
  },
  'login-name-of-its-own': {
    says: 'A user who logs in by the e-mail address has another name as username.',
    replace: () => loginNameAs(() => 'mivanov'),
  },
  'handle-told-by-the-current-user': {
    says: 'Token info tells the login name, and the current user a handle and no e-mail address.',
    replace: () => {
      const { currentUser } = loginNameAs(() => 'mivanov');
      return { ...(currentUser && { currentUser }), emails: () => [] };
    },
  },
  'handle-told-by-token-info': {
    says: 'The current user tells the login name, and token info a handle.',
    replace: () => {
      const { tokenInfoUser } = loginNameAs(() => 'mivanov');
      return tokenInfoUser ? { tokenInfoUser } : {};
    },
  },
  'login-name-told-nowhere': {
    says: 'A user is called otherwise than they log in, and has no e-mail address that tells how.',
    replace: () => ({ ...loginNameAs(() => 'E4711@people.example'), emails: () => [] }),
  },
  'token-info-without-a-picture': {
    says: 'Token info has an empty picture_url for a user without a picture.',
    replace: () => ({
      tokenInfoUser: (user) => defaultRules.tokenInfoUser(user, ''),
    }),
  },
  'token-info-of-nobody-known': {
    says: 'Token info has empty names, and an issuer that is no address.',
    replace: () => ({
      tokenInfoUser: (user, picture) => ({
        ...defaultRules.tokenInfoUser(user, picture),
        first_name: '',
        last_name: '',
      }),
      tokenInfo: (claims, seconds, user) => ({
        ...defaultRules.tokenInfo(claims, seconds, user),
        issuer: 'id.example',
      }),
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
