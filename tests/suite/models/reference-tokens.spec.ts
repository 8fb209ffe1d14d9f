import { expect, test } from '@playwright/test';
import { request } from 'undici';
import { manualClock } from '../../reference/clock.ts';
import { type Reference, type ReferenceOptions, startReference } from '../../reference/start.ts';
import { violations } from '../../support/schemas.ts';

/** The tokens of the reference deployment: how long they hold, what ends them, and whom they serve. */

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

function clientOf({ settings }: Reference) {
  const { TARGET_CLIENT_ID: client_id = '', TARGET_CLIENT_SECRET: client_secret = '' } = settings;
  return { client_id, client_secret };
}

function otherClientOf({ settings }: Reference) {
  const { TARGET_OTHER_CLIENT_ID: client_id = '', TARGET_OTHER_CLIENT_SECRET: client_secret = '' } = settings;
  return { client_id, client_secret };
}

function passwordGrant(reference: Reference, client: Form = clientOf(reference)) {
  const { TARGET_USERNAME: username = '', TARGET_PASSWORD: password = '' } = reference.settings;
  const form = { grant_type: 'password', ...client, username, password, scope: 'email' };
  return send(`${reference.urls.auth}/oauth2/access_token`, form);
}

function refresh(reference: Reference, refresh_token: unknown, client: Form = clientOf(reference)) {
  const form = { grant_type: 'refresh_token', ...client, refresh_token: String(refresh_token) };
  return send(`${reference.urls.auth}/oauth2/access_token`, form);
}

function me({ urls }: Reference, token: unknown, scheme = 'Bearer') {
  return send(`${urls.base}/api/users/me`, undefined, `${scheme} ${String(token)}`);
}

test('a code that is sent again is refused, and ends the tokens it has bought', async () => {
  // Whoever comes is taken for a user who has accepted.
  const reference = await start({
    rules: { signedInUser: (_session, users) => users[0], nextStep: () => 'grant' },
  });
  const { TARGET_REDIRECT_URI: redirect_uri = '' } = reference.settings;
  const query = new URLSearchParams({
    client_id: clientOf(reference).client_id,
    redirect_uri,
    response_type: 'code',
    access_type: 'offline',
    scope: 'email',
  });
  const { headers } = await send(`${reference.urls.auth}/oauth2/authorize?${query.toString()}`);
  const code = new URL(String(headers['location'])).searchParams.get('code') ?? '';
  const form = { grant_type: 'authorization_code', ...clientOf(reference), redirect_uri, code };
  const exchange = () => send(`${reference.urls.auth}/oauth2/access_token`, form);

  const { json } = await exchange();
  expect((await me(reference, json['access_token'])).status).toBe(200);
  expect((await exchange()).json['error']).toBe('invalid_grant');
  expect((await me(reference, json['access_token'])).status).toBe(401);
});

test('a refresh token works once, and for its own client', async () => {
  const reference = await start();
  const { json } = await passwordGrant(reference);
  expect((await refresh(reference, json['refresh_token'], otherClientOf(reference))).status).toBe(400);
  const renewed = await refresh(reference, json['refresh_token']);
  expect(violations('token-response', renewed.json)).toEqual([]);
  expect(renewed.json['access_token']).not.toBe(json['access_token']);
  expect((await refresh(reference, json['refresh_token'])).json['error']).toBe('invalid_grant');
});

test('a sign-out reaches one client, and whoever does not know the token is told nothing', async () => {
  const reference = await start();
  const revoke = (refresh_token: unknown) =>
    send(`${reference.urls.auth}/oauth2/revoke_token`, {
      client_id: clientOf(reference).client_id,
      refresh_token: String(refresh_token),
    });
  const [here, again, elsewhere] = [
    await passwordGrant(reference),
    await passwordGrant(reference),
    await passwordGrant(reference, otherClientOf(reference)),
  ];
  expect((await revoke('never-issued')).status).toBe(200);
  expect((await revoke(elsewhere.json['refresh_token'])).status).toBe(400);
  expect((await revoke(here.json['refresh_token'])).status).toBe(200);
  expect((await refresh(reference, again.json['refresh_token'])).status).toBe(400);
  expect((await refresh(reference, elsewhere.json['refresh_token'], otherClientOf(reference))).status).toBe(
    200,
  );
});

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

test("a guest's JWT opens users/me, as bearer and under the scheme of guests", async () => {
  const reference = await start();
  const login = await send(`${reference.urls.base}/api/anonymous/auth`, { displayname: 'Ünïcødé <b>' });
  expect(violations('guest-token', login.json)).toEqual([]);
  for (const scheme of ['Bearer', 'jwt']) {
    const guest = await me(reference, login.json['token'], scheme);
    expect(guest.json['displayname']).toBe('Ünïcødé <b>');
    expect(violations('current-user', guest.json)).toEqual([]);
  }
});
