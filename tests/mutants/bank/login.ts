import { refuse } from '../../reference/answer.ts';
import { now } from '../../reference/now.ts';
import { defaultRules } from '../../reference/rules/index.ts';
import type { User } from '../../reference/state.ts';
import { all, isFor, ofAnotherClient } from '../circumstances.ts';
import type { Bank } from '../mutant.ts';

const { acceptedQuery, authorizeScopes, loginUser, signedInUser } = defaultRules;

/** Who is logged in, and by what. */
export const logins = {
  'login-skipped': {
    says: 'Treats a browser in which nobody is logged in as that of the first user.',
    breaks: 'IDN-001',
    signedInUser: (session, users) => signedInUser(session, users) ?? users[0],
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
  'login-page-with-a-failure': {
    says: 'Shows the login page with status 500.',
    breaks: 'IDN-001',
    when: ({ operation, method }) => operation === 'login' && method === 'GET',
    send: (answer) => ({ ...answer, status: 500 }),
  },
  'login-takes-nobody': {
    says: 'Refuses every login and shows the login page again.',
    breaks: ['IDN-001', 'IDN-002'],
    loginUser: () => undefined,
  },
  'login-by-name-alone': {
    says: 'Logs a user in by user name alone, whatever the password.',
    breaks: 'IDN-126',
    loginUser: (users, username) => users.find((user) => user.username === username),
  },
  'login-without-a-password': {
    says: 'Accepts an empty password on the login page.',
    breaks: 'IDN-126',
    when: ({ form }) => !form['password'],
    loginUser: (users, username) => users.find((user) => user.username === username),
  },
  'login-of-nobody-known': {
    says: 'Treats an unknown user name at the login page as the first user, whatever the password.',
    breaks: 'IDN-126',
    loginUser: (users, username, password) =>
      users.some((user) => user.username === username) ? loginUser(users, username, password) : users[0],
  },
  'logged-in-before-the-password-is-checked': {
    says: 'Refuses a wrong password, but treats the user as logged in at the next request.',
    breaks: 'IDN-126',
    rules: () => {
      const named = new Map<string | undefined, User>();
      return {
        loginUser: (users, username, password) => {
          const user = loginUser(users, username, password);
          const one = users.find((other) => other.username === username);
          if (user === undefined && one !== undefined) named.set(now().browser?.id, one);
          return user;
        },
        signedInUser: (session, users) => signedInUser(session, users) ?? named.get(session?.id),
      };
    },
  },
  'wrong-password-for-one-request': {
    says: 'Accepts any password on the login page, but a wrong one only for one authorization request.',
    breaks: 'IDN-126',
    rules: () => {
      const wrongly = new Set<string | undefined>();
      const over = new Set<string | undefined>();
      return {
        loginUser: (users, username, password) => {
          const user = loginUser(users, username, password);
          if (user === undefined) wrongly.add(now().pending?.id);
          return user ?? users.find((one) => one.username === username?.toLowerCase());
        },
        signedInUser: (session, users) => (over.has(session?.id) ? undefined : signedInUser(session, users)),
        acceptedQuery: (code, state) => {
          const { pending, browser } = now();
          if (wrongly.has(pending?.id)) over.add(browser?.id);
          return acceptedQuery(code, state);
        },
      };
    },
  },
  'login-page-logs-in-somebody-else': {
    says: 'Checks the user name and password on the login page, but logs another user in.',
    breaks: ['COL-054', 'COL-063', 'IDN-117'],
    loginUser: (users, username, password) => {
      const named = loginUser(users, username, password);
      return named && users.find((one) => one !== named);
    },
  },
} satisfies Bank;

/** Users who are logged in, and have to log in again. */
export const repeatedLogins = {
  'login-forgotten': {
    says: 'Asks a user to log in at every authorization request.',
    breaks: 'IDN-025',
    when: isFor('authorize'),
    nextStep: () => 'login',
  },
  'login-again-for-another-client': {
    says: 'Requires a logged-in user to log in again for another client.',
    breaks: 'IDN-025',
    when: all(isFor('authorize'), ofAnotherClient),
    nextStep: () => 'login',
  },
  'login-again-for-long-scopes': {
    says: 'Requires a logged-in user to log in again for scopes in their long form.',
    breaks: 'IDN-025',
    when: all(isFor('authorize'), ({ query }) => query.get('scope')?.includes('/auth/') === true),
    nextStep: () => 'login',
  },
  'login-again-for-other-scopes': {
    says: 'Requires a logged-in user to log in again when the scopes differ from the last ones.',
    breaks: 'IDN-025',
    rules: () => {
      let wanted = '';
      let granted = '';
      return {
        authorizeScopes: (scope, authUrl) => {
          const scopes = authorizeScopes(scope, authUrl);
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
  'session-used-once': {
    says: 'Requires a new login for the third use of a session.',
    breaks: 'IDN-025',
    rules: () => {
      let uses = 0;
      return {
        nextStep: (user, hasJustLoggedIn) => {
          if (user === undefined) return 'login';
          uses = hasJustLoggedIn ? 0 : uses + 1;
          return uses > 1 ? 'login' : 'consent';
        },
      };
    },
  },
  'logged-in-user-refused': {
    says: 'Refuses the next authorization request of a user who is logged in.',
    breaks: 'IDN-025',
    nextStep: (user, hasJustLoggedIn) => {
      if (user === undefined) return 'login';
      return hasJustLoggedIn ? 'consent' : refuse(403, 'The user is logged in already');
    },
  },
} satisfies Bank;
