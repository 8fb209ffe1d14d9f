import { json, refuse } from '../../reference/answer.ts';
import { now } from '../../reference/now.ts';
import { defaultRules, type Rules } from '../../reference/rules/index.ts';
import { otherAccount } from '../../reference/seed.ts';
import type { Bank, MutantEntry } from '../mutant.ts';
import { asked } from '../parts/asked.ts';

/** Listings and recordings that open for some requests without the right credentials, or under another account's path. */
export const partialAccountMutants = {
  'tollfree-without-credentials': {
    says: 'Lists toll-free numbers without credentials.',
    breaks: 'TEL-189',
    rules: () => listingFor(/\/Tollfree\.json$/),
  },
  'further-pages-without-credentials': {
    says: 'Lists the second page of numbers without credentials.',
    breaks: 'TEL-189',
    rules: () => listingFor(/Page=2$/),
  },
  'local-without-credentials': {
    says: 'Lists US local numbers without credentials.',
    breaks: ['TEL-189', 'TEL-193'],
    rules: () => listingFor(/\/US\/Local\.json$/),
  },
  'small-pages-without-credentials': {
    says: 'Lists numbers without credentials when PageSize is 1.',
    breaks: 'TEL-189',
    rules: () => listingFor(/PageSize=1$/),
  },
  'filtered-without-credentials': {
    says: 'Lists numbers without credentials when the request has Contains.',
    breaks: 'TEL-189',
    rules: () => listingFor(/\?Contains=/),
  },
  ...Object.fromEntries(
    ['AreaCode', 'InRegion', 'InPostalCode'].map((name): [string, MutantEntry] => [
      `filtered-by-${name.toLowerCase()}-without-credentials`,
      {
        says: `Lists numbers without credentials when the request has ${name}.`,
        breaks: ['TEL-189', 'TEL-193'],
        rules: () => listingFor(new RegExp(`[?&]${name}=`)),
      },
    ]),
  ),
  'overseas-without-credentials': {
    says: 'Lists local numbers outside North America without credentials.',
    breaks: 'TEL-189',
    rules: () => listingFor(/\/GB\/Local\.json$/),
  },
  'abroad-without-credentials': {
    says: 'Lists Canadian local numbers without credentials.',
    breaks: 'TEL-189',
    rules: () => listingFor(/\/CA\/Local\.json$/),
  },
  ...Object.fromEntries(
    [
      ['further-pages', 'Page=2'],
      ['small-pages', 'PageSize=1'],
      ['filtered', '?Contains='],
      ['abroad', '/CA/Local.json'],
    ].map(([which = '', part = '']): [string, MutantEntry] => [
      `${which}-under-any-auth-token`,
      {
        says: `Accepts any auth token when the URL contains ${part}.`,
        breaks: 'TEL-190',
        rules: () =>
          asked((now) => ({
            authenticate: (accounts, given, operation) =>
              now().url.href.includes(part)
                ? accounts.find(({ sid }) => sid === given?.sid)
                : defaultRules.authenticate(accounts, given, operation),
          })),
      },
    ]),
  ),
  'tollfree-of-another-account': {
    says: "Lists toll-free numbers under another account's path.",
    breaks: 'TEL-195',
    rules: () =>
      asked((now) => ({
        mayUseAccount: (account, sid, operation) =>
          now().isTollfree || defaultRules.mayUseAccount(account, sid, operation),
      })),
  },
  'starts-under-another-account': {
    says: "Starts a recording under another account's path, but refuses to end one there.",
    breaks: 'TEL-091',
    rules: () => recordingUnder(() => true, 'true'),
  },
  'tollfree-under-any-auth-token': {
    says: 'Accepts any auth token when listing toll-free numbers.',
    breaks: 'TEL-190',
    rules: () =>
      asked((now) => ({
        authenticate: (accounts, given, operation) =>
          now().isTollfree
            ? accounts.find(({ sid }) => sid === given?.sid)
            : defaultRules.authenticate(accounts, given, operation),
      })),
  },
  'auth-token-under-any-account': {
    says: 'Accepts an auth token with the sid of any existing account when listing numbers.',
    breaks: 'TEL-190',
    authenticate: (accounts, given, operation) =>
      operation === 'listAvailableNumbers' && accounts.some(({ sid }) => sid === given?.sid)
        ? accounts.find(({ token }) => token === given?.token)
        : defaultRules.authenticate(accounts, given, operation),
  },
  'end-without-credentials': {
    says: 'Returns status 200 for Record=false without credentials.',
    breaks: 'TEL-089',
    rules: () => endingFor((authorization) => authorization === null),
  },
  'end-with-any-auth-token': {
    says: 'Returns status 200 for Record=false with any credentials.',
    breaks: ['TEL-090', 'TEL-191'],
    rules: () => endingFor((authorization) => authorization !== null),
  },
  'recording-by-the-name-of-another-account': {
    says: 'Accepts an auth token with the sid of any existing account for a recording request.',
    breaks: 'TEL-090',
    authenticate: (accounts, credentials, operation) =>
      operation === 'recordCall' && accounts.some(({ sid }) => sid === credentials?.sid)
        ? accounts.find(({ token }) => token === credentials?.token)
        : defaultRules.authenticate(accounts, credentials, operation),
  },
  'recording-ended-under-another-account': {
    says: 'Accepts recording requests under any account path, and refuses to end when nothing is running.',
    breaks: 'TEL-091',
    rules: () => ({
      ...endingRunningOnes,
      mayUseAccount: (account, sid, operation) =>
        operation === 'recordCall' || defaultRules.mayUseAccount(account, sid, operation),
      findCall: (calls, _account, sid) => calls.find((call) => call.sid === sid),
    }),
  },
  'end-acknowledged-under-another-account': {
    says: "Returns the call for Record=false under another account's path while it is recorded, but ends nothing.",
    breaks: 'TEL-091',
    rules: () => recordingUnder((sid) => sid === otherAccount.sid, 'false'),
  },
  'end-acknowledged-under-the-account-of-nobody': {
    says: 'Returns the call for Record=false under a nonexistent account while it is recorded, but ends nothing.',
    breaks: 'TEL-084',
    rules: () => recordingUnder((sid) => sid !== otherAccount.sid, 'false'),
  },
  'recording-ended-under-the-account-of-nobody': {
    says: 'Accepts recording requests under a nonexistent account, and refuses to end when nothing is running.',
    breaks: 'TEL-084',
    rules: () => ({
      ...endingRunningOnes,
      mayUseAccount: (account, sid, operation) =>
        (operation === 'recordCall' && sid !== otherAccount.sid) ||
        defaultRules.mayUseAccount(account, sid, operation),
      findCall: (calls, account, sid) =>
        defaultRules.findCall(calls, account, sid) ??
        calls.find((call) => call.sid === sid && call.accountSid !== otherAccount.sid),
    }),
  },
  'recording-ended-by-the-beginning-of-a-call': {
    says: 'Accepts a truncated call sid while a recording is running, and refuses to end when none is.',
    breaks: 'TEL-084',
    rules: () => ({
      ...endingRunningOnes,
      findCall: (calls, account, sid = '') =>
        defaultRules.findCall(calls, account, sid) ??
        calls.find(
          (call) =>
            call.sid.startsWith(sid.padEnd(30)) &&
            call.recordings.some(({ endedAt }) => endedAt === undefined),
        ),
    }),
  },
} satisfies Bank;

/** Refuses to end where nothing is recorded: so a refusal alone does not show that a path is closed. */
const endingRunningOnes = {
  recordingToEnd: (running) => running.at(-1) ?? refuse(409, 'Nothing is being recorded'),
} satisfies Partial<Rules>;

/**
 * Takes only starts, or only ends, under some account paths that are not those of the account. An end there is
 * answered as if it ended what is being recorded.
 *
 * @param taken the value of Record that is taken there
 */
function recordingUnder(
  isOpen: (sid: string | undefined) => boolean,
  taken: 'true' | 'false',
): Partial<Rules> {
  let isForeign = false;
  return {
    mayUseAccount: (own, sid, operation) => {
      isForeign = !defaultRules.mayUseAccount(own, sid, operation);
      return !isForeign || (operation === 'recordCall' && isOpen(sid));
    },
    findCall: (calls, account, sid) =>
      defaultRules.findCall(calls, account, sid) ??
      (isForeign ? calls.find((call) => call.sid === sid) : undefined),
    record: (value) => {
      if (isForeign && value !== taken) refuse(403, 'Not yours');
      return defaultRules.record(value);
    },
    recordingToEnd: (running) => {
      const last = endingRunningOnes.recordingToEnd(running);
      return isForeign ? undefined : last;
    },
  };
}

/** Lists numbers without credentials at some addresses. */
function listingFor(address: RegExp): Partial<Rules> {
  let path = '';
  return {
    admit: (_operation, { url }) => {
      const { pathname, search } = new URL(url);
      path = pathname + search;
    },
    authenticate: (accounts, given, operation) =>
      given === undefined && address.test(path)
        ? accounts.find(({ sid }) => path.includes(sid))
        : defaultRules.authenticate(accounts, given, operation),
  };
}

/** Answers ends that were refused for the credentials as if they were granted, where these are as wrong as told. */
function endingFor(isSpared: (authorization: string | null) => boolean): Partial<Rules> {
  let call: unknown;
  return {
    send: (answer, operation, request) => {
      if (operation !== 'recordCall') return answer;
      if (answer.status === 200) call = answer.body;
      const isRefused = answer.status === 401 && isSpared(request.headers.get('authorization'));
      return isRefused && now().body.includes('Record=false') ? json(200, call ?? {}) : answer;
    },
  };
}
