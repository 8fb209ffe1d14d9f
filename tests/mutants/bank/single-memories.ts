import { defaultRules, type Rules } from '../../reference/rules/index.ts';

import type { Bank } from '../mutant.ts';

const { isClientSecret } = defaultRules;

/** What is remembered for the latest alone, and what one scope, one more letter or a few seconds change. */
export const singleMemoryMutants = {
  'password-with-spaces-for-pluses': {
    says: 'Accepts a password with spaces in place of its plus signs.',
    breaks: ['IDN-062', 'IDN-126'],
    rules: () => passwordsRead((password) => password.replaceAll('+', ' ')),
  },
  'password-without-accents': {
    says: 'Accepts a password without its accents.',
    breaks: ['IDN-062', 'IDN-126'],
    rules: () => passwordsRead((password) => password.normalize('NFD').replace(/\p{M}/gu, '')),
  },
  'password-without-its-letters-beyond-ascii': {
    says: 'Accepts a password without its non-ASCII characters.',
    breaks: ['IDN-062', 'IDN-126'],
    rules: () => passwordsRead((password) => password.replace(/[^\x20-\x7e]/gu, '')),
  },
  'password-trimmed-at-the-login-page': {
    says: 'Trims the password on the login page.',
    breaks: 'IDN-126',
    loginUser: (users, username, password) => defaultRules.loginUser(users, username, password?.trim()),
  },
  'client-secret-decoded-twice': {
    says: 'Accepts the percent-decoded client secret as well.',
    breaks: ['IDN-061', 'IDN-125'],
    isClientSecret: (client, secret, grant) =>
      isClientSecret(client, secret, grant) || decodeURIComponent(client.secret) === secret,
  },
  'redirect-uri-of-a-longer-host': {
    says: 'Accepts a redirect URI whose host begins with that of a registered one.',
    breaks: ['IDN-016', 'IDN-017'],
    redirectUri: ({ redirectUris }, uri = '') =>
      redirectUris.some((one) => isBelow(one, uri)) ? uri : undefined,
  },
  'redirect-uri-of-the-exchange-of-a-longer-host': {
    says: 'Exchanges a code with a redirect URI whose host begins with that of the original one.',
    breaks: 'IDN-065',
    isRedirectUriOf: ({ redirectUri }, uri = '') => isBelow(redirectUri, uri),
  },
  'access-token-under-mac': {
    says: 'Accepts an access token under the scheme MAC.',
    breaks: 'COL-057',
    rules: () => under('MAC'),
  },
  'access-token-under-dpop': {
    says: 'Accepts an access token under the scheme DPoP.',
    breaks: 'COL-057',
    rules: () => under('DPoP'),
  },
  ...Object.fromEntries(
    ['token code', 'code id_token token', 'none'].map((type) => [
      `response-type-${type.replaceAll(' ', '-')}-taken`,
      {
        says: `Accepts the response_type ${type}.`,
        breaks: 'IDN-013',
        isResponseType: (value) => value === 'code' || value === type,
      },
    ]),
  ),
} satisfies Bank;

/** Takes a password as it is, and as it is read. */
function passwordsRead(read: (password: string) => string): Partial<Rules> {
  return {
    isPassword: (user, password) =>
      user.password !== undefined &&
      password !== undefined &&
      [user.password, read(user.password)].includes(password),
    loginUser: (users, username, password) =>
      users.find(
        (user) =>
          user.username === username?.toLowerCase() &&
          user.password !== undefined &&
          password !== undefined &&
          [user.password, read(user.password)].includes(password),
      ),
  };
}

function isBelow(registered: string, uri: string): boolean {
  if (!URL.canParse(uri)) return false;
  const [ours, theirs] = [new URL(registered), new URL(uri)];
  theirs.hostname = theirs.hostname.startsWith(`${ours.hostname}.`) ? ours.hostname : theirs.hostname;
  return theirs.href === ours.href;
}

function under(scheme: string): Partial<Rules> {
  return {
    bearerToken: (authorization) =>
      defaultRules.bearerToken(authorization?.replace(new RegExp(`^${scheme} `), 'Bearer ')),
  };
}
