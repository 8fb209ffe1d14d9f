import type { RequirementId } from '../../support/catalogue.ts';
import { answersCall } from '../../support/interface/answers.ts';
import type { Receiver } from '../../support/interface/callbacks.ts';
import { control, deep, establish, expect, further, judge, lacksData, test } from '../../support/test.ts';
import type { Answer, Fields } from '../../support/wire/http.ts';
import {
  arrivalOf,
  BRIEF,
  expectNone,
  noteDelay,
  slowestMs,
  transcriptionOf,
} from '../recordings/arrival.ts';
import { isCall, type Option, optionsJudge } from '../recordings/options.ts';
import { startWith } from '../recordings/start.ts';

test(
  'callbacks come when TimeLimit ends a recording, and not when that of another call ends',
  deep(further('TEL-001', 'TEL-002', 'TEL-076', 'TEL-077', 'TEL-078'), 'TEL-061'),
  async ({ telephony, account, liveCall, receiver, callbackWaitMs }) => {
    const postTo = (nth: number) => (form: Fields) =>
      telephony.post(`/v2/Accounts/${account.sid}/Calls/${liveCall(nth)}/Recordings.json`, { form });
    // The plain checks, which run on the same worker, leave one recording of call 5.
    const [one, other] = [postTo(6), postTo(5)];
    const end = async (post: typeof one): Promise<number> => {
      const at = performance.now();
      await control(post({ Record: 'false' }), answersCall, 'TEL-002');
      return at;
    };
    const endsByItself = await judgeLimit(one, receiver, callbackWaitMs);
    const [ended, transcribed] = [receiver.expectCallback(), receiver.expectCallback()];
    const unasked = receiver.expectCallback();
    // Without a CallbackUrl, and in the other format. An unknown quality falls back, so there is still a transcription.
    const ours = { Transcribe: 'true', TranscribeCallback: transcribed.url };
    const longest = { TranscribeCallback: transcribed.longestUrl, TranscribeQuality: 'best' };
    await startWith(one, ours, { ...otherOptions, ...longest });
    // The newest recording of the account, but not of the call whose recording ends.
    const theirs = { CallbackUrl: ended.url, TranscribeCallback: unasked.url };
    await startWith(other, theirs, { ...otherOptions, CallbackUrl: ended.longestUrl }, () => end(one));
    // So that there is something to transcribe.
    await transcribed.within(BRIEF * 1000);
    const oneEndedAt = await end(one);
    // What this answers is open (TEL-071), but the recording of the other call goes on.
    await one({ Record: 'false' });
    const early = await ended.within(slowestMs(receiver, 'CallbackUrl', callbackWaitMs));
    await judge('TEL-077', () =>
      expect(early, 'a request to CallbackUrl while the recording goes on').toBeUndefined(),
    );
    const otherEndedAt = await end(other);
    await judge('TEL-076', async () => {
      await arrivalOf('CallbackUrl', ended, callbackWaitMs, otherEndedAt);
    });
    const isEnded = [...ended.received, ...transcribed.received].some(({ at }) => at >= oneEndedAt);
    if (endsByItself)
      await judge('TEL-002', () =>
        expect(isEnded, 'whether anything was requested after Record=false, as after TimeLimit').toBe(true),
      );
    if (!isEnded) return lacksData('TEL-061', 'no callback reported the end of a recording');
    const transcription = await establish('TEL-078', () =>
      transcriptionOf('TranscribeCallback', transcribed, callbackWaitMs, oneEndedAt),
    );
    noteDelay(receiver, 'TranscribeCallback', transcription, oneEndedAt);
    await judge('TEL-061', () => expectNone(unasked, 'without Transcribe', receiver, callbackWaitMs));
  },
);

const otherOptions = { Direction: 'in', TimeLimit: '86400', FileFormat: 'wav', TrimSilence: 'true' };

/**
 * Judges the callbacks of a recording that its TimeLimit ends: they show that callbacks come at all, whatever
 * Record=false does.
 *
 * @returns whether it ended by itself
 */
async function judgeLimit(
  post: (form: Fields) => Promise<Answer>,
  receiver: Receiver,
  callbackWaitMs: number,
): Promise<boolean> {
  const [limited, transcribed] = [receiver.expectCallback(), receiver.expectCallback()];
  const outgoing = {
    Direction: 'out',
    Transcribe: 'true',
    TranscribeQuality: 'auto',
    TranscribeCallback: transcribed.url,
  };
  const briefly = async (options: Fields): Promise<number | undefined> => {
    const at = performance.now();
    const brief = { Record: 'true', TimeLimit: `${BRIEF}`, CallbackUrl: limited.url };
    return isCall(await post({ ...brief, ...options })) ? at : undefined;
  };
  const transcribedFrom = await briefly(outgoing);
  // Other checks judge whether the options are accepted.
  const startedAt = transcribedFrom ?? (await briefly({}));
  if (startedAt === undefined) return false;
  // Whatever unit TimeLimit counts in: a recording that it has not ended by then is ended by Record=false.
  const told = await limited.within(Math.min(BRIEF * 1000 + 1500, callbackWaitMs));
  // A request right after the start does not report the end (TEL-077), or TimeLimit counts in a smaller unit.
  const byItself = told !== undefined && told.at - startedAt > BRIEF * 1000 - 100;
  if (!byItself) await post({ Record: 'false' });
  await judge('TEL-076', async () => {
    await arrivalOf(`CallbackUrl, TimeLimit=${BRIEF}`, limited, callbackWaitMs);
  });
  // A recording that ended at once may contain nothing to transcribe.
  if (transcribedFrom !== undefined && (told === undefined || byItself))
    await judge('TEL-078', async () => {
      await transcriptionOf(`TranscribeCallback, TimeLimit=${BRIEF}`, transcribed, callbackWaitMs);
    });
  return byItself;
}

/**
 * An empty value, and one that a person would write; the call has just enough recordings to find one that is at fault,
 * if each request holds fewer of them than the one before.
 */
const fallbacks: readonly (readonly [id: RequirementId, name: string, others: readonly string[]])[] = [
  ['TEL-052', 'FileFormat', ['', 'MP3']],
  ['TEL-056', 'TrimSilence', ['', 'TRUE']],
  ['TEL-060', 'Transcribe', ['', 'True', 'true-not']],
  ['TEL-064', 'TranscribeQuality', ['']],
];

/** The recordings of the call for these values and for finding one at fault; the check above takes the others. */
const FALLBACKS = 3;

test(
  'other values of the fields that fall back are no error, and report no transcription',
  deep('TEL-061', further('TEL-052', 'TEL-056', 'TEL-060', 'TEL-064')),
  async ({ telephony, account, liveCall, receiver, callbackWaitMs, target }) => {
    const recordings = `/v2/Accounts/${account.sid}/Calls/${liveCall(6)}/Recordings.json`;
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

    for (const nth of [0, 1, 2]) {
      await judgeOptions(
        fallbacks.flatMap(([id, name, { [nth]: value }]): Option[] =>
          value === undefined ? [] : [[id, name, value]],
        ),
      );
    }
    if (!isWatched) return lacksData('TEL-061', 'no recording with another value of Transcribe was started');
    const how = 'with Transcribe=True, true-not or nothing';
    await judge('TEL-061', () => expectNone(unasked, how, receiver, callbackWaitMs));
  },
);
