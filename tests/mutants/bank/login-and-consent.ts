import { type Answer, json, redirect, refuse } from '../../reference/answer.ts';
import { defaultRules, type Rules } from '../../reference/rules/index.ts';
import type { User } from '../../reference/state.ts';
import type { Bank } from '../mutant.ts';

const { isAccepted, loginUser, permissionsAsked, redirectLocation, refusedQuery, signedInUser } =
  defaultRules;

/** The login page, the consent page, and what becomes of the user's decision. */
export const loginAndConsentMutants = {
  'login-skipped': {
    says: 'Treats a browser in which nobody is logged in as that of the first user.',
    breaks: 'IDN-001',
    signedInUser: (session, users) => signedInUser(session, users) ?? users[0],
  },
  'login-by-name-alone': {
    says: 'Logs a user in by user name alone, whatever the password.',
    breaks: 'IDN-126',
    loginUser: (users, username) => users.find((user) => user.username === username),
  },
  'logged-in-before-the-password-is-checked': {
    says: 'Refuses a wrong password, but treats the user as logged in at the next request.',
    breaks: 'IDN-126',
    rules: () => {
      const sessions = new Map<string, User>();
      let named: User | undefined;
      return {
        loginUser: (users, username, password) => {
          named = users.find((user) => user.username === username);
          return loginUser(users, username, password);
        },
        send: (answer, operation, { method, headers }) => {
          const [, session] = /reference_session=([^;]+)/.exec(headers.get('cookie') ?? '') ?? [];
          const isWrong = operation === 'login' && method === 'POST' && answer.status === 200;
          if (isWrong && named !== undefined && session !== undefined) sessions.set(session, named);
          return answer;
        },
        signedInUser: (session, users) => signedInUser(session, users) ?? sessions.get(session?.id ?? ''),
      };
    },
  },
  'login-of-nobody-known': {
    says: 'Treats an unknown user name at the login page as the first user, whatever the password.',
    breaks: 'IDN-126',
    loginUser: (users, username, password) =>
      users.some((user) => user.username === username) ? loginUser(users, username, password) : users[0],
  },
  'login-takes-nobody': {
    says: 'Refuses every login and shows the login page again.',
    breaks: ['IDN-001', 'IDN-002'],
    loginUser: () => undefined,
  },
  'login-forgotten': {
    says: 'Asks a user to log in at every authorization request.',
    breaks: 'IDN-025',
    nextStep: (_user, hasJustLoggedIn) => (hasJustLoggedIn ? 'consent' : 'login'),
  },
  'logged-in-user-refused': {
    says: 'Refuses the next authorization request of a user who is logged in.',
    breaks: 'IDN-025',
    nextStep: (user, hasJustLoggedIn) => {
      if (user === undefined) return 'login';
      return hasJustLoggedIn ? 'consent' : refuse(403, 'The user is logged in already');
    },
  },
  'consent-page-fails': {
    says: 'Returns status 500 instead of the consent page.',
    breaks: ['IDN-002', 'IDN-026'],
    permissionsAsked: () => refuse(500, 'The consent page failed'),
  },
  'login-page-with-a-failure': {
    says: 'Shows the login page with status 500.',
    breaks: 'IDN-001',
    send: (answer, operation, { method }) =>
      operation === 'login' && method === 'GET' ? { ...answer, status: 500 } : answer,
  },
  'consent-page-with-a-failure': {
    says: 'Shows the consent page with status 500.',
    breaks: 'IDN-026',
    rules: () => onConsentPage((answer) => ({ ...answer, status: 500 })),
  },
  'consent-page-as-json': {
    says: 'Returns the permissions as JSON instead of the consent page.',
    breaks: ['IDN-002', 'IDN-026'],
    rules: () => onConsentPage(() => json(200, { permissions: permissionsAsked() })),
  },
  'consent-before-the-login': {
    says: 'Asks for consent before the login instead of after it.',
    breaks: 'IDN-026',
    rules: () => {
      let isNobody = true;
      let request = '';
      return {
        admit: (operation, { method, url }) => {
          if (operation === 'confirmAuthorization' && method === 'GET')
            request = new URL(url).searchParams.get('request') ?? '';
        },
        signedInUser: (session, users) => {
          isNobody = session?.user === undefined;
          return session?.user ?? users[0];
        },
        nextStep: (_user, hasJustLoggedIn) => (hasJustLoggedIn ? 'grant' : 'consent'),
        isAccepted: (decision) =>
          isAccepted(decision) && isNobody ? refuse(401, 'Nobody is logged in') : isAccepted(decision),
        send: (answer, operation) =>
          operation === 'confirmAuthorization' && answer.status === 401
            ? redirect(`/login?request=${request}`)
            : answer,
      };
    },
  },
  'consent-not-asked': {
    says: 'Issues a code after the login without asking for consent.',
    breaks: 'IDN-026',
    nextStep: (user) => (user === undefined ? 'login' : 'grant'),
    survives: 'a deployment may remember a consent from before, and no text says that it does not',
  },
  'consent-page-of-two-media-types': {
    says: 'Sends two media types in the Content-Type of the consent page, of which a browser uses the last.',
    breaks: 'IDN-027',
    rules: () =>
      onConsentPage((answer) => ({
        ...answer,
        headers: { ...answer.headers, 'Content-Type': 'text/plain, text/html' },
      })),
  },
  'consent-page-elsewhere': {
    says: 'Serves the consent page at a path other than /oauth2/authorize/confirm.',
    breaks: 'IDN-127',
    send: async (answer, operation, request) => {
      const location = answer.headers['Location'];
      if (location?.startsWith('/oauth2/authorize/confirm')) {
        const Location = location.replace('/oauth2/authorize/confirm', '/consent');
        return { ...answer, headers: { ...answer.headers, Location } };
      }
      const url = new URL(request.url);
      if (operation !== 'unknown' || url.pathname !== '/consent') return answer;
      const page = await fetch(new URL(`/oauth2/authorize/confirm${url.search}`, url), {
        headers: { cookie: request.headers.get('cookie') ?? '' },
      });
      return {
        status: page.status,
        headers: { 'Content-Type': 'text/html; charset=utf-8', 'Cache-Control': 'no-store' },
        body: await page.text(),
      };
    },
  },
  'accept-denies': {
    says: 'Treats Accept as a denial.',
    breaks: 'IDN-029',
    isAccepted: () => false,
  },
  'denial-accepts': {
    says: 'Treats a denial as Accept.',
    breaks: ['IDN-030', 'IDN-031'],
    isAccepted: () => true,
  },
  'denial-after-an-accept-accepts': {
    says: 'Treats a denial as Accept in a browser session in which the user has accepted before.',
    breaks: 'IDN-030',
    rules: () => {
      const accepting = new Set<string>();
      let deciding = '';
      return {
        signedInUser: (session, users) => {
          deciding = session?.id ?? '';
          return signedInUser(session, users);
        },
        isAccepted: (decision) => {
          if (isAccepted(decision)) accepting.add(deciding);
          return accepting.has(deciding);
        },
      };
    },
  },
  'denial-carries-a-code': {
    says: 'Redirects with both an error and a code after a denial.',
    breaks: 'IDN-030',
    refusedQuery: (error, message, state) => ({
      ...refusedQuery(error, message, state),
      ...(error === 'access_denied' && { code: '1f0c8a' }),
    }),
  },
  'denial-fails': {
    says: 'Returns status 500 after a denial.',
    breaks: ['IDN-030', 'IDN-031'],
    denialError: () => refuse(500, 'The denial failed'),
  },
  'denial-ends-on-a-page': {
    says: 'Returns a page with status 403 instead of redirecting after a denial.',
    breaks: 'IDN-031',
    denialError: () => refuse(403, 'The user has denied'),
  },
  'denial-told-elsewhere': {
    says: 'Redirects to a path below the redirect URI after a denial.',
    breaks: 'IDN-031',
    redirectLocation: (uri, query) =>
      redirectLocation(query['error'] === 'access_denied' ? `${uri}/denied` : uri, query),
  },
  'denial-remembered-as-consent': {
    says: 'Does not ask a user again who has decided, even if the decision was to deny, except after a login.',
    breaks: 'IDN-030',
    rules: () => {
      let hasDecided = false;
      return {
        isAccepted: (decision) => {
          hasDecided = true;
          return defaultRules.isAccepted(decision);
        },
        nextStep: (user, hasJustLoggedIn) => {
          const step = defaultRules.nextStep(user, hasJustLoggedIn);
          return step === 'consent' && hasDecided && !hasJustLoggedIn ? 'grant' : step;
        },
      };
    },
  },
  'denial-as-server-error': {
    says: 'Redirects after a denial with the error server_error.',
    breaks: 'IDN-031',
    denialError: () => 'server_error',
  },
} satisfies Bank;

/** Changes the consent page as it goes out. */
function onConsentPage(change: (answer: Answer) => Answer): Partial<Rules> {
  return {
    send: (answer, operation) =>
      operation === 'confirmAuthorization' && answer.status === 200 ? change(answer) : answer,
  };
}
