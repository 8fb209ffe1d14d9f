import { answersCall } from '../support/answers.ts';
import { basic, control, covers, expect, judge, test } from '../support/test.ts';

test(
  'a recording is refused for a value outside the allowed ones',
  covers('TEL-032', 'TEL-033', 'TEL-038', 'TEL-041', 'TEL-042', 'TEL-045', 'TEL-046', 'TEL-048', 'TEL-049'),
  async ({ telephony, account, liveCall }) => {
    const recordings = `/v2/Accounts/${account.sid}/Calls/${liveCall(4)}/Recordings.json`;
    const url = 'https://callback.example/'.padEnd(200, 'x');
    const complete = {
      Record: 'true',
      Direction: 'both',
      TimeLimit: '60',
      CallbackUrl: url,
      TranscribeCallback: url,
    };
    const start = (changed: Record<string, string | undefined>) =>
      telephony.post(recordings, { form: { ...complete, ...changed } });
    await control(start({}), answersCall, 'TEL-001');

    await judge('TEL-032', async () => expect(await start({ Record: undefined })).toBeRefused());
    await judge('TEL-033', async () => expect(await start({ Record: 'perhaps' })).toBeRefused());
    await judge('TEL-038', async () => expect(await start({ Direction: 'sideways' })).toBeRefused());
    await judge('TEL-041', async () => {
      for (const TimeLimit of ['0', '-1']) expect(await start({ TimeLimit })).toBeRefused();
    });
    await judge('TEL-042', async () => {
      for (const TimeLimit of ['1.5', 'soon']) expect(await start({ TimeLimit })).toBeRefused();
    });
    await judge('TEL-045', async () => expect(await start({ CallbackUrl: `${url}x` })).toBeRefused());
    await judge('TEL-046', async () => expect(await start({ CallbackUrl: 'no URL' })).toBeRefused());
    await judge('TEL-048', async () => expect(await start({ TranscribeCallback: `${url}x` })).toBeRefused());
    await judge('TEL-049', async () => expect(await start({ TranscribeCallback: 'no URL' })).toBeRefused());
  },
);

test(
  'a recording requires authentication',
  covers('TEL-089', 'TEL-090'),
  async ({ telephony, account, liveCall }) => {
    const recordings = `/v2/Accounts/${account.sid}/Calls/${liveCall(4)}/Recordings.json`;
    const start = (authorization: string | null) =>
      telephony.post(recordings, { form: { Record: 'true' }, authorization });
    await control(start(basic(account.sid, account.token)), answersCall, 'TEL-001');

    await judge('TEL-089', async () => expect(await start(null)).toBeRefused());
    await judge('TEL-090', async () =>
      expect(await start(basic(account.sid, `${account.token}-not`))).toBeRefused(),
    );
  },
);
