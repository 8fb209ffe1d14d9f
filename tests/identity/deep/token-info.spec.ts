import { setTimeout as sleep } from 'node:timers/promises';
import type { TokenInfo } from '../../../schemas/index.d.ts';
import { answersInfo, answersUser, grantsTokens, isA } from '../../support/interface/answers.ts';
import { noPasswordGrant, passwordGrant } from '../../support/interface/grants.ts';
import { forgeriesOf } from '../../support/interface/jwt.ts';
import { nearly } from '../../support/interface/near-misses.ts';
import { expectRefusals, IN_A_ROW } from '../../support/interface/refusals.ts';
import { areTheirs, initialsOf, namesOf, strangerAmong } from '../../support/interface/user-names.ts';
import {
  bearer,
  control,
  deep,
  expect,
  further,
  isRefused,
  judge,
  lacksData,
  test,
} from '../../support/test.ts';
import { userOf } from '../id-token.ts';

/** After this many seconds, a clock at half speed can be told from one that is truncated to whole seconds. */
const FALL_S = 4;

/** How long they take at half speed. */
const PATIENCE_MS = 2 * FALL_S * 1000;

test(
  'token info and the current user name the same person',
  deep(further('COL-054', 'IDN-110', 'IDN-111', 'IDN-117')),
  async ({ identity, collaboration, client, user, freshSession, target }) => {
    const query = { id_token: freshSession.id_token };
    const answer = await identity.get('/api/1.0/id_token/get_token_info', { query });
    const info: Partial<TokenInfo> = await control(answer, answersInfo, 'IDN-101');
    // IDN-106 judges a user_id that is not a string.
    if (typeof info.user_id === 'string')
      await judge('IDN-117', () =>
        expect(info.user_id, 'user_id').not.toBeOneOf([client.client_id, info.issuer, '']),
      );
    const me = await userOf(freshSession, { collaboration, target });
    const { givenname, familyname, formatted } = Object(me['name']) as Readonly<Record<string, unknown>>;
    const { first_name, last_name } = Object(info.user) as Readonly<Record<string, unknown>>;
    // Nothing else about them is specified: a middle name may belong to either.
    if (givenname && familyname && givenname !== familyname) {
      await judge('IDN-110', () =>
        expect(first_name, "first_name, where this is the current user's last one").not.toBe(familyname),
      );
      await judge('IDN-111', () =>
        expect(last_name, "last_name, where this is the current user's first one").not.toBe(givenname),
      );
    }
    // What a user is called is not specified; COL-054 judges whether the current user is a different person.
    if (areTheirs(user.username, namesOf(me), []) !== true) return;
    const stranger = strangerAmong(
      initialsOf(first_name, last_name),
      initialsOf(givenname, familyname, formatted),
      initialsOf(me['displayname']),
    );
    const odd = 'what has no initial in common with the two others that name the user';
    await judge('IDN-117', () => expect(stranger, `${odd}: token info`).not.toBe(0));
    await judge('COL-054', () => expect(stranger, `${odd}: the current user`).not.toBe(1));
  },
);

test(
  'the audience is the client that asked, whose user is the same at any client',
  deep(further('IDN-116', 'IDN-117')),
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
  'expires_in decreases neither slower nor faster than time passes',
  deep('IDN-118', further('COL-001')),
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
  'an empty, forged or mistaken ID token yields no token info',
  deep('IDN-114', 'IDN-115'),
  async ({ identity, freshSession: tokens }) => {
    const info = (id_token: string) =>
      identity.get('/api/1.0/id_token/get_token_info', { query: { id_token } });
    const isAnswered = () => control(info(tokens.id_token), answersInfo, 'IDN-101');
    await isAnswered();

    await judge('IDN-114', () => expectRefusals([''], info, isAnswered, IN_A_ROW));
    const ours = tokens.id_token;
    const near = [...forgeriesOf(ours), `${ours}-not`, `not-${ours}`];
    // Other secrets, which are not ID tokens.
    const others = [tokens.access_token, tokens.refresh_token].filter((one) => one !== ours);
    await judge('IDN-115', () =>
      expectRefusals([...near.map(nearly), ...others], info, isAnswered, IN_A_ROW),
    );
  },
);
