import { defaultRules } from '../../reference/rules/index.ts';
import type { Bank } from '../mutant.ts';

const { authenticate, notFound } = defaultRules;

/** What is answered for a number that does not exist, and for a wrong auth token. */
export const telephonyErrorMutants = {
  'missing-number-is-gone': {
    says: 'Answers a resource that does not exist with the status 410.',
    breaks: ['TEL-185'],
    replace: () => ({ notFoundStatus: (operation) => (operation === 'unknown' ? 410 : 404) }),
  },
  'missing-number-is-fine': {
    says: 'Answers a resource that does not exist with the status 200 and the error object.',
    breaks: ['TEL-184', 'TEL-185'],
    replace: () => ({ notFoundStatus: (operation) => (operation === 'unknown' ? 200 : 404) }),
  },
  'missing-number-fails': {
    says: 'Fails on a resource that does not exist.',
    breaks: ['TEL-184', 'TEL-185', 'TEL-186', 'TEL-188'],
    replace: () => ({
      singleNumber: () => {
        throw new Error('no such number');
      },
    }),
  },
  'missing-number-as-a-page': {
    says: 'Answers a resource that does not exist with a page for browsers.',
    breaks: ['TEL-186', 'TEL-187', 'TEL-188'],
    replace: () => ({
      send: (answer, operation) =>
        operation === 'unknown' && answer.status === 404
          ? { ...answer, headers: { 'Content-Type': 'text/html' }, body: '<h1>Not found</h1>' }
          : answer,
    }),
  },
  'missing-number-unnamed': {
    says: 'Says that something is missing, and not what.',
    breaks: ['TEL-188'],
    replace: () => ({
      notFound: (path, operation) =>
        operation === 'unknown' ? { status: 404, message: 'Not found' } : notFound(path, operation),
    }),
  },
  'missing-number-named-by-its-list': {
    says: 'Names the list in place of what is missing.',
    breaks: ['TEL-188'],
    replace: () => ({
      notFound: (path, operation) =>
        notFound(operation === 'unknown' ? path.replace(/\/[^/]+$/, '') : path, operation),
    }),
  },

  'listing-with-the-start-of-the-token': {
    says: 'Compares an auth token as far as the one of the account is long.',
    breaks: ['TEL-190'],
    replace: () => ({
      authenticate: (accounts, credentials, operation) =>
        operation === 'listAvailableNumbers'
          ? accounts.find(({ sid, token }) => sid === credentials?.sid && credentials.token.startsWith(token))
          : authenticate(accounts, credentials, operation),
    }),
  },
} satisfies Bank;
