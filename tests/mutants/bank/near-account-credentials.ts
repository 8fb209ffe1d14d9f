import { Buffer } from 'node:buffer';
import { refuse } from '../../reference/answer.ts';
import type { Credentials } from '../../reference/rules/account.ts';
import { defaultRules, type Rules } from '../../reference/rules/index.ts';
import { account } from '../../reference/seed.ts';
import type { Bank, MutantEntry } from '../mutant.ts';
import { asked } from '../parts/asked.ts';

const { authenticate, basicCredentials } = defaultRules;

/** Credentials of the telephony API that come near the right ones, or are malformed. */
export const nearAccountCredentialMutants = {
  'auth-token-by-its-beginning': {
    says: 'Accepts a truncated auth token of at least four characters.',
    breaks: ['TEL-090', 'TEL-190'],
    rules: () => authenticating((given, own) => given.length > 3 && own.startsWith(given)),
  },
  'auth-token-in-any-case': {
    says: 'Compares the auth token without regard to case.',
    breaks: ['TEL-090', 'TEL-190'],
    rules: () => authenticating((given, own) => given.toLowerCase() === own.toLowerCase()),
  },
  'empty-auth-token': {
    says: 'Accepts an empty auth token.',
    breaks: ['TEL-090', 'TEL-190'],
    rules: () => authenticating((given, own) => given === '' || given === own),
  },
  'account-by-its-end': {
    says: 'Accepts any user name that ends with the account sid.',
    breaks: ['TEL-090', 'TEL-190'],
    authenticate: (accounts, given, operation) =>
      authenticate(accounts, given && { ...given, sid: given.sid.slice(-account.sid.length) }, operation),
  },
  'auth-token-without-the-spaces-around-it': {
    says: 'Ignores whitespace around an auth token.',
    breaks: ['TEL-090', 'TEL-190'],
    authenticate: (accounts, given, operation) =>
      authenticate(accounts, given && { ...given, token: given.token.trim() }, operation),
  },
  'credentials-without-a-scheme': {
    says: 'Accepts Basic credentials without the scheme.',
    breaks: 'TEL-191',
    basicCredentials: (authorization) =>
      basicCredentials(/\s/.test(authorization ?? ' ') ? authorization : `Basic ${authorization}`),
  },
  'auth-token-without-a-user-name': {
    says: 'Accepts an auth token without a user name.',
    breaks: ['TEL-190', 'TEL-090'],
    authenticate: (accounts, credentials, operation) =>
      credentials?.sid === ''
        ? accounts.find(({ token }) => token === credentials.token)
        : authenticate(accounts, credentials, operation),
  },
  'account-known-by-its-beginning': {
    says: 'Accepts a truncated account sid.',
    breaks: ['TEL-190', 'TEL-090'],
    authenticate: (accounts, credentials) =>
      accounts.find(
        ({ sid, token }) =>
          token === credentials?.token && credentials.sid !== '' && sid.startsWith(credentials.sid),
      ),
  },
  'credentials-the-other-way-round': {
    says: 'Also accepts the auth token as user name with the account sid as password.',
    breaks: ['TEL-190', 'TEL-090'],
    authenticate: (accounts, credentials, operation) =>
      authenticate(accounts, credentials, operation) ??
      accounts.find(({ sid, token }) => sid === credentials?.token && token === credentials.sid),
  },
  'empty-pair-of-credentials': {
    says: 'Treats an empty user name with an empty auth token as the first account.',
    breaks: ['TEL-190', 'TEL-090'],
    authenticate: (accounts, credentials, operation) =>
      credentials?.sid === '' && credentials.token === ''
        ? accounts[0]
        : authenticate(accounts, credentials, operation),
  },
  ...Object.fromEntries(
    (
      [
        ['nothing-behind-the-scheme', /^Basic *$/],
        ['what-is-no-base64', /^Basic \*/],
      ] as const
    ).map(([what, pattern]): [string, MutantEntry] => [
      `${what}-fails`,
      {
        says: `Returns 500 when Authorization matches ${pattern.source}.`,
        breaks: ['TEL-090', 'TEL-190'],
        basicCredentials: (authorization) => {
          if (pattern.test(authorization ?? '')) refuse(500, 'no credentials');
          return basicCredentials(authorization);
        },
      },
    ]),
  ),
  'basic-in-small-letters-refused-for-recordings': {
    says: 'Refuses the scheme Basic in lower case for recordings.',
    breaks: 'TEL-192',
    rules: () => {
      let method = '';
      return {
        admit: (_operation, request) => {
          method = request.method;
        },
        basicCredentials: (authorization) =>
          method === 'POST' && authorization?.startsWith('basic')
            ? undefined
            : basicCredentials(authorization),
      };
    },
  },
  'account-without-an-auth-token': {
    says: 'Authenticates by the account sid alone when the credentials contain no colon.',
    breaks: ['TEL-090', 'TEL-190'],
    rules: () => {
      let isBare = false;
      return {
        basicCredentials: (authorization) => {
          const decoded = Buffer.from(authorization?.split(' ')[1] ?? '', 'base64').toString();
          isBare = decoded !== '' && !decoded.includes(':');
          return basicCredentials(authorization);
        },
        authenticate: (accounts, credentials, operation) =>
          isBare
            ? accounts.find(({ sid }) => sid === credentials?.sid)
            : authenticate(accounts, credentials, operation),
      };
    },
  },
  'auth-token-up-to-a-colon': {
    says: 'Ignores everything from a second colon on in Basic credentials.',
    breaks: ['TEL-090', 'TEL-190'],
    basicCredentials: (authorization) => {
      const credentials = basicCredentials(authorization);
      return credentials && { ...credentials, token: credentials.token.split(':')[0] ?? '' };
    },
  },
  'scheme-that-ends-with-basic': {
    says: 'Accepts Basic credentials under any scheme that ends with Basic.',
    breaks: 'TEL-191',
    basicCredentials: (authorization) => basicCredentials(authorization?.replace(/^\w+(?=basic )/i, '')),
  },
  'recording-ended-under-any-user-name': {
    says: 'Accepts any user name with the right auth token when a recording is ended.',
    breaks: 'TEL-090',
    rules: () =>
      endingFor((authorization) =>
        Buffer.from(authorization.slice(6), 'base64').toString().endsWith(`:${account.token}`),
      ),
  },
  'recording-ended-under-bearer': {
    says: 'Accepts Basic credentials under the scheme Bearer when a recording is ended.',
    breaks: 'TEL-191',
    rules: () =>
      endingFor((authorization) => authorization === `Bearer ${btoa(`${account.sid}:${account.token}`)}`),
  },
  'recording-under-bearer': {
    says: 'Accepts Basic credentials under the scheme Bearer for recordings.',
    breaks: 'TEL-191',
    rules: () =>
      asked((now) => ({
        basicCredentials: (header) =>
          basicCredentials(now().operation === 'recordCall' ? header?.replace(/^bearer/i, 'Basic') : header),
      })),
  },
  'auth-token-under-bearer': {
    says: 'Accepts an auth token alone under the scheme Bearer.',
    breaks: 'TEL-191',
    rules: () => underBearer((token) => ({ sid: account.sid, token })),
  },
  'access-token-for-an-account': {
    says: 'Accepts access tokens of the identity server as credentials of an account.',
    breaks: 'TEL-191',
    rules: () => {
      const granted = new Set<string>();
      return {
        ...underBearer((token) => (granted.has(token) ? account : undefined)),
        accessToken: (token) => {
          granted.add(token);
          return token;
        },
      };
    },
  },
} satisfies Bank;

/** Takes for credentials what a token under the scheme Bearer stands for. */
function underBearer(credentialsOf: (token: string) => Credentials | undefined): Partial<Rules> {
  return {
    basicCredentials: (header) => {
      const [, token] = /^Bearer (.+)$/.exec(header ?? '') ?? [];
      return token === undefined ? basicCredentials(header) : credentialsOf(token);
    },
  };
}

function authenticating(isToken: (given: string, own: string) => boolean): Partial<Rules> {
  return {
    authenticate: (accounts, given) =>
      given && accounts.find(({ sid, token }) => sid === given.sid && isToken(given.token, token)),
  };
}

/** Ends a recording for some credentials that are wrong, and starts none for them. */
function endingFor(isSpared: (authorization: string) => boolean): Partial<Rules> {
  let isSparing = false;
  let header = '';
  return {
    admit: (_operation, { headers }) => {
      header = headers.get('authorization') ?? '';
    },
    basicCredentials: (authorization) => {
      isSparing = false;
      const given = basicCredentials(authorization);
      return given ?? (isSpared(header) ? { sid: account.sid, token: '' } : undefined);
    },
    authenticate: (accounts, given, operation) => {
      const own = authenticate(accounts, given, operation);
      if (own !== undefined || operation !== 'recordCall' || !isSpared(header)) return own;
      isSparing = true;
      return accounts.find(({ sid }) => sid === account.sid);
    },
    record: (value) => {
      const isStart = defaultRules.record(value);
      return isSparing && isStart ? defaultRules.record(undefined) : isStart;
    },
  };
}
