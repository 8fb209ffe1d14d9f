import { answersUser } from '../../support/interface/answers.ts';
import {
  bearer,
  deep,
  establish,
  expect,
  further,
  judge,
  judgeBodies,
  partsOf,
  test,
} from '../../support/test.ts';
import type { Answer } from '../../support/wire/http.ts';

test(
  'an access token can be used more than once',
  deep('COL-001', 'COL-002', further(...partsOf('current-user'), 'COL-062')),
  async ({ collaboration, tokens }) => {
    const me = () => collaboration.get('/api/users/me', { authorization: bearer(tokens.access_token) });
    const answers: Answer[] = [await me(), await me()];
    const bodies = await establish(['COL-001', 'COL-002'], () => answers.map(answersUser));
    await judgeBodies('current-user', bodies);
    await judge('COL-062', () => {
      for (const answer of answers) expect(answer).toBeJson();
    });
  },
);
