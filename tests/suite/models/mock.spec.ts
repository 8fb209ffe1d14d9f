import { expect, test } from '@playwright/test';
import { request } from 'undici';
import { type Mock, startMock } from '../../mock/index.ts';

let mock: Mock;
test.beforeAll(async () => {
  mock = await startMock();
});
test.afterAll(() => mock.close());

const numbers = '/v2/Accounts/AC1/AvailablePhoneNumbers/US/Local.json';
const recordings = '/v2/Accounts/AC1/Calls/CA1/Recordings.json';
const authorization = basic('AC1:token');

function basic(pair: string): string {
  return `Basic ${Buffer.from(pair).toString('base64')}`;
}

type Method = 'GET' | 'POST' | 'PUT' | 'HEAD' | 'OPTIONS' | 'TRACE';

async function ask(
  method: Method,
  url: string,
  headers: Record<string, string> = {},
  body: string | null = null,
) {
  const answer = await request(url, { method, headers, body });
  return { status: answer.statusCode, headers: answer.headers, text: await answer.body.text() };
}

const form = (fields: string, url: string, headers: Record<string, string> = {}) =>
  ask('POST', url, { 'content-type': 'application/x-www-form-urlencoded', ...headers }, fields);

test('each server refuses in its own shape, and says what was wrong', async () => {
  const { auth, base, api } = mock.urls;
  const identity = await form(
    'grant_type=password&client_id=c&client_secret=s&password=p&scope=email',
    `${auth}/oauth2/access_token`,
  );
  expect(identity.status).toBe(400);
  expect(JSON.parse(identity.text)).toEqual({
    error: 'invalid_request',
    error_description: "POST /oauth2/access_token: body username is missing (The user's login name)",
  });
  const collaboration = await ask('GET', `${base}/api/users/me`);
  expect(collaboration.status).toBe(401);
  expect(JSON.parse(collaboration.text)).toEqual({
    error: 'invalid_token',
    error_description: 'GET /api/users/me: credentials are missing or not of the required scheme',
  });
  const telephony = await ask('GET', `${api}${numbers.replace('Local', 'Mobile')}?PageSize=0`, {
    authorization,
  });
  expect(telephony.status).toBe(400);
  expect(JSON.parse(telephony.text)).toEqual({
    status: 400,
    message: `GET ${numbers.replace('Local', 'Mobile')}: query parameter PageSize must match pattern "^0*[1-9][0-9]*$" (How many numbers a page holds: a whole number greater than 0, as text); path parameter Type must be equal to one of the allowed values: Local, Tollfree (The kind of numbers)`,
  });
});

test('a grant type that is none of the three is answered with the three', async () => {
  const { text } = await form('grant_type=device_code', `${mock.urls.auth}/oauth2/access_token`);
  expect(text).toContain('grant_type=authorization_code or grant_type=refresh_token or grant_type=password');
});

test('an unknown path is 404 in the shape of the server', async () => {
  const shapes = {
    auth: { error: 'invalid_request', error_description: 'The path /nowhere does not exist' },
    base: { error: 'not_found', error_description: 'The path /nowhere does not exist' },
    api: { status: 404, message: 'The path /nowhere does not exist' },
  };
  for (const [server, shape] of Object.entries(shapes)) {
    const answer = await ask('GET', `${mock.urls[server as keyof typeof shapes]}/nowhere?x=1`);
    expect(answer.status).toBe(404);
    expect(answer.headers['content-type']).toBe('application/json');
    expect(JSON.parse(answer.text)).toEqual(shape);
  }
});

test('a path that only contains a documented one is unknown', async () => {
  const credential = { authorization };
  for (const path of [
    `${numbers}/PN1`,
    `/x${numbers}`,
    numbers.replace('.json', '.jsonx'),
    numbers.replace('Local.json', '.json'),
    numbers.replace('AC1', ''),
    `${numbers}/`,
  ]) {
    expect.soft(await ask('GET', mock.urls.api + path, credential), path).toMatchObject({ status: 404 });
  }
  for (const path of ['/x/api/users/me', '/api/users/me/x', '/api/users/me/', '//api/users/me']) {
    expect
      .soft(await ask('GET', mock.urls.base + path, { authorization: 'Bearer t' }), path)
      .toMatchObject({ status: 404 });
  }
});

test('a known path with another method is 405 with Allow', async () => {
  const answer = await ask('PUT', mock.urls.api + numbers, { authorization });
  expect(answer).toMatchObject({ status: 405, headers: { allow: 'GET' } });
  expect((await ask('TRACE', mock.urls.base)).status).toBe(404);
});

test('credentials are taken in every spelling that RFC 9110 and RFC 7617 allow', async () => {
  for (const credential of ['Bearer t', 'bearer t', 'BEARER  t']) {
    expect
      .soft(await ask('GET', `${mock.urls.base}/api/users/me`, { authorization: credential }), credential)
      .toMatchObject({ status: 200 });
  }
  for (const credential of [
    basic('AC1:token'),
    basic('AC1:a:b:'),
    authorization.replace('Basic', 'basic'),
    basic('AC1:ü'),
  ]) {
    expect
      .soft(await ask('GET', mock.urls.api + numbers, { authorization: credential }), credential)
      .toMatchObject({ status: 200 });
  }
});

test('401 always carries the challenge of its server', async () => {
  const me = `${mock.urls.base}/api/users/me`;
  expect((await ask('GET', me)).headers['www-authenticate']).toBe('Bearer realm="collaboration"');
  for (const credential of ['Bearer', 'Bearer ', 'Bearer t t', 'jwt t', authorization]) {
    const answer = await ask('GET', me, { authorization: credential });
    expect.soft(answer.status, credential).toBe(401);
    expect.soft(answer.headers['www-authenticate'], credential).toMatch(/^Bearer .*error="invalid_token"/);
  }
  for (const credential of ['', 'Basic', 'Basic !', basic('AC1'), 'Bearer t']) {
    const answer = await ask(
      'GET',
      mock.urls.api + numbers,
      credential === '' ? {} : { authorization: credential },
    );
    expect.soft(answer.status, credential).toBe(401);
    expect.soft(answer.headers['www-authenticate'], credential).toBe('Basic realm="telephony"');
  }
});

test('a form is read as a form, whatever Prism makes of it', async () => {
  const url = mock.urls.api + recordings;
  for (const fields of [
    'Record=true&',
    '&Record=true',
    'Record=true&A+b=%2B',
    'Record=true&__proto__=1&toString=2',
    'Record=false&Record=true',
  ]) {
    expect.soft(await form(fields, url, { authorization }), fields).toMatchObject({ status: 200 });
  }
  for (const fields of [
    '',
    'Record',
    'Record=yes',
    'record=true',
    'Record=true&TimeLimit=0',
    'Record=true&Direction=up',
  ]) {
    expect.soft(await form(fields, url, { authorization }), fields).toMatchObject({ status: 400 });
  }
});

test('values of a path and a query reach the document decoded', async () => {
  for (const account of ['A%2FC', 'A,C', "A'(C)*", '%C3%BC', '%00', '%0A', '{x}']) {
    const path = numbers.replace('AC1', account);
    expect
      .soft(await ask('GET', `${mock.urls.api}${path}?Contains=%26%3D%00&x`, { authorization }), account)
      .toMatchObject({ status: 200 });
  }
});

test('HEAD answers as GET without its body', async () => {
  const get = await ask('GET', mock.urls.api + numbers, { authorization });
  const head = await ask('HEAD', mock.urls.api + numbers, { authorization });
  expect(head).toMatchObject({
    status: 200,
    text: '',
    headers: { 'content-length': get.headers['content-length'] },
  });
  expect(await ask('HEAD', `${mock.urls.api}/nowhere`)).toMatchObject({ status: 404, text: '' });
});

test('a redirect is answered, not followed, with no body and no type', async () => {
  const query =
    'client_id=c&redirect_uri=https%3A%2F%2Fc.example&response_type=code&scope=email&access_type=offline';
  const answer = await ask('GET', `${mock.urls.auth}/oauth2/authorize?${query}`);
  expect(answer).toMatchObject({ status: 302, text: '' });
  expect(answer.headers['location']).toMatch(/^https:\/\/c\.example\?code=/);
  expect(answer.headers['content-type']).toBeUndefined();
});

test('what Accept rules out is 406 in shape, also where another status was asked for', async () => {
  const page = `${mock.urls.auth}/oauth2/authorize/confirm`;
  const refused = await ask('GET', page, { accept: 'application/json' });
  expect(refused.status).toBe(406);
  expect(JSON.parse(refused.text)).toMatchObject({ error: 'invalid_request' });
  expect((await ask('GET', page, { accept: 'text/html', prefer: 'code=400' })).status).toBe(406);
  for (const accept of [
    'foo',
    '*',
    'text/html;;',
    'text/html, *; q=.2, */*; q=.2',
    'application/json;q=0.1, text/*',
  ]) {
    expect.soft(await ask('GET', page, { accept }), accept).toMatchObject({ status: 200 });
  }
});

test('a request error comes before what Prefer asks for', async () => {
  const answer = await ask('GET', mock.urls.api + numbers, { prefer: 'code=404' });
  expect(answer.status).toBe(401);
});

test('a browser may call from anywhere', async () => {
  const headers = {
    origin: 'https://app.example',
    'access-control-request-method': 'GET',
    'access-control-request-headers': 'authorization',
  };
  const preflight = await ask('OPTIONS', mock.urls.api + numbers, headers);
  expect(preflight).toMatchObject({
    status: 204,
    headers: { 'access-control-allow-origin': '*', 'access-control-allow-headers': 'authorization' },
  });
  const answer = await ask('GET', `${mock.urls.api}/nowhere`, headers);
  expect(answer.headers['access-control-allow-origin']).toBe('*');
});
