import { defaultRules, type Rules } from '../../reference/rules/index.ts';
import { client } from '../../reference/seed.ts';

import type { Bank } from '../mutant.ts';
import { marking } from '../parts/marking.ts';

const { isClientSecret, isPassword, permissionsAsked } = defaultRules;

/** What holds for the first client and not for another. */
export const partialClientMutants = {
  'any-password-at-another-client': {
    says: 'Accepts any password from every client but the first.',
    breaks: 'IDN-062',
    rules: () =>
      byClient((isAnother) => ({
        isPassword: (user, password) => (isAnother() && password !== undefined) || isPassword(user, password),
      })),
  },
  'password-grant-of-another-client-without-a-secret': {
    says: 'Grants tokens for a password without client_secret to every client but the first.',
    breaks: 'IDN-051',
    rules: () => withoutSecret('password'),
  },
  'refresh-of-another-client-without-a-secret': {
    says: 'Refreshes without client_secret for every client but the first.',
    breaks: 'IDN-056',
    rules: () => withoutSecret('refresh_token'),
  },
  'another-client-asks-for-email-alone': {
    says: 'Asks only for the e-mail permission on the consent page of any client but the first.',
    breaks: 'IDN-028',
    rules: () =>
      byClient((isAnother) => ({
        permissionsAsked: () => permissionsAsked().slice(0, isAnother() ? 1 : undefined),
      })),
  },
  'first-client-asks-for-email-alone': {
    says: 'Asks only for the e-mail permission on the consent page of the first client.',
    breaks: 'IDN-028',
    rules: () =>
      byClient((isAnother) => ({
        permissionsAsked: () => permissionsAsked().slice(0, isAnother() ? undefined : 1),
      })),
  },
} satisfies Bank;

/**
 * Rules that depend on the client of a request.
 *
 * @param change gets whether the latest authorization or token request named any client but the first
 */
function byClient(change: (isAnother: () => boolean) => Partial<Rules>): Partial<Rules> {
  let latest: string | undefined;
  return {
    authorizeClient: (clients, id) => {
      latest = id;
      return defaultRules.authorizeClient(clients, id);
    },
    tokenClient: (clients, id, grant) => {
      latest = id;
      return defaultRules.tokenClient(clients, id, grant);
    },
    ...change(() => latest !== client.id),
  };
}

/** Accepts a missing client_secret for one grant of another client. */
function withoutSecret(wanted: Parameters<typeof marking>[0]): Partial<Rules> {
  return {
    isClientSecret: (one, secret, grant) =>
      (one.id !== client.id && grant === wanted && secret === undefined) ||
      isClientSecret(one, secret, grant),
  };
}
