import { defaultRules, type Rules } from '../../reference/rules/index.ts';
import type { VariantEntry, Variants } from '../mutant.ts';
import { type Change, consents } from '../parts/pages.ts';

const [, details = '', api = ''] = defaultRules.permissionsAsked();

/** What the consent page asks for, in its own words. */
export const consentWordVariants = {
  'consent-words-of-its-own': asking('The consent page words the permissions in its own way.', [
    'See and change your E-Mail settings',
    'Read your profile',
    'Use Spaces for you',
  ]),
  'consent-to-what-a-user-does': asking(
    'The consent page mentions a mail address, and what a user does with the API.',
    ['View and update your mail address', 'See who you are', 'Access your rooms, meetings and messages'],
  ),
  'consent-to-act-as-the-user': asking('The consent page asks to act as the user.', [
    'View and update your email',
    details,
    'Act as you',
  ]),
  'consent-to-personal-data': asking(
    'The consent page asks to read personal data and to maintain the e-mail address.',
    ['Read and maintain your e-mail address', 'Look at your personal data', 'Use the API for you'],
  ),
  'consent-that-tells-of-update-below': asking(
    'The consent page asks to view e-mail, and mentions changes only in the line below.',
    [
      'View your email',
      'What belongs to it may be changed as well.',
      'Your account',
      'The collaboration API',
    ],
  ),
  'consent-to-access-email': asking(
    'The consent page asks for access to e-mail information, which covers viewing and updating it.',
    ['Access your email information', 'See your name', 'Use the collaboration API'],
  ),
  'consent-to-amend-email': asking('The consent page asks to amend e-mail information.', [
    'View and amend your email information',
    details,
    api,
  ]),
  'consent-to-keep-email-up-to-date': asking('The consent page asks to keep e-mail information up to date.', [
    'Read your email address and keep it up to date',
    details,
    api,
  ]),
  'consent-with-a-footer-to-e-mail': asking(
    'The consent page ends with footer lines that invite the user to e-mail support.',
    [
      'Access your email information',
      details,
      api,
      'Questions? View our help or e-mail us.',
      'See our pages, or e-mail support',
    ],
  ),
  'consent-in-other-hyphens': asking('The consent page contains non-breaking hyphens and soft hyphens.', [
    'View and up\u00addate your E\u2011mail in\u00adfor\u00adma\u00adtion',
    'See your pro\u00adfile',
    'Call the col\u00adlab\u00ado\u00adra\u00adtion server',
  ]),
  'consent-in-one-sentence': asking('The consent page asks for everything in one sentence.', [
    'Reference Portal wants access to your account: to view and update your email, to see your profile, and to use Spaces for you.',
  ]),
  'consent-that-tells-who-is-logged-in': asking(
    'The consent page shows who is logged in, and where to change the permissions later.',
    [
      'Signed in as user Marko. Not you? Use another account',
      ...defaultRules.permissionsAsked(),
      'You can change this at any time in your settings',
    ],
  ),
  'consent-in-one-sentence-after-who-is-signed-in': {
    says: "The consent page has a heading, shows the user's address, and asks for all in one sentence.",
    ...consents([
      /<p>[^]*<\/ul>/,
      '<h1>Spaces</h1><p>You are signed in as ada@mail.example. This app would like to view and update your email information, view your user details and call the collaboration API.</p>',
    ]),
  },
  'consent-to-know-who-you-are': asking(
    'The consent page asks to know who the user is, and to act on their behalf.',
    ['View and change your email address', 'Know who you are', 'Act on your behalf in meetings and messages'],
  ),
} satisfies Variants;

/** A consent page in another language than English, and how it says so. */
export const germanConsentVariants = {
  'permissions-in-german': {
    says: 'The consent page is in German except for its buttons.',
    ...inGerman(['lang="en"', 'lang="de"']),
  },
  'permissions-in-german-told-by-a-header': {
    says: 'The consent page is in German except for its buttons, as only Content-Language declares.',
    rules: () => {
      const { send = defaultRules.send, ...rest } = inGerman([' lang="en"', '']);
      return {
        ...rest,
        send: async (...given) => {
          const answer = await send(...given);
          return { ...answer, headers: { ...answer.headers, 'Content-Language': 'de' } };
        },
      };
    },
  },
  'permissions-in-german-told-as-xml': {
    says: 'The consent page is in German except for its buttons, as only xml:lang declares.',
    ...inGerman(['lang="en"', 'xml:lang="de"']),
  },
  'permissions-in-german-told-as-english': {
    says: 'The consent page is in German except for its buttons, but its template declares English.',
    ...inGerman(['asks for your permission to', 'bittet um Ihre Erlaubnis']),
  },
  'permissions-in-german-told-nowhere': {
    says: 'The consent page is in German except for its buttons, and declares no language.',
    ...inGerman(['asks for your permission to', 'bittet um Ihre Erlaubnis'], [' lang="en"', '']),
  },
  'consent-in-german': {
    says: 'The consent page is in German.',
    blocks: true,
    ...inGerman(['lang="en"', 'lang="de"'], ['>Accept<', '>Zulassen<'], ['>Deny<', '>Ablehnen<']),
  },
} satisfies Variants;

function asking(says: string, permissions: readonly string[]): VariantEntry {
  return { says, permissionsAsked: () => permissions };
}

/** The consent page asks in German, and is changed. */
function inGerman(...changes: readonly Change[]): Partial<Rules> {
  return {
    ...consents(...changes),
    permissionsAsked: () => [
      'Ihre Postadresse zu sehen und zu ändern',
      'Ihre Angaben zur Person zu sehen',
      'In Ihrem Namen zu handeln',
    ],
  };
}
