import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { request } from 'undici';
import { MockError, startMock } from '../../mock/index.ts';
import { documentsWith, type Edit } from './changed-documents.ts';

const telephony = 'specs/telephony.openapi.yaml';
const call = 'schemas/call.schema.json';
const record = 'schemas/recording-request.schema.json';

const refused: readonly [defect: string, edit: Edit, message: RegExp][] = [
  [
    'is no YAML',
    [telephony, 'openapi: 3.1.0', 'openapi: [3.1.0'],
    /telephony\.openapi\.yaml: does not parse: .* at line \d+/,
  ],
  [
    'has a key twice',
    [telephony, 'openapi: 3.1.0', 'openapi: 3.1.0\nopenapi: 3.1.0'],
    /telephony\.openapi\.yaml: does not parse: Map keys must be unique/,
  ],
  [
    'is no OpenAPI',
    [telephony, 'openapi: 3.1.0', 'swagger: "2.0"'],
    /telephony\.openapi\.yaml: this is no OpenAPI 3\.1 document/,
  ],
  [
    'is OpenAPI 3.0',
    [telephony, 'openapi: 3.1.0', 'openapi: 3.0.3'],
    /telephony\.openapi\.yaml: this is no OpenAPI 3\.1 document/,
  ],
  [
    'has no paths',
    [telephony, /^paths:$/m, 'x-paths:'],
    /telephony\.openapi\.yaml: there are no paths in it/,
  ],
  [
    'has no dialect',
    [telephony, /^jsonSchemaDialect:.*\n/m, ''],
    /telephony\.openapi\.yaml: jsonSchemaDialect is missing/,
  ],
  [
    'has the dialect of OpenAPI',
    [
      telephony,
      /^jsonSchemaDialect:.*$/m,
      'jsonSchemaDialect: https://spec.openapis.org/oas/3.1/dialect/base',
    ],
    /telephony\.openapi\.yaml: jsonSchemaDialect is "https:\/\/spec/,
  ],
  [
    'has a typo in its dialect',
    [telephony, '2020-12/schema', '2020-12/schemas'],
    /telephony\.openapi\.yaml: jsonSchemaDialect is /,
  ],
  [
    'refers to a file that is not there',
    [telephony, 'schemas/call.schema.json', 'schemas/cal.schema.json'],
    /cal\.schema\.json, to which .*telephony\.openapi\.yaml refers, cannot be read: ENOENT/,
  ],
  [
    'refers into a file to what is not there',
    [telephony, 'schemas/call.schema.json', 'schemas/call.schema.json#/$defs/None'],
    /telephony\.openapi\.yaml: a \$ref leads nowhere/,
  ],
  [
    'refers to a component that is not there',
    [telephony, '#/components/parameters/AccountSid', '#/components/parameters/None'],
    /telephony\.openapi\.yaml: a \$ref leads nowhere/,
  ],
  [
    'refers to the network',
    [telephony, '../schemas/call.schema.json', 'https://example.com/call.schema.json'],
    /telephony\.openapi\.yaml: refers to https:\/\/example\.com/,
  ],
  [
    'has a parameter that does not compile',
    [telephony, 'pattern: ^[0-9]+$', 'pattern: ^[0-9+$'],
    /telephony\.openapi\.yaml: GET .*, parameter Page: its schema does not compile/,
  ],
  [
    'has an inline body that does not compile',
    [telephony, '$ref: ../schemas/call.schema.json', 'type: [objekt]'],
    /telephony\.openapi\.yaml: POST .*, body of 200: its schema does not compile/,
  ],
  ['is served with a schema that is no JSON', [call, '{', '{{'], /call\.schema\.json: does not parse/],
  [
    'is served with a schema of another dialect',
    [record, '2020-12', '2019-09'],
    /recording-request\.schema\.json: the schema does not compile/,
  ],
  [
    'is served with a schema that does not compile',
    [record, '"pattern": "^0*', '"pattern": "^(0*'],
    /recording-request\.schema\.json: the schema does not compile/,
  ],
  [
    'is served with a schema that misspells a keyword',
    [record, '"maxLength"', '"maxlength"'],
    /recording-request\.schema\.json: the schema does not compile: strict mode: unknown keyword: "maxlength"/,
  ],
  [
    'is served with a schema that misspells a format',
    [record, '"uri"', '"url_"'],
    /recording-request\.schema\.json: the schema does not compile: unknown format "url_"/,
  ],
  [
    'is served with a schema that refers nowhere',
    [call, /"type": "object"/, '"$ref": "#/$defs/None"'],
    /call\.schema\.json: the schema does not compile: can't resolve reference/,
  ],
];

for (const [defect, edit, message] of refused) {
  test(`a document that ${defect} is refused`, async () => {
    const starting = startMock({ specsDirectory: documentsWith(edit) });
    await expect(starting).rejects.toThrow(message);
    await expect(starting).rejects.toBeInstanceOf(MockError);
    await expect(starting).rejects.not.toThrow(/\n/);
  });
}

test('a document that is not there is refused', async () => {
  const specsDirectory = documentsWith();
  rmSync(join(specsDirectory, 'identity.openapi.yaml'));
  await expect(startMock({ specsDirectory })).rejects.toThrow(
    /identity\.openapi\.yaml cannot be read: ENOENT/,
  );
});

test('two mocks run side by side on free ports', async () => {
  const [one, other] = await Promise.all([startMock(), startMock()]);
  expect(new Set([...Object.values(one.urls), ...Object.values(other.urls)]).size).toBe(6);
  await one.close();
  const { statusCode } = await request(`${other.urls.api}/nowhere`);
  expect(statusCode).toBe(404);
  await other.close();
});

test('a taken port is refused, and the others are free again', async () => {
  const first = await startMock();
  const taken = Number(new URL(first.urls.base).port);
  const auth = Number(new URL(first.urls.auth).port);
  const starting = startMock({ ports: { base: taken } });
  await expect(starting).rejects.toThrow(new MockError(`Port ${taken} of 127.0.0.1 is taken`));
  await first.close();
  const second = await startMock({ ports: { auth, base: taken } });
  expect(second.urls).toMatchObject({ auth: first.urls.auth, base: first.urls.base });
  await second.close();
});

const numbers = '/v2/Accounts/AC1/AvailablePhoneNumbers/US/Local.json';
const recordings = '/v2/Accounts/AC1/Calls/CA1/Recordings.json';
const form = 'application/x-www-form-urlencoded';
const authorization = `Basic ${Buffer.from('AC1:t').toString('base64')}`;

interface Sent {
  readonly body?: string;
  readonly type?: string;
  readonly prefer?: string;
}

/** What the telephony server of changed documents answers to each of these: a POST where there is a body, else a GET. */
async function answersOf(edits: readonly Edit[], path: string, all: readonly Sent[]) {
  const mock = await startMock({ specsDirectory: documentsWith(...edits) });
  try {
    return await Promise.all(
      all.map(async ({ body = null, type = form, prefer = '' }) => {
        const headers = { authorization, prefer, ...(body !== null && { 'content-type': type }) };
        const answer = await request(mock.urls.api + path, {
          method: body === null ? 'GET' : 'POST',
          headers,
          body,
        });
        return { status: answer.statusCode, headers: answer.headers, text: await answer.body.text() };
      }),
    );
  } finally {
    await mock.close();
  }
}

test('a broken example is served as it is', async () => {
  const broken: Edit = [telephony, 'status: completed', 'status: [not, text]'];
  const [answer] = await answersOf([broken], recordings, [{ body: 'Record=true' }]);
  expect(answer?.status).toBe(200);
  expect(JSON.parse(answer?.text ?? '')).toMatchObject({ status: ['not', 'text'] });
  expect(answer?.headers['sl-violations']).toBeUndefined();
});

test('nothing is made up where an example is missing', async () => {
  const none: Edit = [telephony, /examples:(?=\s+completed:)/, 'x-examples:'];
  const [answer] = await answersOf([none], recordings, [{ body: 'Record=true' }]);
  expect(answer?.status).toBe(500);
  expect(answer?.text).toContain('no example of 200 is documented');
});

test('an example that cannot be a header is said to be none', async () => {
  const challenge: Edit = [telephony, /example: .?Basic realm.*/, 'example: "Basic\\nrealm"'];
  const [answer] = await answersOf([challenge], numbers, [{ prefer: 'code=401' }]);
  expect(answer?.status).toBe(500);
  expect(answer?.text).toContain('Invalid character in header content');
});

test('a complaint that does not refuse the request comes with the answer', async () => {
  const deprecated: Edit = [telephony, '- name: Page\n', '- name: Page\n          deprecated: true\n'];
  const [answer] = await answersOf([deprecated], `${numbers}?Page=1`, [{}]);
  expect(answer?.status).toBe(200);
  expect(JSON.parse(String(answer?.headers['sl-violations']))).toEqual([
    { path: ['query', 'Page'], code: 'deprecated', message: 'Query param Page is deprecated' },
  ]);
});

test('a schema with an $id is judged by like any other, at every boot', async () => {
  const withId: Edit = [record, '"title"', '"$id": "https://example.com/record", "title"'];
  for (const boot of ['first', 'second']) {
    const answers = await answersOf([withId], recordings, [
      { body: 'Record=true' },
      { body: 'Record=perhaps' },
    ]);
    expect(
      answers.map(({ status }) => status),
      boot,
    ).toEqual([200, 400]);
  }
});

test('where JSON is documented, it is read as JSON', async () => {
  const asJson: Edit = [telephony, `${form}:`, 'application/json:'];
  const bodies = ['{"Record":"true"}', '{"Record":', '[]', '"true"', 'null', '['.repeat(200_000)];
  const nested = `{"Record":"true","X":${'['.repeat(100_000)}${']'.repeat(100_000)}}`;
  const sent = [...bodies, nested].map((body) => ({ body, type: 'application/json' }));
  const statuses = (await answersOf([asJson], recordings, sent)).map(({ status }) => status);
  expect(statuses).toEqual([200, 400, 400, 400, 400, 400, 200]);
});

test('callbacks of an operation are not called, and do no harm', async () => {
  const [answer] = await answersOf([], recordings, [
    {
      body: 'Record=true&Transcribe=true&CallbackUrl=http%3A%2F%2F127.0.0.1%3A9&TranscribeCallback=http%3A%2F%2F127.0.0.1%3A9',
    },
  ]);
  expect(answer?.status).toBe(200);
});
