import { expect } from '@playwright/test';
import { isPlain } from '../../support/browser/plain-page.ts';
import { back, loginForm, test, usual } from './pages-of.ts';

/** Which pages are text alone, on which nothing is looked for. */

const PATIENCE_MS = 3000;

test('text is plain, and whatever may lead on is not', async ({ chrome }) => {
  const plain = [
    '<!doctype html><html lang="en"><title>Error</title><style>p {}</style><h1>No</h1><p class="x">unknown client</p>',
    '<main><ul><li><strong>invalid_request</strong></ul><pre>redirect_uri</pre></main>',
    'no',
  ];
  const others = [
    loginForm,
    '<input name="user">',
    '<button>Accept</button>',
    '<a href="/next">Continue</a>',
    '<div role="button">Accept</div>',
    '<div tabindex="0">Accept</div>',
    '<p onclick="location = \'/next\'">Accept</p>',
    '<script></script>',
    '<iframe></iframe>',
    '<my-login></my-login>',
    '<div><template shadowrootmode="open"><input></template></div>',
    '<meta http-equiv="Refresh" content="0; url=/next">',
  ];
  const page = await (await chrome.newContext()).newPage();
  const isOf = async (html: string) => {
    await page.goto(`data:text/html,${encodeURIComponent(html)}`);
    return [html, await isPlain(page, PATIENCE_MS)];
  };
  for (const html of plain) expect(await isOf(html)).toEqual([html, true]);
  for (const html of others) expect(await isOf(html)).toEqual([html, false]);
});

test('a login page with the status of an error is a login page', async ({ serve, go }) => {
  const target = await serve({
    ...usual,
    '/authorize': (_request, _form, respond) => respond.page(loginForm, 401),
  });
  expect(await go(target)).toMatchObject({ logins: 1, answer: { status: 302 } });
});

test('an error page that leads on by its header is followed', async ({ serve, go }) => {
  const target = await serve({
    '/authorize': (_request, _form, respond) =>
      respond.page('<p>a moment</p>', 503, { refresh: `1; url=${back}?code=c` }),
  });
  expect((await go(target)).answer.headers).toMatchObject({ location: `${back}?code=c` });
});
