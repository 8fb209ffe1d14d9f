import { CUT, json } from '../../reference/answer.ts';
import { stock } from '../../reference/numbers.ts';
import { defaultRules } from '../../reference/rules/index.ts';
import type { Bank } from '../mutant.ts';

const { authenticate, availableNumber, basicChallenge, basicCredentials, mayUseAccount } = defaultRules;

/** Breaking who may use an account: its credentials, and the account of the path. */
export const accountMutants = {
  'listing-without-credentials': {
    says: 'Returns the previous successful response to a listing request without credentials.',
    breaks: ['TEL-189', 'TEL-193'],
    rules: () => {
      let last = json(500, {});
      return {
        send: (answer, operation, { headers }) => {
          if (operation !== 'listAvailableNumbers') return answer;
          if (answer.status === 200) last = answer;
          return headers.has('authorization') ? answer : last;
        },
      };
    },
  },
  'listing-for-any-auth-token': {
    says: 'Lists numbers for an account regardless of the auth token.',
    breaks: 'TEL-190',
    authenticate: (accounts, credentials, operation) =>
      operation === 'listAvailableNumbers'
        ? accounts.find(({ sid }) => sid === credentials?.sid)
        : authenticate(accounts, credentials, operation),
  },
  'listing-for-any-user-name': {
    says: 'Accepts any user name for a listing when the auth token is valid.',
    breaks: 'TEL-190',
    authenticate: (accounts, credentials, operation) =>
      operation === 'listAvailableNumbers'
        ? accounts.find(({ token }) => token === credentials?.token)
        : authenticate(accounts, credentials, operation),
  },
  'recording-for-any-user-name': {
    says: 'Accepts any user name for a recording when the auth token is valid.',
    breaks: 'TEL-090',
    authenticate: (accounts, credentials, operation) =>
      operation === 'recordCall'
        ? accounts.find(({ token }) => token === credentials?.token)
        : authenticate(accounts, credentials, operation),
  },
  'credentials-under-any-scheme': {
    says: 'Accepts Basic credentials under any authentication scheme.',
    breaks: 'TEL-191',
    basicCredentials: (authorization) => basicCredentials(authorization?.replace(/^\S+/, 'Basic')),
  },
  'basic-in-small-letters-refused': {
    says: 'Refuses the scheme Basic in lower case.',
    breaks: 'TEL-192',
    basicCredentials: unless('basic '),
  },
  'basic-in-capitals-refused': {
    says: 'Refuses the scheme Basic in upper case.',
    breaks: 'TEL-192',
    basicCredentials: unless('BASIC '),
  },
  'basic-in-small-letters-met-with-silence': {
    says: 'Closes the connection of a listing when the scheme Basic is in lower case.',
    breaks: 'TEL-192',
    send: (answer, operation, { headers }) =>
      operation === 'listAvailableNumbers' && headers.get('authorization')?.startsWith('basic ')
        ? { ...answer, body: CUT }
        : answer,
  },
  'no-credentials-are-forbidden': {
    says: 'Refuses a listing with 403 instead of 401, and omits WWW-Authenticate.',
    breaks: 'TEL-193',
    send: (answer, operation) =>
      operation === 'listAvailableNumbers' && answer.status === 401 ? json(403, answer.body) : answer,
  },
  'no-basic-challenge': {
    says: 'Refuses a listing with 401 but omits WWW-Authenticate.',
    breaks: 'TEL-194',
    send: (answer, operation) => {
      const { 'WWW-Authenticate': challenge, ...headers } = answer.headers;
      return operation === 'listAvailableNumbers' && challenge !== undefined
        ? { ...answer, headers }
        : answer;
    },
  },
  'no-basic-challenge-beside-another-scheme': {
    says: 'Omits WWW-Authenticate when a listing is requested under a scheme other than Basic.',
    breaks: 'TEL-194',
    send: (answer, operation, { headers }) => {
      const { 'WWW-Authenticate': _, ...others } = answer.headers;
      return operation === 'listAvailableNumbers' &&
        /^(?!basic )/i.test(headers.get('authorization') ?? 'Basic ')
        ? { ...answer, headers: others }
        : answer;
    },
  },
  'no-basic-challenge-to-malformed-credentials': {
    says: 'Omits WWW-Authenticate when the Basic credentials of a listing contain no colon.',
    breaks: 'TEL-194',
    send: (answer, operation, { headers }) => {
      const { 'WWW-Authenticate': _, ...others } = answer.headers;
      const sent = /^basic +(.*)/i.exec(headers.get('authorization') ?? '')?.[1];
      const isMalformed = sent !== undefined && !Buffer.from(sent, 'base64').toString().includes(':');
      return operation === 'listAvailableNumbers' && isMalformed ? { ...answer, headers: others } : answer;
    },
  },
  'basic-challenge-names-bearer': {
    says: 'Returns a Bearer challenge from the telephony API.',
    breaks: 'TEL-194',
    basicChallenge: () => 'Bearer realm="telephony"',
  },
  'basic-in-the-realm-alone': {
    says: 'Returns a Digest challenge with the word basic in its realm.',
    breaks: 'TEL-194',
    basicChallenge: () => 'Digest realm="basic telephony"',
  },
  'basic-challenge-without-a-space': {
    says: 'Joins the scheme of the challenge to its first parameter with a hyphen instead of a space.',
    breaks: 'TEL-194',
    basicChallenge: () => basicChallenge().replace(' ', '-'),
  },
  'telephony-refuses-by-500': {
    says: 'Returns 500 from the telephony API when credentials are missing or wrong.',
    breaks: ['TEL-089', 'TEL-090', 'TEL-189', 'TEL-190', 'TEL-191', 'TEL-193'],
    unauthenticatedStatus: () => 500,
  },
  'listing-refused-by-silence': {
    says: 'Closes the connection when the credentials of a listing are missing or wrong.',
    breaks: ['TEL-189', 'TEL-190', 'TEL-191', 'TEL-193'],
    send: (answer, operation) =>
      operation === 'listAvailableNumbers' && answer.status === 401 ? { ...answer, body: CUT } : answer,
  },
  'listing-refused-and-answered': {
    says: 'Refuses a listing with 401, yet returns a number in the body.',
    breaks: ['TEL-189', 'TEL-190', 'TEL-191'],
    send: (answer, operation) =>
      operation === 'listAvailableNumbers' && answer.status === 401
        ? { ...answer, body: { available_phone_numbers: stock.slice(0, 1).map(availableNumber) } }
        : answer,
  },
  'recording-without-credentials': {
    says: 'Treats a recording without Basic credentials as one of the first account.',
    breaks: 'TEL-089',
    authenticate: (accounts, credentials, operation) =>
      operation === 'recordCall' && credentials === undefined
        ? accounts[0]
        : authenticate(accounts, credentials, operation),
  },
  'recording-for-any-auth-token': {
    says: 'Records for an account regardless of the auth token.',
    breaks: 'TEL-090',
    authenticate: (accounts, credentials, operation) =>
      operation === 'recordCall'
        ? accounts.find(({ sid }) => sid === credentials?.sid)
        : authenticate(accounts, credentials, operation),
  },
  'recording-refused-by-silence': {
    says: 'Closes the connection when the credentials of a recording are missing or wrong.',
    breaks: ['TEL-089', 'TEL-090', 'TEL-191', 'TEL-193'],
    send: (answer, operation) =>
      operation === 'recordCall' && answer.status === 401 ? { ...answer, body: CUT } : answer,
  },
  'recording-refused-and-answered': {
    says: 'Refuses a recording with 401, yet returns a call in the body.',
    breaks: ['TEL-089', 'TEL-090', 'TEL-191'],
    send: (answer, operation) =>
      operation === 'recordCall' && answer.status === 401
        ? { ...answer, body: { sid: 'CA0', status: 'in-progress' } }
        : answer,
  },
  'listing-of-any-account': {
    says: "Lists numbers under another account's path.",
    breaks: 'TEL-195',
    mayUseAccount: (account, sid, operation) =>
      operation === 'listAvailableNumbers' || mayUseAccount(account, sid, operation),
  },
  'recording-under-any-account': {
    says: "Records the account's own calls under another account's path.",
    breaks: 'TEL-091',
    mayUseAccount: (account, sid, operation) =>
      operation === 'recordCall' || mayUseAccount(account, sid, operation),
  },
  'other-account-answered-500': {
    says: "Returns 500 for another account's path.",
    breaks: ['TEL-091', 'TEL-195'],
    forbiddenStatus: () => 500,
  },
  'other-account-met-with-silence': {
    says: "Closes the connection when another account's path is requested.",
    breaks: ['TEL-091', 'TEL-195'],
    send: (answer) => (answer.status === 403 ? { ...answer, body: CUT } : answer),
  },
} satisfies Bank;

/** The credentials of a header that does not begin so. */
function unless(beginning: string): typeof basicCredentials {
  return (authorization) =>
    authorization?.startsWith(beginning) ? undefined : basicCredentials(authorization);
}
