import { answersCall, isA } from '../support/answers.ts';
import type { Expected, Received } from '../support/callbacks.ts';
import { control, covers, establish, expect, further, judge, observe, test } from '../support/test.ts';

/** How long a callback that must not come is waited for: a part of the wait for one that must. */
const occasionMs = (callbackWaitMs: number): number => Math.min(1500, callbackWaitMs / 4);

test(
  'a recording requests its callbacks when it has ended',
  covers('TEL-076', 'TEL-077', 'TEL-078', 'TEL-079', 'TEL-080', 'TEL-081'),
  async ({ telephony, account, liveCall, receiver, callbackWaitMs }) => {
    const recordings = `/v2/Accounts/${account.sid}/Calls/${liveCall(6)}/Recordings.json`;
    const start = (options: Record<string, string>) =>
      control(telephony.post(recordings, { form: { Record: 'true', ...options } }), answersCall, 'TEL-001');
    const end = async (): Promise<number> => {
      const at = performance.now();
      await control(telephony.post(recordings, { form: { Record: 'false' } }), answersCall, 'TEL-002');
      return at;
    };

    const arrival = (name: string, callback: Expected, since = 0): Promise<Received> =>
      arrivalOf(name, callback, callbackWaitMs, since);

    const ended = receiver.expectCallback();
    const transcribed = receiver.expectCallback();
    await start({ CallbackUrl: ended.url, Transcribe: 'true', TranscribeCallback: transcribed.url });
    const early = await ended.within(occasionMs(callbackWaitMs));
    const judgeEarly = () =>
      judge('TEL-077', () =>
        expect(early, 'a request to CallbackUrl while the recording goes on').toBeUndefined(),
      );
    if (early !== undefined) await judgeEarly();
    // What was requested before is none of the end.
    const endedAt = await end();

    const came = await establish('TEL-076', () => arrival('CallbackUrl', ended, endedAt));
    // Where none comes at the end either, that none came before shows nothing.
    if (early === undefined) await judgeEarly();
    observe('TEL-080', described(came));
    const transcription = await establish('TEL-078', () =>
      arrival('TranscribeCallback', transcribed, endedAt),
    );
    await judge('TEL-078', () =>
      expect(transcription.fields, 'the fields of the request to TranscribeCallback').not.toEqual([]),
    );
    observe('TEL-081', described(transcription));

    // A transcription that nobody asked for has had as long to come as the one before, and some more.
    const endedAgain = receiver.expectCallback();
    const unasked = receiver.expectCallback();
    await start({ CallbackUrl: endedAgain.url, TranscribeCallback: unasked.url });
    const endedAgainAt = await end();
    await judge('TEL-076', async () => void (await arrival('CallbackUrl', endedAgain, endedAgainAt)));
    const asLong = Math.max(0, transcription.at - came.at) + occasionMs(callbackWaitMs);
    await judge('TEL-079', async () =>
      expect(
        await unasked.within(asLong),
        'a request to TranscribeCallback without Transcribe',
      ).toBeUndefined(),
    );
  },
);

test(
  'two recordings at a time request their own callbacks',
  covers(further('TEL-067'), 'TEL-076', 'TEL-201', 'TEL-202'),
  async ({ telephony, account, liveCall, receiver, callbackWaitMs }) => {
    const recordings = `/v2/Accounts/${account.sid}/Calls/${liveCall(6)}/Recordings.json`;
    const start = (CallbackUrl: string) =>
      control(telephony.post(recordings, { form: { Record: 'true', CallbackUrl } }), answersCall, 'TEL-001');
    const end = () => telephony.post(recordings, { form: { Record: 'false' } });

    const first = receiver.expectCallback();
    const last = receiver.expectCallback();
    await start(first.url);
    const untimely = first.received.length > 0;
    await start(last.url);
    const early = await first.within(occasionMs(callbackWaitMs));
    // What comes as soon as a recording starts is no word of its end (TEL-077).
    if (!untimely)
      await judge('TEL-067', () =>
        expect(early, 'a request to the CallbackUrl of a recording when another one started').toBeUndefined(),
      );
    await control(end(), answersCall, 'TEL-002');
    await establish('TEL-076', () =>
      expect
        .poll(() => first.received.length + last.received.length, {
          message: `a request to one of two addresses within ${callbackWaitMs} ms of the end`,
          timeout: callbackWaitMs,
        })
        .toBeGreaterThan(0),
    );
    const [came, other] = first.received.length > 0 ? ['the first', last] : ['the last', first];
    const both = (await other.within(occasionMs(callbackWaitMs))) !== undefined;
    observe('TEL-202', both ? 'all' : came);

    // Which one goes on, if one does, ends now.
    if (!both) await end();
    await judge('TEL-201', async () => {
      await arrivalOf('the CallbackUrl of the first of two', first, callbackWaitMs);
      await arrivalOf('the CallbackUrl of the second of two', last, callbackWaitMs);
    });
  },
);

test(
  'callbacks come whatever the other options are, and whatever else is recorded',
  covers('TEL-061', 'TEL-076', further('TEL-077'), 'TEL-078', 'TEL-079'),
  async ({ telephony, account, liveCall, receiver, callbackWaitMs }) => {
    const recordings = `/v2/Accounts/${account.sid}/Calls/${liveCall(7)}/Recordings.json`;
    const elsewhere = `/v2/Accounts/${account.sid}/Calls/${liveCall(6)}/Recordings.json`;
    const start = (options: Record<string, string>, path = recordings) =>
      control(telephony.post(path, { form: { Record: 'true', ...options } }), answersCall, 'TEL-001');
    const end = () =>
      control(telephony.post(recordings, { form: { Record: 'false' } }), answersCall, 'TEL-002');

    const ended = receiver.expectCallback();
    const goingOn = receiver.expectCallback();
    const transcribed = receiver.expectCallback();
    const unasked = receiver.expectCallback();
    const incoming = receiver.expectCallback();
    const limited = receiver.expectCallback();
    const options = { Direction: 'out', TimeLimit: '86400', FileFormat: 'wav', TrimSilence: 'true' };
    await start({ ...options, CallbackUrl: ended.url });
    // The newest of the account, and yet none of this call.
    await start({ CallbackUrl: goingOn.url }, elsewhere);
    await end();
    // A human review may take days: so the quality stays the automated one.
    await start({ FileFormat: 'wav', Transcribe: 'true', TranscribeCallback: transcribed.url });
    // So that there is something to transcribe.
    await transcribed.within(occasionMs(callbackWaitMs));
    await end();
    const unaskedFor = { TranscribeQuality: 'hybrid', TranscribeCallback: unasked.url };
    for (const others of [
      { Transcribe: 'false', Direction: 'in', CallbackUrl: incoming.url },
      { Transcribe: 'True' },
    ]) {
      await start({ ...unaskedFor, ...others });
      await end();
    }
    const last = { ...unaskedFor, Transcribe: '1' };
    const brief = { ...last, Record: 'true', TimeLimit: '1', CallbackUrl: limited.url };
    const isBrief = isA(answersCall, await telephony.post(recordings, { form: brief }));
    // In whatever unit TimeLimit counts: what it has not ended by then is ended now.
    if (isBrief) await limited.within(Math.min(2500, callbackWaitMs));
    else await start(last);
    // What has ended by itself leaves the end of another one to be seen as what it is.
    if (limited.received.length === 0) await telephony.post(recordings, { form: { Record: 'false' } });

    await judge('TEL-076', async () => {
      await arrivalOf('CallbackUrl of outgoing audio', ended, callbackWaitMs);
      await arrivalOf('CallbackUrl of incoming audio', incoming, callbackWaitMs);
      if (isBrief) await arrivalOf('CallbackUrl of a recording with TimeLimit=1', limited, callbackWaitMs);
    });
    await establish('TEL-078', () => arrivalOf('TranscribeCallback', transcribed, callbackWaitMs));
    const came = await unasked.within(occasionMs(callbackWaitMs));
    await judge(['TEL-061', 'TEL-079'], () =>
      expect(came, 'a request to TranscribeCallback with Transcribe=false, True or 1').toBeUndefined(),
    );
    await judge('TEL-077', () =>
      expect(goingOn.received, 'requests to CallbackUrl while the recording goes on').toEqual([]),
    );
  },
);

/**
 * The request to an address, once it has come.
 *
 * @param since of requests that came before this moment, as `performance.now()`, none is meant
 */
async function arrivalOf(name: string, { received }: Expected, waitMs: number, since = 0): Promise<Received> {
  const callback = () => received.find(({ at }) => at >= since);
  await expect
    .poll(callback, { message: `a request to ${name} within ${waitMs} ms of the end`, timeout: waitMs })
    .toBeDefined();
  expect(callback()?.exact, `the request to ${name} carries its query`).toBe(true);
  return callback() as Received;
}

function described({ method, contentType, fields }: Received): string {
  return `${method}, ${contentType || 'no content type'}, fields ${fields.join(', ') || 'none'}`;
}
