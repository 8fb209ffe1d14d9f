import { defaultRules } from '../../reference/rules/index.ts';
import { users } from '../../reference/seed.ts';
import type { Grant } from '../../reference/state.ts';
import type { RequirementId } from '../../support/catalogue.ts';
import { having } from '../circumstances.ts';
import { each, family } from '../family.ts';
import type { Bank, MutantEntry } from '../mutant.ts';
import { without } from '../parts/answers.ts';
import { isOf, told } from '../provenances.ts';
import type { When } from '../where.ts';

const { currentUser, permissions, personName } = defaultRules;

/** Whom an access token shows, depending on what it comes from. */
export const tokenUsers = {
  ...each(
    [
      ['refreshed-token-of-another-user', 'of-a-refresh', ['COL-054']],
      ['code-token-of-another-user', 'of-a-code', ['COL-054', 'COL-063']],
      ['renewed-access-token-of-a-code-of-another-user', 'of-a-refreshed-code', ['COL-054', 'COL-063']],
    ],
    (_, whose, breaks) => ({
      says: `Returns another user for the access token ${told(whose)}.`,
      breaks,
      when: having(isOf(whose)),
      tokenUser: ({ user }, all) => all.find(({ id }) => id !== user.id) ?? user,
    }),
  ),
  ...family({ 'another-username': ['of-later-refreshes', 'of-another-client'] }, (_, whose) => ({
    says: `Returns the user name of another user for the access token ${told(whose)}.`,
    breaks: 'COL-054',
    when: having(isOf(whose)),
    tokenUser: ({ user }) => ({ ...user, username: users.guest.username }),
  })),
  'name-of-another-user': {
    says: 'Returns the name of another user for the current user.',
    breaks: 'COL-054',
    personName: () => personName(users.guest),
  },
  'user-of-a-code-without-a-time-zone': lacking(
    'timezone',
    'COL-018',
    'for an access token of a code',
    having(isOf('of-a-code')),
  ),
  'user-of-a-refresh-without-licenses': lacking(
    'licenses',
    'COL-034',
    'for an access token of a refresh',
    having(isOf('of-a-refresh')),
  ),
  'second-refresh-without-languages': lacking(
    'languages',
    'COL-031',
    'for an access token of the second refresh in a row',
    having(isOf('of-a-second-refresh')),
  ),
  'current-user-without-languages-from-the-second-use': lacking(
    'languages',
    'COL-031',
    'from the second use of an access token on',
    isUsedAgain,
  ),
  'profile-lost-with-long-scopes': lacking(
    'profile',
    'COL-046',
    'when the password grant requested a scope in its long form',
    having(isForLongScopes),
  ),
} satisfies Bank;

/** What a user may do by an access token, depending on what it comes from. */
export const permissionsOfTokens = {
  ...family(
    {
      'fewer-permissions': [
        'of-later-refreshes',
        'of-another-client',
        'of-a-code-for-one-scope',
        'of-a-refresh-for-one-scope',
      ],
    },
    (_, whose) => fewerPermissions(told(whose), isOf(whose)),
  ),
  'fewer-permissions-for-the-scope-spaces': fewerPermissions(
    'of a password grant for spaces alone',
    (grant) => isOf('of-a-password')(grant) && grant.scopes.join() === 'spaces',
  ),
  'first-refresh-with-fewer-permissions': fewerPermissions(
    'of a first refresh for all scopes',
    (grant) => isOf('of-a-first-refresh')(grant) && grant.scopes.length === 3,
  ),
  'no-permissions-after-a-refresh': noPermissions(
    'for an access token from a refresh',
    having(isOf('of-a-refresh')),
  ),
  'no-permissions-by-profile-alone': noPermissions(
    'when profile is the only scope',
    having(({ scopes }) => scopes.join() === 'profile'),
  ),
  'no-permissions-by-email-alone': noPermissions(
    'when email is the only scope',
    having(({ scopes }) => scopes.join() === 'email'),
  ),
  'no-permissions-by-long-scopes': noPermissions(
    'after a password grant with scopes in their long form',
    having(isForLongScopes),
  ),
  'no-permissions-from-the-second-use': noPermissions(
    'from the second use of an access token on',
    isUsedAgain,
  ),
  'no-permissions-from-the-second-use-after-a-password-grant': noPermissions(
    'from the second use of an access token from a password grant on',
    having((grant, { uses }) => isOf('of-a-password')(grant) && uses > 0),
  ),
  'no-permissions-from-the-second-use-after-a-code': noPermissions(
    'from the second use of an access token from a code exchange on',
    having((grant, { uses }) => isOf('of-a-code')(grant) && uses > 0),
  ),
  'no-permissions-at-the-first-use-after-a-code': noPermissions(
    'at the first use of an access token of a session that a code for all scopes has begun',
    having(
      (grant, { uses }) => isOf('of-a-session-of-a-code')(grant) && grant.scopes.length === 3 && uses === 0,
    ),
  ),
} satisfies Bank;

/** A deployment whose current user lacks a field for some access tokens. */
function lacking(field: string, breaks: RequirementId, what: string, when: When): MutantEntry {
  return {
    says: `Omits ${field} from the current user ${what}.`,
    breaks,
    when,
    currentUser: (user, parts) => without(currentUser(user, parts), field),
  };
}

function fewerPermissions(what: string, is: (grant: Grant) => boolean): MutantEntry {
  return {
    says: `Returns the permissions of a guest for an access token ${what}.`,
    breaks: 'COL-063',
    when: having(is),
    permissions: (user, scopes) => permissions({ ...user, kind: 'guest' }, scopes),
  };
}

function noPermissions(what: string, when: When): MutantEntry {
  return { says: `Returns no permissions ${what}.`, breaks: 'COL-063', when, permissions: () => [] };
}

function isUsedAgain({ uses }: Parameters<When>[0]): boolean {
  return uses > 0;
}

/** Whether a password was exchanged for scopes in their long form, which is a URL. */
function isForLongScopes({ session, scope }: Grant): boolean {
  return session.by === 'password' && scope.includes('/');
}
