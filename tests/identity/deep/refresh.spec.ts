import { answersUser, grantsTokens, isA } from '../../support/interface/answers.ts';
import { isKnown, noPasswordGrant, passwordForm, unknownClient } from '../../support/interface/grants.ts';
import { forgeriesIfJwt } from '../../support/interface/jwt.ts';
import { aSecondLater } from '../../support/interface/later.ts';
import {
  lacking,
  nearly,
  unknownClients,
  wrongSecrets,
  wrongTokens,
} from '../../support/interface/near-misses.ts';
import { expectRefusals, IN_A_ROW } from '../../support/interface/refusals.ts';
import { offers } from '../../support/needs.ts';
import {
  bearer,
  control,
  deep,
  expect,
  further,
  isRefused,
  judge,
  judgeBodies,
  lacksData,
  partsOf,
  test,
} from '../../support/test.ts';
import type { Answer, Fields } from '../../support/wire/http.ts';
import { renewedSparingly } from '../other-clients.ts';
import { judgeError, judgeErrors, nextRefreshToken, tokensBeside } from '../token-answer.ts';
import { judgeRenewals, renewalIds } from './renewal.ts';

test(
  'a session is renewed again and again, and all of its tokens work',
  deep(
    ...renewalIds,
    further(...partsOf('token-info'), 'IDN-101', 'IDN-116', 'IDN-117', 'IDN-119', 'COL-054', 'COL-063'),
    further(...partsOf('current-user')),
  ),
  async ({ identity, collaboration, client, redirect_uri, freshSession, target }) => {
    const refresh = (refresh_token: string) =>
      identity.post('/oauth2/access_token', {
        form: { grant_type: 'refresh_token', ...client, redirect_uri, refresh_token },
        prefer: 'example=refresh_token',
      });
    const me = (token: string) => collaboration.get('/api/users/me', { authorization: bearer(token) });
    await judgeRenewals(freshSession, { target, identity, refresh, me });
  },
);

test(
  'no parameter of a refresh may be empty or in brackets',
  deep('IDN-055', 'IDN-056', 'IDN-057', further('IDN-058', 'IDN-059', 'IDN-081', 'IDN-082')),
  async ({ identity, client, redirect_uri, freshSession }) => {
    const answers: Answer[] = [];
    let { refresh_token } = freshSession;
    const refresh = async (fields: Fields) => {
      const form = { grant_type: 'refresh_token', ...client, redirect_uri, refresh_token, ...fields };
      const answer = await identity.post('/oauth2/access_token', { form });
      answers.push(answer);
      refresh_token = nextRefreshToken(answer, refresh_token);
      return answer;
    };
    const isGranted = () => control(refresh({}), grantsTokens, 'IDN-042');
    const expectRefused = (changed: readonly Fields[]) =>
      expectRefusals(changed, refresh, isGranted, IN_A_ROW);
    await isGranted();

    // A plain check leaves it out.
    for (const [id, name] of [
      ['IDN-055', 'client_id'],
      ['IDN-056', 'client_secret'],
      ['IDN-057', 'refresh_token'],
    ] as const)
      await judge(id, () => expectRefused(lacking(name).slice(1)));
    await judge('IDN-058', () => expectRefused(lacking('grant_type')));
    const grants = [
      'no_such_grant',
      'refresh',
      'refresh_toke',
      'refresh_token-not',
      'Refresh_Token',
      'urn:ietf:params:oauth:grant-type:token-exchange',
    ];
    await judge('IDN-059', () => expectRefused(grants.map((grant_type) => ({ grant_type }))));
    await judgeErrors('a refresh that lacks a parameter', answers, client);
  },
);

test(
  'a refresh by a client nearly like ours is refused',
  deep('IDN-060', 'IDN-061', further('IDN-081', 'IDN-082')),
  async ({ identity, client, redirect_uri, freshSession, target }) => {
    const answers: Answer[] = [];
    let { refresh_token } = freshSession;
    const refresh = async (by: object) => {
      const form = { grant_type: 'refresh_token', ...client, ...by, redirect_uri, refresh_token };
      const answer = await identity.post('/oauth2/access_token', { form });
      answers.push(answer);
      refresh_token = nextRefreshToken(answer, refresh_token);
      return answer;
    };
    const isGranted = () => control(refresh({}), grantsTokens, 'IDN-042');
    await isGranted();

    // A plain check tries the first one.
    const [, ...unknown] = unknownClients(client.client_id).map((client_id) => ({ client_id }));
    await judge('IDN-060', () => expectRefusals(unknown, refresh, isGranted, IN_A_ROW));
    const wrong = wrongSecrets(client, target).map((client_secret) => ({ client_secret }));
    await judge('IDN-061', () => expectRefusals(wrong, refresh, isGranted));
    await judgeErrors('a refresh of a wrong client', answers, client);
  },
);

test(
  'nothing that is nearly a refresh token, and no other token, is refreshed',
  deep('IDN-068'),
  async ({ identity, client, redirect_uri, freshSession }) => {
    const refresh = (refresh_token: string) =>
      identity.post('/oauth2/access_token', {
        form: { grant_type: 'refresh_token', ...client, redirect_uri, refresh_token },
      });
    const inventionsNear = (answer: Answer): readonly string[] => {
      const { refresh_token } = grantsTokens(answer);
      const forged = forgeriesIfJwt(refresh_token).map(nearly);
      return [...wrongTokens(refresh_token), ...forged, ...tokensBeside(refresh_token, answer)];
    };

    let latest = await refresh(freshSession.refresh_token);
    await control(latest, grantsTokens, 'IDN-042');
    const { length } = inventionsNear(latest);
    for (let from = 0; from < length; from += IN_A_ROW) {
      // A near miss of a token that no longer works would be refused for that reason.
      for (const wrong of inventionsNear(latest).slice(from, from + IN_A_ROW))
        expect(await refresh(wrong)).toBeRefused();
      latest = await refresh(grantsTokens(latest).refresh_token);
      await control(latest, grantsTokens, 'IDN-042');
    }
  },
);

test(
  'a refresh token of another client is bound to it as well',
  deep(further('IDN-069')),
  async ({ identity, client, user, redirect_uri, target }) => {
    const { otherClient } = target;
    if (otherClient === undefined) return lacksData('IDN-069', 'there is no other client');
    const granted = await identity.post('/oauth2/access_token', { form: passwordForm(otherClient, user) });
    if (isRefused(granted)) return lacksData('IDN-069', noPasswordGrant);
    const theirs = await control(granted, grantsTokens);
    const { renewed } = await renewedSparingly(identity, otherClient, redirect_uri, theirs);
    const form = { ...client, redirect_uri, refresh_token: renewed.refresh_token };
    const ours = await identity.post('/oauth2/access_token', {
      form: { grant_type: 'refresh_token', ...form },
    });
    await judge('IDN-069', () => expect(ours).toBeRefused());
  },
);

test(
  'a refresh token of a code is bound to its client',
  deep(further('IDN-069')),
  async ({ identity, exchange, newCode, client, otherClient, user, redirect_uri, target }) => {
    if (!offers(target).has('login')) return lacksData('IDN-069', 'no login is possible on this target');
    if (!(await isKnown(identity, otherClient, user))) return lacksData('IDN-069', unknownClient);
    const redeem = async () =>
      identity.post('/oauth2/access_token', { form: { ...exchange, code: await newCode() } });

    const used = await control(redeem(), grantsTokens, 'IDN-034');
    const { sent } = await renewedSparingly(identity, client, redirect_uri, used);
    const unused = await control(redeem(), grantsTokens, 'IDN-034');
    const form = { ...otherClient, ...sent, refresh_token: unused.refresh_token };
    const answer = await identity.post('/oauth2/access_token', {
      form: { grant_type: 'refresh_token', ...form },
    });
    await judge('IDN-069', () => expect(answer).toBeRefused());
  },
);

test(
  'a refresh without redirect_uri, if it is optional, yields new tokens that work',
  deep(further('IDN-043', 'IDN-044', 'IDN-045', 'IDN-070', 'IDN-071')),
  async ({ identity, collaboration, client, freshSession, target }) => {
    const { access_token, refresh_token } = freshSession;
    const me = (token: string) => collaboration.get('/api/users/me', { authorization: bearer(token) });
    const opens = target.urls.collaboration !== undefined && isA(answersUser, await me(access_token));
    await aSecondLater(target);
    const without = await identity.post('/oauth2/access_token', {
      form: { grant_type: 'refresh_token', ...client, refresh_token },
      prefer: 'example=refresh_token',
    });
    if (!isA(grantsTokens, without)) return;
    // Omitting an optional parameter does not change the answer.
    await judgeBodies('token-response', [without.json]);
    const renewed = grantsTokens(without).access_token;
    await judge('IDN-070', () =>
      expect(renewed === access_token, 'whether the access token is the former one').toBe(false),
    );
    if (opens) await judge('IDN-071', async () => void answersUser(await me(renewed)));
  },
);

test(
  'a refresh token that still works after its use works as before, and is properly refused otherwise',
  deep(further('IDN-071', 'IDN-081', 'IDN-082')),
  async ({ identity, collaboration, client, redirect_uri, freshSession, target }) => {
    const { refresh_token } = freshSession;
    const me = (token: string) => collaboration.get('/api/users/me', { authorization: bearer(token) });
    const form = { grant_type: 'refresh_token', ...client, redirect_uri, refresh_token };
    const { access_token } = await control(
      identity.post('/oauth2/access_token', { form }),
      grantsTokens,
      'IDN-042',
    );
    const opens = target.urls.collaboration !== undefined && isA(answersUser, await me(access_token));
    const again = await identity.post('/oauth2/access_token', { form });
    await judgeError('a refresh token that was used before', again, client);
    if (opens && isA(grantsTokens, again))
      await judge('IDN-071', async () => void answersUser(await me(grantsTokens(again).access_token)));
  },
);
