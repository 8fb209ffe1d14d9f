import { json, refuse } from '../../reference/answer.ts';
import { defaultRules, type Rules } from '../../reference/rules/index.ts';
import { users } from '../../reference/seed.ts';
import type { Bank } from '../mutant.ts';

const { permissions, personName, profile } = defaultRules;

/** Breaking whom users/me answers, and what the scopes of a token have to do with it. */
export const currentUserMutants = {
  'users-me-elsewhere': {
    says: 'Has no users/me under /api.',
    breaks: ['COL-001', 'COL-002', 'IDN-071'],
    replace: () => ({
      send: (answer, operation) =>
        operation === 'getCurrentUser' ? json(404, { error: 'not_found' }) : answer,
    }),
  },
  'users-me-closed-to-all': {
    says: 'Finds no access token again.',
    breaks: ['COL-001', 'COL-002', 'IDN-071'],
    replace: () => ({ findAccessToken: () => undefined }),
  },
  'users-me-answers-another-user': {
    says: 'Answers the first user who is not the one of the token.',
    breaks: ['COL-054'],
    replace: () => ({ tokenUser: ({ user }, users) => users.find((other) => other !== user) ?? user }),
  },
  'profile-of-another-user': {
    says: 'Answers the profile of somebody else with the current user.',
    breaks: ['COL-054'],
    replace: () => ({
      profile: (user, _name, picture) =>
        profile(
          { ...user, displayname: users.guest.displayname, username: users.guest.username },
          personName(users.guest),
          picture,
        ),
    }),
  },
  'users-me-as-html': {
    says: 'Names the current user a page.',
    breaks: ['COL-062'],
    replace: () => ({ send: typed('text/html; charset=utf-8') }),
  },
  'users-me-of-a-type-of-its-own': {
    says: 'Gives the current user a media type of its own.',
    breaks: ['COL-062'],
    replace: () => ({ send: typed('application/vnd.collaboration.user+json') }),
  },
  'permissions-need-the-scope-profile': {
    says: 'Shows no permissions without the scope profile.',
    breaks: ['COL-063'],
    replace: () => ({
      permissions: (user, scopes) => (scopes.includes('profile') ? permissions(user, scopes) : []),
    }),
  },
  'permissions-need-the-scope-spaces': {
    says: 'Shows no permissions without the scope spaces.',
    breaks: ['COL-063'],
    replace: () => ({
      permissions: (user, scopes) => (scopes.includes('spaces') ? permissions(user, scopes) : []),
    }),
  },
  'scopes-stand-among-the-permissions': {
    says: 'Counts the scopes of the token among the permissions.',
    breaks: ['COL-063'],
    replace: () => ({ permissions: (user, scopes) => [...permissions(user, scopes), ...scopes] }),
  },
  'spaces-alone-refused': {
    says: 'Lets nobody in by the scope spaces alone.',
    breaks: ['COL-063'],
    replace: () => ({ opensApi: (scopes) => scopes.length > 1 }),
  },
  'without-spaces-answered-500': {
    says: 'Fails at a token without the scope spaces.',
    breaks: ['COL-064'],
    replace: () => ({ opensApi: (scopes) => scopes.includes('spaces') || refuse(500, 'no spaces') }),
  },
  'profile-alone-refused': {
    says: 'Refuses a token with the scope profile alone, and takes one with email or with both.',
    breaks: ['COL-064'],
    replace: () => ({ opensApi: (scopes) => scopes.join() !== 'profile' }),
  },
  'email-with-profile-refused': {
    says: 'Refuses a token with the scopes email and profile, and takes one with profile alone.',
    breaks: ['COL-064'],
    replace: () => ({ opensApi: (scopes) => scopes.includes('spaces') || scopes.join() === 'profile' }),
  },
  'profile-alone-answered-500': {
    says: 'Fails at a token with the scope profile alone.',
    breaks: ['COL-064'],
    replace: () => ({ opensApi: (scopes) => scopes.join() !== 'profile' || refuse(500, 'no spaces') }),
  },
  'without-spaces-led-elsewhere': {
    says: 'Redirects a token without the scope spaces.',
    breaks: ['COL-064'],
    replace: () => ({ opensApi: (scopes) => scopes.includes('spaces') || refuse(302, 'ask for consent') }),
  },
} satisfies Bank;

/** Sends the current user as this media type. */
function typed(type: string): Rules['send'] {
  return (answer, operation) =>
    operation === 'getCurrentUser' && answer.status === 200
      ? { ...answer, headers: { ...answer.headers, 'Content-Type': type } }
      : answer;
}
