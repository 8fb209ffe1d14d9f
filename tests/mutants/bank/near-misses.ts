import { defaultRules, type Rules } from '../../reference/rules/index.ts';
import type { User } from '../../reference/state.ts';
import { by, not } from '../circumstances.ts';
import { family } from '../family.ts';
import type { Bank, MutantEntry } from '../mutant.ts';
import { like } from '../parts/like.ts';
import type { When } from '../where.ts';

const { findCode, loginUser, passwordUser, tokenResponse } = defaultRules;

/** Whether a value that was sent is taken for one that was issued or registered. */
type Same = (given: string, own: string) => boolean;

/** A value that is compared: how a sentence tells it, what it breaks to compare it otherwise, and by which rules. */
interface Compared {
  readonly told: string;
  readonly breaks: MutantEntry['breaks'];
  readonly when?: When;
  readonly rules: (same: Same) => Partial<Rules>;
}

/** The ways to miss: how a sentence tells what is taken, and whether a value is. */
const misses = {
  'in-any-case': ['another letter case of', (given, own) => given.toLowerCase() === own.toLowerCase()],
  'known-by-its-beginning': ['what begins with', (given, own) => given.startsWith(own)],
  'cut-short': ['any beginning of', (given, own) => given !== '' && own.startsWith(given)],
  'by-its-end': ['what ends with', (given, own) => given.endsWith(own)],
  'by-its-length': ['anything as long as', (given, own) => given.length === own.length],
  trimmed: ['white space around', (given, own) => given.trim() === own],
  'trimmed-at-its-beginning': ['white space before', (given, own) => given.trimStart() === own],
  'trimmed-at-its-end': ['white space after', (given, own) => given.trimEnd() === own],
  'up-to-a-nul': ['anything after a NUL character behind', (given, own) => given.split('\0')[0] === own],
  decoded: ['the percent-decoded form of', read(decodeURIComponent)],
  'with-spaces-for-pluses': ['spaces for the plus signs of', read((own) => own.replaceAll('+', ' '))],
  'without-accents': [
    'what lacks the accents of',
    read((own) => own.normalize('NFD').replace(/\p{M}/gu, '')),
  ],
  'without-its-letters-beyond-ascii': [
    'what lacks the non-ASCII characters of',
    read((own) => own.replace(/[^\x20-\x7e]/gu, '')),
  ],
} as const satisfies Record<string, readonly [told: string, same: Same]>;

const compared = {
  'access-token': {
    told: 'an access token',
    breaks: 'COL-056',
    rules: (same) => ({ findAccessToken: finding(same) }),
  },
  'refresh-token': {
    told: 'a refresh token',
    breaks: 'IDN-068',
    rules: (same) => ({ findRefreshToken: finding(same) }),
  },
  code: { told: 'a code', breaks: 'IDN-064', rules: (same) => ({ findCode: finding(same) }) },
  'client-at-authorize': {
    told: 'the client_id of an authorization request',
    breaks: 'IDN-015',
    rules: (same) => ({
      authorizeClient: (clients, given = '') => clients.find(({ id }) => same(given, id)),
    }),
  },
  client: clientOf('other token requests than for a code', 'IDN-060', not(by('authorization_code'))),
  'client-of-any-grant': clientOf('any token request', ['IDN-060', 'IDN-124']),
  'client-with-a-password': clientOf('a password grant', 'IDN-060', by('password')),
  'client-with-a-code': clientOf('the exchange of a code', 'IDN-124', by('authorization_code')),
  'client-at-a-refresh': clientOf('a refresh', 'IDN-060', by('refresh_token')),
  secret: secretOf('other token requests than for a code', 'IDN-061', not(by('authorization_code'))),
  'secret-of-any-grant': secretOf('any token request', ['IDN-061', 'IDN-125']),
  'secret-with-a-code': secretOf('the exchange of a code', 'IDN-125', by('authorization_code')),
  'secret-at-a-refresh': secretOf('a refresh', 'IDN-061', by('refresh_token')),
  user: {
    told: 'the user name of a password grant',
    breaks: 'IDN-063',
    rules: (same) => ({
      passwordUser: (users, given = '') => users.find(({ username }) => same(given.toLowerCase(), username)),
    }),
  },
  password: {
    told: 'the password of a password grant',
    breaks: 'IDN-062',
    rules: (same) => ({ isPassword: ({ password }, given) => isPasswordBy(same, password, given) }),
  },
  'password-anywhere': {
    told: 'the password of a password grant or on the login page',
    breaks: ['IDN-062', 'IDN-126'],
    rules: (same) => ({
      isPassword: ({ password }, given) => isPasswordBy(same, password, given),
      loginUser: loggingIn(same),
    }),
  },
  'login-password': {
    told: 'the password on the login page',
    breaks: 'IDN-126',
    rules: (same) => ({ loginUser: loggingIn(same) }),
  },
  'login-name': {
    told: 'the user name on the login page',
    breaks: 'IDN-126',
    rules: (same) => ({
      loginUser: (users, given = '', password) =>
        loginUser(users, users.find(({ username }) => same(given, username))?.username, password),
    }),
  },
} satisfies Record<string, Compared>;

/** Values that come near the right ones, and are taken for them. */
export const nearMisses = {
  ...family(
    {
      'access-token': ['in-any-case', 'known-by-its-beginning', 'by-its-end', 'by-its-length'],
      'refresh-token': ['in-any-case', 'known-by-its-beginning', 'by-its-end', 'by-its-length'],
      code: ['in-any-case', 'known-by-its-beginning', 'by-its-end'],
      'client-at-authorize': ['in-any-case', 'known-by-its-beginning'],
      client: ['known-by-its-beginning'],
      'client-of-any-grant': ['in-any-case', 'by-its-end'],
      'client-with-a-password': ['cut-short'],
      'client-with-a-code': ['cut-short', 'known-by-its-beginning'],
      'client-at-a-refresh': ['cut-short', 'known-by-its-beginning'],
      secret: ['in-any-case', 'known-by-its-beginning'],
      'secret-of-any-grant': ['by-its-end', 'trimmed', 'decoded'],
      'secret-with-a-code': ['in-any-case', 'cut-short'],
      'secret-at-a-refresh': ['cut-short'],
      user: ['known-by-its-beginning', 'cut-short', 'by-its-end'],
      password: [
        'in-any-case',
        'by-its-end',
        'trimmed-at-its-beginning',
        'trimmed-at-its-end',
        'up-to-a-nul',
      ],
      'password-anywhere': ['with-spaces-for-pluses', 'without-accents', 'without-its-letters-beyond-ascii'],
      'login-password': ['in-any-case', 'known-by-its-beginning', 'cut-short', 'trimmed', 'up-to-a-nul'],
      'login-name': ['known-by-its-beginning', 'cut-short'],
    },
    (what, how) => {
      const { told, breaks, when, rules }: Compared = compared[what];
      const [taken, same] = misses[how];
      return { says: `Accepts ${taken} ${told}.`, breaks, ...(when && { when }), rules: () => rules(same) };
    },
  ),
  'code-by-its-beginning': {
    says: 'Compares only the first 32 characters of a code.',
    breaks: 'IDN-064',
    findCode: (codes, code = '') =>
      findCode(codes, code) ??
      [...codes.values()].find(({ value }) => code.length >= 32 && value.slice(0, 32) === code.slice(0, 32)),
  },
  'user-names-by-like': {
    says: 'Treats % and _ in a user name as wildcards, for the password grant and on the login page.',
    breaks: ['IDN-063', 'IDN-126'],
    passwordUser: (users, username) => passwordUser(users, namedLike(users, username)),
    loginUser: (users, username, password) => loginUser(users, namedLike(users, username), password),
  },
  'id-token-known-by-its-beginning': {
    says: 'Returns token info for an ID token with trailing characters.',
    breaks: 'IDN-115',
    verifiedIdToken: (token, verify) => verify(/^[^.]*\.[^.]*\.[\w-]{43}/.exec(token ?? '')?.[0] ?? ''),
  },
  'id-token-by-its-end': {
    says: 'Accepts any ID token that ends with an issued one.',
    breaks: 'IDN-115',
    rules: () => {
      const issued = new Set<string>();
      return {
        tokenResponse: (tokens, ...given) => {
          issued.add(tokens.idToken);
          return tokenResponse(tokens, ...given);
        },
        verifiedIdToken: (token = '', verify) =>
          verify([...issued].find((one) => token.endsWith(one)) ?? token),
      };
    },
  },
} satisfies Bank;

/** Takes a value as it is, and as it is read. */
function read(reading: (own: string) => string): Same {
  return (given, own) => given === own || given === reading(own);
}

/** What was issued under a value, or else under one that is taken for it, the newest first. */
function finding(same: Same) {
  return <Issued>(all: ReadonlyMap<string, Issued>, given = ''): Issued | undefined =>
    all.get(given) ?? [...all].findLast(([own]) => same(given, own))?.[1];
}

function clientOf(what: string, breaks: Compared['breaks'], when?: When): Compared {
  return {
    told: `the client_id of ${what}`,
    breaks,
    ...(when && { when }),
    rules: (same) => ({ tokenClient: (clients, given = '') => clients.find(({ id }) => same(given, id)) }),
  };
}

function secretOf(what: string, breaks: Compared['breaks'], when?: When): Compared {
  return {
    told: `the client secret of ${what}`,
    breaks,
    ...(when && { when }),
    rules: (same) => ({ isClientSecret: ({ secret }, given = '') => same(given, secret) }),
  };
}

function isPasswordBy(same: Same, own: string | undefined, given: string | undefined): boolean {
  return own !== undefined && given !== undefined && same(given, own);
}

function loggingIn(same: Same): Rules['loginUser'] {
  return (users, username, given) =>
    users.find(
      (user) => user.username === username?.toLowerCase() && isPasswordBy(same, user.password, given),
    );
}

function namedLike(users: readonly User[], name = ''): string | undefined {
  return users.find(({ username }) => like(name).test(username))?.username;
}
