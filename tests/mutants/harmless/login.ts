import { type Answer, refuse } from '../../reference/answer.ts';
import type { Rules } from '../../reference/rules/index.ts';
import type { Variants } from '../mutant.ts';
import { answering } from '../parts/answers.ts';
import { changed, isLogin, logins, scripted } from '../parts/pages.ts';

/** What stands on the login page besides the name and the password, and how it is sent. */
export const loginVariants = {
  'account-to-choose': {
    says: 'The login form is in a collapsed section named after a kind of account.',
    blocks: true,
    rules: () =>
      logins((html) =>
        html
          .replace('<form', '<details><summary>Corporate account</summary><form')
          .replace('</form>', '</form></details>'),
      ),
  },
  'login-in-a-frame': {
    says: 'The login form is in a frame.',
    blocks: true,
    rules: () =>
      scripted(
        logins((html) =>
          html.replace(/<form([^]*)<\/form>/, (form) => {
            const framed = form.replace('<form', '<form target="_top"').replaceAll('"', '&quot;');
            return `<iframe title="Log in" srcdoc="${framed}"></iframe>`;
          }),
        ),
      ),
  },
  'login-with-a-search': {
    says: 'The login page has a search field, and its login form has a "Remember me" checkbox.',
    rules: () =>
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
    says: 'The login form has hidden fields named user_agent and login_hint.',
    rules: () =>
      logins((html) =>
        html.replace(
          '<fieldset>',
          '<input type="hidden" name="user_agent" value="x"><input type="hidden" name="login_hint" value=""><fieldset>',
        ),
      ),
  },
  'login-cancelled-first': {
    says: 'The login form has a Cancel button before the button to log in.',
    rules: () =>
      logins((html) =>
        html.replace(
          '<fieldset>',
          '<button formaction="/cancelled" formnovalidate>Cancel</button><fieldset>',
        ),
      ),
  },
  'login-with-a-form-to-register': {
    says: 'The login page has a registration form below the login form.',
    rules: () =>
      logins((html) =>
        html.replace(
          '</body>',
          '<form action="/register"><input name="new_user"><input type="password" name="new_password"><button>Register</button></form></body>',
        ),
      ),
  },
  'login-below-a-form-to-register': {
    says: 'The login page has a registration form above the login form.',
    rules: () =>
      logins((html) =>
        html.replace(
          '<h1>',
          '<form action="/register"><input name="new_user"><input type="password" name="new_password"><button>Register</button></form><h1>',
        ),
      ),
  },
  'login-with-a-hidden-password': {
    says: 'A hidden password field precedes the login form, whose own has autocomplete new-password.',
    rules: () =>
      logins((html) =>
        html
          .replace('<h1>', '<input type="password" hidden><h1>')
          .replace(
            'type="password" autocomplete="current-password"',
            'type="password" autocomplete="new-password"',
          ),
      ),
  },
  'login-that-a-script-builds': {
    says: 'A script builds the login form shortly after the page has loaded.',
    rules: () =>
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
  'login-beside-a-newsletter': {
    says: 'The login page has a newsletter subscription form above the login form.',
    rules: () =>
      logins((html) =>
        html.replace(
          '<h1>',
          '<form action="/newsletter"><input type="email" name="newsletter_email"><button>Subscribe</button></form><h1>',
        ),
      ),
  },
  'login-with-401': {
    says: 'The login page has the status 401.',
    rules: () =>
      answering((answer) => (answer.status === 200 ? { ...answer, status: 401 } : answer), ['login']),
  },
  'login-with-a-honeypot': {
    says: 'The login form has a honeypot field that people do not see.',
    rules: () =>
      logins((html) =>
        html.replace(
          '<fieldset>',
          '<div style="position:absolute;left:-5000px" aria-hidden="true"><input name="email" tabindex="-1" autocomplete="off"></div><fieldset>',
        ),
      ),
  },
  'login-with-other-accounts-first': {
    says: 'The login form begins with buttons for other kinds of account.',
    rules: () =>
      logins((html) =>
        html.replace(
          /<fieldset>[^]*<\/fieldset>/,
          ['Google', 'Office365', 'Salesforce']
            .map(
              (kind) =>
                `<button name="account" value="${kind}" formaction="/with" formnovalidate>Log in with ${kind}</button>`,
            )
            .join('\n'),
        ),
      ),
  },
  'accounts-called-login': {
    says: 'The field for the kind of account is named login_with.',
    rules: () => logins((html) => html.replaceAll('name="account"', 'name="login_with"')),
  },
  'login-enabled-by-keys': {
    says: 'The login button is disabled until a key is pressed.',
    rules: () =>
      scripted(
        logins((html) =>
          html
            .replace('<button type="submit">', '<button type="submit" id="go" disabled>')
            .replace(
              '</form>',
              '</form><script>document.addEventListener("keyup", () => { go.disabled = false })</script>',
            ),
        ),
      ),
  },
  'login-without-a-form': {
    says: 'The login page has no form: a script sends the login when the button is pressed.',
    rules: () =>
      byScript((html) =>
        html
          .replace('<form', '<div')
          .replace('</form>', '</div>')
          .replace('<button type="submit"', '<button type="button" onclick="go()"'),
      ),
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
  'login-by-a-script': {
    says: 'A script submits the login form.',
    rules: () => byScript((html) => html.replace('<form ', '<form onsubmit="go(); return false" ')),
  },
} satisfies Variants;

const script = `<script>async function go() {
  const body = new URLSearchParams();
  for (const one of document.querySelectorAll('input'))
    if (one.type !== 'radio' || one.checked) body.append(one.name, one.value);
  const answer = await fetch('/login', { method: 'POST', body, headers: { 'x-by': 'script' } });
  const { to } = await answer.json();
  if (to) location.assign(to);
}</script>`;

/** A script sends the login, and goes where it is told. */
function byScript(change: (html: string) => string): Partial<Rules> {
  return scripted(
    answering(
      (answer, { method, headers }) => {
        if (method === 'POST' && headers.get('x-by') === 'script') return toldByJson(answer);
        return typeof answer.body === 'string' && isLogin(answer.body)
          ? { ...answer, body: changed(answer.body, change).replace('</body>', `${script}</body>`) }
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
