import { defaultRules } from '../../reference/rules/index.ts';
import { all, by, ofAnotherClient } from '../circumstances.ts';
import { each } from '../family.ts';
import type { Bank } from '../mutant.ts';

const { isClientSecret } = defaultRules;

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
