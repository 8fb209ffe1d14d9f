import { createHash } from 'node:crypto';
import { json, page, refuse } from '../../reference/answer.ts';
import { now } from '../../reference/now.ts';
import type { StockNumber } from '../../reference/numbers.ts';
import { defaultRules } from '../../reference/rules/index.ts';
import { liveCallSids } from '../../reference/seed.ts';
import type { VariantEntry, Variants } from '../mutant.ts';

const { availableNumber, isTranscribed } = defaultRules;

/** How a deployment of the telephony API may keep to the interface in a way that few do. */
export const telephonyVariants = {
  'account-locked-after-wrong-credentials': {
    says: 'Rejects all credentials after three requests in a row with wrong ones.',
    rules: () => {
      let wrong = 0;
      return {
        authenticate: (accounts, credentials, operation) => {
          const account = defaultRules.authenticate(accounts, credentials, operation);
          if (wrong < 3 && credentials !== undefined) wrong = account === undefined ? wrong + 1 : 0;
          return wrong < 3 ? account : undefined;
        },
      };
    },
  },
  'regions-in-either-case': {
    says: 'Returns every other region in lower case, and compares InRegion case-sensitively.',
    inRegion: (number, region) => regionOf(number) === region,
    availableNumber: (number) => ({ ...availableNumber(number), region: regionOf(number) }),
  },
  'postal-codes-with-four-more-digits': {
    says: 'Extends every other five-digit postal code by four digits, which InPostalCode ignores.',
    inPostalCode: ({ postalCode }, code) => postalCode === code.replace(/^(\d{5})-\d{4}$/, '$1'),
    availableNumber: (number) => {
      const { phoneNumber, postalCode } = number;
      const isLonger = isOdd(phoneNumber) && /^\d{5}$/.test(postalCode);
      return {
        ...availableNumber(number),
        postal_code: isLonger ? `${postalCode}-${phoneNumber.slice(-4)}` : postalCode,
      };
    },
  },
  'postal-codes-in-two-spellings': {
    says: 'Returns every other postal code in lower case without a space, which InPostalCode ignores.',
    inPostalCode: ({ postalCode }, code) => squeezed(postalCode) === squeezed(code),
    availableNumber: (number) => {
      const { phoneNumber, postalCode } = number;
      return {
        ...availableNumber(number),
        postal_code: /[0-4]$/.test(phoneNumber) ? squeezed(postalCode) : postalCode,
      };
    },
  },
  'single-number-with-405': {
    says: 'Refuses the path of a single number with 405, and answers 404 with a page where .json is missing.',
    when: ({ operation, path }) =>
      (operation === 'listAvailableNumbers' || operation === 'unknown') &&
      /\/AvailablePhoneNumbers\/.*\d{7}/.test(path),
    send: () =>
      now().path.endsWith('.json')
        ? json(405, { status: 405, message: 'Only lists can be requested' }, { Allow: 'OPTIONS' })
        : page(404, '<!doctype html><title>Not found</title>'),
  },
  'time-limit-in-milliseconds': {
    says: 'Treats TimeLimit as milliseconds, and does not transcribe recordings of less than half a second.',
    longestMs: (timeLimit) => timeLimit,
    isTranscribed: (recording) =>
      (recording.endedAt ?? 0) - recording.startedAt >= 500 && isTranscribed(recording),
  },
  'missing-resources-in-small-letters': {
    says: 'The message of a 404 contains the path in lower case.',
    notFound: (path, ...rest) => defaultRules.notFound(path.toLowerCase(), ...rest),
  },
  'callbacks-to-known-hosts-alone': {
    says: 'Refuses a callback URL with an unknown host, and the suite has no address for callbacks.',
    settings: { TARGET_CALLBACK_URL: '', TARGET_CALLBACK_PORT: '' },
    callbackUrl: (value) => defaultRules.callbackUrl(ofSomebody(value)),
    transcribeCallback: (value) => defaultRules.transcribeCallback(ofSomebody(value)),
  },
  'call-sids-as-ulids': {
    says: 'Identifies calls by ULIDs, and returns 400 for any other sid.',
    ...callSids(ulidOf, /^[0-7][0-9A-HJKMNP-TV-Z]{25}$/),
  },
  'call-sids-as-numbers': {
    says: 'Identifies calls by ten-digit numbers, and returns 400 for any other sid.',
    ...callSids((sid) => String(1_000_234_501 + liveCallSids.indexOf(sid)), /^[1-9]\d{9}$/),
  },
} satisfies Variants;

function isOdd(phoneNumber: string): boolean {
  return /[13579]$/.test(phoneNumber);
}

function regionOf({ phoneNumber, region }: StockNumber): string {
  return isOdd(phoneNumber) ? region.toLowerCase() : region;
}

function squeezed(postalCode: string): string {
  return postalCode.replaceAll(' ', '').toLowerCase();
}

/** Calls are identified otherwise, and what is not of that form is refused with status 400. */
function callSids(
  name: (sid: string) => string,
  form: RegExp,
): Pick<VariantEntry, 'settings' | 'findCall' | 'callUri' | 'callResource'> {
  return {
    settings: { TARGET_CALL_SIDS: liveCallSids.map(name).join(',') },
    findCall: (calls, accountSid, sid = '') =>
      form.test(sid)
        ? calls.find((call) => call.accountSid === accountSid && name(call.sid) === sid)
        : refuse(400, 'This is no sid'),
    callUri: (call) => defaultRules.callUri({ ...call, sid: name(call.sid) }),
    callResource: (call, ...given) => ({ ...defaultRules.callResource(call, ...given), sid: name(call.sid) }),
  };
}

/** Another name of a call: 26 characters, none of which is easily taken for another one. */
function ulidOf(sid: string): string {
  const bytes = createHash('sha256').update(sid).digest();
  return `0${[...bytes.subarray(0, 25)].map((byte) => '0123456789ABCDEFGHJKMNPQRSTVWXYZ'[byte % 32]).join('')}`;
}

/** A URL, unless it leads to a host that never resolves (RFC 2606 2). */
function ofSomebody(url: string | undefined): string | undefined {
  const isOfNobody = URL.canParse(url ?? '') && new URL(url ?? '').hostname.endsWith('.example');
  return isOfNobody ? refuse(400, 'The host of the callback is unknown') : url;
}
