import { type Answer, json, redirect, refuse } from '../../reference/answer.ts';
import { now } from '../../reference/now.ts';
import { defaultRules } from '../../reference/rules/index.ts';
import { afterOneLogin, denying, loggedIn, ofAnotherClient, ofTheFirstClient } from '../circumstances.ts';
import { each } from '../family.ts';
import type { Bank, MutantEntry } from '../mutant.ts';

const { isAccepted, nextStep, permissionsAsked, redirectLocation, refusedQuery, signedInUser } = defaultRules;
const [email = '', details = '', api = ''] = permissionsAsked();

/** Where the consent page is, and what it is. */
export const consentPages = {
  'consent-not-asked': {
    says: 'Issues a code after the login without asking for consent.',
    breaks: 'IDN-026',
    nextStep: (user) => (user === undefined ? 'login' : 'grant'),
    survives: 'a deployment may remember a consent from before, and no text says that it does not',
  },
  'no-consent-for-one-scope': {
    says: 'Skips the consent page when only one scope is requested.',
    breaks: 'IDN-026',
    when: ({ query, pending }) => /^[^ +,]+$/.test(pending?.scope ?? query.get('scope') ?? ''),
    nextStep: (user) => (user === undefined ? 'login' : 'grant'),
  },
  'consent-before-the-login': {
    says: 'Asks for consent before the login instead of after it.',
    breaks: 'IDN-026',
    signedInUser: (session, users) => signedInUser(session, users) ?? users[0],
    nextStep: (_user, hasJustLoggedIn) => (hasJustLoggedIn ? 'grant' : 'consent'),
    isAccepted: (decision) => isAccepted(decision) && (loggedIn(now()) || refuse(401, 'Nobody is logged in')),
    send: (answer, operation) =>
      operation === 'confirmAuthorization' && answer.status === 401
        ? redirect(`/login?request=${now().form['request']}`)
        : answer,
  },
  'consent-page-fails': {
    says: 'Returns status 500 instead of the consent page.',
    breaks: ['IDN-002', 'IDN-026'],
    permissionsAsked: () => refuse(500, 'The consent page failed'),
  },
  'consent-page-with-a-failure': changed('Shows the consent page with status 500.', 'IDN-026', (answer) => ({
    ...answer,
    status: 500,
  })),
  'consent-page-as-json': changed(
    'Returns the permissions as JSON instead of the consent page.',
    ['IDN-002', 'IDN-026'],
    () => json(200, { permissions: permissionsAsked() }),
  ),
  'consent-page-of-two-media-types': changed(
    'Sends two media types in the Content-Type of the consent page, of which a browser uses the last.',
    'IDN-027',
    (answer) => ({ ...answer, headers: { ...answer.headers, 'Content-Type': 'text/plain, text/html' } }),
  ),
  'consent-that-says-nothing': changed(
    'Shows a consent page with its two buttons but without the permissions it asks for.',
    'IDN-028',
    (answer) => ({ ...answer, body: String(answer.body).replaceAll(/<p>.*<\/p>|<ul>[^]*<\/ul>/g, '') }),
  ),
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
} satisfies Bank;

/** What the consent page asks for by its text. */
export const consentTexts = {
  ...each(
    [
      ['consent-without-email', 'Omits the e-mail information from the consent page.', [details, api]],
      [
        'consent-to-view-email-alone',
        'Asks on the consent page to view the e-mail information, but not to update it.',
        ['View your email information', details, api],
      ],
      [
        'consent-names-an-address-in-place-of-a-permission',
        'Shows a logged-in e-mail address on the consent page instead of asking for e-mail information.',
        ['Logged in as someone@email.example', details, api],
      ],
      [
        'consent-without-user-details',
        'Omits the user detail information from the consent page.',
        [email, api],
      ],
      ['consent-without-the-api', 'Omits the collaboration API from the consent page.', [email, details]],
      [
        'consent-to-email-messages-without-the-api',
        'Asks on the consent page for e-mail messages, but not for the collaboration API.',
        ['View and update your email messages', details, 'We send you messages about news'],
      ],
      [
        'consent-to-update-email-alone',
        'Asks on the consent page to update the e-mail information, but not to view it.',
        ['Update your email information', details, api],
      ],
      [
        'consent-to-view-email-and-change-your-mind',
        'Asks only to view the e-mail information, and mentions that this can be changed in the settings.',
        [details, api, 'View your email information', 'You can change this at any time in your settings'],
      ],
      [
        'consent-to-view-email-on-a-page-last-updated',
        'Asks only to view the e-mail information, on a page that shows when it was last updated.',
        ['View your email information', details, api, 'Last updated on 1 March'],
      ],
      [
        'consent-names-a-contact-in-place-of-email',
        'Offers e-mail support on the consent page instead of asking for e-mail information.',
        [details, api, 'Questions? E-mail us.'],
      ],
      [
        'consent-tells-who-is-logged-in-in-place-of-user-details',
        'Shows who is logged in on the consent page instead of asking for user details.',
        ['Signed in as user Marko. Not you? Use another account', email, api],
      ],
      [
        'consent-wants-an-account-in-place-of-user-details',
        'Asks on the consent page for access to an account instead of user details.',
        ['Reference Portal wants access to your account', email, api],
      ],
    ],
    (_, says, permissions) => ({ says, breaks: 'IDN-028', permissionsAsked: () => permissions }),
  ),
  ...each(
    [
      ['another-client-asks-for-email-alone', 'any client but the first', ofAnotherClient],
      ['first-client-asks-for-email-alone', 'the first client', ofTheFirstClient],
    ],
    (_, whose, when) => ({
      says: `Asks only for the e-mail permission on the consent page of ${whose}.`,
      breaks: 'IDN-028',
      when,
      permissionsAsked: () => [email],
    }),
  ),
} satisfies Bank;

/** What becomes of the user's decision. */
export const decisions = {
  'accept-denies': { says: 'Treats Accept as a denial.', breaks: 'IDN-029', isAccepted: () => false },
  'denial-for-good': {
    says: 'Treats every Accept after a denial as another denial.',
    breaks: 'IDN-029',
    rules: () => {
      let hasDenied = false;
      return {
        isAccepted: (decision) => {
          hasDenied ||= !isAccepted(decision);
          return !hasDenied;
        },
      };
    },
  },
  'denial-accepts': {
    says: 'Treats a denial as Accept.',
    breaks: ['IDN-030', 'IDN-031'],
    isAccepted: () => true,
  },
  'denial-right-after-a-login-ignored': {
    says: 'Redirects with a code after a denial when the user has just logged in.',
    breaks: 'IDN-030',
    when: afterOneLogin,
    isAccepted: () => true,
  },
  'denial-after-an-accept-accepts': {
    says: 'Treats a denial as Accept in a browser session in which the user has accepted before.',
    breaks: 'IDN-030',
    rules: () => {
      const accepting = new Set<string | undefined>();
      return {
        isAccepted: (decision) => {
          const { browser } = now();
          if (isAccepted(decision)) accepting.add(browser?.id);
          return accepting.has(browser?.id);
        },
      };
    },
  },
  'denial-forgotten': {
    says: 'Grants the next request after a denial without asking for consent.',
    breaks: 'IDN-030',
    rules: () => {
      let hasDenied = false;
      return {
        denialError: () => {
          hasDenied = true;
          return 'access_denied';
        },
        nextStep: (user, hasJustLoggedIn) => {
          if (user === undefined || !hasDenied) return nextStep(user, hasJustLoggedIn);
          hasDenied = false;
          return 'grant';
        },
      };
    },
  },
  'denial-remembered-as-consent': {
    says: 'Does not ask a user again who has decided, even if the decision was to deny, except after a login.',
    breaks: 'IDN-030',
    rules: () => {
      let hasDecided = false;
      return {
        isAccepted: (decision) => {
          hasDecided = true;
          return isAccepted(decision);
        },
        nextStep: (user, hasJustLoggedIn) => {
          const step = nextStep(user, hasJustLoggedIn);
          return step === 'consent' && hasDecided && !hasJustLoggedIn ? 'grant' : step;
        },
      };
    },
  },
  'denial-carries-a-code': {
    says: 'Redirects with both an error and a code after a denial.',
    breaks: 'IDN-030',
    when: denying,
    refusedQuery: (...given) => ({ ...refusedQuery(...given), code: '1f0c8a' }),
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
    when: denying,
    redirectLocation: (uri, query) => redirectLocation(`${uri}/denied`, query),
  },
  'denial-as-server-error': {
    says: 'Redirects after a denial with the error server_error.',
    breaks: 'IDN-031',
    denialError: () => 'server_error',
  },
} satisfies Bank;

/** Changes the consent page as it goes out. */
function changed(
  says: string,
  breaks: MutantEntry['breaks'],
  change: (answer: Answer) => Answer,
): MutantEntry {
  return {
    says,
    breaks,
    send: (answer, operation) =>
      operation === 'confirmAuthorization' && answer.status === 200 ? change(answer) : answer,
  };
}
