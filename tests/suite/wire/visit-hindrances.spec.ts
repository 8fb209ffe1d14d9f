import type { ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import { chromium, expect } from '@playwright/test';
import { noFamiliarPages } from '../../support/browser/familiar-pages.ts';
import { browserPath, quietly } from '../../support/browser/launch.ts';
import { stillHolds } from '../../support/browser/login-page.ts';
import { hintAt } from '../../support/browser/network-error.ts';
import { asSeen } from '../../support/browser/page-answer.ts';
import { visit } from '../../support/browser/visit.ts';
import { openLedger } from '../../support/judging/ledger.ts';
import { createMask } from '../../support/secrets/mask.ts';
import type { Target } from '../../support/target.ts';
import { back, consentForm, login, loginForm, type Page, test, usual } from './pages-of.ts';

/** What hinders a browser on its way through login and consent pages: what comes late, the network, and large pages. */

test('a login that is answered late is waited for, within the time limit of a request', async ({
  serve,
  go,
}) => {
  const late: Page = (...args) => void setTimeout(() => login(...args), 6000);
  const target = await serve({ ...usual, '/login': late });
  const seen = await go({ ...target, timeoutMs: 10_000 });
  expect(seen).toMatchObject({ logins: 1, answer: { status: 302 } });
});

/** A page that begins at once, and of which the rest comes after so long; that of no time never comes. */
const drawnOut =
  (html: string, afterMs?: number) =>
  (response: ServerResponse): void => {
    response.writeHead(200, { 'content-type': 'text/html' }).write('<!doctype html><title>Login</title>');
    if (afterMs !== undefined) setTimeout(() => response.end(html), afterMs);
  };

test('a page of which the form comes late is waited for', async ({ serve, go }) => {
  const target = await serve({
    ...usual,
    '/authorize': (_request, _form, { response }) => drawnOut(loginForm, 6000)(response),
  });
  expect(await go(target)).toMatchObject({ logins: 1, answer: { status: 302 } });
});

test('each page is waited for as long as the first', async ({ serve, go }) => {
  const late =
    (page: Page): Page =>
    (...args) =>
      void setTimeout(() => page(...args), 800);
  const target = await serve({
    ...usual,
    '/authorize': (_request, _form, { response }) => drawnOut(loginForm, 1500)(response),
    '/login': late(login),
    '/confirm': (_request, _form, { response }) => drawnOut(consentForm, 5000)(response),
  });
  expect(await go({ ...target, timeoutMs: 2000 })).toMatchObject({ logins: 1, answer: { status: 302 } });
});

test('a page that does not come to its end is no answer, and is said to be none', async ({ serve, go }) => {
  const target = await serve({
    ...usual,
    '/authorize': (_request, _form, { response }) => drawnOut('')(response),
  });
  const { answer } = await go({ ...target, timeoutMs: 500 });
  expect(answer).toMatchObject({ status: 0, failure: 'a page was still loading after 1500 ms' });
});

test('a selector that is none is named, and nothing is asked', async ({ serve, go }) => {
  const target = await serve(usual);
  const login = { ...target.login, consent: '###' };
  await expect(go({ ...target, login })).rejects.toThrow(/^TARGET_CONSENT_SELECTOR is no selector: /);
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

/** A network that keeps the browser, and nothing else, from a server says nothing of the deployment. */

const noProxy = ['--proxy-server=http://127.0.0.1:1', '--proxy-bypass-list=<-loopback>'];

test.skip(browserPath() === undefined, 'needs Chromium: npx playwright install chromium');

/** A visit in a browser of its own, launched with these arguments besides. */
async function goWith(args: readonly string[], target: Target) {
  openLedger(test.info(), [], createMask());
  const browser = await chromium.launch({ executablePath: browserPath() ?? '', args: [...quietly, ...args] });
  try {
    const url = `${target.urls.identity}/authorize`;
    const context = await browser.newContext();
    return await visit(context, target, { url, redirectUri: back, decision: 'accept' }, noFamiliarPages());
  } finally {
    await browser.close();
  }
}

for (const [says, args, error] of [
  ['a proxy that is down', noProxy, 'PROXY_CONNECTION_FAILED'],
  ['a name server of its own', ['--host-resolver-rules=MAP * ~NOTFOUND'], 'NAME_NOT_RESOLVED'],
] as const) {
  test(`a browser that ${says} keeps from the server ends the check, naming the error`, async ({ serve }) => {
    const target = await serve(usual);
    await expect(goWith(args, target)).rejects.toThrow(
      `the browser does not reach ${target.urls.identity} (net::ERR_${error}), which the suite's own requests reach: the browser `,
    );
  });
}

test('a form that leads to a server out of the browser’s reach ends the check', async ({ serve }) => {
  const away = await serve({ '/login': login });
  const { identity = '' } = away.urls;
  const form = loginForm.replace('/login', `${identity}/login`);
  const target = await serve({ '/authorize': (_request, _form, respond) => respond.page(form) });
  const rules = `--host-resolver-rules=MAP ${new URL(identity).host} ~NOTFOUND`;
  const both = { ...target, urls: { ...target.urls, collaboration: identity } };
  await expect(goWith([rules], both)).rejects.toThrow(`the browser does not reach ${identity} (net::ERR_`);
});

test('a server that nobody reaches gives no answer, as before', async ({ serve, go }) => {
  const target = await serve(usual);
  const nowhere = { ...target, urls: { identity: 'http://no-such-host.invalid' } };
  expect((await go(nowhere)).answer.failure).toContain('net::ERR_NAME_NOT_RESOLVED');
});

test('a server that closes the connection has answered', async ({ serve, go }) => {
  const target = await serve({ '/authorize': (request) => request.socket.destroy() });
  expect((await go(target)).answer.failure).toContain('net::ERR_EMPTY_RESPONSE');
});

test('each network error is either on the way to the server or an answer of it', () => {
  const way =
    'TUNNEL_CONNECTION_FAILED SOCKS_CONNECTION_FAILED PAC_SCRIPT_FAILED DNS_TIMED_OUT CERT_AUTHORITY_INVALID CERT_DATE_INVALID CERTIFICATE_TRANSPARENCY_REQUIRED SSL_PROTOCOL_ERROR BAD_SSL_CLIENT_AUTH_CERT CONNECTION_REFUSED CONNECTION_FAILED CONNECTION_TIMED_OUT ADDRESS_UNREACHABLE INTERNET_DISCONNECTED NETWORK_CHANGED BLOCKED_BY_ADMINISTRATOR UNSAFE_PORT INSUFFICIENT_RESOURCES';
  const answer =
    'CONNECTION_RESET CONNECTION_CLOSED EMPTY_RESPONSE INVALID_HTTP_RESPONSE INVALID_REDIRECT TOO_MANY_REDIRECTS RESPONSE_HEADERS_TOO_BIG CONTENT_DECODING_FAILED HTTP2_PROTOCOL_ERROR TIMED_OUT ABORTED FAILED BLOCKED_BY_RESPONSE BLOCKED_BY_CSP';
  for (const name of way.split(' ')) expect(hintAt(`net::ERR_${name}`), name).toBeDefined();
  for (const name of answer.split(' ')) expect(hintAt(`net::ERR_${name}`), name).toBeUndefined();
});

/** However large a page is, little of it comes out of the browser. */

for (const [what, length, kept] of [
  ['is read', 1000, 1000],
  ['is looked at in the browser alone', 2 * 1024 * 1024, 0],
] as const) {
  test(`a page of ${length} characters that is sent compressed ${what}`, async ({ serve, go }) => {
    const target = await serve({
      '/authorize': (_request, _form, { response }) =>
        response
          .writeHead(200, { 'content-type': 'text/html', 'content-encoding': 'gzip' })
          .end(gzipSync('a'.repeat(length))),
    });
    const { answer } = await go(target);
    expect(answer.status).toBe(200);
    expect(answer.text.length).toBe(kept);
  });
}

test('what a page says of its language, and what a field holds, is cut in the page', async ({ chrome }) => {
  const page = await chrome.newPage();
  try {
    const crossed: number[] = [];
    const field = page.locator('input');
    // All of them have these from one prototype.
    const locators = Object.getPrototypeOf(field) as Record<string, (...args: unknown[]) => Promise<unknown>>;
    const noted = (of: Record<string, (...args: unknown[]) => Promise<unknown>>, name: string) => {
      const real = of[name] as (...args: unknown[]) => Promise<unknown>;
      of[name] = async function (...args) {
        const value = await real.apply(this, args);
        crossed.push(JSON.stringify(value ?? null).length);
        return value;
      };
      return () => (of[name] = real);
    };
    const undo = [
      noted(page as never, 'evaluate'),
      ...['evaluate', 'inputValue'].map((name) => noted(locators, name)),
    ];
    try {
      await page.setContent('<input type=password>');
      await field.evaluate((one) => {
        document.documentElement.lang = 'x'.repeat(100_000);
        (one as HTMLInputElement).value = 'y'.repeat(100_000);
      });
      expect(await asSeen(page, undefined)).toMatchObject({ language: 'x'.repeat(35) });
      expect(await stillHolds(page, {}, 'y'.repeat(8))).toBe(false);
      await field.fill('y'.repeat(8));
      expect(await stillHolds(page, {}, 'y'.repeat(8))).toBe(true);
      expect(crossed).toHaveLength(4);
      expect(Math.max(...crossed), 'characters that left the page').toBeLessThan(100);
    } finally {
      for (const back of undo) back();
    }
  } finally {
    await page.close();
  }
});
