import { refuse } from '../../reference/answer.ts';
import { defaultRules, type Rules } from '../../reference/rules/index.ts';
import { urlOfAtMost } from '../../reference/rules/recording.ts';

import type { Bank } from '../mutant.ts';

/** Values and paths of the telephony API that come near the allowed ones. */
export const partialRequests: Bank = {
  'record-by-number': {
    says: 'Treats a Record of 1 as true and of 0 as false.',
    breaks: 'TEL-033',
    record: (value) => (value === '1' || value === '0' ? value === '1' : defaultRules.record(value)),
  },
  'time-limit-by-number': {
    says: 'Accepts a TimeLimit in any JavaScript number notation, such as 1e3, 0x10 or 60.0.',
    breaks: 'TEL-042',
    timeLimit: (value) => {
      const number = Number(value);
      return value !== undefined && value.trim() !== '' && Number.isInteger(number) && number > 0
        ? number
        : defaultRules.timeLimit(value);
    },
  },
  'callback-url-measured-without-its-query': {
    says: 'Ignores the query when checking the length of CallbackUrl.',
    breaks: 'TEL-045',
    callbackUrl: withoutQuery('CallbackUrl'),
  },
  'transcribe-callback-measured-without-its-query': {
    says: 'Ignores the query when checking the length of TranscribeCallback.',
    breaks: 'TEL-048',
    transcribeCallback: withoutQuery('TranscribeCallback'),
  },
  'callback-url-of-a-path': {
    says: 'Accepts a path as CallbackUrl.',
    breaks: 'TEL-046',
    callbackUrl: (value) => (value?.startsWith('/') ? value : defaultRules.callbackUrl(value)),
  },
  'empty-file-format-refused': {
    says: 'Refuses an empty FileFormat.',
    breaks: 'TEL-052',
    rules: () => refusingEmpty('fileFormat'),
  },
  'empty-trim-silence-refused': {
    says: 'Refuses an empty TrimSilence.',
    breaks: 'TEL-056',
    rules: () => refusingEmpty('trimSilence'),
  },
  'empty-transcribe-refused': {
    says: 'Refuses an empty Transcribe.',
    breaks: 'TEL-060',
    rules: () => refusingEmpty('transcribe'),
  },
  'empty-transcribe-quality-refused': {
    says: 'Refuses an empty TranscribeQuality.',
    breaks: 'TEL-064',
    rules: () => refusingEmpty('transcribeQuality'),
  },
};

/** A rule of the four fields that fall back, which refuses an empty value. */
function refusingEmpty(
  name: 'fileFormat' | 'trimSilence' | 'transcribe' | 'transcribeQuality',
): Partial<Rules> {
  const rule = defaultRules[name] as (value: string | undefined) => never;
  return {
    [name]: (value: string | undefined) => (value === '' ? refuse(400, `An empty ${name}`) : rule(value)),
  };
}

/** A length that leaves the query out. */
function withoutQuery(name: string) {
  const short = urlOfAtMost(200, name);
  const any = urlOfAtMost(10_000, name);
  return (value: string | undefined): string | undefined => {
    if (value === undefined) return undefined;
    short(value.split('?')[0]);
    return any(value);
  };
}
