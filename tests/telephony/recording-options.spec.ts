import fc from 'fast-check';
import { answersCall, isA } from '../support/answers.ts';
import type { RequirementId } from '../support/catalogue.ts';
import type { Target } from '../support/target.ts';
import { control, covers, expect, judge, lacksData, test } from '../support/test.ts';
import type { Answer } from '../support/wire.ts';

/** A URL of exactly so many characters, at a host that no name server knows. */
const urlOf = (length: number): string => 'https://callback.example/'.padEnd(length, 'x');

/**
 * Every allowed value, three requests for all of them: a real call pays for each recording, and
 * holds five.
 */
const allowed = [
  [
    ['TEL-035', 'Direction', 'in'],
    ['TEL-040', 'TimeLimit', '1'],
    ['TEL-044', 'CallbackUrl', urlOf(199)],
    ['TEL-050', 'FileFormat', 'mp3'],
    ['TEL-054', 'TrimSilence', 'true'],
    ['TEL-058', 'Transcribe', 'true'],
    ['TEL-062', 'TranscribeQuality', 'auto'],
    ['TEL-047', 'TranscribeCallback', urlOf(200)],
  ],
  [
    ['TEL-036', 'Direction', 'out'],
    ['TEL-040', 'TimeLimit', '3600'],
    ['TEL-044', 'CallbackUrl', urlOf(200)],
    ['TEL-051', 'FileFormat', 'wav'],
    ['TEL-055', 'TrimSilence', 'false'],
    ['TEL-059', 'Transcribe', 'false'],
    ['TEL-063', 'TranscribeQuality', 'hybrid'],
    ['TEL-047', 'TranscribeCallback', urlOf(199)],
  ],
  [['TEL-037', 'Direction', 'both']],
] as const;

test(
  'every allowed value is accepted',
  covers(
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
    const recordings = `/v2/Accounts/${account.sid}/Calls/${liveCall(2)}/Recordings.json`;
    const judgeOptions = optionsJudge((form) => telephony.post(recordings, { form }), target);
    for (const options of allowed) await judgeOptions(options);
  },
);

type Option = readonly [id: RequirementId, name: string, value: string];

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

  return async function judgeOptions(all: readonly Option[]): Promise<void> {
    const options = all.filter(([, name]) => !guilty.has(name));
    const ids = options.map(([id]) => id);
    if (options.length === 0) return;
    if (left === 0) return lacksData(ids, 'the call holds five recordings already');
    const answer = await post({
      Record: 'true',
      ...Object.fromEntries(options.map(([, name, value]) => [name, value])),
    });
    const started = isA(answersCall, answer);
    if (started) {
      left -= 1;
      // Whether several may run at a time is a matter of its own (TEL-067).
      await post({ Record: 'false' });
    }
    if (started || options.length === 1) {
      if (!started) guilty.add(options[0]?.[1] ?? '');
      return judge(ids, () => void answersCall(answer));
    }
    const half = Math.ceil(options.length / 2);
    await judgeOptions(options.slice(0, half));
    await judgeOptions(options.slice(half));
  };
}

const fallbacks = [
  ['TEL-052', 'FileFormat', ['mp3', 'wav']],
  ['TEL-056', 'TrimSilence', ['true', 'false']],
  ['TEL-060', 'Transcribe', ['true', 'false']],
  ['TEL-064', 'TranscribeQuality', ['auto', 'hybrid']],
] as const;

test(
  'any other value of the fields that fall back is no error',
  covers('TEL-052', 'TEL-056', 'TEL-060', 'TEL-064'),
  async ({ telephony, account, liveCall, target }) => {
    const recordings = `/v2/Accounts/${account.sid}/Calls/${liveCall(3)}/Recordings.json`;
    const judgeOptions = optionsJudge((form) => telephony.post(recordings, { form }), target);
    const other = (known: readonly string[]) =>
      fc
        .oneof(
          fc.constantFrom('ogg', '0', 'TRUE', 'null', '<script>', '../mp3'),
          fc.string({ unit: 'grapheme', minLength: 1, maxLength: 40 }),
        )
        .filter((value) => !known.includes(value));
    const others = fc.record(Object.fromEntries(fallbacks.map(([, name, known]) => [name, other(known)])));

    // The mock's calls cost nothing; a live one pays a recording for each request.
    for (const options of fc.sample(others, { seed: 8, numRuns: target.kind === 'mock' ? 40 : 3 })) {
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

    await control(start(), answersCall, 'TEL-001');
    await judge('TEL-067', async () => void answersCall(await start()));
    await judge('TEL-068', async () => {
      for (const _ of ['third', 'fourth', 'fifth']) answersCall(await start());
    });
    await judge('TEL-069', async () => expect(await start()).toBeRefused());
  },
);
