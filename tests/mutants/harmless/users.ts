import { defaultRules, type Rules } from '../../reference/rules/index.ts';
import type { User } from '../../reference/state.ts';
import { each } from '../family.ts';
import type { Variants } from '../mutant.ts';
import { withBodies } from '../parts/answers.ts';

const { currentUser, emails, licenses, personName, profile, tokenInfo, tokenInfoUser } = defaultRules;

const LONG = 'Wolfeschlegelstein'.padEnd(10_000, 'hausen');

/** What a user may look like. */
export const currentUserVariants = {
  'user-without-a-picture': {
    says: 'A user without a picture has a generic picture_url and an empty picturefile.',
    ...userWith(
      { picturefile: '', picture_url: 'https://cdn.example/nobody.svg?size=64#x' },
      { picture_url: '' },
    ),
  },
  'user-with-a-picture-in-unicode': {
    says: 'The URL of the picture contains a non-ASCII letter and a vertical bar.',
    ...userWith({ picture_url: 'https://cdn.example/bilder/Zoë.png?size=64|64' }),
  },
  'user-with-a-name-in-unicode': {
    says: 'The names of the user contain non-ASCII characters, line breaks and right-to-left text.',
    ...namedLike({
      givenname: 'Zoë\nMaría',
      familyname: '李 מרקו 👩‍👩‍👧',
      displayname: 'ﷺ "Zoë" \\ <李> \u2028 \uFFFD',
    }),
  },
  'user-without-names': {
    says: 'The names of the user are empty.',
    ...namedLike({ givenname: '', familyname: '', displayname: '' }),
  },
  'user-with-a-long-name': {
    says: 'The names of the user are ten thousand characters long.',
    ...namedLike({ givenname: LONG, familyname: LONG, displayname: LONG }),
  },
  'user-with-a-name-in-all-its-parts': {
    says: 'Every part of the name is filled in.',
    personName: (user) => ({
      ...personName(user),
      honorific_prefix: 'Dr.',
      honorific_suffix: 'III.',
      middlename: 'van',
      pronunciation: '/ˈmɑrkoʊ/',
      pronunciation_url: '/spoken/marko.ogg',
    }),
  },
  'user-with-nothing-in-the-lists': {
    says: 'Every list of the user except the permissions is empty.',
    emails: () => [],
    languages: () => [],
    licenses: () => [],
    relationGraphs: () => [],
  },
  'user-without-permissions': {
    says: 'The user is in no permission group.',
    permissions: () => [],
  },
  'spaces-opens-the-api': {
    says: 'Refuses access to the API for a token without the spaces scope.',
    opensApi: (scopes) => scopes.includes('spaces'),
  },
  'profile-opens-the-current-user': {
    says: 'Refuses access to users/me for a token with neither the profile nor the spaces scope.',
    opensApi: (scopes) => scopes.some((scope) => scope !== 'email'),
  },
  'permissions-in-another-order': {
    says: 'The user is in many permission groups, listed in a different order each time.',
    rules: () => {
      let groups = Array.from({ length: 40 }, (_, nth) => `GROUP_${nth}`);
      return {
        permissions: () => {
          groups = [...groups.slice(7), ...groups.slice(0, 7)];
          return groups;
        },
      };
    },
  },
  'user-with-addresses': {
    says: 'Addresses and phone numbers are objects in some places and strings in others.',
    ...userWith(
      { addresses: [{ locality: 'Zagreb', lines: ['Ilica 1'] }], phone_numbers: ['+3851555010'] },
      { addresses: ['Ilica 1, Zagreb'], phone_numbers: [{ value: '+3851555010', primary: true }, 7] },
    ),
  },
  'user-with-ids-of-punctuation': {
    says: 'Identifiers contain punctuation.',
    ...userWith({ _id: '{5F1D-00}', ndbid: 'ag9zfm9uZXNuYXIR/+=:user|%20#~' }),
  },
  'user-with-many-addresses': {
    says: 'Lists two hundred aliases before the login name as e-mail addresses, and another username.',
    emails: (user) => [
      ...Array.from({ length: 200 }, (_, nth) => ({
        ...emails(user)[0],
        value: `alias${nth}@reference.example`,
        primary: false,
      })),
      ...emails(user),
    ],
    currentUser: (user, parts) => ({
      ...currentUser(user, parts),
      ...(!isAnonymous(user) && { username: 'mivanov' }),
    }),
  },
  'profile-with-a-name-of-its-own': {
    says: 'The profile has a nickname as display name, and the login name as username.',
    profile: (user, name, picture) =>
      isAnonymous(user)
        ? profile(user, name, picture)
        : {
            ...profile(user, { ...name, formatted: 'Mare from Zagreb' }, picture),
            displayname: 'Mare',
          },
  },
  'profile-with-a-handle': {
    says: 'The profile has a handle as username in place of the login name.',
    ...userWith({}, { username: 'mare77' }),
  },
  'languages-of-many-subtags': {
    says: 'Language tags contain scripts, regions, variants and private-use subtags in mixed case.',
    languages: () =>
      ['sr-Latn-RS', 'zh-hant-tw', 'es-419', 'de-1996', 'EN', 'sl-rozaj-biske', 'x-klingon'].map((code) => ({
        code,
        primary: code === 'EN',
      })),
  },
  'timezone-unknown': {
    says: 'The time zone is empty, and the gender is "woman".',
    ...userWith({ timezone: '', gender: 'woman' }),
  },
  ...each(
    [
      ['times-without-a-fraction', '2026-03-05T09:20:00Z'],
      ['times-with-microseconds', '2026-03-05T09:20:00.123456Z'],
      ['times-with-an-offset', '2026-03-05T10:20:00+01:00'],
      ['times-with-a-negative-offset', '2026-03-05T04:20:00.5-05:00'],
      ['times-without-a-zone', '2026-03-05T09:20:00'],
      ['times-in-the-basic-format', '20260305T092000Z'],
      ['times-long-past', '1969-12-31T23:59:59.999Z'],
      ['times-never-to-come', '9999-12-31T23:59:59Z'],
    ],
    (name, time) => ({
      says: `The times of the user are ${name.replace('times-', '').replaceAll('-', ' ')}: ${time}.`,
      licenses: (user: User) => licenses(user).map((one) => ({ ...one, expiration: time })),
      timestamp: () => time,
    }),
  ),
} satisfies Variants;

/** What a user may be called in token info and as the current user, besides the name of the login. */
export const userNameVariants = {
  'login-name-with-a-domain-before': {
    says: 'Token info and users/me report the user name with a Windows domain before it.',
    ...loginNameAs((username) => `REFERENCE\\${username.split('@')[0]}`),
  },
  'user-id-of-another-kind': {
    says: 'The user_id of token info differs from the id of its user.',
    tokenInfo: (claims, seconds, user) => ({
      ...tokenInfo(claims, seconds, user),
      user_id: '5f1d/00:00|00-00.a02',
    }),
  },
  'login-name-in-capitals': {
    says: 'Token info and users/me report the user name in upper case.',
    ...loginNameAs((name) => name.toUpperCase()),
  },
  'login-name-without-its-domain': {
    says: 'Token info and users/me report the user name without its domain.',
    ...loginNameAs((name) => name.split('@')[0] ?? name),
  },
  'login-name-of-its-own': {
    says: 'A user who logs in with an e-mail address has another name as username.',
    ...loginNameAs(() => 'mivanov'),
  },
  'handle-told-by-the-current-user': {
    says: 'Token info reports the login name, but users/me a handle and no e-mail address.',
    currentUser: loginNameAs(() => 'mivanov').currentUser,
    emails: () => [],
  },
  'handle-told-by-token-info': {
    says: 'The current user has the login name as username, but token info reports a handle.',
    tokenInfoUser: loginNameAs(() => 'mivanov').tokenInfoUser,
  },
  'login-name-told-nowhere': {
    says: 'Neither the username nor any e-mail address of a user is the login name.',
    ...loginNameAs(() => 'E4711@people.example'),
    emails: () => [],
  },
  'token-info-without-a-picture': {
    says: 'Token info has an empty picture_url.',
    tokenInfoUser: (user) => tokenInfoUser(user, ''),
  },
  'token-info-of-nobody-known': {
    says: 'Token info has empty names, and an issuer that is not a URL.',
    tokenInfoUser: (user, picture) => ({
      ...tokenInfoUser(user, picture),
      first_name: '',
      last_name: '',
    }),
    tokenInfo: (claims, seconds, user) => ({
      ...tokenInfo(claims, seconds, user),
      issuer: 'id.example',
    }),
  },
} satisfies Variants;

/** Whether a user stands for a guest, whose name is their own, and who is nobody else. */
function isAnonymous({ username }: { readonly username?: unknown }): boolean {
  return String(username).startsWith('anonymous.');
}

/** The current user has these fields in place of their own, and so has the profile. */
function userWith(fields: object, ofProfile: object = {}): Partial<Rules> {
  return withBodies(
    (body) =>
      'aType' in body && !isAnonymous(body)
        ? { ...body, ...fields, profile: { ...Object(body['profile']), ...ofProfile } }
        : body,
    ['getCurrentUser'],
  );
}

/** Users who are called like this, wherever they are shown. */
function namedLike(names: Pick<User, 'givenname' | 'familyname' | 'displayname'>): Partial<Rules> {
  const called = (user: User): User => (isAnonymous(user) ? user : { ...user, ...names });
  return {
    personName: (user) => personName(called(user)),
    currentUser: (user, parts) => currentUser(called(user), parts),
    profile: (user, name, picture) => profile(called(user), name, picture),
    tokenInfoUser: (user, picture) => tokenInfoUser(called(user), picture),
  };
}

/** The user is called otherwise than at the login, wherever this is told. */
function loginNameAs(spell: (username: string) => string): Pick<Rules, 'currentUser' | 'tokenInfoUser'> {
  const named = ({ kind, username }: User) => (kind === 'guest' ? username : spell(username));
  return {
    tokenInfoUser: (user, picture) => ({ ...tokenInfoUser(user, picture), username: named(user) }),
    currentUser: (user, parts) => ({ ...currentUser(user, parts), username: named(user) }),
  };
}
