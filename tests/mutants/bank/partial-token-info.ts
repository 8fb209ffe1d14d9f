import { defaultRules, type Rules } from '../../reference/rules/index.ts';
import { client, users } from '../../reference/seed.ts';
import type { Bank } from '../mutant.ts';

const { idTokenUser, remainingSeconds, tokenInfo } = defaultRules;

/** Token info that is right for the ID tokens of the first client alone, or for those of every other client alone. */
export const partialTokenInfoMutants = {
  'token-info-of-another-user-at-another-client': {
    says: 'Returns another user for an ID token of any client but the first.',
    breaks: 'IDN-117',
    idTokenUser: (all, claims) => (claims.aud === client.id ? idTokenUser(all, claims) : users.guest),
  },
  'token-info-of-another-client-has-text-for-expires-in': {
    says: 'Returns expires_in as a string for an ID token of any client but the first.',
    breaks: 'IDN-104',
    tokenInfo: (claims, expires_in, user) => ({
      ...tokenInfo(claims, expires_in, user),
      ...(claims.aud !== client.id && { expires_in: String(expires_in) }),
    }),
  },
  'token-info-of-another-client-refused': {
    says: 'Refuses token info for an ID token of any client but the first.',
    breaks: 'IDN-101',
    idTokenUser: (all, claims) => (claims.aud === client.id ? idTokenUser(all, claims) : undefined),
  },
  'token-info-of-another-client-of-two-hours': {
    says: 'Returns two hours as expires_in for an ID token of any client but the first.',
    breaks: 'IDN-119',
    remainingSeconds: (claims, now) => remainingSeconds(claims, now) + (claims.aud === client.id ? 0 : 3600),
  },
  'token-info-of-another-client-as-text': {
    says: 'Returns token info as text/plain for an ID token of any client but the first.',
    breaks: 'IDN-120',
    rules: () => tokenInfoAsText((audience) => audience !== client.id),
  },
  'token-info-of-the-first-client-as-text': {
    says: 'Returns token info as text/plain for an ID token of the first client.',
    breaks: 'IDN-120',
    rules: () => tokenInfoAsText((audience) => audience === client.id),
  },
} satisfies Bank;

/** Changes the media type of token info for the ID tokens of some audiences. */
function tokenInfoAsText(isMeant: (audience: unknown) => boolean): Partial<Rules> {
  return {
    send: (answer, operation) =>
      operation === 'getTokenInfo' &&
      answer.status === 200 &&
      isMeant((answer.body as { readonly audience?: unknown }).audience)
        ? { ...answer, headers: { ...answer.headers, 'Content-Type': 'text/plain' } }
        : answer,
  };
}
