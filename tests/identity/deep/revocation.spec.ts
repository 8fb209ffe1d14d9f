import { answersInfo, answersUser, grantsTokens, isA, readIf } from '../../support/interface/answers.ts';
import { noPasswordGrant, passwordForm, passwordGrant } from '../../support/interface/grants.ts';
import { aSecondLater } from '../../support/interface/later.ts';
import { nearly } from '../../support/interface/near-misses.ts';
import { needMeans, offers } from '../../support/needs.ts';
import {
  bearer,
  control,
  deep,
  establish,
  expect,
  further,
  isRefused,
  judge,
  lacksData,
  test,
} from '../../support/test.ts';
import { FORM_WITH_CHARSET } from '../../support/wire/headers.ts';
import { infoOf } from '../id-token.ts';
import { renewedSparingly } from '../other-clients.ts';
import { judgeError, nextRefreshToken } from '../token-answer.ts';

test(
  'a revoked refresh token stays revoked, and is properly refused',
  deep('IDN-093', further('IDN-081', 'IDN-082')),
  async ({ identity, client, redirect_uri, freshSession, target }) => {
    const refresh = (refresh_token: string) =>
      identity.post('/oauth2/access_token', {
        form: { grant_type: 'refresh_token', ...client, redirect_uri, refresh_token },
      });
    const { refresh_token } = await control(refresh(freshSession.refresh_token), grantsTokens, 'IDN-042');
    await identity.post('/oauth2/revoke_token', { form: { client_id: client.client_id, refresh_token } });

    const refusal = await refresh(refresh_token);
    await judge('IDN-093', () => expect(refusal).toBeRefused());
    await judgeError('a revoked refresh token', refusal, client);
    // Nor may the server forget after a while, or after an attempt, that it was revoked.
    await aSecondLater(target);
    await judge('IDN-093', async () => expect(await refresh(refresh_token)).toBeRefused());
  },
);

test(
  'a user can log in again after a revocation',
  deep('IDN-093', further('COL-001', 'IDN-038', 'IDN-042')),
  async ({ identity, collaboration, client, user, redirect_uri, freshSession, target }) => {
    const refresh = (refresh_token: string) =>
      identity.post('/oauth2/access_token', {
        form: { grant_type: 'refresh_token', ...client, redirect_uri, refresh_token },
      });
    const { refresh_token } = await control(refresh(freshSession.refresh_token), grantsTokens, 'IDN-042');
    await identity.post('/oauth2/revoke_token', { form: { client_id: client.client_id, refresh_token } });

    const isAsked = target.urls.collaboration !== undefined;
    const comeBack = async () => {
      const granted = await identity.post('/oauth2/access_token', { form: passwordForm(client, user) });
      const tokens = readIf(grantsTokens, granted);
      if (tokens === undefined) return { granted };
      const authorization = bearer(tokens.access_token);
      const me = isAsked ? await collaboration.get('/api/users/me', { authorization }) : undefined;
      return { granted, me, refreshed: await refresh(tokens.refresh_token) };
    };
    let anew = await comeBack();
    const isBack = ({ refreshed, me }: typeof anew) =>
      refreshed !== undefined && isA(grantsTokens, refreshed) && (me === undefined || isA(answersUser, me));
    // Users do not return at once: a token may state the second of its issue, which may be that of the revocation.
    if (!isBack(anew)) {
      await aSecondLater(target);
      anew = await comeBack();
    }
    const { granted, me, refreshed } = anew;
    await establish('IDN-038', () => grantsTokens(granted));
    if (me !== undefined) await judge('COL-001', () => void answersUser(me));
    if (refreshed !== undefined) await judge('IDN-042', () => void grantsTokens(refreshed));
    // That does not make the revoked token valid again.
    await judge('IDN-093', async () => expect(await refresh(refresh_token)).toBeRefused());
  },
);

test(
  'the token that is sent is revoked, whether or not it is the newest, and stays revoked',
  deep('IDN-093'),
  async ({ identity, client, user, redirect_uri, freshSession }) => {
    const refresh = (refresh_token: string) =>
      identity.post('/oauth2/access_token', {
        form: { grant_type: 'refresh_token', ...client, redirect_uri, refresh_token },
      });
    const newer = await passwordGrant(identity, client, user);
    await control(refresh(newer.refresh_token), grantsTokens, 'IDN-042');

    for (const which of ['older', 'newest']) {
      const { refresh_token } =
        which === 'older' ? freshSession : await passwordGrant(identity, client, user);
      await identity.post('/oauth2/revoke_token', { form: { client_id: client.client_id, refresh_token } });
      await judge('IDN-093', async () => expect(await refresh(refresh_token)).toBeRefused());
    }
    // Another revocation does not make the server forget the first.
    await judge('IDN-093', async () => expect(await refresh(freshSession.refresh_token)).toBeRefused());
  },
);

test(
  'a revocation has its effect with an Accept header, and with a charset',
  deep('IDN-093', further('IDN-074', 'IDN-076')),
  async ({ identity, client, user, redirect_uri, freshSession }) => {
    const refresh = (refresh_token: string) =>
      identity.post('/oauth2/access_token', {
        form: { grant_type: 'refresh_token', ...client, redirect_uri, refresh_token },
      });
    const revoke = (refresh_token: string, headers: Readonly<Record<string, string>> = {}) =>
      identity.post('/oauth2/revoke_token', {
        headers,
        form: { client_id: client.client_id, refresh_token },
      });
    const plain = await control(refresh(freshSession.refresh_token), grantsTokens, 'IDN-042');
    await revoke(plain.refresh_token);
    // If a revocation has no effect at all, the header is not at fault.
    await establish('IDN-093', async () => expect(await refresh(plain.refresh_token)).toBeRefused());

    for (const [id, headers] of [
      ['IDN-074', { accept: 'application/json' }],
      ['IDN-076', { 'content-type': FORM_WITH_CHARSET }],
    ] as const) {
      // A deployment may end all sessions of a user when a revoked token is used.
      const granted = await passwordGrant(identity, client, user);
      const { refresh_token } = await control(refresh(granted.refresh_token), grantsTokens, 'IDN-042');
      await revoke(refresh_token, headers);
      await judge(id, async () => expect(await refresh(refresh_token)).toBeRefused());
    }
  },
);

test(
  'a revocation also ends the session of a code, and prevents no other',
  deep(further('IDN-034', 'IDN-093')),
  async ({ identity, client, exchange, newCode, redirect_uri, target }) => {
    if (!offers(target).has('effect:sign-out'))
      return lacksData(['IDN-034', 'IDN-093'], `needs ${needMeans['effect:sign-out']}`);
    const refresh = (refresh_token: string) =>
      identity.post('/oauth2/access_token', {
        form: { grant_type: 'refresh_token', ...client, redirect_uri, refresh_token },
      });
    const redeem = async () =>
      identity.post('/oauth2/access_token', { form: { ...exchange, code: await newCode() } });
    const judgeRevoked = async (refresh_token: string) => {
      await identity.post('/oauth2/revoke_token', { form: { client_id: client.client_id, refresh_token } });
      await judge('IDN-093', async () => expect(await refresh(refresh_token)).toBeRefused());
    };
    const other = await control(redeem(), grantsTokens, 'IDN-034');
    const renewed = await control(refresh(other.refresh_token), grantsTokens, 'IDN-042');
    await judgeRevoked(renewed.refresh_token);
    const granted = await redeem();
    const unused = await establish('IDN-034', () => grantsTokens(granted));
    // As granted, without a previous refresh.
    await judgeRevoked(unused.refresh_token);
  },
);

const ofOther = ['IDN-061', 'IDN-093', 'IDN-116'] as const;

test(
  'another client needs its own secret to refresh, and can revoke as well',
  deep(further(...ofOther)),
  async ({ identity, user, redirect_uri, target }) => {
    const { otherClient } = target;
    if (otherClient === undefined || !offers(target).has('effect:sign-out'))
      return lacksData(ofOther, `needs another client, and ${needMeans['effect:sign-out']}`);
    const { client_id, client_secret } = otherClient;
    const granted = await identity.post('/oauth2/access_token', { form: passwordForm(otherClient, user) });
    if (isRefused(granted)) return lacksData(ofOther, noPasswordGrant);
    const first = await control(granted, grantsTokens);
    const { renewed, sent } = await renewedSparingly(identity, otherClient, redirect_uri, first);
    const info = await infoOf(identity, renewed);
    if (info !== undefined && isA(answersInfo, info))
      await judge('IDN-116', () =>
        expect(answersInfo(info)['audience'], 'audience after a refresh').toBe(client_id),
      );
    const refresh = (secret: string, refresh_token: string) =>
      identity.post('/oauth2/access_token', {
        form: { grant_type: 'refresh_token', client_id, client_secret: secret, refresh_token, ...sent },
      });
    const wrong = await refresh(nearly(`${client_secret}-not`), renewed.refresh_token);
    await judge('IDN-061', () => expect(wrong).toBeRefused());
    const { refresh_token } = await control(
      refresh(client_secret, nextRefreshToken(wrong, renewed.refresh_token)),
      grantsTokens,
      'IDN-042',
    );
    await identity.post('/oauth2/revoke_token', { form: { client_id, refresh_token } });
    const after = await refresh(client_secret, refresh_token);
    await judge('IDN-093', () => expect(after).toBeRefused());
  },
);
