import { refuse } from '../../reference/answer.ts';
import { defaultRules } from '../../reference/rules/index.ts';
import { users } from '../../reference/seed.ts';
import type { Bank, MutantEntry } from '../mutant.ts';

const { guestUser, tokenInfo, tokenInfoUser } = defaultRules;

/** Sessions that keep a rule in every usual request: without an optional field, for long, elsewhere, and afterwards. */
export const farSessionMutants = {
  ...Object.fromEntries(
    Object.entries({
      client: ['of the client', ({ aud }: Claims) => aud],
      issuer: ['of the issuer', ({ iss }: Claims) => iss],
      nobody: ['of nobody, an empty text', () => ''],
    } as const).map(([whose, [told, of]]): [string, MutantEntry] => [
      `user-id-of-${whose === 'nobody' ? whose : `the-${whose}`}`,
      {
        says: `Returns as user_id the identifier ${told}.`,
        breaks: 'IDN-117',
        tokenInfo: (claims, ...given) => ({ ...tokenInfo(claims, ...given), user_id: of(claims) }),
      },
    ]),
  ),
  'last-name-is-the-first': {
    says: 'Returns the first name as last_name in token info.',
    breaks: 'IDN-111',
    tokenInfoUser: (user, picture) => ({ ...tokenInfoUser(user, picture), last_name: user.givenname }),
  },
  'username-of-another-user-in-token-info': {
    says: 'Returns the username of another user in token info.',
    breaks: 'IDN-117',
    tokenInfoUser: (user, picture) => ({
      ...tokenInfoUser(user, picture),
      username: users.guest.username,
    }),
  },
  'names-of-another-user-in-token-info': {
    says: 'Returns the first and last name of another user in token info.',
    breaks: 'IDN-117',
    tokenInfoUser: (user, picture) => ({
      ...tokenInfoUser(user, picture),
      first_name: users.guest.givenname,
      last_name: users.guest.familyname,
    }),
  },
  'guest-login-fails-with-an-access-token': {
    says: 'Returns 500 for a guest login with an Authorization header.',
    breaks: 'COL-074',
    admit: (operation, { headers }) => {
      if (operation === 'loginAnonymously' && headers.has('authorization'))
        refuse(500, 'Somebody is logged in already');
    },
  },
  'guest-called-twice-by-the-name': {
    says: 'Repeats the display name of a guest.',
    breaks: 'COL-070',
    guestUser: (id, name, now) => guestUser(id, `${name} ${name}`, now),
  },
} satisfies Bank;

type Claims = Parameters<typeof tokenInfo>[0];
