import { expect } from '@playwright/test';
import { worked } from '../../support/interface/answers.ts';
import { back, loginForm, type Page, test, usual } from './pages-of.ts';

/** What pages ask for that is neither a login nor a consent as they are known, and how a way ends there. */

test('a login that takes nothing is tried once, and no more', async ({ serve, go }) => {
  let tries = 0;
  const refuse: Page = (_request, _form, respond) => {
    tries += 1;
    respond.page(loginForm);
  };
  const seen = await go(
    await serve({ '/authorize': (_request, _form, respond) => respond.page(loginForm), '/login': refuse }),
  );
  expect(tries).toBe(1);
  expect(seen).toMatchObject({ logins: 2, answer: { status: 200 } });
  expect(seen.answer.unworkable).toBeUndefined();
});

for (const [says, more] of [
  ['a box to tick', '<label><input type=checkbox name=terms required> Fine</label>'],
  ['a box of terms', '<label><input type=checkbox name=terms> I agree to the terms</label>'],
  ['a company', '<input name=tenant>'],
  ['a number of its own', '<input type=password name=pin>'],
  ['a choice', '<select name=realm required><option value="">Choose</option><option>one</option></select>'],
  ['a riddle', '<iframe src="/captcha"></iframe>'],
] as const) {
  test(`a login that comes again, with ${says}, says nothing of the deployment`, async ({ serve, go }) => {
    const page: Page = (_request, _form, respond) =>
      respond.page(loginForm.replace('<button', `${more}<button`));
    const target = await serve({ '/authorize': page, '/login': page });
    const { logins, answer } = await go(target);
    expect(answer.unworkable).toBe('asks for more than a name and a password');
    expect(logins).toBe(1);
  });
}

for (const [says, more] of [
  ['a box to be remembered by', '<label><input type=checkbox name=remember> Remember me</label>'],
  ['a choice that is made', '<select name=realm required><option>one</option></select>'],
  ['a box that is ticked', '<input type=checkbox name=terms required checked>'],
] as const) {
  test(`a login that comes again, with ${says}, takes nothing`, async ({ serve, go }) => {
    const page: Page = (_request, _form, respond) =>
      respond.page(`<form><input name=newsletter></form>${loginForm.replace('<button', `${more}<button`)}`);
    const seen = await go(await serve({ '/authorize': page, '/login': page }));
    expect(seen.logins).toBe(2);
    expect(seen.answer.unworkable).toBeUndefined();
  });
}

test('a name that is asked for again, with a company, says nothing of the deployment', async ({
  serve,
  go,
}) => {
  const name: Page = (_request, _form, respond) =>
    respond.page('<form method=post action=/name><input name=user><input name=company></form>');
  const { logins, answer } = await go(await serve({ '/authorize': name, '/name': name }));
  expect(answer.unworkable).toBe('asks for more than a name and a password');
  expect(logins).toBe(0);
});

test('a name that is told at its own page to be unknown is typed twice, and no more', async ({
  serve,
  go,
}) => {
  let asked = 0;
  const script = `<script>
    document.forms[0].addEventListener('submit', async (event) => {
      event.preventDefault();
      await fetch('/name', { method: 'POST' });
      document.querySelector('p').textContent = 'Nobody is called so.';
    });
  </script>`;
  const target = await serve({
    '/authorize': (_request, _form, respond) =>
      respond.page(`<p></p><form><input name=user><button>Next</button></form>${script}`),
    '/name': (_request, _form, respond) => {
      asked += 1;
      respond.page('', 404);
    },
  });
  const { logins, answer } = await go({ ...target, timeoutMs: 2000 });
  expect(answer).toMatchObject({ status: 200, text: expect.stringContaining('name=user') });
  expect({ asked, logins }).toEqual({ asked: 2, logins: 0 });
});

test('chooses a kind of account where it is told which', async ({ serve, go }) => {
  const target = await serve({
    ...usual,
    '/authorize': (_request, _form, respond) =>
      respond.page(
        `<details><summary>Corporate</summary>${loginForm}</details><details><summary>Google</summary></details>`,
      ),
  });
  expect(await go(target)).toMatchObject({
    logins: 0,
    answer: { status: 200, unworkable: expect.any(String) },
  });
  const told = { ...target, login: { account: 'summary:text("Corporate")' } };
  expect(await go(told)).toMatchObject({ logins: 1, answer: { status: 302 } });
});

for (const [says, html] of [
  ['a field', '<input name=employee>'],
  ['a frame', '<iframe src=/login></iframe>'],
  ['kinds of accounts', '<a href=/google>Sign in with Google</a>'],
  ['a button to go on', '<form><button>Continue</button></form>'],
  ['a notice', '<h1>News</h1><form method=post><button>Got it</button></form>'],
  ['a notice to follow', '<h1>News</h1><a href=/confirm>Not now</a>'],
  [
    'a consent in another language',
    '<form method=post><button>Zulassen</button><button>Ablehnen</button></form>',
  ],
  ['a part that has a pointer', '<p>May it?</p><div style="cursor: pointer">Accept</div>'],
  ['a part that keys lead to', '<p>May it?</p><div><span tabindex=0>Accept</span></div>'],
  [
    'an element that lets nobody look inside',
    '<my-consent></my-consent><script>document.querySelector("my-consent").attachShadow({mode: "closed"}).innerHTML = "<button>Accept</button>"</script>',
  ],
] as const) {
  test(`a page with ${says} that is not recognised says nothing of the deployment`, async ({ serve, go }) => {
    const target = await serve({ '/authorize': (_request, _form, respond) => respond.page(html) });
    const { answer } = await go(target);
    expect(answer.unworkable).toContain('not recognised');
    await expect(async () => worked(answer)).rejects.toThrow(/TARGET_STORAGE_STATE, TARGET_CONSENT_SELECTOR/);
  });
}

for (const [says, html, status] of [
  ['that only tells something', '<h1>No such client</h1><a href=/>Home</a><button>Back</button>', 200],
  [
    'whose parts lead back, or are scrolled by keys',
    `<div style="cursor: pointer">Home</div><main tabindex=-1>No such client</main><pre tabindex=0>${'at line 1\n'.repeat(9)}</pre><my-notice>Sorry</my-notice>`,
    200,
  ],
  ['that says what went wrong', '<h1>No such client</h1><a href=/login>Sign in</a>', 400],
  ['that asks nobody in', '<h1>Forbidden</h1><button>Hilfe</button>', 403],
] as const) {
  test(`a page ${says} is an end`, async ({ serve, go }) => {
    const target = await serve({ '/authorize': (_request, _form, respond) => respond.page(html, status) });
    const { answer } = await go(target);
    expect(answer.unworkable).toBeUndefined();
    expect(worked(answer)).toBe(answer);
  });
}

test('a login that nobody can type says that there is no password', async ({ serve, go }) => {
  const { user: _, ...target } = await serve(usual);
  expect((await go(target)).answer.unworkable).toContain('TARGET_PASSWORD');
});

test('a stored login that has expired is told as that, with how to renew it', async ({ serve, go }) => {
  const { user: _, ...target } = await serve(usual);
  const stored = { ...target, login: { storageState: 'state.json' } };
  expect((await go(stored)).answer.unworkable).toMatch(
    /the stored one \(TARGET_STORAGE_STATE\) has expired; log in again with npx playwright codegen --save-storage/,
  );
});

test('a password is typed at another host only if that is named', async ({ serve, go }) => {
  const typed: string[] = [];
  const signOn = await serve({
    '/sign-on': (_request, _form, respond) => respond.page(loginForm),
    '/login': (_request, form, respond) => {
      typed.push(String(form.get('pw')));
      respond.redirect(`${back}?code=abc`);
    },
  });
  const target = await serve({
    '/authorize': (_request, _form, respond) => respond.redirect(`${signOn.urls.identity}/sign-on`),
  });
  const { origin } = new URL(signOn.urls.identity ?? '');
  await expect(go(target)).rejects.toThrow(`TARGET_LOGIN_ORIGINS=${origin} allows it`);
  expect(typed).toEqual([]);
  const named = { ...target, login: { origins: [origin] } };
  expect((await go(named)).answer.headers['location']).toBe(`${back}?code=abc`);
  expect(typed).toEqual(['my-password']);
});

const ANOTHER = '<a href=/another>Use another account</a>';

/** A page between login and consent that asks which account to go on with. */
const asking = (entries: string): Readonly<Record<string, Page>> => ({
  ...usual,
  '/login': (_request, _form, respond) =>
    respond.page(`<h1>Welcome</h1><form action=/chosen>${entries}</form>`),
  '/chosen': (_request, _form, respond) => respond.redirect(`${back}?code=one`),
});

for (const [says, entries] of [
  ['a button', `<button>Continue as Me</button>${ANOTHER}`],
  ['a link', `<h2>Choose an account</h2><a href=/other>me@elsewhere.example</a><a href=/chosen>Me</a>`],
  ['a radio button', `${ANOTHER}<label><input type=radio name=a> me</label><button>Next</button>`],
  ['an element with a role', `${ANOTHER}<div role=link tabindex=0 onclick="location='/chosen'">me</div>`],
] as const) {
  test(`${says} that names the user is followed where a page asks for the account`, async ({ serve, go }) => {
    const { answer, logins } = await go(await serve(asking(entries)));
    expect({ status: answer.status, logins }).toEqual({ status: 302, logins: 1 });
  });
}

for (const [says, entries] of [
  ['nobody', `<button>Personal account</button>${ANOTHER}`],
  ['somebody else', `<button>Continue as Mel</button>${ANOTHER}`],
  ['the user only as one to leave', `<button>Remove me</button>${ANOTHER}`],
] as const) {
  test(`a page that asks for the account and names ${says} is shown in words`, async ({ serve, go }) => {
    const { answer } = await go(await serve(asking(entries)));
    const [, label] = /<button>(.*)<\/button>/.exec(entries) ?? [];
    expect(answer.unworkable).toBe(
      `asks for something that is not recognised as a login or consent; it says "Welcome"; it offers "${label}", "Use another account"`,
    );
  });
}
