import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Browser, test as base, chromium, expect } from '@playwright/test';
import { worked } from '../support/answers.ts';
import { browserPath, quietly } from '../support/browser.ts';
import { openLedger } from '../support/ledger.ts';
import { createMask } from '../support/mask.ts';
import { readSettings } from '../support/settings.ts';
import { type Target, targetOf } from '../support/target.ts';
import { type Decision, type Visit, visit } from '../support/visit.ts';

/** The way of a browser through login and consent pages of many makes. */

type Page = (request: IncomingMessage, form: URLSearchParams, respond: Respond) => void;

interface Respond {
  page(html: string, status?: number, headers?: Record<string, string>): void;
  redirect(location: string, cookie?: string): void;
}

interface Fixtures {
  serve: (pages: Readonly<Record<string, Page>>) => Promise<Target>;
  go: (target: Target, decision?: Decision, back?: string, isRead?: boolean) => Promise<Visit>;
}

const test = base.extend<Fixtures, { chrome: Browser }>({
  chrome: [
    async ({}, use) => {
      const chrome = await chromium.launch({ executablePath: browserPath() ?? '', args: [...quietly] });
      await use(chrome);
      await chrome.close();
    },
    { scope: 'worker' },
  ],
  serve: async ({}, use) => {
    const servers: ReturnType<typeof createServer>[] = [];
    await use(async (pages) => {
      const server = createServer((request, response) => void answer(pages, request, response)).listen(
        0,
        '127.0.0.1',
      );
      servers.push(server);
      await new Promise((resolve) => server.once('listening', resolve));
      const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
      const settings = {
        TARGET_AUTH_URL: url,
        TARGET_USERNAME: 'me',
        TARGET_PASSWORD: 'my-password',
        TARGET_TIMEOUT_MS: '1500',
      };
      return targetOf('live', readSettings(settings));
    });
    for (const server of servers) {
      server.closeAllConnections();
      server.close();
    }
  },
  go: async ({ chrome }, use, testInfo) => {
    openLedger(testInfo, [], createMask());
    const context = await chrome.newContext();
    await use((target, decision = 'accept', to = back, isRead = false) =>
      visit(context, target, `${target.urls.identity}/authorize`, to, decision, isRead),
    );
    await context.close();
  },
});

/** Nothing listens there, and no name server knows it: the browser is led there all the same. */
const back = 'http://client.invalid/callback';

async function answer(
  pages: Readonly<Record<string, Page>>,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  let body = '';
  for await (const chunk of request) body += String(chunk);
  const { pathname } = new URL(request.url ?? '/', 'http://server');
  pages[pathname]?.(request, new URLSearchParams(body), {
    page: (html, status = 200, headers = {}) =>
      response.writeHead(status, { 'content-type': 'text/html', ...headers }).end(html),
    redirect: (location, cookie) =>
      response.writeHead(302, { location, ...(cookie && { 'set-cookie': cookie }) }).end(),
  });
  if (pages[pathname] === undefined) response.writeHead(404).end();
}

const loginForm =
  '<form method=post action=/login><input name=username><input type=password name=pw><button>Go</button></form>';
const consentForm =
  '<p>View and update email</p><form method=post action=/consent><button name=d value=1>Accept</button><button name=d value=0>Deny</button></form>';

const authorize: Page = ({ headers }, _form, respond) =>
  headers.cookie?.includes('session=1') ? respond.redirect('/confirm') : respond.page(loginForm);
const login: Page = (_request, form, respond) =>
  form.get('username') === 'me' && form.get('pw') === 'my-password'
    ? respond.redirect('/confirm', 'session=1')
    : respond.page(loginForm, 200);
const confirm: Page = (_request, _form, respond) => respond.page(consentForm);
const consent: Page = (_request, form, respond) =>
  respond.redirect(form.get('d') === '1' ? `${back}?code=abc&state=s` : `${back}?error=access_denied`);
const usual = { '/authorize': authorize, '/login': login, '/confirm': confirm, '/consent': consent };

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
  await go(target, 'accept', `${target.urls.identity}/another`);
  // The one that was not the redirect URI was led to all the same.
  expect(asked).toBe(1);
});

test('a limit of the rate is waited for once', async ({ serve, go }) => {
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
  await expect(go(await serve({ ...usual, '/authorize': limiting(9) }))).rejects.toThrow(
    'GET /authorize answered 429, and again after the wait it asked for: the deployment limits the rate',
  );
  expect(asked).toBe(2);
});

for (const [wait, reason] of [
  [undefined, 'without a wait to keep'],
  ['60', 'Retry-After asks to wait 60 s, beyond the time limit of 1500 ms'],
] as const) {
  test(`a limit of the rate with the wait ${wait} ends the check`, async ({ serve, go }) => {
    const target = await serve({
      '/authorize': (_request, _form, respond) =>
        respond.page('slow down', 429, wait === undefined ? {} : { 'retry-after': wait }),
    });
    await expect(go(target)).rejects.toThrow(`GET /authorize answered 429, ${reason}`);
  });
}

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
  expect(seen.answer.status).toBe(200);
});

test('a login that is answered late is waited for, within the time limit of a request', async ({
  serve,
  go,
}) => {
  const late: Page = (...args) => void setTimeout(() => login(...args), 6000);
  const target = await serve({ ...usual, '/login': late });
  const seen = await go({ ...target, timeoutMs: 10_000 });
  expect(seen).toMatchObject({ logins: 1, answer: { status: 302 } });
});

test('a page that its scripts build, each of which comes late, is waited for', async ({ serve, go }) => {
  const late = (script: string): Page =>
    function answered(_request, _form, respond) {
      setTimeout(() => respond.page(script, 200, { 'content-type': 'text/javascript' }), 1200);
    };
  const target = await serve({
    ...usual,
    '/authorize': (_request, _form, respond) => respond.page('<script src=/first.js></script>'),
    '/first.js': late(
      "document.head.append(Object.assign(document.createElement('script'), { src: '/next.js' }))",
    ),
    '/next.js': late(`document.body.innerHTML = ${JSON.stringify(loginForm)}`),
  });
  expect(await go(target)).toMatchObject({ logins: 1, answer: { status: 302 } });
});

test('a login that fades out after its script has sent it is one login', async ({ serve, go }) => {
  const fading = `<script>
    const form = document.querySelector('form');
    form.addEventListener('submit', async (event) => {
      event.preventDefault();
      history.pushState(null, '', '/authorize#sent');
      await fetch('/login', { method: 'POST', body: new URLSearchParams(new FormData(form)) });
      setTimeout(() => location.assign('/confirm'), 700);
    });
  </script>`;
  const target = await serve({
    ...usual,
    '/authorize': (_request, _form, respond) => respond.page(loginForm + fading),
  });
  expect(await go(target)).toMatchObject({ logins: 1, answer: { status: 302 } });
});

test('a consent page is at the place that its script tells, and says what its script writes', async ({
  serve,
  go,
}) => {
  const script = `<script>
    history.pushState(null, '', '/oauth2/authorize/confirm');
    setTimeout(() => document.querySelector('p').append(' and your details'), 400);
  </script>`;
  const target = await serve({
    ...usual,
    '/confirm': (_request, _form, respond) => respond.page(consentForm + script),
  });
  const { consent } = await go(target, 'accept', back, true);
  expect(consent?.paths).toContain('/oauth2/authorize/confirm');
  expect(consent?.text).toContain('and your details');
});

test('a page that crashes says so, and nothing of the deployment', async ({ serve, chrome, go }) => {
  const target = await serve({
    '/authorize': (_request, _form, respond) => respond.page('<h1>soon</h1><script></script>'),
  });
  const [context] = chrome.contexts();
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
] as const) {
  test(`a page with ${says} that is not recognised says nothing of the deployment`, async ({ serve, go }) => {
    const target = await serve({ '/authorize': (_request, _form, respond) => respond.page(html) });
    const { answer } = await go({ ...target, timeoutMs: 500 });
    expect(answer.unworkable).toContain('not recognised');
    await expect(async () => worked(answer)).rejects.toThrow(/TARGET_STORAGE_STATE/);
  });
}

for (const [says, html, status] of [
  ['that only tells something', '<h1>No such client</h1><a href=/>Home</a><button>Back</button>', 200],
  ['that says what went wrong', '<h1>No such client</h1><a href=/login>Sign in</a>', 400],
] as const) {
  test(`a page ${says} is an end`, async ({ serve, go }) => {
    const target = await serve({ '/authorize': (_request, _form, respond) => respond.page(html, status) });
    const { answer } = await go({ ...target, timeoutMs: 500 });
    expect(answer.unworkable).toBeUndefined();
    expect(worked(answer)).toBe(answer);
  });
}

test('a login that nobody can type says that there is no password', async ({ serve, go }) => {
  const { user: _, ...target } = await serve(usual);
  expect((await go(target)).answer.unworkable).toContain('TARGET_PASSWORD');
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
