import fc from 'fast-check';
import { answersCall, isA } from '../support/answers.ts';
import { idleUrls } from '../support/callbacks.ts';
import type { RequirementId } from '../support/catalogue.ts';
import type { Target } from '../support/target.ts';
import { control, covers, expect, judge, lacksData, test } from '../support/test.ts';
import type { Answer } from '../support/wire.ts';

type Option = readonly [id: RequirementId, name: string, value: string];

/**
 * Every allowed value, three requests for all of them: a real call pays for each recording, and
 * holds five.
 */
function allowedAt({ longest, plain }: ReturnType<typeof idleUrls>): readonly (readonly Option[])[] {
  return [
    [
      ['TEL-035', 'Direction', 'in'],
      ['TEL-040', 'TimeLimit', '1'],
      ['TEL-044', 'CallbackUrl', plain],
      ['TEL-050', 'FileFormat', 'mp3'],
      ['TEL-054', 'TrimSilence', 'true'],
      ['TEL-058', 'Transcribe', 'true'],
      ['TEL-062', 'TranscribeQuality', 'auto'],
      ['TEL-047', 'TranscribeCallback', longest],
    ],
    [
      ['TEL-036', 'Direction', 'out'],
      ['TEL-040', 'TimeLimit', '86400'],
      ['TEL-044', 'CallbackUrl', longest],
      ['TEL-051', 'FileFormat', 'wav'],
      ['TEL-055', 'TrimSilence', 'false'],
      ['TEL-059', 'Transcribe', 'false'],
      ['TEL-063', 'TranscribeQuality', 'hybrid'],
      ['TEL-047', 'TranscribeCallback', plain],
    ],
    [
      ['TEL-037', 'Direction', 'both'],
      ['TEL-040', 'TimeLimit', '3600'],
    ],
  ];
}

test(
  'every allowed value is accepted',
  covers(
    'TEL-029',
    'TEL-035',
    'TEL-036',
    'TEL-037',
    'TEL-040',
    'TEL-044',
    'TEL-047',
    'TEL-050',
    'TEL-051',
    'TEL-054',
    'TEL-055',
    'TEL-058',
    'TEL-059',
    'TEL-062',
    'TEL-063',
  ),
  async ({ telephony, account, liveCall, target }) => {
    const call = liveCall(2);
    const recordings = `/v2/Accounts/${account.sid}/Calls/${call}/Recordings.json`;
    const sids: unknown[] = [];
    const post = async (form: Record<string, string>) => {
      const answer = await telephony.post(recordings, { form });
      if (isCall(answer)) sids.push(answersCall(answer)['sid']);
      return answer;
    };
    const judgeOptions = optionsJudge(post, target);
    for (const options of allowedAt(idleUrls(target.callback))) await judgeOptions(options);
    if (sids.length === 0) return lacksData('TEL-029', 'no recording was started');
    await judge('TEL-029', () => expect(sids, 'sid').toEqual(sids.map(() => call)));
  },
);

/** A call holds no more recordings (TEL-069): beyond these a refusal says nothing about an option. */
const RECORDINGS_PER_CALL = 5;

/**
 * Judges options by requests that start a recording with them. What is refused together is tried by
 * halves, so that only the value at fault fails and the call can pay for finding it.
 */
function optionsJudge(post: (form: Record<string, string>) => Promise<Answer>, target: Target) {
  // A mock's calls cost nothing.
  let left = target.kind === 'mock' ? Number.POSITIVE_INFINITY : RECORDINGS_PER_CALL;
  const guilty = new Set<string>();

  const start = async (options: readonly Option[]): Promise<Answer> => {
    const answer = await post({
      Record: 'true',
      ...Object.fromEntries(options.map(([, name, value]) => [name, value])),
    });
    if (isCall(answer)) {
      left -= 1;
      // Whether several may run at a time is a matter of its own (TEL-067).
      await post({ Record: 'false' });
    }
    return answer;
  };

  return async function judgeOptions(all: readonly Option[]): Promise<void> {
    const options = all.filter(([, name]) => !guilty.has(name));
    const spared = all.filter(([, name]) => guilty.has(name));
    lacksData(
      spared.map(([id]) => id),
      'the call can pay for one refusal of an option',
    );
    const ids = options.map(([id]) => id);
    if (options.length === 0) return;
    if (left === 0) return lacksData(ids, 'the call holds five recordings already');
    const answer = await start(options);
    if (!isCall(answer) && options.length > 1) {
      const half = Math.ceil(options.length / 2);
      await judgeOptions(options.slice(0, half));
      return judgeOptions(options.slice(half));
    }
    if (!isCall(answer)) {
      // The option is at fault where a recording without it is taken.
      await control(start([]), answersCall);
      guilty.add(options[0]?.[1] ?? '');
    }
    await judge(ids, () => void answersCall(answer));
  };
}

/** Whether the call was answered. Silence is no answer: what it means, the control tells. */
function isCall(answer: Answer): boolean {
  return answer.failure === undefined && isA(answersCall, answer);
}

/**
 * What another service would understand, what a person would write, what nobody means, and nothing. Where a fourth
 * request held all four fields, the call could not pay for finding the one at fault.
 */
const fallbacks: readonly (readonly [
  RequirementId,
  string,
  known: readonly string[],
  others: readonly string[],
])[] = [
  ['TEL-052', 'FileFormat', ['mp3', 'wav'], ['ogg', 'MP3', '../<mp3>', '']],
  ['TEL-056', 'TrimSilence', ['true', 'false'], ['1', 'TRUE', 'null', '']],
  ['TEL-060', 'Transcribe', ['true', 'false'], ['yes', 'False', '{}', '']],
  ['TEL-064', 'TranscribeQuality', ['auto', 'hybrid'], ['best 漢字 🙂', 'Auto', '']],
];

test(
  'any other value of the fields that fall back is no error',
  covers('TEL-052', 'TEL-056', 'TEL-060', 'TEL-064'),
  async ({ telephony, account, liveCall, target }) => {
    const recordings = `/v2/Accounts/${account.sid}/Calls/${liveCall(3)}/Recordings.json`;
    const judgeOptions = optionsJudge((form) => telephony.post(recordings, { form }), target);

    for (const nth of [0, 1, 2, 3]) {
      await judgeOptions(
        fallbacks.flatMap(([id, name, , { [nth]: value }]): Option[] =>
          value === undefined ? [] : [[id, name, value]],
        ),
      );
    }
    // The mock's calls cost nothing; a live one pays a recording for each request.
    if (target.kind !== 'mock') return;
    const other = (known: readonly string[]) =>
      fc.string({ unit: 'grapheme', minLength: 1, maxLength: 40 }).filter((value) => !known.includes(value));
    const any = fc.record(Object.fromEntries(fallbacks.map(([, name, known]) => [name, other(known)])));
    for (const options of fc.sample(any, { seed: 8, numRuns: 40 })) {
      await judgeOptions(fallbacks.map(([id, name]) => [id, name, options[name] ?? '']));
    }
  },
);

test(
  'several recordings, and five at most',
  covers('TEL-067', 'TEL-068', 'TEL-069'),
  async ({ telephony, account, liveCall }) => {
    const recordings = `/v2/Accounts/${account.sid}/Calls/${liveCall(5)}/Recordings.json`;
    const start = () => telephony.post(recordings, { form: { Record: 'true' } });
    const end = () => telephony.post(recordings, { form: { Record: 'false' } });
    await control(start(), answersCall, 'TEL-001');

    const beside: Answer[] = [];
    const taken: Answer[] = [];
    for (const _ of ['second', 'third', 'fourth', 'fifth']) {
      const answer = await start();
      if (isA(answersCall, answer)) {
        beside.push(answer);
        taken.push(answer);
        continue;
      }
      // Too many at a time, or too many at all: with one of them ended it shows.
      await end();
      const again = await start();
      taken.push(again);
      if (!isA(answersCall, again)) break;
      beside.push(answer);
    }
    if (beside.length === 0) lacksData('TEL-067', 'the call holds one recording');
    else await judge('TEL-067', () => beside.forEach(answersCall));
    await judge('TEL-068', () => taken.forEach(answersCall));

    if (!taken.every((answer) => isA(answersCall, answer))) {
      return lacksData('TEL-069', 'the call does not hold five recordings');
    }
    // One that has ended belongs to the call all the same.
    await end();
    await judge('TEL-069', async () => expect(await start()).toBeRefused());
  },
);
