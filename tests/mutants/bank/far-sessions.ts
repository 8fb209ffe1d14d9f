import { refuse } from '../../reference/answer.ts';
import { defaultRules, type Rules } from '../../reference/rules/index.ts';
import { client, users } from '../../reference/seed.ts';
import type { Bank, MutantEntry } from '../mutant.ts';
import { counting } from '../parts/refresh-turns.ts';

const {
  accessToken,
  authorizeScopes,
  findAccessToken,
  findRefreshToken,
  grantType,
  guestUser,
  isClientSecret,
  isCodeFresh,
  isPassword,
  nextStep,
  personName,
  redirectUri,
  revokedStatus,
  tokenInfo,
  tokenInfoUser,
  tokenResponse,
} = defaultRules;

/** Sessions that keep a rule in every usual request: without an optional field, for long, elsewhere, and afterwards. */
export const farSessionMutants = {
  'password-refused-after-a-sign-out': {
    says: 'Refuses every password grant once a user has been signed out.',
    breaks: 'IDN-038',
    rules: () => afterSignOut((isOver) => ({ isPassword: (...given) => !isOver() && isPassword(...given) })),
  },
  'code-refused-after-a-sign-out': {
    says: 'Refuses every authorization code once a user has been signed out.',
    breaks: 'IDN-034',
    rules: () =>
      afterSignOut((isOver) => ({ isCodeFresh: (...given) => !isOver() && isCodeFresh(...given) })),
  },
  'refresh-without-a-redirect-uri-keeps-the-access-token': {
    says: 'Returns the previous access token for a refresh without redirect_uri.',
    breaks: 'IDN-070',
    rules: () =>
      lacking('refresh_token', 'redirect_uri', (isLacking) => ({
        accessToken: (fresh, former) => (isLacking() ? (former ?? fresh) : accessToken(fresh, former)),
      })),
  },
  ...Object.fromEntries(
    (
      [
        ['refresh', 'refresh_token', 'redirect_uri', 'IDN-071'],
        ['exchange', 'authorization_code', 'token_endpoint', 'COL-001'],
      ] as const
    ).map(([what, grant, field, id]): [string, MutantEntry] => [
      `${what}-without-a-${field.replaceAll('_', '-')}-opens-nothing`,
      {
        says: `Returns an unusable access token for a request with grant_type=${grant} but without ${field}.`,
        breaks: id,
        rules: () => {
          const closed = new Set<string | undefined>();
          return lacking(grant, field, (isLacking) => ({
            tokenResponse: (tokens, scopes, of) => {
              if (isLacking()) closed.add(tokens.accessToken);
              return tokenResponse(tokens, scopes, of);
            },
            findAccessToken: (tokens, token) =>
              closed.has(token) ? undefined : findAccessToken(tokens, token),
          }));
        },
      },
    ]),
  ),
  ...Object.fromEntries(
    Object.entries({
      client: ['of the client', ({ aud }: Claims) => aud],
      issuer: ['of the issuer', ({ iss }: Claims) => iss],
      nobody: ['of nobody, an empty text', () => ''],
    } as const).map(([whose, [told, of]]): [string, MutantEntry] => [
      `user-id-of-${whose === 'nobody' ? whose : `the-${whose}`}`,
      {
        says: `Returns as user_id the identifier ${told}.`,
        breaks: 'IDN-117',
        tokenInfo: (claims, ...given) => ({ ...tokenInfo(claims, ...given), user_id: of(claims) }),
      },
    ]),
  ),
  'last-name-is-the-first': {
    says: 'Returns the first name as last_name in token info.',
    breaks: 'IDN-111',
    tokenInfoUser: (user, picture) => ({ ...tokenInfoUser(user, picture), last_name: user.givenname }),
  },
  'username-of-another-user-in-token-info': {
    says: 'Returns the username of another user in token info.',
    breaks: 'IDN-117',
    tokenInfoUser: (user, picture) => ({
      ...tokenInfoUser(user, picture),
      username: users.guest.username,
    }),
  },
  'names-of-another-user-in-token-info': {
    says: 'Returns the first and last name of another user in token info.',
    breaks: 'IDN-117',
    tokenInfoUser: (user, picture) => ({
      ...tokenInfoUser(user, picture),
      first_name: users.guest.givenname,
      last_name: users.guest.familyname,
    }),
  },
  'name-of-another-user': {
    says: 'Returns the name of another user for the current user.',
    breaks: 'COL-054',
    personName: () => personName(users.guest),
  },
  'third-refresh-refused': {
    says: 'Refuses the third refresh of a session.',
    breaks: 'IDN-042',
    rules: () => {
      const { refreshesOf, rules } = counting();
      return {
        ...rules,
        findRefreshToken: (tokens, token) =>
          refreshesOf(token) > 1 ? undefined : findRefreshToken(tokens, token),
      };
    },
  },
  'secret-of-another-client-unread-at-an-exchange': {
    says: 'Ignores the client secret when any client but the first exchanges a code.',
    breaks: 'IDN-125',
    isClientSecret: (one, secret, grant) =>
      (grant === 'authorization_code' && one.id !== client.id) || isClientSecret(one, secret, grant),
  },
  'redirect-uri-of-another-client-unread': {
    says: 'Accepts any redirect URI for every client but the first.',
    breaks: ['IDN-016', 'IDN-017'],
    redirectUri: (one, uri) => (one.id === client.id ? redirectUri(one, uri) : uri),
  },
  'no-consent-for-one-scope': {
    says: 'Skips the consent page when only one scope is requested.',
    breaks: 'IDN-026',
    rules: () => {
      let isOne = false;
      return {
        authorizeScopes: (scope, authUrl) => {
          const scopes = authorizeScopes(scope, authUrl);
          isOne = scopes?.length === 1;
          return scopes;
        },
        nextStep: (user, hasJustLoggedIn) => {
          const step = nextStep(user, hasJustLoggedIn);
          return isOne && step === 'consent' ? 'grant' : step;
        },
      };
    },
  },
  'guest-login-fails-with-an-access-token': {
    says: 'Returns 500 for a guest login with an Authorization header.',
    breaks: 'COL-074',
    admit: (operation, { headers }) => {
      if (operation === 'loginAnonymously' && headers.has('authorization'))
        refuse(500, 'Somebody is logged in already');
    },
  },
  'guest-called-twice-by-the-name': {
    says: 'Repeats the display name of a guest.',
    breaks: 'COL-070',
    guestUser: (id, name, now) => guestUser(id, `${name} ${name}`, now),
  },
  'refresh-for-five-minutes': {
    says: 'Reports a lifetime of five minutes for the access token of a refresh.',
    breaks: 'IDN-129',
    tokenResponse: (tokens, scopes, grant) => ({
      ...tokenResponse(tokens, scopes, grant),
      ...(grant === 'refresh_token' && { expires_in: 300 }),
    }),
  },
  'password-grant-for-half-an-hour': {
    says: 'Reports a lifetime of half an hour for the access token of a password grant.',
    breaks: 'IDN-129',
    rules: () => forHalfAnHour('password'),
  },
  'code-for-half-an-hour': {
    says: 'Reports a lifetime of half an hour for an access token obtained with a code.',
    breaks: 'IDN-129',
    rules: () => forHalfAnHour('authorization_code'),
  },
} satisfies Bank;

/** Every access token of this grant is said to live for half an hour. */
function forHalfAnHour(of: string): Partial<Rules> {
  return {
    tokenResponse: (tokens, scopes, grant) => ({
      ...tokenResponse(tokens, scopes, grant),
      ...(grant === of && { expires_in: 1800 }),
    }),
  };
}

type Claims = Parameters<typeof tokenInfo>[0];

/** Rules that differ once a sign-out was answered. */
function afterSignOut(make: (isOver: () => boolean) => Partial<Rules>): Partial<Rules> {
  let isOver = false;
  return {
    ...make(() => isOver),
    revokedStatus: (token) => {
      isOver = true;
      return revokedStatus(token);
    },
  };
}

/** Rules that differ for a token request with this grant_type and without this field. */
function lacking(
  of: string,
  field: string,
  make: (isLacking: () => boolean) => Omit<Partial<Rules>, 'grantType'>,
): Partial<Rules> {
  let isLacking = false;
  return {
    grantType: (value, form) => {
      isLacking = value === of && form[field] === undefined;
      return grantType(value, form);
    },
    ...make(() => isLacking),
  };
}
