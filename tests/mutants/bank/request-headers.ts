import { refuse } from '../../reference/answer.ts';
import { acceptsJson, all, by, isFor, namesCharset } from '../circumstances.ts';
import { family } from '../family.ts';
import type { Bank, MutantEntry } from '../mutant.ts';
import type { When } from '../where.ts';

/** The requests that may have an Accept header or a charset, and what says that a charset makes no difference to them. */
const requests = {
  password: ['a password grant', by('password'), 'IDN-076'],
  code: ['a code exchange', by('authorization_code'), 'IDN-076'],
  refresh: ['a refresh', by('refresh_token'), 'IDN-076'],
  revocation: ['a revocation', isFor('revokeToken'), 'IDN-076'],
  'guest-login': ['a guest login', isFor('loginAnonymously'), 'COL-080'],
  recording: ['a recording request', isFor('recordCall'), 'TEL-210'],
  authorize: ['an authorization request', isFor('authorize')],
  'token-info': ['a token info request', isFor('getTokenInfo')],
} as const;

const underAccept = ['under-accept-refused'] as const;

/** Requests that are refused for what their headers say. */
export const refusedHeaders = {
  ...family(
    {
      password: ['with-a-charset-refused'],
      code: ['with-a-charset-refused'],
      refresh: ['with-a-charset-refused'],
      revocation: ['with-a-charset-refused'],
      'guest-login': ['with-a-charset-refused'],
      recording: ['with-a-charset-refused', 'with-a-charset-fails'],
    },
    (what, how) => {
      const [request, is, breaks] = requests[what];
      const status = how === 'with-a-charset-fails' ? 500 : 415;
      return {
        says: `Returns status ${status} for ${request} whose Content-Type has a charset.`,
        breaks,
        when: all(is, namesCharset),
        admit: () => refuse(status, 'This is not answered'),
      };
    },
  ),
  ...family(
    {
      password: underAccept,
      code: underAccept,
      refresh: underAccept,
      revocation: underAccept,
      authorize: underAccept,
      'token-info': underAccept,
    },
    (what) => {
      const [request, is] = requests[what];
      return {
        says: `Returns status 406 for ${request} with Accept: application/json.`,
        breaks: 'IDN-074',
        when: all(is, acceptsJson),
        admit: () => refuse(406, 'This is not answered'),
      };
    },
  ),
  'token-request-with-a-quoted-charset-refused': {
    says: 'Refuses a password grant when the charset parameter of its Content-Type is quoted.',
    breaks: 'IDN-076',
    when: all(by('password'), ({ headers }) => headers.get('content-type')?.includes('charset="') === true),
    admit: () => refuse(415, 'This is not answered'),
  },
  'accept-header-refused': unacceptable('with Accept: application/json', ['IDN-074'], acceptsJson),
  'accept-header-required': unacceptable(
    'unless its Accept header names JSON',
    ['IDN-034', 'IDN-038', 'IDN-075', 'IDN-089'],
    ({ headers }) => !headers.get('accept')?.includes('json'),
  ),
  'charset-refused': unacceptable('when the Content-Type has a charset parameter', ['IDN-076'], namesCharset),
} satisfies Bank;

/** A deployment that answers status 406 to some token requests, after all. */
function unacceptable(what: string, breaks: MutantEntry['breaks'], when: When): MutantEntry {
  return {
    says: `Returns status 406 for a token request ${what}.`,
    breaks,
    when: all(isFor('exchangeToken'), when),
    send: () => ({ status: 406, headers: {}, body: undefined }),
  };
}
