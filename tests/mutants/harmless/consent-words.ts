import { defaultRules } from '../../reference/rules/index.ts';
import type { Variants } from '../mutant.ts';
import { consents, inGerman } from '../parts/pages.ts';

const [, details = '', api = ''] = defaultRules.permissionsAsked();

/** What the consent page says. */
export const consentWordVariants = {
  'consent-words-of-its-own': {
    says: 'The consent page words the permissions in its own way.',
    permissionsAsked: () => [
      'See and change your E-Mail settings',
      'Read your profile',
      'Use Spaces for you',
    ],
  },
  'consent-to-what-a-user-does': {
    says: 'The consent page mentions a mail address, and what a user does with the API.',
    permissionsAsked: () => [
      'View and update your mail address',
      'See who you are',
      'Access your rooms, meetings and messages',
    ],
  },
  'consent-to-act-as-the-user': {
    says: 'The consent page asks to act as the user.',
    permissionsAsked: () => ['View and update your email', details, 'Act as you'],
  },
  'consent-to-personal-data': {
    says: 'The consent page asks to read personal data and to maintain the e-mail address.',
    permissionsAsked: () => [
      'Read and maintain your e-mail address',
      'Look at your personal data',
      'Use the API for you',
    ],
  },
  'consent-that-tells-of-update-below': {
    says: 'The consent page asks to view e-mail, and mentions changes only in the line below.',
    permissionsAsked: () => [
      'View your email',
      'What belongs to it may be changed as well.',
      'Your account',
      'The collaboration API',
    ],
  },
  'consent-to-access-email': {
    says: 'The consent page asks for access to e-mail information, which covers viewing and updating it.',
    permissionsAsked: () => ['Access your email information', 'See your name', 'Use the collaboration API'],
  },
  'consent-to-amend-email': {
    says: 'The consent page asks to amend e-mail information.',
    permissionsAsked: () => ['View and amend your email information', details, api],
  },
  'consent-to-keep-email-up-to-date': {
    says: 'The consent page asks to keep e-mail information up to date.',
    permissionsAsked: () => ['Read your email address and keep it up to date', details, api],
  },
  'consent-with-a-footer-to-e-mail': {
    says: 'The consent page ends with footer lines that invite the user to e-mail support.',
    permissionsAsked: () => [
      'Access your email information',
      details,
      api,
      'Questions? View our help or e-mail us.',
      'See our pages, or e-mail support',
    ],
  },
  'consent-in-other-hyphens': {
    says: 'The consent page contains non-breaking hyphens and soft hyphens.',
    permissionsAsked: () => [
      'View and up\u00addate your E\u2011mail in\u00adfor\u00adma\u00adtion',
      'See your pro\u00adfile',
      'Call the col\u00adlab\u00ado\u00adra\u00adtion server',
    ],
  },
  'consent-in-one-sentence': {
    says: 'The consent page asks for everything in one sentence.',
    permissionsAsked: () => [
      'Reference Portal wants access to your account: to view and update your email, to see your profile, and to use Spaces for you.',
    ],
  },
  'consent-that-tells-who-is-logged-in': {
    says: 'The consent page shows who is logged in, and where to change the permissions later.',
    permissionsAsked: () => [
      'Signed in as user Marko. Not you? Use another account',
      ...defaultRules.permissionsAsked(),
      'You can change this at any time in your settings',
    ],
  },
  'permissions-in-german-told-as-english': {
    says: 'The consent page is in German except for its buttons, but its template declares English.',
    rules: () => ({
      ...consents((html) => html.replace('asks for your permission to', 'bittet um Ihre Erlaubnis')),
      permissionsAsked: () => inGerman,
    }),
  },
  'permissions-in-german-told-nowhere': {
    says: 'The consent page is in German except for its buttons, and declares no language.',
    rules: () => ({
      ...consents((html) =>
        html.replace('asks for your permission to', 'bittet um Ihre Erlaubnis').replace(' lang="en"', ''),
      ),
      permissionsAsked: () => inGerman,
    }),
  },
  'consent-in-one-sentence-after-who-is-signed-in': {
    says: "The consent page has a heading, shows the user's address, and asks for all in one sentence.",
    rules: () =>
      consents((html) =>
        html.replace(
          /<p>[^]*<\/ul>/,
          '<h1>Spaces</h1><p>You are signed in as ada@mail.example. This app would like to view and update your email information, view your user details and call the collaboration API.</p>',
        ),
      ),
  },
  'consent-to-know-who-you-are': {
    says: 'The consent page asks to know who the user is, and to act on their behalf.',
    permissionsAsked: () => [
      'View and change your email address',
      'Know who you are',
      'Act on your behalf in meetings and messages',
    ],
  },
} satisfies Variants;
