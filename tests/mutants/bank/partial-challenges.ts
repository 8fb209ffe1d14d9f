import { json } from '../../reference/answer.ts';
import { defaultRules, type Rules } from '../../reference/rules/index.ts';
import type { Operation } from '../../reference/world.ts';
import { asked } from '../asked.ts';
import type { Bank } from '../mutant.ts';

/** Some refusals of missing or wrong credentials with another status, or without a challenge. */
export const partialChallengeMutants = {
  'tollfree-without-credentials-with-status-403': {
    says: 'Answers status 403 to a listing of toll-free numbers without credentials.',
    breaks: ['TEL-193'],
    replace: () =>
      asked((now) => ({
        unauthenticatedStatus: (given) =>
          given === undefined && now().isTollfree ? 403 : defaultRules.unauthenticatedStatus(given),
      })),
  },
  'recording-without-credentials-forbidden': {
    says: 'Refuses a recording without credentials with 403 in place of 401.',
    breaks: ['TEL-193'],
    replace: () => ({
      send: (answer, operation) =>
        operation === 'recordCall' && answer.status === 401 ? json(403, answer.body) : answer,
    }),
  },
  'further-pages-refused-without-a-challenge': {
    says: 'Names no scheme where it refuses a page behind the first.',
    breaks: ['TEL-194'],
    replace: () => unchallenged((_operation, { url }) => url.includes('Page=2')),
  },
  'no-challenge-for-recordings': {
    says: 'Refuses a recording with 401 and tells no scheme.',
    breaks: ['TEL-194'],
    replace: () => unchallenged((operation) => operation === 'recordCall'),
  },
  'no-challenge-for-wrong-credentials': {
    says: 'Refuses wrong credentials with 401 and tells no scheme.',
    breaks: ['TEL-194'],
    replace: () =>
      unchallenged(
        (_operation, request) =>
          request.headers.has('authorization') && new URL(request.url).pathname.startsWith('/v2/'),
      ),
  },
  'no-challenge-for-wrong-credentials-of-a-recording': {
    says: 'Refuses wrong credentials with 401 and tells no scheme where it records.',
    breaks: ['TEL-194'],
    replace: () =>
      unchallenged(
        (operation, request) => operation === 'recordCall' && request.headers.has('authorization'),
      ),
  },
  'bearer-challenge-for-nobody-alone': {
    says: 'Tells the scheme where there is no token, and none where a token does not hold.',
    breaks: ['COL-061'],
    replace: () =>
      unchallenged(
        (operation, request) => operation === 'getCurrentUser' && request.headers.has('authorization'),
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
