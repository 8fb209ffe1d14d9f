import { now } from '../../reference/now.ts';
import { defaultRules } from '../../reference/rules/index.ts';
import { client, otherClient, users } from '../../reference/seed.ts';
import { all, by, ofAnotherClient, sending } from '../circumstances.ts';
import { each } from '../family.ts';
import type { Bank } from '../mutant.ts';

const { findCode, findRefreshToken, isClientSecret, isPassword, passwordUser, tokenClient } = defaultRules;

/** Wrong credentials that any client is served with. */
export const wrongCredentials = {
  ...each(
    [
      ['password-of-an-unknown-client', 'A password grant', 'password', 'IDN-060'],
      ['exchange-with-an-unknown-client', 'The exchange of a code', 'authorization_code', 'IDN-124'],
      ['refresh-of-an-unknown-client', 'A refresh', 'refresh_token', 'IDN-060'],
    ],
    (_, what, grant, breaks) => ({
      says: `${what} of an unregistered client is served as one of the first client.`,
      breaks,
      when: all(by(grant), sending('client_id')),
      tokenClient: (clients, ...given) => tokenClient(clients, ...given) ?? clients[0],
    }),
  ),
  ...each(
    [
      ['password-with-any-secret', 'a password grant', 'password', 'IDN-061'],
      ['exchange-with-any-secret', 'the exchange of a code', 'authorization_code', 'IDN-125'],
      ['refresh-with-any-secret', 'a refresh', 'refresh_token', 'IDN-061'],
    ],
    (_, what, grant, breaks) => ({
      says: `Accepts any client secret for ${what}.`,
      breaks,
      when: all(by(grant), sending('client_secret')),
      isClientSecret: () => true,
    }),
  ),
  ...each(
    [
      ['secret-of-any-client', 'a password grant', 'password', 'IDN-061'],
      ['secret-of-any-client-for-a-code', 'the exchange of a code', 'authorization_code', 'IDN-125'],
      ['secret-of-any-client-at-a-refresh', 'a refresh', 'refresh_token', 'IDN-061'],
    ],
    (_, what, grant, breaks) => ({
      says: `Accepts the secret of any client for ${what}.`,
      breaks,
      when: by(grant),
      isClientSecret: (_one, secret) => [client, otherClient].some((one) => one.secret === secret),
    }),
  ),
  'any-password': {
    says: 'Accepts any password at the password grant.',
    breaks: 'IDN-062',
    isPassword: (_user, password) => password !== undefined,
  },
  'unknown-user-accepted': {
    says: 'Treats an unknown user name at the password grant as that of the first user.',
    breaks: 'IDN-063',
    when: sending('username'),
    passwordUser: (users, username) => passwordUser(users, username) ?? users[0],
  },
  'password-of-somebody-else': {
    says: 'Checks the password of the named user, but issues tokens for another one.',
    breaks: ['IDN-117', 'COL-054'],
    passwordUser: (users, name) => {
      const meant = passwordUser(users, name);
      return meant && users.find((user) => user !== meant);
    },
    isPassword: (_user, password) => {
      const meant = passwordUser(Object.values(users), now().form['username']);
      return meant !== undefined && isPassword(meant, password);
    },
  },
  'password-grant-refused': {
    says: 'Does not recognize any user name at the password grant.',
    breaks: ['IDN-038', 'IDN-089'],
    passwordUser: () => undefined,
  },
  'invented-code-exchanged': {
    says: 'Treats an unknown code as the newest one.',
    breaks: 'IDN-064',
    findCode: (codes, code) => {
      const newest = [...codes.values()].at(-1);
      return findCode(codes, code) ?? (code && newest ? { ...newest, used: false } : undefined);
    },
  },
  'invented-refresh-token-accepted': {
    says: 'Treats an unknown refresh token as the newest one.',
    breaks: 'IDN-068',
    rules: () => {
      let newest: ReturnType<typeof findRefreshToken>;
      return {
        findRefreshToken: (tokens, token) => {
          const found = findRefreshToken(tokens, token) ?? (token === undefined ? undefined : newest);
          newest = [...tokens.values()].at(-1) ?? newest;
          return found;
        },
      };
    },
  },
} satisfies Bank;

/** Wrong credentials that a client other than the first is served with. */
export const credentialsOfAnotherClient = {
  'any-password-at-another-client': {
    says: 'Accepts any password from every client but the first.',
    breaks: 'IDN-062',
    when: ofAnotherClient,
    isPassword: (_user, password) => password !== undefined,
  },
  'secret-of-another-client-unread': {
    says: 'Ignores the client secret of every client but the first.',
    breaks: 'IDN-061',
    when: ofAnotherClient,
    isClientSecret: () => true,
  },
  'secret-of-another-client-unread-at-an-exchange': {
    says: 'Ignores the client secret when any client but the first exchanges a code.',
    breaks: 'IDN-125',
    when: all(by('authorization_code'), ofAnotherClient),
    isClientSecret: () => true,
  },
  ...each(
    [
      ['secret-of-another-client-unread-at-a-refresh', 'a refresh', 'refresh_token'],
      ['secret-of-another-client-unread-at-a-password', 'a password grant', 'password'],
    ],
    (_, what, grant) => ({
      says: `Accepts any client secret in ${what} for every client but the first.`,
      breaks: 'IDN-061',
      when: all(by(grant), ofAnotherClient),
      isClientSecret: (_one, secret) => secret !== undefined,
    }),
  ),
  ...each(
    [
      ['password-grant-of-another-client-without-a-secret', 'a password grant', 'password', 'IDN-051'],
      ['refresh-of-another-client-without-a-secret', 'a refresh', 'refresh_token', 'IDN-056'],
    ],
    (_, what, grant, breaks) => ({
      says: `Accepts ${what} without client_secret from every client but the first.`,
      breaks,
      when: all(by(grant), ofAnotherClient),
      isClientSecret: (one, secret, ...given) =>
        secret === undefined || isClientSecret(one, secret, ...given),
    }),
  ),
} satisfies Bank;
