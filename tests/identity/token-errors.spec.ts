import { described, grantsTokens } from '../support/interface/answers.ts';
import { control, covers, expect, judge, lacksData, observe, test } from '../support/test.ts';
import type { Answer } from '../support/wire/http.ts';
import { isError, judgeError } from './token-answer.ts';

const scope = 'email profile spaces';

test(
  'a token request names one of the three grants',
  covers('IDN-058', 'IDN-059'),
  async ({ identity, client, user }) => {
    const grant = (grant_type: string | undefined) =>
      identity.post('/oauth2/access_token', { form: { grant_type, ...client, ...user, scope } });

    await control(grant('password'), grantsTokens, 'IDN-038');
    const missing = await grant(undefined);
    await judge('IDN-058', () => expect(missing).toBeRefused());
    const unknown = await grant('no_such_grant');
    await judge('IDN-059', () => expect(unknown).toBeRefused());
  },
);

test(
  'how the token endpoint refuses',
  covers('IDN-081', 'IDN-082', 'IDN-083'),
  async ({ identity, client, user }) => {
    const complete = { grant_type: 'password', ...client, ...user, scope };
    const refresh_token = 'no-answer-contained-this-token';
    const answers: Record<string, Answer> = {};
    for (const [how, form] of [
      ['no grant_type', { ...complete, grant_type: undefined }],
      ['unknown grant', { ...complete, grant_type: 'no_such_grant' }],
      ['wrong password', { ...complete, password: `${user.password}-not` }],
      ['wrong secret', { ...complete, client_secret: `${client.client_secret}-not` }],
      ['unknown refresh token', { grant_type: 'refresh_token', ...client, refresh_token }],
    ] as const) {
      await control(identity.post('/oauth2/access_token', { form: complete }), grantsTokens, 'IDN-038');
      answers[how] = await identity.post('/oauth2/access_token', { form });
      await judgeError(how, answers[how], client);
    }
    if (!Object.values(answers).some(isError))
      lacksData(['IDN-081', 'IDN-082'], 'no token request was refused');
    const told = Object.entries(answers).map(([how, answer]) => `${how}: ${described(answer)}`);
    observe('IDN-083', told.join('; '));
  },
);
