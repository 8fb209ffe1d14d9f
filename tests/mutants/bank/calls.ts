import { json } from '../../reference/answer.ts';
import { defaultRules, type Rules } from '../../reference/rules/index.ts';
import { otherAccount } from '../../reference/seed.ts';
import type { Recording } from '../../reference/state.ts';
import { all, ending, onCall, starting } from '../circumstances.ts';
import { family, series } from '../family.ts';
import type { Bank } from '../mutant.ts';
import { without } from '../parts/answers.ts';
import type { When } from '../where.ts';

const { callResource, recordAnswer, subresourceUris } = defaultRules;

const NO_CALL = `CA${'0'.repeat(32)}`;

/** What can be wrong with the call that a recording request is answered with. */
const faults = {
  'call-without-status': { says: 'Omits the status of the call', breaks: 'TEL-012', ...lacking('status') },
  'call-without-price': { says: 'Omits the price of the call', breaks: 'TEL-016', ...lacking('price') },
  'call-without-direction': {
    says: 'Omits the direction of the call',
    breaks: 'TEL-017',
    ...lacking('direction'),
  },
  'another-call': {
    says: 'Returns the sid of another call',
    breaks: 'TEL-029',
    recordAnswer: (call, isStart) => recordAnswer({ ...call, sid: NO_CALL }, isStart),
  },
  'another-account': {
    says: 'Returns the account_sid of another account',
    breaks: 'TEL-030',
    recordAnswer: (call, isStart) => recordAnswer({ ...call, account_sid: otherAccount.sid }, isStart),
  },
  'call-as-text': {
    says: 'Sends the call as text/plain',
    breaks: 'TEL-031',
    recordAnswer: (call) => json(200, call, { 'Content-Type': 'text/plain' }),
  },
} satisfies Bank;

/** When it is wrong. */
const circumstances = {
  'at-a-start': ['when a recording is started', starting],
  'at-an-end': ['when a recording is ended', ending],
  'for-wav': ['when a wav is started', all(starting, ({ form }) => form['FileFormat'] === 'wav')],
  'while-several-go-on': [
    'while more than one of its recordings is running',
    onCall(({ recordings }) => recordings.filter(isRunning).length > 1),
  ],
  'from-the-second-recording-on': [
    'from its second recording on',
    onCall(({ recordings }) => recordings.length > 1),
  ],
  'where-it-is-transcribed': [
    'whose latest recording is to be transcribed',
    onCall(({ recordings }) => recordings.at(-1)?.options.transcribe === true),
  ],
  'where-no-option-is-named': [
    'while its only recording is running with default options',
    onCall(({ recordings: [one, ...more] }) => one !== undefined && isPlain(one) && more.length === 0),
  ],
} as const satisfies Record<string, readonly [told: string, when: When]>;

/** What a recording request is answered. */
export const callMutants = {
  ...family(
    {
      'call-without-status': ['for-wav', 'while-several-go-on'],
      'call-without-price': ['where-it-is-transcribed', 'where-no-option-is-named'],
      'call-without-direction': ['from-the-second-recording-on'],
      'another-call': ['at-an-end', 'for-wav', 'while-several-go-on', 'where-no-option-is-named'],
      'another-account': ['at-a-start', 'at-an-end', 'for-wav', 'where-no-option-is-named'],
      'call-as-text': ['at-a-start', 'at-an-end'],
    },
    (what, whenever) => {
      const { says, ...fault } = faults[what];
      const [told, when] = circumstances[whenever];
      return { ...fault, says: `${says} ${told}.`, when };
    },
  ),
  'another-call-at-a-start': {
    ...faults['another-call'],
    says: 'Returns the sid of another call when a recording is started.',
    breaks: ['TEL-026', 'TEL-027', 'TEL-029'],
    when: starting,
  },
  'call-of-the-first-recording': {
    says: 'Returns the sid of the call that was recorded first for every recording.',
    breaks: ['TEL-026', 'TEL-027', 'TEL-029'],
    rules: () => {
      let first: string | undefined;
      return {
        callResource: (call, ...rest) => {
          first ??= call.sid;
          return { ...callResource(call, ...rest), sid: first };
        },
      };
    },
  },
  ...series(
    'subresource-uris',
    {
      absolute: ['Returns absolute subresource URIs', (uri) => subresourceUris(`https://api.example${uri}`)],
      'of-another-call': [
        'Returns subresource URIs of one call alone',
        (uri) => subresourceUris(uri.replace(/CA\w+$/, NO_CALL)),
      ],
      swapped: [
        'Swaps the subresource URIs of notifications and recordings',
        (uri) => ({ notifications: `${uri}/Recordings`, recordings: `${uri}/Notifications` }),
      ],
    } satisfies Readonly<Record<string, readonly [says: string, rule: Rules['subresourceUris']]>>,
    (says, rule) => ({ says: `${says}.`, breaks: ['TEL-026', 'TEL-027'], subresourceUris: rule }),
  ),
} satisfies Bank;

function lacking(field: string): Pick<Rules, 'recordAnswer'> {
  return { recordAnswer: (call, isStart) => recordAnswer(without(call, field), isStart) };
}

function isRunning({ endedAt }: Recording): boolean {
  return endedAt === undefined;
}

/** A recording that goes on, and was started without options. */
function isPlain({ endedAt, options }: Recording): boolean {
  return (
    endedAt === undefined &&
    options.direction === 'both' &&
    options.fileFormat === 'mp3' &&
    options.timeLimit === undefined &&
    options.callbackUrl === undefined &&
    !options.transcribe &&
    !options.trimSilence
  );
}
