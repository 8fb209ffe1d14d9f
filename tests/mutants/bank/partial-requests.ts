import { json, refuse } from '../../reference/answer.ts';
import { defaultRules, type Rules } from '../../reference/rules/index.ts';
import { urlOfAtMost } from '../../reference/rules/recording.ts';
import { otherAccount } from '../../reference/seed.ts';
import { asked } from '../asked.ts';
import { listingWith } from '../listing-with.ts';
import type { Bank } from '../mutant.ts';

/** Values and paths of the telephony API that come near the allowed ones. */
export const partialRequests: Bank = {
  'type-by-its-beginning': {
    says: 'Takes Types that begin with Local or Tollfree, such as Locals.',
    breaks: ['TEL-176'],
    replace: () => ({
      placeOf: (country, type) =>
        defaultRules.placeOf(country, /^(?:Local|Tollfree)/.exec(type ?? '')?.[0] ?? type),
    }),
  },
  'type-with-a-hyphen': {
    says: 'Takes Toll-free for Tollfree.',
    breaks: ['TEL-176'],
    replace: () => ({
      placeOf: (country, type) =>
        defaultRules.placeOf(country, /^toll.free$/i.test(type ?? '') ? 'Tollfree' : type),
    }),
  },
  'country-by-its-name': {
    says: 'Takes the name of a country, such as Canada.',
    breaks: ['TEL-175'],
    replace: () => ({
      placeOf: (country, type) => defaultRules.placeOf(country === 'Canada' ? 'CA' : country, type),
    }),
  },
  'record-by-number': {
    says: 'Takes 1 for true in Record, and 0 for false.',
    breaks: ['TEL-033'],
    replace: () => ({
      record: (value) => (value === '1' || value === '0' ? value === '1' : defaultRules.record(value)),
    }),
  },
  'time-limit-by-number': {
    says: 'Reads TimeLimit as a programming language reads numbers: 1e3, 0x10, 60.0.',
    breaks: ['TEL-042'],
    replace: () => ({
      timeLimit: (value) => {
        const number = Number(value);
        return value !== undefined && value.trim() !== '' && Number.isInteger(number) && number > 0
          ? number
          : defaultRules.timeLimit(value);
      },
    }),
  },
  'callback-url-measured-without-its-query': {
    says: 'Counts the characters of CallbackUrl before its query.',
    breaks: ['TEL-045'],
    replace: () => ({ callbackUrl: withoutQuery('CallbackUrl') }),
  },
  'transcribe-callback-measured-without-its-query': {
    says: 'Counts the characters of TranscribeCallback before its query.',
    breaks: ['TEL-048'],
    replace: () => ({ transcribeCallback: withoutQuery('TranscribeCallback') }),
  },
  'callback-url-of-a-path': {
    says: 'Takes a CallbackUrl that is a path.',
    breaks: ['TEL-046'],
    replace: () => ({
      callbackUrl: (value) => (value?.startsWith('/') ? value : defaultRules.callbackUrl(value)),
    }),
  },
  'unknown-collection-as-a-page': {
    says: 'Answers a telephony path that leads nowhere with a page for browsers.',
    breaks: ['TEL-186', 'TEL-187', 'TEL-209'],
    replace: () => ({
      send: (answer, operation, request) =>
        operation === 'unknown' && /\/(?:NoSuch)?Numbers\//.test(new URL(request.url).pathname)
          ? { ...answer, headers: { 'Content-Type': 'text/html' }, body: '<h1>Not found</h1>' }
          : answer,
    }),
  },
  'unknown-collection-answered-400': {
    says: 'Answers a telephony path that leads nowhere 400.',
    breaks: ['TEL-185'],
    replace: () => ({
      send: (answer, operation, request) =>
        operation === 'unknown' &&
        answer.status === 404 &&
        new URL(request.url).pathname.startsWith('/v2/') &&
        !new URL(request.url).pathname.includes('/AvailablePhoneNumbers/')
          ? { ...answer, status: 400 }
          : answer,
    }),
  },
  'page-without-a-size-ignored': {
    says: 'Answers the first page where the request names a Page and no PageSize.',
    breaks: ['TEL-153'],
    replace: () =>
      asked((now) => ({
        pageNumber: (value, first, last) =>
          now().url.searchParams.has('PageSize') ? defaultRules.pageNumber(value, first, last) : first,
      })),
  },
  'page-size-over-ten-is-fifty': {
    says: 'Takes a PageSize from 11 to 49 for 50.',
    breaks: ['TEL-155'],
    replace: () => ({
      pageSize: (value) => {
        const size = defaultRules.pageSize(value);
        return size > 10 && size < 50 ? 50 : size;
      },
    }),
  },
  'page-size-by-its-first-digit': {
    says: 'Reads the first digit of a PageSize.',
    breaks: ['TEL-155'],
    replace: () => ({ pageSize: (value) => defaultRules.pageSize(value?.[0]) }),
  },
  'last-page-uri-of-the-last-page-beyond-it': {
    says: 'Leads beyond the last page by the last_page_uri of the last page.',
    breaks: ['TEL-157'],
    replace: () =>
      listingWith(({ page, num_pages, last_page_uri }) =>
        page === num_pages && num_pages > 1 ? { last_page_uri: turned(last_page_uri, page + 1) } : {},
      ),
  },
  'last-page-uri-of-the-last-page-empty': {
    says: 'Tells no last_page_uri on the last of several pages.',
    breaks: ['TEL-157'],
    replace: () =>
      listingWith(({ page, num_pages }) =>
        page === num_pages && num_pages > 1 ? { last_page_uri: '' } : {},
      ),
  },
  'first-page-uri-of-the-second-page-is-itself': {
    says: 'Leads from the second page to the second by first_page_uri.',
    breaks: ['TEL-156'],
    replace: () =>
      listingWith(({ page, first_page_uri }) =>
        page === 2 ? { first_page_uri: turned(first_page_uri, 2) } : {},
      ),
  },
  'first-page-uri-of-the-last-page-is-the-one-before': {
    says: 'Leads from the last of more than five pages to the one before by first_page_uri.',
    breaks: ['TEL-156'],
    replace: () =>
      listingWith(({ page, num_pages, first_page_uri }) =>
        page === num_pages && page > 5 ? { first_page_uri: turned(first_page_uri, page - 1) } : {},
      ),
  },
  'account-of-the-path-ignored': {
    says: 'Answers under an account that does not exist as under the one of the credentials.',
    breaks: ['TEL-185'],
    replace: () => ({ mayUseAccount: (_account, sid) => sid !== otherAccount.sid }),
  },
  'account-with-more-behind-it': {
    says: 'Lists numbers under an account whose identifier begins with the right one.',
    breaks: ['TEL-185'],
    replace: () => ({
      mayUseAccount: (account, sid, operation) =>
        operation === 'listAvailableNumbers'
          ? (sid?.startsWith(account.sid) ?? false)
          : defaultRules.mayUseAccount(account, sid, operation),
    }),
  },
  'call-with-more-behind-it': {
    says: 'Finds a call by what begins with its sid.',
    breaks: ['TEL-084'],
    replace: () => ({
      findCall: (calls, account, sid) =>
        calls.find((one) => one.accountSid === account && (sid?.startsWith(one.sid) ?? false)),
    }),
  },
  'call-by-its-beginning': {
    says: 'Finds a call by the beginning of its sid.',
    breaks: ['TEL-084'],
    replace: () => ({
      findCall: (calls, account, sid) =>
        defaultRules.findCall(calls, account, sid) ??
        calls.find((one) => one.accountSid === account && one.sid.slice(0, 33) === sid),
    }),
  },
  'single-number-without-the-ending': {
    says: 'Answers a single number under its path without .json.',
    breaks: ['TEL-184'],
    replace: () => singleNumber(/\/(?:Local|Tollfree)\/(?:\+|%2B)?(\d+)$/i),
  },
  'single-tollfree-number': {
    says: 'Answers a single toll-free number.',
    breaks: ['TEL-184'],
    replace: () =>
      asked((now) => ({
        singleNumber: (numbers, phoneNumber) =>
          now().url.pathname.includes('/Tollfree/')
            ? numbers.find((one) => one.phoneNumber === decodeURIComponent(phoneNumber ?? ''))
            : undefined,
      })),
  },
  'single-number-below-the-numbers': {
    says: 'Answers a single number right below AvailablePhoneNumbers.',
    breaks: ['TEL-184'],
    replace: () => singleNumber(/\/AvailablePhoneNumbers\/(?:\+|%2B)?(\d+)\.json$/i),
  },
  'empty-file-format-refused': {
    says: 'Refuses an empty FileFormat.',
    breaks: ['TEL-052'],
    replace: () => refusingEmpty('fileFormat'),
  },
  'empty-trim-silence-refused': {
    says: 'Refuses an empty TrimSilence.',
    breaks: ['TEL-056'],
    replace: () => refusingEmpty('trimSilence'),
  },
  'empty-transcribe-refused': {
    says: 'Refuses an empty Transcribe.',
    breaks: ['TEL-060'],
    replace: () => refusingEmpty('transcribe'),
  },
  'empty-transcribe-quality-refused': {
    says: 'Refuses an empty TranscribeQuality.',
    breaks: ['TEL-064'],
    replace: () => refusingEmpty('transcribeQuality'),
  },
};

/** A number as it would stand alone, whose digits a pattern finds in the path of a request. */
function singleNumber(pattern: RegExp): Partial<Rules> {
  return {
    send: (answer, _operation, request) => {
      const digits = pattern.exec(new URL(request.url).pathname)?.[1];
      return digits === undefined
        ? answer
        : json(200, { phone_number: `+${digits}`, type: 'local', sid: `PN${digits}` });
    },
  };
}

/** A rule of the four fields that fall back, which refuses an empty value. */
function refusingEmpty(
  name: 'fileFormat' | 'trimSilence' | 'transcribe' | 'transcribeQuality',
): Partial<Rules> {
  const rule = defaultRules[name] as (value: string | undefined) => never;
  return {
    [name]: (value: string | undefined) => (value === '' ? refuse(400, `An empty ${name}`) : rule(value)),
  };
}

/** The URI of another page. */
function turned(uri: string, page: number): string {
  return uri.replace(/\bPage=\d+/, `Page=${page}`);
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
