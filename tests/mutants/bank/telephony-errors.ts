import { defaultRules, type Rules } from '../../reference/rules/index.ts';
import type { Bank } from '../mutant.ts';

const { authenticate, basicCredentials, notFound, mayUseAccount } = defaultRules;

/** How the listing of numbers refuses: what does not exist, credentials, and another account. */
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

  'listing-open-to-all': {
    says: 'Lists numbers without credentials.',
    breaks: ['TEL-189', 'TEL-191', 'TEL-193'],
    replace: () => ({
      authenticate: (accounts, credentials, operation) =>
        operation === 'listAvailableNumbers' && credentials === undefined
          ? accounts[0]
          : authenticate(accounts, credentials, operation),
    }),
  },
  'listing-without-credentials-fails': {
    says: 'Fails on a listing without credentials.',
    breaks: ['TEL-189', 'TEL-191', 'TEL-193'],
    replace: () => ({
      authenticate: (accounts, credentials, operation) => {
        if (operation === 'listAvailableNumbers' && credentials === undefined) throw new Error('nobody');
        return authenticate(accounts, credentials, operation);
      },
    }),
  },
  'listing-with-any-token': {
    says: 'Lists numbers with any auth token.',
    breaks: ['TEL-190'],
    replace: () => ({
      authenticate: (accounts, credentials, operation) =>
        operation === 'listAvailableNumbers'
          ? accounts.find(({ sid }) => sid === credentials?.sid)
          : authenticate(accounts, credentials, operation),
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
  'basic-under-another-scheme': {
    says: 'Takes the credentials of Basic under Bearer, too.',
    breaks: ['TEL-191'],
    replace: () => ({
      basicCredentials: (authorization) => basicCredentials(authorization?.replace(/^bearer/i, 'Basic')),
    }),
  },
  'scheme-in-capitals-refused': {
    says: 'Takes Basic and basic, and not BASIC.',
    breaks: ['TEL-192'],
    replace: () => ({ basicCredentials: onlyUnder(/^(Basic|basic) /) }),
  },
  'scheme-in-small-letters-refused': {
    says: 'Takes Basic and BASIC, and not basic.',
    breaks: ['TEL-192'],
    replace: () => ({ basicCredentials: onlyUnder(/^(Basic|BASIC) /) }),
  },
  'listing-forbidden-without-credentials': {
    says: 'Answers a request without credentials with the status 403.',
    breaks: ['TEL-193'],
    replace: () => ({ unauthenticatedStatus: () => 403 }),
  },
  'listing-challenges-by-bearer': {
    says: 'Tells the scheme Bearer in the challenge.',
    breaks: ['TEL-194'],
    replace: () => ({ basicChallenge: () => 'Bearer realm="telephony"' }),
  },
  'listing-does-not-challenge': {
    says: 'Answers 401 without a challenge.',
    breaks: ['TEL-194'],
    replace: () => ({
      send: ({ headers: { 'WWW-Authenticate': _challenge, ...headers }, ...answer }) => ({
        ...answer,
        headers,
      }),
    }),
  },
  'listing-of-another-account': {
    says: "Lists numbers under another account's path.",
    breaks: ['TEL-195'],
    replace: () => ({
      mayUseAccount: (account, sid, operation) =>
        operation === 'listAvailableNumbers' || mayUseAccount(account, sid, operation),
    }),
  },
  'listing-of-another-account-fails': {
    says: "Fails under another account's path.",
    breaks: ['TEL-195'],
    replace: () => ({
      mayUseAccount: (account, sid, operation) => {
        if (operation === 'listAvailableNumbers' && sid !== account.sid) throw new Error('not ours');
        return mayUseAccount(account, sid, operation);
      },
    }),
  },
} satisfies Bank;

function onlyUnder(scheme: RegExp): Rules['basicCredentials'] {
  return (authorization) => (scheme.test(authorization ?? '') ? basicCredentials(authorization) : undefined);
}
