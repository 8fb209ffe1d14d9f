import { answersUser, fieldsOf, type Granted, grantsTokens, isA } from '../support/answers.ts';
import {
  isKnown,
  passwordGrant,
  unknownClient,
  unknownClients,
  wrongSecrets,
  wrongTokens,
} from '../support/sessions.ts';
import {
  bearer,
  control,
  covers,
  establish,
  expect,
  further,
  judge,
  judgeBodies,
  lacksData,
  observe,
  observeReading,
  test,
} from '../support/test.ts';
import type { Answer, Fields } from '../support/wire.ts';
import { judgeSameUser } from './id-token.ts';
import { judgeErrors } from './token-answer.ts';

test(
  'a refresh token is exchanged for new tokens',
  covers(
    'IDN-042',
    'IDN-043',
    'IDN-044',
    'IDN-045',
    'IDN-070',
    'IDN-071',
    'IDN-085',
    further('IDN-101', 'IDN-116', 'IDN-117', 'COL-054', 'COL-063'),
  ),
  async ({ identity, collaboration, client, redirect_uri, freshSession, target }) => {
    const refresh = (refresh_token: string) =>
      identity.post('/oauth2/access_token', {
        form: { grant_type: 'refresh_token', ...client, redirect_uri, refresh_token },
        prefer: 'example=refresh_token',
      });
    const me = (token: string) => collaboration.get('/api/users/me', { authorization: bearer(token) });
    const before = target.urls.collaboration === undefined ? undefined : await me(freshSession.access_token);
    const answer = await refresh(freshSession.refresh_token);
    const renewed = await establish('IDN-042', () => grantsTokens(answer));
    await judgeBodies('token-response', [answer.json]);
    observe('IDN-085', fieldsOf(answer.json as object));

    const { access_token } = renewed;
    if (before === undefined) lacksData('IDN-071', 'the collaboration server was left out');
    else {
      const after = await me(access_token);
      await judge('IDN-071', () => void answersUser(after));
      if (isA(answersUser, before) && isA(answersUser, after))
        await judgeSame(answersUser(before), answersUser(after));
    }
    // The tokens that a refresh answers do what the first ones did.
    let latest = await refresh(renewed.refresh_token);
    await judge('IDN-042', () => void grantsTokens(latest));
    if (isA(grantsTokens, latest)) await judgeBodies('token-response', [latest.json]);
    if (before !== undefined && isA(grantsTokens, latest)) {
      const second = grantsTokens(latest).access_token;
      await judge('IDN-071', async () => void answersUser(await me(second)));
    }
    await judge('IDN-070', async () => {
      const former = [freshSession.access_token, access_token];
      const isFormer = () => former.includes(String((latest.json as Partial<Granted>).access_token));
      const renewAgain = async () => {
        if (isFormer()) latest = await refresh(grantsTokens(latest).refresh_token);
        return isFormer();
      };
      // Two that are made of the whole seconds of a clock differ a second later.
      if (access_token === freshSession.access_token || isFormer())
        await expect
          .poll(renewAgain, {
            message: 'the access token is the former one',
            intervals: [1100],
            timeout: 3000,
          })
          .toBe(false);
    });
    await judgeSameUser(identity, freshSession.id_token, renewed.id_token);
  },
);

test(
  'every parameter of a refresh is required',
  covers('IDN-055', 'IDN-056', 'IDN-057', further('IDN-058', 'IDN-059', 'IDN-081', 'IDN-082')),
  async ({ identity, client, redirect_uri, freshSession }) => {
    const answers: Answer[] = [];
    const refresh = async (fields: Fields) => {
      const form = { grant_type: 'refresh_token', redirect_uri, ...fields };
      const answer = await identity.post('/oauth2/access_token', { form });
      answers.push(answer);
      return answer;
    };
    const { refresh_token } = await control(
      refresh({ ...client, refresh_token: freshSession.refresh_token }),
      grantsTokens,
      'IDN-042',
    );
    const complete = { ...client, refresh_token };

    await judge('IDN-055', async () => {
      for (const none of [undefined, ''])
        expect(await refresh({ ...complete, client_id: none })).toBeRefused();
    });
    await judge('IDN-056', async () =>
      expect(await refresh({ ...complete, client_secret: undefined })).toBeRefused(),
    );
    await judge('IDN-057', async () =>
      expect(await refresh({ ...complete, refresh_token: undefined })).toBeRefused(),
    );
    await judge('IDN-058', async () => {
      for (const none of [undefined, ''])
        expect(await refresh({ ...complete, grant_type: none })).toBeRefused();
    });
    await judge('IDN-059', async () =>
      expect(await refresh({ ...complete, grant_type: 'no_such_grant' })).toBeRefused(),
    );
    await judgeErrors('a refresh that lacks a parameter', answers);
  },
);

test(
  'a refresh asks who the client is',
  covers('IDN-060', 'IDN-061'),
  async ({ identity, client, redirect_uri, freshSession, target }) => {
    const refresh = (by: object, refresh_token: string) =>
      identity.post('/oauth2/access_token', {
        form: { grant_type: 'refresh_token', ...client, ...by, redirect_uri, refresh_token },
      });
    const { refresh_token } = await control(refresh({}, freshSession.refresh_token), grantsTokens, 'IDN-042');

    await judge('IDN-060', async () => {
      for (const client_id of unknownClients(client.client_id))
        expect(await refresh({ client_id }, refresh_token)).toBeRefused();
    });
    await judge('IDN-061', async () => {
      for (const client_secret of wrongSecrets(client, target))
        expect(await refresh({ client_secret }, refresh_token)).toBeRefused();
    });
  },
);

test(
  'an invented refresh token yields no tokens',
  covers('IDN-068'),
  async ({ identity, client, redirect_uri, freshSession }) => {
    const refresh = (refresh_token: string) =>
      identity.post('/oauth2/access_token', {
        form: { grant_type: 'refresh_token', ...client, redirect_uri, refresh_token },
      });

    const { refresh_token } = await control(refresh(freshSession.refresh_token), grantsTokens, 'IDN-042');
    for (const wrong of ['no-answer-contained-this-token', ...wrongTokens(refresh_token)])
      expect(await refresh(wrong)).toBeRefused();
  },
);

test(
  'a refresh token serves its own client',
  covers('IDN-069'),
  async ({ identity, client, otherClient, user, redirect_uri }) => {
    const refresh = (by: object, refresh_token: string) =>
      identity.post('/oauth2/access_token', { form: { grant_type: 'refresh_token', ...by, refresh_token } });

    // A client that nobody knows would be refused whatever a token is bound to.
    if (!(await isKnown(identity, otherClient, user))) return lacksData('IDN-069', unknownClient);
    const session = await passwordGrant(identity, client, user);
    // One that is not the other client's would be refused for itself; where none is needed, none is sent (IDN-073).
    const bare = await refresh(client, session.refresh_token);
    const sent = isA(grantsTokens, bare) ? {} : { redirect_uri };
    const renewed = isA(grantsTokens, bare)
      ? grantsTokens(bare)
      : await control(refresh({ ...client, ...sent }, session.refresh_token), grantsTokens, 'IDN-042');
    expect(await refresh({ ...otherClient, ...sent }, renewed.refresh_token)).toBeRefused();
  },
);

test(
  'whether a refresh needs redirect_uri',
  covers('IDN-073'),
  async ({ identity, client, redirect_uri, freshSession }) => {
    const { refresh_token } = freshSession;
    const refresh = (sent: { redirect_uri?: string }) =>
      identity.post('/oauth2/access_token', {
        form: { grant_type: 'refresh_token', ...client, ...sent, refresh_token },
      });

    const without = await refresh({});
    if (isA(grantsTokens, without)) return observeReading('IDN-073', 'optional', '');
    await control(refresh({ redirect_uri }), grantsTokens, 'IDN-042');
    const refused = without.status >= 400 && without.status < 500;
    observeReading(
      'IDN-073',
      refused ? 'required' : 'neither',
      `without redirect_uri the refresh was answered ${without.status}`,
    );
  },
);

test(
  'whether a refresh token is renewed',
  covers('IDN-086'),
  async ({ identity, client, redirect_uri, freshSession }) => {
    const refresh = () =>
      identity.post('/oauth2/access_token', {
        form: {
          grant_type: 'refresh_token',
          ...client,
          redirect_uri,
          refresh_token: freshSession.refresh_token,
        },
      });

    const { refresh_token } = await control(refresh(), grantsTokens, 'IDN-042');
    const kept = refresh_token === freshSession.refresh_token;
    const again = await refresh();
    observe(
      'IDN-086',
      `${kept ? 'kept' : 'renewed'}; the former one ${isA(grantsTokens, again) ? 'still works' : `is answered ${again.failure ?? again.status}`}`,
    );
  },
);

/** Whether the user of an access token is that of the one before it, with the same permissions. */
async function judgeSame(
  before: Readonly<Record<string, unknown>>,
  after: Readonly<Record<string, unknown>>,
): Promise<void> {
  await judge('COL-054', () =>
    expect([after['_id'], after['username']], 'the user after a refresh').toEqual([
      before['_id'],
      before['username'],
    ]),
  );
  const permissionsOf = (one: Readonly<Record<string, unknown>>) =>
    [one['permissions']].flat().map(String).toSorted();
  await judge('COL-063', () =>
    expect(permissionsOf(after), 'permissions after a refresh').toEqual(permissionsOf(before)),
  );
}
