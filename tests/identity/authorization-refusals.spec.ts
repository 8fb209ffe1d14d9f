import { accepted, described, yieldsCode } from '../support/interface/answers.ts';
import { control, covers, expect, judge, observe, redirectOf, test } from '../support/test.ts';
import { leadOf } from './redirects.ts';

test(
  'client_id, redirect_uri and scope are required',
  covers('IDN-008', 'IDN-009', 'IDN-011'),
  async ({ authorize, codeRequest, client, redirect_uri }) => {
    const complete = { client_id: client.client_id, redirect_uri, ...codeRequest };
    await control(authorize(complete), yieldsCode, 'IDN-003');
    for (const [id, name] of [
      ['IDN-008', 'client_id'],
      ['IDN-009', 'redirect_uri'],
      ['IDN-011', 'scope'],
    ] as const) {
      const answer = await authorize({ ...complete, [name]: undefined });
      await judge(id, () => expect(answer).toYieldNoCode());
    }
    await control(authorize(complete), yieldsCode, 'IDN-003');
  },
);

test(
  'response_type and access_type are required, and each has one value',
  covers('IDN-010', 'IDN-012', 'IDN-013', 'IDN-014'),
  async ({ authorize, codeRequest, client, redirect_uri }) => {
    const complete = { client_id: client.client_id, redirect_uri, ...codeRequest };
    await control(authorize(complete), yieldsCode, 'IDN-003');
    for (const [id, changed] of [
      ['IDN-010', { response_type: undefined }],
      ['IDN-012', { access_type: undefined }],
      ['IDN-013', { response_type: 'token' }],
      ['IDN-014', { access_type: 'online' }],
    ] as const) {
      const answer = await authorize({ ...complete, ...changed });
      await judge(id, () => expect(answer).toYieldNoCode());
    }
    await control(authorize(complete), yieldsCode, 'IDN-003');
  },
);

test(
  'only a registered client and its redirect URI yield a code',
  covers('IDN-015', 'IDN-016', 'IDN-017'),
  async ({ authorize, codeRequest, client, redirect_uri }) => {
    const complete = { client_id: client.client_id, redirect_uri, ...codeRequest };
    await control(authorize(complete), yieldsCode, 'IDN-003');
    const unknown = await authorize({ ...complete, client_id: 'no-such-client' });
    await judge('IDN-015', () => expect(unknown).toYieldNoCode());

    const elsewhere = 'https://unregistered.example/callback';
    const unregistered = await authorize({ ...complete, redirect_uri: elsewhere });
    await judge('IDN-016', () => expect(unregistered).toYieldNoCode());
    await judge('IDN-017', () =>
      expect(leadOf(unregistered), 'where the redirect leads').not.toBe(elsewhere),
    );
  },
);

test('how authorize refuses', covers('IDN-033'), async ({ identity, codeRequest, client, redirect_uri }) => {
  const complete = { client_id: client.client_id, redirect_uri, ...codeRequest };
  await control(identity.get('/oauth2/authorize', { query: complete }), (answer) => {
    if (redirectOf(answer) === undefined) accepted(answer);
  });
  observe(
    'IDN-033',
    described(await identity.get('/oauth2/authorize', { query: { ...complete, client_id: undefined } })),
  );
});
