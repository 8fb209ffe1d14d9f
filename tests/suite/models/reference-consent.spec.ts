import { expect, test } from '@playwright/test';
import { request } from 'undici';
import { startReference } from '../../reference/start.ts';

type Form = Readonly<Record<string, string>>;

/** A browser without scripts: keeps the cookie, and sends the forms that it is shown. */
class PlainBrowser {
  #cookie = '';
  /** Where the last redirect led. */
  location = '';
  #page = '';

  async go(url: string, form?: Form): Promise<number> {
    const { statusCode, headers, body } = await request(url, {
      method: form === undefined ? 'GET' : 'POST',
      headers: { cookie: this.#cookie, 'content-type': 'application/x-www-form-urlencoded' },
      body: form === undefined ? null : new URLSearchParams(form).toString(),
    });
    const [cookie] = [headers['set-cookie'] ?? []].flat();
    if (cookie !== undefined) this.#cookie = cookie.split(';', 1)[0] ?? '';
    this.location = String(headers['location'] ?? '');
    this.#page = await body.text();
    return statusCode;
  }

  /** The value of the hidden field of the page's form. */
  get hidden(): string {
    return /name="request" value="([^"]+)"/.exec(this.#page)?.[1] ?? '';
  }
}

test('another browser cannot send the form of a consent page of the reference', async () => {
  const reference = await startReference();
  const { settings, urls } = reference;
  const query = new URLSearchParams({
    client_id: settings['TARGET_CLIENT_ID'] ?? '',
    redirect_uri: settings['TARGET_REDIRECT_URI'] ?? '',
    response_type: 'code',
    access_type: 'offline',
    scope: 'email',
  });
  const [browser, stranger] = [new PlainBrowser(), new PlainBrowser()];
  await browser.go(`${urls.auth}/oauth2/authorize?${query.toString()}`);
  await browser.go(urls.auth + browser.location);
  const { TARGET_USERNAME: username = '', TARGET_PASSWORD: password = '' } = settings;
  await browser.go(`${urls.auth}/login`, { request: browser.hidden, username, password });
  await browser.go(urls.auth + browser.location);
  const form = { request: browser.hidden, decision: 'accept' };
  expect(await stranger.go(`${urls.auth}/oauth2/authorize/confirm`, form)).toBe(400);
  expect(await browser.go(`${urls.auth}/oauth2/authorize/confirm`, form)).toBe(302);
  await reference.close();
});
