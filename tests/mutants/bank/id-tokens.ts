import { defaultRules, type Rules } from '../../reference/rules/index.ts';
import { client, users } from '../../reference/seed.ts';
import { acceptsJson, having } from '../circumstances.ts';
import { family } from '../family.ts';
import type { Bank, MutantEntry } from '../mutant.ts';
import { without } from '../parts/answers.ts';
import { isOf, told } from '../provenances.ts';
import type { When } from '../where.ts';

const { remainingSeconds, tokenInfo, tokenInfoUser } = defaultRules;

/** What token info says about an ID token, depending on what that comes from. */
export const idTokens = {
  ...family(
    {
      'unknown-id-token': [
        'of-a-code',
        'of-a-refresh',
        'of-a-second-refresh',
        'of-a-refreshed-code',
        'of-a-password-for-one-scope',
        'of-a-code-for-one-scope',
        'of-a-refresh-for-few-scopes',
        'of-another-client',
      ],
    },
    (_, whose) => ({
      says: `Does not recognize the ID token ${told(whose)}.`,
      breaks: 'IDN-101',
      when: having(isOf(whose)),
      verifiedIdToken: async () => undefined,
    }),
  ),
  ...family(
    { 'audience-is-the-first-client': ['of-a-password', 'of-a-code', 'of-a-refresh'] },
    (_, whose) => ({
      says: `Returns the first client as the audience of every ID token ${told(whose)}.`,
      breaks: 'IDN-116',
      when: having(isOf(whose)),
      tokenInfo: (claims, ...given) => tokenInfo({ ...claims, aud: client.id }, ...given),
    }),
  ),
  'refreshed-id-token-of-another-audience': {
    says: 'Reports another audience for the ID token of a refresh.',
    breaks: 'IDN-116',
    when: having(isOf('of-a-refresh')),
    tokenInfo: (claims, ...given) => tokenInfo({ ...claims, aud: 'another-client' }, ...given),
  },
  'audience-of-the-first-client': {
    says: 'Reports the first client as the audience of every ID token.',
    breaks: 'IDN-116',
    rules: () => {
      let first: unknown;
      return {
        tokenInfo: (claims, seconds, user) => {
          first ??= claims.aud;
          return { ...tokenInfo(claims, seconds, user), audience: first };
        },
      };
    },
  },
  'code-id-token-of-another-user': {
    says: 'Reports another user for the ID token of a code.',
    breaks: 'IDN-117',
    when: having(isOf('of-a-code')),
    idTokenUser: () => users.admin,
    tokenInfo: telling({ user_id: users.admin.ndbid }),
  },
  'token-info-of-another-user-at-another-client': {
    says: 'Returns another user for an ID token of any client but the first.',
    breaks: 'IDN-117',
    when: having(isOf('of-another-client')),
    idTokenUser: () => users.guest,
  },
  'refreshed-id-token-of-another-user-id': {
    says: 'Returns the right user but the user_id of another one for an ID token from a refresh.',
    breaks: 'IDN-117',
    when: having(isOf('of-a-refresh')),
    tokenInfo: telling({ user_id: users.admin.ndbid }),
  },
  'code-tokens-of-another-name': {
    says: 'Reports another user name for the ID token of a code, along with the right user_id.',
    breaks: 'IDN-117',
    when: having(isOf('of-a-code')),
    tokenInfoUser: (...given) => ({
      ...tokenInfoUser(...given),
      username: 'somebody.else@reference.example',
    }),
  },
  'refreshed-id-token-without-first-name': withoutFirstName(
    'for the ID token of a refresh',
    having(isOf('of-a-refresh')),
  ),
  'id-token-for-long-scopes-without-first-name': withoutFirstName(
    'when the password grant requested a scope in its long form',
    having((grant) => isOf('of-a-password')(grant) && grant.scope.includes('/')),
  ),
  'id-token-for-short-scopes-without-first-name': withoutFirstName(
    'when the scope of the password grant was email profile spaces',
    having((grant) => isOf('of-a-password')(grant) && grant.scope === 'email profile spaces'),
  ),
  'second-token-info-of-a-password-without-issuer': {
    says: 'Omits issuer from token info when an ID token from a password grant is looked up again.',
    breaks: 'IDN-108',
    when: having((grant, { uses }) => isOf('of-a-password')(grant) && uses > 0),
    tokenInfo: (...given) => without(tokenInfo(...given), 'issuer'),
  },
  'token-info-under-accept-without-audience': {
    says: 'Omits audience from token info with Accept: application/json.',
    breaks: 'IDN-105',
    when: acceptsJson,
    tokenInfo: (...given) => without(tokenInfo(...given), 'audience'),
  },
  'token-info-once': {
    says: 'Returns token info for an ID token only once.',
    breaks: ['IDN-101', 'IDN-102', 'IDN-103'],
    when: ({ uses }) => uses > 0,
    verifiedIdToken: async () => undefined,
  },
  'code-id-token-of-two-hours': ofTwoHours('the ID token of a code', having(isOf('of-a-code'))),
  'token-info-of-another-client-of-two-hours': ofTwoHours(
    'an ID token of any client but the first',
    having(isOf('of-another-client')),
  ),
  'token-info-of-a-password-of-two-hours': ofTwoHours(
    'an ID token from a password grant of the first client',
    having((grant) => isOf('of-a-password')(grant) && isOf('of-the-first-client')(grant)),
  ),
  'token-info-of-another-client-has-text-for-expires-in': {
    says: 'Returns expires_in as a string for an ID token of any client but the first.',
    breaks: 'IDN-104',
    when: having(isOf('of-another-client')),
    tokenInfo: (claims, seconds, user) => ({
      ...tokenInfo(claims, seconds, user),
      expires_in: String(seconds),
    }),
  },
  ...family({ 'token-info-as-text': ['of-the-first-client', 'of-another-client'] }, (_, whose) => ({
    says: `Returns token info as text/plain for an ID token ${told(whose)}.`,
    breaks: 'IDN-120',
    when: having(isOf(whose)),
    send: (answer, operation) =>
      operation === 'getTokenInfo' && answer.status === 200
        ? { ...answer, headers: { ...answer.headers, 'Content-Type': 'text/plain' } }
        : answer,
  })),
} satisfies Bank;

/** Token info with some fields as given. */
function telling(fields: Readonly<Record<string, unknown>>): Rules['tokenInfo'] {
  return (...given) => ({ ...tokenInfo(...given), ...fields });
}

function withoutFirstName(what: string, when: When): MutantEntry {
  return {
    says: `Omits first_name from token info ${what}.`,
    breaks: 'IDN-110',
    when,
    tokenInfoUser: (user, picture) => without(tokenInfoUser(user, picture), 'first_name'),
  };
}

function ofTwoHours(what: string, when: When): MutantEntry {
  return {
    says: `Returns two hours as expires_in for ${what}.`,
    breaks: 'IDN-119',
    when,
    remainingSeconds: (claims, time) => remainingSeconds(claims, time) + 3600,
  };
}
