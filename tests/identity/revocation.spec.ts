import {
  answersInfo,
  answersUser,
  bodyOf,
  described,
  grantsTokens,
  isA,
  refused,
  statusOf,
} from '../support/answers.ts';
import { isKnown, noPasswordGrant, passwordForm, passwordGrant, unknownClient } from '../support/grants.ts';
import { FORM_WITH_CHARSET } from '../support/headers.ts';
import { aSecondLater } from '../support/later.ts';
import { nearly } from '../support/near-misses.ts';
import { offers } from '../support/needs.ts';
import {
  bearer,
  control,
  covers,
  establish,
  expect,
  further,
  isRefused,
  judge,
  lacksData,
  observe,
  test,
} from '../support/test.ts';
import { infoOf } from './id-token.ts';
import { judgeErrors } from './token-answer.ts';

test(
  'a revoked refresh token yields no more tokens',
  covers('IDN-093', 'IDN-095', 'IDN-097', 'IDN-098', further('IDN-081', 'IDN-082')),
  async ({ identity, collaboration, client, redirect_uri, freshSession, target }) => {
    const refresh = (refresh_token: string) =>
      identity.post('/oauth2/access_token', {
        form: { grant_type: 'refresh_token', ...client, redirect_uri, refresh_token },
      });
    const session = await control(refresh(freshSession.refresh_token), grantsTokens, 'IDN-042');
    const revoke = () =>
      identity.post('/oauth2/revoke_token', {
        form: { client_id: client.client_id, refresh_token: session.refresh_token },
      });
    const answer = await revoke();
    observe('IDN-095', statusOf(answer));
    observe('IDN-097', bodyOf(answer));

    const refusals = [await refresh(session.refresh_token), await refresh(session.refresh_token)];
    await judge('IDN-093', () => {
      for (const refusal of refusals) expect(refusal).toBeRefused();
    });
    await judgeErrors('a revoked refresh token', refusals, client);
    // Nor may the server forget after a while that it was revoked.
    await aSecondLater(target);
    await judge('IDN-093', async () => expect(await refresh(session.refresh_token)).toBeRefused());
    if (target.urls.collaboration === undefined)
      return lacksData('IDN-098', 'the collaboration server was left out');
    observe(
      'IDN-098',
      described(await collaboration.get('/api/users/me', { authorization: bearer(session.access_token) })),
    );
  },
);

test(
  'a user can log in again after a revocation',
  covers('IDN-093', further('COL-001', 'IDN-034', 'IDN-038', 'IDN-042')),
  async ({
    identity,
    collaboration,
    client,
    user,
    redirect_uri,
    exchange,
    newCode,
    freshSession,
    target,
  }) => {
    const refresh = (refresh_token: string) =>
      identity.post('/oauth2/access_token', {
        form: { grant_type: 'refresh_token', ...client, redirect_uri, refresh_token },
      });
    const { refresh_token } = await control(refresh(freshSession.refresh_token), grantsTokens, 'IDN-042');
    await identity.post('/oauth2/revoke_token', { form: { client_id: client.client_id, refresh_token } });

    const comeBack = async () => {
      const granted = await identity.post('/oauth2/access_token', { form: passwordForm(client, user) });
      if (!isA(grantsTokens, granted)) return { granted };
      const tokens = grantsTokens(granted);
      const authorization = bearer(tokens.access_token);
      const isAsked = target.urls.collaboration !== undefined;
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
    if (!offers(target).has('login')) return;
    const byCode = await identity.post('/oauth2/access_token', {
      form: { ...exchange, code: await newCode() },
    });
    await judge('IDN-034', () => void grantsTokens(byCode));
  },
);

test(
  'the token that is sent is revoked, whether or not it is the newest, and stays revoked',
  covers('IDN-093'),
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

for (const [title, id, headers] of [
  ['a revocation has its effect with an Accept header', 'IDN-074', { accept: 'application/json' }],
  ['the form of a revocation may name its charset', 'IDN-076', { 'content-type': FORM_WITH_CHARSET }],
] as const) {
  test(
    title,
    covers('IDN-093', further(id)),
    async ({ identity, client, user, redirect_uri, freshSession }) => {
      const refresh = (refresh_token: string) =>
        identity.post('/oauth2/access_token', {
          form: { grant_type: 'refresh_token', ...client, redirect_uri, refresh_token },
        });
      const revoke = (refresh_token: string, more: { headers?: Readonly<Record<string, string>> } = {}) =>
        identity.post('/oauth2/revoke_token', {
          ...more,
          form: { client_id: client.client_id, refresh_token },
        });
      const plain = await control(refresh(freshSession.refresh_token), grantsTokens, 'IDN-042');
      await revoke(plain.refresh_token);
      // If a revocation has no effect at all, the header is not at fault.
      await establish('IDN-093', async () => expect(await refresh(plain.refresh_token)).toBeRefused());

      // A deployment may end all sessions of a user when a revoked token is used.
      const granted = await passwordGrant(identity, client, user);
      const { refresh_token } = await control(refresh(granted.refresh_token), grantsTokens, 'IDN-042');
      await revoke(refresh_token, { headers });
      await judge(id, async () => expect(await refresh(refresh_token)).toBeRefused());
    },
  );
}

test(
  'a revocation also ends the session of a code',
  covers(further('IDN-093')),
  async ({ identity, client, exchange, newCode, redirect_uri, target }) => {
    if (!offers(target).has('login')) return lacksData('IDN-093', 'no login is possible on this target');
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
    // As granted, without a previous refresh.
    const unused = await control(redeem(), grantsTokens, 'IDN-034');
    await judgeRevoked(unused.refresh_token);
  },
);

test(
  'a revocation does not affect other clients',
  covers(further('IDN-061', 'IDN-093', 'IDN-116'), 'IDN-094'),
  async ({ identity, collaboration, client, otherClient, user, redirect_uri, freshSession, target }) => {
    const refreshAt = (at: object, refresh_token: string) =>
      identity.post('/oauth2/access_token', { form: { grant_type: 'refresh_token', ...at, refresh_token } });
    const opens = async (access_token: string) =>
      target.urls.collaboration !== undefined &&
      isA(answersUser, await collaboration.get('/api/users/me', { authorization: bearer(access_token) }));
    const granted = await identity.post('/oauth2/access_token', {
      form: { grant_type: 'password', ...otherClient, ...user, scope: 'email profile spaces' },
    });
    if (isRefused(granted)) return lacksData('IDN-094', noPasswordGrant);
    const first = await control(granted, grantsTokens);
    // Our redirect URI need not be that of the other client: if none is needed, none is sent (IDN-073).
    const bare = await refreshAt(otherClient, first.refresh_token);
    const other = isA(grantsTokens, bare) ? otherClient : { ...otherClient, redirect_uri };
    const elsewhere = isA(grantsTokens, bare)
      ? grantsTokens(bare)
      : await control(refreshAt(other, first.refresh_token), grantsTokens, 'IDN-042');
    const info = await infoOf(identity, elsewhere);
    if (info !== undefined && isA(answersInfo, info))
      await judge('IDN-116', () =>
        expect(answersInfo(info)['audience'], 'audience after a refresh').toBe(otherClient.client_id),
      );
    const opened = await opens(elsewhere.access_token);
    await identity.post('/oauth2/revoke_token', {
      form: { client_id: client.client_id, refresh_token: freshSession.refresh_token },
    });
    const stillOpens = await opens(elsewhere.access_token);
    const left = await refreshAt(other, elsewhere.refresh_token);
    // A revocation without any effect would not affect other clients either.
    const revoked = await refreshAt({ ...client, redirect_uri }, freshSession.refresh_token);
    await judge('IDN-093', () => expect(revoked).toBeRefused());
    await control(revoked, refused, 'IDN-093');
    await judge('IDN-094', () => {
      grantsTokens(left);
      expect(stillOpens, 'whether the access token of the other client opens what it opened').toBe(opened);
    });
    if (!isA(grantsTokens, left)) return;
    // The same holds for another client.
    const by = { ...other, client_secret: nearly(`${otherClient.client_secret}-not`) };
    const wrong = await refreshAt(by, grantsTokens(left).refresh_token);
    await judge('IDN-061', () => expect(wrong).toBeRefused());
    if (!isRefused(wrong)) return;
    const { refresh_token } = await control(
      refreshAt(other, grantsTokens(left).refresh_token),
      grantsTokens,
      'IDN-042',
    );
    await identity.post('/oauth2/revoke_token', {
      form: { client_id: otherClient.client_id, refresh_token },
    });
    const theirs = await refreshAt(other, refresh_token);
    await judge('IDN-093', () => expect(theirs).toBeRefused());
  },
);

test(
  'a revocation does not reach another client',
  covers('IDN-123'),
  async ({ identity, collaboration, client, otherClient, user, redirect_uri, target }) => {
    const refresh = (refresh_token: string) =>
      identity.post('/oauth2/access_token', {
        form: { grant_type: 'refresh_token', ...client, redirect_uri, refresh_token },
      });
    const opens = async (access_token: string) =>
      target.urls.collaboration !== undefined &&
      isA(answersUser, await collaboration.get('/api/users/me', { authorization: bearer(access_token) }));

    // If the other client is unknown, it shows nothing about known clients.
    if (!(await isKnown(identity, otherClient, user))) return lacksData('IDN-123', unknownClient);
    const session = await passwordGrant(identity, client, user);
    const { access_token, refresh_token } = await control(
      refresh(session.refresh_token),
      grantsTokens,
      'IDN-042',
    );
    const opened = await opens(access_token);
    await identity.post('/oauth2/revoke_token', {
      form: { client_id: otherClient.client_id, refresh_token },
    });
    const stillOpens = await opens(access_token);
    const after = await refresh(refresh_token);
    // The client itself can revoke it: otherwise the other client's attempt would show nothing.
    const latest = isA(grantsTokens, after) ? grantsTokens(after).refresh_token : refresh_token;
    await identity.post('/oauth2/revoke_token', {
      form: { client_id: client.client_id, refresh_token: latest },
    });
    await control(refresh(latest), refused, 'IDN-093');
    expect(
      isA(grantsTokens, after),
      'whether a token that another client tried to revoke yields tokens',
    ).toBe(true);
    expect(stillOpens, 'whether the access token beside it opens what it opened').toBe(opened);
  },
);

test(
  'revoking an unknown token revokes nothing',
  covers('IDN-096', further('IDN-042')),
  async ({ identity, client, user, redirect_uri, freshSession }) => {
    const refresh = (refresh_token: string) =>
      identity.post('/oauth2/access_token', {
        form: { grant_type: 'refresh_token', ...client, redirect_uri, refresh_token },
      });
    const revoke = (refresh_token: string) =>
      identity.post('/oauth2/revoke_token', { form: { client_id: client.client_id, refresh_token } });

    // A server that revokes nothing may give any answer to an unknown token.
    const { refresh_token } = await control(refresh(freshSession.refresh_token), grantsTokens, 'IDN-042');
    await revoke(refresh_token);
    await control(refresh(refresh_token), refused, 'IDN-093');

    const session = await passwordGrant(identity, client, user);
    const unknown = await revoke('no-answer-contained-this-token');
    // A revoked token is no longer known.
    const again = await revoke(refresh_token);
    observe('IDN-096', `never issued: ${described(unknown)}; revoked already: ${described(again)}`);
    const after = await refresh(session.refresh_token);
    await judge('IDN-042', () => void grantsTokens(after));
  },
);

test('what an incomplete revocation answers', covers('IDN-099', 'IDN-100'), async ({ identity, client }) => {
  const withoutClient = await identity.post('/oauth2/revoke_token', {
    form: { refresh_token: 'no-answer-contained-this-token' },
  });
  observe('IDN-099', described(withoutClient));
  const withoutToken = await identity.post('/oauth2/revoke_token', { form: { client_id: client.client_id } });
  observe('IDN-100', described(withoutToken));
});
