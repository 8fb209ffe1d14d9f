import { answersUser, described } from '../support/interface/answers.ts';
import {
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
  async ({ collaboration, tokens }) => {
    const me = (authorization: string | null) => collaboration.get('/api/users/me', { authorization });
    const isOpen = () => control(me(bearer(tokens.access_token)), answersUser, 'COL-001');

    await isOpen();
    const withoutToken = await me(null);
    const invented = await me(bearer('no-answer-contained-this-token'));
    const otherScheme = await me(`NotBearer ${tokens.access_token}`);
    await isOpen();

    await judge('COL-055', () => expect(withoutToken).toBeRefused());
    await judge('COL-056', () => expect(invented).toBeRefused());
    await judge('COL-057', () => expect(otherScheme).toBeRefused());
    await judge('COL-060', () => expect(heard(withoutToken).status, 'status without a token').toBe(401));
    const challenging = [withoutToken, invented, otherScheme].filter(({ status }) => status === 401);
    if (challenging.length === 0) lacksData('COL-061', 'no refusal had status 401');
    await judge('COL-061', () => challenging.forEach((answer) => expect(answer).toNameScheme('Bearer')));
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
