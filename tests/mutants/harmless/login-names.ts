import { defaultRules, type Rules } from '../../reference/rules/index.ts';
import type { Variants } from '../mutant.ts';
import { logins, scripted } from '../parts/pages.ts';

const usernameInput = '<input name="username" autocomplete="username" required>';

/** How the login asks for the name: by what field, and whether together with the password. */
export const loginNameVariants = {
  'name-first-password-next': {
    says: 'Asks for the user name on one page, and for the password on the next.',
    rules: () => nameFirst(),
  },
  'login-by-e-mail': {
    says: 'The user name field of the login is an e-mail field.',
    rules: () =>
      logins((html) =>
        html.replace('name="username" autocomplete="username"', 'type="email" name="username"'),
      ),
  },
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
                  usernameInput,
                  '<input name="n" required oninput="this.form.elements.username.value = this.value">',
                )
                .replace('</form>', '<input type="hidden" name="username"></form>'),
        ),
      ),
  },
  'login-name-that-says-nothing': {
    says: 'No attribute identifies the user name field, and a script copies its value to a hidden one.',
    rules: () =>
      scripted(
        logins((html) =>
          html.replace(
            usernameInput,
            '<input name="n" required oninput="this.nextSibling.value = this.value"><input type="hidden" name="username">',
          ),
        ),
      ),
  },
  'login-name-called-uid': {
    says: 'The user name field of the login is named uid.',
    rules: () => nameFrom('<input name="uid" required'),
  },
  'login-with-a-passkey': {
    says: 'The user name field of the login is named identifier, and a passkey may fill it in.',
    rules: () => nameFrom('<input name="identifier" autocomplete="username webauthn" required'),
  },
  'submit-called-login': {
    says: 'Asks for name and password on separate pages, with submit inputs named login, as in Keycloak.',
    rules: () =>
      nameFirst((html) =>
        html.replace(
          '<button type="submit">Log in</button>',
          '<input name="login" type="submit" value="Sign In">',
        ),
      ),
  },
} satisfies Variants;

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
    logins((html) =>
      html
        .replace(usernameInput, `${input} oninput="this.form.elements.username.value=this.value">`)
        .replace('<fieldset>', '<input type="hidden" name="username"><fieldset>'),
    ),
  );
}
