import { answersUser, described } from '../support/answers.ts';
import { headerWord } from '../support/headers.ts';
import { forgeriesIfJwt } from '../support/jwt.ts';
import { nearly, wrongTokens } from '../support/near-misses.ts';
import { expectRefusals, IN_A_ROW } from '../support/refusals.ts';
import {
  basic,
  bearer,
  control,
  covers,
  expect,
  further,
  heard,
  judge,
  lacksData,
  observe,
  test,
} from '../support/test.ts';

test(
  'users/me requires an access token as bearer',
  covers('COL-055', 'COL-056', 'COL-057', 'COL-060', 'COL-061', 'COL-068'),
  async ({ collaboration, tokens, client, user }) => {
    const me = (authorization: string | null) => collaboration.get('/api/users/me', { authorization });
    const isOpen = () => control(me(bearer(tokens.access_token)), answersUser, 'COL-001');
    await isOpen();

    const withoutToken = await me(null);
    const refusals = [withoutToken];
    const expectRefused = (credentials: readonly string[]) =>
      expectRefusals(
        credentials,
        async (authorization) => {
          const answer = await me(authorization);
          refusals.push(answer);
          return answer;
        },
        isOpen,
        IN_A_ROW,
      );
    await judge('COL-055', async () => {
      expect(withoutToken).toBeRefused();
      // The credentials that obtain a token do not replace it.
      await expectRefused([
        basic(user.username, user.password),
        basic(client.client_id, client.client_secret),
      ]);
    });
    // A token of the same length, what a client without a token sends, and near misses.
    const { access_token } = tokens;
    const invented = [
      'no-answer-contained-this-token',
      access_token.replaceAll(/\w/g, '0'),
      'null',
      'undefined',
    ];
    const forged = forgeriesIfJwt(access_token).map(nearly);
    // Other secrets, which are not access tokens.
    const others = [tokens.refresh_token, tokens.id_token, client.client_secret].filter(
      (other) => other !== access_token && headerWord.test(other),
    );
    const wrong = [...invented, ...wrongTokens(access_token), ...forged, ...others];
    await judge('COL-056', () => expectRefused(wrong.map(bearer)));
    const schemes = ['Basic', 'Token', 'OAuth', 'JWT', 'MAC', 'DPoP', 'NotBearer', 'BearerNot'];
    await judge('COL-057', () =>
      expectRefused([
        ...schemes.map((scheme) => `${scheme} ${access_token}`),
        access_token,
        // Some servers take a token as the user name or the password of Basic.
        basic(access_token, ''),
        basic('', access_token),
      ]),
    );
    await judge('COL-060', () => expect(heard(withoutToken).status, 'status without a token').toBe(401));
    const challenging = refusals.filter(({ status }) => status === 401);
    if (challenging.length > 0) {
      await judge('COL-061', () => {
        for (const answer of challenging) expect(answer).toNameScheme('Bearer');
      });
    } else {
      lacksData('COL-061', 'no refusal had status 401');
    }
    observe('COL-068', described(withoutToken));
  },
);

test('the scheme Bearer is case-insensitive', covers('COL-059'), async ({ collaboration, tokens }) => {
  const me = (scheme: string) =>
    collaboration.get('/api/users/me', { authorization: `${scheme} ${tokens.access_token}` });

  await control(me('Bearer'), answersUser, 'COL-001');
  for (const scheme of ['bearer', 'BEARER', 'bEaReR']) answersUser(await me(scheme));
});

test(
  'an expired access token is not accepted',
  covers('COL-058', further('COL-061')),
  async ({ collaboration, tokens, target }) => {
    const me = (token: string) => collaboration.get('/api/users/me', { authorization: bearer(token) });

    await control(me(tokens.access_token), answersUser, 'COL-001');
    const expired = await me(target.expiredAccessToken ?? '');
    await judge('COL-058', () => expect(expired).toBeRefused());
    if (expired.status === 401) await judge('COL-061', () => expect(expired).toNameScheme('Bearer'));
  },
);
