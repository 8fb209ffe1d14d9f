import { expect, test } from '@playwright/test';
import { request } from 'undici';
import { manualClock } from '../../reference/clock.ts';
import { type Reference, type ReferenceOptions, startReference } from '../../reference/start.ts';

/** How long the tokens of the reference deployment hold, which no check waits for. */

const started: Reference[] = [];

async function start(options?: ReferenceOptions): Promise<Reference> {
  const reference = await startReference(options);
  started.push(reference);
  return reference;
}

test.afterEach(async () => {
  for (const reference of started.splice(0)) await reference.close();
});

type Form = Readonly<Record<string, string>>;

async function send(url: string, form?: Form, authorization?: string) {
  const answer = await request(url, {
    method: form === undefined ? 'GET' : 'POST',
    headers: {
      ...(form && { 'content-type': 'application/x-www-form-urlencoded' }),
      ...(authorization !== undefined && { authorization }),
    },
    body: form === undefined ? null : new URLSearchParams(form).toString(),
  });
  const text = await answer.body.text();
  const isJson = answer.headers['content-type'] === 'application/json';
  const json = (isJson ? JSON.parse(text) : {}) as Readonly<Record<string, unknown>>;
  return { status: answer.statusCode, headers: answer.headers, json };
}

function passwordGrant(reference: Reference) {
  const { settings } = reference;
  const form = {
    grant_type: 'password',
    client_id: settings['TARGET_CLIENT_ID'] ?? '',
    client_secret: settings['TARGET_CLIENT_SECRET'] ?? '',
    username: settings['TARGET_USERNAME'] ?? '',
    password: settings['TARGET_PASSWORD'] ?? '',
    scope: 'email',
  };
  return send(`${reference.urls.auth}/oauth2/access_token`, form);
}

function me({ urls }: Reference, token: unknown) {
  return send(`${urls.base}/api/users/me`, undefined, `Bearer ${String(token)}`);
}

test('the seconds of token info fall with the clock, and the ID token ends with them', async () => {
  const clock = manualClock(Date.UTC(2026, 2, 5));
  const reference = await start({ clock });
  const { json } = await passwordGrant(reference);
  const info = () =>
    send(`${reference.urls.auth}/api/1.0/id_token/get_token_info?id_token=${String(json['id_token'])}`);
  expect((await info()).json['expires_in']).toBe(3600);
  clock.advance(1000);
  expect((await info()).json['expires_in']).toBe(3599);
  clock.advance(3600_000);
  expect(await info()).toMatchObject({ status: 400, json: { error: 'invalid_token' } });
});

test('the hour of an access token is the hour of the clock', async () => {
  const clock = manualClock(Date.UTC(2026, 2, 5));
  const reference = await start({ clock });
  const { json } = await passwordGrant(reference);
  clock.advance(3_599_999);
  expect((await me(reference, json['access_token'])).status).toBe(200);
  clock.advance(1);
  const refused = await me(reference, json['access_token']);
  expect(refused).toMatchObject({ status: 401, json: { error: 'invalid_token' } });
  expect(refused.headers['www-authenticate']).toMatch(/^Bearer .*invalid_token/);
  expect((await me(reference, reference.settings['TARGET_EXPIRED_ACCESS_TOKEN'])).status).toBe(401);
});
