import { answersCall } from '../support/interface/answers.ts';
import {
  control,
  covers,
  establish,
  expect,
  further,
  judge,
  lacksData,
  observe,
  test,
} from '../support/test.ts';
import type { Fields } from '../support/wire/http.ts';
import {
  arrivalOf,
  BRIEF,
  described,
  expectNone,
  noteDelay,
  transcriptionOf,
  whichEnded,
} from './recordings/arrival.ts';
import { judgeUnended, startWith } from './recordings/start.ts';

test(
  'the callbacks of a recording are requested when it has ended',
  covers('TEL-076', 'TEL-077', 'TEL-078', 'TEL-080', 'TEL-081'),
  async ({ telephony, account, liveCall, receiver, callbackWaitMs }) => {
    const recordings = `/v2/Accounts/${account.sid}/Calls/${liveCall(5)}/Recordings.json`;
    const [ended, transcribed] = [receiver.expectCallback(), receiver.expectCallback()];
    const callbacks = { CallbackUrl: ended.url, Transcribe: 'true', TranscribeCallback: transcribed.url };
    const form = { Record: 'true', ...callbacks };
    await control(telephony.post(recordings, { form }), answersCall, 'TEL-001');
    const early = await ended.within(BRIEF * 1000);
    // Requests before this time do not report the end.
    const endedAt = performance.now();
    await control(telephony.post(recordings, { form: { Record: 'false' } }), answersCall, 'TEL-002');
    const arriving = arrivalOf('CallbackUrl', ended, callbackWaitMs, endedAt);
    const reported = await arriving.catch(() => undefined);
    // If none comes at the end either, its absence before the end shows nothing.
    if ((early ?? reported) !== undefined)
      await judge('TEL-077', () =>
        expect(early, 'a request to CallbackUrl while the recording goes on').toBeUndefined(),
      );
    const came = await establish('TEL-076', () => arriving);
    noteDelay(receiver, 'CallbackUrl', came, endedAt);
    observe('TEL-080', described(came));
    const transcription = await establish('TEL-078', () =>
      transcriptionOf('TranscribeCallback', transcribed, callbackWaitMs, endedAt),
    );
    noteDelay(receiver, 'TranscribeCallback', transcription, endedAt);
    observe('TEL-081', described(transcription));
  },
);

/** Most recordings cover both directions and are not transcribed. */
const usual = { Direction: 'both', FileFormat: 'mp3', TrimSilence: 'false', TranscribeQuality: 'hybrid' };

test(
  'of two recordings at the same time, each requests its own callbacks',
  covers('TEL-079', 'TEL-201', 'TEL-202', further('TEL-067', 'TEL-076', 'TEL-078')),
  async ({ telephony, account, liveCall, receiver, callbackWaitMs }) => {
    const recordings = `/v2/Accounts/${account.sid}/Calls/${liveCall(5)}/Recordings.json`;
    const post = (form: Fields) => telephony.post(recordings, { form });
    const [first, transcribed] = [receiver.expectCallback(), receiver.expectCallback()];
    const [last, unasked] = [receiver.expectCallback(), receiver.expectCallback()];

    const one = { CallbackUrl: first.url, Transcribe: 'true', TranscribeCallback: transcribed.url };
    await startWith(post, one, { FileFormat: 'ogg', Direction: 'in', TranscribeQuality: 'hybrid' });
    const other = { CallbackUrl: last.url, Transcribe: 'false', TranscribeCallback: unasked.url };
    await judgeUnended(first, callbackWaitMs, () => startWith(post, other, usual));
    // So that there is something to transcribe.
    await transcribed.within(BRIEF * 1000);
    await control(post({ Record: 'false' }), answersCall, 'TEL-002');
    const which = await whichEnded(first, last, callbackWaitMs);
    await establish('TEL-076', () => expect(which, 'which of two callbacks is requested').toBeDefined());
    observe('TEL-202', String(which));
    if (which !== 'all') await post({ Record: 'false' });
    await judge('TEL-201', async () => {
      await arrivalOf('the CallbackUrl of the first of two', first, callbackWaitMs);
      await arrivalOf('the CallbackUrl of the second of two', last, callbackWaitMs);
    });
    await judge('TEL-078', async () => {
      await transcriptionOf('the TranscribeCallback of the first of two', transcribed, callbackWaitMs);
    });
    await judge('TEL-079', () => expectNone(unasked, 'with Transcribe=false', receiver, callbackWaitMs));
  },
);

test(
  'no transcription is reported with another Transcribe than true',
  covers('TEL-061'),
  async ({ telephony, account, liveCall, receiver, callbackWaitMs }) => {
    const recordings = `/v2/Accounts/${account.sid}/Calls/${liveCall(5)}/Recordings.json`;
    const [ended, unasked] = [receiver.expectCallback(), receiver.expectCallback()];
    const callbacks = { CallbackUrl: ended.url, Transcribe: '1', TranscribeCallback: unasked.url };
    const start = telephony.post(recordings, { form: { Record: 'true', ...callbacks } });
    await control(start, answersCall, 'TEL-060');
    // Long enough for something to be transcribed.
    await unasked.within(BRIEF * 1000);
    await control(telephony.post(recordings, { form: { Record: 'false' } }), answersCall, 'TEL-002');

    if ((await ended.within(callbackWaitMs)) === undefined)
      return lacksData('TEL-061', 'no callback reported the end of a recording');
    await judge('TEL-061', () => expectNone(unasked, 'with Transcribe=1', receiver, callbackWaitMs));
  },
);
