import { defaultRules, type Rules } from '../../reference/rules/index.ts';
import { answering } from './answers.ts';

const POLICY = 'Content-Security-Policy';

/** What the consent page asks for, in German. */
export const inGerman = [
  'Ihre Postadresse zu sehen und zu ändern',
  'Ihre Angaben zur Person zu sehen',
  'In Ihrem Namen zu handeln',
];

/** The login pages and the consent page are changed. */
export function pages(change: (html: string) => string): Partial<Rules> {
  return wherever((html) => isLogin(html) || isConsent(html), change);
}

/** The login pages are changed. */
export function logins(change: (html: string) => string): Partial<Rules> {
  return wherever(isLogin, change);
}

/** The consent page is changed. */
export function consents(change: (html: string) => string): Partial<Rules> {
  return wherever(isConsent, change);
}

/** Pages may do what their headers would forbid. */
export function scripted({ send, ...rest }: Partial<Rules>): Partial<Rules> {
  return {
    ...rest,
    send: async (...given) => {
      const answer = await (send ?? defaultRules.send)(...given);
      const { [POLICY]: policy, ...headers } = answer.headers;
      return policy === undefined ? answer : { ...answer, headers };
    },
  };
}

/** Whether it is a consent page of the reference, changed or not. */
export function isConsent(html: string): boolean {
  return html.includes('<title>Allow access');
}

/** Whether it is a login page of the reference, changed or not. */
export function isLogin(html: string): boolean {
  return html.includes('<title>Log in');
}

/** The pages of which this is true are changed; other variants may add pages of their own. */
function wherever(isMeant: (html: string) => boolean, change: (html: string) => string): Partial<Rules> {
  return answering(
    (answer) =>
      typeof answer.body === 'string' && isMeant(answer.body)
        ? { ...answer, body: changed(answer.body, change) }
        : answer,
    ['login', 'confirmAuthorization'],
  );
}

/** A change that finds nothing to change would make the variant none. */
export function changed(html: string, change: (html: string) => string): string {
  const result = change(html);
  if (result === html) throw new Error('The page is not what the variant takes it for');
  return result;
}
