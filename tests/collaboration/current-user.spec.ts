import type { CurrentUser } from '../../schemas/index.d.ts';
import { answersInfo, answersUser, deprecationOf, isA, rateLimitOf, statusOf } from '../support/answers.ts';
import { eachExample } from '../support/examples.ts';
import type { Answer } from '../support/http.ts';
import { offers } from '../support/needs.ts';
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
import { areTheirs, calledOtherwise, isOwnProfile, namesOf } from '../support/user-names.ts';

test(
  'users/me answers the current user',
  covers(
    'COL-001',
    'COL-002',
    ...partsOf('current-user'),
    'COL-054',
    'COL-062',
    'COL-067',
    'COL-081',
    'COL-083',
    'COL-084',
  ),
  async ({ collaboration, identity, tokens, user, target }) => {
    const answers = await eachExample(target, ['collaboration', 'getCurrentUser', 200], ({ prefer }) =>
      collaboration.get('/api/users/me', { authorization: bearer(tokens.access_token), prefer }),
    );
    // An access token can be used more than once.
    for (let nth = 2; nth <= 3; nth += 1) {
      answers.push(await collaboration.get('/api/users/me', { authorization: bearer(tokens.access_token) }));
    }
    const bodies = await establish(['COL-001', 'COL-002'], () => answers.map(answersUser));
    await judgeBodies('current-user', bodies);

    const me = bodies[0] as unknown as Partial<CurrentUser>;
    const names = namesOf(me);
    // A mock's user is not the one who logs in.
    const isUnsaid = offers(target).has('state') && areTheirs(user.username, names, []) === undefined;
    const query = { id_token: tokens.id_token };
    const info = isUnsaid ? await identity.get('/api/1.0/id_token/get_token_info', { query }) : undefined;
    const others = info && isA(answersInfo, info) ? namesOf(Object(answersInfo(info)['user'])) : [];
    const isTheirs = areTheirs(user.username, names, others);
    if (isTheirs === undefined) lacksData('COL-054', calledOtherwise);
    else
      await judge('COL-054', () =>
        expect(isTheirs ? [user.username] : names, 'the names of the current user').toContain(user.username),
      );
    await judge('COL-062', () => {
      for (const answer of answers) expect(answer).toBeJson();
    });
    const isOwn = offers(target).has('state') ? isOwnProfile(bodies[0] ?? {}, user.username) : undefined;
    if (isOwn !== undefined)
      await judge('COL-054', () =>
        expect(isOwn ? 'of its user' : JSON.stringify(me.profile), 'the profile of the current user').toBe(
          'of its user',
        ),
      );
    observe('COL-067', JSON.stringify(me.permissions));
    const [answer] = answers as [Answer, ...Answer[]];
    observe('COL-081', statusOf(answer));
    observe('COL-083', rateLimitOf(answer));
    observe('COL-084', deprecationOf(answer));
  },
);
