import { described, grantsTokens } from '../support/answers.ts';
import type { Answer, Fields } from '../support/http.ts';
import { expectRefusals, IN_A_ROW } from '../support/refusals.ts';
import { control, covers, judge, lacksData, observe, test } from '../support/test.ts';
import { judgeError } from './token-answer.ts';

const scope = 'email profile spaces';

test(
  'a token request names one of the three grants',
  covers('IDN-058', 'IDN-059'),
  async ({ identity, client, user }) => {
    const grant = (grant_type: string | undefined) =>
      identity.post('/oauth2/access_token', { form: { grant_type, ...client, ...user, scope } });
    const isGranted = () => control(grant('password'), grantsTokens, 'IDN-038');
    await isGranted();

    await judge('IDN-058', () => expectRefusals([undefined, ''], grant, isGranted, IN_A_ROW));
    const others = [
      'no_such_grant',
      'client_credentials',
      'urn:ietf:params:oauth:grant-type:jwt-bearer',
      'Password',
      'passwor',
      'password-not',
    ];
    await judge('IDN-059', () => expectRefusals(others, grant, isGranted, IN_A_ROW));
  },
);

test(
  'how the token endpoint refuses',
  covers('IDN-081', 'IDN-082', 'IDN-083'),
  async ({ identity, client, user }) => {
    const complete = { grant_type: 'password', ...client, ...user, scope };
    const refresh_token = 'no-answer-contained-this-token';
    const post = (form: Fields) => identity.post('/oauth2/access_token', { form });
    const isGranted = () => control(post(complete), grantsTokens, 'IDN-038');
    await isGranted();
    const answers: Record<string, Answer> = {
      'no grant_type': await post({ ...complete, grant_type: undefined }),
      'unknown grant': await post({ ...complete, grant_type: 'no_such_grant' }),
      'wrong password': await post({ ...complete, password: `${user.password}-not` }),
      'wrong secret': await post({ ...complete, client_secret: `${client.client_secret}-not` }),
    };
    // Something is accepted between them: several refusals in a row may lock the client, the user or the address.
    await isGranted();
    answers['unknown refresh token'] = await post({ grant_type: 'refresh_token', ...client, refresh_token });
    await isGranted();
    let refused = 0;
    for (const [how, answer] of Object.entries(answers))
      if (await judgeError(how, answer, client)) refused += 1;
    if (refused === 0) lacksData(['IDN-081', 'IDN-082'], 'no token request was refused');
    observe(
      'IDN-083',
      Object.entries(answers)
        .map(([how, answer]) => `${how}: ${described(answer)}`)
        .join('; '),
    );
  },
);
