import { defaultRules, type Rules } from '../../reference/rules/index.ts';
import { answering } from './answers.ts';

/** The login pages and the consent page are changed. */
export function pages(change: (html: string) => string): Partial<Rules> {
  return answering(
    (answer) =>
      answer.status === 200 && typeof answer.body === 'string'
        ? { ...answer, body: changed(answer.body, change) }
        : answer,
    ['login', 'confirmAuthorization'],
  );
}

/** The login pages are changed. */
export function logins(change: (html: string) => string): Partial<Rules> {
  return pages((html) => (html.includes('<title>Log in') ? change(html) : `${html}\n`));
}

/** The consent page is changed. */
export function consents(change: (html: string) => string): Partial<Rules> {
  return pages((html) => (html.includes('<title>Allow access') ? change(html) : `${html}\n`));
}

/** Pages may do what their headers would forbid. */
export function scripted({ send, ...rest }: Partial<Rules>): Partial<Rules> {
  return {
    ...rest,
    send: async (...given) => {
      const answer = await (send ?? defaultRules.send)(...given);
      return { ...answer, headers: { ...answer.headers, 'Content-Security-Policy': '' } };
    },
  };
}

/** A change that finds nothing to change would make the variant none. */
export function changed(html: string, change: (html: string) => string): string {
  const result = change(html);
  if (result === html) throw new Error('The page is not what the variant takes it for');
  return result;
}
