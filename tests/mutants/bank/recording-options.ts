import { refuse } from '../../reference/answer.ts';
import type { Fields } from '../../reference/incoming.ts';
import { defaultRules } from '../../reference/rules/index.ts';
import { all, isFor, onCall } from '../circumstances.ts';
import { each, series } from '../family.ts';
import type { Bank, MutantEntry } from '../mutant.ts';

const { direction, fileFormat, record, timeLimit } = defaultRules;

/** The options of a recording by their rules. */
const options = {
  direction: 'Direction',
  timeLimit: 'TimeLimit',
  callbackUrl: 'CallbackUrl',
  fileFormat: 'FileFormat',
  trimSilence: 'TrimSilence',
  transcribe: 'Transcribe',
  transcribeQuality: 'TranscribeQuality',
  transcribeCallback: 'TranscribeCallback',
} as const;

const never = /^\b$/;
const atFirst = onCall(({ recordings }) => recordings.length === 0);

/** Values of Record that are taken for true, and for false. */
export const recordValues = {
  ...series(
    'record',
    {
      'by-number': ['Record=1 as true and Record=0 as false', /^1$/, /^0$/],
      yes: ['Record=yes as true and Record=no as false', /^yes$/, /^no$/],
      'on-and-off': ['Record=on as true', /^on$/, never],
      zero: ['Record=0 as false', never, /^0$/],
      no: ['Record=no as false', never, /^no$/],
      empty: ['an empty Record as true', /^$/, never],
      'with-true-in-it': ['any Record that contains true as true', /true/, never],
      'known-by-its-beginning': ['a beginning of true as true', /^(?:t|tr|tru)$/, never],
      'known-by-the-beginning-of-false': ['a beginning of false as false', never, /^(?:f|fa|fal|fals)$/],
      'that-begins-with-false': ['any Record that begins with false as false', never, /^false/],
      'that-begins-or-ends-well': [
        'a Record that begins with true as true, or that ends with false as false',
        /^true/i,
        /false$/i,
      ],
      'else-means-false': ['any Record other than true as false', never, /^(?!true$)/],
      'else-means-true': ['any Record other than false as true', /^(?!false$)/, never],
    },
    (what, asTrue, asFalse) => ({
      says: `Treats ${what}.`,
      breaks: 'TEL-033',
      record: (value) => record(isOne(value, asTrue) ? 'true' : isOne(value, asFalse) ? 'false' : value),
    }),
  ),
  'record-else-means-true-at-first': {
    says: 'Treats any Record other than false as true on a call without recordings.',
    breaks: 'TEL-033',
    when: atFirst,
    record: (value) => value !== 'false',
  },
  'record-else-means-false-where-something-is-recorded': {
    says: 'Treats any Record other than true as false, and refuses to end a recording when none is running.',
    breaks: ['TEL-032', 'TEL-033'],
    record: (value) => value === 'true',
    recordingToEnd: (running) => running.at(-1) ?? refuse(409, 'Nothing is being recorded'),
  },
  ...series('record-missing-means', { true: ['true'], false: ['false'] }, (meant) => ({
    says: `Treats a missing Record as ${meant}.`,
    breaks: 'TEL-032',
    record: (value = meant) => record(value),
  })),
} satisfies Bank;

/** Options without which a recording is refused, or whose allowed values are. */
export const refusedOptions = {
  ...series(
    'recording-refused-without',
    {
      direction: ['direction'],
      'time-limit': ['timeLimit'],
      'callback-url': ['callbackUrl'],
      'file-format': ['fileFormat'],
      'trim-silence': ['trimSilence'],
      transcribe: ['transcribe'],
      'transcribe-quality': ['transcribeQuality'],
      'transcribe-callback': ['transcribeCallback'],
    },
    (rule) => ({
      says: `Refuses a recording request without ${options[rule]}.`,
      breaks: ['TEL-001', 'TEL-003', 'TEL-066'],
      when: all(isFor('recordCall'), ({ form }) => form[options[rule]] === undefined),
      [rule]: () => refuse(400, `${options[rule]} is missing`),
    }),
  ),
  ...each(
    [
      ['direction-in-refused', 'TEL-035', 'direction', /^in$/],
      ['direction-out-refused', 'TEL-036', 'direction', /^out$/],
      ['direction-both-refused', 'TEL-037', 'direction', /^both$/],
      ['direction-answered-500', 'TEL-038', 'direction', /^(?!(?:in|out|both)?$)/, 500],
      ['time-limit-over-one', 'TEL-040', 'timeLimit', /^1$/],
      ['time-limit-under-an-hour', 'TEL-040', 'timeLimit', /^3600$/],
      ['file-format-mp3-refused', 'TEL-050', 'fileFormat', /^mp3$/],
      ['file-format-wav-refused', 'TEL-051', 'fileFormat', /^wav$/],
      ['file-format-else-refused', 'TEL-052', 'fileFormat', /^(?!mp3$|wav$)/],
      ['file-format-ogg-refused', 'TEL-052', 'fileFormat', /^ogg$/],
      ['file-format-beyond-ascii-answered-500', 'TEL-052', 'fileFormat', /[^ -~]/, 500],
      ['file-format-of-eighty-characters-answered-500', 'TEL-052', 'fileFormat', /.{80}/, 500],
      ['empty-file-format-refused', 'TEL-052', 'fileFormat', /^$/],
      ['trim-silence-true-refused', 'TEL-054', 'trimSilence', /^true$/],
      ['trim-silence-false-refused', 'TEL-055', 'trimSilence', /^false$/],
      ['trim-silence-else-refused', 'TEL-056', 'trimSilence', /^(?!true$|false$)/],
      ['trim-silence-in-capitals-refused', 'TEL-056', 'trimSilence', /[A-Z]/],
      ['trim-silence-beyond-ascii-answered-500', 'TEL-056', 'trimSilence', /[^ -~]/, 500],
      ['trim-silence-of-eighty-characters-answered-500', 'TEL-056', 'trimSilence', /.{80}/, 500],
      ['empty-trim-silence-refused', 'TEL-056', 'trimSilence', /^$/],
      ['transcribe-true-refused', 'TEL-058', 'transcribe', /^true$/],
      ['transcribe-false-refused', 'TEL-059', 'transcribe', /^false$/],
      ['transcribe-else-refused', 'TEL-060', 'transcribe', /^(?!true$|false$)/],
      ['transcribe-in-braces-answered-500', 'TEL-060', 'transcribe', /[{}]/, 500],
      ['transcribe-beyond-ascii-answered-500', 'TEL-060', 'transcribe', /[^ -~]/, 500],
      ['transcribe-of-eighty-characters-answered-500', 'TEL-060', 'transcribe', /.{80}/, 500],
      ['empty-transcribe-refused', 'TEL-060', 'transcribe', /^$/],
      ['transcribe-quality-auto-refused', 'TEL-062', 'transcribeQuality', /^auto$/],
      ['transcribe-quality-hybrid-refused', 'TEL-063', 'transcribeQuality', /^hybrid$/],
      ['transcribe-quality-else-refused', 'TEL-064', 'transcribeQuality', /^(?!auto$|hybrid$)/],
      ['transcribe-quality-beyond-ascii-answered-500', 'TEL-064', 'transcribeQuality', /[^ -~]/, 500],
      ['long-quality-refused', 'TEL-064', 'transcribeQuality', /.{65}/, 500],
      ['empty-transcribe-quality-refused', 'TEL-064', 'transcribeQuality', /^$/],
    ],
    (_, breaks, rule, values, status: number = 400) => ({
      says: `Returns status ${status} when ${options[rule]} ${told(values)}.`,
      breaks,
      when: ({ form }) => isOne(form[options[rule]], values),
      [rule]: () => refuse(status, `${options[rule]} will not do`),
    }),
  ),
  ...each(
    [
      ['time-limit-of-four-hours', 14_400],
      ['time-limit-of-a-day-at-most', 86_400],
      ['time-limit-of-a-month-at-most', 2_592_000],
    ],
    (_, most) => ({
      says: `Refuses a TimeLimit of more than ${most}.`,
      breaks: 'TEL-040',
      timeLimit: (value) => (Number(value) > most ? refuse(400, 'TimeLimit is too long') : timeLimit(value)),
    }),
  ),
  'file-format-mp3-answered-by-half': {
    says: 'Truncates the response when FileFormat is mp3.',
    breaks: 'TEL-050',
    fileFormat: (value) =>
      value === 'mp3'
        ? refuse(400, 'half', 'invalid_request', { 'Content-Length': '4096', Connection: 'close' })
        : fileFormat(value),
  },
  'wav-refused-beside-in': together('FileFormat=wav when Direction is in', 'TEL-051', isWavFor('in')),
  'wav-refused-beside-out': together('FileFormat=wav when Direction is out', 'TEL-051', isWavFor('out')),
  'wav-refused-beside-both': together(
    'FileFormat=wav when Direction is both',
    ['TEL-037', 'TEL-051'],
    isWavFor('both'),
  ),
  'transcribe-refused-for-wav': together(
    'Transcribe=true when FileFormat is wav',
    ['TEL-051', 'TEL-058'],
    ({ FileFormat, Transcribe }) => FileFormat === 'wav' && Transcribe === 'true',
  ),
  'transcribe-needs-its-callback': together(
    'Transcribe=true without TranscribeCallback',
    'TEL-058',
    ({ Transcribe, TranscribeCallback }) => Transcribe === 'true' && TranscribeCallback === undefined,
  ),
  'hybrid-transcription-refused': together(
    'TranscribeQuality=hybrid when Transcribe is true',
    'TEL-063',
    ({ Transcribe, TranscribeQuality }) => Transcribe === 'true' && TranscribeQuality === 'hybrid',
  ),
  ...each(
    [
      ['other-fileformat-refused-where-it-is-transcribed', 'FileFormat', 'TEL-052', /^(?:mp3|wav)$/],
      ['other-trimsilence-refused-where-it-is-transcribed', 'TrimSilence', 'TEL-056', /^(?:true|false)$/],
      [
        'other-transcribequality-refused-where-it-is-transcribed',
        'TranscribeQuality',
        'TEL-064',
        /^(?:auto|hybrid)$/,
      ],
    ],
    (_, name, breaks, known) =>
      together(`Transcribe=true together with an unknown value of ${name}`, breaks, (form) => {
        const value = form[name];
        return form['Transcribe'] === 'true' && value !== undefined && !known.test(value);
      }),
  ),
} satisfies Bank;

/** Values of Direction and TimeLimit that are none, and are taken for one. */
export const nearOptions = {
  'direction-falls-back': way('Treats an unknown Direction as both.', known),
  'direction-falls-back-at-first': {
    ...way('Treats an unknown Direction as both on a call without recordings.', known),
    when: atFirst,
  },
  'any-direction-taken-for-wav': {
    ...way('Treats an unknown Direction as both when FileFormat is wav.', known),
    when: ({ form }) => form['FileFormat'] === 'wav',
  },
  'direction-inbound': way('Treats the Direction inbound as in and outbound as out.', (value) =>
    value.replace(/bound$/, ''),
  ),
  'directions-in-full': way('Treats the Direction incoming as in and outgoing as out.', (value) =>
    value.replace(/(coming|going)$/, ''),
  ),
  'direction-that-begins-with-both': way('Treats any Direction that begins with both as both.', (value) =>
    value.startsWith('both') ? 'both' : value,
  ),
  'direction-known-by-a-part': way(
    'Accepts a prefix of a valid Direction in its place.',
    (value) => ['both', 'out', 'in'].find((one) => value !== '' && one.startsWith(value)) ?? value,
  ),
  'two-directions-at-once': way('Treats the Direction in,out as both.', (value) =>
    value === 'in,out' ? 'both' : value,
  ),
  'time-limit-zero-taken': limit('Accepts a TimeLimit of 0.', 'TEL-041', /^\d+$/),
  'time-limit-negative-taken': limit('Accepts a negative TimeLimit.', 'TEL-041', /^-?0*[1-9]\d*$/),
  'time-limit-with-a-fraction-taken': limit(
    'Accepts a TimeLimit with a fraction.',
    'TEL-042',
    /^0*[1-9]\d*(?:\.\d+)?$/,
  ),
  'time-limit-with-a-fraction-at-first': {
    says: 'Accepts a TimeLimit with a fraction on a call without recordings.',
    breaks: 'TEL-042',
    when: atFirst,
    timeLimit: (value) => timeLimit(value?.replace(/\.\d+$/, '')),
  },
  'time-limit-with-a-unit': {
    says: 'Accepts a TimeLimit with a unit, such as 60s.',
    breaks: 'TEL-042',
    timeLimit: (value) => timeLimit(value?.replace(/^(\d+)[smh]$/, '$1')),
  },
  'time-limit-in-minutes-and-seconds': {
    says: 'Treats TimeLimit=1:30 as 90.',
    breaks: 'TEL-042',
    timeLimit: (value) => timeLimit(value?.replace(/^1:30$/, '90')),
  },
  'time-limit-in-words-ignored': {
    says: 'Ignores a TimeLimit that contains lowercase letters.',
    breaks: 'TEL-042',
    timeLimit: (value) => timeLimit(isOne(value, /[a-z]/) ? undefined : value),
  },
  'time-limit-by-number': {
    says: 'Accepts a TimeLimit in any JavaScript number notation, such as 1e3, 0x10 or 60.0.',
    breaks: 'TEL-042',
    timeLimit: (value) => {
      const number = value?.trim() ? Number(value) : 0;
      return Number.isInteger(number) && number > 0 ? number : timeLimit(value);
    },
  },
} satisfies Bank;

function isOne(value: string | undefined, pattern: RegExp): boolean {
  return value !== undefined && pattern.test(value);
}

/** How a sentence tells which values a pattern matches. */
function told({ source }: RegExp): string {
  const [, only] = /^\^(\w*)\$$/.exec(source) ?? [];
  return only === undefined ? `matches /${source}/` : `is ${only || 'empty'}`;
}

/** A deployment that refuses options that are allowed each by itself. */
function together(what: string, breaks: MutantEntry['breaks'], are: (form: Fields) => boolean): MutantEntry {
  return {
    says: `Refuses ${what}.`,
    breaks,
    when: ({ form }) => are(form),
    transcribeCallback: () => refuse(400, 'These options do not go together'),
  };
}

function isWavFor(wanted: string): (form: Fields) => boolean {
  return ({ FileFormat, Direction }) => FileFormat === 'wav' && Direction === wanted;
}

function way(says: string, meant: (value: string) => string): MutantEntry {
  return {
    says,
    breaks: 'TEL-038',
    direction: (value) => direction(value === undefined ? value : meant(value)),
  };
}

function known(value: string): string {
  return value === 'in' || value === 'out' ? value : 'both';
}

/** A deployment that takes a TimeLimit that is written so. */
function limit(says: string, breaks: MutantEntry['breaks'], pattern: RegExp): MutantEntry {
  return {
    says,
    breaks,
    timeLimit: (value) => (isOne(value, pattern) ? Number(value) : timeLimit(value)),
  };
}
