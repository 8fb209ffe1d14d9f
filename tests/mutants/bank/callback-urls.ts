import { refuse } from '../../reference/answer.ts';
import { defaultRules } from '../../reference/rules/index.ts';
import { urlOfAtMost } from '../../reference/rules/recording.ts';
import { lacking } from '../circumstances.ts';
import { family } from '../family.ts';
import type { Bank } from '../mutant.ts';
import type { When } from '../where.ts';

const { callbackUrl, transcribeCallback } = defaultRules;

const transcribed: When = ({ form }) => form['Transcribe'] === 'true';

/** The two URLs: their options and rules, and what it breaks to refuse a good one, and to take a long one or none. */
const urls = {
  'callback-url': {
    name: 'CallbackUrl',
    rule: 'callbackUrl',
    read: callbackUrl,
    good: 'TEL-044',
    long: 'TEL-045',
    none: 'TEL-046',
  },
  'transcribe-callback': {
    name: 'TranscribeCallback',
    rule: 'transcribeCallback',
    read: transcribeCallback,
    good: 'TEL-047',
    long: 'TEL-048',
    none: 'TEL-049',
  },
} as const;

type Reads = (value: string, read: (value: string) => string | undefined, name: string) => string | undefined;

/** How such a URL is read: how that is told, what of it is wrong, and what becomes of a value. */
const readings = {
  'under-200': ['refuses a URL of 200', 'good', (url, _read, name) => urlOfAtMost(199, name)(url)],
  'with-escapes-refused': ['refuses a URL with a percent sign or a plus sign', 'good', refusing(/[%+]/)],
  'over-http-refused': ['refuses a URL of the scheme http', 'good', refusing(/^http:/)],
  'with-a-query-refused': ['refuses a URL with a query', 'good', refusing(/\?/)],
  'of-201': ['accepts a URL of 201', 'long', (url, _read, name) => urlOfAtMost(201, name)(url)],
  'cut-off': ['truncates a URL to 200 characters', 'long', (url, read) => read(url.slice(0, 200))],
  'measured-without-its-query': [
    'ignores the query when it measures a URL',
    'long',
    (url, read, name) => {
      read(url.split('?')[0] ?? '');
      return urlOfAtMost(10_000, name)(url);
    },
  ],
  'measured-decoded': [
    'counts a percent escape as one character',
    'long',
    (url, read) => (URL.canParse(url) && decodeURIComponent(url).length <= 200 ? url : read(url)),
  ],
  'that-is-none-ignored': ['ignores what is not a URL', 'none', ignoring((url) => !URL.canParse(url))],
  'without-a-host': ['ignores http:// without a host', 'none', ignoring((url) => url === 'http://')],
  'without-a-scheme': [
    'ignores a URL without a scheme',
    'none',
    ignoring((url) => /^[\w.]+\/\S*$/.test(url)),
  ],
  'without-slashes-ignored': ['ignores what has no ://', 'none', ignoring((url) => !url.includes('://'))],
  'of-a-path': [
    'accepts a path',
    'none',
    (url, read) => read(url.replace(/^\//, 'http://callback.example/')),
  ],
  'of-a-host': ['accepts //host', 'none', (url, read) => read(url.replace(/^\/\//, 'http://'))],
} as const satisfies Record<string, readonly [says: string, kind: 'good' | 'long' | 'none', reads: Reads]>;

/** CallbackUrl and TranscribeCallback that are read otherwise. */
export const callbackUrlMutants = {
  ...family(
    {
      'callback-url': [
        'under-200',
        'with-escapes-refused',
        'over-http-refused',
        'of-201',
        'cut-off',
        'measured-without-its-query',
        'measured-decoded',
        'that-is-none-ignored',
        'without-a-host',
        'without-a-scheme',
        'of-a-path',
        'of-a-host',
      ],
      'transcribe-callback': [
        'under-200',
        'with-escapes-refused',
        'with-a-query-refused',
        'of-201',
        'measured-without-its-query',
        'measured-decoded',
        'that-is-none-ignored',
        'without-a-host',
        'without-a-scheme',
        'of-a-path',
      ],
    },
    readingOf,
  ),
  'long-callback-taken-without-a-time-limit': {
    ...readingOf('callback-url', 'cut-off'),
    says: 'Truncates CallbackUrl to 200 characters when there is no TimeLimit.',
    when: lacking('TimeLimit'),
  },
  'long-callback-taken-where-transcribed': {
    ...readingOf('transcribe-callback', 'cut-off'),
    says: 'Truncates TranscribeCallback to 200 characters when Transcribe is true.',
    when: transcribed,
  },
  'any-callback-taken-where-transcribed': {
    ...readingOf('transcribe-callback', 'without-slashes-ignored'),
    says: 'Ignores a TranscribeCallback that does not contain :// when Transcribe is true.',
    when: transcribed,
  },
  'urls-of-anything-behind-the-scheme': {
    says: 'Accepts anything that begins with http:// or https:// as a callback URL.',
    breaks: ['TEL-046', 'TEL-049'],
    callbackUrl: loosely(callbackUrl),
    transcribeCallback: loosely(transcribeCallback),
  },
} satisfies Bank;

/** A deployment that reads one of the URLs so. */
function readingOf(which: keyof typeof urls, how: keyof typeof readings) {
  const { name, rule, read, ...breaks } = urls[which];
  const [says, kind, reads]: readonly [string, 'good' | 'long' | 'none', Reads] = readings[how];
  return {
    says: `As ${name}, ${says}.`,
    breaks: breaks[kind],
    [rule]: (value: string | undefined) => (value === undefined ? value : reads(value, read, name)),
  };
}

function refusing(pattern: RegExp): Reads {
  return (value, read, name) => (pattern.test(value) ? refuse(400, `${name} will not do`) : read(value));
}

function ignoring(isNone: (value: string) => boolean): Reads {
  return (value, read) => (isNone(value) ? undefined : read(value));
}

function loosely(rule: typeof callbackUrl): typeof callbackUrl {
  return (value) => (/^https?:\/\/.+/.test(value ?? '') && !URL.canParse(value ?? '') ? value : rule(value));
}
