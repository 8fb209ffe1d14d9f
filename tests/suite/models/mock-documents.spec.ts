import { expect, test } from '@playwright/test';
import { request } from 'undici';
import { startMock } from '../../mock/index.ts';
import { documentsWith, type Edit } from './changed-documents.ts';

const telephony = 'specs/telephony.openapi.yaml';
const record = 'schemas/recording-request.schema.json';
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
