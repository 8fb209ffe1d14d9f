import { json } from '../../reference/answer.ts';
import type { Operation } from '../../reference/operation.ts';
import { type Rules } from '../../reference/rules/index.ts';
import type { Bank } from '../mutant.ts';

/** Some refusals of missing or wrong credentials with another status, or without a challenge. */
export const partialChallengeMutants = {
  'bearer-challenge-for-nobody-alone': {
    says: 'Omits WWW-Authenticate when refusing an invalid access token, but sends it when there is none.',
    breaks: 'COL-061',
    rules: () =>
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
