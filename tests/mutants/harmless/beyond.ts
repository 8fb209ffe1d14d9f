import { page } from '../../reference/answer.ts';
import { defaultRules } from '../../reference/rules/index.ts';
import type { Variants } from '../mutant.ts';
import { answering } from '../parts/answers.ts';
import { consents, inGerman, logins } from '../parts/pages.ts';

/** What a person does and this suite does not: it is blocked there, and finds fault with nothing. */
export const beyondVariants = {
  'login-with-terms-to-tick': {
    says: 'Shows a terms box on the login page, and rejects a login that does not tick it.',
    blocks: true,
    rules: () => ({
      ...logins((html) =>
        html.replace(
          '<p><button',
          '<p><label><input type="checkbox" name="terms"> I agree to the terms</label></p><p><button',
        ),
      ),
      loginUser: () => undefined,
    }),
  },
  'login-with-a-tenant': {
    says: 'Asks for a company on the login page, and rejects a login without one.',
    blocks: true,
    rules: () => ({
      ...logins((html) =>
        html.replace('<p><button', '<p><label>Company <input name="tenant"></label></p><p><button'),
      ),
      loginUser: () => undefined,
    }),
  },
  'notice-after-the-login': {
    says: 'Shows a notice to confirm between the login and the consent page.',
    blocks: true,
    rules: () =>
      answering(
        (answer) => {
          const { Location: location = '', ...headers } = answer.headers;
          const [, request] = /^\/oauth2\/authorize\/confirm\?request=(.+)/.exec(location) ?? [];
          return request === undefined ? answer : page(200, notice(request), headers);
        },
        ['login'],
      ),
  },
  'consent-in-german': {
    says: 'The consent page is in German.',
    blocks: true,
    rules: () => ({
      ...consents((html) =>
        html
          .replace('lang="en"', 'lang="de"')
          .replace('>Accept<', '>Zulassen<')
          .replace('>Deny<', '>Ablehnen<'),
      ),
      permissionsAsked: () => inGerman,
    }),
  },
  'permissions-in-german': {
    says: 'The consent page is in German except for its buttons.',
    rules: () => ({
      ...consents((html) => html.replace('lang="en"', 'lang="de"')),
      permissionsAsked: () => inGerman,
    }),
  },
  'permissions-in-german-told-by-a-header': {
    says: 'The consent page is in German except for its buttons, as only Content-Language declares.',
    rules: () => {
      const { send = defaultRules.send } = consents((html) => html.replace(' lang="en"', ''));
      return {
        send: async (...given) => {
          const answer = await send(...given);
          return { ...answer, headers: { ...answer.headers, 'Content-Language': 'de' } };
        },
        permissionsAsked: () => inGerman,
      };
    },
  },
  'permissions-in-german-told-as-xml': {
    says: 'The consent page is in German except for its buttons, as only xml:lang declares.',
    rules: () => ({
      ...consents((html) => html.replace('lang="en"', 'xml:lang="de"')),
      permissionsAsked: () => inGerman,
    }),
  },
} satisfies Variants;

function notice(request: string): string {
  return `<!doctype html><html lang="en"><title>News</title><h1>We changed our terms</h1>
<form action="/oauth2/authorize/confirm"><input type="hidden" name="request" value="${request}"><button>Got it</button></form>`;
}
