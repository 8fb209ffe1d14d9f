import { grantsTokens } from '../support/interface/answers.ts';
import { longScopes } from '../support/interface/grants.ts';
import { control, covers, establish, expect, judge, judgeBodies, test } from '../support/test.ts';
import type { Fields } from '../support/wire/http.ts';

const scope = 'email profile spaces';

test(
  "a user's name and password are exchanged for tokens",
  covers('IDN-038', 'IDN-039', 'IDN-040', 'IDN-041'),
  async ({ identity, client, user }) => {
    const answer = await identity.post('/oauth2/access_token', {
      form: { grant_type: 'password', ...client, ...user, scope },
      prefer: 'example=password',
    });
    await establish('IDN-038', () => grantsTokens(answer));
    await judgeBodies('token-response', [answer.json]);
  },
);

test(
  'a password grant accepts scopes in either form, one or several',
  covers('IDN-089'),
  async ({ identity, client, user, target }) => {
    const long = longScopes(target);
    for (const scopes of [scope, 'spaces', long]) {
      const answer = await identity.post('/oauth2/access_token', {
        form: { grant_type: 'password', ...client, ...user, scope: scopes },
      });
      grantsTokens(answer);
    }
  },
);

test(
  'every parameter of the password grant is required',
  covers('IDN-050', 'IDN-051', 'IDN-052', 'IDN-053', 'IDN-054'),
  async ({ identity, client, user }) => {
    const complete = { grant_type: 'password', ...client, ...user, scope };
    const grant = (form: Fields) => identity.post('/oauth2/access_token', { form });
    for (const [id, name] of [
      ['IDN-050', 'client_id'],
      ['IDN-051', 'client_secret'],
      ['IDN-052', 'username'],
      ['IDN-053', 'password'],
      ['IDN-054', 'scope'],
    ] as const) {
      await control(grant(complete), grantsTokens, 'IDN-038');
      const answer = await grant({ ...complete, [name]: undefined });
      await judge(id, () => expect(answer).toBeRefused());
    }
  },
);

test(
  'wrong credentials yield no tokens',
  covers('IDN-060', 'IDN-061', 'IDN-062', 'IDN-063'),
  async ({ identity, client, user }) => {
    const complete = { grant_type: 'password', ...client, ...user, scope };
    const grant = (form: Fields) => identity.post('/oauth2/access_token', { form });
    for (const [id, wrong] of [
      ['IDN-060', { client_id: 'no-such-client' }],
      ['IDN-061', { client_secret: `${client.client_secret}-not` }],
      ['IDN-062', { password: `${user.password}-not` }],
      ['IDN-063', { username: 'no-such-user@example.com' }],
    ] as const) {
      await control(grant(complete), grantsTokens, 'IDN-038');
      const answer = await grant({ ...complete, ...wrong });
      await judge(id, () => expect(answer).toBeRefused());
    }
  },
);
