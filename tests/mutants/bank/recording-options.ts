import { refuse } from '../../reference/answer.ts';
import { defaultRules, type Rules } from '../../reference/rules/index.ts';
import { urlOfAtMost } from '../../reference/rules/recording.ts';
import type { RequirementId } from '../../support/catalogue.ts';
import type { Bank, MutantEntry } from '../mutant.ts';

const { direction, fileFormat } = defaultRules;

/** Breaking the options of a recording, one each. */
export const recordingOptionMutants = {
  'direction-required': required('direction', 'Direction'),
  'time-limit-required': required('timeLimit', 'TimeLimit'),
  'callback-url-required': required('callbackUrl', 'CallbackUrl'),
  'file-format-required': required('fileFormat', 'FileFormat'),
  'trim-silence-required': required('trimSilence', 'TrimSilence'),
  'transcribe-required': required('transcribe', 'Transcribe'),
  'transcribe-quality-required': required('transcribeQuality', 'TranscribeQuality'),
  'transcribe-callback-required': required('transcribeCallback', 'TranscribeCallback'),
  'direction-in-refused': refusing('TEL-035', 'direction', 'in'),
  'direction-out-refused': refusing('TEL-036', 'direction', 'out'),
  'direction-both-refused': refusing('TEL-037', 'direction', 'both'),
  'hybrid-transcription-refused': {
    says: 'Refuses TranscribeQuality=hybrid when Transcribe is true.',
    breaks: 'TEL-063',
    rules: () => {
      let transcribes = false;
      return {
        transcribe: (value) => (transcribes = defaultRules.transcribe(value)),
        transcribeQuality: (value) =>
          transcribes && value === 'hybrid'
            ? refuse(400, 'not for this account')
            : defaultRules.transcribeQuality(value),
      };
    },
  },
  'callback-url-with-escapes-refused': withoutEscapes('TEL-044', 'callbackUrl', 'CallbackUrl'),
  'transcribe-callback-with-escapes-refused': withoutEscapes(
    'TEL-047',
    'transcribeCallback',
    'TranscribeCallback',
  ),
  'urls-of-anything-behind-the-scheme': {
    says: 'Accepts anything that begins with http:// or https:// as a callback URL.',
    breaks: ['TEL-046', 'TEL-049'],
    rules: () => {
      const loosely =
        (rule: (value: string | undefined) => string | undefined) => (value: string | undefined) =>
          /^https?:\/\/.+/.test(value ?? '') && !URL.canParse(value ?? '') ? value : rule(value);
      return {
        callbackUrl: loosely(defaultRules.callbackUrl),
        transcribeCallback: loosely(defaultRules.transcribeCallback),
      };
    },
  },
  'record-that-begins-or-ends-well': {
    says: 'Treats a Record that begins with true as true, and one that ends with false as false.',
    breaks: 'TEL-033',
    record: (value) =>
      defaultRules.record(
        /^true/i.test(value ?? '') ? 'true' : /false$/i.test(value ?? '') ? 'false' : value,
      ),
  },
  'direction-falls-back': {
    says: 'Treats an unknown Direction as both.',
    breaks: 'TEL-038',
    direction: (value) => (value === 'in' || value === 'out' ? value : 'both'),
  },
  'direction-answered-500': {
    says: 'Returns status 500 for an unknown Direction.',
    breaks: 'TEL-038',
    direction: (value) => (/^(?:in|out|both|)$/.test(value ?? '') ? direction(value) : refuse(500, 'failed')),
  },
  'time-limit-over-one': refusing('TEL-040', 'timeLimit', '1'),
  'time-limit-under-an-hour': refusing('TEL-040', 'timeLimit', '3600'),
  'time-limit-zero-taken': {
    says: 'Accepts a TimeLimit of 0.',
    breaks: 'TEL-041',
    timeLimit: numberIf(/^\d+$/),
  },
  'time-limit-negative-taken': {
    says: 'Accepts a negative TimeLimit.',
    breaks: 'TEL-041',
    timeLimit: numberIf(/^-?0*[1-9]\d*$/),
  },
  'time-limit-with-a-fraction-taken': {
    says: 'Accepts a TimeLimit with a fraction.',
    breaks: 'TEL-042',
    timeLimit: numberIf(/^0*[1-9]\d*(?:\.\d+)?$/),
  },
  'time-limit-in-words-ignored': {
    says: 'Ignores a TimeLimit that contains lowercase letters.',
    breaks: 'TEL-042',
    timeLimit: (value) => (/[a-z]/.test(value ?? '') ? undefined : numberIf(/^0*[1-9]\d*$/)(value)),
  },
  'callback-url-under-200': {
    says: 'Refuses a CallbackUrl of 200 characters.',
    breaks: 'TEL-044',
    callbackUrl: urlOfAtMost(199, 'CallbackUrl'),
  },
  'callback-url-over-http-refused': refusing('TEL-044', 'callbackUrl', /^http:/),
  'callback-url-of-201': {
    says: 'Accepts a CallbackUrl of 201 characters.',
    breaks: 'TEL-045',
    callbackUrl: urlOfAtMost(201, 'CallbackUrl'),
  },
  'callback-url-cut-off': {
    says: 'Truncates a CallbackUrl to 200 characters.',
    breaks: 'TEL-045',
    callbackUrl: (value) => urlOfAtMost(200, 'CallbackUrl')(value?.slice(0, 200)),
  },
  'callback-url-that-is-none-ignored': {
    says: 'Ignores a CallbackUrl that is not a URL.',
    breaks: 'TEL-046',
    callbackUrl: urlOrNothing('CallbackUrl'),
  },
  'transcribe-callback-under-200': {
    says: 'Refuses a TranscribeCallback of 200 characters.',
    breaks: 'TEL-047',
    transcribeCallback: urlOfAtMost(199, 'TranscribeCallback'),
  },
  'transcribe-callback-with-a-query-refused': refusing('TEL-047', 'transcribeCallback', /\?/),
  'transcribe-callback-of-201': {
    says: 'Accepts a TranscribeCallback of 201 characters.',
    breaks: 'TEL-048',
    transcribeCallback: urlOfAtMost(201, 'TranscribeCallback'),
  },
  'transcribe-callback-that-is-none-ignored': {
    says: 'Ignores a TranscribeCallback that is not a URL.',
    breaks: 'TEL-049',
    transcribeCallback: urlOrNothing('TranscribeCallback'),
  },
  'file-format-mp3-refused': refusing('TEL-050', 'fileFormat', 'mp3'),
  'file-format-mp3-answered-by-half': {
    says: 'Truncates the response when FileFormat is mp3.',
    breaks: 'TEL-050',
    fileFormat: (value) =>
      value === 'mp3'
        ? refuse(400, 'half', 'invalid_request', { 'Content-Length': '4096', Connection: 'close' })
        : fileFormat(value),
  },
  'file-format-wav-refused': refusing('TEL-051', 'fileFormat', 'wav'),
  'file-format-else-refused': refusing('TEL-052', 'fileFormat', /^(?!mp3$|wav$)/),
  'file-format-ogg-refused': refusing('TEL-052', 'fileFormat', 'ogg'),
  'trim-silence-true-refused': refusing('TEL-054', 'trimSilence', 'true'),
  'trim-silence-false-refused': refusing('TEL-055', 'trimSilence', 'false'),
  'trim-silence-else-refused': refusing('TEL-056', 'trimSilence', /^(?!true$|false$)/),
  'trim-silence-in-capitals-refused': refusing('TEL-056', 'trimSilence', /[A-Z]/),
  'transcribe-true-refused': refusing('TEL-058', 'transcribe', 'true'),
  'transcribe-false-refused': refusing('TEL-059', 'transcribe', 'false'),
  'transcribe-else-refused': refusing('TEL-060', 'transcribe', /^(?!true$|false$)/),
  'transcribe-in-braces-answered-500': refusing('TEL-060', 'transcribe', /[{}]/, 500),
  'transcribe-quality-auto-refused': refusing('TEL-062', 'transcribeQuality', 'auto'),
  'transcribe-quality-hybrid-refused': refusing('TEL-063', 'transcribeQuality', 'hybrid'),
  'transcribe-quality-else-refused': refusing('TEL-064', 'transcribeQuality', /^(?!auto$|hybrid$)/),
  'transcribe-quality-beyond-ascii-answered-500': refusing('TEL-064', 'transcribeQuality', /[^ -~]/, 500),
  ...Object.fromEntries(
    (
      [
        ['file-format', 'TEL-052', 'fileFormat'],
        ['trim-silence', 'TEL-056', 'trimSilence'],
        ['transcribe', 'TEL-060', 'transcribe'],
      ] as const
    ).flatMap(([name, id, rule]) => [
      [`${name}-beyond-ascii-answered-500`, refusing(id, rule, /[^ -~]/, 500)],
      [`${name}-of-eighty-characters-answered-500`, refusing(id, rule, /.{80}/, 500)],
    ]),
  ),
} satisfies Bank;

/** The rules that read one option each. */
type Option =
  | 'direction'
  | 'timeLimit'
  | 'callbackUrl'
  | 'fileFormat'
  | 'trimSilence'
  | 'transcribe'
  | 'transcribeQuality'
  | 'transcribeCallback';

/** A deployment that refuses a recording without an option. */
function required(rule: Option, name: string): MutantEntry {
  return {
    says: `Refuses a recording request without ${name}.`,
    breaks: ['TEL-001', 'TEL-003', 'TEL-066'],
    rules: () => reading(rule, (value) => value ?? refuse(400, `${name} is missing`)),
  };
}

/** A deployment that refuses certain values of an option. */
function refusing(breaks: RequirementId, rule: Option, values: string | RegExp, status = 400): MutantEntry {
  const isOne = (value: string) => (typeof values === 'string' ? value === values : values.test(value));
  return {
    says: `Returns status ${status} when ${rule} ${typeof values === 'string' ? `is ${values}` : `matches ${values}`}.`,
    breaks,
    rules: () =>
      reading(rule, (value) =>
        value !== undefined && isOne(value) ? refuse(status, `${rule} will not do`) : value,
      ),
  };
}

/** Reads an option as usual, but for what becomes of its value before. */
function reading(rule: Option, before: (value: string | undefined) => string | undefined): Partial<Rules> {
  return { [rule]: (value: string | undefined) => defaultRules[rule](before(value)) };
}

/** Reads a TimeLimit that is written so. */
function numberIf(pattern: RegExp): Rules['timeLimit'] {
  return (value) => {
    if (value === undefined) return undefined;
    return pattern.test(value) ? Number(value) : refuse(400, 'TimeLimit will not do');
  };
}

/** Reads a URL, and takes what is none for nothing. */
function urlOrNothing(name: string): Rules['callbackUrl'] {
  return (value) => (value !== undefined && URL.canParse(value) ? urlOfAtMost(200, name)(value) : undefined);
}

/** Refuses a URL with an escape or a plus sign. */
function withoutEscapes(
  id: RequirementId,
  rule: 'callbackUrl' | 'transcribeCallback',
  name: string,
): MutantEntry {
  return {
    says: `Refuses a ${name} that contains a percent sign or a plus sign.`,
    breaks: id,
    rules: () => ({
      [rule]: (value: string | undefined) =>
        /[%+]/.test(value ?? '') ? refuse(400, `${name} is no URL`) : defaultRules[rule](value),
    }),
  };
}
