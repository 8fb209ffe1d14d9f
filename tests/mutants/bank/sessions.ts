import { now } from '../../reference/now.ts';
import { defaultRules, type Rules } from '../../reference/rules/index.ts';
import { client } from '../../reference/seed.ts';
import type { Grant, Session } from '../../reference/state.ts';
import type { RequirementId } from '../../support/catalogue.ts';
import { all, by, having, issuing, lacking, sending } from '../circumstances.ts';
import { family } from '../family.ts';
import type { Bank, MutantEntry } from '../mutant.ts';
import { isOf, told } from '../provenances.ts';
import { type When, where } from '../where.ts';

const { findAccessToken, findCode, isPassword, isRefreshTokenOf, passwordScopes, tokenResponse } =
  defaultRules;

/** What a session yields when it is refreshed, depending on how it began and how often it has been refreshed. */
export const refreshedSessions = {
  'refresh-refused': {
    says: 'Refuses every refresh token.',
    breaks: 'IDN-042',
    findRefreshToken: () => undefined,
  },
  ...family(
    {
      'refused-refresh-token': [
        'of-a-code',
        'of-a-refresh',
        'of-later-refreshes',
        'of-a-refreshed-code',
        'of-a-code-for-one-scope',
        'for-one-scope',
      ],
    },
    (_, whose) => ({
      says: `Refuses the refresh token ${told(whose)}.`,
      breaks: 'IDN-042',
      when: having(isOf(whose)),
      findRefreshToken: () => undefined,
    }),
  ),
  'refresh-answers-the-former-access-token': {
    says: 'Returns the previous access token on a refresh.',
    breaks: 'IDN-070',
    accessToken: formerOne,
  },
  ...family(
    {
      'former-access-token': [
        'of-a-first-refresh',
        'of-later-refreshes',
        'of-a-refreshed-code',
        'of-a-refreshed-password',
      ],
    },
    (_, whose) => ({
      says: `Returns the previous access token as that ${told(whose)}.`,
      breaks: 'IDN-070',
      when: issuing(isOf(whose)),
      accessToken: formerOne,
    }),
  ),
  'refresh-without-a-redirect-uri-keeps-the-access-token': {
    says: 'Returns the previous access token for a refresh without redirect_uri.',
    breaks: 'IDN-070',
    when: all(by('refresh_token'), lacking('redirect_uri')),
    accessToken: formerOne,
  },
  'first-refresh-answers-the-same-access-token': {
    says: 'Returns the former access token for the first refresh of a session, if redirect_uri was sent.',
    breaks: 'IDN-070',
    when: all(issuing(isOf('of-a-first-refresh')), sending('redirect_uri')),
    accessToken: formerOne,
  },
  'every-second-refresh-answers-the-first-token': {
    says: 'Returns the first access token of a session for every second refresh.',
    breaks: 'IDN-070',
    rules: () => {
      const first = new Map<Session | undefined, string>();
      return {
        accessToken: (fresh) => {
          const { session, refreshes = 0 } = now().issued ?? {};
          if (refreshes === 0) first.set(session, fresh);
          return refreshes % 2 === 0 ? (first.get(session) ?? fresh) : fresh;
        },
      };
    },
  },
} satisfies Bank;

/** What an access token of a session opens, and until when. */
export const accessTokensOfSessions = {
  ...family(
    {
      'dead-access-token': [
        'of-a-code',
        'of-another-client',
        'of-a-first-refresh',
        'of-later-refreshes',
        'of-a-refreshed-code',
      ],
    },
    (_, whose) => ({
      says: `Refuses the access token ${told(whose)}.`,
      breaks: whose.includes('refresh') ? 'IDN-071' : 'COL-001',
      when: having(isOf(whose)),
      findAccessToken: () => undefined,
    }),
  ),
  'refreshed-access-token-opens-nothing': neverIssued('a refresh', 'IDN-071', by('refresh_token')),
  'refresh-without-a-redirect-uri-opens-nothing': neverIssued(
    'a refresh without redirect_uri',
    'IDN-071',
    all(by('refresh_token'), lacking('redirect_uri')),
  ),
  'exchange-without-a-token-endpoint-opens-nothing': neverIssued(
    'an exchange of a code without token_endpoint',
    'COL-001',
    all(by('authorization_code'), lacking('token_endpoint')),
  ),
  'access-token-of-the-first-refresh-opens-nothing': neverIssued(
    'the first refresh of a session, if redirect_uri was sent',
    'IDN-071',
    all(issuing(isOf('of-a-first-refresh')), sending('redirect_uri')),
  ),
  'access-token-of-a-token-used-again-opens-nothing': {
    says: 'Keeps a refresh token valid, but on its second use returns an access token that was never issued.',
    breaks: 'IDN-071',
    rules: () => ({
      usesUpRefreshToken: () => false,
      ...where(
        all(by('refresh_token'), ({ uses }) => uses > 0),
        { tokenResponse: withInvented },
      ),
    }),
  },
  'access-token-used-once': {
    says: 'Accepts an access token only once.',
    breaks: ['COL-001', 'COL-002'],
    when: ({ uses }) => uses > 0,
    findAccessToken: () => undefined,
  },
  'access-token-of-a-code-opens-once': {
    says: 'Accepts an access token obtained with a code only once.',
    breaks: 'COL-001',
    when: having((grant, { uses }) => isOf('of-a-code')(grant) && uses === 1),
    findAccessToken: () => undefined,
  },
  'access-token-of-a-code-opens-from-its-second-use': {
    says: 'Refuses an access token obtained with a code on its first use only.',
    breaks: 'COL-001',
    when: having((grant, { uses }) => isOf('of-a-code')(grant) && uses === 0),
    findAccessToken: () => undefined,
  },
  'access-token-of-three-seconds': {
    says: 'Accepts an access token for only three seconds.',
    breaks: 'COL-001',
    isAccessTokenFresh: (issuedAt, time) => time - issuedAt < 3000,
  },
  'refresh-ends-the-former-access-token': revoking(
    'the previous access token when its session is refreshed',
    ({ refreshes, session }) => refreshes < session.refreshes,
  ),
  'password-session-ended-by-its-refresh': revoking(
    'the access token of a password grant when its session is refreshed for the first time',
    (grant) => isOf('of-a-password')(grant) && grant.session.refreshes > 0,
  ),
  'second-refresh-ends-the-access-token-of-the-first': revoking(
    'the access token of the first refresh at the second refresh',
    ({ refreshes, session }) => refreshes === 1 && session.refreshes > 1,
  ),
  'second-refresh-ends-the-first-access-token': revoking(
    'the first access token of a session at its second refresh',
    ({ refreshes, session }) => refreshes === 0 && session.refreshes > 1,
  ),
  'refresh-ends-access-tokens-of-other-clients': {
    says: 'Ends the access tokens of all other clients when the first one refreshes.',
    breaks: 'IDN-130',
    rules: () => {
      let refreshedAt = 0;
      return {
        isRefreshTokenOf: (token, one) => {
          if (one.id === client.id) refreshedAt = Date.now();
          return isRefreshTokenOf(token, one);
        },
        findAccessToken: (tokens, value) => {
          const token = findAccessToken(tokens, value);
          return token?.client.id === client.id || (token?.issuedAt ?? 0) > refreshedAt ? token : undefined;
        },
      };
    },
  },
} satisfies Bank;

/** What is refused because of what came before it. */
export const refusedAfterwards = {
  'password-refused-after-a-sign-out': afterSignOut('every password grant', 'IDN-038', {
    isPassword: () => false,
  }),
  'code-refused-after-a-sign-out': afterSignOut('every authorization code', 'IDN-034', {
    isCodeFresh: () => false,
  }),
  'one-scope-refused-after-a-refresh': {
    says: 'Refuses a password grant for a single scope that follows a refresh.',
    breaks: 'IDN-089',
    rules: () => {
      let isAfterRefresh = false;
      return {
        tokenResponse: (tokens, scopes, grant) => {
          isAfterRefresh = grant === 'refresh_token';
          return tokenResponse(tokens, scopes, grant);
        },
        passwordScopes: (scope, authUrl) =>
          isAfterRefresh && scope?.includes(' ') === false ? undefined : passwordScopes(scope, authUrl),
      };
    },
  },
  'code-refused-after-a-lookup': {
    says: 'Refuses the next code once an ID token of a password grant has been looked up.',
    breaks: 'IDN-034',
    rules: () => {
      let isAfterLookup = false;
      return {
        verifiedIdToken: (token, verify) => {
          isAfterLookup = having(isOf('of-a-password'))(now());
          return verify(token ?? '');
        },
        findCode: (codes, value) => {
          const code = findCode(codes, value);
          if (code === undefined || !isAfterLookup) return code;
          isAfterLookup = false;
          return undefined;
        },
      };
    },
  },
  'password-grants-once': {
    says: 'Refuses the second password grant, and no other.',
    breaks: 'IDN-038',
    rules: () => {
      let granted = 0;
      return { isPassword: (user, password) => isPassword(user, password) && (granted += 1) !== 2 };
    },
  },
} satisfies Bank;

function formerOne(fresh: string, former: string | undefined): string {
  return former ?? fresh;
}

/** A deployment that answers an access token that was never issued. */
function neverIssued(what: string, breaks: RequirementId, when: When): MutantEntry {
  return {
    says: `Returns an access token that was never issued for ${what}.`,
    breaks,
    when,
    tokenResponse: withInvented,
  };
}

function withInvented(...[tokens, ...given]: Parameters<Rules['tokenResponse']>): Record<string, unknown> {
  return tokenResponse({ ...tokens, accessToken: `${tokens.accessToken}0` }, ...given);
}

/** A deployment that revokes access tokens of such grants. */
function revoking(what: string, is: (grant: Grant) => boolean): MutantEntry {
  return { says: `Revokes ${what}.`, breaks: 'IDN-130', when: having(is), findAccessToken: () => undefined };
}

/** A deployment whose rules differ once a user has been signed out. */
function afterSignOut(what: string, breaks: RequirementId, refusing: Partial<Rules>): MutantEntry {
  return {
    says: `Refuses ${what} once a user has been signed out.`,
    breaks,
    rules: () => {
      let isOver = false;
      return {
        ...where(() => isOver, refusing),
        revokedStatus: (token) => {
          isOver = true;
          return defaultRules.revokedStatus(token);
        },
      };
    },
  };
}
