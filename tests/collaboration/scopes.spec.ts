import { answersUser, grantsTokens, isA } from '../support/interface/answers.ts';
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
import type { Answer } from '../support/wire/http.ts';
import { permissionsIn } from './permissions.ts';

test(
  'scopes do not narrow the permissions of a token',
  covers('COL-063', 'COL-064'),
  async ({ identity, collaboration, client, user }) => {
    const meWith = async (scope: string) => {
      const form = { grant_type: 'password', ...client, ...user, scope };
      const granted = identity.post('/oauth2/access_token', { form });
      const { access_token } = await control(granted, grantsTokens, 'IDN-089');
      return collaboration.get('/api/users/me', { authorization: bearer(access_token) });
    };
    const withAll = await control(meWith('email profile spaces'), permissionsIn, 'COL-001');
    // Without permissions there is nothing that a scope could take away.
    if (withAll.length === 0) lacksData('COL-063', 'the user has no permissions');
    const withSpaces = await meWith('spaces');
    const others = [await meWith('email'), await meWith('profile'), await meWith('email profile')] as const;
    await judge('COL-063', () => {
      // Whether the others open anything is a choice.
      for (const answer of [withSpaces, ...others.filter(opens)])
        expect(permissionsIn(answer), 'permissions with fewer scopes').toEqual(withAll);
    });
    const lost = others.find(({ failure }) => failure !== undefined);
    if (lost !== undefined) return lacksData('COL-064', String(lost.failure));
    const told = others.map(({ status }) => status).join(', ');
    observeReading(
      'COL-064',
      readingOf(others),
      `with the scopes email, profile, and both users/me answered ${told}, expected all opened, all refused, or email alone refused`,
    );
  },
);

const opens = (answer: Answer): boolean => answer.failure === undefined && isA(answersUser, answer);

/** What the answers to tokens with the scopes email, profile, and both of them mean together. */
function readingOf([email, ...withProfile]: readonly [Answer, Answer, Answer]): string {
  const answers = [email, ...withProfile];
  if (answers.every(opens)) return 'opened';
  if (answers.every(isRefused)) return 'refused';
  return isRefused(email) && withProfile.every(opens) ? 'profile' : 'neither';
}
