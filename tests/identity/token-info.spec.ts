import { setTimeout as sleep } from 'node:timers/promises';
import type { TokenInfo } from '../../schemas/index.d.ts';
import { answersInfo, described, statusOf } from '../support/interface/answers.ts';
import { eachExample } from '../support/interface/examples.ts';
import { areTheirs, calledOtherwise, namesOf } from '../support/interface/user-names.ts';
import {
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
import type { Answer } from '../support/wire/http.ts';
import { judgeHour, userOf } from './id-token.ts';

const operation = ['identity', 'getTokenInfo', 200] as const;

/** After this long, expires_in that stands still can be told from one that is truncated to whole seconds. */
const A_WHILE_MS = 3000;

const ofBody = [
  ...partsOf('token-info'),
  'IDN-116',
  'IDN-117',
  'IDN-119',
  'IDN-120',
  'IDN-121',
  'IDN-142',
] as const;

test(
  'token info returns the user of an ID token',
  covers('IDN-101', 'IDN-102', 'IDN-103', ...ofBody),
  async ({ identity, collaboration, client, user, freshSession, target }) => {
    const { id_token } = freshSession;
    const answers = await eachExample(target, operation, ({ prefer }) =>
      identity.get('/api/1.0/id_token/get_token_info', { query: { id_token }, prefer }),
    );
    // An ID token can be looked up more than once.
    answers.push(await identity.get('/api/1.0/id_token/get_token_info', { query: { id_token } }));
    const bodies = await establish(['IDN-101', 'IDN-102', 'IDN-103'], () => answers.map(answersInfo));
    await judgeBodies('token-info', bodies);
    const info = bodies[0] as unknown as Partial<TokenInfo>;
    await judge('IDN-116', () => expect(info.audience, 'audience').toBe(client.client_id));
    await judgeHour(info);
    // Users may be called otherwise than they log in.
    const me = await userOf(freshSession, { collaboration, target });
    const names = namesOf(Object(info.user));
    const isTheirs = areTheirs(user.username, names, namesOf(me));
    if (isTheirs === undefined) lacksData('IDN-117', calledOtherwise);
    else
      await judge('IDN-117', () =>
        expect(isTheirs, `whether ${JSON.stringify(names)} name the user ${user.username}`).toBe(true),
      );
    await judge('IDN-120', () => answers.forEach((answer) => expect(answer).toBeJson()));
    observe('IDN-121', info.user_id === info.user?.id ? 'the same' : 'different');
    observe('IDN-142', statusOf(answers[0] as Answer));
  },
);

test('expires_in decreases as time passes', covers('IDN-118'), async ({ identity, freshSession }) => {
  const remaining = () =>
    control(
      identity.get('/api/1.0/id_token/get_token_info', { query: { id_token: freshSession.id_token } }),
      (answer) => answersInfo(answer)['expires_in'] as number,
      'IDN-101',
    );
  const started = performance.now();
  const first = await remaining();
  await sleep(A_WHILE_MS);
  const last = await remaining();
  const most = (performance.now() - started) / 1000;
  // Both times may be truncated to whole seconds, and the answers may come from two machines.
  const fallen = `by how much expires_in has fallen in ${most.toFixed(1)} s`;
  expect(first - last, fallen).toBeGreaterThanOrEqual(A_WHILE_MS / 1000 - 2);
  expect(first - last, fallen).toBeLessThan(most + 3);
});

test(
  'token info requires a valid ID token',
  covers('IDN-114', 'IDN-115', 'IDN-122'),
  async ({ identity, freshSession }) => {
    const info = (id_token: string | undefined) =>
      identity.get('/api/1.0/id_token/get_token_info', { query: { id_token } });

    await control(info(freshSession.id_token), answersInfo, 'IDN-101');
    const missing = await info(undefined);
    await judge('IDN-114', () => expect(missing).toBeRefused());
    observe('IDN-122', `without an ID token: ${described(missing)}`);
    const invented = await info('no-answer-contained-this-token');
    await judge('IDN-115', () => expect(invented).toBeRefused());
  },
);
