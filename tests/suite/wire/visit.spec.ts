import { expect } from '@playwright/test';
import { authorize, back, consentForm, loginForm, type Page, test, usual } from './pages-of.ts';

/** The way of a browser through login and consent pages of many makes. */

test('logs in, accepts, and is led back', async ({ serve, go }) => {
  const seen = await go(await serve(usual));
  expect(seen.answer).toMatchObject({ status: 302, headers: { location: `${back}?code=abc&state=s` } });
  expect(seen).toMatchObject({ logins: 1, consent: { mediaType: 'text/html' } });
  expect(seen.consent?.paths).toEqual(['/authorize', '/login', '/confirm']);
  expect(seen.consent?.text).toContain('View and update email');
});

test('a client that listens at the redirect URI does not get the code', async ({ serve, go }) => {
  let asked = 0;
  const target = await serve({
    '/authorize': (request, _form, respond) =>
      respond.redirect(`http://${request.headers.host}/client?session=1&code=abc`),
    '/client': (_request, _form, respond) => {
      asked += 1;
      respond.page('thank you');
    },
  });
  const client = `${target.urls.identity}/client?session=1`;
  const { answer } = await go(target, 'accept', client);
  expect(answer).toMatchObject({ status: 302, headers: { location: `${client}&code=abc` } });
  // Whatever was asked for: what is registered gets no code.
  const registered = { ...target, client: { client_id: 'c', client_secret: 's', redirect_uri: client } };
  const astray = await go(registered, 'accept', `${target.urls.identity}/another`);
  expect(astray.answer).toMatchObject({ status: 302, headers: { location: `${client}&code=abc` } });
  expect(asked).toBe(0);
  // User information leads to the same client.
  const named = client.replace('//', '//me@');
  const byName = await serve({
    '/authorize': (_request, _form, respond) => respond.redirect(`${named}&code=abc`),
  });
  expect((await go(byName, 'accept', named)).answer).toMatchObject({ status: 302 });
  expect(asked).toBe(0);
  await go(target, 'accept', `${target.urls.identity}/another`);
  // The one that was not the redirect URI was led to all the same.
  expect(asked).toBe(1);
});

test('a limit of the rate is waited for until it has lasted too long', async ({ serve, go }) => {
  let asked = 0;
  const limiting =
    (times: number): Page =>
    (...given) => {
      asked += 1;
      if (asked > times) authorize(...given);
      else given[2].page('slow down', 429, { 'retry-after': '0' });
    };
  const seen = await go(await serve({ ...usual, '/authorize': limiting(1) }));
  expect(seen.answer.headers['location']).toBe(`${back}?code=abc&state=s`);
  asked = 0;
  const target = { ...(await serve({ ...usual, '/authorize': limiting(Infinity) })), timeoutMs: 700 };
  await expect(go(target)).rejects.toThrow(
    /^GET \/authorize answered 429, and again after \d waits, Retry-After asks to wait 0 s: the deployment limits the rate$/,
  );
});

for (const [wait, reason] of [
  [undefined, /^GET \/authorize answered 429, and again after .*, without a usable Retry-After/],
  ['60', /^GET \/authorize answered 429, Retry-After asks to wait 60 s, beyond the time limit of 2800 ms/],
] as const) {
  test(`a limit of the rate with the wait ${wait} ends the check`, async ({ serve, go }) => {
    const target = await serve({
      '/authorize': (_request, _form, respond) =>
        respond.page('slow down', 429, wait === undefined ? {} : { 'retry-after': wait }),
    });
    await expect(go({ ...target, timeoutMs: 700 })).rejects.toThrow(reason);
  });
}

test('accepts by the button that is named, and sees in which language', async ({ serve, go }) => {
  const german = `<html lang=de>${consentForm.replace('Accept', 'Zulassen').replace('Deny', 'Ablehnen')}`;
  const target = await serve({
    ...usual,
    '/confirm': (_request, _form, respond) => respond.page(german),
  });
  const seen = await go({ ...target, login: { consent: 'button:has-text("Zulassen")' } });
  expect(seen).toMatchObject({ consent: { language: 'de' }, answer: { status: 302 } });
});

test('a consent in several steps is read as a whole', async ({ serve, go }) => {
  const target = await serve({
    ...usual,
    '/consent': (_request, _form, respond) =>
      respond.page(`<html lang=fr><p>Are you sure?</p><a href="${back}?code=abc">Allow</a>`),
  });
  const seen = await go(target);
  expect(seen.answer.headers['location']).toBe(`${back}?code=abc`);
  expect(seen.consent).toMatchObject({ language: '', decided: true, logins: 1 });
  expect(seen.consent?.text).toMatch(/View and update email[^]*Are you sure/);
});

test('what is accepted before a login is not the consent', async ({ serve, go }) => {
  const target = await serve({
    ...usual,
    '/authorize': (_request, _form, respond) =>
      respond.page('<p>For members alone</p><form action=/start><button>I accept</button></form>'),
    '/start': authorize,
  });
  const { consent } = await go(target);
  expect(consent?.logins).toBe(1);
  expect(consent?.text).not.toContain('members');
});

test('denies where it is told to', async ({ serve, go }) => {
  const seen = await go(await serve(usual), 'deny');
  expect(seen.answer.headers['location']).toBe(`${back}?error=access_denied`);
});

test('is asked once: the session is kept', async ({ serve, go }) => {
  const target = await serve(usual);
  expect((await go(target)).logins).toBe(1);
  expect((await go(target)).logins).toBe(0);
});

test('asks for the name first, the password next, and consent by a link', async ({ serve, go }) => {
  const seen = await go(
    await serve({
      '/authorize': (_request, _form, respond) =>
        respond.page('<form method=post action=/password><input name=user></form>'),
      '/password': (_request, _form, respond) =>
        respond.page(
          loginForm.replace('<input name=username>', '<input type=hidden name=username value=me>'),
        ),
      '/login': (_request, _form, respond) => respond.page(`<a href="${back}?code=xyz">Allow access</a>`),
    }),
  );
  expect(seen).toMatchObject({ logins: 1, answer: { headers: { location: `${back}?code=xyz` } } });
});

test('an error page is the end, at once', async ({ serve, go }) => {
  const seen = await go(
    await serve({ '/authorize': (_request, _form, respond) => respond.page('<h1>unknown client</h1>', 400) }),
  );
  expect(seen).toMatchObject({ logins: 0, answer: { status: 400, text: '<h1>unknown client</h1>' } });
});

test('a page that asks for nothing is the end', async ({ serve, go }) => {
  const seen = await go(
    await serve({ '/authorize': (_request, _form, respond) => respond.page('<h1>maintenance</h1>') }),
  );
  expect(seen.answer).toMatchObject({ status: 200, text: '<h1>maintenance</h1>' });
});

test('a page that crashes says so, and nothing of the deployment', async ({ serve, chrome, go }) => {
  const target = await serve({
    '/authorize': (_request, _form, respond) => respond.page('<h1>soon</h1><script></script>'),
  });
  const context = chrome.contexts().at(-1);
  context?.once('page', (page) => {
    page.once('load', () => {
      void context.newCDPSession(page).then((session) => session.send('Page.crash').catch(() => undefined));
    });
  });
  await expect(go(target)).rejects.toThrow('the page crashed the browser that showed it');
});

test('pages that lead in circles end', async ({ serve, go }) => {
  const seen = await go(
    await serve({
      '/authorize': (_request, _form, respond) => respond.page(consentForm),
      '/consent': (_request, _form, respond) => respond.redirect('/authorize'),
    }),
  );
  expect(seen.answer.headers['location']).toBeUndefined();
});

test('a server that is gone gives no answer', async ({ serve, go }) => {
  const target = await serve({});
  const gone = { ...target, urls: { identity: 'http://127.0.0.1:1' } };
  expect((await go(gone)).answer).toMatchObject({ status: 0, failure: expect.any(String) });
});

test('a notice that lies over a page does not keep anybody from its buttons', async ({ serve, go }) => {
  const notice = '<div style="position:fixed;inset:0;background:#000">We use cookies</div>';
  const covering =
    (html: string): Page =>
    (_request, _form, respond) =>
      respond.page(html + notice);
  const target = await serve({
    ...usual,
    '/authorize': covering(loginForm),
    '/confirm': covering(consentForm),
  });
  expect(await go(target)).toMatchObject({ logins: 1, answer: { status: 302 } });
});

test('a consent that cannot be pressed ends the check', async ({ serve, go }) => {
  const target = await serve({
    '/authorize': (_request, _form, respond) =>
      respond.page(consentForm.replace('<button', '<button disabled')),
  });
  await expect(go(target)).rejects.toThrow(/consent page could not be used/);
});
