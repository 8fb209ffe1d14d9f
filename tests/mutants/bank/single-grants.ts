import { defaultRules, type Rules } from '../../reference/rules/index.ts';
import type { GrantType } from '../../reference/rules/tokens.ts';
import { client } from '../../reference/seed.ts';
import type { Bank } from '../mutant.ts';
import { marking } from '../parts/marking.ts';
import { stemming } from '../parts/stemming.ts';

const {
  findAccessToken,
  findCode,
  findRefreshToken,
  isCodeOf,
  isRefreshTokenOf,
  passwordScopes,
  permissions,
  tokenResponse,
  verifiedIdToken,
} = defaultRules;

/** What goes wrong for the tokens of one grant alone, for a session's first refresh, or after one kind of request. */
export const singleGrantMutants = {
  'no-permissions-at-the-first-use-after-a-code': {
    says: 'Returns no permissions at the first use of an access token of a session that a code for all scopes has begun.',
    breaks: 'COL-063',
    rules: () => {
      const { rules, isOfThem } = stemming('authorization_code', ({ length }) => length === 3);
      const used = new Set<string | undefined>();
      let isFirst = false;
      return {
        ...rules,
        findAccessToken: (tokens, token) => {
          isFirst = isOfThem(token) && !used.has(token);
          used.add(token);
          return findAccessToken(tokens, token);
        },
        permissions: (...given) => (isFirst ? [] : permissions(...given)),
      };
    },
  },
  'codes-of-the-first-client-for-others': {
    says: 'Exchanges the codes of the first client for any other client.',
    breaks: 'IDN-067',
    isCodeOf: (code, one) => code.client.id === client.id || isCodeOf(code, one),
  },
  'refresh-token-of-a-code-refused': {
    says: 'Refuses the first refresh of a session that a code has begun.',
    breaks: 'IDN-042',
    rules: () => {
      const { marked, tokenResponse: marks } = marking('authorization_code', 'refreshToken');
      return {
        tokenResponse: marks,
        findRefreshToken: (tokens, value) =>
          marked.has(value) ? undefined : findRefreshToken(tokens, value),
      };
    },
  },
  'password-session-ended-by-its-refresh': {
    says: 'Ends the access token from a password grant when its session is refreshed for the first time.',
    breaks: 'IDN-130',
    rules: () => {
      const { marked, tokenResponse: marks } = marking('password', 'refreshToken');
      const ended = new Set<string | undefined>();
      return {
        tokenResponse: marks,
        findRefreshToken: (tokens, value) => {
          const token = findRefreshToken(tokens, value);
          if (marked.has(value)) ended.add(token?.accessToken);
          return token;
        },
        findAccessToken: (tokens, token) => (ended.has(token) ? undefined : findAccessToken(tokens, token)),
      };
    },
  },
  'refresh-token-of-a-refresh-works-for-another-client': {
    says: 'Accepts a refresh token of the first client that comes from a refresh from any client.',
    breaks: 'IDN-069',
    rules: () => {
      const { marked, tokenResponse: marks } = marking('refresh_token', 'accessToken');
      return {
        tokenResponse: marks,
        isRefreshTokenOf: (token, one) =>
          (token.client.id === client.id && marked.has(token.accessToken)) || isRefreshTokenOf(token, one),
      };
    },
  },
  'access-token-of-the-first-refresh-opens-nothing': {
    says: 'Refuses the access token of the first refresh of a session, if redirect_uri was sent.',
    breaks: 'IDN-071',
    rules: () => {
      const refused = new Set<string | undefined>();
      return {
        ...atFirstRefresh((fresh) => {
          refused.add(fresh);
          return fresh;
        }),
        findAccessToken: (tokens, token) => (refused.has(token) ? undefined : findAccessToken(tokens, token)),
      };
    },
  },
  'first-refresh-answers-the-same-access-token': {
    says: 'Returns the former access token for the first refresh of a session, if redirect_uri was sent.',
    breaks: 'IDN-070',
    rules: () => atFirstRefresh((_fresh, former) => former),
  },
  'one-scope-refused-after-a-refresh': {
    says: 'Refuses a password grant for a single scope that follows a refresh.',
    breaks: 'IDN-089',
    rules: () => {
      let former: GrantType | undefined;
      return {
        tokenResponse: (tokens, scopes, grant) => {
          former = grant;
          return tokenResponse(tokens, scopes, grant);
        },
        passwordScopes: (scope, authUrl) =>
          former === 'refresh_token' && scope?.includes(' ') === false
            ? undefined
            : passwordScopes(scope, authUrl),
      };
    },
  },
  'code-refused-after-a-lookup': {
    says: 'Refuses the next code once an ID token of a password grant has been looked up.',
    breaks: 'IDN-034',
    rules: () => {
      const { marked, tokenResponse: marks } = marking('password', 'idToken');
      let isAfterLookup = false;
      return {
        verifiedIdToken: (token, verify) => {
          isAfterLookup = marked.has(token);
          return verifiedIdToken(token, verify);
        },
        tokenResponse: marks,
        findCode: (codes, value) => {
          const code = findCode(codes, value);
          if (code === undefined || !isAfterLookup) return code;
          isAfterLookup = false;
          return undefined;
        },
      };
    },
  },
} satisfies Bank;

/** Changes the access token of the first refresh of a session, if redirect_uri was sent. */
function atFirstRefresh(change: (fresh: string, former: string) => string): Partial<Rules> {
  const renewed = new Set<string>();
  let isSent = false;
  return {
    isRefreshRedirectUri: (uri) => {
      isSent = uri !== undefined;
      return true;
    },
    accessToken: (fresh, former) => {
      if (former === undefined) return fresh;
      const token = isSent && !renewed.has(former) ? change(fresh, former) : fresh;
      renewed.add(fresh).add(token);
      return token;
    },
  };
}
