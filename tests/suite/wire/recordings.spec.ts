import { EventEmitter, once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { expect } from '@playwright/test';
import { Stopped } from '../../support/judging/ledger.ts';
import type { Target } from '../../support/target.ts';
import { endRecordings } from '../../support/wire/effects.ts';
import { requestContext } from '../../support/wire/request-context.ts';
import { test } from './answering.ts';

/** What a check starts is remembered from the wire, and ended when the check is over. */

test('what a check starts and does not end is remembered', async ({ serve, ledger }) => {
  const target = await serve((incoming, outgoing) => {
    if (incoming.url?.includes('CA3')) incoming.destroy();
    else outgoing.writeHead(incoming.url?.includes('CA2') ? 400 : 200).end();
  });
  const telephony = requestContext({ ...target, effects: ['recording'] }, 'telephony');
  const first = '/v2/Accounts/AC1/Calls/CA1/Recordings.json';
  await telephony.post(first, { form: { Record: 'true' } });
  await telephony.post(first, { form: { Record: 'true' } });
  await telephony.post(first.replace('CA1', 'CA2'), { form: { Record: 'true' } });
  await telephony.post(first, { form: { Record: 'false' } });
  expect(ledger.recording).toEqual([first]);

  // Whether it goes on, nobody knows.
  const unknown = first.replace('CA1', 'CA3');
  await telephony.post(unknown, { form: { Record: 'true' } });
  expect(ledger.recording).toEqual([first, unknown]);
});

test('a recording that is refused for a while, and then granted, is remembered', async ({
  serve,
  ledger,
}) => {
  let asked = 0;
  const target = await serve((_, outgoing) => {
    asked += 1;
    if (asked === 1) outgoing.writeHead(429, { 'retry-after': '0' }).end();
    else outgoing.end();
  });
  const telephony = requestContext({ ...target, effects: ['recording'] }, 'telephony');
  const path = '/v2/Accounts/AC1/Calls/CA1/Recordings.json';
  await telephony.post(path, { form: { Record: 'true' } });
  expect(asked).toBe(2);
  expect(ledger.recording).toEqual([path]);
});

test('a recording that is refused for the rate is none to end', async ({ serve, ledger }) => {
  const target = await serve((_, outgoing) => void outgoing.writeHead(429).end());
  const telephony = requestContext({ ...target, effects: ['recording'], timeoutMs: 200 }, 'telephony');
  const path = '/v2/Accounts/AC1/Calls/CA1/Recordings.json';
  await expect(telephony.post(path, { form: { Record: 'true' } })).rejects.toThrow(Stopped);
  expect(ledger.recording).toEqual([]);
});

test('each recording is ended, whatever comes of another one, and the check stays what it was', async ({
  serve,
  ledger,
}) => {
  const asked: string[] = [];
  const target = await serve((incoming, outgoing) => {
    const call = /CA\d/.exec(incoming.url ?? '')?.[0] ?? '';
    asked.push(call);
    if (call === 'CA1') outgoing.writeHead(429).end();
    else if (call === 'CA2' && asked.filter((one) => one === call).length < 3) incoming.destroy();
    else outgoing.end();
  });
  const live: Target = { ...target, timeoutMs: 200, effects: ['recording'], callSids: ['CA1', 'CA2', 'CA3'] };
  const paths = live.callSids.map((sid) => `/v2/Accounts/AC1/Calls/${sid}/Recordings.json`);
  ledger.recording.push(...paths);
  await endRecordings(live, ledger, requestContext(live, 'telephony'));
  expect(asked.filter((call) => call !== 'CA1')).toEqual(['CA2', 'CA2', 'CA2', 'CA3']);
  expect(ledger.stopped).toBeUndefined();
});

test('a check that is over before its request is answered ends what that starts, and sends no more', async ({
  serve,
  ledger,
}) => {
  const sent: string[] = [];
  const arrivals = new EventEmitter<{ first: [ServerResponse] }>();
  const first = once(arrivals, 'first');
  const target = await serve((incoming, outgoing) => {
    incoming.setEncoding('utf8').on('data', (body: string) => {
      sent.push(body);
      if (sent.length === 1) arrivals.emit('first', outgoing);
      else outgoing.end();
    });
  });
  const live: Target = { ...target, timeoutMs: 200, effects: ['recording'], callSids: ['CA1'] };
  const telephony = requestContext(live, 'telephony');
  const path = '/v2/Accounts/AC1/Calls/CA1/Recordings.json';
  const start = telephony.post(path, { form: { Record: 'true' } });
  const [unanswered] = (await first) as [ServerResponse];

  const ended = endRecordings(live, ledger, telephony);
  await expect(telephony.post(path, { form: { Record: 'true' } })).rejects.toThrow('the check is over');
  unanswered.end();
  await Promise.all([start, ended]);
  expect(sent).toEqual(['Record=true', 'Record=false']);
});
