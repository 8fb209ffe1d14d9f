import { defaultRules } from '../../reference/rules/index.ts';

import type { Bank } from '../mutant.ts';

const { grantType, isClientSecret, isPassword, passwordScopes, passwordUser, tokenClient } = defaultRules;

/** The token endpoint where it grants: the password grant, and what all grants share. */
export const tokenMutants = {
  'password-grant-refused': {
    says: 'Does not recognize any user name at the password grant.',
    breaks: ['IDN-038', 'IDN-089'],
    passwordUser: () => undefined,
  },
  'password-grant-of-one-scope': {
    says: 'Refuses more than one scope at the password grant.',
    breaks: ['IDN-038', 'IDN-089'],
    passwordScopes: (scope, authUrl) => (scope?.includes(' ') ? undefined : passwordScopes(scope, authUrl)),
  },
  'password-without-client-id': {
    says: 'Treats a password grant without client_id as one from the first client.',
    breaks: 'IDN-050',
    tokenClient: (clients, id, grant) =>
      id === undefined && grant === 'password' ? clients[0] : tokenClient(clients, id, grant),
  },
  'password-without-secret': {
    says: 'Accepts a password grant without client_secret.',
    breaks: 'IDN-051',
    isClientSecret: (client, secret, grant) =>
      (secret === undefined && grant === 'password') || isClientSecret(client, secret, grant),
  },
  'password-without-username': {
    says: 'Treats a password grant without username as one for the first user.',
    breaks: 'IDN-052',
    passwordUser: (users, username) => (username === undefined ? users[0] : passwordUser(users, username)),
  },
  'password-grant-without-password': {
    says: 'Accepts a password grant without password.',
    breaks: 'IDN-053',
    isPassword: (user, password) => password === undefined || isPassword(user, password),
  },
  'password-without-scope': {
    says: 'Grants the scope email to a password grant without scope.',
    breaks: 'IDN-054',
    passwordScopes: (scope, authUrl) => passwordScopes(scope ?? 'email', authUrl),
  },
  'grant-type-not-required': {
    says: 'Treats a token request without grant_type as a password grant.',
    breaks: 'IDN-058',
    grantType: (value, form) => grantType(value ?? 'password', form),
  },
  'unknown-grant-accepted': {
    says: 'Treats an unknown grant_type as the password grant.',
    breaks: 'IDN-059',
    grantType: (value, form) => grantType(value, form) ?? (value === undefined ? undefined : 'password'),
  },
  'password-of-an-unknown-client': {
    says: 'Treats a password grant from an unregistered client as one from the first client.',
    breaks: 'IDN-060',
    tokenClient: (clients, id, grant) =>
      tokenClient(clients, id, grant) ?? (id && grant === 'password' ? clients[0] : undefined),
  },
  'password-with-any-secret': {
    says: 'Accepts any client secret at the password grant.',
    breaks: 'IDN-061',
    isClientSecret: (client, secret, grant) =>
      grant === 'password' ? secret !== undefined : isClientSecret(client, secret, grant),
  },
  'secret-compared-by-its-start': {
    says: 'Accepts a client secret that begins with the registered one.',
    breaks: 'IDN-061',
    isClientSecret: (client, secret) => secret?.startsWith(client.secret) ?? false,
  },
  'any-password': {
    says: 'Accepts any password at the password grant.',
    breaks: 'IDN-062',
    isPassword: (_user, password) => password !== undefined,
  },
  'unknown-user-accepted': {
    says: 'Treats an unknown user name at the password grant as that of the first user.',
    breaks: 'IDN-063',
    passwordUser: (users, username) => passwordUser(users, username) ?? (username ? users[0] : undefined),
  },
} satisfies Bank;
