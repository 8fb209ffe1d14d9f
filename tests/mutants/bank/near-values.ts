import { defaultRules } from '../../reference/rules/index.ts';

import type { Bank } from '../mutant.ts';

/** Values that come near what was issued or registered, and are taken for it. */
export const nearValueMutants = {
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
} satisfies Bank;
