import { defaultRules } from '../../reference/rules/index.ts';
import { ofAnotherClient, ofTheFirstClient } from '../circumstances.ts';
import type { Bank } from '../mutant.ts';

const { permissionsAsked: asked } = defaultRules;
const [email = '', details = '', api = ''] = asked();

/** What the consent page asks for by its text. */
export const consentTextMutants = {
  'consent-without-email': {
    says: 'Omits the e-mail information from the consent page.',
    breaks: 'IDN-028',
    permissionsAsked: () => asked().toSpliced(0, 1),
  },
  'consent-to-view-email-alone': {
    says: 'Asks on the consent page to view the e-mail information, but not to update it.',
    breaks: 'IDN-028',
    permissionsAsked: () => ['View your email information', ...asked().toSpliced(0, 1)],
  },
  'consent-names-an-address-in-place-of-a-permission': {
    says: 'Shows a logged-in e-mail address on the consent page instead of asking for e-mail information.',
    breaks: 'IDN-028',
    permissionsAsked: () => ['Logged in as someone@email.example', ...asked().toSpliced(0, 1)],
  },
  'consent-without-user-details': {
    says: 'Omits the user detail information from the consent page.',
    breaks: 'IDN-028',
    permissionsAsked: () => asked().toSpliced(1, 1),
  },
  'consent-without-the-api': {
    says: 'Omits the collaboration API from the consent page.',
    breaks: 'IDN-028',
    permissionsAsked: () => asked().toSpliced(2, 1),
  },
  'consent-to-email-messages-without-the-api': {
    says: 'Asks on the consent page for e-mail messages, but not for the collaboration API.',
    breaks: 'IDN-028',
    permissionsAsked: () => [
      'View and update your email messages',
      details,
      'We send you messages about news',
    ],
  },
  'consent-to-update-email-alone': {
    says: 'Asks on the consent page to update the e-mail information, but not to view it.',
    breaks: 'IDN-028',
    permissionsAsked: () => ['Update your email information', details, api],
  },
  'consent-to-view-email-and-change-your-mind': {
    says: 'Asks only to view the e-mail information, and mentions that this can be changed in the settings.',
    breaks: 'IDN-028',
    permissionsAsked: () => [
      details,
      api,
      'View your email information',
      'You can change this at any time in your settings',
    ],
  },
  'consent-to-view-email-on-a-page-last-updated': {
    says: 'Asks only to view the e-mail information, on a page that shows when it was last updated.',
    breaks: 'IDN-028',
    permissionsAsked: () => ['View your email information', details, api, 'Last updated on 1 March'],
  },
  'consent-names-a-contact-in-place-of-email': {
    says: 'Offers e-mail support on the consent page instead of asking for e-mail information.',
    breaks: 'IDN-028',
    permissionsAsked: () => [details, api, 'Questions? E-mail us.'],
  },
  'consent-tells-who-is-logged-in-in-place-of-user-details': {
    says: 'Shows who is logged in on the consent page instead of asking for user details.',
    breaks: 'IDN-028',
    permissionsAsked: () => ['Signed in as user Marko. Not you? Use another account', email, api],
  },
  'consent-wants-an-account-in-place-of-user-details': {
    says: 'Asks on the consent page for access to an account instead of user details.',
    breaks: 'IDN-028',
    permissionsAsked: () => ['Reference Portal wants access to your account', email, api],
  },
  'consent-that-says-nothing': {
    says: 'Shows a consent page with its two buttons but without the permissions it asks for.',
    breaks: 'IDN-028',
    send: (answer, operation) =>
      operation === 'confirmAuthorization'
        ? { ...answer, body: String(answer.body).replaceAll(/<p>.*<\/p>|<ul>[^]*<\/ul>/g, '') }
        : answer,
  },
  'another-client-asks-for-email-alone': {
    says: 'Asks only for the e-mail permission on the consent page of any client but the first.',
    breaks: 'IDN-028',
    when: ofAnotherClient,
    permissionsAsked: () => [email],
  },
  'first-client-asks-for-email-alone': {
    says: 'Asks only for the e-mail permission on the consent page of the first client.',
    breaks: 'IDN-028',
    when: ofTheFirstClient,
    permissionsAsked: () => [email],
  },
} satisfies Bank;
