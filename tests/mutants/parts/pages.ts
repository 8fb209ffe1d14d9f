import type { Answer } from '../../reference/answer.ts';
import { defaultRules, type Rules } from '../../reference/rules/index.ts';
import { answering } from './answers.ts';

const POLICY = 'Content-Security-Policy';

/** How a page is changed: by a function, or by replacing the first of something. */
export type Change = ((html: string) => string) | readonly [from: string | RegExp, to: string];

/** The login pages and the consent page are changed. */
export function pages(...changes: readonly Change[]): Partial<Rules> {
  return wherever((html) => isLogin(html) || isConsent(html), changes);
}

/** The login pages are changed. */
export function logins(...changes: readonly Change[]): Partial<Rules> {
  return wherever(isLogin, changes);
}

/** The consent page is changed. */
export function consents(...changes: readonly Change[]): Partial<Rules> {
  return wherever(isConsent, changes);
}

/** More stands before the first of something. */
export function before(what: string, more: string): Change {
  return [what, more + what];
}

/** A user who denies sees this, and the client is not told. */
export function denied(html: string): Partial<Rules> {
  const told: Answer = { status: 200, headers: { 'Content-Type': 'text/html' }, body: html };
  return answering(
    (answer) => (answer.headers['Location']?.includes('error=') ? told : answer),
    ['confirmAuthorization'],
  );
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
function wherever(isMeant: (html: string) => boolean, changes: readonly Change[]): Partial<Rules> {
  return answering(
    (answer) =>
      typeof answer.body === 'string' && isMeant(answer.body)
        ? { ...answer, body: changed(answer.body, ...changes) }
        : answer,
    ['login', 'confirmAuthorization'],
  );
}

/** The page as changed. A change that finds nothing to change would make the variant none. */
export function changed(html: string, ...changes: readonly Change[]): string {
  const result = changes.reduce(
    (now, change) => (typeof change === 'function' ? change(now) : now.replace(...change)),
    html,
  );
  if (result === html) throw new Error('The page is not what the variant takes it for');
  return result;
}
