import type { CurrentUser } from '../../schemas/index.d.ts';
import { answersUser, grantsTokens, isA, permissionsOf } from '../support/answers.ts';
import { longScopes, noPasswordGrant, passwordGrant } from '../support/grants.ts';
import type { Answer } from '../support/http.ts';
import {
  bearer,
  control,
  covers,
  establish,
  expect,
  further,
  isRefused,
  judge,
  judgeBodies,
  lacksData,
  observeReading,
  partsOf,
  test,
} from '../support/test.ts';

test(
  'scopes do not narrow what a token gives access to',
  covers('COL-063', 'COL-064', further(...partsOf('current-user'))),
  async ({ identity, collaboration, client, user, redirect_uri, target }) => {
    const me = (access_token: string) =>
      collaboration.get('/api/users/me', { authorization: bearer(access_token) });
    const grantFor = (scope: string) => {
      const form = { grant_type: 'password', ...client, ...user, scope };
      return control(identity.post('/oauth2/access_token', { form }), grantsTokens, 'IDN-089');
    };
    const meWith = async (scope: string) => me((await grantFor(scope)).access_token);
    const permissions = (answer: Answer): readonly string[] => {
      const { permissions: names } = answersUser(answer) as Partial<CurrentUser>;
      expect(Array.isArray(names), 'whether permissions is a list').toBe(true);
      return names?.toSorted() ?? [];
    };
    const all = await grantFor('email profile spaces');
    const withAll = await control(me(all.access_token), permissions, 'COL-001');
    // Without permissions there is nothing that a scope could take away.
    if (withAll.length === 0) lacksData('COL-063', 'the user has no permissions');
    const judgePermissions = (answer: Answer, scope: string) =>
      judge('COL-063', () =>
        expect(permissions(answer), `permissions with the scope ${scope}`).toEqual(withAll),
      );

    const again = await me(all.access_token);
    if (isA(answersUser, again)) await judgePermissions(again, 'email profile spaces, used again');
    const spaces = await grantFor('spaces');
    await judgePermissions(await me(spaces.access_token), 'spaces');
    for (const pair of ['email spaces', 'profile spaces']) await judgePermissions(await meWith(pair), pair);
    const { refresh_token } = spaces;
    const form = { grant_type: 'refresh_token', ...client, redirect_uri, refresh_token };
    const refreshed = await identity.post('/oauth2/access_token', { form });
    if (isA(grantsTokens, refreshed))
      await judgePermissions(await me(grantsTokens(refreshed).access_token), 'spaces, refreshed');
    const withLong = await meWith(longScopes(target));
    await judgePermissions(withLong, 'spaces and others in their long form');
    if (isA(answersUser, withLong)) await judgeBodies('current-user', [withLong.json]);
    const answers: Answer[] = [];
    for (const scope of ['email', 'profile', 'email profile']) {
      const answer = await meWith(scope);
      if (answer.failure !== undefined) lacksData('COL-064', answer.failure);
      if (isA(answersUser, answer)) await judgePermissions(answer, scope);
      answers.push(answer);
    }
    const [email, ...withProfile] = answers as [Answer, ...Answer[]];
    const opens = (answer: Answer) => isA(answersUser, answer);
    const byProfile = withProfile.every(opens) && isRefused(email) ? 'profile' : 'neither';
    observeReading(
      'COL-064',
      answers.every(opens) ? 'opened' : answers.every(isRefused) ? 'refused' : byProfile,
      `with the scopes email, profile, and both users/me answered ${answers.map(({ status }) => status).join(', ')}, expected all opened, all refused, or email alone refused`,
    );
  },
);

test(
  'a user is the same at any client',
  covers(further('COL-001', 'COL-054', 'COL-063')),
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
