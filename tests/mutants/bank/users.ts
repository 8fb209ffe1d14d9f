import { json, refuse } from '../../reference/answer.ts';
import { defaultRules } from '../../reference/rules/index.ts';
import { users } from '../../reference/seed.ts';
import { isFor } from '../circumstances.ts';
import { each } from '../family.ts';
import type { Bank } from '../mutant.ts';

const { permissions, personName, profile } = defaultRules;

/** Whom users/me answers, and as what. */
export const currentUsers = {
  'users-me-elsewhere': {
    says: 'Returns 404 for users/me under /api.',
    breaks: ['COL-001', 'COL-002', 'IDN-071'],
    when: isFor('getCurrentUser'),
    send: () => json(404, { error: 'not_found' }),
  },
  'users-me-closed-to-all': {
    says: 'Does not recognize any access token.',
    breaks: ['COL-001', 'COL-002', 'IDN-071'],
    findAccessToken: () => undefined,
  },
  'users-me-answers-another-user': {
    says: 'Returns the first user who is not the owner of the access token.',
    breaks: 'COL-054',
    tokenUser: ({ user }, some) => some.find((other) => other !== user) ?? user,
  },
  'profile-of-another-user': {
    says: 'Returns the name, display name and user name of another user in the profile.',
    breaks: 'COL-054',
    profile: (user, _name, picture) =>
      profile(
        { ...user, displayname: users.guest.displayname, username: users.guest.username },
        personName(users.guest),
        picture,
      ),
  },
  'users-me-behind-a-byte-order-mark': {
    says: 'Begins the current user with a byte order mark.',
    breaks: ['COL-001', 'COL-002'],
    send: (answer, operation) =>
      operation === 'getCurrentUser' && answer.status === 200
        ? { ...answer, body: `\ufeff${JSON.stringify(answer.body)}` }
        : answer,
  },
  ...each(
    [
      ['users-me-as-html', 'as text/html', 'text/html; charset=utf-8'],
      [
        'users-me-of-a-type-of-its-own',
        'with a vendor-specific media type',
        'application/vnd.collaboration.user+json',
      ],
    ],
    (_, told, type) => ({
      says: `Sends the current user ${told}.`,
      breaks: 'COL-062',
      send: (answer, operation) =>
        operation === 'getCurrentUser' && answer.status === 200
          ? { ...answer, headers: { ...answer.headers, 'Content-Type': type } }
          : answer,
    }),
  ),
} satisfies Bank;

/** What the scopes of a token have to do with users/me. */
export const scopesOfUsers = {
  ...each(
    [
      ['permissions-need-the-scope-profile', 'profile'],
      ['permissions-need-the-scope-spaces', 'spaces'],
    ],
    (_, scope) => ({
      says: `Returns no permissions when the access token lacks the scope ${scope}.`,
      breaks: 'COL-063',
      permissions: (user, scopes) => (scopes.includes(scope) ? permissions(user, scopes) : []),
    }),
  ),
  'permissions-need-the-scope-email-beside-profile': {
    says: 'Returns no permissions when the access token has exactly the scopes profile and spaces.',
    breaks: 'COL-063',
    permissions: (user, scopes) =>
      scopes.toSorted().join() === 'profile,spaces' ? [] : permissions(user, scopes),
  },
  'scopes-stand-among-the-permissions': {
    says: 'Lists the scopes of the access token among the permissions.',
    breaks: 'COL-063',
    permissions: (user, scopes) => [...permissions(user, scopes), ...scopes],
  },
  'spaces-alone-refused': {
    says: 'Refuses an access token with a single scope.',
    breaks: 'COL-063',
    opensApi: (scopes) => scopes.length > 1,
  },
  'without-spaces-answered-500': {
    says: 'Returns 500 for an access token without the scope spaces.',
    breaks: 'COL-064',
    opensApi: (scopes) => scopes.includes('spaces') || refuse(500, 'no spaces'),
  },
  'without-spaces-led-elsewhere': {
    says: 'Returns 302 for an access token without the scope spaces.',
    breaks: 'COL-064',
    opensApi: (scopes) => scopes.includes('spaces') || refuse(302, 'ask for consent'),
  },
  'email-with-profile-refused': {
    says: 'Refuses an access token without the scope spaces, unless its only scope is profile.',
    breaks: 'COL-064',
    opensApi: (scopes) => scopes.includes('spaces') || scopes.join() === 'profile',
  },
  'profile-alone-refused': {
    says: 'Refuses an access token with the scope profile alone, but accepts one with email or with both.',
    breaks: 'COL-064',
    opensApi: (scopes) => scopes.join() !== 'profile',
  },
  'profile-alone-answered-500': {
    says: 'Returns 500 for an access token with the scope profile alone.',
    breaks: 'COL-064',
    opensApi: (scopes) => scopes.join() !== 'profile' || refuse(500, 'no spaces'),
  },
} satisfies Bank;
