import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from '@playwright/test';
import { request } from 'undici';
import type { AvailableNumber, NumberListing } from '../../../schemas/index.d.ts';
import { manualClock } from '../../reference/clock.ts';
import { type Reference, type ReferenceOptions, startReference } from '../../reference/start.ts';
import type { Callback } from '../../reference/state.ts';
import { violations } from '../../support/judging/schemas.ts';

/** What no check sees of the telephony server of the reference: the clock, a callback that fails, its whole stock. */

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

test('sids and tokens have the forms of real ones, and a call in progress has no end', async () => {
  const reference = await start();
  const { TARGET_ACCOUNT_SID, TARGET_AUTH_TOKEN, TARGET_CALL_SIDS = '' } = reference.settings;
  expect(TARGET_ACCOUNT_SID).toMatch(/^AC[\da-f]{32}$/);
  expect(TARGET_AUTH_TOKEN).toMatch(/^[\da-z]{32}$/);
  for (const sid of TARGET_CALL_SIDS.split(',')) expect(sid).toMatch(/^CA[\da-f]{32}$/);
  const { json } = await record(reference, { Record: 'True' });
  expect(json).toMatchObject({ status: 'in-progress', end_time: '' });
});

test('a form without a Content-Type is read as a form', async () => {
  const { urls, settings } = await start();
  const { TARGET_ACCOUNT_SID: sid, TARGET_AUTH_TOKEN: token, TARGET_CALL_SIDS: calls = '' } = settings;
  const [call] = calls.split(',');
  const { statusCode, body } = await request(`${urls.api}/v2/Accounts/${sid}/Calls/${call}/Recordings.json`, {
    method: 'POST',
    headers: { authorization: `Basic ${Buffer.from(`${sid}:${token}`).toString('base64')}` },
    body: Buffer.from('Record=true'),
  });
  expect([statusCode, await body.json()]).toMatchObject([200, { sid: call }]);
});

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
