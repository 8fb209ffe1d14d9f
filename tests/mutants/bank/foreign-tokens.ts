import { defaultRules, type Rules } from '../../reference/rules/index.ts';
import { all, having, ofAnotherClient, ofTheFirstClient } from '../circumstances.ts';
import { family } from '../family.ts';
import type { Bank } from '../mutant.ts';
import { isOf, told } from '../provenances.ts';

const { isRefreshTokenOf } = defaultRules;

/** Codes and refresh tokens that a client uses although they were issued to another. */
export const foreignTokens = {
  'code-of-another-client': {
    says: 'Exchanges a code that was issued to another client.',
    breaks: 'IDN-067',
    isCodeOf: () => true,
  },
  'codes-of-others-for-the-first-client': {
    says: 'Exchanges the codes of other clients for the first client.',
    breaks: 'IDN-067',
    when: ofTheFirstClient,
    isCodeOf: () => true,
  },
  'codes-of-the-first-client-for-others': {
    says: 'Exchanges the codes of the first client for any other client.',
    breaks: 'IDN-067',
    when: having(isOf('of-the-first-client')),
    isCodeOf: () => true,
  },
  'codes-of-one-client-alone': {
    says: 'Exchanges only codes of the first client.',
    breaks: 'IDN-034',
    when: ofAnotherClient,
    isCodeOf: () => false,
  },

  'refresh-token-of-another-client': {
    says: 'Accepts a refresh token that was issued to another client.',
    breaks: 'IDN-069',
    isRefreshTokenOf: () => true,
  },
  ...family(
    { 'foreign-refresh-token': ['of-a-password', 'of-a-code', 'of-a-login', 'of-a-refresh'] },
    (_, whose) => ({
      says: `Accepts a refresh token ${told(whose)} from any client.`,
      breaks: 'IDN-069',
      when: having(isOf(whose)),
      isRefreshTokenOf: () => true,
    }),
  ),
  'refresh-token-of-a-refresh-works-for-another-client': {
    says: 'Accepts a refresh token of the first client that comes from a refresh from any client.',
    breaks: 'IDN-069',
    when: all(having(isOf('of-a-refresh')), having(isOf('of-the-first-client'))),
    isRefreshTokenOf: () => true,
  },
  'refresh-tokens-of-others-for-the-first-client': {
    says: 'Exchanges the refresh tokens of other clients for the first client.',
    breaks: 'IDN-069',
    when: ofTheFirstClient,
    isRefreshTokenOf: () => true,
  },
  'used-refresh-token-works-for-another-client': {
    says: 'Keeps a refresh token valid, and for any client once its own has used it.',
    breaks: 'IDN-069',
    rules: () => ({
      usesUpRefreshToken: () => false,
      ...afterwards((isOwn) => isOwn),
    }),
  },
  'refresh-token-works-for-another-client-at-the-second-attempt': {
    says: 'Refuses a refresh token to another client only once.',
    breaks: 'IDN-069',
    rules: () => afterwards((isOwn) => !isOwn),
  },
} satisfies Bank;

/** Accepts a refresh token from any client once it has been accepted, or refused. */
function afterwards(isMeant: (isOwn: boolean) => boolean): Partial<Rules> {
  const known = new Set<unknown>();
  return {
    isRefreshTokenOf: (token, one) => {
      const isOwn = isRefreshTokenOf(token, one);
      const isTaken = isOwn || known.has(token);
      if (isMeant(isOwn)) known.add(token);
      return isTaken;
    },
  };
}
