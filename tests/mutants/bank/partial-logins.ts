import { refuse } from '../../reference/answer.ts';
import { defaultRules, type Rules } from '../../reference/rules/index.ts';
import { otherClient } from '../../reference/seed.ts';
import type { Bank } from '../mutant.ts';

/** What is kept for a user who is logged in and broken where nobody is yet, and what is kept of the first login alone. */
export const partialLoginMutants = {
  'login-continues-the-first-request': {
    says: 'Returns the state of the first authorization request that the browser made before the login.',
    breaks: 'IDN-005',
    rules: () => {
      const firstOf = new Map<string, string>();
      let cookie = '';
      let continued: string | undefined;
      const states = new Map<string, string>();
      let asked: string | undefined;
      return {
        admit: (operation, { url, headers }) => {
          cookie = /reference_session=([^;]+)/.exec(headers.get('cookie') ?? '')?.[1] ?? '';
          asked = operation === 'authorize' ? (new URL(url).searchParams.get('state') ?? '') : undefined;
        },
        loginUser: (users, username, password) => {
          const user = defaultRules.loginUser(users, username, password);
          continued = user && firstOf.get(cookie);
          return user;
        },
        signedInUser: (session, users) => {
          const user = defaultRules.signedInUser(session, users);
          const id = session?.id ?? '';
          if (user === undefined && asked !== undefined && !firstOf.has(id)) firstOf.set(id, asked);
          if (user !== undefined && continued !== undefined) states.set(id, continued);
          continued = undefined;
          return user;
        },
        echoState: (state) => {
          const first = states.get(cookie) ?? state;
          states.delete(cookie);
          return first;
        },
      };
    },
  },
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
  'state-lost-through-the-login': {
    says: 'Drops the state when the user has to log in first.',
    breaks: 'IDN-005',
    rules: () => echoingAfterLogin(() => undefined),
  },
  'state-lost-with-an-error-before-a-login': {
    says: 'Omits the state from an error when nobody is logged in yet.',
    breaks: 'IDN-005',
    rules: () =>
      beforeALogin({ refusedQuery: (error, text) => defaultRules.refusedQuery(error, text, undefined) }),
  },
  'state-plus-as-space-through-the-login': {
    says: 'Turns a plus sign in the state into a space when the user has to log in first.',
    breaks: 'IDN-006',
    rules: () => echoingAfterLogin((state) => state.replaceAll('+', ' ')),
  },
  'state-cut-at-255-after-a-login': {
    says: 'Truncates the state to 255 characters when the user has to log in first.',
    breaks: 'IDN-006',
    rules: () => echoingAfterLogin((state) => state.slice(0, 255)),
  },
  'awkward-state-refused-after-a-login': {
    says: 'Refuses a state that contains < when the user has to log in first.',
    breaks: 'IDN-006',
    rules: () =>
      echoingAfterLogin((state) => (state.includes('<') ? refuse(400, 'state is not accepted') : state)),
  },
  'state-cut-at-512-after-a-login': {
    says: 'Truncates the state to 512 characters when the user has to log in first.',
    breaks: 'IDN-006',
    rules: () => echoingAfterLogin((state) => state.slice(0, 512)),
  },
  'state-cut-at-255-with-an-error': {
    says: 'Truncates the state to 255 characters in an error other than access_denied.',
    breaks: 'IDN-006',
    rules: () => withErrors((error, state) => (error === 'access_denied' ? state : state.slice(0, 255))),
  },
  'state-cut-at-255-with-a-denial': {
    says: 'Truncates the state to 255 characters when the user denies access.',
    breaks: 'IDN-006',
    rules: () => withErrors((error, state) => (error === 'access_denied' ? state.slice(0, 255) : state)),
  },
  'state-without-line-breaks-with-an-error': {
    says: 'Strips line breaks and tabs from a state returned with an error.',
    breaks: 'IDN-131',
    rules: () => withErrors((_error, state) => state.replace(/[\r\n\t]/g, '')),
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

/** Sends another state back where the user had to log in first. */
function echoingAfterLogin(change: (state: string) => string | undefined): Partial<Rules> {
  let hasLoggedIn = false;
  return {
    nextStep: (user, hasJustLoggedIn) => {
      hasLoggedIn = hasJustLoggedIn;
      return defaultRules.nextStep(user, hasJustLoggedIn);
    },
    echoState: (state) => (hasLoggedIn && state !== undefined ? change(state) : state),
  };
}

/** Sends another state back with an error. */
function withErrors(change: (error: string, state: string) => string): Partial<Rules> {
  return {
    refusedQuery: (error, text, state) =>
      defaultRules.refusedQuery(error, text, state === undefined ? state : change(error, state)),
  };
}
