import { Buffer } from 'node:buffer';
import { CUT, refuse } from '../../reference/answer.ts';
import type { Credentials } from '../../reference/rules/account.ts';
import { defaultRules, type Rules } from '../../reference/rules/index.ts';
import { account } from '../../reference/seed.ts';
import type { Account } from '../../reference/state.ts';
import { all, ending, isFor } from '../circumstances.ts';
import { each } from '../family.ts';
import type { Bank, MutantEntry } from '../mutant.ts';
import { type When, where } from '../where.ts';

const { authenticate, basicCredentials } = defaultRules;

/** Credentials that come near the right ones, and are taken for them. */
export const nearCredentials = {
  'auth-token-by-its-beginning': token(
    'Accepts a truncated auth token of at least four characters.',
    (given, own) => given.length > 3 && own.startsWith(given),
  ),
  'auth-token-in-any-case': token(
    'Ignores the case of an auth token.',
    (given, own) => given.toLowerCase() === own.toLowerCase(),
  ),
  'empty-auth-token': token('Accepts an empty auth token.', (given) => given === ''),
  'auth-token-without-the-spaces-around-it': token(
    'Ignores whitespace around an auth token.',
    (given, own) => given.trim() === own,
  ),
  'auth-token-up-to-a-colon': token(
    'Ignores everything from a second colon on in Basic credentials.',
    (given, own) => given.split(':')[0] === own,
  ),
  'account-by-its-end': user('Accepts any user name that ends with the account sid.', (given, own) =>
    given.endsWith(own),
  ),
  'auth-token-without-a-user-name': user('Accepts an empty user name.', (given) => given === ''),
  'account-known-by-its-beginning': user(
    'Accepts a truncated account sid.',
    (given, own) => given !== '' && own.startsWith(given),
  ),
  'credentials-the-other-way-round': pair(
    'Also accepts the auth token as user name with the account sid as password.',
    (given, own) => given.sid === own.token && given.token === own.sid,
  ),
  'empty-pair-of-credentials': pair(
    'Treats an empty user name with an empty auth token as the first account.',
    (given) => given.sid === '' && given.token === '',
  ),
  'account-without-an-auth-token': {
    ...token('Authenticates by the account sid alone when the credentials contain no colon.', () => true),
    when: ({ headers }) => {
      const decoded = Buffer.from(headers.get('authorization')?.split(' ')[1] ?? '', 'base64').toString();
      return decoded !== '' && !decoded.includes(':');
    },
  },
  ...each(
    [
      ['nothing-behind-the-scheme-fails', 'has nothing behind the scheme Basic', /^Basic *$/],
      ['what-is-no-base64-fails', 'has no Base64 behind the scheme Basic', /^Basic \*/],
    ],
    (_, told, pattern) => ({
      says: `Returns 500 when Authorization ${told}.`,
      breaks: ['TEL-090', 'TEL-190'],
      when: authorizedBy(pattern),
      basicCredentials: () => refuse(500, 'no credentials'),
    }),
  ),
} satisfies Bank;

/** Schemes under which credentials are taken, or are not. */
export const schemesOfAccounts = {
  ...each(
    [
      ['credentials-under-any-scheme', 'under any authentication scheme', /^\S+/, 'Basic'],
      ['credentials-without-a-scheme', 'without the scheme', /^(?=\S+$)/, 'Basic '],
      ['scheme-that-ends-with-basic', 'under any scheme that ends with Basic', /^\w+(?=basic )/i, ''],
    ],
    (_, how, sent, meant) => ({
      says: `Accepts Basic credentials ${how}.`,
      breaks: 'TEL-191',
      basicCredentials: (authorization) => basicCredentials(authorization?.replace(sent, meant)),
    }),
  ),
  ...each(
    [
      ['recording-under-bearer', 'for recordings', isFor('recordCall')],
      ['recording-ended-under-bearer', 'when a recording is ended', ending],
    ],
    (_, whenever, when) => ({
      says: `Accepts Basic credentials under the scheme Bearer ${whenever}.`,
      breaks: 'TEL-191',
      when,
      basicCredentials: (authorization) => basicCredentials(authorization?.replace(/^bearer/i, 'Basic')),
    }),
  ),
  'auth-token-under-bearer': {
    says: 'Accepts an auth token alone under the scheme Bearer.',
    breaks: 'TEL-191',
    rules: () => underBearer((sent) => ({ sid: account.sid, token: sent })),
  },
  'access-token-for-an-account': {
    says: 'Accepts access tokens of the identity server as credentials of an account.',
    breaks: 'TEL-191',
    when: ({ grant }) => grant !== undefined,
    basicCredentials: () => account,
  },
  ...each(
    [
      ['basic-in-small-letters-refused', 'in lower case', /^basic /],
      [
        'basic-in-small-letters-refused-for-recordings',
        'in lower case for recordings',
        /^basic /,
        isFor('recordCall'),
      ],
      ['basic-in-capitals-refused', 'in upper case', /^BASIC /],
    ],
    (_, how, scheme, when = () => true) => ({
      says: `Refuses the scheme Basic ${how}.`,
      breaks: 'TEL-192',
      when: all(when, authorizedBy(scheme)),
      basicCredentials: () => undefined,
    }),
  ),
  'basic-in-small-letters-met-with-silence': {
    says: 'Closes the connection of a listing when the scheme Basic is in lower case.',
    breaks: 'TEL-192',
    when: all(isFor('listAvailableNumbers'), authorizedBy(/^basic /)),
    send: (answer) => ({ ...answer, body: CUT }),
  },
} satisfies Bank;

/** A deployment that takes other credentials for those of an account as well. */
function pair(says: string, isTaken: (given: Credentials, own: Account) => boolean): MutantEntry {
  return {
    says,
    breaks: ['TEL-090', 'TEL-190'],
    authenticate: (accounts, given, operation) =>
      authenticate(accounts, given, operation) ?? accounts.find((own) => given && isTaken(given, own)),
  };
}

function token(says: string, isTaken: (given: string, own: string) => boolean): MutantEntry {
  return pair(says, (given, own) => given.sid === own.sid && isTaken(given.token, own.token));
}

function user(says: string, isTaken: (given: string, own: string) => boolean): MutantEntry {
  return pair(says, (given, own) => given.token === own.token && isTaken(given.sid, own.sid));
}

function authorizedBy(pattern: RegExp): When {
  return ({ headers }) => pattern.test(headers.get('authorization') ?? '');
}

/** Takes for credentials what a token under the scheme Bearer stands for. */
function underBearer(credentialsOf: (sent: string) => Credentials): Partial<Rules> {
  return where(authorizedBy(/^Bearer ./), {
    basicCredentials: (authorization = '') => credentialsOf(authorization.slice('Bearer '.length)),
  });
}
