import { json } from '../../reference/answer.ts';
import type { Operation } from '../../reference/operation.ts';
import { defaultRules, type Rules } from '../../reference/rules/index.ts';
import type { Bank } from '../mutant.ts';
import { asked } from '../parts/asked.ts';

/** Some refusals of missing or wrong credentials with another status, or without a challenge. */
export const partialChallengeMutants = {
  'tollfree-without-credentials-with-status-403': {
    says: 'Returns status 403 for a listing of toll-free numbers without credentials.',
    breaks: 'TEL-193',
    rules: () =>
      asked((now) => ({
        unauthenticatedStatus: (given) =>
          given === undefined && now().isTollfree ? 403 : defaultRules.unauthenticatedStatus(given),
      })),
  },
  'recording-without-credentials-forbidden': {
    says: 'Refuses a recording request with status 403 instead of 401 when credentials are missing or wrong.',
    breaks: 'TEL-193',
    send: (answer, operation) =>
      operation === 'recordCall' && answer.status === 401 ? json(403, answer.body) : answer,
  },
  'further-pages-refused-without-a-challenge': {
    says: 'Omits WWW-Authenticate when refusing the second page of a listing with status 401.',
    breaks: 'TEL-194',
    rules: () => unchallenged((_operation, { url }) => url.includes('Page=2')),
  },
  'no-challenge-for-recordings': {
    says: 'Omits WWW-Authenticate when refusing a recording request with status 401.',
    breaks: 'TEL-194',
    rules: () => unchallenged((operation) => operation === 'recordCall'),
  },
  'no-challenge-for-wrong-credentials': {
    says: 'Omits WWW-Authenticate when the telephony API refuses wrong credentials with status 401.',
    breaks: 'TEL-194',
    rules: () =>
      unchallenged(
        (_operation, request) =>
          request.headers.has('authorization') && new URL(request.url).pathname.startsWith('/v2/'),
      ),
  },
  'no-challenge-for-wrong-credentials-of-a-recording': {
    says: 'Omits WWW-Authenticate when refusing a recording request with wrong credentials.',
    breaks: 'TEL-194',
    rules: () =>
      unchallenged(
        (operation, request) => operation === 'recordCall' && request.headers.has('authorization'),
      ),
  },
  'no-challenge-for-missing-credentials-of-a-recording': {
    says: 'Omits WWW-Authenticate when refusing a recording request without credentials.',
    breaks: 'TEL-194',
    rules: () =>
      unchallenged(
        (operation, request) => operation === 'recordCall' && !request.headers.has('authorization'),
      ),
  },
} satisfies Bank;

/** Leaves the scheme out of some refusals with 401. */
function unchallenged(where: (operation: Operation, request: Request) => boolean): Partial<Rules> {
  return {
    send: (answer, operation, request) =>
      answer.status === 401 && where(operation, request) ? json(401, answer.body) : answer,
  };
}
