import type { ServerResponse } from 'node:http';
import { expect } from '@playwright/test';
import { back, consentForm, login, loginForm, type Page, test, usual } from './pages-of.ts';

/** What a browser waits for that comes late, on its way through login and consent pages. */

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
