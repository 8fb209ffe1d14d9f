import { defaultRules, type Rules } from '../../reference/rules/index.ts';
import type { User } from '../../reference/state.ts';
import type { Variants } from '../mutant.ts';
import { deeply, withBodies } from '../parts/answers.ts';

/** What a user may look like. */
export const currentUserVariants = {
  'user-without-a-picture': {
    says: 'A user without a picture has a generic picture_url and an empty picturefile.',
    rules: () =>
      userWith((user) => ({
        ...user,
        picturefile: '',
        picture_url: 'https://cdn.example/nobody.svg?size=64#x',
        profile: { ...Object(user['profile']), picture_url: '' },
      })),
  },
  'user-with-a-picture-in-unicode': {
    says: 'The URL of the picture contains a non-ASCII letter and a vertical bar.',
    rules: () =>
      userWith((user) => ({ ...user, picture_url: 'https://cdn.example/bilder/Zoë.png?size=64|64' })),
  },
  'user-with-a-name-in-unicode': {
    says: 'The names of the user contain non-ASCII characters, line breaks and right-to-left text.',
    rules: () =>
      namedLike({
        givenname: 'Zoë\nMaría',
        familyname: '李 מרקו 👩‍👩‍👧',
        displayname: 'ﷺ "Zoë" \\ <李> \u2028 \uFFFD',
      }),
  },
  'user-without-names': {
    says: 'The names of the user are empty.',
    rules: () => namedLike({ givenname: '', familyname: '', displayname: '' }),
  },
  'user-with-a-long-name': {
    says: 'The names of the user are ten thousand characters long.',
    rules: () => {
      const long = 'Wolfeschlegelstein'.padEnd(10_000, 'hausen');
      return namedLike({ givenname: long, familyname: long, displayname: long });
    },
  },
  'user-with-a-name-in-all-its-parts': {
    says: 'Every part of the name is filled in.',
    personName: (user) => ({
      ...defaultRules.personName(user),
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
    rules: () =>
      userWith((user) => ({
        ...user,
        addresses: [{ locality: 'Zagreb', lines: ['Ilica 1'] }],
        phone_numbers: ['+3851555010'],
        profile: {
          ...Object(user['profile']),
          addresses: ['Ilica 1, Zagreb'],
          phone_numbers: [{ value: '+3851555010', primary: true }, 7],
        },
      })),
  },
  'user-with-ids-of-punctuation': {
    says: 'Identifiers contain punctuation.',
    rules: () => userWith((user) => ({ ...user, _id: '{5F1D-00}', ndbid: 'ag9zfm9uZXNuYXIR/+=:user|%20#~' })),
  },
  'user-with-many-addresses': {
    says: 'Lists two hundred aliases before the login name as e-mail addresses, and another username.',
    emails: (user) => [
      ...Array.from({ length: 200 }, (_, nth) => ({
        ...defaultRules.emails(user)[0],
        value: `alias${nth}@reference.example`,
        primary: false,
      })),
      ...defaultRules.emails(user),
    ],
    currentUser: (user, parts) => ({
      ...defaultRules.currentUser(user, parts),
      ...(!isAnonymous(user) && { username: 'mivanov' }),
    }),
  },
  'profile-with-a-name-of-its-own': {
    says: 'The profile has a nickname as display name, and the login name as username.',
    rules: () =>
      userWith((user) => ({
        ...user,
        profile: {
          ...Object(user['profile']),
          displayname: 'Mare',
          name: { ...Object(user['name']), formatted: 'Mare from Zagreb' },
        },
      })),
  },
  'profile-with-a-handle': {
    says: 'The profile has a handle as username in place of the login name.',
    rules: () =>
      userWith((user) => ({ ...user, profile: { ...Object(user['profile']), username: 'mare77' } })),
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
    rules: () => userWith((user) => ({ ...user, timezone: '', gender: 'woman' })),
  },
  ...timestamps({
    'without-a-fraction': '2026-03-05T09:20:00Z',
    'with-microseconds': '2026-03-05T09:20:00.123456Z',
    'with-an-offset': '2026-03-05T10:20:00+01:00',
    'with-a-negative-offset': '2026-03-05T04:20:00.5-05:00',
    'without-a-zone': '2026-03-05T09:20:00',
    'in-the-basic-format': '20260305T092000Z',
    'long-past': '1969-12-31T23:59:59.999Z',
    'never-to-come': '9999-12-31T23:59:59Z',
  }),
} satisfies Variants;

/** Whether a user stands for a guest, whose name is their own, and who is nobody else. */
function isAnonymous({ username }: { readonly username?: unknown }): boolean {
  return String(username).startsWith('anonymous.');
}

function userWith(change: (user: Readonly<Record<string, unknown>>) => object): Partial<Rules> {
  return withBodies(
    (body) => ('aType' in body && !isAnonymous(body) ? change(body) : body),
    ['getCurrentUser'],
  );
}

/** Users who are called like this, wherever they are shown. */
function namedLike(names: Pick<User, 'givenname' | 'familyname' | 'displayname'>): Partial<Rules> {
  const called = (user: User): User => (isAnonymous(user) ? user : { ...user, ...names });
  return {
    personName: (user) => defaultRules.personName(called(user)),
    currentUser: (user, parts) => defaultRules.currentUser(called(user), parts),
    profile: (user, name, picture) => defaultRules.profile(called(user), name, picture),
    tokenInfoUser: (user, picture) => defaultRules.tokenInfoUser(called(user), picture),
  };
}

/** A variant for each way of writing a time; of licences as well. */
function timestamps(times: Readonly<Record<string, string>>): Variants {
  return Object.fromEntries(
    Object.entries(times).map(([how, time]) => [
      `times-${how}`,
      {
        says: `The times of the user are ${how.replaceAll('-', ' ')}: ${time}.`,
        rules: () => ({
          ...userWith(
            (user) =>
              deeply(user, (one) => ('expiration' in one ? { ...one, expiration: time } : one)) as object,
          ),
          timestamp: () => time,
        }),
      },
    ]),
  );
}
