import { createHash } from 'node:crypto';
import { json, page, refuse } from '../../reference/answer.ts';
import type { StockNumber } from '../../reference/numbers.ts';
import { defaultRules } from '../../reference/rules/index.ts';
import { liveCallSids } from '../../reference/seed.ts';
import type { VariantEntry, Variants } from '../mutant.ts';
import { answering } from '../parts/answers.ts';
import { inCroatia } from '../parts/in-croatia.ts';

/** What the sample shows, and numbers of Croatia have not. */
const unknownThere = ['TEL-127', 'TEL-128', 'TEL-131', 'TEL-132'] as const;

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
    rules: () => {
      const told = (number: { readonly phoneNumber: string; readonly region: string }): string =>
        /[13579]$/.test(number.phoneNumber) ? number.region.toLowerCase() : number.region;
      return {
        inRegion: (number, region) => told(number) === region,
        availableNumber: (number) => ({ ...defaultRules.availableNumber(number), region: told(number) }),
      };
    },
  },
  'postal-codes-with-four-more-digits': {
    says: 'Extends every other five-digit postal code by four digits, which InPostalCode ignores.',
    rules: () => {
      const told = ({ phoneNumber, postalCode }: StockNumber): string =>
        /[13579]$/.test(phoneNumber) && /^\d{5}$/.test(postalCode)
          ? `${postalCode}-${phoneNumber.slice(-4)}`
          : postalCode;
      return {
        inPostalCode: ({ postalCode }, code) => postalCode === code.replace(/^(\d{5})-\d{4}$/, '$1'),
        availableNumber: (number) => ({ ...defaultRules.availableNumber(number), postal_code: told(number) }),
      };
    },
  },
  'postal-codes-in-two-spellings': {
    says: 'Returns every other postal code in lower case without a space, which InPostalCode ignores.',
    rules: () => {
      const spelt = (code: string): string => code.replaceAll(' ', '').toLowerCase();
      const told = ({ phoneNumber, postalCode }: StockNumber): string =>
        /[0-4]$/.test(phoneNumber) ? spelt(postalCode) : postalCode;
      return {
        inPostalCode: ({ postalCode }, code) => spelt(postalCode) === spelt(code),
        availableNumber: (number) => ({ ...defaultRules.availableNumber(number), postal_code: told(number) }),
      };
    },
  },
  'single-number-with-405': {
    says: 'Refuses the path of a single number with 405, and answers 404 with a page where .json is missing.',
    rules: () =>
      answering(
        (answer, { url }) => {
          const { pathname } = new URL(url);
          if (!/\/AvailablePhoneNumbers\/.*\d{7}/.test(pathname)) return answer;
          return pathname.endsWith('.json')
            ? json(405, { status: 405, message: 'Only lists can be requested' }, { Allow: 'OPTIONS' })
            : page(404, '<!doctype html><title>Not found</title>');
        },
        ['listAvailableNumbers', 'unknown'],
      ),
  },
  'time-limit-in-milliseconds': {
    says: 'Treats TimeLimit as milliseconds, and does not transcribe recordings of less than half a second.',
    longestMs: (timeLimit) => timeLimit,
    isTranscribed: (recording) => {
      const { startedAt, endedAt = startedAt } = recording;
      return endedAt - startedAt >= 500 && defaultRules.isTranscribed(recording);
    },
  },
  'numbers-of-croatia-alone': {
    says: 'Lists only local numbers of Croatia: no other country and type has a listing.',
    settings: inCroatia,
    warns: unknownThere,
    placeOf: (country, type) =>
      country?.toUpperCase() === 'HR' && type === 'Local' ? defaultRules.placeOf(country, type) : undefined,
  },
  'no-list-of-tollfree-numbers': {
    says: 'Returns 404 for the toll-free numbers of Croatia, even to unauthenticated requests.',
    settings: inCroatia,
    warns: unknownThere,
    rules: () => ({
      placeOf: (country, type) =>
        country === 'HR' && type === 'Tollfree' ? undefined : defaultRules.placeOf(country, type),
      ...answering((answer, { url }) =>
        url.includes('/HR/Tollfree')
          ? json(404, { status: 404, message: `${new URL(url).pathname} was not found` })
          : answer,
      ),
    }),
  },
  'missing-resources-in-small-letters': {
    says: 'The message of a 404 contains the path in lower case.',
    notFound: (path, ...rest) => defaultRules.notFound(path.toLowerCase(), ...rest),
  },
  'callbacks-to-known-hosts-alone': {
    says: 'Refuses a callback URL with an unknown host, and the suite has no address for callbacks.',
    settings: { TARGET_CALLBACK_URL: '', TARGET_CALLBACK_PORT: '' },
    callbackUrl: (value) =>
      isOfNobody(value) ? refuse(400, 'CallbackUrl: unknown host') : defaultRules.callbackUrl(value),
    transcribeCallback: (value) =>
      isOfNobody(value)
        ? refuse(400, 'TranscribeCallback: unknown host')
        : defaultRules.transcribeCallback(value),
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

/** Whether a URL leads to a host that never resolves (RFC 2606 2). */
function isOfNobody(url = ''): boolean {
  return URL.canParse(url) && new URL(url).hostname.endsWith('.example');
}
