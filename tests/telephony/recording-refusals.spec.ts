import { answersCall, isA } from '../support/answers.ts';
import type { RequirementId } from '../support/catalogue.ts';
import { basic, control, covers, expect, judge, lacksData, test } from '../support/test.ts';

test(
  'a recording is refused for a value outside the allowed ones',
  covers(
    'TEL-032',
    'TEL-033',
    'TEL-038',
    'TEL-041',
    'TEL-042',
    'TEL-045',
    'TEL-046',
    'TEL-048',
    'TEL-049',
    'TEL-200',
  ),
  async ({ telephony, account, liveCall }) => {
    const recordings = `/v2/Accounts/${account.sid}/Calls/${liveCall(4)}/Recordings.json`;
    const url = 'https://callback.example/'.padEnd(200, 'x');
    const complete = { Record: 'true', Direction: 'both', TimeLimit: '60' };
    let recorded = 0;
    const start = async (changed: Record<string, string | undefined>) => {
      const answer = await telephony.post(recordings, { form: { ...complete, ...changed } });
      if (isA(answersCall, answer)) recorded += 1;
      return answer;
    };
    const judgeRefusals = async (id: RequirementId, ...changes: Record<string, string | undefined>[]) => {
      // A call that is full refuses whatever comes (TEL-069).
      if (recorded >= 5) return lacksData(id, 'the call holds five recordings already');
      return judge(id, async () => {
        for (const changed of changes) expect(await start(changed)).toBeRefused();
      });
    };
    await control(start({}), answersCall, 'TEL-001');

    await judgeRefusals('TEL-032', { Record: undefined });
    await judgeRefusals('TEL-033', { Record: 'perhaps' });
    await judgeRefusals('TEL-038', { Direction: 'sideways' });
    await judgeRefusals('TEL-041', { TimeLimit: '0' }, { TimeLimit: '-1' });
    await judgeRefusals('TEL-042', { TimeLimit: '1.5' }, { TimeLimit: 'soon' });
    await judgeRefusals('TEL-045', { CallbackUrl: `${url}x` });
    await judgeRefusals('TEL-046', { CallbackUrl: 'no URL' });
    await judgeRefusals('TEL-048', { TranscribeCallback: `${url}x` });
    await judgeRefusals('TEL-049', { TranscribeCallback: 'no URL' });

    // With the control that makes four, which a call holds, unless what was refused was recorded all the same.
    if (recorded > 1) return lacksData('TEL-200', 'not everything was refused');
    await judge('TEL-200', async () => {
      for (const _ of ['second', 'third', 'fourth']) answersCall(await start({}));
    });
  },
);

test(
  'a recording requires authentication',
  covers('TEL-089', 'TEL-090'),
  async ({ telephony, account, liveCall }) => {
    const recordings = `/v2/Accounts/${account.sid}/Calls/${liveCall(1)}/Recordings.json`;
    const start = (authorization: string | null) =>
      telephony.post(recordings, { form: { Record: 'true' }, authorization });
    await control(start(basic(account.sid, account.token)), answersCall, 'TEL-001');

    await judge('TEL-089', async () => expect(await start(null)).toBeRefused());
    await judge('TEL-090', async () =>
      expect(await start(basic(account.sid, `${account.token}-not`))).toBeRefused(),
    );
  },
);
