import { Buffer } from 'node:buffer';
import { CUT, json } from '../../reference/answer.ts';
import type { Now } from '../../reference/now.ts';
import { stock } from '../../reference/numbers.ts';
import { defaultRules } from '../../reference/rules/index.ts';
import { all, isFor, naming, not, tollfree } from '../circumstances.ts';
import { each, family, series } from '../family.ts';
import type { Bank, MutantEntry } from '../mutant.ts';
import type { When } from '../where.ts';

const { availableNumber, basicChallenge } = defaultRules;

const listing = isFor('listAvailableNumbers');
const recording = isFor('recordCall');
const telephony: When = ({ path }) => path.startsWith('/v2/');
const authorized: When = ({ headers }) => headers.has('authorization');
const underAnotherScheme: When = ({ headers }) =>
  /^(?!basic )/i.test(headers.get('authorization') ?? 'Basic ');

/** What is refused for its credentials: what that breaks, and a body as if it were served. */
const refused = {
  listing: {
    when: listing,
    breaks: ['TEL-189', 'TEL-190'],
    served: { available_phone_numbers: stock.slice(0, 1).map(availableNumber) },
  },
  recording: {
    when: recording,
    breaks: ['TEL-089', 'TEL-090'],
    served: { sid: 'CA0', status: 'in-progress' },
  },
} as const;

/** How the telephony API challenges whoever sends no credentials, or wrong ones. */
export const basicChallenges = {
  ...series(
    'no-challenge',
    {
      'for-listings': ['a listing', listing],
      'beside-another-scheme': ['a listing under another scheme', all(listing, underAnotherScheme)],
      'to-malformed-credentials': ['a listing whose credentials lack a colon', all(listing, withoutColon)],
      'for-further-pages': ['the second page of a listing', all(listing, naming('Page', '2'))],
      'for-recordings': ['a recording request', recording],
      'for-wrong-credentials': ['a request with credentials', all(telephony, authorized)],
      'for-wrong-credentials-of-a-recording': ['a recording with credentials', all(recording, authorized)],
      'for-missing-credentials-of-a-recording': [
        'a recording without credentials',
        all(recording, not(authorized)),
      ],
    },
    (what, when) => ({
      says: `Omits WWW-Authenticate when it refuses ${what} with 401.`,
      breaks: 'TEL-194',
      when,
      send: (answer) => (answer.status === 401 ? json(401, answer.body) : answer),
    }),
  ),
  'basic-challenge-names-bearer': challenging('Returns a Bearer challenge', 'Bearer realm="telephony"'),
  'basic-in-the-realm-alone': challenging(
    'Returns a challenge with Basic in its realm alone',
    'Digest realm="basic telephony"',
  ),
  'basic-challenge-without-a-space': challenging(
    'Returns a challenge with a hyphen for a space',
    basicChallenge().replace(' ', '-'),
  ),
} satisfies Bank;

/** What a request is answered whose credentials are missing or wrong, or of another account. */
export const refusedCredentials = {
  ...each(
    [
      ['no-credentials-are-forbidden', 'a listing', listing],
      ['recording-without-credentials-forbidden', 'a recording request', recording],
    ],
    (_, what, when) => ({
      says: `Refuses ${what} with 403 instead of 401, and omits WWW-Authenticate.`,
      breaks: 'TEL-193',
      when,
      send: (answer) => (answer.status === 401 ? json(403, answer.body) : answer),
    }),
  ),
  'tollfree-without-credentials-with-status-403': {
    says: 'Returns status 403 for a listing of toll-free numbers without credentials.',
    breaks: 'TEL-193',
    when: tollfree,
    unauthenticatedStatus: (given) => (given === undefined ? 403 : 401),
  },
  'telephony-refuses-by-500': {
    says: 'Returns 500 from the telephony API when credentials are missing or wrong.',
    breaks: ['TEL-089', 'TEL-090', 'TEL-189', 'TEL-190', 'TEL-191', 'TEL-193'],
    unauthenticatedStatus: () => 500,
  },
  ...family(
    {
      listing: ['refused-by-silence', 'refused-and-answered'],
      recording: ['refused-by-silence', 'refused-and-answered'],
    },
    (what, how) => {
      const isSilent = how === 'refused-by-silence';
      const { when, breaks, served } = refused[what];
      return {
        says: `${isSilent ? 'Closes the connection' : 'Returns 401 with the body of a success'} when the credentials of a ${what} are missing or wrong.`,
        breaks: isSilent ? [...breaks, 'TEL-191', 'TEL-193'] : [...breaks, 'TEL-191'],
        when,
        send: (answer) => (answer.status === 401 ? { ...answer, body: isSilent ? CUT : served } : answer),
      };
    },
  ),
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

/** A deployment of which the telephony API has another challenge. */
function challenging(how: string, challenge: string): MutantEntry {
  return {
    says: `${how} when the telephony API refuses credentials.`,
    breaks: 'TEL-194',
    basicChallenge: () => challenge,
  };
}

/** The Basic credentials of the request have no colon. */
function withoutColon({ headers }: Now): boolean {
  const encoded = /^basic +(.*)/i.exec(headers.get('authorization') ?? '')?.[1];
  return encoded !== undefined && !Buffer.from(encoded, 'base64').toString().includes(':');
}
