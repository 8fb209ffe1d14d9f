import { once } from 'node:events';
import { connect } from 'node:net';
import { test as base, expect } from '@playwright/test';
import { request } from 'undici';
import { freePorts } from '../../reference/free-ports.ts';
import { idleUrls, openReceiver, type Receiver } from '../../support/interface/callbacks.ts';

const test = base.extend<{ receiver: Receiver }>({
  receiver: async ({}, use) => {
    const port = await freePorts(1);
    const receiver = await openReceiver({ url: `http://127.0.0.1:${port}`, port, waitMs: 1000 });
    await use(receiver);
    await receiver.close();
  },
});

test('a form is told by its fields, which are not kept', async ({ receiver }) => {
  const callback = receiver.expectCallback();
  const arrival = callback.within(5000);
  await request(`${callback.url}&Extra=1`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded; charset=utf-8' },
    body: 'RecordingUrl=http%3A%2F%2Fx&CallSid=CA1',
  });
  const received = await arrival;
  expect(received).toMatchObject({
    method: 'POST',
    exact: true,
    contentType: 'application/x-www-form-urlencoded',
    fields: ['CallSid', 'Extra', 'RecordingUrl'],
  });
  expect(JSON.stringify(received)).not.toContain('CA1');
});

test('an address is told in 200 characters as well, all of which have to be requested', async ({
  receiver,
}) => {
  const whole = receiver.expectCallback();
  expect(whole.longestUrl).toHaveLength(200);
  await request(whole.longestUrl);
  expect(await whole.within(5000)).toMatchObject({ exact: true });
  const cut = receiver.expectCallback();
  await request(cut.longestUrl.slice(0, 150));
  expect(await cut.within(5000)).toMatchObject({ exact: false });
});

test('one that came before it was meant to is passed over, and the next one is told at once', async ({
  receiver,
}) => {
  const callback = receiver.expectCallback();
  await request(callback.url);
  const since = performance.now();
  expect(await callback.within(50, since)).toBeUndefined();
  const arrival = callback.within(5000, since);
  await request(`${callback.url}&Extra=1`);
  expect(await arrival).toMatchObject({ fields: ['Extra'] });
});

test('JSON and a bare GET are callbacks as well', async ({ receiver }) => {
  const json = receiver.expectCallback();
  await request(json.url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{"b":1,"a":2}',
  });
  expect(await json.within(5000)).toMatchObject({ contentType: 'application/json', fields: ['a', 'b'] });
  const get = receiver.expectCallback();
  await request(`${get.url}&AudioUrl=x`);
  expect(await get.within(5000)).toMatchObject({ method: 'GET', fields: ['AudioUrl'] });
});

for (const [contentType, body, fields] of [
  ['application/vnd.recordings+json', '{"b":"a-secret-of-its-own","a":2}', ['a', 'b']],
  ['text/json', '{"b":"a-secret-of-its-own","a":2}', ['a', 'b']],
  ['application/json', '["a-secret-of-its-own"]', undefined],
  ['application/json', '{"a-secret-of-its-own, and more":1,"a":2}', ['a', '…']],
  ['application/json', `{"a":"${'a-secret-of-its-own '.repeat(5000)}"}`, undefined],
  ['application/x-www-form-urlencoded', 'a=1&a-secret-of-its-own', ['a']],
  ['text/plain', 'a-secret-of-its-own=1', undefined],
  ['application/xml', '<a b="1">a-secret-of-its-own</a>', undefined],
  [
    'multipart/form-data; boundary=x',
    '--x\r\nContent-Disposition: form-data; name="a"\r\n\r\na-secret-of-its-own\r\n--x--',
    undefined,
  ],
] as const) {
  test(`no value is told of a body of ${contentType}: ${JSON.stringify(body.slice(0, 30))}`, async ({
    receiver,
  }) => {
    const callback = receiver.expectCallback();
    await request(callback.url, { method: 'POST', headers: { 'content-type': contentType }, body });
    const received = await callback.within(5000);
    expect(received).toMatchObject({ informs: true, fields });
    expect(JSON.stringify(received)).not.toContain('a-secret-of-its-own');
  });
}

test('of a flood the beginning and the last request are kept', async ({ receiver }) => {
  const callback = receiver.expectCallback();
  for (let nth = 1; nth <= 200; nth += 1) await request(`${callback.url}&nth${nth}=1`);
  expect(callback.received).toHaveLength(50);
  expect(callback.received[0]).toMatchObject({ fields: ['nth1'] });
  expect(callback.received.at(-1)).toMatchObject({ fields: ['nth200'] });
});

test('a large callback is read to its end', async ({ receiver }) => {
  const callback = receiver.expectCallback();
  const body = new URLSearchParams({ CallSid: 'CA1', TranscriptionText: 'thank you '.repeat(100_000) });
  const { statusCode } = await request(callback.url, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: body.toString(),
  });
  expect(statusCode).toBe(200);
  expect(await callback.within(5000)).toMatchObject({ fields: ['CallSid', 'TranscriptionText'] });
});

test('each expectation hears what is meant for it alone', async ({ receiver }) => {
  const [first, second] = [receiver.expectCallback(), receiver.expectCallback()];
  await request(second.url);
  await request(new URL('/elsewhere', second.url));
  expect(await second.within(5000)).toBeDefined();
  expect(await first.within(1)).toBeUndefined();
  expect(first.received).toEqual([]);
});

test('what came before it was waited for is not lost', async ({ receiver }) => {
  const callback = receiver.expectCallback();
  await request(callback.url, { method: 'POST', body: 'a=1' });
  expect(await callback.within(1)).toBeDefined();
});

test('a request without the query of the address is told from one with it', async ({ receiver }) => {
  const callback = receiver.expectCallback();
  await request(callback.url.replace(/\?.*/, ''));
  expect(await callback.within(5000)).toMatchObject({ exact: false });
});

test('a request of what is no URL is no callback, and breaks nothing', async ({ receiver }) => {
  const callback = receiver.expectCallback();
  for (const target of ['*[', '*:99999']) {
    const socket = connect(Number(new URL(callback.url).port), '127.0.0.1');
    socket.end(`GET ${target} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`);
    const [answer] = (await once(socket, 'data')) as [Buffer];
    expect(answer.toString()).toContain('HTTP/1.1 200');
    socket.destroy();
  }
  await request(callback.url);
  expect(await callback.within(5000)).toMatchObject({ exact: true });
});

test('the longest URL that nobody waits at has 200 characters, whatever the address of callbacks is', () => {
  const addresses = [
    'https://hook.example',
    'http://127.0.0.1:8080/a/b',
    `https://hook.example/${'p'.repeat(180)}`,
  ];
  for (const url of [undefined, ...addresses]) {
    const { longest, plain } = idleUrls(url === undefined ? undefined : { url, port: 1, waitMs: 1 });
    expect(longest).toHaveLength(200);
    expect(new URL(longest).protocol).toBe('https:');
    expect(new URL(plain).host).toBe(new URL(longest).host);
  }
  expect(idleUrls({ url: 'https://hook.example/in', port: 1, waitMs: 1 }).plain).toBe(
    'http://hook.example/in/?call=1&text=a+b%26c',
  );
});
