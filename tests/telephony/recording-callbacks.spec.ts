import { answersCall } from '../support/answers.ts';
import type { Expected, Received } from '../support/callbacks.ts';
import { control, covers, establish, expect, judge, observe, test } from '../support/test.ts';

/** For so long a callback is given the occasion to come when it should not. */
const OCCASION_MS = 1500;

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

    const arrival = async (name: string, { received }: Expected, since = 0): Promise<Received> => {
      const callback = () => received.find(({ at }) => at >= since);
      const message = `a request to ${name} within ${callbackWaitMs} ms of the end`;
      await expect.poll(callback, { message, timeout: callbackWaitMs }).toBeDefined();
      expect(callback()?.exact, `the request to ${name} carries its query`).toBe(true);
      return callback() as Received;
    };

    const ended = receiver.expectCallback();
    const transcribed = receiver.expectCallback();
    await start({ CallbackUrl: ended.url, Transcribe: 'true', TranscribeCallback: transcribed.url });
    const early = await ended.within(OCCASION_MS);
    await judge('TEL-077', () =>
      expect(early, 'a request to CallbackUrl while the recording goes on').toBeUndefined(),
    );
    // What was requested before is none of the end.
    const endedAt = await end();

    const came = await establish('TEL-076', () => arrival('CallbackUrl', ended, endedAt));
    observe('TEL-080', described(came));
    const transcription = await establish('TEL-078', () => arrival('TranscribeCallback', transcribed));
    observe('TEL-081', described(transcription));

    // A transcription that nobody asked for has had as long to come as the one before, and some more.
    const endedAgain = receiver.expectCallback();
    const unasked = receiver.expectCallback();
    await start({ CallbackUrl: endedAgain.url, TranscribeCallback: unasked.url });
    const endedAgainAt = await end();
    await judge('TEL-076', async () => void (await arrival('CallbackUrl', endedAgain, endedAgainAt)));
    const asLong = Math.max(0, transcription.at - came.at) + OCCASION_MS;
    await judge('TEL-079', async () =>
      expect(
        await unasked.within(asLong),
        'a request to TranscribeCallback without Transcribe',
      ).toBeUndefined(),
    );
  },
);

function described({ method, contentType, fields }: Received): string {
  return `${method}, ${contentType || 'no content type'}, fields ${fields.join(', ') || 'none'}`;
}
