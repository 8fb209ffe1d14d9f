import { answersCall } from '../support/answers.ts';
import type { Expected, Received } from '../support/callbacks.ts';
import type { RequirementId } from '../support/catalogue.ts';
import type { Answer, Fields } from '../support/http.ts';
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
import { arrivalOf, noteDelay, occasionMs, slowestMs, transcriptionOf } from './recordings/arrival.ts';
import { isCall, type Option, optionsJudge } from './recordings/options.ts';

/** A TimeLimit short enough to wait for, if it counts seconds, and long enough for something to be transcribed. */
const BRIEF = 2;

test(
  'the callbacks of a recording are requested when it has ended',
  covers(further('TEL-002'), 'TEL-076', 'TEL-077', 'TEL-078', 'TEL-080', 'TEL-081'),
  async ({ telephony, account, liveCall, receiver, callbackWaitMs }) => {
    const recordings = `/v2/Accounts/${account.sid}/Calls/${liveCall(6)}/Recordings.json`;
    const start = (options: Record<string, string>) =>
      control(telephony.post(recordings, { form: { Record: 'true', ...options } }), answersCall, 'TEL-001');
    const arrival = (name: string, callback: Expected, since = 0): Promise<Received> =>
      arrivalOf(name, callback, callbackWaitMs, since);

    // A recording that its TimeLimit ends shows that callbacks come at all, whatever Record=false does.
    const limited = receiver.expectCallback();
    const limitedTranscribed = receiver.expectCallback();
    const brief = { Record: 'true', TimeLimit: `${BRIEF}`, CallbackUrl: limited.url };
    const outgoing = {
      Direction: 'out',
      Transcribe: 'true',
      TranscribeQuality: 'auto',
      TranscribeCallback: limitedTranscribed.url,
    };
    const briefly = async (options: Fields): Promise<number | undefined> => {
      const at = performance.now();
      const answer = await telephony.post(recordings, { form: { ...brief, ...options } });
      return isCall(answer) ? at : undefined;
    };
    const transcribedFrom = await briefly(outgoing);
    // Other checks judge whether the options are accepted.
    const briefAt = transcribedFrom ?? (await briefly({}));
    // Whatever unit TimeLimit counts in: a recording that it has not ended by then is ended by Record=false.
    const told =
      briefAt === undefined ? undefined : await limited.within(Math.min(BRIEF * 1000 + 1500, callbackWaitMs));
    // A request right after the start does not report the end (TEL-077), or TimeLimit counts in a smaller unit.
    const byItself = told !== undefined && told.at - (briefAt ?? 0) > BRIEF * 1000 - 100;
    const isTooShort = told !== undefined && !byItself;
    if (briefAt !== undefined && !byItself) await telephony.post(recordings, { form: { Record: 'false' } });

    const ended = receiver.expectCallback();
    const transcribed = receiver.expectCallback();
    await start({ CallbackUrl: ended.url, Transcribe: 'true', TranscribeCallback: transcribed.url });
    const early = await ended.within(BRIEF * 1000);
    // Requests before this time do not report the end.
    const endedAt = performance.now();
    const ending = await telephony.post(recordings, { form: { Record: 'false' } });
    const arriving = arrival('CallbackUrl', ended, endedAt);
    const reported = await arriving.catch(() => undefined);
    // If none comes at the end either, its absence before the end shows nothing.
    if ((early ?? reported) !== undefined)
      await judge('TEL-077', () =>
        expect(early, 'a request to CallbackUrl while the recording goes on').toBeUndefined(),
      );
    await control(ending, answersCall, 'TEL-002');
    const isEnded = [...ended.received, ...transcribed.received].some(({ at }) => at >= endedAt);
    if (byItself)
      await judge('TEL-002', () =>
        expect(isEnded, 'whether anything was requested after Record=false, as after TimeLimit').toBe(true),
      );
    const came = await establish('TEL-076', () => arriving);
    noteDelay(receiver, 'CallbackUrl', came, endedAt);
    if (briefAt !== undefined)
      await judge('TEL-076', async () => void (await arrival(`CallbackUrl, TimeLimit=${BRIEF}`, limited)));
    observe('TEL-080', described(came));
    const transcription = await establish('TEL-078', () =>
      transcriptionOf('TranscribeCallback', transcribed, callbackWaitMs, endedAt),
    );
    noteDelay(receiver, 'TranscribeCallback', transcription, endedAt);
    // A recording that ended at once may contain nothing to transcribe.
    if (transcribedFrom !== undefined && !isTooShort)
      await judge(
        'TEL-078',
        async () =>
          void (await transcriptionOf(
            `TranscribeCallback, TimeLimit=${BRIEF}`,
            limitedTranscribed,
            callbackWaitMs,
          )),
      );
    observe('TEL-081', described(transcription));
  },
);

test(
  'ending on one call does not affect another, and nothing is transcribed without Transcribe',
  covers(further('TEL-001', 'TEL-076', 'TEL-077', 'TEL-078'), 'TEL-061'),
  async ({ telephony, account, liveCall, receiver, callbackWaitMs }) => {
    const recordingsOf = (nth: number) =>
      `/v2/Accounts/${account.sid}/Calls/${liveCall(nth)}/Recordings.json`;
    const [one, other] = [recordingsOf(3), recordingsOf(6)];
    const start = starting((path, form) => telephony.post(path, { form }));
    const end = async (path: string): Promise<number> => {
      const at = performance.now();
      await control(telephony.post(path, { form: { Record: 'false' } }), answersCall, 'TEL-002');
      return at;
    };

    const transcribed = receiver.expectCallback();
    const ended = receiver.expectCallback();
    const unasked = receiver.expectCallback();
    // Without a CallbackUrl, and in the other format.
    const options = { Transcribe: 'true', TranscribeCallback: transcribed.url };
    await start(one, options, {
      TranscribeCallback: transcribed.longestUrl,
      FileFormat: 'wav',
      // An unknown value falls back to the default, so there is still a transcription.
      TranscribeQuality: 'best',
      TrimSilence: 'true',
      Direction: 'in',
      TimeLimit: '86400',
    });
    // The newest recording of the account, but not of the call whose recording ends.
    const others = {
      CallbackUrl: ended.longestUrl,
      Direction: 'in',
      TimeLimit: '86400',
      FileFormat: 'wav',
      TrimSilence: 'true',
    };
    const callbacks = { CallbackUrl: ended.url, TranscribeCallback: unasked.url };
    await start(other, callbacks, others, () => end(one));
    // So that there is something to transcribe.
    await transcribed.within(BRIEF * 1000);
    const oneEndedAt = await end(one);
    // What this answers is open (TEL-071), but the recording of the other call goes on.
    await telephony.post(one, { form: { Record: 'false' } });
    const early = await ended.within(slowestMs(receiver, 'CallbackUrl', callbackWaitMs));
    await judge('TEL-077', () =>
      expect(early, 'a request to CallbackUrl while the recording goes on').toBeUndefined(),
    );
    const otherEndedAt = await end(other);
    await judge('TEL-076', async () => {
      await arrivalOf('CallbackUrl', ended, callbackWaitMs, otherEndedAt);
    });
    if (![...ended.received, ...transcribed.received].some(({ at }) => at >= oneEndedAt))
      return lacksData('TEL-061', 'no callback reported the end of a recording');
    const transcription = await establish('TEL-078', () =>
      transcriptionOf('TranscribeCallback', transcribed, callbackWaitMs, oneEndedAt),
    );
    noteDelay(receiver, 'TranscribeCallback', transcription, oneEndedAt);
    const unaskedFor = await unasked.within(slowestMs(receiver, 'TranscribeCallback', callbackWaitMs));
    await judge('TEL-061', () =>
      expect(unaskedFor, 'a request to TranscribeCallback without Transcribe').toBeUndefined(),
    );
  },
);

test(
  'of two recordings at the same time, each requests its own callbacks',
  covers(further('TEL-067', 'TEL-078'), 'TEL-076', 'TEL-079', 'TEL-201', 'TEL-202'),
  async ({ telephony, account, liveCall, receiver, callbackWaitMs }) => {
    const recordings = `/v2/Accounts/${account.sid}/Calls/${liveCall(6)}/Recordings.json`;
    const start = starting((path, form) => telephony.post(path, { form }));
    const end = () => telephony.post(recordings, { form: { Record: 'false' } });

    const first = receiver.expectCallback();
    const last = receiver.expectCallback();
    const transcribed = receiver.expectCallback();
    const unasked = receiver.expectCallback();
    // Each also has its own TranscribeCallback, and only that of the first is to be requested.
    const plain = { CallbackUrl: first.url, Transcribe: 'true', TranscribeCallback: transcribed.url };
    await start(recordings, plain, { FileFormat: 'ogg', Direction: 'in', TranscribeQuality: 'hybrid' });
    const startedAt = performance.now();
    // A request right after the start of a recording does not report its end (TEL-077).
    const untimely = await first.within(occasionMs(callbackWaitMs) / 4);
    await start(
      recordings,
      { CallbackUrl: last.url, Transcribe: 'false', TranscribeCallback: unasked.url },
      // Most recordings cover both directions and are not transcribed.
      { Direction: 'both', FileFormat: 'mp3', TrimSilence: 'false', TranscribeQuality: 'hybrid' },
    );
    const early = await first.within(occasionMs(callbackWaitMs));
    if (untimely === undefined)
      await judge('TEL-067', () =>
        expect(early, 'a request to the CallbackUrl of a recording when another one started').toBeUndefined(),
      );
    // So that there is something to transcribe.
    await transcribed.within(Math.max(0, BRIEF * 1000 - (performance.now() - startedAt)));
    await control(end(), answersCall, 'TEL-002');
    const either = await Promise.race([first.within(callbackWaitMs), last.within(callbackWaitMs)]);
    await establish('TEL-076', () =>
      expect(
        either,
        `a request to one of two addresses within ${callbackWaitMs} ms of the end`,
      ).toBeDefined(),
    );
    const [came, other] = first.received.length > 0 ? ['the first', last] : ['the last', first];
    const both = (await other.within(occasionMs(callbackWaitMs))) !== undefined;
    observe('TEL-202', both ? 'all' : came);

    // Ends the recording that is still in progress, if there is one.
    if (!both) await end();
    await judge('TEL-201', async () => {
      await arrivalOf('the CallbackUrl of the first of two', first, callbackWaitMs);
      await arrivalOf('the CallbackUrl of the second of two', last, callbackWaitMs);
    });
    await judge('TEL-078', async () => {
      await transcriptionOf('the TranscribeCallback of the first of two', transcribed, callbackWaitMs);
    });
    const taken = await unasked.within(slowestMs(receiver, 'TranscribeCallback', callbackWaitMs));
    await judge('TEL-079', () =>
      expect(taken, 'a request to TranscribeCallback with Transcribe=false').toBeUndefined(),
    );
  },
);

/**
 * Starts recordings with options that a check is not about, and without them if they are refused, which other checks
 * judge.
 *
 * @returns a function that starts a recording. If it is refused until `endOther` has ended the recording of another
 *   call, that breaks TEL-001. It throws if no recording was started at once
 */
function starting(post: (path: string, form: Fields) => Promise<Answer>) {
  return async (path: string, form: Fields, options: Fields, endOther?: () => Promise<unknown>) => {
    if (isCall(await post(path, { Record: 'true', ...form, ...options }))) return;
    const plain = await post(path, { Record: 'true', ...form });
    if (!isCall(plain) && endOther !== undefined) {
      await endOther();
      if (isCall(await post(path, { Record: 'true', ...form })))
        await judge('TEL-001', () => void answersCall(plain));
    }
    await control(plain, answersCall, 'TEL-001');
  };
}

/**
 * An empty value, one that a person would write, one that another service would accept, and a meaningless one. If a
 * third request held all four fields, the call would not have enough recordings left to find the one at fault.
 */
const fallbacks: readonly (readonly [id: RequirementId, name: string, others: readonly string[]])[] = [
  ['TEL-052', 'FileFormat', ['', 'MP3', 'ogg']],
  ['TEL-056', 'TrimSilence', ['', 'TRUE', '1']],
  ['TEL-060', 'Transcribe', ['', 'True', 'true-not', '1']],
  ['TEL-064', 'TranscribeQuality', ['', 'best 漢字 🙂']],
];

/**
 * The recordings of the call for these values and for finding one at fault; the fifth is for the check of two calls.
 */
const FALLBACKS = 4;

test(
  'any other value of the fields that fall back is not an error, and requests no transcription',
  covers('TEL-061', further('TEL-052', 'TEL-056', 'TEL-060', 'TEL-064')),
  async ({ telephony, account, liveCall, receiver, callbackWaitMs, target }) => {
    const recordings = `/v2/Accounts/${account.sid}/Calls/${liveCall(3)}/Recordings.json`;
    const unasked = receiver.expectCallback();
    const TranscribeCallback = unasked.url;
    let isWatched = false;
    const post = async (form: Fields) => {
      if (form['Transcribe'] === undefined) return telephony.post(recordings, { form });
      const answer = await telephony.post(recordings, { form: { ...form, TranscribeCallback } });
      isWatched ||= isCall(answer);
      return answer;
    };
    const judgeOptions = optionsJudge(post, target, FALLBACKS);

    for (const nth of [0, 1, 2, 3]) {
      await judgeOptions(
        fallbacks.flatMap(([id, name, { [nth]: value }]): Option[] =>
          value === undefined ? [] : [[id, name, value]],
        ),
      );
    }
    if (!isWatched) return lacksData('TEL-061', 'no recording with another value of Transcribe was started');
    const came = await unasked.within(slowestMs(receiver, 'TranscribeCallback', callbackWaitMs));
    await judge('TEL-061', () =>
      expect(
        came,
        'a request to TranscribeCallback with Transcribe=True, true-not, 1 or nothing',
      ).toBeUndefined(),
    );
  },
);

function described({ method, contentType, fields }: Received): string {
  const told = fields === undefined ? 'not read' : fields.join(', ') || 'none';
  return `${method}, ${contentType || 'no content type'}, fields ${told}`;
}
