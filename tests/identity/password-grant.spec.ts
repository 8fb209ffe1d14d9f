import { grantsTokens } from '../support/answers.ts';
import { wrongTokens } from '../support/sessions.ts';
import { control, covers, establish, expect, judge, judgeBodies, test } from '../support/test.ts';

const scope = 'email profile spaces';

test(
  "a user's name and password are exchanged for tokens",
  covers('IDN-038', 'IDN-039', 'IDN-040', 'IDN-041', 'IDN-089'),
  async ({ identity, client, user }) => {
    const answer = await identity.post('/oauth2/access_token', {
      form: { grant_type: 'password', ...client, ...user, scope },
      prefer: 'example=password',
    });
    await establish(['IDN-038', 'IDN-089'], () => grantsTokens(answer));
    await judgeBodies('token-response', [answer.json]);
  },
);

test(
  'every parameter of the password grant is required',
  covers('IDN-050', 'IDN-051', 'IDN-052', 'IDN-053', 'IDN-054'),
  async ({ identity, client, user }) => {
    const complete = { grant_type: 'password', ...client, ...user, scope };
    const grant = (form: Record<string, string | undefined>) =>
      identity.post('/oauth2/access_token', { form });
    await control(grant(complete), grantsTokens, 'IDN-038');

    await judge('IDN-050', async () =>
      expect(await grant({ ...complete, client_id: undefined })).toBeRefused(),
    );
    await judge('IDN-051', async () =>
      expect(await grant({ ...complete, client_secret: undefined })).toBeRefused(),
    );
    await judge('IDN-052', async () =>
      expect(await grant({ ...complete, username: undefined })).toBeRefused(),
    );
    await judge('IDN-053', async () =>
      expect(await grant({ ...complete, password: undefined })).toBeRefused(),
    );
    await judge('IDN-054', async () => expect(await grant({ ...complete, scope: undefined })).toBeRefused());
  },
);

test(
  'wrong credentials yield no tokens',
  covers('IDN-060', 'IDN-061', 'IDN-062', 'IDN-063'),
  async ({ identity, client, user }) => {
    const complete = { grant_type: 'password', ...client, ...user, scope };
    const grant = (form: Record<string, string>) => identity.post('/oauth2/access_token', { form });
    await control(grant(complete), grantsTokens, 'IDN-038');

    await judge('IDN-060', async () =>
      expect(await grant({ ...complete, client_id: 'no-such-client' })).toBeRefused(),
    );
    await judge('IDN-061', async () => {
      for (const client_secret of [`${client.client_secret}-not`, ...wrongTokens(client.client_secret)])
        expect(await grant({ ...complete, client_secret })).toBeRefused();
    });
    await judge('IDN-062', async () =>
      expect(await grant({ ...complete, password: `${user.password}-not` })).toBeRefused(),
    );
    await judge('IDN-063', async () =>
      expect(await grant({ ...complete, username: 'no-such-user@example.com' })).toBeRefused(),
    );
  },
);
