import { type BrowserContext, expect } from '@playwright/test';
import { type FamiliarPages, noFamiliarPages } from '../../support/browser/familiar-pages.ts';
import { isPlain } from '../../support/browser/plain-page.ts';
import { visit } from '../../support/browser/visit.ts';
import type { Visit, VisitRequest } from '../../support/browser/walk.ts';
import { ledgerOf, openLedger } from '../../support/judging/ledger.ts';
import { createMask } from '../../support/secrets/mask.ts';
import type { Target } from '../../support/target.ts';
import { back, test as base, consentForm, loginForm, type Page, usual } from './pages-of.ts';

/** Which visits are made without the browser once it has been through the pages, and which never are. */

interface Seen extends Visit {
  readonly isByHttp: boolean;
}

const test = base.extend<{
  again: (target: Target, change?: Partial<VisitRequest>) => Promise<Seen>;
  familiar: FamiliarPages;
  context: BrowserContext;
}>({
  familiar: async ({}, use) => use(noFamiliarPages()),
  context: async ({ chrome }, use) => use(await chrome.newContext()),
  again: async ({ context, familiar }, use, testInfo) => {
    openLedger(testInfo, [], createMask());
    await use(async (target, change = {}) => {
      const request = {
        url: `${target.urls.identity}/authorize`,
        redirectUri: back,
        decision: 'accept',
      } as const;
      const seen = await visit(context, target, { ...request, ...change }, familiar);
      const { note } = ledgerOf(testInfo).exchanges.at(-1) ?? {};
      return { ...seen, isByHttp: note !== undefined };
    });
  },
});

/** A form whose hidden field differs each time, as one against forgery does. */
let nth = 0;
const fresh: Page = (_request, _form, respond) => {
  nth += 1;
  respond.page(consentForm.replace('<button', `<input type=hidden name=t value=${nth}><button`));
};

test('a consent that the browser has been through is sent without it', async ({ serve, again }) => {
  const target = await serve({ ...usual, '/confirm': fresh });
  const first = await again(target, { readsConsent: true });
  expect(first).toMatchObject({ isByHttp: false, logins: 1 });
  const second = await again(target, { readsConsent: true });
  const { status, headers } = first.answer;
  const answer = { status, headers: { location: headers['location'] } };
  expect(second).toMatchObject({ isByHttp: true, logins: 0, answer });
  expect(second.consent).toMatchObject({ text: first.consent?.text, decided: true, logins: 0 });
  expect(second.consent?.paths).toEqual(['/authorize', '/confirm']);
  // Nobody has denied there yet.
  expect(await again(target, { decision: 'deny' })).toMatchObject({ isByHttp: false });
  expect(await again(target, { decision: 'deny' })).toMatchObject({
    isByHttp: true,
    answer: { headers: { location: `${back}?error=access_denied` } },
  });
});

test('the request is what the browser would send, and its cookies are shared', async ({
  serve,
  again,
  context,
}) => {
  const sent: Record<string, unknown>[] = [];
  let visits = 0;
  const target = await serve({
    ...usual,
    '/authorize': (request, _form, respond) => {
      const { cookie, connection: _, ...headers } = request.headers;
      sent.push(headers);
      if (!cookie?.includes('session=1')) return respond.page(loginForm);
      visits += 1;
      respond.redirect('/confirm', `turn=${visits}; Path=/confirm; HttpOnly`);
    },
    '/confirm': ({ headers: { cookie } }, _form, respond) => {
      if (visits > 0) expect(cookie).toContain(`turn=${visits}`);
      respond.page(consentForm);
    },
  });
  await again(target);
  expect(await again(target)).toMatchObject({ isByHttp: true });
  expect(await again(target)).toMatchObject({ isByHttp: true });
  const codings = { 'accept-encoding': expect.any(String) };
  expect(sent[1]).toEqual({ ...sent[0], ...codings });
  expect(
    (await context.cookies(`${target.urls.identity}/confirm`)).map(({ name }) => name).toSorted(),
  ).toEqual(['session', 'turn']);
});

test('a cookie that an answer removes is removed', async ({ serve, again, context }) => {
  let isLast = false;
  const target = await serve({
    ...usual,
    '/confirm': (_request, _form, respond) => {
      respond.page(consentForm, 200, isLast ? { 'set-cookie': 'session=; Max-Age=0' } : {});
    },
  });
  await again(target);
  isLast = true;
  expect(await again(target)).toMatchObject({ isByHttp: true });
  expect(await context.cookies()).toEqual([]);
});

const page = (html: string, headers: Record<string, string> = {}, status = 200): Page => {
  return (_request, _form, respond) => respond.page(html, status, headers);
};

for (const [what, changed] of Object.entries({
  'a script': page(`${consentForm}<script>1</script>`),
  'a handler': page(consentForm.replace('<button', '<button onclick="1"')),
  'a meta refresh': page(`<meta http-equiv=refresh content=60>${consentForm}`),
  'a Refresh header': page(consentForm, { refresh: '60' }),
  'a frame': page(`${consentForm}<iframe src=about:blank></iframe>`),
  'another form': page(`<form method=post action=/search><input name=q></form>${consentForm}`),
  'another field': page(consentForm.replace('<button', '<input type=hidden name=x><button')),
  'another action': page(consentForm.replace('/consent', '/consent?more=1')),
  'another button': page(consentForm.replace('>Accept', '>Allow')),
  'a word more': page(consentForm.replace('email', 'your email')),
  'another status': page(consentForm, {}, 401),
  'another media type': page(consentForm, { 'content-type': 'application/xhtml+xml' }),
  'an encoding of its own': page(consentForm.replace('email', 'email\u00e9')),
})) {
  test(`a consent page with ${what} is for the browser`, async ({ serve, again }) => {
    const pages = { ...usual };
    const target = await serve(pages);
    await again(target);
    expect(await again(target)).toMatchObject({ isByHttp: true });
    pages['/confirm'] = changed;
    expect(await again(target)).toMatchObject({ isByHttp: false });
  });
}

for (const [what, changed] of Object.entries({
  'an error page that is not text alone': page('<h1>no</h1><a href=/>Go back</a>', {}, 400),
  'a refusal that may be of this client alone': page('<h1>access denied</h1>', {}, 403),
  'an error page that leads on': page('<h1>no</h1>', { refresh: '60' }, 400),
  'a page that asks for nothing': page('<h1>maintenance</h1>'),
  'a redirect to another server': (_request, _form, respond) => respond.redirect('http://127.0.0.1:1/'),
} satisfies Record<string, Page>)) {
  test(`${what} is for the browser`, async ({ serve, again }) => {
    const pages: Record<string, Page> = { ...usual };
    const target = await serve(pages);
    await again(target);
    pages['/authorize'] = changed;
    expect(await again(target)).toMatchObject({ isByHttp: false });
  });
}

for (const [what, changed, answer] of [
  ['an error page of text alone', page('<h1>unknown client</h1>', {}, 400), { status: 400 }],
  ['an error in JSON', page('{}', { 'content-type': 'application/json' }, 422), { status: 422, text: '{}' }],
  [
    'a redirect to the client',
    ((_request, _form, respond) => respond.redirect(`${back}?error=x#y`)) as Page,
    { status: 302, headers: { location: `${back}?error=x#y` } },
  ],
] as const) {
  test(`${what} needs no browser`, async ({ serve, again }) => {
    const pages: Record<string, Page> = { ...usual };
    const target = await serve(pages);
    await again(target);
    pages['/authorize'] = changed;
    expect(await again(target)).toMatchObject({ isByHttp: true, logins: 0, answer });
  });
}

test('a wrong password is typed into the browser once', async ({ serve, again, context }) => {
  const target = await serve({
    ...usual,
    '/login': (_request, form, respond) =>
      form.get('pw') === 'my-password'
        ? respond.redirect('/confirm', 'session=1')
        : respond.page(`<p>Wrong</p>${loginForm}`),
  });
  const wrong = { ...target, user: { username: 'me', password: 'wrong' } };
  await again(target);
  await context.clearCookies();
  const first = await again(wrong, { isOther: true });
  expect(first).toMatchObject({ isByHttp: false, logins: 2, answer: { status: 200 } });
  const second = await again(wrong, { isOther: true });
  expect(second).toMatchObject({ isByHttp: true, logins: 2, answer: { status: 200 } });
  expect(second.answer.text).toBe(first.answer.text);
  expect(await again(target)).toMatchObject({ isByHttp: true, logins: 1, answer: { status: 302 } });
});

test('logins before the browser is needed are counted', async ({ serve, again, context }) => {
  const pages: Record<string, Page> = { ...usual };
  const target = await serve(pages);
  await again(target);
  await context.clearCookies();
  pages['/confirm'] = page(`${consentForm}<p>And more.</p>`);
  expect(await again(target)).toMatchObject({ isByHttp: false, logins: 1, consent: { logins: 1 } });
});

test('a context that meets a login page begins again as a new one', async ({ serve, again, context }) => {
  const pages: Record<string, Page> = { ...usual };
  const target = await serve(pages);
  await again(target);
  await context.clearCookies();
  const cookies: (string | undefined)[] = [];
  pages['/authorize'] = ({ headers: { cookie } }, _form, respond) => {
    cookies.push(cookie);
    respond.page(`${loginForm}<p>Welcome</p>`, 200, { 'set-cookie': 'begun=1' });
  };
  expect(await again(target)).toMatchObject({ isByHttp: false, logins: 1 });
  expect(cookies).toEqual([undefined, undefined]);
});

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
