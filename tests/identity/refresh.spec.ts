import { answersUser, fieldsOf, grantsTokens, isA } from '../support/interface/answers.ts';
import { isKnown, passwordGrant, unknownClient } from '../support/interface/grants.ts';
import { aSecondLater } from '../support/interface/later.ts';
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
  observeReading,
  partsOf,
  test,
} from '../support/test.ts';
import { infoOf, judgeSameUser } from './id-token.ts';
import { renewedSparingly } from './other-clients.ts';
import { judgeError, nextRefreshToken } from './token-answer.ts';

const ofIdToken = ['IDN-101', ...partsOf('token-info'), 'IDN-116', 'IDN-117', 'IDN-119'] as const;

test(
  'a refresh token is exchanged for new tokens',
  covers('IDN-042', 'IDN-043', 'IDN-044', 'IDN-045', 'IDN-070', 'IDN-085', further(...ofIdToken)),
  async ({ identity, client, redirect_uri, freshSession, target }) => {
    const { access_token, refresh_token } = freshSession;
    const known = await infoOf(identity, freshSession);
    // A token may be derived from the second of its issue.
    await aSecondLater(target);
    const answer = await identity.post('/oauth2/access_token', {
      form: { grant_type: 'refresh_token', ...client, redirect_uri, refresh_token },
      prefer: 'example=refresh_token',
    });
    const renewed = await establish('IDN-042', () => grantsTokens(answer));
    observe('IDN-085', fieldsOf(answer.json as object));
    await judgeBodies('token-response', [answer.json]);
    await judge('IDN-070', () =>
      expect(renewed.access_token === access_token, 'whether the access token is the former one').toBe(false),
    );
    await judgeSameUser(known, await infoOf(identity, renewed));
  },
);

test(
  'the access token of a refresh is valid, and the former one as well',
  covers('IDN-071', 'IDN-130'),
  async ({ identity, collaboration, client, redirect_uri, freshSession, target }) => {
    const { access_token, refresh_token } = freshSession;
    if (target.urls.collaboration === undefined)
      return lacksData(['IDN-071', 'IDN-130'], 'the collaboration server was left out');
    const me = (token: string) => collaboration.get('/api/users/me', { authorization: bearer(token) });
    const before = await me(access_token);
    const form = { grant_type: 'refresh_token', ...client, redirect_uri, refresh_token };
    const renewed = await control(identity.post('/oauth2/access_token', { form }), grantsTokens, 'IDN-042');

    const latter = await me(renewed.access_token);
    await judge('IDN-071', () => void answersUser(latter));
    if (!isA(answersUser, before))
      return lacksData('IDN-130', 'the access token opened nothing before the refresh');
    const former = await me(access_token);
    await judge('IDN-130', () => void answersUser(former));
  },
);

test(
  'every parameter of a refresh is required',
  covers('IDN-055', 'IDN-056', 'IDN-057'),
  async ({ identity, client, redirect_uri, freshSession }) => {
    let { refresh_token } = freshSession;
    for (const [id, name] of [
      ['IDN-055', 'client_id'],
      ['IDN-056', 'client_secret'],
      ['IDN-057', 'refresh_token'],
    ] as const) {
      const form = { grant_type: 'refresh_token', ...client, redirect_uri, refresh_token };
      const granted = await identity.post('/oauth2/access_token', { form });
      ({ refresh_token } = await control(granted, grantsTokens, 'IDN-042'));
      const lacking = { ...form, refresh_token, [name]: undefined };
      const answer = await identity.post('/oauth2/access_token', { form: lacking });
      await judge(id, () => expect(answer).toBeRefused());
      refresh_token = nextRefreshToken(answer, refresh_token);
    }
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
    await control(refresh(freshSession.refresh_token), grantsTokens, 'IDN-042');
    expect(await refresh('no-answer-contained-this-token')).toBeRefused();
  },
);

test(
  'a refresh token is bound to its client',
  covers('IDN-069', further('IDN-081', 'IDN-082')),
  async ({ identity, client, otherClient, user, redirect_uri }) => {
    // An unknown client would be refused regardless of what a token is bound to.
    if (!(await isKnown(identity, otherClient, user))) return lacksData('IDN-069', unknownClient);
    const session = await passwordGrant(identity, client, user);
    const { renewed, sent } = await renewedSparingly(identity, client, redirect_uri, session);
    const form = { ...otherClient, ...sent, refresh_token: renewed.refresh_token };
    const answer = await identity.post('/oauth2/access_token', {
      form: { grant_type: 'refresh_token', ...form },
    });
    await judge('IDN-069', () => expect(answer).toBeRefused());
    await judgeError('a refresh token of another client', answer, client);
  },
);

test(
  'whether a refresh needs redirect_uri',
  covers('IDN-073'),
  async ({ identity, client, redirect_uri, freshSession }) => {
    const { refresh_token } = freshSession;
    const form = { grant_type: 'refresh_token', ...client, refresh_token };
    const without = await identity.post('/oauth2/access_token', { form });
    if (isA(grantsTokens, without)) return observeReading('IDN-073', 'optional', '');

    const named = { ...form, redirect_uri };
    await control(identity.post('/oauth2/access_token', { form: named }), grantsTokens, 'IDN-042');
    observeReading(
      'IDN-073',
      isRefused(without) ? 'required' : 'neither',
      `without redirect_uri the refresh was answered ${without.status}`,
    );
  },
);

test(
  'whether a refresh token is renewed',
  covers('IDN-086'),
  async ({ identity, client, redirect_uri, freshSession: { refresh_token } }) => {
    const form = { grant_type: 'refresh_token', ...client, redirect_uri, refresh_token };
    const renewed = await control(identity.post('/oauth2/access_token', { form }), grantsTokens, 'IDN-042');
    const again = await identity.post('/oauth2/access_token', { form });
    const whether = renewed.refresh_token === refresh_token ? 'kept' : 'renewed';
    const then = isA(grantsTokens, again) ? 'still works' : `is answered ${again.failure ?? again.status}`;
    observe('IDN-086', `${whether}; the former one ${then}`);
  },
);
