import { defaultRules } from '../../reference/rules/index.ts';

import type { Bank } from '../mutant.ts';

const { direction, record, timeLimit } = defaultRules;

/** Breaking a rule of recordings for some options or calls only. */
export const partialRecordingMutants = {
  'record-yes': {
    says: 'Treats Record=yes as true and Record=no as false.',
    breaks: 'TEL-033',
    record: (value) => record(value === 'yes' ? 'true' : value === 'no' ? 'false' : value),
  },
  'direction-inbound': {
    says: 'Treats the Direction inbound as in and outbound as out.',
    breaks: 'TEL-038',
    direction: (value) => direction(value?.replace(/bound$/, '')),
  },
  'time-limit-with-a-unit': {
    says: 'Accepts a TimeLimit with a unit, such as 60s.',
    breaks: 'TEL-042',
    timeLimit: (value) => timeLimit(value?.replace(/^(\d+)[smh]$/, '$1')),
  },
  'record-empty': {
    says: 'Treats an empty Record as true.',
    breaks: 'TEL-033',
    record: (value) => record(value === '' ? 'true' : value),
  },
  'time-limit-of-four-hours': {
    says: 'Refuses a TimeLimit of more than four hours.',
    breaks: 'TEL-040',
    timeLimit: (value) => timeLimit(Number(value) > 14_400 ? '0' : value),
  },
  'callback-url-without-a-scheme': {
    says: 'Ignores a CallbackUrl without a scheme instead of refusing it.',
    breaks: 'TEL-046',
    callbackUrl: (value) => (isWithoutScheme(value) ? undefined : defaultRules.callbackUrl(value)),
  },
  'transcribe-callback-of-a-path': {
    says: 'Accepts a TranscribeCallback that is a path.',
    breaks: 'TEL-049',
    transcribeCallback: (value) =>
      defaultRules.transcribeCallback(value?.startsWith('/') ? `https://callback.example${value}` : value),
  },
  'transcribe-callback-without-a-scheme': {
    says: 'Ignores a TranscribeCallback without a scheme instead of refusing it.',
    breaks: 'TEL-049',
    transcribeCallback: (value) =>
      isWithoutScheme(value) ? undefined : defaultRules.transcribeCallback(value),
  },
  'callback-url-measured-decoded': {
    says: 'Counts a percent escape in CallbackUrl as one character.',
    breaks: 'TEL-045',
    callbackUrl: (value) => (isShortDecoded(value) ? value : defaultRules.callbackUrl(value)),
  },
  'transcribe-callback-measured-decoded': {
    says: 'Counts a percent escape in TranscribeCallback as one character.',
    breaks: 'TEL-048',
    transcribeCallback: (value) => (isShortDecoded(value) ? value : defaultRules.transcribeCallback(value)),
  },
} satisfies Bank;

function isWithoutScheme(value = ''): boolean {
  return /^[\w.]+\/\S*$/.test(value);
}

function isShortDecoded(value = ''): boolean {
  return URL.canParse(value) && decodeURIComponent(value).length <= 200;
}
