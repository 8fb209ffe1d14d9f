import { type Answer, page, refuse } from '../../reference/answer.ts';
import { now } from '../../reference/now.ts';
import { defaultRules } from '../../reference/rules/index.ts';
import {
  all,
  asking,
  at,
  ending,
  filtered,
  isFor,
  naming,
  not,
  starting,
  tollfree,
} from '../circumstances.ts';
import { series } from '../family.ts';
import type { Bank, MutantEntry } from '../mutant.ts';
import { inCroatia } from '../parts/in-croatia.ts';
import type { When } from '../where.ts';

const { findCall, notFound } = defaultRules;

const listing = isFor('listAvailableNumbers');
const recording = isFor('recordCall');
const resource = isFor('unknown');
const elsewhere = at(/^\/v2\/(?!.*\/AvailablePhoneNumbers\/)/);
const ofNobody = /\/ACf+\//;

const html = { status: 404, headers: { 'Content-Type': 'text/html' }, body: '<h1>Not found</h1>' };

/** A message that has words of the path, but not the path. */
const WORDY = 'This account has no Local numbers, Calls or Recordings there';

const authorized: When = ({ headers }) => headers.has('authorization');

/** What a page in place of an error object breaks: its body where it names what is missing or not, and for a call. */
const ofList = ['TEL-186', 'TEL-187', 'TEL-209'] as const;
const ofNamed = [...ofList, 'TEL-188'] as const;
const ofCall = ['TEL-085', 'TEL-086', 'TEL-208'] as const;

/** Requests that are answered by a page with status 404: what had it otherwise, or with which status. */
export const missingPages = {
  ...series(
    'html-for',
    {
      'a-missing-resource': ['a resource that does not exist', resource, ofNamed, 404],
      'a-missing-type': ['the type Mobile', at(/\/US\/Mobile\.json$/), ofNamed, 404],
      'a-missing-country': ['the country USA', at(/\/USA\/Local\.json$/), ofNamed, 404],
      'a-missing-account': ['an account without numbers', at(/\/ACf+\/.+\/US\/Local\.json$/), ofNamed, 404],
      // Beyond the last page every part of the path exists.
      'a-missing-page': [
        'a page beyond the last',
        all(asking('Page'), at(/\/US\/Local\.json$/)),
        ofList,
        404,
      ],
      'a-single-number': ['a single number', all(resource, at(/\/(?:%2B|\+)?1\d{10}\.json$/i)), ofList],
      'an-unknown-collection': ['an unknown collection', all(resource, at(/\/(?:NoSuch)?Numbers\//)), ofList],
      'the-account-of-a-call': [
        'a call of an unknown account',
        all(recording, at(ofNobody)),
        [...ofCall, 'TEL-087'],
      ],
      'a-type-in-small-letters': ['the type local', at(/\/local\.json$/), ofList],
      'an-unknown-type': ['the type All', at(/\/All\.json$/), ofList],
      'tollfree-numbers': ['toll-free numbers', tollfree, [...ofList, 'TEL-174']],
      'no-type': ['a path without a type', at(/\/AvailablePhoneNumbers(?:\/[A-Z]{2})?\.json$/), ofList],
      'a-wrong-auth-token': ['a listing with a wrong auth token', all(listing, authorized), ofList, 401],
      'another-account': ['a listing of another account', listing, ofList, 403],
      'a-call-of-another-account': ['a call of another account', recording, ofCall, 403],
      'a-page-size-of-0': ['a PageSize of 0', naming('PageSize', '0'), ofList],
      'a-country-without-numbers': ['a country without numbers', at(/\/AvailablePhoneNumbers\/ZZ\//), ofList],
    },
    (what, when, breaks, ...[status]) => ({
      says: `Returns 404 with an HTML page for ${what}.`,
      breaks,
      when,
      send: (answer) => (status === undefined || answer.status === status ? html : answer),
    }),
  ),
  'html-for-tollfree-numbers-of-croatia': {
    says: 'Returns 404 with an HTML page for toll-free numbers of Croatia.',
    breaks: ofList,
    settings: inCroatia,
    when: all(at(/\/HR\/Tollfree\.json$/), ({ query }) => query.size === 0),
    send: (answer) => (answer.status === 200 ? html : answer),
  },
  ...series(
    'html-for-no',
    { 'local-number-found': ['local', not(tollfree)], 'tollfree-number-found': ['toll-free', tollfree] },
    (type, when) => ({
      says: `Returns 404 with an HTML page when a filter leaves no ${type} number.`,
      breaks: ofList,
      when: all(filtered, when),
      send: (answer) =>
        (answer.body as { readonly total?: number } | undefined)?.total === 0 ? html : answer,
    }),
  ),
  'unknown-call-answered-by-a-page': named(recording, 'a call', ['TEL-085', 'TEL-086', 'TEL-087']),
  'missing-number-answered-by-a-page': named(resource, 'a path', ofNamed),
} satisfies Bank;

/** Errors whose message does not name what is missing. */
export const missingUnnamed = {
  ...series(
    'not-named',
    {
      resource: ['a resource', resource, 'TEL-188', 'Not found'],
      path: ['a path', resource, 'TEL-188', 'The requested resource was not found'],
      listing: ['a listing', listing, 'TEL-188', 'Not found'],
      'account-of-numbers': ['the account of a listing', all(listing, at(ofNobody)), 'TEL-188', WORDY],
      country: ['the country of a listing', at(/\/USA\//), 'TEL-188', WORDY],
      'account-of-a-call': ['the account of a call', all(recording, at(ofNobody)), 'TEL-087', WORDY],
      call: ['a call', recording, 'TEL-087', 'The requested resource was not found'],
      'call-at-a-start': ['a call to be recorded', starting, 'TEL-087', 'There is no such call'],
    },
    (what, when, breaks, message) => ({
      says: `Does not name the path in the error message when ${what} does not exist.`,
      breaks,
      when,
      notFound: () => ({ status: 404, message }),
    }),
  ),
  ...series(
    'named-in-part',
    {
      call: ['call', recording, 'TEL-087', /\/Calls.*$/],
      number: ['number', resource, 'TEL-188', /\/[^/]*$/],
    },
    (what, when, breaks, omitted) => ({
      says: `Names what is above a ${what}, but not the ${what}, in the error message when it does not exist.`,
      breaks,
      when,
      notFound: (path) => ({ status: 404, message: `${path.replace(omitted, '')} has no such ${what}` }),
    }),
  ),
  'missing-number-named-by-its-list': {
    says: 'Names the parent collection instead of the missing resource in the error message.',
    breaks: 'TEL-188',
    when: resource,
    notFound: (path, operation) => notFound(path.replace(/\/[^/]+$/, ''), operation),
  },
} satisfies Bank;

/** Missing calls and resources that are answered with another status, or are there after all. */
export const missingStatuses = {
  ...series(
    'answered',
    {
      '410-for-a-missing-resource': ['a resource', resource, 410, 'TEL-185'],
      '200-for-a-missing-resource': ['a resource', resource, 200, ['TEL-184', 'TEL-185']],
      '400-for-an-unknown-collection': ['a collection', all(resource, elsewhere), 400, 'TEL-185'],
      '400-for-an-unknown-call': ['a call', recording, 400, 'TEL-084'],
      '200-for-an-unknown-call': ['a call', recording, 200, 'TEL-084'],
      '400-for-a-start-on-an-unknown-call': ['a call to be recorded', starting, 400, 'TEL-084'],
      '400-for-an-end-on-an-unknown-call': ['a call to be recorded no more', ending, 400, 'TEL-084'],
    },
    (what, when, status, breaks) => ({
      says: `Returns the error object with status ${status} when ${what} does not exist.`,
      breaks,
      when,
      notFoundStatus: () => status,
    }),
  ),
  'unknown-call-is-another': {
    says: "Treats a call that does not exist as the account's first call.",
    breaks: ['TEL-084', 'TEL-085', 'TEL-086', 'TEL-087'],
    findCall: (calls, of, sid) => findCall(calls, of, sid) ?? calls.find((call) => call.accountSid === of),
  },
  'missing-number-fails': {
    says: 'Returns status 500 when a single number is requested.',
    breaks: ['TEL-184', 'TEL-185', 'TEL-186', 'TEL-188'],
    singleNumber: () => refuse(500, 'no such number'),
  },
} satisfies Bank;

/** Error objects whose fields are wrong, or that are called something else. */
export const missingObjects = {
  ...series(
    'status-in-a-string-for',
    {
      'an-unknown-type': ['the type Locals', at(/\/Locals\.json$/), 'TEL-186'],
      'a-missing-list': ['a listing that does not exist', listing, 'TEL-186'],
      'a-start-on-a-missing-call': ['a recording of a call that does not exist', starting, 'TEL-085'],
    },
    (what, when, breaks) => ({
      says: `Returns the status 404 as a string in the error object for ${what}.`,
      breaks,
      when,
      notFound: (...given) => ({ ...notFound(...given), status: '404' }),
    }),
  ),
  ...series(
    'no-message-for',
    {
      'an-unknown-country': ['the country 12', at(/\/12\/Local\.json$/), 'TEL-187'],
      'a-missing-list': ['a listing that does not exist', listing, ['TEL-187', 'TEL-188']],
    },
    (what, when, breaks) => ({
      says: `Omits the message from the error object for ${what}.`,
      breaks,
      when,
      notFound: () => ({ status: 404 }),
    }),
  ),
  ...series(
    'error-for',
    {
      'a-missing-call-as-html': ['a missing call', recording, 'text/html', 'TEL-208'],
      'a-missing-call-without-a-type': ['a missing call', recording, '', 'TEL-208'],
      'a-missing-resource-as-text': ['a missing resource', resource, 'text/plain; charset=utf-8', 'TEL-209'],
      'a-missing-list-as-html': ['a missing listing', listing, 'text/html', 'TEL-209'],
      'a-country-of-three-letters-as-text': [
        'a country of three letters',
        at(/\/[A-Z]{3}\//),
        'text/plain',
        'TEL-209',
      ],
    },
    (what, when, type, breaks) => ({
      says: `Sends the error object for ${what} ${type ? `as ${type}` : 'without a Content-Type'}.`,
      breaks,
      when,
      send: (answer) => (answer.status === 404 ? called(answer, type) : answer),
    }),
  ),
} satisfies Bank;

/** An answer under another media type, or under none. */
function called(answer: Answer, type: string): Answer {
  const { 'Content-Type': _own, ...headers } = answer.headers;
  return { ...answer, headers: type === '' ? headers : { ...headers, 'Content-Type': type } };
}

/** A deployment that answers with a page that names what is missing. */
function named(when: When, what: string, breaks: MutantEntry['breaks']): MutantEntry {
  return {
    says: `Returns an HTML page that names the path instead of an error object for ${what} that does not exist.`,
    breaks,
    when,
    send: (answer) =>
      answer.status === 404 ? page(404, `<title>Not found</title><p>${now().path}</p>`) : answer,
  };
}
