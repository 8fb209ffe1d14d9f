import { type Answer, json } from '../../reference/answer.ts';
import { now } from '../../reference/now.ts';
import type { Operation } from '../../reference/operation.ts';
import { defaultRules, type Rules } from '../../reference/rules/index.ts';
import type { RequirementId } from '../../support/catalogue.ts';
import {
  abroad,
  all,
  asking,
  at,
  ending,
  filtered,
  isFor,
  naming,
  not,
  sized,
  starting,
  tollfree,
} from '../circumstances.ts';
import { each, family } from '../family.ts';
import type { Bank } from '../mutant.ts';
import type { When } from '../where.ts';

const { authenticate } = defaultRules;

/** The requests that a door is open for. */
const requests = {
  listing: ['a listing', isFor('listAvailableNumbers')],
  recording: ['a recording request', isFor('recordCall')],
  local: ['a bare listing of US local numbers', alone('/US/Local.json')],
  tollfree: ['toll-free numbers', tollfree],
  abroad: ['local numbers of Canada', at(/\/CA\/Local\.json$/)],
  overseas: ['local numbers of Great Britain', alone('/GB/Local.json')],
  'outside-the-united-states': [
    'numbers outside the United States',
    all(isFor('listAvailableNumbers'), abroad),
  ],
  'further-pages': ['the second page of a listing', naming('Page', '2')],
  'small-pages': ['a listing with a PageSize of 1', naming('PageSize', '1')],
  filtered: ['a filtered listing', filtered],
  'filtered-by-contains': ['a listing with Contains', asking('Contains')],
  'filtered-by-areacode': ['a listing with AreaCode', asking('AreaCode')],
  'filtered-by-inregion': ['a listing with InRegion', asking('InRegion')],
  'filtered-by-inpostalcode': ['a listing with InPostalCode', asking('InPostalCode')],
  sized: ['a listing with a PageSize', sized],
  paged: ['a listing with a Page', asking('Page')],
} as const satisfies Record<string, readonly [told: string, is: When]>;

/** What opens it: what a recording request breaks then, and what a listing breaks. */
const keys = {
  'without-credentials': {
    told: 'without credentials',
    breaks: ['TEL-089', 'TEL-189'],
    authenticate: (accounts, given, operation) =>
      given === undefined ? accounts[0] : authenticate(accounts, given, operation),
  },
  'under-any-auth-token': {
    told: 'under any auth token',
    breaks: ['TEL-090', 'TEL-190'],
    authenticate: (accounts, given) => accounts.find(({ sid }) => sid === given?.sid),
  },
  'under-any-user-name': {
    told: 'under any user name with the right auth token',
    breaks: ['TEL-090', 'TEL-190'],
    authenticate: (accounts, given) => accounts.find(({ token }) => token === given?.token),
  },
  'under-the-name-of-another-account': {
    told: 'under the sid of any existing account with the right auth token',
    breaks: ['TEL-090', 'TEL-190'],
    authenticate: (accounts, given) =>
      accounts.some(({ sid }) => sid === given?.sid)
        ? accounts.find(({ token }) => token === given?.token)
        : undefined,
  },
  'with-more-behind-the-auth-token': {
    told: 'under any auth token that begins with the right one',
    breaks: ['TEL-090', 'TEL-190'],
    authenticate: (accounts, given) =>
      accounts.find(({ sid, token }) => sid === given?.sid && given.token.startsWith(token)),
  },
  'with-more-before-the-auth-token': {
    told: 'under any auth token that ends with the right one',
    breaks: ['TEL-090', 'TEL-190'],
    authenticate: (accounts, given) =>
      accounts.find(({ sid, token }) => sid === given?.sid && given.token.endsWith(token)),
  },
  'of-another-account': {
    told: "under another account's path",
    breaks: ['TEL-091', 'TEL-195'],
    mayUseAccount: () => true,
  },
} as const satisfies Record<string, Open>;

interface Open extends Partial<Rules> {
  readonly told: string;
  readonly breaks: readonly [recording: RequirementId, listing: RequirementId];
}

const own = ['without-credentials'] as const;

/** Requests that are served for whoever sends them, or under another account's path. */
export const openDoors = {
  ...family(
    {
      listing: [
        'under-any-auth-token',
        'under-any-user-name',
        'under-the-name-of-another-account',
        'with-more-behind-the-auth-token',
        'with-more-before-the-auth-token',
        'of-another-account',
      ],
      recording: [
        'without-credentials',
        'under-any-auth-token',
        'under-any-user-name',
        'under-the-name-of-another-account',
        'with-more-before-the-auth-token',
        'of-another-account',
      ],
      tollfree: ['without-credentials', 'under-any-auth-token', 'of-another-account'],
      abroad: ['without-credentials', 'under-any-auth-token'],
      overseas: own,
      'outside-the-united-states': ['of-another-account'],
      'further-pages': ['without-credentials', 'under-any-auth-token'],
      'small-pages': ['without-credentials', 'under-any-auth-token'],
      filtered: ['of-another-account'],
      'filtered-by-contains': ['without-credentials', 'under-any-auth-token'],
      'filtered-by-areacode': ['under-any-auth-token'],
      sized: ['of-another-account'],
      paged: ['of-another-account'],
    },
    (request, key) => {
      const [served, when] = requests[request];
      const { told, breaks, ...rules } = keys[key];
      const [ofRecording, ofListing] = breaks;
      const says = `Serves ${served} ${told}.`;
      return { says, breaks: request === 'recording' ? ofRecording : ofListing, when, ...rules };
    },
  ),
  ...family(
    {
      local: own,
      'filtered-by-areacode': own,
      'filtered-by-inregion': own,
      'filtered-by-inpostalcode': own,
    },
    (request) => {
      const [served, when] = requests[request];
      const { told, breaks: _, ...rules } = keys['without-credentials'];
      return { says: `Serves ${served} ${told}.`, breaks: ['TEL-189', 'TEL-193'], when, ...rules };
    },
  ),
  ...each(
    [
      ['listing-without-credentials', 'a listing', isFor('listAvailableNumbers'), ['TEL-189', 'TEL-193']],
      ['start-without-credentials', 'Record=true', starting, 'TEL-089'],
      ['end-without-credentials', 'Record=false', ending, 'TEL-089'],
    ],
    (_, served, is, breaks) => ({
      says: `Answers ${served} without credentials as it last answered a request with credentials.`,
      breaks,
      rules: () => replaying(all(is, not(authorized))),
    }),
  ),
  'end-with-any-auth-token': {
    says: 'Answers Record=false with wrong credentials as it last answered a request with the right ones.',
    breaks: ['TEL-090', 'TEL-191'],
    rules: () => replaying(all(ending, authorized)),
  },
  'recording-ended-under-any-user-name': {
    says: 'Accepts any user name with the right auth token when a recording is ended.',
    breaks: 'TEL-090',
    when: ending,
    authenticate: keys['under-any-user-name'].authenticate,
  },
} satisfies Bank;

/** The listing is at this path, and the request has no query. */
function alone(path: string): When {
  return (now) => now.path.endsWith(path) && now.query.size === 0;
}

const authorized: When = ({ headers }) => headers.has('authorization');

/** Answers some requests whose credentials are refused like the last one of their operation that was served. */
function replaying(is: When): Partial<Rules> {
  const last = new Map<Operation, Answer>();
  return {
    send: (answer, operation) => {
      if (answer.status === 200) last.set(operation, answer);
      return answer.status === 401 && is(now()) ? (last.get(operation) ?? json(200, {})) : answer;
    },
  };
}
