import type { CurrentUser, TokenInfo } from '../../schemas/index.d.ts';
import { answersInfo, answersUser, isA, mediaTypeOf } from '../support/answers.ts';
import { eachExample } from '../support/examples.ts';
import {
  bearer,
  covers,
  establish,
  expect,
  judge,
  judgeBodies,
  lacksData,
  observe,
  partsOf,
  test,
} from '../support/test.ts';
import { isOneUser } from '../support/user-names.ts';

test(
  'users/me answers the current user',
  covers('COL-001', 'COL-002', ...partsOf('current-user'), 'COL-054', 'COL-062', 'COL-067'),
  async ({ collaboration, identity, tokens, user, target }) => {
    const answers = await eachExample(target, ['collaboration', 'getCurrentUser', 200], ({ prefer }) =>
      collaboration.get('/api/users/me', { authorization: bearer(tokens.access_token), prefer }),
    );
    const bodies = await establish(['COL-001', 'COL-002'], () => answers.map(answersUser));
    await judgeBodies('current-user', bodies);

    const me = bodies[0] as unknown as Partial<CurrentUser>;
    // Of a field of another type its own requirement tells.
    const emails: unknown[] = Array.isArray(me.emails) ? me.emails : [];
    const addresses = emails.map((email) => (email as { value?: unknown } | null)?.value);
    const names = [me.username, ...addresses].filter((name) => typeof name === 'string');
    let login: string | undefined = user.username;
    if (!names.some((name) => isOneUser(name, user.username))) {
      // Who logs in by one name may be called by another: as the identity server says.
      const query = { id_token: tokens.id_token };
      const info = await identity.get('/api/1.0/id_token/get_token_info', { query });
      // Where anybody is told this user, that both servers agree shows nothing.
      const isAnybodys = isA(answersUser, await collaboration.get('/api/users/me'));
      login =
        isA(answersInfo, info) && !isAnybodys
          ? (answersInfo(info) as Partial<TokenInfo>).user?.username
          : undefined;
    }
    if (typeof login !== 'string')
      lacksData('COL-054', 'the user is called otherwise than they log in, and nothing tells how');
    else {
      const told = login;
      await judge('COL-054', () =>
        expect(
          names.map((name) => (isOneUser(name, told) ? told : name)),
          'the names of the current user',
        ).toContain(told),
      );
    }
    await judge('COL-062', () =>
      expect(answers.map(mediaTypeOf), 'media type').toEqual(answers.map(() => 'application/json')),
    );
    observe('COL-067', JSON.stringify(me.permissions));
  },
);
