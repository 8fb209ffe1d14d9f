import fc from 'fast-check';
import { accepted, described, mediaTypeOf, yieldsCode } from '../support/answers.ts';
import {
  codeOf,
  codeRequest,
  control,
  covers,
  establish,
  expect,
  judge,
  observe,
  observeReading,
  redirectOf,
  test,
} from '../support/test.ts';

test(
  'an accepted request redirects to the client with a code',
  covers('IDN-002', 'IDN-003', 'IDN-004', 'IDN-005', 'IDN-018'),
  async ({ authorize, client, redirect_uri }) => {
    const state = 'af0ifjsldkj';
    const answer = await authorize({ client_id: client.client_id, redirect_uri, ...codeRequest, state });

    const redirect = await establish(['IDN-002', 'IDN-018'], () => {
      const location = redirectOf(answer);
      expect(location, 'the answer is a redirect').toBeDefined();
      expect(
        location?.href.startsWith(redirect_uri),
        'the redirect goes to the redirect URI of the request',
      ).toBe(true);
      return location as URL;
    });
    await judge('IDN-003', () =>
      expect(redirect.searchParams.get('code') ?? '', 'code of the redirect').not.toBe(''),
    );
    await judge('IDN-004', () =>
      expect(mediaTypeOf(answer), 'media type of the redirect').not.toBe('application/json'),
    );
    await judge('IDN-005', () =>
      expect(redirect.searchParams.get('state'), 'state of the redirect').toBe(state),
    );
  },
);

test('any string comes back as state', covers('IDN-006'), async ({ authorize, client, redirect_uri }) => {
  const strings = fc.oneof(
    fc.constantFrom(
      'a b+c',
      ' padded ',
      '100%',
      'a&b=c;d#e?f/g',
      '%2B%00',
      '"<\'>\\',
      'ÄÖ€ 漢字 🙂',
      'x'.repeat(1500),
    ),
    fc.string({ unit: 'grapheme', minLength: 1, maxLength: 60 }),
  );
  for (const state of fc.sample(strings, { seed: 6749, numRuns: 12 })) {
    const answer = await authorize({ client_id: client.client_id, redirect_uri, ...codeRequest, state });
    expect(redirectOf(answer)?.searchParams.get('state'), 'state of the redirect').toBe(state);
  }
});

test(
  'a request without state is accepted',
  covers('IDN-007'),
  async ({ authorize, client, redirect_uri }) => {
    const answer = await authorize({ client_id: client.client_id, redirect_uri, ...codeRequest });
    expect(codeOf(answer), 'code of the redirect').toBeDefined();
  },
);

test(
  'the long forms of the scopes are accepted',
  covers('IDN-019'),
  async ({ authorize, client, redirect_uri, target }) => {
    const scope = ['userinfo.email', 'userinfo.profile', 'spaces']
      .map((name) => `${target.urls.identity}/auth/${name}`)
      .join(' ');
    const answer = await authorize({ client_id: client.client_id, redirect_uri, ...codeRequest, scope });
    expect(codeOf(answer), 'code of the redirect').toBeDefined();
  },
);

test('which characters separate scopes', covers('IDN-020'), async ({ authorize, client, redirect_uri }) => {
  const separators = { space: '%20', plus: '+', comma: ',' };
  const accepting: string[] = [];
  for (const [name, separator] of Object.entries(separators)) {
    const scope = ['email', 'profile', 'spaces'].join(separator);
    const answer = await authorize(
      { client_id: client.client_id, redirect_uri, ...codeRequest, scope: undefined },
      `scope=${scope}`,
    );
    if (codeOf(answer) !== undefined) accepting.push(name);
  }
  observeReading(
    'IDN-020',
    accepting.join(', '),
    `scopes were accepted separated by ${accepting.join(', ') || 'none of space, plus and comma'}`,
  );
});

test(
  'how the grant is announced',
  covers('IDN-021', 'IDN-022'),
  async ({ authorize, client, redirect_uri }) => {
    const { grant_type, grand_type, ...unannounced } = codeRequest;
    const request = { client_id: client.client_id, redirect_uri, ...unannounced };
    const accepting: string[] = [];
    for (const [name, parameter] of Object.entries({
      grant_type: { grant_type },
      grand_type: { grand_type },
    })) {
      if (codeOf(await authorize({ ...request, ...parameter })) !== undefined) accepting.push(name);
    }
    observeReading('IDN-021', accepting.join(', '), 'a request was accepted with neither spelling alone');
    observe('IDN-022', codeOf(await authorize(request)) === undefined ? 'refused' : 'accepted');
  },
);

test(
  'every required parameter is required, and has its value',
  covers('IDN-008', 'IDN-009', 'IDN-010', 'IDN-011', 'IDN-012', 'IDN-013', 'IDN-014'),
  async ({ authorize, client, redirect_uri }) => {
    const complete = { client_id: client.client_id, redirect_uri, ...codeRequest };
    await control(authorize(complete), yieldsCode, 'IDN-003');

    await judge('IDN-008', async () =>
      expect(await authorize({ ...complete, client_id: undefined })).toYieldNoCode(),
    );
    await judge('IDN-009', async () =>
      expect(await authorize({ ...complete, redirect_uri: undefined })).toYieldNoCode(),
    );
    await judge('IDN-010', async () =>
      expect(await authorize({ ...complete, response_type: undefined })).toYieldNoCode(),
    );
    await judge('IDN-011', async () =>
      expect(await authorize({ ...complete, scope: undefined })).toYieldNoCode(),
    );
    await judge('IDN-012', async () =>
      expect(await authorize({ ...complete, access_type: undefined })).toYieldNoCode(),
    );
    await judge('IDN-013', async () =>
      expect(await authorize({ ...complete, response_type: 'token' })).toYieldNoCode(),
    );
    await judge('IDN-014', async () =>
      expect(await authorize({ ...complete, access_type: 'sideways' })).toYieldNoCode(),
    );
  },
);

test(
  'only a registered client and its redirect URI yield a code',
  covers('IDN-015', 'IDN-016', 'IDN-017'),
  async ({ authorize, client, redirect_uri }) => {
    const complete = { client_id: client.client_id, redirect_uri, ...codeRequest };
    await control(authorize(complete), yieldsCode, 'IDN-003');

    await judge('IDN-015', async () =>
      expect(await authorize({ ...complete, client_id: 'no-such-client' })).toYieldNoCode(),
    );
    const unregistered = await authorize({
      ...complete,
      redirect_uri: 'https://unregistered.example/callback',
    });
    await judge('IDN-016', () => expect(unregistered).toYieldNoCode());
    await judge('IDN-017', () =>
      expect(redirectOf(unregistered)?.hostname, 'where an unregistered redirect URI leads').not.toBe(
        'unregistered.example',
      ),
    );
  },
);

test('how authorize refuses', covers('IDN-033'), async ({ identity, client, redirect_uri }) => {
  const complete = { client_id: client.client_id, redirect_uri, ...codeRequest };
  await control(identity.get('/oauth2/authorize', { query: complete }), (answer) => {
    if (redirectOf(answer) === undefined) accepted(answer);
  });
  observe(
    'IDN-033',
    described(await identity.get('/oauth2/authorize', { query: { ...complete, client_id: undefined } })),
  );
});
