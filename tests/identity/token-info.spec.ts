import { setTimeout as sleep } from 'node:timers/promises';
import type { TokenInfo } from '../../schemas/index.d.ts';
import { answersInfo, answersUser, described, grantsTokens, isA, statusOf } from '../support/answers.ts';
import { eachExample } from '../support/examples.ts';
import { noPasswordGrant, passwordGrant } from '../support/grants.ts';
import type { Answer } from '../support/http.ts';
import { forgeriesOf } from '../support/jwt.ts';
import { nearly } from '../support/near-misses.ts';
import { offers } from '../support/needs.ts';
import { expectRefusals, IN_A_ROW } from '../support/refusals.ts';
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
  observe,
  partsOf,
  test,
} from '../support/test.ts';
import { areTheirs, calledOtherwise, initialsOf, namesOf, strangerAmong } from '../support/user-names.ts';
import { judgeHour } from './id-token.ts';

/** After this many seconds, a clock at half speed can be told from one that is truncated to whole seconds. */
const FALL_S = 4;

/** How long they take at half speed. */
const PATIENCE_MS = 2 * FALL_S * 1000;

test(
  'token info returns the user of an ID token',
  covers(
    'IDN-101',
    'IDN-102',
    'IDN-103',
    ...partsOf('token-info'),
    'IDN-116',
    'IDN-117',
    'IDN-119',
    'IDN-120',
    'IDN-121',
    'IDN-142',
    further('COL-054'),
  ),
  async ({ identity, collaboration, client, user, freshSession: tokens, target }) => {
    const answers = await eachExample(target, ['identity', 'getTokenInfo', 200], ({ prefer }) =>
      identity.get('/api/1.0/id_token/get_token_info', { query: { id_token: tokens.id_token }, prefer }),
    );
    // An ID token can be looked up more than once.
    answers.push(
      await identity.get('/api/1.0/id_token/get_token_info', { query: { id_token: tokens.id_token } }),
    );
    const bodies = await establish(['IDN-101', 'IDN-102', 'IDN-103'], () => answers.map(answersInfo));
    await judgeBodies('token-info', bodies);

    const info = bodies[0] as unknown as Partial<TokenInfo>;
    await judge('IDN-116', () => expect(info.audience, 'audience').toBe(client.client_id));
    // A field of another type is judged by its own requirement.
    const names = namesOf(Object(info.user));
    // The examples of a mock may show different users.
    const isTold = target.urls.collaboration !== undefined && offers(target).has('state');
    const authorization = bearer(tokens.access_token);
    const me = isTold ? await collaboration.get('/api/users/me', { authorization }) : undefined;
    const theirs = me && isA(answersUser, me) ? answersUser(me) : {};
    const others = areTheirs(user.username, names, []) === undefined ? namesOf(theirs) : [];
    const { givenname, familyname, formatted } = Object(theirs['name']) as Readonly<Record<string, unknown>>;
    // Nothing else about them is specified: a middle name may belong to either.
    if (givenname && familyname && givenname !== familyname) {
      await judge('IDN-110', () =>
        expect(info.user?.first_name, "first_name, where this is the current user's last one").not.toBe(
          familyname,
        ),
      );
      await judge('IDN-111', () =>
        expect(info.user?.last_name, "last_name, where this is the current user's first one").not.toBe(
          givenname,
        ),
      );
    }
    const stranger = strangerAmong(
      initialsOf(info.user?.first_name, info.user?.last_name),
      initialsOf(givenname, familyname, formatted),
      initialsOf(theirs['displayname']),
    );
    // What a user is called is not specified; COL-054 judges whether the current user is a different person.
    const isOurs = areTheirs(user.username, namesOf(theirs), []) === true;
    if (isOurs && (stranger === 0 || stranger === 1))
      await judge(stranger === 0 ? 'IDN-117' : 'COL-054', () =>
        expect(
          ['token info', 'the current user'][stranger],
          'what has no initial in common with the two others that name the user',
        ).toBeUndefined(),
      );
    // IDN-106 judges a user_id that is not a string.
    if (typeof info.user_id === 'string')
      await judge('IDN-117', () =>
        expect(info.user_id, 'user_id').not.toBeOneOf([client.client_id, info.issuer, '']),
      );
    const isTheirs = areTheirs(user.username, names, others);
    if (isTheirs === undefined) lacksData('IDN-117', calledOtherwise);
    else
      await judge('IDN-117', () =>
        expect(isTheirs, `whether ${JSON.stringify(names)} name the user ${user.username}`).toBe(true),
      );
    await judgeHour(info);
    await judge('IDN-120', () => {
      for (const answer of answers) expect(answer).toBeJson();
    });
    observe('IDN-121', info.user_id === info.user?.id ? 'the same' : 'different');
    observe('IDN-142', statusOf(answers[0] as Answer));
  },
);

test(
  'the audience is the client that asked, whose user is the same at any client',
  covers(further('IDN-116', 'IDN-117')),
  async ({ identity, client, user, target }) => {
    if (target.otherClient === undefined)
      return lacksData(['IDN-116', 'IDN-117'], 'there is no second client (TARGET_OTHER_CLIENT_ID)');
    const lookUp = (token: string) =>
      identity.get('/api/1.0/id_token/get_token_info', { query: { id_token: token } });
    // Another login may end this session.
    const session = await passwordGrant(identity, client, user);
    const ours = await control(lookUp(session.id_token), answersInfo, 'IDN-101');
    const form = { grant_type: 'password', ...target.otherClient, ...user, scope: 'email profile spaces' };
    const granted = await identity.post('/oauth2/access_token', { form });
    if (isRefused(granted)) return lacksData(['IDN-116', 'IDN-117'], noPasswordGrant);
    const { id_token } = await control(granted, grantsTokens);
    const info = await lookUp(id_token);
    await judge('IDN-116', () =>
      expect(answersInfo(info)['audience'], 'audience').toBe(target.otherClient?.client_id),
    );
    await judge('IDN-117', () =>
      expect(namesOf(Object(answersInfo(info)['user'])), 'the username at another client').toEqual(
        namesOf(Object(ours['user'])),
      ),
    );
  },
);

test(
  'expires_in decreases as time passes, neither slower nor faster',
  covers('IDN-118', further('COL-001')),
  async ({ identity, collaboration, freshSession: tokens, target }) => {
    const me = () => collaboration.get('/api/users/me', { authorization: bearer(tokens.access_token) });
    const opens = target.urls.collaboration !== undefined && isA(answersUser, await me());
    const read = async () => {
      const sent = performance.now();
      const remaining = await control(
        identity.get('/api/1.0/id_token/get_token_info', { query: { id_token: tokens.id_token } }),
        (answer) => answersInfo(answer)['expires_in'] as number,
        'IDN-101',
      );
      return { sent, remaining, came: performance.now() };
    };
    const first = await read();
    let last = first;
    // Limited by the local clock, not by a number of tries: an answer may be slow.
    while (first.remaining - last.remaining < FALL_S && last.sent - first.came < PATIENCE_MS) {
      await sleep(1000);
      last = await read();
    }
    // Requests alone must not decrease expires_in.
    for (let nth = 0; nth < 4; nth += 1) last = await read();
    const fallen = first.remaining - last.remaining;
    const [least, most] = [last.sent - first.came, last.came - first.sent].map((ms) => ms / 1000) as [
      number,
      number,
    ];
    const name = `by how much expires_in has fallen in ${most.toFixed(1)} s`;
    // Both times may be truncated to whole seconds, and the answers may come from two machines.
    await judge('IDN-118', () => {
      expect(fallen, name).toBeGreaterThanOrEqual(least - 2);
      expect(fallen, name).toBeLessThan(most + 3);
    });
    // An access token that is valid for an hour has not expired by then either.
    if (opens) await judge('COL-001', async () => void answersUser(await me()));
  },
);

test(
  'token info requires a valid ID token',
  covers('IDN-114', 'IDN-115', 'IDN-122'),
  async ({ identity, freshSession: tokens }) => {
    const info = (id_token: string | undefined) =>
      identity.get('/api/1.0/id_token/get_token_info', { query: { id_token } });
    const isAnswered = () => control(info(tokens.id_token), answersInfo, 'IDN-101');
    await isAnswered();

    const missing = await info(undefined);
    await judge('IDN-114', async () => {
      for (const answer of [missing, await info('')]) expect(answer).toBeRefused();
      await isAnswered();
    });
    await judge('IDN-115', async () => {
      const ours = tokens.id_token;
      const near = [...forgeriesOf(ours), `${ours}-not`, `not-${ours}`];
      const forgeries = ['no-answer-contained-this-token', ...near.map(nearly)];
      // Other secrets, which are not ID tokens.
      const others = [tokens.access_token, tokens.refresh_token].filter((one) => one !== tokens.id_token);
      await expectRefusals([...forgeries, ...others], info, isAnswered, IN_A_ROW);
    });
    observe('IDN-122', `without an ID token: ${described(missing)}`);
  },
);
