import { answersUser, fieldsOf, grantsTokens, isA } from '../support/answers.ts';
import { isKnown, passwordForm, passwordGrant, unknownClient } from '../support/grants.ts';
import type { Answer, Fields } from '../support/http.ts';
import { forgeriesIfJwt } from '../support/jwt.ts';
import { aSecondLater } from '../support/later.ts';
import { lacking, nearly, unknownClients, wrongSecrets, wrongTokens } from '../support/near-misses.ts';
import { offers } from '../support/needs.ts';
import { expectRefusals, IN_A_ROW } from '../support/refusals.ts';
import {
  bearer,
  control,
  covers,
  expect,
  further,
  isRefused,
  judge,
  judgeBodies,
  lacksData,
  observe,
  observeReading,
  partsOf,
  test,
} from '../support/test.ts';
import { judgeRenewals, renewalIds } from './renewal.ts';
import { judgeError, judgeErrors, tokensBeside } from './token-answer.ts';

test(
  'a refresh token is exchanged for new tokens',
  covers(
    ...renewalIds,
    'IDN-085',
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
    await judgeRenewals(freshSession, { target, identity, refresh, me }, ({ json }) =>
      observe('IDN-085', fieldsOf(json as object)),
    );
  },
);

test(
  'every parameter of a refresh is required',
  covers('IDN-055', 'IDN-056', 'IDN-057', further('IDN-058', 'IDN-059', 'IDN-081', 'IDN-082')),
  async ({ identity, client, redirect_uri, freshSession }) => {
    const answers: Answer[] = [];
    let { refresh_token } = freshSession;
    const refresh = async (fields: Fields) => {
      const form = { grant_type: 'refresh_token', ...client, redirect_uri, refresh_token, ...fields };
      const answer = await identity.post('/oauth2/access_token', { form });
      answers.push(answer);
      // A refresh that is granted by mistake uses up the token as well.
      if (isA(grantsTokens, answer)) ({ refresh_token } = grantsTokens(answer));
      return answer;
    };
    const isGranted = () => control(refresh({}), grantsTokens, 'IDN-042');
    const expectRefused = (changed: readonly Fields[]) =>
      expectRefusals(changed, refresh, isGranted, IN_A_ROW);
    await isGranted();

    for (const [id, name] of [
      ['IDN-055', 'client_id'],
      ['IDN-056', 'client_secret'],
      ['IDN-057', 'refresh_token'],
      ['IDN-058', 'grant_type'],
    ] as const)
      await judge(id, () => expectRefused(lacking(name)));
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
  'a refresh requires client authentication',
  covers('IDN-060', 'IDN-061', further('IDN-081', 'IDN-082')),
  async ({ identity, client, redirect_uri, freshSession, target }) => {
    const answers: Answer[] = [];
    let { refresh_token } = freshSession;
    const refresh = async (by: object) => {
      const form = { grant_type: 'refresh_token', ...client, ...by, redirect_uri, refresh_token };
      const answer = await identity.post('/oauth2/access_token', { form });
      answers.push(answer);
      // A refresh that is granted by mistake uses up the token as well.
      if (isA(grantsTokens, answer)) ({ refresh_token } = grantsTokens(answer));
      return answer;
    };
    const isGranted = () => control(refresh({}), grantsTokens, 'IDN-042');
    await isGranted();

    const unknown = unknownClients(client.client_id).map((client_id) => ({ client_id }));
    await judge('IDN-060', () => expectRefusals(unknown, refresh, isGranted, IN_A_ROW));
    const wrong = wrongSecrets(client, target).map((client_secret) => ({ client_secret }));
    await judge('IDN-061', () => expectRefusals(wrong, refresh, isGranted));
    await judgeErrors('a refresh of a wrong client', answers, client);
  },
);

test(
  'an invented refresh token yields no tokens',
  covers('IDN-068'),
  async ({ identity, client, redirect_uri, freshSession }) => {
    const refresh = (refresh_token: string) =>
      identity.post('/oauth2/access_token', {
        form: { grant_type: 'refresh_token', ...client, redirect_uri, refresh_token },
      });
    const inventionsNear = (answer: Answer): readonly string[] => {
      const { refresh_token } = grantsTokens(answer);
      const forged = forgeriesIfJwt(refresh_token).map(nearly);
      const near = [...wrongTokens(refresh_token), ...forged, ...tokensBeside(refresh_token, answer)];
      return ['no-answer-contained-this-token', ...near];
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

/** Whether an answer grants a refresh token: if not, other checks judge that. */
const hasRefreshToken = (answer: Answer) =>
  isA(grantsTokens, answer) && grantsTokens(answer).has('refresh_token');

test(
  'a refresh token is bound to its client',
  covers('IDN-069', further('IDN-081', 'IDN-082')),
  async ({ identity, client, otherClient, user, redirect_uri }) => {
    const refresh = (by: object, refresh_token: string) =>
      identity.post('/oauth2/access_token', { form: { grant_type: 'refresh_token', ...by, refresh_token } });

    // An unknown client would be refused regardless of what a token is bound to.
    if (!(await isKnown(identity, otherClient, user))) return lacksData('IDN-069', unknownClient);
    const session = await passwordGrant(identity, client, user);
    // A redirect URI that is not the other client's would itself be refused; if none is needed, none is sent (IDN-073).
    const bare = await refresh(client, session.refresh_token);
    const sent = isA(grantsTokens, bare) ? {} : { redirect_uri };
    const renewed = isA(grantsTokens, bare)
      ? grantsTokens(bare)
      : await control(refresh({ ...client, ...sent }, session.refresh_token), grantsTokens, 'IDN-042');
    const answer = await refresh({ ...otherClient, ...sent }, renewed.refresh_token);
    await judge('IDN-069', () => expect(answer).toBeRefused());
    await judgeError('a refresh token of another client', answer, client);
    // The same holds in the other direction.
    const theirs = await identity.post('/oauth2/access_token', { form: passwordForm(otherClient, user) });
    if (!hasRefreshToken(theirs)) return;
    const latest = await refresh({ ...otherClient, ...sent }, grantsTokens(theirs).refresh_token);
    if (!hasRefreshToken(latest)) return;
    const ours = await refresh({ ...client, redirect_uri }, grantsTokens(latest).refresh_token);
    await judge('IDN-069', () => expect(ours).toBeRefused());
  },
);

test(
  'a refresh token of a code is bound to its client',
  covers(further('IDN-069')),
  async ({ identity, exchange, newCode, client, otherClient, user, redirect_uri, target }) => {
    if (!offers(target).has('login')) return lacksData('IDN-069', 'no login is possible on this target');
    if (!(await isKnown(identity, otherClient, user))) return lacksData('IDN-069', unknownClient);
    const redeem = async () =>
      identity.post('/oauth2/access_token', { form: { ...exchange, code: await newCode() } });
    const refresh = (by: object, refresh_token: string) =>
      identity.post('/oauth2/access_token', { form: { grant_type: 'refresh_token', ...by, refresh_token } });

    const { refresh_token } = await control(redeem(), grantsTokens, 'IDN-034');
    // As above: a redirect URI that is not the other client's would itself be refused.
    const bare = await refresh(client, refresh_token);
    const sent = isA(grantsTokens, bare) ? {} : { redirect_uri };
    if (!isA(grantsTokens, bare))
      await control(refresh({ ...client, ...sent }, refresh_token), grantsTokens, 'IDN-042');
    const unused = await control(redeem(), grantsTokens, 'IDN-034');
    const answer = await refresh({ ...otherClient, ...sent }, unused.refresh_token);
    await judge('IDN-069', () => expect(answer).toBeRefused());
  },
);

test(
  'whether a refresh needs redirect_uri',
  covers('IDN-073', further('IDN-043', 'IDN-044', 'IDN-045', 'IDN-070', 'IDN-071')),
  async ({ identity, collaboration, client, redirect_uri, freshSession, target }) => {
    const { access_token, refresh_token } = freshSession;
    const me = (token: string) => collaboration.get('/api/users/me', { authorization: bearer(token) });
    const opens = target.urls.collaboration !== undefined && isA(answersUser, await me(access_token));
    await aSecondLater(target);
    const refresh = (sent: { redirect_uri?: string }) =>
      identity.post('/oauth2/access_token', {
        form: { grant_type: 'refresh_token', ...client, ...sent, refresh_token },
        prefer: 'example=refresh_token',
      });

    const without = await refresh({});
    if (isA(grantsTokens, without)) {
      // Omitting an optional parameter does not change the answer.
      await judgeBodies('token-response', [without.json]);
      const renewed = grantsTokens(without).access_token;
      if (offers(target).has('state'))
        await judge('IDN-070', () =>
          expect(renewed === access_token, 'whether the access token is the former one').toBe(false),
        );
      if (opens) await judge('IDN-071', async () => void answersUser(await me(renewed)));
      return observeReading('IDN-073', 'optional', '');
    }
    await control(refresh({ redirect_uri }), grantsTokens, 'IDN-042');
    observeReading(
      'IDN-073',
      isRefused(without) ? 'required' : 'neither',
      `without redirect_uri the refresh was answered ${without.status}`,
    );
  },
);

test(
  'whether a refresh token is renewed',
  covers('IDN-086', further('IDN-071', 'IDN-081', 'IDN-082')),
  async ({ identity, collaboration, client, redirect_uri, freshSession, target }) => {
    const me = (token: string) => collaboration.get('/api/users/me', { authorization: bearer(token) });
    const refresh = () =>
      identity.post('/oauth2/access_token', {
        form: {
          grant_type: 'refresh_token',
          ...client,
          redirect_uri,
          refresh_token: freshSession.refresh_token,
        },
      });

    const { access_token, refresh_token } = await control(refresh(), grantsTokens, 'IDN-042');
    const opens = target.urls.collaboration !== undefined && isA(answersUser, await me(access_token));
    const kept = refresh_token === freshSession.refresh_token;
    const again = await refresh();
    await judgeError('a refresh token that was used before', again, client);
    if (opens && isA(grantsTokens, again))
      await judge('IDN-071', async () => void answersUser(await me(grantsTokens(again).access_token)));
    observe(
      'IDN-086',
      `${kept ? 'kept' : 'renewed'}; the former one ${isA(grantsTokens, again) ? 'still works' : `is answered ${again.failure ?? again.status}`}`,
    );
  },
);
