import { defaultRules } from '../../reference/rules/index.ts';
import type { Bank } from '../mutant.ts';

const { permissionsAsked: asked } = defaultRules;
const [email = '', details = '', api = ''] = asked();

/** What the consent page asks for by its text. */
export const consentTextMutants = {
  'consent-without-email': {
    says: 'Leaves the e-mail information out of the consent page.',
    breaks: ['IDN-028'],
    replace: () => ({ permissionsAsked: () => asked().toSpliced(0, 1) }),
  },
  'consent-to-view-email-alone': {
    says: 'Asks on the consent page to view the e-mail information, and not to update it.',
    breaks: ['IDN-028'],
    replace: () => ({
      permissionsAsked: () => ['View your email information', ...asked().toSpliced(0, 1)],
    }),
  },
  'consent-names-an-address-in-place-of-a-permission': {
    says: 'Tells on the consent page by which e-mail address the user is logged in, and not that it is asked for.',
    breaks: ['IDN-028'],
    replace: () => ({
      permissionsAsked: () => ['Logged in as someone@email.example', ...asked().toSpliced(0, 1)],
    }),
  },
  'consent-without-user-details': {
    says: 'Leaves the user detail information out of the consent page.',
    breaks: ['IDN-028'],
    replace: () => ({ permissionsAsked: () => asked().toSpliced(1, 1) }),
  },
  'consent-without-the-api': {
    says: 'Leaves the collaboration API out of the consent page.',
    breaks: ['IDN-028'],
    replace: () => ({ permissionsAsked: () => asked().toSpliced(2, 1) }),
  },
  'consent-to-email-messages-without-the-api': {
    says: 'Asks on the consent page for e-mail messages, and not for the collaboration API.',
    breaks: ['IDN-028'],
    replace: () => ({
      permissionsAsked: () => [
        'View and update your email messages',
        details,
        'We send you messages about news',
      ],
    }),
  },
  'consent-to-update-email-alone': {
    says: 'Asks on the consent page to update the e-mail information, and not to view it.',
    breaks: ['IDN-028'],
    replace: () => ({ permissionsAsked: () => ['Update your email information', details, api] }),
  },
  'consent-to-view-email-and-change-your-mind': {
    says: 'Asks to view the e-mail information alone, and tells where to change what was allowed.',
    breaks: ['IDN-028'],
    replace: () => ({
      permissionsAsked: () => [
        details,
        api,
        'View your email information',
        'You can change this at any time in your settings',
      ],
    }),
  },
  'consent-to-view-email-on-a-page-last-updated': {
    says: 'Asks to view the e-mail information alone, on a page that tells when it was last updated.',
    breaks: ['IDN-028'],
    replace: () => ({
      permissionsAsked: () => ['View your email information', details, api, 'Last updated on 1 March'],
    }),
  },
  'consent-names-a-contact-in-place-of-email': {
    says: 'Tells on the consent page whom to e-mail, and asks for no e-mail information.',
    breaks: ['IDN-028'],
    replace: () => ({ permissionsAsked: () => [details, api, 'Questions? E-mail us.'] }),
  },
  'consent-tells-who-is-logged-in-in-place-of-user-details': {
    says: 'Tells on the consent page which user is logged in, and asks for no user details.',
    breaks: ['IDN-028'],
    replace: () => ({
      permissionsAsked: () => ['Signed in as user Marko. Not you? Use another account', email, api],
    }),
  },
  'consent-wants-an-account-in-place-of-user-details': {
    says: 'Tells on the consent page that the client wants access to an account, and asks for no user details.',
    breaks: ['IDN-028'],
    replace: () => ({
      permissionsAsked: () => ['Reference Portal wants access to your account', email, api],
    }),
  },
  'consent-that-says-nothing': {
    says: 'Shows a consent page of two buttons, and nothing that it asks for.',
    breaks: ['IDN-028'],
    replace: () => ({
      send: (answer, operation) =>
        operation === 'confirmAuthorization'
          ? { ...answer, body: String(answer.body).replaceAll(/<p>.*<\/p>|<ul>[^]*<\/ul>/g, '') }
          : answer,
    }),
  },
} satisfies Bank;
