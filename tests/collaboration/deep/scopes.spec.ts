import { answersUser, grantsTokens, isA, permissionsOf } from '../../support/interface/answers.ts';
import { longScopes, noPasswordGrant, passwordGrant } from '../../support/interface/grants.ts';
import {
  bearer,
  control,
  deep,
  establish,
  expect,
  further,
  isRefused,
  judge,
  judgeBodies,
  lacksData,
  partsOf,
  test,
} from '../../support/test.ts';
import type { Answer } from '../../support/wire/http.ts';
import { permissionsIn } from '../permissions.ts';

test(
  'other scopes, and a refresh, do not narrow the permissions of a token',
  deep('COL-063', further(...partsOf('current-user'))),
  async ({ identity, collaboration, client, user, redirect_uri, target }) => {
    const me = (access_token: string) =>
      collaboration.get('/api/users/me', { authorization: bearer(access_token) });
    const grantFor = (scope: string) => {
      const form = { grant_type: 'password', ...client, ...user, scope };
      return control(identity.post('/oauth2/access_token', { form }), grantsTokens, 'IDN-089');
    };
    const meWith = async (scope: string) => me((await grantFor(scope)).access_token);
    const all = await grantFor('email profile spaces');
    const withAll = await control(me(all.access_token), permissionsIn, 'COL-001');
    // Without permissions there is nothing that a scope could take away.
    if (withAll.length === 0) lacksData('COL-063', 'the user has no permissions');
    const judgePermissions = (answer: Answer, scope: string) =>
      judge('COL-063', () =>
        expect(permissionsIn(answer), `permissions with the scope ${scope}`).toEqual(withAll),
      );

    const again = await me(all.access_token);
    if (isA(answersUser, again)) await judgePermissions(again, 'email profile spaces, used again');
    for (const pair of ['email spaces', 'profile spaces']) await judgePermissions(await meWith(pair), pair);
    const { refresh_token } = await grantFor('spaces');
    const form = { grant_type: 'refresh_token', ...client, redirect_uri, refresh_token };
    const refreshed = await identity.post('/oauth2/access_token', { form });
    if (isA(grantsTokens, refreshed))
      await judgePermissions(await me(grantsTokens(refreshed).access_token), 'spaces, refreshed');
    const withLong = await meWith(longScopes(target));
    await judgePermissions(withLong, 'spaces and others in their long form');
    if (isA(answersUser, withLong)) await judgeBodies('current-user', [withLong.json]);
  },
);

test(
  'a user is the same at any client',
  deep(further('COL-001', 'COL-054', 'COL-063')),
  async ({ identity, collaboration, client, user, target }) => {
    if (target.otherClient === undefined)
      return lacksData(
        ['COL-001', 'COL-054', 'COL-063'],
        'there is no second client (TARGET_OTHER_CLIENT_ID)',
      );
    const me = (token: string) => collaboration.get('/api/users/me', { authorization: bearer(token) });
    // Another login may end this session.
    const session = await passwordGrant(identity, client, user);
    const ours = await control(me(session.access_token), answersUser, 'COL-001');
    const form = { grant_type: 'password', ...target.otherClient, ...user, scope: 'email profile spaces' };
    const granted = await identity.post('/oauth2/access_token', { form });
    if (isRefused(granted)) return lacksData(['COL-001', 'COL-054', 'COL-063'], noPasswordGrant);
    const { access_token } = await control(granted, grantsTokens);

    const theirs = await me(access_token);
    // A client may be granted less than it requests, and is then told the scope (RFC 6749 3.3).
    const { scope } = granted.json as { readonly scope?: unknown };
    if (isRefused(theirs) && typeof scope === 'string' && !scope.includes('spaces'))
      return lacksData(['COL-001', 'COL-054', 'COL-063'], 'the other client is not granted the scope spaces');
    await establish('COL-001', () => answersUser(theirs));
    await judge('COL-054', () =>
      expect(answersUser(theirs)['username'], 'the username at another client').toBe(ours['username']),
    );
    await judge('COL-063', () =>
      expect(permissionsOf(answersUser(theirs)), 'permissions at another client').toEqual(
        permissionsOf(ours),
      ),
    );
  },
);
