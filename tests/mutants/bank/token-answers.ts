import { refuse } from '../../reference/answer.ts';
import { now } from '../../reference/now.ts';
import { defaultRules, type Rules } from '../../reference/rules/index.ts';
import type { Grant } from '../../reference/state.ts';
import {
  acceptsJson,
  all,
  by,
  granting,
  isFor,
  issuing,
  lacking,
  namesCharset,
  not,
  ofAnotherClient,
  ofTheFirstClient,
  sending,
} from '../circumstances.ts';
import { each, family } from '../family.ts';
import type { Bank, MutantEntry } from '../mutant.ts';
import { without } from '../parts/answers.ts';
import { isOf } from '../provenances.ts';
import type { When } from '../where.ts';

const { tokenHeaders, tokenResponse } = defaultRules;

/** All scopes, in short form and usual order. */
const USUAL = 'email profile spaces';

/** The grants: how a sentence tells of each, and which requests are answered by it. */
const grants = {
  password: ['a password grant', granting('password')],
  code: ['the exchange of a code', granting('authorization_code')],
  refresh: ['a refresh', granting('refresh_token')],
} as const;

/** The tokens that an answer has to have. */
const tokens = {
  'password-without-id-token': ['password', 'id_token', 'IDN-040'],
  'password-without-refresh-token': ['password', 'refresh_token', 'IDN-041'],
  'code-without-id-token': ['code', 'id_token', 'IDN-036'],
  'code-without-refresh-token': ['code', 'refresh_token', 'IDN-037'],
  'refresh-without-id-token': ['refresh', 'id_token', 'IDN-044'],
  'refresh-without-refresh-token': ['refresh', 'refresh_token', 'IDN-045'],
} as const;

const plain = all(not(acceptsJson), not(namesCharset));

/** When an answer lacks a token. */
const circumstances = {
  'for-few-scopes': ['when not all scopes were requested', issuing(({ scopes }) => scopes.length < 3)],
  'for-one-scope': ['when only one scope was requested', issuing(isOf('for-one-scope'))],
  'of-a-code': ['when the session began with a code', issuing(isOf('of-a-session-of-a-code'))],
  'for-another-client': ['of any client but the first', ofAnotherClient],
  'under-accept': ['with Accept: application/json', acceptsJson],
  'with-a-charset': ['whose Content-Type has a charset', namesCharset],
  'with-a-charset-alone': [
    'with a charset in Content-Type but no Accept: application/json',
    all(namesCharset, not(acceptsJson)),
  ],
  'without-a-token-endpoint': [
    'of the first client without token_endpoint',
    all(ofTheFirstClient, lacking('token_endpoint')),
  ],
  'without-a-redirect-uri': [
    'of the first client without redirect_uri',
    all(ofTheFirstClient, lacking('redirect_uri')),
  ],
  'at-first': [
    'when it is the first of a session, for all scopes, with redirect_uri',
    all(
      issuing((grant) => isOf('of-a-first-refresh')(grant) && grant.scopes.length === 3),
      sending('redirect_uri'),
    ),
  ],
  'from-the-second-on': ['from the second of a session on', issuing(isOf('of-later-refreshes'))],
  'of-the-first-client-if-plain': [
    'of the first client, if it is plain and for the short scopes',
    all(plain, ofTheFirstClient, issuing(isForUsualScopes)),
  ],
  'with-a-token-endpoint-if-plain': [
    'with token_endpoint, if it is plain and for the short scopes',
    all(plain, sending('token_endpoint'), issuing(isForUsualScopes)),
  ],
  'at-first-if-plain': [
    'when it is plain and the first of a session, with redirect_uri, for all scopes',
    all(
      plain,
      sending('redirect_uri'),
      issuing((grant) => isOf('of-a-first-refresh')(grant) && grant.scopes.join(' ') === USUAL),
    ),
  ],
} as const;

/** What can be wrong with an answer to any grant. */
const faults = {
  'answered-with-status-201': {
    says: 'Returns status 201 with the tokens of',
    breaks: 'IDN-077',
    tokenStatus: () => 201,
  },
  'answered-as-text': {
    says: 'Returns as text/plain the tokens of',
    breaks: 'IDN-078',
    tokenHeaders: (grant) => ({ ...tokenHeaders(grant), 'Content-Type': 'text/plain' }),
  },
  'answered-without-token-type': {
    says: 'Omits token_type from the answer to',
    breaks: 'IDN-080',
    tokenResponse: (...given) => without(tokenResponse(...given), 'token_type'),
  },
} satisfies Bank;

/** The requests that may have an Accept header or a charset. */
const requests = {
  password: ['a password grant', by('password')],
  code: ['a code exchange', by('authorization_code')],
  refresh: ['a refresh', by('refresh_token')],
  revocation: ['a revocation', isFor('revokeToken')],
  authorize: ['an authorization request', isFor('authorize')],
  'token-info': ['a token info request', isFor('getTokenInfo')],
} as const;

/** A token that an answer lacks: the answer and its token, and when. */
export const lackingTokens = {
  ...family(
    {
      'password-without-id-token': [
        'for-few-scopes',
        'under-accept',
        'with-a-charset',
        'of-the-first-client-if-plain',
      ],
      'password-without-refresh-token': ['for-one-scope', 'for-another-client'],
      'code-without-id-token': [
        'for-few-scopes',
        'under-accept',
        'without-a-token-endpoint',
        'with-a-token-endpoint-if-plain',
      ],
      'code-without-refresh-token': ['with-a-charset-alone'],
      'refresh-without-id-token': [
        'for-few-scopes',
        'of-a-code',
        'for-another-client',
        'under-accept',
        'without-a-redirect-uri',
        'at-first',
        'at-first-if-plain',
      ],
      'refresh-without-refresh-token': ['with-a-charset', 'from-the-second-on'],
    },
    (what, whenever) => {
      const [grant, token, breaks] = tokens[what];
      const [told, when] = circumstances[whenever];
      return {
        says: `Omits ${token} from the answer to ${grants[grant][0]} ${told}.`,
        breaks,
        when: all(grants[grant][1], when),
        tokenResponse: (...given) => without(tokenResponse(...given), token),
      };
    },
  ),
  ...each(
    [
      ['refresh-token-with-the-first-password-only', 'password', 'IDN-041'],
      ['refresh-token-with-the-first-code-only', 'code', 'IDN-037'],
    ],
    (_, grant, breaks) => ({
      says: `Returns refresh_token for the first of all requests for ${grants[grant][0]} only.`,
      breaks,
      rules: () => {
        let answered = 0;
        return {
          tokenResponse: (...given) => {
            const whole = tokenResponse(...given);
            if (!grants[grant][1](now()) || (answered += 1) === 1) return whole;
            return without(whole, 'refresh_token');
          },
        };
      },
    }),
  ),
} satisfies Bank;

/** What else is wrong with the answer to a grant. */
export const tokenAnswers = {
  ...family(
    {
      password: ['answered-with-status-201', 'answered-as-text', 'answered-without-token-type'],
      refresh: ['answered-with-status-201', 'answered-as-text', 'answered-without-token-type'],
      code: ['answered-with-status-201', 'answered-without-token-type'],
    },
    (grant, how) => {
      const { says, breaks, ...rules } = faults[how];
      const [told, when] = grants[grant];
      return { says: `${says} ${told}.`, breaks: grant === 'code' ? 'IDN-092' : breaks, when, ...rules };
    },
  ),
  ...each(
    [
      ['password-tokens-kept-by-caches', 'password', { 'Cache-Control': 'private, max-age=60' }],
      ['refresh-tokens-kept-by-caches', 'refresh', {}],
      ['code-tokens-kept-by-caches', 'code', { 'Cache-Control': 'max-age=3600' }],
    ],
    (_, grant, headers) => ({
      says: `Allows caches to store the tokens issued for ${grants[grant][0]}.`,
      breaks: 'IDN-079',
      when: grants[grant][1],
      tokenHeaders: () => headers,
    }),
  ),
  'token-type-of-its-own': {
    says: 'Returns opaque as the token_type, which no client recognizes.',
    breaks: 'IDN-092',
    tokenResponse: answering({ token_type: 'opaque' }),
  },
  'access-token-of-another-type': {
    says: 'Returns the token_type mac.',
    breaks: 'IDN-080',
    tokenResponse: answering({ token_type: 'mac' }),
  },
  'expires-in-of-two-hours': living(7200, 'every access token'),
  'expires-in-of-no-time': living(0, 'every access token'),
  'expires-in-of-a-refresh-in-milliseconds': living(3_600_000, 'a refresh', granting('refresh_token')),
  'refresh-for-five-minutes': living(300, 'a refresh', granting('refresh_token')),
  'password-grant-for-half-an-hour': living(1800, 'a password grant', granting('password')),
  'code-for-half-an-hour': living(1800, 'the exchange of a code', granting('authorization_code')),
  'five-minutes-for-another-client': living(
    300,
    'a password grant of any client but the first',
    all(granting('password'), ofAnotherClient),
  ),
  'five-minutes-after-a-refresh-of-another-client': living(
    300,
    'a refresh of any client but the first',
    all(granting('refresh_token'), ofAnotherClient),
  ),
} satisfies Bank;

/** Requests that are refused for what their headers say. */
export const refusedHeaders = {
  ...family(
    {
      password: ['under-accept-refused', 'with-a-charset-refused'],
      code: ['under-accept-refused', 'with-a-charset-refused'],
      refresh: ['under-accept-refused', 'with-a-charset-refused'],
      revocation: ['under-accept-refused', 'with-a-charset-refused'],
      // These are GET requests, which have no Content-Type.
      authorize: ['under-accept-refused'],
      'token-info': ['under-accept-refused'],
    },
    (what, why) => {
      const [request, is] = requests[what];
      const isAccept = why === 'under-accept-refused';
      const status = isAccept ? 406 : 415;
      return {
        says: `Returns status ${status} for ${request} ${isAccept ? 'with Accept: application/json' : 'whose Content-Type has a charset'}.`,
        breaks: isAccept ? 'IDN-074' : 'IDN-076',
        when: all(is, isAccept ? acceptsJson : namesCharset),
        admit: () => refuse(status, 'This is not answered'),
      };
    },
  ),
  'accept-header-refused': unacceptable('with Accept: application/json', ['IDN-074'], acceptsJson),
  'accept-header-required': unacceptable(
    'unless its Accept header names JSON',
    ['IDN-034', 'IDN-038', 'IDN-075', 'IDN-089'],
    ({ headers }) => !headers.get('accept')?.includes('json'),
  ),
  'charset-refused': unacceptable('when the Content-Type has a charset parameter', ['IDN-076'], namesCharset),
} satisfies Bank;

/** A deployment that says how many seconds access tokens live, all of them or some. */
function living(expires_in: number, what: string, when?: When): MutantEntry {
  return {
    says: `Reports a lifetime of ${expires_in} seconds for ${what}.`,
    breaks: 'IDN-129',
    ...(when && { when }),
    tokenResponse: answering({ expires_in }),
  };
}

/** A deployment that answers status 406 to some token requests, after all. */
function unacceptable(what: string, breaks: MutantEntry['breaks'], when: When): MutantEntry {
  return {
    says: `Returns status 406 for a token request ${what}.`,
    breaks,
    when: all(isFor('exchangeToken'), when),
    send: () => ({ status: 406, headers: {}, body: undefined }),
  };
}

/** The answer with some fields as given. */
function answering(fields: Readonly<Record<string, unknown>>): Rules['tokenResponse'] {
  return (...given) => ({ ...tokenResponse(...given), ...fields });
}

function isForUsualScopes({ scope }: Grant): boolean {
  return scope === USUAL;
}
