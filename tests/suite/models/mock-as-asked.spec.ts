import { expect, test } from '@playwright/test';
import { request } from 'undici';
import type { NumberListing } from '../../../schemas/index.d.ts';
import { type Mock, startMock } from '../../mock/index.ts';
import { documentOf, examplesOf } from '../../support/interface/examples.ts';
import { violations } from '../../support/judging/schemas.ts';

/** What the mock answers to a client that sends no Prefer. */

let mock: Mock;
test.beforeAll(async () => {
  mock = await startMock();
});
test.afterAll(() => mock.close());

const shownAccount = 'AC9d41b6f0c7e85a2340f1d6b8e2a97c53';

interface Answered {
  readonly status: number;
  readonly headers: Record<string, string | string[] | undefined>;
  readonly text: string;
}

async function send(url: string, headers: Record<string, string>, form?: string): Promise<Answered> {
  const answer = await request(url, {
    method: form === undefined ? 'GET' : 'POST',
    headers,
    body: form === undefined ? null : Buffer.from(form),
  });
  return { status: answer.statusCode, headers: answer.headers, text: await answer.body.text() };
}

const basic = (sid: string) => ({ authorization: `Basic ${Buffer.from(`${sid}:token`).toString('base64')}` });
const ofForm = { 'content-type': 'application/x-www-form-urlencoded' };

function list(place: string, account = 'AC1', version = 'v2'): Promise<Answered> {
  const path = `/${version}/Accounts/${account}/AvailablePhoneNumbers/${place}`;
  return send(mock.urls.api + path, basic(account));
}

async function listing(place: string): Promise<NumberListing> {
  return JSON.parse((await list(place)).text) as NumberListing;
}

const record = (account: string, call: string, form: string, headers: Record<string, string> = ofForm) =>
  send(
    `${mock.urls.api}/v2/Accounts/${account}/Calls/${call}/Recordings.json`,
    { ...headers, ...basic(account) },
    form,
  );

const identity = (path: string, form?: string) =>
  send(mock.urls.auth + path, form === undefined ? {} : ofForm, form);

const authorize = (changed: Record<string, string> = {}) =>
  identity(
    `/oauth2/authorize?${new URLSearchParams({
      client_id: 'c',
      redirect_uri: 'http://localhost:3000/cb?from=mock',
      response_type: 'code',
      scope: 'email',
      access_type: 'offline',
      ...changed,
    }).toString()}`,
  );

const client = 'client_id=c&client_secret=s';

for (const [name, example] of examplesOf(documentOf('telephony'), 'listAvailableNumbers', 200)) {
  test(`the listing ${name} is the answer to its own request`, async () => {
    const { Country, Type, ...query } = example['x-request'] ?? {};
    const answer = await list(
      `${Country}/${Type}.json?${new URLSearchParams(query).toString()}`,
      shownAccount,
    );
    expect(answer.status).toBe(200);
    expect(JSON.parse(answer.text)).toEqual(example.value);
  });
}

for (const [place, expected] of [
  [
    'US/Tollfree.json?PageSize=1&Page=2',
    { page: 2, page_size: 1, total: 2, start: 1, end: 1, next_page_uri: '' },
  ],
  [
    'US/Local.json?Page=0&PageSize=3',
    { page: 1, page_size: 3, total: 5, num_pages: 2, previous_page_uri: '' },
  ],
  ['us/Local.json?InRegion=nj&AreaCode=201&InPostalCode=07302', { total: 5 }],
  ['US/Local.json?Contains=0103', { total: 1, start: 0, end: 0 }],
  ['US/Local.json?Contains=99999', { total: 0, start: 0, end: 0, num_pages: 1 }],
  ['US/Local.json?AreaCode=416', { total: 0 }],
  ['CA/Local.json?Contains=', { total: 2, page_size: 50 }],
  ['CA/Tollfree.json?PageSize=7', { total: 0, page_size: 7 }],
  ['GB/Local.json', { total: 0 }],
  [`US/Local.json?PageSize=${'9'.repeat(400)}`, { total: 5, page_size: Number.MAX_SAFE_INTEGER }],
] as const) {
  test(`the listing of ${place.slice(0, 60)} does not contradict the request`, async () => {
    const answered = await listing(place);
    expect(answered).toMatchObject(expected);
    expect(violations('number-listing', answered)).toEqual([]);
    const [country = '', type = ''] = place.split(/[/.]/);
    for (const number of answered.available_phone_numbers)
      expect(number).toMatchObject({ iso_country: country.toUpperCase(), type: type.toLowerCase() });
    expect(answered.uri).toBe(`/v2/Accounts/AC1/AvailablePhoneNumbers/${country}/${type}.json`);
  });
}

test('a walk by next_page_uri keeps the filters and meets every number once', async () => {
  const met: string[] = [];
  let next = '/v2/Accounts/AC1/AvailablePhoneNumbers/US/Local.json?PageSize=2&Contains=555010';
  while (next !== '') {
    const { text } = await send(mock.urls.api + next, basic('AC1'));
    const page = JSON.parse(text) as NumberListing;
    met.push(...page.available_phone_numbers.map((number) => number.phone_number));
    next = page.next_page_uri;
  }
  expect(met).toEqual([1, 2, 3, 4, 5].map((nth) => `+1201555010${nth}`));
  const beyond = await list('US/Local.json?PageSize=2&Page=4');
  expect(beyond).toMatchObject({ status: 404, text: expect.stringContaining('Page is at most 3') });
});

test('a call has the sids of the path', async () => {
  const { text } = await record('AC1', 'CA/1'.replace('/', '%2F'), 'Record=true');
  expect(JSON.parse(text)).toMatchObject({
    sid: 'CA/1',
    account_sid: 'AC1',
    uri: '/v2/Accounts/AC1/Calls/CA%2F1',
    subresource_uris: { recordings: '/v2/Accounts/AC1/Calls/CA%2F1/Recordings' },
  });
});

const sid = (kind: string, status: number) => `${kind}${String(status).padStart(32, '0')}`;

for (const [what, answer, status, body] of [
  ['an AccountSid', () => list('US/Local.json', sid('AC', 401)), 401, { status: 401 }],
  [
    'an AccountSid',
    () => list('CA/Local.json', sid('AC', 404)),
    404,
    {
      message: `The path /v2/Accounts/${sid('AC', 404)}/AvailablePhoneNumbers/CA/Local.json does not exist`,
    },
  ],
  ['an AccountSid of a call', () => record(sid('AC', 401), 'CA1', 'Record=true'), 401, { status: 401 }],
  ['an AccountSid of a call', () => record(sid('AC', 404), 'CA1', 'Record=true'), 404, { status: 404 }],
  ['a CallSid', () => record('AC1', sid('CA', 400), 'Record=true'), 400, { status: 400 }],
  [
    'a CallSid',
    () => record('AC1', sid('CA', 404), 'Record=true'),
    404,
    { message: `The path /v2/Accounts/AC1/Calls/${sid('CA', 404)}/Recordings.json does not exist` },
  ],
  [
    'an access token',
    () => send(`${mock.urls.base}/api/users/me`, { authorization: 'bearer expired-access-token' }),
    401,
    { error: 'invalid_token' },
  ],
  [
    'an ID token',
    () => identity('/api/1.0/id_token/get_token_info?id_token=expired-id-token'),
    400,
    { error: 'invalid_token' },
  ],
  [
    'a client',
    () =>
      identity(
        '/oauth2/access_token',
        'grant_type=password&client_id=unknown-client&client_secret=s&username=u&password=p&scope=email',
      ),
    400,
    { error: 'invalid_client' },
  ],
  [
    'a client at authorize',
    () => authorize({ client_id: 'unknown-client' }),
    400,
    { error_description: 'client_id is not registered' },
  ],
  [
    'a redirect URL',
    () => authorize({ redirect_uri: 'https://unregistered.example.com/callback' }),
    400,
    { error_description: 'redirect_uri is not registered for this client' },
  ],
  ...[
    'grant_type=authorization_code&redirect_uri=https%3A%2F%2Fc.example&code=expired-code',
    'grant_type=refresh_token&refresh_token=revoked-refresh-token',
    'grant_type=password&username=unknown%40example.com&password=p&scope=email',
  ].map(
    (form) =>
      [
        `what is sent with ${form.split('&', 1)[0]}`,
        () => identity('/oauth2/access_token', `${client}&${form}`),
        400,
        { error: 'invalid_grant' },
      ] as const,
  ),
] as const) {
  test(`${what} is reserved for ${status} ${Object.values(body)[0]}`, async () => {
    const answered = await answer();
    expect(answered.status).toBe(status);
    expect(JSON.parse(answered.text)).toMatchObject(body);
  });
}

test('every reserved value is listed in the description of its document', () => {
  for (const server of ['identity', 'collaboration', 'telephony'] as const) {
    const { info, paths } = documentOf(server);
    const chapter = /## In the mock\n(.*?)\n## /s.exec(info.description ?? '')?.[1] ?? '';
    const reserved = [...JSON.stringify(paths).matchAll(/"x-reserved":(\[.*?\])/g)].flatMap(([, json = '']) =>
      (JSON.parse(json) as Record<string, string | null>[]).flatMap(Object.values),
    ) as (string | null)[];
    expect(reserved.length).toBeGreaterThan(0);
    for (const value of reserved)
      if (value !== null) expect(chapter).toContain(`\`${value.replace('Bearer ', '')}\``);
  }
});

test('a reserved value does not spare a request its credentials', async () => {
  const answer = await send(
    `${mock.urls.api}/v2/Accounts/${sid('AC', 404)}/AvailablePhoneNumbers/US/Local.json`,
    {},
  );
  expect(answer.status).toBe(401);
});

test('__code and __example choose as Prefer does, which has the last word', async () => {
  const preferred = await send(
    `${mock.urls.api}/v2/Accounts/AC1/AvailablePhoneNumbers/US/Local.json?__example=empty`,
    { ...basic('AC1'), prefer: 'example=tollfree' },
  );
  expect(preferred.text).toContain('"tollfree"');
  expect((await list('US/Local.json?__code=404')).status).toBe(404);
  expect((await list('US/Local.json?__example=empty')).text).toContain('"total":0');
  const unknown = await list('US/Local.json?__code=418');
  expect(unknown).toMatchObject({
    status: 400,
    text: expect.stringContaining('200, 400, 401, 404'),
  });
  const refused = await identity('/oauth2/access_token?__example=wrong-grant&__code=400', 'grant_type=');
  // A request error comes before what is asked for.
  expect(refused.text).toContain('body must have grant_type=');
});

test('authorize redirects to the redirect_uri of the request, with its state and a code that is taken', async () => {
  for (const state of ['9b2f', 'a b&c=+%', 'ü', ' ', '']) {
    const { status, headers } = await authorize({ state });
    expect(status).toBe(302);
    const location = new URL(String(headers['location']));
    expect(location.origin + location.pathname).toBe('http://localhost:3000/cb');
    expect(Object.fromEntries(location.searchParams)).toEqual({
      from: 'mock',
      code: expect.any(String),
      state,
    });
    const code = location.searchParams.get('code');
    const redirect = encodeURIComponent('http://localhost:3000/cb?from=mock');
    const form = `grant_type=authorization_code&${client}&redirect_uri=${redirect}&code=${code}`;
    expect((await identity('/oauth2/access_token', form)).status).toBe(200);
  }
  const { headers } = await authorize({ redirect_uri: 'com.example.app:/cb#top' });
  expect(headers['location']).toMatch(/^com\.example\.app:\/cb\?code=[^&]+#top$/);
  const denied = await authorize({ client_id: 'denied-client', state: 's' });
  expect(denied.headers['location']).toBe('http://localhost:3000/cb?from=mock&error=access_denied&state=s');
});

test('each grant is answered with its own example', async () => {
  const tokens = await Promise.all(
    [
      'grant_type=authorization_code&redirect_uri=https%3A%2F%2Fc.example&code=c',
      'grant_type=refresh_token&refresh_token=r',
      'grant_type=password&username=u&password=p&scope=email',
    ].map(async (form) => (await identity('/oauth2/access_token', `${client}&${form}`)).text),
  );
  expect(new Set(tokens).size).toBe(3);
});

test('Record is taken with a capital letter, and a form without a Content-Type', async () => {
  for (const form of ['Record=True', 'Record=False', 'Record=true']) {
    expect((await record('AC1', 'CA1', form)).status, form).toBe(200);
    expect((await record('AC1', 'CA1', form, {})).status, form).toBe(200);
  }
  expect((await record('AC1', 'CA1', 'Record=TRUE')).status).toBe(400);
});

test('a revocation without a refresh_token is refused', async () => {
  for (const form of ['token=t&client_id=c', 'refresh_token=&client_id=c']) {
    const { status, text } = await identity('/oauth2/revoke_token', form);
    expect(status, form).toBe(400);
    expect(JSON.parse(text)).toEqual({
      error: 'invalid_request',
      error_description: 'refresh_token is missing',
    });
  }
  expect((await identity('/oauth2/revoke_token', 'refresh_token=t&client_id=c')).status).toBe(200);
});

test('a refusal names the parameter and what the document says of it', async () => {
  expect((await record('AC1', 'CA1', '')).text).toContain(
    'body Record is missing (true starts a recording, false ends one)',
  );
  expect((await record('AC1', 'CA1', 'Record=true&TimeLimit=0')).text).toContain(
    'TimeLimit must match pattern',
  );
  expect((await authorize({ response_type: 'token' })).text).toContain(
    'response_type must be code (What the redirect should carry: a code)',
  );
  const unknown = await identity('/oauth2/access_token', 'grant_type=client_credentials');
  expect(JSON.parse(unknown.text)).toMatchObject({ error: 'unsupported_grant_type' });
});
