import { defaultRules, type Rules } from '../../reference/rules/index.ts';
import type { Bank } from '../mutant.ts';
import { marking } from '../parts/marking.ts';

/** Breaking what token info says of the ID tokens of one grant, while those of the others are told of rightly. */
export const partialIdTokenMutants = {
  'code-id-token-unknown': {
    says: 'Does not recognize the ID token issued for a code.',
    breaks: 'IDN-101',
    rules: () => {
      const { marked, tokenResponse } = marking('authorization_code', 'idToken');
      return {
        tokenResponse,
        verifiedIdToken: async (token, verified) =>
          marked.has(token ?? '') ? undefined : verified(token ?? ''),
      };
    },
  },
  'refreshed-id-token-unknown': {
    says: 'Does not recognize the ID token of a refresh.',
    breaks: 'IDN-101',
    rules: () => readingIdTokens('refresh_token', () => undefined),
  },
  'refreshed-id-token-of-another-audience': {
    says: 'Reports another audience for the ID token of a refresh.',
    breaks: 'IDN-116',
    rules: () => readingIdTokens('refresh_token', (claims) => ({ ...claims, aud: 'another-client' })),
  },
  'code-id-token-of-another-user': {
    says: 'Reports another user for the ID token of a code.',
    breaks: 'IDN-117',
    rules: () => readingIdTokens('authorization_code', (claims) => ({ ...claims, sub: 'ds-user-admin' })),
  },
  'code-tokens-of-another-name': {
    says: 'Reports another user name for the ID token of a code, along with the right user_id.',
    breaks: 'IDN-117',
    rules: () =>
      tellingUser('authorization_code', (user) => ({ ...user, username: 'somebody.else@reference.example' })),
  },
  'refreshed-id-token-without-first-name': {
    says: 'Omits first_name from token info for the ID token of a refresh.',
    breaks: 'IDN-110',
    rules: () => tellingUser('refresh_token', (user) => ({ ...user, first_name: undefined })),
  },
  'code-id-token-of-two-hours': {
    says: 'Reports a lifetime of two hours for the ID token of a code.',
    breaks: 'IDN-119',
    rules: () =>
      readingIdTokens('authorization_code', (claims) => ({ ...claims, exp: (claims.exp ?? 0) + 3600 })),
  },
} satisfies Bank;

type Grant = Parameters<Rules['tokenResponse']>[2];

type Claims = Awaited<ReturnType<Rules['verifiedIdToken']>>;

/** Reads otherwise the ID tokens that one grant has answered. */
function readingIdTokens(wanted: Grant, read: (claims: NonNullable<Claims>) => Claims): Partial<Rules> {
  const { marked, tokenResponse } = marking(wanted, 'idToken');
  return {
    tokenResponse,
    verifiedIdToken: async (token, verified) => {
      const claims = await verified(token ?? '');
      return claims !== undefined && marked.has(token ?? '') ? read(claims) : claims;
    },
  };
}

/** Tells another user in token info for the ID tokens of a grant. */
function tellingUser(
  grant: Grant,
  change: (user: Record<string, unknown>) => Record<string, unknown>,
): Partial<Rules> {
  const { marked, tokenResponse } = marking(grant, 'idToken');
  let isMarked = false;
  return {
    tokenResponse,
    verifiedIdToken: (token, verified) => {
      isMarked = marked.has(token ?? '');
      return verified(token ?? '');
    },
    tokenInfoUser: (user, picture) => {
      const told = defaultRules.tokenInfoUser(user, picture);
      return isMarked ? change(told) : told;
    },
  };
}
