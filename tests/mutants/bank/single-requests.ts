import { json, refuse } from '../../reference/answer.ts';
import { defaultRules, type Rules } from '../../reference/rules/index.ts';
import type { GrantType } from '../../reference/rules/tokens.ts';
import { client } from '../../reference/seed.ts';
import type { Bank } from '../mutant.ts';
import { asked } from '../parts/asked.ts';
import { counting } from '../parts/refresh-turns.ts';
import { acceptsJson, namesCharset, refusingRequests } from '../parts/refusing-requests.ts';

const {
  acceptedQuery,
  authorizeScopes,
  findAccessToken,
  findCode,
  findRefreshToken,
  loginUser,
  refusedQuery,
  signedInUser,
} = defaultRules;

type Form = Parameters<Rules['grantType']>[1];

/** Requests of one kind that are answered otherwise, where those that are nearly the same are answered well. */
export const singleRequestMutants = {
  'login-page-logs-in-somebody-else': {
    says: 'Checks the user name and password on the login page, but logs another user in.',
    breaks: ['COL-054', 'COL-063', 'IDN-117'],
    loginUser: (users, username, password) => {
      const named = loginUser(users, username, password);
      return named && users.find((one) => one !== named);
    },
  },
  'login-skipped-until-a-refusal': {
    says: 'Skips the login page until it has returned 400 for an authorization request without a cookie.',
    breaks: 'IDN-001',
    rules: () => {
      let hasRefused = false;
      return {
        signedInUser: (session, users) => signedInUser(session, users) ?? (hasRefused ? undefined : users[0]),
        send: (answer, operation, { headers }) => {
          hasRefused ||= operation === 'authorize' && answer.status === 400 && !headers.has('cookie');
          return answer;
        },
      };
    },
  },
  'state-cut-at-10': {
    says: 'Truncates the state to ten characters.',
    breaks: ['IDN-005', 'IDN-006', 'IDN-092'],
    echoState: (state) => state?.slice(0, 10),
  },
  'error-without-state-after-a-login': {
    says: 'Omits the state from an error other than access_denied when a user is already logged in.',
    breaks: ['IDN-005', 'IDN-006'],
    rules: () => statelessErrors(true),
  },
  'error-without-state-before-a-login': {
    says: 'Omits the state from an error other than access_denied when nobody is logged in yet.',
    breaks: 'IDN-005',
    rules: () => statelessErrors(false),
  },
  'errors-told-anywhere-without-a-scope': {
    says: 'Reports errors to whatever redirect URI the request contains when the scope is missing.',
    breaks: 'IDN-017',
    rules: () =>
      asked((now) => ({
        errorTarget: (registered, sent) =>
          registered ?? (now().url.searchParams.has('scope') ? undefined : sent),
      })),
  },
  'errors-told-anywhere-beside-a-wrong-access-type': {
    says: 'Reports errors to whatever redirect URI the request contains when access_type is present and not offline.',
    breaks: 'IDN-017',
    rules: () =>
      asked((now) => ({
        errorTarget: (registered, sent) =>
          registered ??
          ([null, 'offline'].includes(now().url.searchParams.get('access_type')) ? undefined : sent),
      })),
  },
  'errors-told-anywhere-beside-a-wrong-response-type': {
    says: 'Reports errors to whatever redirect URI the request contains when response_type is not code.',
    breaks: 'IDN-017',
    rules: () =>
      asked((now) => ({
        errorTarget: (registered, sent) =>
          registered ?? (now().url.searchParams.get('response_type') === 'code' ? undefined : sent),
      })),
  },

  'code-under-accept-without-id-token': {
    says: 'Omits id_token from a code exchange with Accept: application/json.',
    breaks: 'IDN-036',
    rules: () => withoutIdTokenWhere('authorization_code', acceptsJson),
  },
  'password-under-accept-without-id-token': {
    says: 'Omits id_token from a password grant with Accept: application/json.',
    breaks: 'IDN-040',
    rules: () => withoutIdTokenWhere('password', acceptsJson),
  },
  'plain-code-without-id-token': {
    says: 'Omits id_token from a plain exchange, with token_endpoint, of a code for the short scopes.',
    breaks: 'IDN-036',
    rules: () => {
      const usual = new Set<string | undefined>();
      let isUsualForm = false;
      return {
        authorizeScopes: (scope, authUrl) => {
          isUsualForm = scope === USUAL;
          return authorizeScopes(scope, authUrl);
        },
        acceptedQuery: (code, state) => {
          if (isUsualForm) usual.add(code);
          return acceptedQuery(code, state);
        },
        ...withoutIdTokenWhere(
          'authorization_code',
          (request, form) =>
            isPlain(request) && form['token_endpoint'] !== undefined && usual.has(form['code']),
        ),
      };
    },
  },
  'plain-password-without-id-token': {
    says: 'Omits id_token from a plain password grant of the first client for the short scopes.',
    breaks: 'IDN-040',
    rules: () =>
      withoutIdTokenWhere(
        'password',
        (request, form) => isPlain(request) && form['client_id'] === client.id && form['scope'] === USUAL,
      ),
  },
  'plain-first-refresh-without-id-token': {
    says: 'Omits id_token from a plain first refresh, with redirect_uri, of all scopes.',
    breaks: 'IDN-044',
    rules: () => {
      const { refreshesOf, rules } = counting();
      return {
        ...withoutIdTokenWhere(
          'refresh_token',
          (request, form, scopes) =>
            isPlain(request) &&
            form['redirect_uri'] !== undefined &&
            isUsual(scopes) &&
            refreshesOf(form['refresh_token']) === 0,
        ),
        refreshToken: rules.refreshToken,
      };
    },
  },
  'password-under-accept-refused': {
    says: 'Returns 406 for a password grant with Accept: application/json.',
    breaks: 'IDN-074',
    rules: () => refusingRequests('password', 406, acceptsJson),
  },
  'password-with-a-charset-refused': {
    says: 'Returns 415 for a password grant whose Content-Type has a charset.',
    breaks: 'IDN-076',
    rules: () => refusingRequests('password', 415, namesCharset),
  },
  'code-of-no-redirect-answered-404': {
    says: 'Returns 404 for an unknown code.',
    breaks: 'IDN-082',
    findCode: (codes, code) =>
      findCode(codes, code) ??
      (code === undefined ? undefined : refuse(404, 'There is no such code', 'invalid_grant')),
  },
  'refresh-token-of-no-answer-answered-404': {
    says: 'Returns 404 for a refresh token that was never issued.',
    breaks: 'IDN-082',
    rules: () => {
      const issued = new Set<string>();
      return {
        refreshToken: (fresh) => {
          issued.add(fresh);
          return fresh;
        },
        findRefreshToken: (tokens, token) =>
          token === undefined || issued.has(token)
            ? findRefreshToken(tokens, token)
            : refuse(404, 'There is no such token', 'invalid_grant'),
      };
    },
  },

  'no-challenge-for-an-expired-token': {
    says: 'Omits WWW-Authenticate when it refuses an access token that is over an hour old.',
    breaks: 'COL-061',
    rules: () => {
      let isExpired = false;
      return {
        admit: () => {
          isExpired = false;
        },
        isAccessTokenFresh: (issuedAt, now) => {
          isExpired = !defaultRules.isAccessTokenFresh(issuedAt, now);
          return !isExpired;
        },
        send: (answer, operation) =>
          operation === 'getCurrentUser' && isExpired ? json(answer.status, answer.body) : answer,
      };
    },
  },
  'id-token-as-bearer': {
    says: 'Accepts an ID token in place of the access token issued with it.',
    breaks: 'COL-056',
    rules: () => {
      const beside = new Map<string, string>();
      return {
        tokenResponse: (tokens, scopes, grant) => {
          beside.set(tokens.idToken, tokens.accessToken);
          return defaultRules.tokenResponse(tokens, scopes, grant);
        },
        findAccessToken: (tokens, token = '') => findAccessToken(tokens, beside.get(token) ?? token),
      };
    },
  },
  'access-token-undefined': {
    says: 'Accepts undefined in place of the newest access token.',
    breaks: 'COL-056',
    findAccessToken: (tokens, token) =>
      token === 'undefined' ? [...tokens.values()].at(-1) : findAccessToken(tokens, token),
  },
} satisfies Bank;

/** All scopes, in short form and usual order. */
const USUAL = 'email profile spaces';

/** Whether all scopes were asked for in their usual order. */
function isUsual(scopes: readonly string[]): boolean {
  return scopes.join(' ') === USUAL;
}

/** Whether a request is plain: without charset, and without Accept: application/json. */
function isPlain(request: Request): boolean {
  return !acceptsJson(request) && !namesCharset(request);
}

/** Hands out no ID token by one grant where its request is such. */
function withoutIdTokenWhere(
  by: GrantType,
  isSuch: (request: Request, form: Form, scopes: readonly string[]) => boolean,
): Partial<Rules> {
  let request: Request | undefined;
  let form: Form = {};
  return {
    admit: (_operation, now) => {
      request = now;
    },
    grantType: (value, now) => {
      form = now;
      return defaultRules.grantType(value, now);
    },
    tokenResponse: (tokens, scopes, grant) => {
      const { id_token, ...others } = defaultRules.tokenResponse(tokens, scopes, grant);
      return grant === by && request && isSuch(request, form, scopes) ? others : { ...others, id_token };
    },
  };
}

/** Tells errors without the state, either to browsers in which somebody is logged in or to all others. */
function statelessErrors(whereLoggedIn: boolean): Partial<Rules> {
  const sessions = new Set<string | undefined>();
  let isAnybody = false;
  return {
    admit: (operation, { headers }) => {
      const session = /reference_session=([^;]+)/.exec(headers.get('cookie') ?? '')?.[1];
      if (operation === 'authorize') isAnybody = sessions.has(session);
    },
    signedInUser: (session, users) => {
      const user = signedInUser(session, users);
      if (user !== undefined) sessions.add(session?.id);
      return user;
    },
    refusedQuery: (error, text, state) =>
      refusedQuery(error, text, isAnybody === whereLoggedIn && error !== 'access_denied' ? undefined : state),
  };
}
