import { now } from '../../reference/now.ts';
import { defaultRules, type Rules } from '../../reference/rules/index.ts';
import type { Grant } from '../../reference/state.ts';
import {
  acceptsJson,
  all,
  granting,
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

/** A deployment that says how many seconds access tokens live, all of them or some. */
function living(expires_in: number, what: string, when?: When): MutantEntry {
  return {
    says: `Reports a lifetime of ${expires_in} seconds for ${what}.`,
    breaks: 'IDN-129',
    ...(when && { when }),
    tokenResponse: answering({ expires_in }),
  };
}

/** The answer with some fields as given. */
function answering(fields: Readonly<Record<string, unknown>>): Rules['tokenResponse'] {
  return (...given) => ({ ...tokenResponse(...given), ...fields });
}

function isForUsualScopes({ scope }: Grant): boolean {
  return scope === USUAL;
}
