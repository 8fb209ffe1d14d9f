import { type Answer, refuse } from '../../reference/answer.ts';
import { defaultRules, type Rules } from '../../reference/rules/index.ts';
import type { VariantEntry, Variants } from '../mutant.ts';
import { answering } from '../parts/answers.ts';
import { before, type Change, changed, isLogin, logins, scripted } from '../parts/pages.ts';

const NAME = '<input name="username" autocomplete="username" required>';
const SUBMIT = '<button type="submit">Log in</button>';
const REGISTER =
  '<form action="/register"><input name="new_user"><input type="password" name="new_password"><button>Register</button></form>';

/** What stands on the login page besides the name and the password, and how it is sent. */
export const loginVariants = {
  'account-to-choose': {
    ...showing(
      'The login form is in a collapsed section named after a kind of account.',
      ['<form', '<details><summary>Corporate account</summary><form'],
      ['</form>', '</form></details>'],
    ),
    blocks: true,
  },
  'login-in-a-frame': {
    says: 'The login form is in a frame.',
    blocks: true,
    ...scripted(
      logins((html) =>
        html.replace(/<form([^]*)<\/form>/, (form) => {
          const framed = form.replace('<form', '<form target="_top"').replaceAll('"', '&quot;');
          return `<iframe title="Log in" srcdoc="${framed}"></iframe>`;
        }),
      ),
    ),
  },
  'login-with-a-search': showing(
    'The login page has a search field, and its login form has a "Remember me" checkbox.',
    before('<h1>', '<form action="/search"><input type="search" name="q"></form>'),
    before('<p><button', '<p><label><input type="checkbox" name="remember"> Remember me</label></p>'),
  ),
  'login-with-hidden-fields': showing(
    'The login form has hidden fields named user_agent and login_hint.',
    before(
      '<fieldset>',
      '<input type="hidden" name="user_agent" value="x"><input type="hidden" name="login_hint" value="">',
    ),
  ),
  'login-cancelled-first': showing(
    'The login form has a Cancel button before the button to log in.',
    before('<fieldset>', '<button formaction="/cancelled" formnovalidate>Cancel</button>'),
  ),
  'login-with-a-form-to-register': showing(
    'The login page has a registration form below the login form.',
    before('</body>', REGISTER),
  ),
  'login-below-a-form-to-register': showing(
    'The login page has a registration form above the login form.',
    before('<h1>', REGISTER),
  ),
  'login-with-a-hidden-password': showing(
    'A hidden password field precedes the login form, whose own has autocomplete new-password.',
    before('<h1>', '<input type="password" hidden>'),
    ['type="password" autocomplete="current-password"', 'type="password" autocomplete="new-password"'],
  ),
  'login-that-a-script-builds': {
    says: 'A script builds the login form shortly after the page has loaded.',
    ...answering(
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
  'login-beside-a-newsletter': showing(
    'The login page has a newsletter subscription form above the login form.',
    before(
      '<h1>',
      '<form action="/newsletter"><input type="email" name="newsletter_email"><button>Subscribe</button></form>',
    ),
  ),
  'login-with-401': {
    says: 'The login page has the status 401.',
    ...answering((answer) => (answer.status === 200 ? { ...answer, status: 401 } : answer), ['login']),
  },
  'login-with-a-honeypot': showing(
    'The login form has a honeypot field that people do not see.',
    before(
      '<fieldset>',
      '<div style="position:absolute;left:-5000px" aria-hidden="true"><input name="email" tabindex="-1" autocomplete="off"></div>',
    ),
  ),
  'login-with-other-accounts-first': showing(
    'The login form begins with buttons for other kinds of account.',
    [
      /<fieldset>[^]*<\/fieldset>/,
      ['Google', 'Office365', 'Salesforce']
        .map(
          (kind) =>
            `<button name="account" value="${kind}" formaction="/with" formnovalidate>Log in with ${kind}</button>`,
        )
        .join('\n'),
    ],
  ),
  'accounts-called-login': showing('The field for the kind of account is named login_with.', (html) =>
    html.replaceAll('name="account"', 'name="login_with"'),
  ),
  'login-enabled-by-keys': {
    says: 'The login button is disabled until a key is pressed.',
    ...scripted(
      logins(
        ['<button type="submit">', '<button type="submit" id="go" disabled>'],
        [
          '</form>',
          '</form><script>document.addEventListener("keyup", () => { go.disabled = false })</script>',
        ],
      ),
    ),
  },
  'login-without-a-form': {
    says: 'The login page has no form: a script sends the login when the button is pressed.',
    ...byScript(
      ['<form', '<div'],
      ['</form>', '</div>'],
      ['<button type="submit"', '<button type="button" onclick="go()"'],
    ),
  },
  'login-by-a-script': {
    says: 'A script submits the login form.',
    ...byScript(['<form ', '<form onsubmit="go(); return false" ']),
  },
  'browser-shut-out-after-a-wrong-password': {
    says: 'Refuses every further request of a browser in which a wrong password was entered.',
    rules: () => {
      const shutOut = new Set<string | null>();
      return {
        admit: (_operation, { headers }) => {
          if (shutOut.has(headers.get('cookie'))) refuse(403, 'Too many logins have failed');
        },
        ...answering(
          (answer, { method, headers }) => {
            if (method === 'POST' && answer.status === 200) shutOut.add(headers.get('cookie'));
            return answer;
          },
          ['login'],
        ),
      };
    },
  },
} satisfies Variants;

/** How the login asks for the name: by what field, and whether together with the password. */
export const loginNameVariants = {
  'name-first-password-next': {
    says: 'Asks for the user name on one page, and for the password on the next.',
    rules: () => nameFirst(),
  },
  'login-by-e-mail': showing('The user name field of the login is an e-mail field.', [
    'name="username" autocomplete="username"',
    'type="email" name="username"',
  ]),
  'login-whose-name-a-label-tells': {
    says: 'Asks for the user name on a page of its own, in a field that only its label identifies.',
    rules: () =>
      scripted(
        nameFirst((html, asked) =>
          asked === 'password'
            ? html
            : html
                .replace('Username', 'E-mail address')
                .replace(
                  NAME,
                  '<input name="n" required oninput="this.form.elements.username.value = this.value">',
                )
                .replace('</form>', '<input type="hidden" name="username"></form>'),
        ),
      ),
  },
  'login-name-that-says-nothing': {
    says: 'No attribute identifies the user name field, and a script copies its value to a hidden one.',
    ...scripted(
      logins([
        NAME,
        '<input name="n" required oninput="this.nextSibling.value = this.value"><input type="hidden" name="username">',
      ]),
    ),
  },
  'login-name-called-uid': {
    says: 'The user name field of the login is named uid.',
    ...nameFrom('<input name="uid" required'),
  },
  'login-with-a-passkey': {
    says: 'The user name field of the login is named identifier, and a passkey may fill it in.',
    ...nameFrom('<input name="identifier" autocomplete="username webauthn" required'),
  },
  'submit-called-login': {
    says: 'Asks for name and password on separate pages, with submit inputs named login, as in Keycloak.',
    rules: () =>
      nameFirst((html) => html.replace(SUBMIT, '<input name="login" type="submit" value="Sign In">')),
  },
} satisfies Variants;

/** The login page is changed. */
function showing(says: string, ...changes: readonly Change[]): VariantEntry {
  return { says, ...logins(...changes) };
}

const script = `<script>async function go() {
  const body = new URLSearchParams();
  for (const one of document.querySelectorAll('input'))
    if (one.type !== 'radio' || one.checked) body.append(one.name, one.value);
  const answer = await fetch('/login', { method: 'POST', body, headers: { 'x-by': 'script' } });
  const { to } = await answer.json();
  if (to) location.assign(to);
}</script>`;

/** A script sends the login, and goes where it is told. */
function byScript(...changes: readonly Change[]): Partial<Rules> {
  return scripted(
    answering(
      (answer, { method, headers }) => {
        if (method === 'POST' && headers.get('x-by') === 'script') return toldByJson(answer);
        return typeof answer.body === 'string' && isLogin(answer.body)
          ? { ...answer, body: changed(answer.body, ...changes).replace('</body>', `${script}</body>`) }
          : answer;
      },
      ['login'],
    ),
  );
}

function toldByJson({ headers }: Answer): Answer {
  const cookie = headers['Set-Cookie'];
  return {
    status: 200,
    headers: { 'Content-Type': 'application/json', ...(cookie !== undefined && { 'Set-Cookie': cookie }) },
    body: { to: headers['Location'] ?? null },
  };
}

/** The login asks for the name first, and then for the password; each page is changed. */
function nameFirst(change = (html: string, _asked: 'name' | 'password'): string => html): Partial<Rules> {
  let name: string | undefined;
  return {
    ...logins((html) =>
      name === undefined
        ? change(html.replace(/<p><label>Password.*\n/, ''), 'name')
        : change(html.replace(/<p role.*\n/, '').replace(/<p><label>Username.*\n/, ''), 'password'),
    ),
    loginUser: (users, username, password) => {
      const user = defaultRules.loginUser(users, username ?? name, password);
      name = user === undefined ? username : undefined;
      return user;
    },
  };
}

/** The login name is typed into another field, from which a script takes it. */
function nameFrom(input: string): Partial<Rules> {
  return scripted(
    logins(
      [NAME, `${input} oninput="this.form.elements.username.value=this.value">`],
      before('<fieldset>', '<input type="hidden" name="username">'),
    ),
  );
}
