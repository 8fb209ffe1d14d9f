import { defaultRules, type Rules } from '../../reference/rules/index.ts';
import type { Bank } from '../mutant.ts';

/** What a session that began with a code becomes by a refresh, while that of a password is kept well. */
export const partialCodeSessionMutants = {
  'renewal-of-a-code-without-id-token': {
    says: 'Omits id_token from a refresh when the session began with a code.',
    breaks: 'IDN-044',
    rules: () => {
      const { renewed, rules } = renewing();
      return {
        ...rules,
        tokenResponse: (tokens, scopes, grant) => {
          const { id_token, ...others } = rules.tokenResponse(tokens, scopes, grant);
          return renewed.has(tokens.refreshToken) ? others : { ...others, id_token };
        },
      };
    },
  },
  'renewal-of-a-code-with-the-former-access-token': {
    says: 'Returns the previous access token on a refresh when the session began with a code.',
    breaks: 'IDN-070',
    rules: () => {
      const { renewed, rules } = renewing();
      return {
        ...rules,
        accessToken: (fresh, former) => {
          rules.accessToken(fresh, former);
          return renewed.has(fresh) ? (former ?? fresh) : fresh;
        },
      };
    },
  },
  'renewed-access-token-of-a-code-opens-nothing': {
    says: 'Refuses the access token from a refresh when the session began with a code.',
    breaks: 'IDN-071',
    rules: () => {
      const { renewed, rules } = renewing();
      return {
        ...rules,
        findAccessToken: (tokens, token) =>
          renewed.has(token ?? '') ? undefined : defaultRules.findAccessToken(tokens, token),
      };
    },
  },
  'renewed-access-token-of-a-code-of-another-user': {
    says: 'Returns another user for the access token from a refresh when the session began with a code.',
    breaks: ['COL-054', 'COL-063'],
    rules: () => {
      const { renewed, rules } = renewing();
      let isRenewed = false;
      return {
        ...rules,
        findAccessToken: (tokens, token) => {
          isRenewed = renewed.has(token ?? '');
          return defaultRules.findAccessToken(tokens, token);
        },
        tokenUser: ({ user }, users) => (isRenewed ? (users.find(({ id }) => id !== user.id) ?? user) : user),
      };
    },
  },
  'second-renewal-of-a-code-refused': {
    says: 'Refuses the refresh token from a refresh when the session began with a code.',
    breaks: 'IDN-042',
    rules: () => {
      const { renewed, rules } = renewing();
      return {
        ...rules,
        findRefreshToken: (tokens, token) =>
          renewed.has(token ?? '') ? undefined : defaultRules.findRefreshToken(tokens, token),
      };
    },
  },
  'renewed-id-token-of-a-code-unknown': {
    says: 'Does not recognize the ID token from a refresh when the session began with a code.',
    breaks: 'IDN-101',
    rules: () => {
      const { renewed, rules } = renewing();
      return {
        ...rules,
        verifiedIdToken: async (token, verify) =>
          renewed.has(token ?? '') ? undefined : verify(token ?? ''),
      };
    },
  },
  'refreshed-session-of-a-code-not-revoked': {
    says: 'Does not revoke the refresh token from a refresh when the session began with a code.',
    breaks: 'IDN-093',
    rules: () => {
      const { renewed, rules } = renewing();
      return {
        ...rules,
        revoke: (issued, isSignedOut) => {
          for (const [value, grant] of issued.refreshTokens)
            if (isSignedOut(grant) && !renewed.has(value)) issued.refreshTokens.delete(value);
        },
      };
    },
  },
} satisfies Bank;

/** The tokens that have come of refreshing what a code was exchanged for, and the rules that take note of them. */
function renewing() {
  const ofCodes = new Set<string>();
  const renewed = new Set<string>();
  const note = (fresh: string, former: string | undefined) => {
    if (former !== undefined && (ofCodes.has(former) || renewed.has(former))) renewed.add(fresh);
    return fresh;
  };
  const rules = {
    accessToken: note,
    refreshToken: note,
    tokenResponse: (tokens, scopes, grant) => {
      if (grant === 'authorization_code') ofCodes.add(tokens.accessToken).add(tokens.refreshToken);
      if (renewed.has(tokens.refreshToken)) renewed.add(tokens.idToken);
      return defaultRules.tokenResponse(tokens, scopes, grant);
    },
  } satisfies Partial<Rules>;
  return { renewed, rules };
}
