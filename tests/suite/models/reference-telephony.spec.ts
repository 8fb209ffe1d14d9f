import { on, once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, test } from '@playwright/test';
import { request } from 'undici';
import type { AvailableNumber, NumberListing } from '../../../schemas/index.d.ts';
import { manualClock } from '../../reference/clock.ts';
import { type Reference, type ReferenceOptions, startReference } from '../../reference/start.ts';
import type { Callback } from '../../reference/state.ts';
import { violations } from '../../support/schemas.ts';

/** The telephony server of the reference deployment. */

const started: Reference[] = [];

async function start(options?: ReferenceOptions): Promise<Reference> {
  const reference = await startReference(options);
  started.push(reference);
  return reference;
}

test.afterEach(async () => {
  for (const reference of started.splice(0)) await reference.close();
});

interface Answered {
  readonly status: number;
  readonly json: unknown;
}

async function send(
  { settings, urls }: Reference,
  path: string,
  form?: Readonly<Record<string, string>>,
): Promise<Answered> {
  const { TARGET_ACCOUNT_SID: sid = '', TARGET_AUTH_TOKEN: token = '' } = settings;
  const authorization = `Basic ${Buffer.from(`${sid}:${token}`).toString('base64')}`;
  const { statusCode, body } = await request(urls.api + path, {
    method: form === undefined ? 'GET' : 'POST',
    headers: { authorization, ...(form && { 'content-type': 'application/x-www-form-urlencoded' }) },
    body: form === undefined ? null : new URLSearchParams(form).toString(),
  });
  return { status: statusCode, json: await body.json() };
}

function record(reference: Reference, form: Readonly<Record<string, string>>): Promise<Answered> {
  const [call] = (reference.settings['TARGET_CALL_SIDS'] ?? '').split(',');
  const path = `/v2/Accounts/${reference.settings['TARGET_ACCOUNT_SID']}/Calls/${call}/Recordings.json`;
  return send(reference, path, form);
}

async function list(reference: Reference, place: string, query = ''): Promise<NumberListing> {
  const path = `/v2/Accounts/${reference.settings['TARGET_ACCOUNT_SID']}/AvailablePhoneNumbers/${place}.json`;
  return (await send(reference, path + query)).json as NumberListing;
}

test('a recording that ends requests its callbacks over the wire, one after the other', async () => {
  const received: string[] = [];
  const receiver = createServer();
  const requests = (async () => {
    for await (const [incoming, response] of requestsTo(receiver)) {
      received.push(`${incoming.method} ${incoming.url} ${await text(incoming)}`);
      response.end();
      if (received.length === 2) return;
    }
  })();
  await once(receiver.listen(0, '127.0.0.1'), 'listening');
  const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`;

  const reference = await start();
  const options = {
    CallbackUrl: `${url}/ended`,
    Transcribe: 'true',
    TranscribeCallback: `${url}/transcribed`,
  };
  const calls = [
    await record(reference, { Record: 'true', ...options }),
    await record(reference, { Record: 'false' }),
  ];
  for (const { json } of calls) {
    expect([...violations('call', json), ...violations('call.sample', json)]).toEqual([]);
  }
  await requests;
  receiver.close();
  expect(received[0]).toMatch(/^POST \/ended .*RecordingUrl=http.*\.mp3/);
  expect(received[1]).toMatch(/^POST \/transcribed .*TranscriptionText=/);
});

async function* requestsTo(server: ReturnType<typeof createServer>) {
  for await (const event of on(server, 'request')) yield event as [IncomingMessage, ServerResponse];
}

test('a recording ends when its TimeLimit is over, and not before', async () => {
  const clock = manualClock(Date.UTC(2026, 2, 5));
  const delivered: Callback[] = [];
  const deliver = async (callback: Callback) => void delivered.push(callback);
  const reference = await start({ clock, deliver });
  await record(reference, { Record: 'true', TimeLimit: '30', CallbackUrl: 'https://client.example/ended' });
  clock.advance(29_999);
  expect(delivered).toEqual([]);
  clock.advance(2000);
  expect(delivered).toMatchObject([{ url: 'https://client.example/ended', form: { Duration: '30' } }]);
});

test('a callback that nobody takes does no harm', async () => {
  const reference = await start();
  const closed = createServer();
  await once(closed.listen(0, '127.0.0.1'), 'listening');
  const { port } = closed.address() as AddressInfo;
  await new Promise((resolve) => closed.close(resolve));
  await record(reference, { Record: 'true', CallbackUrl: `http://127.0.0.1:${port}/` });
  expect((await record(reference, { Record: 'false' })).status).toBe(200);
  expect((await list(reference, 'US/Local')).total).toBeGreaterThan(0);
});

test('a call is associated with five recordings, ended ones as well', async () => {
  const reference = await start();
  for (const _ of Array.from({ length: 5 })) {
    expect((await record(reference, { Record: 'true' })).status).toBe(200);
    await record(reference, { Record: 'false' });
  }
  const sixth = await record(reference, { Record: 'true' });
  expect(sixth.status).toBe(400);
  expect(violations('error', sixth.json)).toEqual([]);
});

test('what is not there is named', async () => {
  const reference = await start();
  for (const path of ['/v2/Nowhere', '/', '/v2/Accounts/AC1/AvailablePhoneNumbers/US/Local.json']) {
    const { status, json } = await send(reference, path);
    expect(status).toBe(404);
    expect(violations('not-found', json)).toEqual([]);
    expect((json as { message: string }).message).toContain(path);
  }
});

for (const place of [
  'US/Local',
  'US/Tollfree',
  'CA/Local',
  'CA/Tollfree',
  'GB/Local',
  'GB/Tollfree',
  'HR/Local',
  'HR/Tollfree',
]) {
  test(`the pages of ${place} hold every number once, and keep to their schema`, async () => {
    const reference = await start();
    const met: Partial<AvailableNumber>[] = [];
    let listing = await list(reference, place, '?PageSize=7');
    const { total } = listing;
    for (;;) {
      expect(violations('number-listing', listing)).toEqual([]);
      met.push(...listing.available_phone_numbers);
      if (listing.next_page_uri === '') break;
      listing = (await send(reference, listing.next_page_uri)).json as NumberListing;
    }
    expect(new Set(met.map(({ phone_number }) => phone_number)).size).toBe(total);
    expect(met.length).toBe(total);
    const northAmerican = met.filter(({ country_code }) => country_code === '+1');
    expect(northAmerican.flatMap((number) => violations('available-number.sample', number))).toEqual([]);
  });
}

test('an empty list counts as deployments count', async () => {
  const listing = await list(await start(), 'HR/Tollfree');
  expect(listing).toMatchObject({ total: 0, num_pages: 1, start: 0, end: 0, next_page_uri: '' });
});

test('the filters of the settings find numbers, alone and together, but not all', async () => {
  const reference = await start();
  const { settings } = reference;
  const values = {
    Contains: settings['TARGET_CONTAINS'] ?? '',
    AreaCode: settings['TARGET_AREA_CODE'] ?? '',
    InRegion: settings['TARGET_REGION'] ?? '',
    InPostalCode: settings['TARGET_POSTAL_CODE'] ?? '',
  };
  const { total } = await list(reference, 'US/Local');
  expect(total).toBeGreaterThan(200);
  for (const [name, value] of Object.entries(values)) {
    const filtered = (await list(reference, 'US/Local', `?${name}=${value}`)).total;
    expect(filtered).toBeGreaterThan(0);
    expect(filtered).toBeLessThan(total);
  }
  const all = await list(reference, 'US/Local', `?${new URLSearchParams(values).toString()}&PageSize=1`);
  expect(all.total).toBe(1);
  expect(all.last_page_uri).toContain('InPostalCode=10001');
});
