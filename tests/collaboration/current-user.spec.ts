import type { CurrentUser } from '../../schemas/index.d.ts';
import { answersUser, mediaTypeOf } from '../support/answers.ts';
import { eachExample } from '../support/examples.ts';
import {
  bearer,
  covers,
  establish,
  expect,
  judge,
  judgeBodies,
  observe,
  partsOf,
  test,
} from '../support/test.ts';

test(
  'users/me answers the current user',
  covers('COL-001', 'COL-002', ...partsOf('current-user'), 'COL-054', 'COL-062', 'COL-067'),
  async ({ collaboration, tokens, user, target }) => {
    const answers = await eachExample(target, ['collaboration', 'getCurrentUser', 200], ({ prefer }) =>
      collaboration.get('/api/users/me', { authorization: bearer(tokens.access_token), prefer }),
    );
    const bodies = await establish(['COL-001', 'COL-002'], () => answers.map(answersUser));
    await judgeBodies('current-user', bodies);

    const me = bodies[0] as unknown as Partial<CurrentUser>;
    await judge('COL-054', () => {
      const login = user.username.toLowerCase();
      // Of a field of another type its own requirement tells.
      const emails: unknown[] = Array.isArray(me.emails) ? me.emails : [];
      const addresses = emails.map((email) => (email as { value?: unknown } | null)?.value);
      const names = [me.username, ...addresses].filter((name) => typeof name === 'string');
      // A name may be told, or logged in with, without its domain.
      const withoutDomain = (name: string) => name.toLowerCase().replace(/^.*\\/, '').split('@')[0];
      const isLogin = (name: string) =>
        login.includes('@') && name.includes('@')
          ? name.toLowerCase() === login
          : withoutDomain(name) === withoutDomain(login);
      expect(
        names.map((name) => (isLogin(name) ? login : name)),
        'the names of the current user',
      ).toContain(login);
    });
    await judge('COL-062', () =>
      expect(answers.map(mediaTypeOf), 'media type').toEqual(answers.map(() => 'application/json')),
    );
    observe('COL-067', JSON.stringify(me.permissions));
  },
);
