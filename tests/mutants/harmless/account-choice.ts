import { page } from '../../reference/answer.ts';
import type { Rules } from '../../reference/rules/index.ts';
import { users } from '../../reference/seed.ts';
import type { Variants } from '../mutant.ts';
import { answering } from '../parts/answers.ts';

const { username } = users.member;
const ANOTHER = '<a href="/login">Use another account</a>';

/** A page between the login and the consent that asks which account to go on with. */
export const accountChoiceVariants = {
  'account-to-continue-as': {
    says: 'Asks a user who has just logged in to continue with a button that says the name.',
    rules: () => choosing(['login'], 'Welcome back', [submit('Continue as Marko Ivanov'), ANOTHER]),
  },
  'account-to-continue-as-in-a-session': {
    says: 'Asks a user who is logged in already to continue with a button that says the first name.',
    rules: () => choosing(['authorize'], 'Welcome back', [submit('Continue as Marko'), ANOTHER]),
  },
  'accounts-as-buttons': {
    says: 'Lists the accounts as buttons, each with a name and an e-mail address.',
    rules: () =>
      choosing(['login', 'authorize'], 'Choose an account', [
        '<button type="button">Marko Ivanov<br>marko.ivanov@elsewhere.example</button>',
        submit(`Marko Ivanov<br>${username}`),
        ANOTHER,
      ]),
  },
  'accounts-as-links': {
    says: 'Lists the accounts as links, after one that logs out.',
    rules: () =>
      choosing(['login', 'authorize'], 'Pick an account', [
        `<a href="/logout">Not ${username}? Sign out</a>`,
        '<a href="/login">gwen.tan@reference.example</a>',
        (href) => `<a href="${href}">${username}</a>`,
        ANOTHER,
      ]),
  },
  'accounts-to-select': {
    says: 'Lists the accounts as radio buttons, with a button to continue.',
    rules: () =>
      choosing(['login', 'authorize'], 'Which account do you want to use?', [
        '<label><input type="radio" name="account" value="1" required> gwen.tan@reference.example</label>',
        `<label><input type="radio" name="account" value="2" required> ${username}</label>`,
        submit('Continue'),
        ANOTHER,
      ]),
  },
  'accounts-that-name-nobody': {
    says: 'Asks for an account in a way that does not name the user.',
    blocks: true,
    rules: () => choosing(['login', 'authorize'], 'Choose an account', [submit('Personal account'), ANOTHER]),
  },
  'accounts-that-name-nobody-in-a-session': {
    says: 'Asks a user who is logged in already for an account in a way that does not name the user.',
    blocks: true,
    rules: () => choosing(['authorize'], 'Konto wählen', [submit('Weiter mit dem ersten Konto')]),
  },
} satisfies Variants;

type Entry = string | ((href: string) => string);

function submit(label: string): string {
  return `<button type="submit">${label}</button>`;
}

/** Asks which account to go on with before the consent page comes: after the login, or in a session that exists. */
function choosing(
  when: readonly ('login' | 'authorize')[],
  heading: string,
  entries: readonly Entry[],
): Partial<Rules> {
  return answering((answer) => {
    const href = answer.headers['Location'] ?? '';
    const [, action, id] = /^(\/oauth2\/authorize\/confirm)[?]request=(.+)/.exec(href) ?? [];
    if (action === undefined) return answer;
    const { 'Set-Cookie': cookie } = answer.headers;
    const list = entries.map((entry) => (typeof entry === 'string' ? entry : entry(href)));
    const asking = page(
      200,
      `<!doctype html><html lang="en"><title>Account</title><h1>${heading}</h1><form action="${action}"><input type="hidden" name="request" value="${id}">${list.join('\n')}</form>`,
    );
    return {
      ...asking,
      headers: { ...asking.headers, ...(cookie !== undefined && { 'Set-Cookie': cookie }) },
    };
  }, when);
}
