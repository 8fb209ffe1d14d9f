import { answersCall, described, isA, statusOf } from '../support/interface/answers.ts';
import { eachExample } from '../support/interface/examples.ts';
import {
  control,
  covers,
  establish,
  expect,
  judge,
  judgeBodies,
  observe,
  observeReading,
  test,
} from '../support/test.ts';
import { FORM_WITH_CHARSET } from '../support/wire/headers.ts';
import type { Answer } from '../support/wire/http.ts';
import { callRows, judgeCalls } from './recordings/call.ts';

const startRows = ['TEL-001', 'TEL-003', 'TEL-066'] as const;
const openRows = ['TEL-072', 'TEL-073', 'TEL-213'] as const;

test(
  'a recording starts and ends; both return the call',
  covers(...startRows, 'TEL-002', ...callRows, 'TEL-028', 'TEL-031', ...openRows),
  async ({ telephony, account, liveCall, target }) => {
    const call = liveCall(1);
    const recordings = `/v2/Accounts/${account.sid}/Calls/${call}/Recordings.json`;

    const started = await eachExample(target, ['telephony', 'recordCall', 200], ({ prefer }) =>
      telephony.post(recordings, { form: { Record: 'true' }, prefer }),
    );
    await establish(startRows, () => started.map(answersCall));
    const ended = await telephony.post(recordings, { form: { Record: 'false' } });
    await judge('TEL-002', () => void answersCall(ended));

    const answers = [...started, ended].filter((answer) => isA(answersCall, answer));
    await judgeCalls(answers, { sid: call, account_sid: account.sid });
    const calls = answers.map(answersCall);
    await judgeBodies('call.sample', calls);
    await judge('TEL-031', () => {
      for (const answer of answers) expect(answer).toBeJson();
    });
    observe('TEL-072', calls.map(({ status }) => String(status)).join(', then '));
    observe('TEL-073', String(calls[0]?.['api_version']));
    observe('TEL-213', `${statusOf(started[0] as Answer)} at the start, ${statusOf(ended)} at the end`);
  },
);

test(
  'a recording request may name the charset of its form',
  covers('TEL-210'),
  async ({ telephony, account, liveCall }) => {
    const recordings = `/v2/Accounts/${account.sid}/Calls/${liveCall(1)}/Recordings.json`;
    const end = (type: string) =>
      telephony.post(recordings, { headers: { 'content-type': type }, form: { Record: 'false' } });
    await control(telephony.post(recordings, { form: { Record: 'true' } }), answersCall, 'TEL-001');

    const named = await end(FORM_WITH_CHARSET);
    // If ending is refused without a charset as well, the charset is not at fault.
    if (!isA(answersCall, named))
      await control(end('application/x-www-form-urlencoded'), answersCall, 'TEL-002');
    answersCall(named);
  },
);

test(
  'whether the body may be JSON, or a form without a Content-Type',
  covers('TEL-070', 'TEL-219'),
  async ({ telephony, account, liveCall }) => {
    const recordings = `/v2/Accounts/${account.sid}/Calls/${liveCall(1)}/Recordings.json`;
    await control(telephony.post(recordings, { form: { Record: 'true' } }), answersCall, 'TEL-001');

    const answer = await telephony.post(recordings, { json: { Record: 'true' } });
    const accepting = isA(answersCall, answer);
    const refusing = answer.status >= 400 && answer.status < 500;
    observeReading(
      'TEL-070',
      accepting ? 'form, JSON' : refusing ? 'form' : 'neither',
      `a JSON body was answered ${answer.status}`,
    );
    const headers = { 'content-type': undefined };
    const bare = await telephony.post(recordings, { form: { Record: 'false' }, headers });
    observe('TEL-219', `${isA(answersCall, bare) ? 'read' : 'not read'}: ${statusOf(bare)}`);
  },
);

test('whether Record=True is accepted', covers('TEL-034'), async ({ telephony, account, liveCall }) => {
  const recordings = `/v2/Accounts/${account.sid}/Calls/${liveCall(1)}/Recordings.json`;
  observe('TEL-034', described(await telephony.post(recordings, { form: { Record: 'True' } })));
});

test(
  'what ending answers when nothing is being recorded',
  covers('TEL-071'),
  async ({ telephony, account, liveCall }) => {
    const recordings = `/v2/Accounts/${account.sid}/Calls/${liveCall(1)}/Recordings.json`;
    observe('TEL-071', described(await telephony.post(recordings, { form: { Record: 'false' } })));
  },
);
