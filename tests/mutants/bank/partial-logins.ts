import { defaultRules, type Rules } from '../../reference/rules/index.ts';
import { otherClient } from '../../reference/seed.ts';
import type { Bank } from '../mutant.ts';

/** What is kept for a user who is logged in and broken where nobody is yet, and what is kept of the first login alone. */
export const partialLoginMutants = {
  'response-type-unchecked-before-a-login': {
    says: 'Does not check response_type when nobody is logged in yet.',
    breaks: 'IDN-013',
    rules: () => beforeALogin({ isResponseType: () => true }),
  },
  'client-unchecked-before-a-login': {
    says: 'Treats an unregistered client as the first registered one when nobody is logged in yet.',
    breaks: 'IDN-015',
    rules: () =>
      beforeALogin({
        authorizeClient: (clients, id) => defaultRules.authorizeClient(clients, id) ?? clients[0],
      }),
  },
  'scope-unchecked-before-a-login': {
    says: 'Does not require a scope when nobody is logged in yet.',
    breaks: 'IDN-011',
    rules: () =>
      beforeALogin({
        authorizeScopes: (scope, authUrl) => defaultRules.authorizeScopes(scope ?? 'email', authUrl),
      }),
  },
  'access-type-unchecked-before-a-login': {
    says: 'Does not check access_type when nobody is logged in yet.',
    breaks: ['IDN-012', 'IDN-014'],
    rules: () => beforeALogin({ isAccessType: () => true }),
  },
  'login-again-for-another-client': {
    says: 'Requires a logged-in user to log in again for another client.',
    breaks: 'IDN-025',
    rules: () => {
      let asking: string | undefined;
      return {
        authorizeClient: (clients, id) => {
          asking = id;
          return defaultRules.authorizeClient(clients, id);
        },
        nextStep: (user, hasJustLoggedIn) =>
          asking === otherClient.id && !hasJustLoggedIn
            ? 'login'
            : defaultRules.nextStep(user, hasJustLoggedIn),
      };
    },
  },
  'login-again-for-other-scopes': {
    says: 'Requires a logged-in user to log in again when the scopes differ from the last ones.',
    breaks: 'IDN-025',
    rules: () => {
      let wanted = '';
      let granted = '';
      return {
        authorizeScopes: (scope, authUrl) => {
          const scopes = defaultRules.authorizeScopes(scope, authUrl);
          wanted = String(scopes);
          return scopes;
        },
        nextStep: (user, hasJustLoggedIn) => {
          if (user === undefined || (!hasJustLoggedIn && wanted !== granted)) return 'login';
          granted = wanted;
          return 'consent';
        },
      };
    },
  },
  'login-again-for-long-scopes': {
    says: 'Requires a logged-in user to log in again for scopes in their long form.',
    breaks: 'IDN-025',
    rules: () => {
      let isLong = false;
      return {
        authorizeScopes: (scope, authUrl) => {
          isLong = scope?.includes(authUrl) ?? false;
          return defaultRules.authorizeScopes(scope, authUrl);
        },
        nextStep: (user, hasJustLoggedIn) =>
          isLong && !hasJustLoggedIn ? 'login' : defaultRules.nextStep(user, hasJustLoggedIn),
      };
    },
  },
  'login-without-a-password': {
    says: 'Accepts an empty password on the login page.',
    breaks: 'IDN-126',
    loginUser: (users, username, password) =>
      password === undefined
        ? users.find((user) => user.username === username)
        : defaultRules.loginUser(users, username, password),
  },
} satisfies Bank;

type Checked = Pick<
  Rules,
  | 'authorizeClient'
  | 'redirectUri'
  | 'isResponseType'
  | 'isAccessType'
  | 'authorizeScopes'
  | 'errorTarget'
  | 'refusedQuery'
>;

/** Breaks how a request is checked in a browser in which nobody is logged in. */
function beforeALogin(broken: Partial<Checked>): Partial<Rules> {
  const sessions = new Set<string>();
  let isAnybody = false;
  const rules = (): Checked => (isAnybody ? defaultRules : { ...defaultRules, ...broken });
  return {
    admit: (operation, { headers }) => {
      const [, session = ''] = /reference_session=([^;]+)/.exec(headers.get('cookie') ?? '') ?? [];
      if (operation === 'authorize') isAnybody = sessions.has(session);
    },
    signedInUser: (session, users) => {
      const user = defaultRules.signedInUser(session, users);
      if (user !== undefined) sessions.add(session?.id ?? '');
      return user;
    },
    authorizeClient: (...given) => rules().authorizeClient(...given),
    redirectUri: (...given) => rules().redirectUri(...given),
    isResponseType: (...given) => rules().isResponseType(...given),
    isAccessType: (...given) => rules().isAccessType(...given),
    authorizeScopes: (...given) => rules().authorizeScopes(...given),
    errorTarget: (...given) => rules().errorTarget(...given),
    refusedQuery: (...given) => rules().refusedQuery(...given),
  };
}
