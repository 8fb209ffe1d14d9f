import type { Bank } from '../mutant.ts';
import { namesCharset, refusingRequests } from '../parts/refusing-requests.ts';

/** A form is one whatever its media type has for parameters. */
export const charsetMutants = {
  'guest-login-with-a-charset-refused': {
    says: 'Refuses a guest login when the Content-Type has a charset parameter.',
    breaks: 'COL-080',
    rules: () => refusingRequests('loginAnonymously', 415, namesCharset),
  },
  'recording-with-a-charset-refused': {
    says: 'Refuses a recording request when the Content-Type has a charset parameter.',
    breaks: 'TEL-210',
    rules: () => refusingRequests('recordCall', 415, namesCharset),
  },
  'recording-with-a-charset-fails': {
    says: 'Returns status 500 for a recording request when the Content-Type has a charset parameter.',
    breaks: 'TEL-210',
    rules: () => refusingRequests('recordCall', 500, namesCharset),
  },
  'token-request-with-a-quoted-charset-refused': {
    says: 'Refuses a password grant when the charset parameter of its Content-Type is quoted.',
    breaks: 'IDN-076',
    rules: () =>
      refusingRequests('password', 415, ({ headers }) =>
        Boolean(headers.get('content-type')?.includes('charset="')),
      ),
  },
} satisfies Bank;
