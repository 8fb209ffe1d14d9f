import { defaultRules } from '../../reference/rules/index.ts';

import type { Bank } from '../mutant.ts';

/** Values that come near what was issued or registered, and are taken for it. */
export const nearValueMutants = {
  'response-type-in-any-case': {
    says: 'Accepts response_type code in any letter case.',
    breaks: 'IDN-013',
    isResponseType: (value) => value?.toLowerCase() === 'code',
  },
  'access-type-in-any-case': {
    says: 'Accepts access_type offline in any letter case.',
    breaks: 'IDN-014',
    isAccessType: (value) => value?.toLowerCase() === 'offline',
  },
  'access-type-known-by-its-beginning': {
    says: 'Accepts any access_type that begins with offline.',
    breaks: 'IDN-014',
    isAccessType: (value) => value?.startsWith('offline') ?? false,
  },
  'access-type-cut-short': {
    says: 'Accepts any beginning of offline as access_type.',
    breaks: 'IDN-014',
    isAccessType: (value) => value !== undefined && 'offline'.startsWith(value),
  },
  'record-zero': {
    says: 'Treats Record=0 as false.',
    breaks: 'TEL-033',
    record: (value) => defaultRules.record(value === '0' ? 'false' : value),
  },
  'record-no': {
    says: 'Treats Record=no as false.',
    breaks: 'TEL-033',
    record: (value) => defaultRules.record(value === 'no' ? 'false' : value),
  },
  'callback-url-without-a-host': {
    says: 'Accepts http:// without a host as CallbackUrl.',
    breaks: 'TEL-046',
    callbackUrl: (value) => (value === 'http://' ? undefined : defaultRules.callbackUrl(value)),
  },
  'transcribe-callback-without-a-host': {
    says: 'Accepts http:// without a host as TranscribeCallback.',
    breaks: 'TEL-049',
    transcribeCallback: (value) => (value === 'http://' ? undefined : defaultRules.transcribeCallback(value)),
  },
  'type-known-by-its-beginning': {
    says: 'Treats the type Toll as Tollfree.',
    breaks: 'TEL-176',
    placeOf: (country, type) => defaultRules.placeOf(country, type === 'Toll' ? 'Tollfree' : type),
  },
  'local-known-by-its-beginning': {
    says: 'Treats the type Loca as Local.',
    breaks: 'TEL-176',
    placeOf: (country, type) => defaultRules.placeOf(country, type === 'Loca' ? 'Local' : type),
  },
  'type-that-begins-with-tollfree': {
    says: 'Treats the type Tollfrees as Tollfree.',
    breaks: 'TEL-176',
    placeOf: (country, type) => defaultRules.placeOf(country, type === 'Tollfrees' ? 'Tollfree' : type),
  },
  'response-type-id-token': {
    says: 'Grants a code for response_type id_token.',
    breaks: 'IDN-013',
    isResponseType: (value) => value === 'code' || value === 'id_token',
  },
  'response-type-with-code-in-it': {
    says: 'Grants a code for any response_type that includes code among its values.',
    breaks: 'IDN-013',
    isResponseType: (value) => value?.split(' ').includes('code') ?? false,
  },
} satisfies Bank;
