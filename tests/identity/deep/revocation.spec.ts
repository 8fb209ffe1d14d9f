import { answersInfo, answersUser, grantsTokens, isA, readIf, refused } from '../../support/answers.ts';
import {
  isKnown,
  noPasswordGrant,
  passwordForm,
  passwordGrant,
  unknownClient,
} from '../../support/grants.ts';
import { FORM_WITH_CHARSET } from '../../support/headers.ts';
import type { Answer, Fields, RequestContext } from '../../support/http.ts';
import { aSecondLater } from '../../support/later.ts';
import { nearly } from '../../support/near-misses.ts';
import { needMeans, offers } from '../../support/needs.ts';
import type { Client, Target } from '../../support/target.ts';
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
import { infoOf } from '../id-token.ts';
import { renewedSparingly } from '../other-clients.ts';
import { judgeErrors, nextRefreshToken } from '../token-answer.ts';

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

    const refusals = [await refresh(refresh_token), await refresh(refresh_token)];
    await judge('IDN-093', () => {
      for (const refusal of refusals) expect(refusal).toBeRefused();
    });
    await judgeErrors('a revoked refresh token', refusals, client);
    // Nor may the server forget after a while that it was revoked.
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

for (const [title, id, headers] of [
  ['a revocation has its effect with an Accept header', 'IDN-074', { accept: 'application/json' }],
  ['the form of a revocation may name its charset', 'IDN-076', { 'content-type': FORM_WITH_CHARSET }],
] as const) {
  test(
    title,
    deep('IDN-093', further(id)),
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

test(
  'a revocation leaves the access token of another client, which can revoke as well',
  deep('IDN-094', further('IDN-061', 'IDN-093', 'IDN-116')),
  async ({ identity, collaboration, client, otherClient, user, redirect_uri, freshSession, target }) => {
    const refresh = (by: Fields, refresh_token: string) =>
      identity.post('/oauth2/access_token', { form: { grant_type: 'refresh_token', ...by, refresh_token } });
    const revoke = ({ client_id }: Client, refresh_token: string) =>
      identity.post('/oauth2/revoke_token', { form: { client_id, refresh_token } });
    const opens = opening(collaboration, target);
    const granted = await identity.post('/oauth2/access_token', { form: passwordForm(otherClient, user) });
    if (isRefused(granted)) return lacksData('IDN-094', noPasswordGrant);
    const first = await control(granted, grantsTokens);
    const { renewed, sent } = await renewedSparingly(identity, otherClient, { ...first, redirect_uri });
    const theirs = { ...otherClient, ...sent };
    await judgeAudience(await infoOf(identity, renewed), otherClient);
    const opened = await opens(renewed.access_token);
    await revoke(client, freshSession.refresh_token);
    const stillOpens = await opens(renewed.access_token);
    const left = await refresh(theirs, renewed.refresh_token);
    // A revocation without any effect would not affect other clients either.
    const revoked = await refresh({ ...client, redirect_uri }, freshSession.refresh_token);
    await judge('IDN-093', () => expect(revoked).toBeRefused());
    await control(revoked, refused, 'IDN-093');
    await judge('IDN-094', () => {
      grantsTokens(left);
      expect(stillOpens, 'whether the access token of the other client opens what it opened').toBe(opened);
    });
    const latest = nextRefreshToken(left, '');
    // The same holds for another client.
    const wrong = nearly(`${otherClient.client_secret}-not`);
    const refusal = await refresh({ ...theirs, client_secret: wrong }, latest);
    await judge('IDN-061', () => expect(refusal).toBeRefused());
    const { refresh_token } = await control(refresh(theirs, latest), grantsTokens, 'IDN-042');
    await revoke(otherClient, refresh_token);
    const after = await refresh(theirs, refresh_token);
    await judge('IDN-093', () => expect(after).toBeRefused());
  },
);

test(
  'a revocation by another client leaves the access token',
  deep('IDN-123'),
  async ({ identity, collaboration, client, otherClient, user, redirect_uri, target }) => {
    const refresh = (refresh_token: string) =>
      identity.post('/oauth2/access_token', {
        form: { grant_type: 'refresh_token', ...client, redirect_uri, refresh_token },
      });
    const revoke = ({ client_id }: Client, refresh_token: string) =>
      identity.post('/oauth2/revoke_token', { form: { client_id, refresh_token } });
    const opens = opening(collaboration, target);

    // If the other client is unknown, it shows nothing about known clients.
    if (!(await isKnown(identity, otherClient, user))) return lacksData('IDN-123', unknownClient);
    const session = await passwordGrant(identity, client, user);
    const renewed = await control(refresh(session.refresh_token), grantsTokens, 'IDN-042');
    const opened = await opens(renewed.access_token);
    await revoke(otherClient, renewed.refresh_token);
    const stillOpens = await opens(renewed.access_token);
    // The client itself can revoke it: otherwise the other client's attempt would show nothing.
    await revoke(client, renewed.refresh_token);
    await control(refresh(renewed.refresh_token), refused, 'IDN-093');
    expect(stillOpens, 'whether the access token beside it opens what it opened').toBe(opened);
  },
);

test(
  'revoking an unknown token revokes nothing',
  deep('IDN-093', further('IDN-042')),
  async ({ identity, client, user, redirect_uri, freshSession }) => {
    const refresh = (refresh_token: string) =>
      identity.post('/oauth2/access_token', {
        form: { grant_type: 'refresh_token', ...client, redirect_uri, refresh_token },
      });
    const revoke = (refresh_token: string) =>
      identity.post('/oauth2/revoke_token', { form: { client_id: client.client_id, refresh_token } });
    const former = await control(refresh(freshSession.refresh_token), grantsTokens, 'IDN-042');
    await revoke(former.refresh_token);
    await establish('IDN-093', async () => expect(await refresh(former.refresh_token)).toBeRefused());

    const session = await passwordGrant(identity, client, user);
    await revoke('no-answer-contained-this-token');
    // A revoked token is no longer known.
    await revoke(former.refresh_token);
    const after = await refresh(session.refresh_token);
    await judge('IDN-042', () => void grantsTokens(after));
  },
);

/** Whether an access token opens the collaboration API, as far as it can be asked. */
function opening(
  collaboration: RequestContext,
  { urls }: Target,
): (access_token: string) => Promise<boolean> {
  return async (access_token) =>
    urls.collaboration !== undefined &&
    isA(answersUser, await collaboration.get('/api/users/me', { authorization: bearer(access_token) }));
}

/** Judges that the audience of token info is this client (IDN-116). */
async function judgeAudience(info: Answer | undefined, { client_id }: Client): Promise<void> {
  if (info === undefined || !isA(answersInfo, info)) return;
  await judge('IDN-116', () =>
    expect(answersInfo(info)['audience'], 'audience after a refresh').toBe(client_id),
  );
}
