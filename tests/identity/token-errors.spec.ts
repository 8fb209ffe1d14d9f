import { described, grantsTokens } from '../support/answers.ts';
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
    // An accepted request between refusals: several refusals in a row may lock the client or the address.
    const refusalOf = async (form: Record<string, string | undefined>) => {
      await control(identity.post('/oauth2/access_token', { form: complete }), grantsTokens, 'IDN-038');
      return identity.post('/oauth2/access_token', { form });
    };
    const answers = {
      'no grant_type': await refusalOf({ ...complete, grant_type: undefined }),
      'unknown grant': await refusalOf({ ...complete, grant_type: 'no_such_grant' }),
      'wrong password': await refusalOf({ ...complete, password: `${user.password}-not` }),
      'wrong secret': await refusalOf({ ...complete, client_secret: `${client.client_secret}-not` }),
      'unknown refresh token': await refusalOf({ grant_type: 'refresh_token', ...client, refresh_token }),
    };
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
