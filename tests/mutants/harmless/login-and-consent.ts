import type { Answer } from '../../reference/answer.ts';
import { defaultRules, type Rules } from '../../reference/rules/index.ts';
import type { Variants } from '../mutant.ts';
import { answering, pause } from './answers.ts';
import { changed, consents, logins, pages, scripted } from './pages.ts';

/** What the pages look like on which a user logs in and decides, and in which order they come. */
export const loginVariants = {
  'consent-remembered': {
    says: 'A user who has consented once is not asked again.',
    replace: () => {
      let hasConsented = false;
      return {
        isAccepted: (decision) => {
          const accepted = defaultRules.isAccepted(decision);
          hasConsented ||= accepted;
          return accepted;
        },
        nextStep: (user, hasJustLoggedIn) => {
          const step = defaultRules.nextStep(user, hasJustLoggedIn);
          return step === 'consent' && hasConsented ? 'grant' : step;
        },
      };
    },
  },
  'consent-given-before': {
    says: 'The user has consented before the first check.',
    replace: () => ({ nextStep: (user) => (user === undefined ? 'login' : 'grant') }),
  },
  'denial-ends-the-session': {
    says: 'A user who has denied is asked to log in the next time.',
    replace: () => {
      const denying = new Set<string>();
      let newest = '';
      return {
        signedInUser: (session, users) => {
          newest = session?.id ?? '';
          return denying.delete(newest) ? undefined : defaultRules.signedInUser(session, users);
        },
        denialError: () => {
          denying.add(newest);
          return 'access_denied';
        },
      };
    },
  },
  'consent-words-of-its-own': {
    says: 'The consent page words the permissions in its own way.',
    replace: () => ({
      permissionsAsked: () => [
        'See and change your E-Mail settings',
        'Read your profile',
        'Use Spaces for you',
      ],
    }),
  },
  'name-first-password-next': {
    says: 'The login asks for the name on a page of its own, then for the password.',
    replace: () => {
      let name: string | undefined;
      return {
        ...logins((html) =>
          name === undefined
            ? html.replace(/<p><label>Password.*\n/, '')
            : html.replace(/<p role.*\n/, '').replace(/<p><label>Username.*\n/, ''),
        ),
        loginUser: (users, username, password) => {
          const user = defaultRules.loginUser(users, username ?? name, password);
          name = user === undefined ? username : undefined;
          return user;
        },
      };
    },
  },
  'inputs-for-buttons': {
    says: 'The buttons of the pages are inputs.',
    replace: () => ({
      ...pages((html) =>
        html.replaceAll(
          /<button type="submit"(?: (name="\w+") value="\w+")?>(.*?)<\/button>/g,
          '<input type="submit" $1 value="$2">',
        ),
      ),
      isAccepted: (decision) => decision === 'Accept',
    }),
  },
  'links-for-buttons': {
    says: 'The user decides by links.',
    replace: () => links((name, uri) => `<a href="${uri}">${name}</a>`),
  },
  'links-that-are-buttons': {
    says: 'The user decides by links that have the role of buttons, and an icon.',
    replace: () =>
      links(
        (name, uri) =>
          `<a role="button" href="${uri}"><span aria-hidden="true">*</span>\n <b> ${name} </b>\n</a>`,
      ),
  },
  'buttons-that-allow': {
    says: 'The buttons of the consent page read Allow and Don’t allow.',
    replace: () => labelled('Allow', 'Don’t allow'),
  },
  'buttons-that-authorize': {
    says: 'The buttons of the consent page read Authorize Reference Portal and Cancel.',
    replace: () => labelled('Authorize Reference Portal', 'Cancel'),
  },
  'buttons-in-capitals': {
    says: 'The buttons of the consent page read ACCEPT and NO, THANKS.',
    replace: () => labelled('ACCEPT', 'NO, THANKS'),
  },
  'buttons-that-say-i': {
    says: 'The buttons of the consent page read I accept and No.',
    replace: () => labelled('I accept', 'No'),
  },
  'consent-that-continues': {
    says: 'The buttons of the consent page read Continue and Back.',
    replace: () => labelled('Continue', 'Back'),
  },
  'box-to-tick': {
    says: 'A box has to be ticked before the user can accept.',
    replace: () =>
      scripted(
        consents((html) =>
          html.replace(
            '<button type="submit" name="decision" value="accept">',
            '<label><input type="checkbox" onclick="this.form.accept.disabled = !this.checked"> I have read this</label>\n<button disabled id="accept" type="submit" name="decision" value="accept">',
          ),
        ),
      ),
  },
  'account-to-choose': {
    says: 'The login is behind the choice of a kind of account.',
    replace: () =>
      logins((html) =>
        html
          .replace('<form', '<details><summary>Corporate account</summary><form')
          .replace('</form>', '</form></details>'),
      ),
  },
  'login-in-a-frame': {
    says: 'The login stands in a frame.',
    replace: () =>
      scripted(
        logins((html) =>
          html.replace(/<form([^]*)<\/form>/, (form) => {
            const framed = form.replace('<form', '<form target="_top"').replaceAll('"', '&quot;');
            return `<iframe title="Log in" srcdoc="${framed}"></iframe>`;
          }),
        ),
      ),
  },
  'deny-before-accept': {
    says: 'Deny stands before Accept.',
    replace: () => consents((html) => html.replace(/(<button.*accept.*)\n(<button.*deny.*)/, '$2\n$1')),
  },
  'no-button-to-deny': {
    says: 'The consent page has an Accept button, and none to deny.',
    replace: () => consents((html) => html.replace(/<button.*deny.*\n/, '')),
  },
  'cookies-to-accept': {
    says: 'Every page has a banner that asks to accept cookies.',
    replace: () => opening('<div><button type="button">Accept all cookies</button></div>'),
  },
  'agreement-to-read': {
    says: 'Every page has links, one of which leads to an agreement.',
    replace: () => opening('<nav><a href="/terms">Agreements</a> <a href="/help">Help</a></nav>'),
  },
  'login-with-a-search': {
    says: 'The login page has a search field, and the login a box to be remembered by.',
    replace: () =>
      logins((html) =>
        html
          .replace('<h1>', '<form action="/search"><input type="search" name="q"></form><h1>')
          .replace(
            '<p><button',
            '<p><label><input type="checkbox" name="remember"> Remember me</label></p><p><button',
          ),
      ),
  },
  'login-with-hidden-fields': {
    says: 'The login has hidden fields that are named after users and logins.',
    replace: () =>
      logins((html) =>
        html.replace(
          '<fieldset>',
          '<input type="hidden" name="user_agent" value="x"><input type="hidden" name="login_hint" value=""><fieldset>',
        ),
      ),
  },
  'login-cancelled-first': {
    says: 'The login has a button to cancel before the one to log in.',
    replace: () =>
      logins((html) =>
        html.replace(
          '<fieldset>',
          '<button formaction="/cancelled" formnovalidate>Cancel</button><fieldset>',
        ),
      ),
  },
  'login-by-e-mail': {
    says: 'The field of the login is one for an e-mail address.',
    replace: () =>
      logins((html) =>
        html.replace('name="username" autocomplete="username"', 'type="email" name="username"'),
      ),
  },
  'login-with-a-form-to-register': {
    says: 'A form to register stands below the login.',
    replace: () =>
      logins((html) =>
        html.replace(
          '</body>',
          '<form action="/register"><input name="new_user"><input type="password" name="new_password"><button>Register</button></form></body>',
        ),
      ),
  },
  'login-that-a-script-builds': {
    says: 'A script builds the login a moment after the page has come.',
    replace: () =>
      answering(
        (answer) => {
          if (typeof answer.body !== 'string') return answer;
          const [, content = ''] = /<body>([^]*)<\/body>/.exec(answer.body) ?? [];
          const written = JSON.stringify(content).replaceAll('<', '\\u003c');
          const script = `setTimeout(() => { document.body.innerHTML = ${written}; }, 700)`;
          const body = `<!doctype html><title>Log in</title><body>Loading<script>${script}</script>`;
          return { ...answer, headers: { ...answer.headers, 'Content-Security-Policy': '' }, body };
        },
        ['login'],
      ),
  },
  'login-with-401': {
    says: 'The login page has the status 401.',
    replace: () =>
      answering((answer) => (answer.status === 200 ? { ...answer, status: 401 } : answer), ['login']),
  },
  'slow-pages': {
    says: 'Pages take a second.',
    replace: () =>
      answering(
        async (answer) => {
          if (answer.status === 200) await pause(1000);
          return answer;
        },
        ['login', 'confirmAuthorization'],
      ),
  },
  'denial-told-on-a-page': {
    says: 'A user who denies is told so on a page, and the client is not.',
    warns: ['IDN-031'],
    replace: () => denied('<!doctype html><title>Denied</title><p>You have denied access.</p>'),
  },
  'denial-leads-to-a-login': {
    says: 'A user who denies comes to a login page, and the client is not told.',
    warns: ['IDN-031'],
    replace: () =>
      denied(
        '<!doctype html><title>Log in</title><form method="post" action="/login"><input name="username"><input type="password" name="password"><button>Log in</button></form>',
      ),
  },
  'denial-told-otherwise': {
    says: 'A client whose user denied is told user_denied.',
    warns: ['IDN-031'],
    replace: () => ({ denialError: () => 'user_denied' }),
  },
} satisfies Variants;

/** Every page opens with this. */
function opening(content: string): Partial<Rules> {
  return pages((html) => html.replace('<body>', `<body>\n${content}`));
}

/** The buttons of the consent page have these names. */
function labelled(accept: string, deny: string): Partial<Rules> {
  return consents((html) => html.replace('>Accept<', `>${accept}<`).replace('>Deny<', `>${deny}<`));
}

/** The user decides by links: following one is answered as the form is. */
function links(link: (name: string, uri: string) => string): Partial<Rules> {
  return answering(
    async (answer, { method, url, headers }) => {
      if (method !== 'GET' || typeof answer.body !== 'string') return answer;
      const { origin, pathname, searchParams } = new URL(url);
      if (searchParams.has('decision')) {
        const cookie = headers.get('cookie') ?? '';
        const sent = { method, headers: { cookie }, body: searchParams, redirect: 'manual' } as const;
        const { status, headers: told } = await fetch(origin + pathname, { ...sent, method: 'POST' });
        return { status, headers: Object.fromEntries(told), body: undefined };
      }
      const body = changed(answer.body, (html) =>
        html.replaceAll(/<button.*value="(\w+)">(\w+)<\/button>/g, (_, decision: string, name: string) =>
          link(name, `${pathname}?request=${searchParams.get('request')}&amp;decision=${decision}`),
        ),
      );
      return { ...answer, body };
    },
    ['confirmAuthorization'],
  );
}

/** A user who denies sees this, and the client is not told. */
function denied(html: string): Partial<Rules> {
  const page: Answer = { status: 200, headers: { 'Content-Type': 'text/html' }, body: html };
  return answering(
    (answer) => (answer.headers['Location']?.includes('error=') ? page : answer),
    ['confirmAuthorization'],
  );
}
