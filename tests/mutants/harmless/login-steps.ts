import { page, refuse } from '../../reference/answer.ts';
import type { Operation } from '../../reference/operation.ts';
import { defaultRules, type Rules } from '../../reference/rules/index.ts';
import { users } from '../../reference/seed.ts';
import type { VariantEntry, Variants } from '../mutant.ts';
import { answering } from '../parts/answers.ts';
import { before, type Change, logins } from '../parts/pages.ts';

const { username } = users.member;
const ANOTHER = '<a href="/login">Use another account</a>';

/** A page between the login and the consent that asks which account to go on with. */
export const accountChoiceVariants = {
  'account-to-continue-as': choosing(
    'Asks a user who has just logged in to continue with a button that says the name.',
    ['login'],
    'Welcome back',
    [submit('Continue as Marko Ivanov'), ANOTHER],
  ),
  'account-to-continue-as-in-a-session': choosing(
    'Asks a user who is logged in already to continue with a button that says the first name.',
    ['authorize'],
    'Welcome back',
    [submit('Continue as Marko'), ANOTHER],
  ),
  'accounts-as-buttons': choosing(
    'Lists the accounts as buttons, each with a name and an e-mail address.',
    ['login', 'authorize'],
    'Choose an account',
    [
      '<button type="button">Marko Ivanov<br>marko.ivanov@elsewhere.example</button>',
      submit(`Marko Ivanov<br>${username}`),
      ANOTHER,
    ],
  ),
  'accounts-as-links': choosing(
    'Lists the accounts as links, after one that logs out.',
    ['login', 'authorize'],
    'Pick an account',
    [
      `<a href="/logout">Not ${username}? Sign out</a>`,
      '<a href="/login">gwen.tan@reference.example</a>',
      (href) => `<a href="${href}">${username}</a>`,
      ANOTHER,
    ],
  ),
  'accounts-to-select': choosing(
    'Lists the accounts as radio buttons, with a button to continue.',
    ['login', 'authorize'],
    'Which account do you want to use?',
    [
      '<label><input type="radio" name="account" value="1" required> gwen.tan@reference.example</label>',
      `<label><input type="radio" name="account" value="2" required> ${username}</label>`,
      submit('Continue'),
      ANOTHER,
    ],
  ),
  'accounts-that-name-nobody': {
    ...choosing(
      'Asks for an account in a way that does not name the user.',
      ['login', 'authorize'],
      'Choose an account',
      [submit('Personal account'), ANOTHER],
    ),
    blocks: true,
  },
  'accounts-that-name-nobody-in-a-session': {
    ...choosing(
      'Asks a user who is logged in already for an account in a way that does not name the user.',
      ['authorize'],
      'Konto wählen',
      [submit('Weiter mit dem ersten Konto')],
    ),
    blocks: true,
  },
} satisfies Variants;

/** What a person does to log in and this suite does not: it is blocked there, and finds fault with nothing. */
export const furtherStepVariants = {
  'login-with-terms-to-tick': refusingUnless(
    'Shows a terms box on the login page, and rejects a login that does not tick it.',
    before('<p><button', '<p><label><input type="checkbox" name="terms"> I agree to the terms</label></p>'),
  ),
  'login-with-a-tenant': refusingUnless(
    'Asks for a company on the login page, and rejects a login without one.',
    before('<p><button', '<p><label>Company <input name="tenant"></label></p>'),
  ),
  'notice-after-the-login': {
    says: 'Shows a notice to confirm between the login and the consent page.',
    blocks: true,
    ...answering(
      (answer) => {
        const { Location: location = '', ...headers } = answer.headers;
        const [, request] = /^\/oauth2\/authorize\/confirm\?request=(.+)/.exec(location) ?? [];
        return request === undefined ? answer : page(200, notice(request), headers);
      },
      ['login'],
    ),
  },
} satisfies Variants;

/** How long a login, an authorization request or a code lasts, and what ends it. */
export const sessionVariants = {
  'one-session-of-a-user': {
    says: 'A login ends the session of the same user in every other browser.',
    rules: () => {
      const sessions = new Set<string>();
      const newest = new Map<string, string>();
      return {
        signedInUser: (session, users) => {
          const user = defaultRules.signedInUser(session, users);
          if (session === undefined || user === undefined) return user;
          if (!sessions.has(session.id)) newest.set(user.id, session.id);
          sessions.add(session.id);
          return newest.get(user.id) === session.id ? user : undefined;
        },
      };
    },
  },
  'session-of-one-user-agent': {
    says: 'Refuses a session cookie from another User-Agent than the one it was first sent by.',
    rules: () => {
      const agents = new Map<string, string | null>();
      return {
        admit: (_operation, { headers }) => {
          const cookie = headers.get('cookie');
          if (cookie === null) return;
          const agent = headers.get('user-agent');
          if (!agents.has(cookie)) agents.set(cookie, agent);
          if (agents.get(cookie) !== agent) refuse(403, 'This session belongs to another browser');
        },
      };
    },
  },
  'one-authorization-request-of-a-browser': {
    says: 'A new authorization request replaces the one that waits in the same browser.',
    rules: () => {
      const waiting = new Map<string, string>();
      const replaced = new Set<string>();
      return answering(
        (answer, { url, headers }, operation) => {
          if (operation !== 'authorize') {
            const asked = new URL(url).searchParams.get('request') ?? '';
            return replaced.has(asked) ? page(400, '<!doctype html><title>Begin again</title>') : answer;
          }
          const [, request] = /[?]request=(.+)/.exec(answer.headers['Location'] ?? '') ?? [];
          const browser = headers.get('cookie') ?? answer.headers['Set-Cookie']?.split(';')[0];
          if (request === undefined || browser === undefined) return answer;
          const former = waiting.get(browser);
          if (former !== undefined) replaced.add(former);
          waiting.set(browser, request);
          return answer;
        },
        ['authorize', 'login', 'confirmAuthorization'],
      );
    },
  },
  'codes-for-five-seconds': {
    says: 'A code is valid for five seconds.',
    isCodeFresh: ({ issuedAt }, now) => now - issuedAt < 5000,
  },
} satisfies Variants;

type Choice = string | ((href: string) => string);

function submit(label: string): string {
  return `<button type="submit">${label}</button>`;
}

/** Asks which account to go on with before the consent page comes: after the login, or in a session that exists. */
function choosing(
  says: string,
  after: readonly Operation[],
  heading: string,
  choices: readonly Choice[],
): VariantEntry {
  const rules: Partial<Rules> = answering((answer) => {
    const href = answer.headers['Location'] ?? '';
    const [, action, id] = /^(\/oauth2\/authorize\/confirm)[?]request=(.+)/.exec(href) ?? [];
    if (action === undefined) return answer;
    const { 'Set-Cookie': cookie } = answer.headers;
    const list = choices.map((choice) => (typeof choice === 'string' ? choice : choice(href)));
    const asking = page(
      200,
      `<!doctype html><html lang="en"><title>Account</title><h1>${heading}</h1><form action="${action}"><input type="hidden" name="request" value="${id}">${list.join('\n')}</form>`,
    );
    return {
      ...asking,
      headers: { ...asking.headers, ...(cookie !== undefined && { 'Set-Cookie': cookie }) },
    };
  }, after);
  return { says, ...rules };
}

/** The login page asks for something more, and no login without it succeeds. */
function refusingUnless(says: string, asked: Change): VariantEntry {
  return { says, blocks: true, ...logins(asked), loginUser: () => undefined };
}

function notice(request: string): string {
  return `<!doctype html><html lang="en"><title>News</title><h1>We changed our terms</h1>
<form action="/oauth2/authorize/confirm"><input type="hidden" name="request" value="${request}"><button>Got it</button></form>`;
}
