import { readFileSync } from 'node:fs';
import { expect, test } from '@playwright/test';
import type { OpenAPIV3_1 } from 'openapi-types';
import { request } from 'undici';
import { parse } from 'yaml';
import { type Mock, startMock } from '../../mock/index.ts';
import { serverNames, servers } from '../../mock/servers.ts';

let mock: Mock;
test.beforeAll(async () => {
  mock = await startMock();
});
test.afterAll(() => mock.close());

const basic = `Basic ${Buffer.from('AC1:token').toString('base64')}`;
const form = { 'content-type': 'application/x-www-form-urlencoded' };
const client = 'client_id=c&client_secret=s';

/** One request to each operation that keeps to the documents. */
const valid: Readonly<Record<string, { path: string; headers?: Record<string, string>; body?: string }>> = {
  authorize: {
    path: '/oauth2/authorize?client_id=c&redirect_uri=https%3A%2F%2Fc.example&response_type=code&scope=email&access_type=offline',
  },
  confirmAuthorization: { path: '/oauth2/authorize/confirm' },
  exchangeToken: {
    path: '/oauth2/access_token',
    headers: form,
    body: `grant_type=password&${client}&username=u&password=p&scope=email`,
  },
  revokeToken: { path: '/oauth2/revoke_token', headers: form, body: 'client_id=c&refresh_token=r' },
  getTokenInfo: { path: '/api/1.0/id_token/get_token_info?id_token=i' },
  getCurrentUser: { path: '/api/users/me', headers: { authorization: 'Bearer t' } },
  loginAnonymously: { path: '/api/anonymous/auth', headers: form, body: 'displayname=Guest' },
  recordCall: {
    path: '/v2/Accounts/AC1/Calls/CA1/Recordings.json',
    headers: { ...form, authorization: basic },
    body: 'Record=true',
  },
  listAvailableNumbers: {
    path: '/v2/Accounts/AC1/AvailablePhoneNumbers/US/Local.json',
    headers: { authorization: basic },
  },
};

const operations = serverNames.flatMap((server) => {
  const file = new URL(`../../../specs/${servers[server].document}`, import.meta.url);
  const document = parse(readFileSync(file, 'utf8')) as OpenAPIV3_1.Document;
  return Object.values(document.paths ?? {}).flatMap((item) =>
    (['get', 'post'] as const).flatMap((method) => {
      const operation = item?.[method];
      if (operation === undefined) return [];
      const { operationId = '', responses } = operation;
      return [
        {
          server,
          method,
          id: operationId,
          responses: responses as Record<string, OpenAPIV3_1.ResponseObject>,
        },
      ];
    }),
  );
});

test('every operation has a request in this file', () => {
  expect(Object.keys(valid).toSorted()).toEqual(operations.map(({ id }) => id).toSorted());
});

for (const { server, method, id, responses } of operations) {
  test(`${id} answers every documented example, and nothing that is not documented`, async () => {
    const ask = (prefer: string) => send(mock.urls[server], method, id, prefer);
    for (const [status, response] of Object.entries(responses)) {
      for (const { name, mediaType, text, location } of examplesOf(response)) {
        const answer = await ask(`code=${status}, example=${name}`);
        expect.soft(answer.status, name).toBe(Number(status));
        expect.soft(answer.headers['content-type'], name).toBe(mediaType);
        expect.soft(answer.headers['location'], name).toBe(location);
        expect.soft(answer.text, name).toBe(text);
        expect.soft(answer.headers['sl-violations'], name).toBeUndefined();
      }
      const names = examplesOf(response).map(({ name }) => name);
      const first = await ask(`code=${status}, example=${names[0]}`);
      expect.soft(await ask(`code=${status}`)).toEqual({ ...first, headers: expect.anything() });
      const unknown = await ask(`code=${status}; example="no such one"`);
      expect.soft(unknown.status).toBe(400);
      expect.soft(unknown.text).toContain(`documented are ${names.join(', ')}`);
    }
    expect((await ask('code=418')).status).toBe(400);
    expect((await ask('code=418')).text).toContain(`documented are ${Object.keys(responses).join(', ')}`);
    expect((await ask('dynamic=true, respond-async')).text).toBe((await ask('')).text);
  });
}

async function send(server: string, method: 'get' | 'post', id: string, prefer: string) {
  const { path, headers = {}, body = null } = valid[id] ?? { path: '/' };
  const answer = await request(server + path, {
    method: method === 'get' ? 'GET' : 'POST',
    headers: { ...headers, prefer },
    body,
  });
  return { status: answer.statusCode, headers: answer.headers, text: await answer.body.text() };
}

interface Example {
  readonly name: string;
  readonly mediaType?: string;
  readonly text: string;
  readonly location?: string;
}

/** The examples of a response's body; of its Location where it has none. */
function examplesOf({ content = {}, headers = {} }: OpenAPIV3_1.ResponseObject): Example[] {
  const bodies = Object.entries(content).flatMap(([mediaType, of]) =>
    values(of).map(([name, { value }]) => {
      return {
        name,
        mediaType,
        text: mediaType === 'application/json' ? JSON.stringify(value) : String(value),
      };
    }),
  );
  const locations = values(headers['Location']).map(([name, { value }]) => ({
    name,
    text: '',
    location: String(value),
  }));
  return bodies.length > 0 ? bodies : locations;
}

function values(of: object = {}): [name: string, example: { value: unknown }][] {
  const { examples = {} } = of as { examples?: Record<string, { value: unknown }> };
  return Object.entries(examples);
}
