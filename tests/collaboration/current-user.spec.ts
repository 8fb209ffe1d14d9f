import type { CurrentUser } from '../../schemas/index.d.ts';
import {
  answersInfo,
  answersUser,
  deprecationOf,
  isA,
  rateLimitOf,
  statusOf,
} from '../support/interface/answers.ts';
import { eachExample } from '../support/interface/examples.ts';
import { areTheirs, calledOtherwise, isOwnProfile, namesOf } from '../support/interface/user-names.ts';
import {
  bearer,
  control,
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
import type { Answer, RequestContext } from '../support/wire/http.ts';

test(
  'users/me answers the current user',
  covers(
    'COL-001',
    'COL-002',
    ...partsOf('current-user'),
    'COL-062',
    'COL-067',
    'COL-081',
    'COL-083',
    'COL-084',
  ),
  async ({ collaboration, tokens, target }) => {
    const answers = await eachExample(target, ['collaboration', 'getCurrentUser', 200], ({ prefer }) =>
      collaboration.get('/api/users/me', { authorization: bearer(tokens.access_token), prefer }),
    );
    const bodies = await establish(['COL-001', 'COL-002'], () => answers.map(answersUser));
    await judgeBodies('current-user', bodies);
    await judge('COL-062', () => {
      for (const answer of answers) expect(answer).toBeJson();
    });
    const [answer] = answers as [Answer, ...Answer[]];
    observe('COL-067', JSON.stringify((bodies[0] as Partial<CurrentUser>).permissions));
    observe('COL-081', statusOf(answer));
    observe('COL-083', rateLimitOf(answer));
    observe('COL-084', deprecationOf(answer));
  },
);

test(
  'users/me is the user of the token',
  covers('COL-054'),
  async ({ collaboration, identity, tokens, user }) => {
    const authorization = bearer(tokens.access_token);
    const me = await control(collaboration.get('/api/users/me', { authorization }), answersUser, 'COL-001');

    const names = namesOf(me);
    const isTheirs =
      areTheirs(user.username, names, []) ??
      areTheirs(user.username, names, await namesInTokenInfo(identity, tokens.id_token));
    const isOwn = isOwnProfile(me, user.username);
    if (isTheirs === undefined) lacksData('COL-054', calledOtherwise);
    else
      await judge('COL-054', () =>
        expect(isTheirs ? [user.username] : names, 'the names of the current user').toContain(user.username),
      );
    if (isOwn !== undefined)
      await judge('COL-054', () =>
        expect(isOwn ? 'of its user' : JSON.stringify(me['profile']), 'the profile of the current user').toBe(
          'of its user',
        ),
      );
  },
);

/** The names of the user in token info, which may connect the name in an answer with the one of the login. */
async function namesInTokenInfo(identity: RequestContext, id_token: string): Promise<readonly string[]> {
  const info = await identity.get('/api/1.0/id_token/get_token_info', { query: { id_token } });
  return isA(answersInfo, info) ? namesOf(Object(answersInfo(info)['user'])) : [];
}
