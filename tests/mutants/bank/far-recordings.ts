import { refuse } from '../../reference/answer.ts';

import { defaultRules } from '../../reference/rules/index.ts';

import type { Bank, MutantEntry } from '../mutant.ts';

const { record, timeLimit, transcribe } = defaultRules;

/** Recordings that keep a rule until two things come together: an option and a transcription, an end and a full call. */
export const farRecordingMutants = {
  ...Object.fromEntries(
    (
      [
        ['fileFormat', ['mp3', 'wav'], 'TEL-052'],
        ['trimSilence', ['true', 'false'], 'TEL-056'],
        ['transcribeQuality', ['auto', 'hybrid'], 'TEL-064'],
      ] as const
    ).map(([name, known, id]): [string, MutantEntry] => [
      `other-${name.toLowerCase()}-refused-where-it-is-transcribed`,
      {
        says: `Refuses Transcribe=true together with an unknown value of ${name}.`,
        breaks: id,
        rules: () => {
          const others = new Set<string>();
          const refuseBoth = (): void => {
            if (others.size > 1) refuse(400, `This ${name} is not transcribed`);
          };
          return {
            record: (value) => {
              others.clear();
              return record(value);
            },
            transcribe: (value) => {
              if (transcribe(value)) others.add('transcribe');
              refuseBoth();
              return transcribe(value);
            },
            [name]: (value: string | undefined) => {
              if (value !== undefined && !known.some((one) => one === value)) others.add(name);
              refuseBoth();
              return defaultRules[name](value);
            },
          };
        },
      },
    ]),
  ),
  'time-limit-of-a-day-at-most': {
    says: 'Refuses a TimeLimit of more than 86400.',
    breaks: 'TEL-040',
    timeLimit: (value) =>
      Number(value) > 86_400 ? refuse(400, 'TimeLimit is longer than a day') : timeLimit(value),
  },
  'transcribes-for-an-empty-value': {
    says: 'Treats an empty Transcribe as true.',
    breaks: 'TEL-061',
    transcribe: (value) => value === '' || transcribe(value),
  },
  'transcribes-what-begins-with-true': {
    says: 'Treats any Transcribe that begins with true as true.',
    breaks: 'TEL-061',
    transcribe: (value) => value?.startsWith('true') ?? false,
  },
} satisfies Bank;
