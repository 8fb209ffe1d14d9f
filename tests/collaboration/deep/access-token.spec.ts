import { answersUser } from '../../support/interface/answers.ts';
import { forgeriesIfJwt } from '../../support/interface/jwt.ts';
import { nearly, wrongTokens } from '../../support/interface/near-misses.ts';
import { expectRefusals, IN_A_ROW } from '../../support/interface/refusals.ts';
import { basic, bearer, control, deep, expect, further, judge, test } from '../../support/test.ts';
import { headerWord } from '../../support/wire/headers.ts';
import type { Answer } from '../../support/wire/http.ts';

test(
  'nothing replaces an access token as bearer',
  deep('COL-055', 'COL-056', 'COL-057', further('COL-061')),
  async ({ collaboration, tokens, client, user }) => {
    const me = (authorization: string) => collaboration.get('/api/users/me', { authorization });
    const isOpen = () => control(me(bearer(tokens.access_token)), answersUser, 'COL-001');
    await isOpen();

    const refusals: Answer[] = [];
    const ask = async (authorization: string) => {
      const answer = await me(authorization);
      refusals.push(answer);
      return answer;
    };
    // The credentials that obtain a token do not replace it.
    const credentials = [basic(user.username, user.password), basic(client.client_id, client.client_secret)];
    await judge('COL-055', () => expectRefusals(credentials, ask, isOpen, IN_A_ROW));
    // A token of the same length, what a client without a token sends, and near misses.
    const { access_token } = tokens;
    const invented = [access_token.replaceAll(/\w/g, '0'), 'null', 'undefined'];
    const forged = forgeriesIfJwt(access_token).map(nearly);
    // Other secrets, which are not access tokens.
    const others = [tokens.refresh_token, tokens.id_token, client.client_secret].filter(
      (other) => other !== access_token && headerWord.test(other),
    );
    const wrong = [...invented, ...wrongTokens(access_token), ...forged, ...others].map(bearer);
    await judge('COL-056', () => expectRefusals(wrong, ask, isOpen, IN_A_ROW));
    const schemes = ['Basic', 'Token', 'OAuth', 'JWT', 'MAC', 'DPoP', 'BearerNot'];
    const otherwise = [
      ...schemes.map((scheme) => `${scheme} ${access_token}`),
      access_token,
      // Some servers take a token as the user name or the password of Basic.
      basic(access_token, ''),
      basic('', access_token),
    ];
    await judge('COL-057', () => expectRefusals(otherwise, ask, isOpen, IN_A_ROW));
    await judge('COL-061', () => {
      for (const answer of refusals.filter(({ status }) => status === 401))
        expect(answer).toNameScheme('Bearer');
    });
  },
);
