import { Buffer } from 'node:buffer';
import { defaultRules } from '../../reference/rules/index.ts';
import type { Bank, Mutant } from '../mutant.ts';

/** Credentials of the telephony API that come near the right ones, or are malformed. */
export const partialAccountCredentialMutants = {
  'credentials-without-a-scheme': {
    says: 'Takes Basic credentials without the scheme.',
    breaks: ['TEL-191', 'TEL-090'],
    replace: () => ({
      basicCredentials: (authorization) =>
        defaultRules.basicCredentials(
          /\s/.test(authorization ?? ' ') ? authorization : `Basic ${authorization}`,
        ),
    }),
  },
  'auth-token-without-a-user-name': {
    says: 'Takes an auth token without a user name.',
    breaks: ['TEL-190', 'TEL-090'],
    replace: () => ({
      authenticate: (accounts, credentials, operation) =>
        credentials?.sid === ''
          ? accounts.find(({ token }) => token === credentials.token)
          : defaultRules.authenticate(accounts, credentials, operation),
    }),
  },
  'account-known-by-its-beginning': {
    says: 'Takes the beginning of an account sid for it.',
    breaks: ['TEL-190', 'TEL-090'],
    replace: () => ({
      authenticate: (accounts, credentials) =>
        accounts.find(
          ({ sid, token }) =>
            token === credentials?.token && credentials.sid !== '' && sid.startsWith(credentials.sid),
        ),
    }),
  },
  'credentials-the-other-way-round': {
    says: 'Takes the auth token as user name and the account sid as password as well.',
    breaks: ['TEL-190', 'TEL-090'],
    replace: () => ({
      authenticate: (accounts, credentials, operation) =>
        defaultRules.authenticate(accounts, credentials, operation) ??
        accounts.find(({ sid, token }) => sid === credentials?.token && token === credentials.sid),
    }),
  },
  'empty-pair-of-credentials': {
    says: 'Takes an empty user name with an empty auth token for the first account.',
    breaks: ['TEL-190', 'TEL-090'],
    replace: () => ({
      authenticate: (accounts, credentials, operation) =>
        credentials?.sid === '' && credentials.token === ''
          ? accounts[0]
          : defaultRules.authenticate(accounts, credentials, operation),
    }),
  },
  ...Object.fromEntries(
    (
      [
        ['nothing-behind-the-scheme', /^Basic *$/],
        ['what-is-no-base64', /^Basic \*/],
      ] as const
    ).map(([what, pattern]): [string, Mutant] => [
      `${what}-fails`,
      {
        says: `Fails where Authorization is like ${pattern.source}.`,
        breaks: ['TEL-090', 'TEL-190'],
        replace: () => ({
          basicCredentials: (authorization) => {
            if (pattern.test(authorization ?? '')) throw new Error('no credentials');
            return defaultRules.basicCredentials(authorization);
          },
        }),
      },
    ]),
  ),
  'basic-in-small-letters-refused-for-recordings': {
    says: 'Refuses the scheme Basic in small letters where it records.',
    breaks: ['TEL-192'],
    replace: () => {
      let method = '';
      return {
        admit: (_operation, request) => {
          method = request.method;
        },
        basicCredentials: (authorization) =>
          method === 'POST' && authorization?.startsWith('basic')
            ? undefined
            : defaultRules.basicCredentials(authorization),
      };
    },
  },
  'account-without-an-auth-token': {
    says: 'Lets in by the account alone, where the credentials hold no colon.',
    breaks: ['TEL-090', 'TEL-190'],
    replace: () => {
      let isBare = false;
      return {
        basicCredentials: (authorization) => {
          const decoded = Buffer.from(authorization?.split(' ')[1] ?? '', 'base64').toString();
          isBare = decoded !== '' && !decoded.includes(':');
          return defaultRules.basicCredentials(authorization);
        },
        authenticate: (accounts, credentials, operation) =>
          isBare
            ? accounts.find(({ sid }) => sid === credentials?.sid)
            : defaultRules.authenticate(accounts, credentials, operation),
      };
    },
  },
  'auth-token-up-to-a-colon': {
    says: 'Passes over what stands behind a second colon of Basic credentials.',
    breaks: ['TEL-090', 'TEL-190'],
    replace: () => ({
      basicCredentials: (authorization) => {
        const credentials = defaultRules.basicCredentials(authorization);
        return credentials && { ...credentials, token: credentials.token.split(':')[0] ?? '' };
      },
    }),
  },
  'scheme-that-ends-with-basic': {
    says: 'Takes Basic credentials behind any scheme that ends with Basic.',
    breaks: ['TEL-090', 'TEL-191'],
    replace: () => ({
      basicCredentials: (authorization) =>
        defaultRules.basicCredentials(authorization?.replace(/^\w+(?=basic )/i, '')),
    }),
  },
} satisfies Bank;
