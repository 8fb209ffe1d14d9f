import type { Pending } from './state.ts';

/** Escapes text for HTML. */
function escaped(text: string): string {
  const entities: Readonly<Record<string, string>> = {
    '&': '&amp;',
    '<': '&lt;',
    '>': '&gt;',
    '"': '&quot;',
  };
  return text.replace(/[&<>"]/g, (character) => entities[character] ?? character);
}

function pageOf(title: string, content: string): string {
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>${title}</title></head>
<body>
<h1>${title}</h1>
${content}
</body>
</html>
`;
}

/** The request that a form continues: its id is unguessable, so no other site can send the form. */
const hidden = ({ id }: Pending): string => `<input type="hidden" name="request" value="${escaped(id)}">`;

/** The page on which a user logs in. */
export function loginPage(pending: Pending, accountKinds: readonly string[], problem = ''): string {
  const kinds = accountKinds.map((kind, nth) => {
    const checked = nth === 0 ? ' checked' : '';
    return `<label><input type="radio" name="account" value="${escaped(kind)}"${checked}> ${escaped(kind)}</label><br>`;
  });
  return pageOf(
    'Log in',
    `${problem === '' ? '' : `<p role="alert">${escaped(problem)}</p>`}
<p>${escaped(pending.client.name)} asks you to log in.</p>
<form method="post" action="/login">
${hidden(pending)}
<fieldset><legend>Account</legend>
${kinds.join('\n')}
</fieldset>
<p><label>Username <input name="username" autocomplete="username" required></label></p>
<p><label>Password <input name="password" type="password" autocomplete="current-password" required></label></p>
<p><button type="submit">Log in</button></p>
</form>`,
  );
}

/** The page on which a user allows or denies. */
export function consentPage(pending: Pending, permissions: readonly string[]): string {
  return pageOf(
    'Allow access',
    `<p>${escaped(pending.client.name)} asks for your permission to:</p>
<ul>
${permissions.map((permission) => `<li>${escaped(permission)}</li>`).join('\n')}
</ul>
<form method="post" action="/oauth2/authorize/confirm">
${hidden(pending)}
<button type="submit" name="decision" value="accept">Accept</button>
<button type="submit" name="decision" value="deny">Deny</button>
</form>`,
  );
}

/** The page that says why the request cannot continue. */
export function errorPage(message: string): string {
  return pageOf('This request cannot be answered', `<p>${escaped(message)}</p>`);
}
