import { json, refuse } from '../../reference/answer.ts';
import { defaultRules, type Rules } from '../../reference/rules/index.ts';
import { urlOfAtMost } from '../../reference/rules/recording.ts';

import type { Bank } from '../mutant.ts';
import { asked } from '../parts/asked.ts';
import { listingWith } from '../parts/listing-with.ts';

/** Values and paths of the telephony API that come near the allowed ones. */
export const partialRequests: Bank = {
  'type-by-its-beginning': {
    says: 'Accepts any Type that begins with Local or Tollfree, such as Locals.',
    breaks: 'TEL-176',
    placeOf: (country, type) =>
      defaultRules.placeOf(country, /^(?:Local|Tollfree)/.exec(type ?? '')?.[0] ?? type),
  },
  'type-with-a-hyphen': {
    says: 'Treats the Type Toll-free, with any separator and in any letter case, as Tollfree.',
    breaks: 'TEL-176',
    placeOf: (country, type) =>
      defaultRules.placeOf(country, /^toll.free$/i.test(type ?? '') ? 'Tollfree' : type),
  },
  'country-by-its-name': {
    says: 'Treats the country name Canada as CA.',
    breaks: 'TEL-175',
    placeOf: (country, type) => defaultRules.placeOf(country === 'Canada' ? 'CA' : country, type),
  },
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
  'unknown-collection-as-a-page': {
    says: 'Returns an HTML page for a telephony path with the unknown collection Numbers or NoSuchNumbers.',
    breaks: ['TEL-186', 'TEL-187', 'TEL-209'],
    send: (answer, operation, request) =>
      operation === 'unknown' && /\/(?:NoSuch)?Numbers\//.test(new URL(request.url).pathname)
        ? { ...answer, headers: { 'Content-Type': 'text/html' }, body: '<h1>Not found</h1>' }
        : answer,
  },
  'unknown-collection-answered-400': {
    says: 'Returns status 400 for an unknown telephony path outside AvailablePhoneNumbers.',
    breaks: 'TEL-185',
    send: (answer, operation, request) =>
      operation === 'unknown' &&
      answer.status === 404 &&
      new URL(request.url).pathname.startsWith('/v2/') &&
      !new URL(request.url).pathname.includes('/AvailablePhoneNumbers/')
        ? { ...answer, status: 400 }
        : answer,
  },
  'page-without-a-size-ignored': {
    says: 'Ignores Page when the request has no PageSize.',
    breaks: 'TEL-153',
    rules: () =>
      asked((now) => ({
        pageNumber: (value, first, last) =>
          now().url.searchParams.has('PageSize') ? defaultRules.pageNumber(value, first, last) : first,
      })),
  },
  'page-size-over-ten-is-fifty': {
    says: 'Treats a PageSize from 11 to 49 as 50.',
    breaks: 'TEL-155',
    pageSize: (value) => {
      const size = defaultRules.pageSize(value);
      return size > 10 && size < 50 ? 50 : size;
    },
  },
  'page-size-by-its-first-digit': {
    says: 'Reads only the first digit of PageSize.',
    breaks: ['TEL-155', 'TEL-161'],
    pageSize: (value) => defaultRules.pageSize(value?.[0]),
  },
  'last-page-uri-of-the-last-page-beyond-it': {
    says: 'On the last of several pages, last_page_uri points to a page beyond it.',
    breaks: 'TEL-157',
    rules: () =>
      listingWith(({ page, num_pages, last_page_uri }) =>
        page === num_pages && num_pages > 1 ? { last_page_uri: turned(last_page_uri, page + 1) } : {},
      ),
  },
  'last-page-uri-of-the-last-page-empty': {
    says: 'Returns an empty last_page_uri on the last of several pages.',
    breaks: 'TEL-157',
    rules: () =>
      listingWith(({ page, num_pages }) =>
        page === num_pages && num_pages > 1 ? { last_page_uri: '' } : {},
      ),
  },
  'first-page-uri-of-the-second-page-is-itself': {
    says: 'On the second page, first_page_uri points to the second page.',
    breaks: 'TEL-156',
    rules: () =>
      listingWith(({ page, first_page_uri }) =>
        page === 2 ? { first_page_uri: turned(first_page_uri, 2) } : {},
      ),
  },
  'first-page-uri-of-the-last-page-is-the-one-before': {
    says: 'On the last of more than five pages, first_page_uri points to the previous page.',
    breaks: 'TEL-156',
    rules: () =>
      listingWith(({ page, num_pages, first_page_uri }) =>
        page === num_pages && page > 5 ? { first_page_uri: turned(first_page_uri, page - 1) } : {},
      ),
  },
  'single-number-without-the-ending': {
    says: 'Returns a single number at its path without .json.',
    breaks: 'TEL-184',
    rules: () => singleNumber(/\/(?:Local|Tollfree)\/(?:\+|%2B)?(\d+)$/i),
  },
  'single-tollfree-number': {
    says: 'Returns a single toll-free number at a path of its own.',
    breaks: 'TEL-184',
    rules: () =>
      asked((now) => ({
        singleNumber: (numbers, phoneNumber) =>
          now().url.pathname.includes('/Tollfree/')
            ? numbers.find((one) => one.phoneNumber === decodeURIComponent(phoneNumber ?? ''))
            : undefined,
      })),
  },
  'single-number-below-the-numbers': {
    says: 'Returns a single number at a path directly below AvailablePhoneNumbers.',
    breaks: 'TEL-184',
    rules: () => singleNumber(/\/AvailablePhoneNumbers\/(?:\+|%2B)?(\d+)\.json$/i),
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
