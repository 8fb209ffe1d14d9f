import { bodyOf, described, grantsTokens, refused, statusOf } from '../support/interface/answers.ts';
import {
  isKnown,
  noPasswordGrant,
  passwordForm,
  passwordGrant,
  unknownClient,
} from '../support/interface/grants.ts';
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
import { opening, renewedSparingly } from './other-clients.ts';
import { nextRefreshToken } from './token-answer.ts';

test(
  'a revoked refresh token yields no more tokens',
  covers('IDN-093', 'IDN-095', 'IDN-097', 'IDN-098'),
  async ({ identity, collaboration, client, redirect_uri, freshSession, target }) => {
    const refresh = (refresh_token: string) =>
      identity.post('/oauth2/access_token', {
        form: { grant_type: 'refresh_token', ...client, redirect_uri, refresh_token },
      });
    const session = await control(refresh(freshSession.refresh_token), grantsTokens, 'IDN-042');
    const answer = await identity.post('/oauth2/revoke_token', {
      form: { client_id: client.client_id, refresh_token: session.refresh_token },
    });
    observe('IDN-095', statusOf(answer));
    observe('IDN-097', bodyOf(answer));

    const refusal = await refresh(session.refresh_token);
    await judge('IDN-093', () => expect(refusal).toBeRefused());
    if (target.urls.collaboration === undefined)
      return lacksData('IDN-098', 'the collaboration server was left out');
    const me = await collaboration.get('/api/users/me', { authorization: bearer(session.access_token) });
    observe('IDN-098', described(me));
  },
);

test(
  'a revocation does not affect other clients',
  covers('IDN-094', further('IDN-093')),
  async ({ identity, collaboration, client, otherClient, user, redirect_uri, freshSession, target }) => {
    const opens = opening(collaboration, target);
    const refresh = (form: object) =>
      identity.post('/oauth2/access_token', { form: { grant_type: 'refresh_token', ...form } });
    const granted = await identity.post('/oauth2/access_token', { form: passwordForm(otherClient, user) });
    if (isRefused(granted)) return lacksData('IDN-094', noPasswordGrant);
    const theirs = await control(granted, grantsTokens);
    const { renewed, sent } = await renewedSparingly(identity, otherClient, redirect_uri, theirs);
    const opened = await opens(renewed.access_token);
    const { client_id } = client;
    const { refresh_token } = freshSession;
    await identity.post('/oauth2/revoke_token', { form: { client_id, refresh_token } });

    const stillOpens = await opens(renewed.access_token);
    const left = await refresh({ ...otherClient, ...sent, refresh_token: renewed.refresh_token });
    // A revocation without any effect would not affect other clients either.
    const revoked = await refresh({ ...client, redirect_uri, refresh_token });
    await establish('IDN-093', () => refused(revoked));
    await judge('IDN-094', () => {
      grantsTokens(left);
      expect(stillOpens, 'whether the access token of the other client opens what it opened').toBe(opened);
    });
  },
);

test(
  'a revocation does not reach another client',
  covers('IDN-123'),
  async ({ identity, collaboration, client, otherClient, user, redirect_uri, target }) => {
    const opens = opening(collaboration, target);
    const refresh = (refresh_token: string) =>
      identity.post('/oauth2/access_token', {
        form: { grant_type: 'refresh_token', ...client, redirect_uri, refresh_token },
      });
    const revoke = ({ client_id }: { client_id: string }, refresh_token: string) =>
      identity.post('/oauth2/revoke_token', { form: { client_id, refresh_token } });

    // If the other client is unknown, it shows nothing about known clients.
    if (!(await isKnown(identity, otherClient, user))) return lacksData('IDN-123', unknownClient);
    const session = await passwordGrant(identity, client, user);
    const renewed = await control(refresh(session.refresh_token), grantsTokens, 'IDN-042');
    const { access_token, refresh_token } = renewed;
    const opened = await opens(access_token);
    await revoke(otherClient, refresh_token);
    const stillOpens = await opens(access_token);
    const after = await refresh(refresh_token);
    // The client itself can revoke it: otherwise the other client's attempt would show nothing.
    const latest = nextRefreshToken(after, refresh_token);
    await revoke(client, latest);
    await control(refresh(latest), refused, 'IDN-093');
    grantsTokens(after);
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
