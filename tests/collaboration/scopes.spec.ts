import { answersUser, grantsTokens, isA } from '../support/answers.ts';
import type { Answer } from '../support/http.ts';
import {
  bearer,
  control,
  covers,
  expect,
  isRefused,
  judge,
  lacksData,
  observeReading,
  test,
} from '../support/test.ts';
import { permissionsIn } from './permissions.ts';

test(
  'scopes do not narrow the permissions of a token',
  covers('COL-063'),
  async ({ identity, collaboration, client, user }) => {
    const meWith = async (scope: string) => {
      const form = { grant_type: 'password', ...client, ...user, scope };
      const granted = identity.post('/oauth2/access_token', { form });
      const { access_token } = await control(granted, grantsTokens, 'IDN-089');
      return collaboration.get('/api/users/me', { authorization: bearer(access_token) });
    };
    const withAll = await control(meWith('email profile spaces'), permissionsIn, 'COL-001');
    // Without permissions there is nothing that a scope could take away.
    if (withAll.length === 0) return lacksData('COL-063', 'the user has no permissions');

    const withSpaces = await meWith('spaces');
    await judge('COL-063', () =>
      expect(permissionsIn(withSpaces), 'permissions with the scope spaces').toEqual(withAll),
    );
  },
);

test(
  'whether a token without the scope spaces opens users/me',
  covers('COL-064'),
  async ({ identity, collaboration, client, user }) => {
    const meWith = async (scope: string) => {
      const form = { grant_type: 'password', ...client, ...user, scope };
      const granted = identity.post('/oauth2/access_token', { form });
      const { access_token } = await control(granted, grantsTokens, 'IDN-089');
      return collaboration.get('/api/users/me', { authorization: bearer(access_token) });
    };
    await control(meWith('email profile spaces'), answersUser, 'COL-001');

    const answers: Answer[] = [];
    for (const scope of ['email', 'profile', 'email profile']) answers.push(await meWith(scope));
    const lost = answers.find(({ failure }) => failure !== undefined);
    if (lost !== undefined) return lacksData('COL-064', String(lost.failure));
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
