import { defaultRules } from '../../reference/rules/index.ts';
import type { Variants } from '../mutant.ts';

/** What an authorization request may, must and must not contain. */
export const authorizeParameterVariants = {
  'last-of-two-parameters': {
    says: 'Uses the last value of a parameter that is sent twice.',
    isRepeated: () => false,
  },
  'grant-announced-in-one-spelling': {
    says: 'Requires grant_type in an authorization request.',
    isGrantAnnounced: (grant_type) => grant_type === 'authorization_code',
  },
  'grant-announced-in-the-other-spelling': {
    says: 'Requires grand_type in an authorization request, which no client library sends.',
    warns: 'IDN-092',
    isGrantAnnounced: (_, grand_type) => grand_type === 'authorization_code',
  },
  'grand-type-refused': {
    says: 'Refuses an authorization request with grand_type, a parameter that it does not know.',
    isGrantAnnounced: (grant_type, grand_type) =>
      grant_type === 'authorization_code' && grand_type === undefined,
  },
  'grant-type-refused': {
    says: 'Requires grand_type in an authorization request, and refuses grant_type.',
    warns: 'IDN-092',
    isGrantAnnounced: (grant_type, grand_type) =>
      grant_type === undefined && grand_type === 'authorization_code',
  },
  'scopes-not-parted-by-commas': {
    says: 'Refuses scopes that are separated by commas.',
    authorizeScopes: (scope, authUrl) =>
      scope?.includes(',') ? undefined : defaultRules.authorizeScopes(scope, authUrl),
  },
} satisfies Variants;
