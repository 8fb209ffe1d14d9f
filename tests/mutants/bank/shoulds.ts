import { type Answer, json, refuse } from '../../reference/answer.ts';
import { now } from '../../reference/now.ts';
import { defaultRules } from '../../reference/rules/index.ts';
import type { Bank, MutantEntry } from '../mutant.ts';
import { isRefusal, without } from '../parts/answers.ts';
import { inCroatia } from '../parts/in-croatia.ts';
import { jwtOf } from '../parts/jwt-of.ts';
import { denied } from '../parts/pages.ts';

const { availableNumber, idTokenClaims, pageUri, placeOf, tokenResponse } = defaultRules;

const JSON_TYPE = 'application/json';

/** What the sample shows of the place of a number, and what is reported where it is missing. */
const PLACE = ['lata', 'rate_center', 'latitude', 'longitude', 'city', 'region', 'postal_code'] as const;
const ofNoPlace = ['TEL-127', 'TEL-128', 'TEL-129', 'TEL-130', 'TEL-133', 'TEL-134', 'TEL-135'] as const;

/** What the sample shows, and numbers of Croatia have not. */
const unknownThere = ['TEL-127', 'TEL-128', 'TEL-131', 'TEL-132'] as const;

/*
 * What breaks a should and nothing else, in a way that deployments do: all of it is tried among the harmless variants
 * as well, where no must may be reported.
 */

/** Shoulds of the identity and collaboration servers. */
export const identityShoulds = {
  'refusals-with-a-page': refusingWith('a page', 'text/html', '<!doctype html><h1>Not so</h1>'),
  'refusals-with-a-word': refusingWith('a word', 'text/plain; charset=us-ascii', 'no'),
  'refusals-with-nothing': refusingWith('nothing', undefined, undefined),
  'refusals-with-an-empty-body-of-json': refusingWith('an empty body of JSON', JSON_TYPE, ''),
  'refusals-with-null': refusingWith('null', JSON_TYPE, 'null'),
  'refusals-with-a-string': refusingWith('a string', JSON_TYPE, '"no"'),
  'refusals-with-a-list': refusingWith('a list', JSON_TYPE, [{ code: 7, field: 'id' }]),
  'refusals-with-a-problem': refusingWith('a problem', 'application/problem+json', {
    type: 'about:blank',
    title: 'Not so',
    detail: 'No token was found',
  }),
  'refusals-with-an-object-of-errors': refusingWith('an object of errors', 'application/vnd.api+json', {
    errors: [{ id: 'e1', token: 'unexpected' }],
    token: null,
    data: null,
    sid: '',
  }),
  'refusals-with-no-text-at-all': refusingWith(
    'no text at all',
    'application/octet-stream',
    new Uint8Array([0xff, 0xfe]),
  ),
  'refusals-without-a-challenge': {
    says: 'Refuses missing or wrong credentials with 403 in both APIs.',
    breaks: ['COL-060', 'TEL-193'],
    unauthorizedStatus: () => 403,
    unauthenticatedStatus: () => 403,
  },
  'tokens-as-documented': {
    says: 'The token response has scope and expires_in, but no token_type.',
    breaks: ['IDN-080', 'IDN-092'],
    tokenResponse: (...given) => ({
      ...without(tokenResponse(...given), 'token_type'),
      expires_in: 3599,
      scope: 'https://id.example/auth/userinfo.email https://id.example/auth/spaces',
    }),
  },
  'id-tokens-for-a-day': {
    says: 'An ID token is valid for a day.',
    breaks: 'IDN-119',
    idTokenClaims: (user, client, issuer, time) => ({
      ...idTokenClaims(user, client, issuer, time),
      exp: time + 24 * 3600,
    }),
  },
  'token-endpoint-refused-by-name': {
    says: 'Refuses token_endpoint in the exchange of a code, with an error that names it and has no code.',
    breaks: 'IDN-081',
    grantType: (value, form) =>
      form['token_endpoint'] === undefined
        ? defaultRules.grantType(value, form)
        : refuse(400, 'token_endpoint is not allowed', 'invalid_request'),
    oauthError: (_, message) => ({ message }),
  },
  'grant-announced-in-the-other-spelling': {
    says: 'Requires grand_type in an authorization request, which no client library sends.',
    breaks: 'IDN-092',
    isGrantAnnounced: (_, grand_type) => grand_type === 'authorization_code',
  },
  'grant-type-refused': {
    says: 'Requires grand_type in an authorization request, and refuses grant_type.',
    breaks: 'IDN-092',
    isGrantAnnounced: (grant_type, grand_type) =>
      grant_type === undefined && grand_type === 'authorization_code',
  },
  'errors-told-in-the-fragment': {
    says: 'Reports an error to the client in the fragment of its redirect URI.',
    breaks: 'IDN-031',
    refusedQuery: (error, _, state) => ({ ...(state !== undefined && { state }), why: error }),
    redirectLocation: (uri, query) =>
      'why' in query ? `${uri}#error=${query['why']}` : defaultRules.redirectLocation(uri, query),
  },
  'denial-told-on-a-page': {
    says: 'Confirms a denial to the user on a page, without redirecting to the client.',
    breaks: 'IDN-031',
    ...denied('<!doctype html><title>Denied</title><p>You have denied access.</p>'),
  },
  'denial-leads-to-a-login': {
    says: 'Shows a login page after a denial, without redirecting to the client.',
    breaks: 'IDN-031',
    ...denied(
      '<!doctype html><title>Log in</title><form method="post" action="/login"><input name="username"><input type="password" name="password"><button>Log in</button></form>',
    ),
  },
  'denial-told-otherwise': {
    says: 'Reports a denial to the client as user_denied.',
    breaks: 'IDN-031',
    denialError: () => 'user_denied',
  },
  'guest-token-within-a-jwt': {
    says: "Nests the guest's JWT in another JWT.",
    breaks: 'COL-072',
    isGuestBearer: () => false,
    guestToken: (token) => ({ token: jwtOf('{"alg":"HS256","cty":"JWT"}', token) }),
  },
} satisfies Bank;

/** Shoulds of the telephony server. */
export const telephonyShoulds = {
  'refusals-as-recorded': {
    says: 'Refuses wrong credentials of an account with 403, and adds a code and a more_info URL to errors.',
    breaks: 'TEL-193',
    unauthenticatedStatus: () => 403,
    basicChallenge: () => '',
    telephonyError: (status, message) => ({
      status,
      message,
      code: 10_004,
      more_info: 'https://docs.example/errors/10004',
    }),
    notFound: (path, operation) => ({
      ...defaultRules.notFound(path, operation),
      code: 10_001,
      more_info: 'https://docs.example/errors/10001',
    }),
  },
  'page-before-the-first': {
    says: 'On the first page, previous_page_uri points to the first page.',
    breaks: 'TEL-163',
    previousPage: (page, first) => Math.max(first, page - 1),
  },
  'page-uris-escaped-for-markup': {
    says: 'The URIs of pages contain &amp; in place of &, as recorded.',
    breaks: 'TEL-165',
    pageUri: (...given) => pageUri(...given).replaceAll('&', '&amp;'),
  },
  'numbers-as-recorded': {
    says: 'Numbers have the fields of the recorded ones: no lata, coordinates, city or postal code.',
    breaks: ['TEL-127', 'TEL-129', 'TEL-130', 'TEL-133', 'TEL-135'],
    availableNumber: (number) => ({
      ...without(availableNumber(number), 'lata', 'latitude', 'longitude', 'city', 'postal_code'),
      mms_enabled: 'false',
      region: number.region.toLowerCase(),
    }),
  },
  'numbers-of-no-place': {
    says: 'Omits the location of every number.',
    breaks: ofNoPlace,
    availableNumber: (number) => without(availableNumber(number), ...PLACE),
  },
  'some-numbers-of-no-place': {
    says: 'Omits the location of every other number.',
    breaks: ofNoPlace,
    availableNumber: (number) =>
      without(availableNumber(number), ...(/[13579]$/.test(number.phoneNumber) ? PLACE : [])),
  },
  'numbers-without-a-rate-centre': {
    says: 'No number has a rate centre.',
    breaks: 'TEL-128',
    availableNumber: (number) => without(availableNumber(number), 'rate_center'),
  },
  'numbers-without-what-a-sample-shows': {
    says: 'Omits per_minute_cost and unblock_support from every number.',
    breaks: ['TEL-136', 'TEL-137'],
    availableNumber: (number) => without(availableNumber(number), 'per_minute_cost', 'unblock_support'),
  },
  'numbers-of-numbers': {
    says: 'Whatever consists of digits is a JSON number: country_code, npa, exchange, lata, friendly_name.',
    breaks: ['TEL-107', 'TEL-108', 'TEL-112', 'TEL-113', 'TEL-114'],
    availableNumber: (number) => {
      const { npa, exchange, lata } = number;
      return {
        ...availableNumber(number),
        country_code: Number(number.countryCode),
        ...(npa !== undefined && { npa: Number(npa) }),
        ...(exchange !== undefined && { exchange: Number(exchange) }),
        ...(lata !== undefined && { lata: Number(lata) }),
        friendly_name: Number(number.friendlyName.replace(/\D/g, '')),
      };
    },
  },
  'numbers-with-places-as-objects': {
    says: 'The city, the region, the rate centre and the postal code of a number are objects with a name.',
    breaks: ['TEL-109', 'TEL-115', 'TEL-116', 'TEL-117'],
    availableNumber: (number) => ({
      ...availableNumber(number),
      city: { name: number.city },
      region: { name: number.region },
      rate_center: { name: number.rateCenter },
      postal_code: { name: number.postalCode },
    }),
  },
  'numbers-of-croatia-alone': {
    says: 'Lists only local numbers of Croatia: no other country and type has a listing.',
    breaks: unknownThere,
    settings: inCroatia,
    placeOf: (country, type) =>
      country?.toUpperCase() === 'HR' && type === 'Local' ? placeOf(country, type) : undefined,
  },
  'no-list-of-tollfree-numbers': {
    says: 'Returns 404 for the toll-free numbers of Croatia, even to unauthenticated requests.',
    breaks: unknownThere,
    settings: inCroatia,
    when: ({ path }) => path.includes('/HR/Tollfree'),
    placeOf: () => undefined,
    send: () => json(404, { status: 404, message: `${now().path} was not found` }),
  },
  'call-with-a-duration-in-seconds': calling('The duration of a call is an integer, as recorded.', {
    duration: 4,
    duration_billed: 60,
  }),
  'call-that-goes-on': calling('The end and the price of a call in progress are null, as recorded.', {
    end_time: null,
    price: null,
    duration: 0,
  }),
  'call-that-has-not-begun': calling('Reports a call as queued, with neither a start nor an end.', {
    status: 'queued',
    start_time: null,
    end_time: null,
  }),
  'call-with-booleans': calling('The privacy_hide_number of a call is a boolean.', {
    privacy_hide_number: false,
    answered_by: null,
  }),
} satisfies Bank;

/** Refusals are answered otherwise, but for the 404 of the telephony server, which the interface shows. */
function refusingWith(what: string, type: string | undefined, body: Answer['body']): MutantEntry {
  return {
    says: `An error response contains ${what} when the interface specifies no body.`,
    breaks: 'IDN-081',
    send: (answer) => {
      if (!isRefusal(answer) || (answer.status === 404 && now().path.startsWith('/v'))) return answer;
      const { 'WWW-Authenticate': challenge } = answer.headers;
      const headers = {
        ...(challenge !== undefined && { 'WWW-Authenticate': challenge }),
        ...(type !== undefined && { 'Content-Type': type }),
      };
      return { ...answer, headers, body };
    },
  };
}

/** A call has these fields in place of its own. */
function calling(says: string, fields: Readonly<Record<string, unknown>>): MutantEntry {
  return {
    says,
    breaks: 'TEL-028',
    callResource: (...given) => ({ ...defaultRules.callResource(...given), ...fields }),
  };
}
