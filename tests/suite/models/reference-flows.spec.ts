import { expect } from '@playwright/test';
import { request } from 'undici';
import { type Reference, startReference } from '../../reference/start.ts';
import { violations } from '../../support/schemas.ts';
import { test } from '../support/chrome.ts';
import { openAt } from '../support/visitor.ts';

/** The code flow at the reference deployment, as a user and a client go through it. */

const started: Reference[] = [];

async function start(): Promise<Reference> {
  const reference = await startReference();
  started.push(reference);
  return reference;
}

test.afterEach(async () => {
  for (const reference of started.splice(0)) await reference.close();
});

type Form = Readonly<Record<string, string>>;

async function send(url: string, form?: Form, headers: Record<string, string> = {}) {
  const answer = await request(url, {
    method: form === undefined ? 'GET' : 'POST',
    headers: { ...(form && { 'content-type': 'application/x-www-form-urlencoded' }), ...headers },
    body: form === undefined ? null : new URLSearchParams(form).toString(),
  });
  const text = await answer.body.text();
  const isJson = answer.headers['content-type'] === 'application/json';
  const json = (isJson ? JSON.parse(text) : {}) as Readonly<Record<string, unknown>>;
  return { status: answer.statusCode, headers: answer.headers, text, json };
}

/** A browser without scripts: keeps the cookie, and sends the forms that it is shown. */
class PlainBrowser {
  #cookie = '';
  /** Where the last redirect led. */
  location = '';
  page = '';

  async go(url: string, form?: Form): Promise<number> {
    const { status, headers, text } = await send(url, form, this.#cookie ? { cookie: this.#cookie } : {});
    const [cookie] = [headers['set-cookie'] ?? []].flat();
    if (cookie !== undefined) this.#cookie = cookie.split(';', 1)[0] ?? '';
    this.location = String(headers['location'] ?? '');
    this.page = text;
    return status;
  }

  /** The value of the hidden field of the page's form. */
  get hidden(): string {
    return /name="request" value="([^"]+)"/.exec(this.page)?.[1] ?? '';
  }
}

function authorization({ settings }: Reference, state = 'af0ifjsldkj'): string {
  const query = new URLSearchParams({
    client_id: settings['TARGET_CLIENT_ID'] ?? '',
    redirect_uri: settings['TARGET_REDIRECT_URI'] ?? '',
    response_type: 'code',
    access_type: 'offline',
    scope: 'email profile spaces',
    state,
  });
  return `${settings['TARGET_AUTH_URL']}/oauth2/authorize?${query.toString()}`;
}

/** Goes through login and consent; returns where the browser ends. */
async function decide(
  browser: PlainBrowser,
  reference: Reference,
  decision: string,
  state?: string,
): Promise<URL> {
  const { auth } = reference.urls;
  const { TARGET_USERNAME: username = '', TARGET_PASSWORD: password = '' } = reference.settings;
  await browser.go(authorization(reference, state));
  if (browser.location.startsWith('/login')) {
    await browser.go(auth + browser.location);
    await browser.go(`${auth}/login`, { request: browser.hidden, username, password });
  }
  expect(browser.location).toMatch(/^\/oauth2\/authorize\/confirm\?/);
  await browser.go(auth + browser.location);
  expect(violations('consent-page', browser.page)).toEqual([]);
  await browser.go(`${auth}/oauth2/authorize/confirm`, { request: browser.hidden, decision });
  return new URL(browser.location);
}

function clientOf({ settings }: Reference) {
  const { TARGET_CLIENT_ID: client_id = '', TARGET_CLIENT_SECRET: client_secret = '' } = settings;
  return { client_id, client_secret };
}

function me({ urls }: Reference, token: unknown) {
  return send(`${urls.base}/api/users/me`, undefined, { authorization: `Bearer ${String(token)}` });
}

test('login, consent, code, tokens, user, sign-out', async () => {
  const reference = await start();
  const { auth } = reference.urls;
  const redirect = await decide(new PlainBrowser(), reference, 'accept');
  expect(redirect.searchParams.get('state')).toBe('af0ifjsldkj');

  const { TARGET_REDIRECT_URI: redirect_uri = '' } = reference.settings;
  const code = redirect.searchParams.get('code') ?? '';
  const exchange = { grant_type: 'authorization_code', ...clientOf(reference), redirect_uri, code };
  const tokens = await send(`${auth}/oauth2/access_token`, exchange);
  expect(violations('token-response', tokens.json)).toEqual([]);
  const user = await me(reference, tokens.json['access_token']);
  expect(violations('current-user', user.json)).toEqual([]);
  const query = new URLSearchParams({ id_token: String(tokens.json['id_token']) });
  const info = await send(`${auth}/api/1.0/id_token/get_token_info?${query.toString()}`);
  expect(violations('token-info', info.json)).toEqual([]);
  expect(info.json).toMatchObject({
    audience: exchange.client_id,
    user: { username: user.json['username'] },
  });

  const refresh_token = String(tokens.json['refresh_token']);
  expect(
    (await send(`${auth}/oauth2/revoke_token`, { client_id: exchange.client_id, refresh_token })).status,
  ).toBe(200);
  expect((await me(reference, tokens.json['access_token'])).status).toBe(401);
  const refused = await send(`${auth}/oauth2/access_token`, {
    ...clientOf(reference),
    grant_type: 'refresh_token',
    refresh_token,
  });
  expect(refused).toMatchObject({ status: 400, json: { error: 'invalid_grant' } });
  expect(violations('oauth-error', refused.json)).toEqual([]);
});

test('a browser that is logged in skips the login; deny yields an error in place of a code', async () => {
  const reference = await start();
  const browser = new PlainBrowser();
  await decide(browser, reference, 'accept');
  await browser.go(authorization(reference));
  expect(browser.location).toMatch(/^\/oauth2\/authorize\/confirm\?/);
  const { searchParams } = await decide(browser, reference, 'deny');
  expect([searchParams.get('error'), searchParams.get('code')]).toEqual(['access_denied', null]);
});

test('state comes back byte for byte', async () => {
  const reference = await start();
  const browser = new PlainBrowser();
  for (const state of ['', 'a b+c%20&d=e#f;?/', '"<\'>\\', 'ÄÖ€ 漢字 🙂\0\n', 'x'.repeat(2000)]) {
    expect((await decide(browser, reference, 'accept', state)).searchParams.get('state')).toBe(state);
  }
});

test('another browser cannot send the form of a consent page', async () => {
  const reference = await start();
  const browser = new PlainBrowser();
  const stranger = new PlainBrowser();
  await decide(browser, reference, 'accept');
  await browser.go(authorization(reference));
  await browser.go(reference.urls.auth + browser.location);
  const form = { request: browser.hidden, decision: 'accept' };
  expect(await stranger.go(`${reference.urls.auth}/oauth2/authorize/confirm`, form)).toBe(400);
  expect(await browser.go(`${reference.urls.auth}/oauth2/authorize/confirm`, form)).toBe(302);
});

test('a redirect URI that is not registered gets a page, and what else is wrong is told to the client', async () => {
  const reference = await start();
  const browser = new PlainBrowser();
  const changed = (name: string, value: string): string => {
    const url = new URL(authorization(reference));
    url.searchParams.set(name, value);
    return url.href;
  };
  expect(await browser.go(changed('redirect_uri', 'https://elsewhere.example/'))).toBe(400);
  expect(await browser.go(changed('client_id', '<b>'))).toBe(400);
  await browser.go(changed('response_type', 'token'));
  const { searchParams } = new URL(browser.location);
  expect(Object.fromEntries(searchParams)).toMatchObject({
    error: 'unsupported_response_type',
    state: 'af0ifjsldkj',
  });
});

test('a user gets through login and consent in Chromium', async ({ chrome }) => {
  const reference = await start();
  const { TARGET_USERNAME = '', TARGET_PASSWORD = '', TARGET_REDIRECT_URI = '' } = reference.settings;
  const address = authorization(reference);
  const { page } = await openAt(address, chrome, {});
  const ledBack = page.waitForRequest((request) => request.url().startsWith(TARGET_REDIRECT_URI));
  await page.goto(address);
  await page.getByLabel('Corporate account').check();
  await page.getByLabel('Username').fill(TARGET_USERNAME);
  await page.getByLabel('Password').fill(TARGET_PASSWORD);
  await page.getByRole('button', { name: 'Log in' }).click();
  await expect(page.getByRole('listitem')).toHaveCount(3);
  await page.getByRole('button', { name: 'Accept' }).click();
  expect(new URL((await ledBack).url()).searchParams.get('code')).toMatch(/^[\w-]+$/);
});
