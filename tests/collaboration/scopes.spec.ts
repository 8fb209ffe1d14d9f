import type { CurrentUser } from '../../schemas/index.d.ts';
import { answersUser, grantsTokens, isA } from '../support/answers.ts';
import { bearer, control, covers, expect, judge, lacksData, observeReading, test } from '../support/test.ts';

test(
  'scopes do not narrow what a token opens',
  covers('COL-063', 'COL-064'),
  async ({ identity, collaboration, client, user }) => {
    const meWith = async (scope: string) => {
      const form = { grant_type: 'password', ...client, ...user, scope };
      const { access_token } = await control(
        identity.post('/oauth2/access_token', { form }),
        grantsTokens,
        'IDN-038',
      );
      return collaboration.get('/api/users/me', { authorization: bearer(access_token) });
    };
    const permissions = (body: object) => (body as CurrentUser).permissions.toSorted();
    const withAll = await control(meWith('email profile spaces'), answersUser, 'COL-001');

    const spacesAlone = await meWith('spaces');
    await judge('COL-063', () => {
      expect(permissions(answersUser(spacesAlone)), 'permissions with the scope spaces alone').toEqual(
        permissions(withAll),
      );
    });
    const withoutSpaces = await meWith('email profile');
    if (withoutSpaces.failure !== undefined) lacksData('COL-064', withoutSpaces.failure);
    const opened = isA(answersUser, withoutSpaces);
    const refused = withoutSpaces.status >= 400 && withoutSpaces.status < 500;
    observeReading(
      'COL-064',
      opened ? 'opened' : refused ? 'refused' : 'neither',
      `without the scope spaces users/me answered ${withoutSpaces.status}`,
    );
  },
);
