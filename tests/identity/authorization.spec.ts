import {
  accepted,
  described,
  grantsTokens,
  isA,
  mediaTypeOf,
  worked,
  yieldsCode,
} from '../support/answers.ts';
import type { RequirementId } from '../support/catalogue.ts';
import { longScopes, unknownClients } from '../support/sessions.ts';
import {
  codeOf,
  codeRequest,
  control,
  covers,
  establish,
  expect,
  further,
  heard,
  judge,
  judgeBodies,
  lacksData,
  observe,
  observeReading,
  redirectOf,
  test,
} from '../support/test.ts';
import type { Answer } from '../support/wire.ts';
import { fragmentedOf, neighboursOf, placeOf } from './redirect-uris.ts';
import { awkwardStates, longAwkwardState } from './states.ts';

test(
  'an accepted request redirects to the client with a code',
  covers('IDN-002', 'IDN-003', 'IDN-004', 'IDN-005'),
  async ({ authorize, client, redirect_uri }) => {
    const state = 'af0ifjsldkj';
    const answer = await authorize({ client_id: client.client_id, redirect_uri, ...codeRequest, state });

    // What is refused shows nothing of what is accepted; which it is, other checks judge.
    await control(Promise.resolve(answer), () =>
      expect(
        redirectOf(worked(answer))?.searchParams.get('error') ?? null,
        'error of the redirect',
      ).toBeNull(),
    );
    const redirect = await establish('IDN-002', () => {
      const location = redirectOf(worked(answer));
      expect(location && placeOf(location), 'where the redirect leads').toBe(placeOf(new URL(redirect_uri)));
      return location as URL;
    });
    await judge('IDN-003', () =>
      expect(redirect.searchParams.get('code') ?? '', 'code of the redirect').not.toBe(''),
    );
    // A browser reads no body of a redirect: what tells of one is its length. A media type may stand there by default.
    const { 'content-length': length } = answer.headers;
    const mediaType = mediaTypeOf(answer);
    if (mediaType === 'application/json' && length === undefined && answer.text === '')
      lacksData('IDN-004', 'the redirect names JSON, and does not tell whether it has a body');
    else
      await judge('IDN-004', () =>
        expect(length === '0' ? '' : mediaType, 'media type of the redirect').not.toBe('application/json'),
      );
    await judge('IDN-005', () =>
      expect(redirect.searchParams.get('state'), 'state of the redirect').toBe(state),
    );
  },
);

test('any string comes back as state', covers('IDN-006'), async ({ authorize, client, redirect_uri }) => {
  const request = { client_id: client.client_id, redirect_uri, ...codeRequest };
  await control(authorize({ ...request, state: 'plain' }), yieldsCode, 'IDN-003');

  // The first of them twice: a state is no nonce.
  for (const state of [...awkwardStates, awkwardStates[0]]) {
    const answer = await authorize({ ...request, state });
    expect(redirectOf(answer)?.searchParams.get('state'), 'state of the redirect').toBe(state);
    expect(codeOf(answer), `code of the redirect with the state ${state?.slice(0, 40)}`).toBeDefined();
  }
});

test(
  'a request without state is accepted',
  covers('IDN-005', 'IDN-007'),
  async ({ authorize, client, redirect_uri }) => {
    const request = { client_id: client.client_id, redirect_uri, ...codeRequest };
    await control(authorize({ ...request, state: 'plain' }), yieldsCode, 'IDN-003');

    const answer = await authorize(request);
    await establish('IDN-007', () => yieldsCode(answer));
    await judge('IDN-005', () =>
      expect(redirectOf(answer)?.searchParams.get('state') || null, 'a state that was not sent').toBeNull(),
    );
  },
);

test(
  'scopes are accepted in both forms',
  covers('IDN-018', 'IDN-019', further('IDN-034', 'IDN-035', 'IDN-036', 'IDN-037')),
  async ({ authorize, identity, client, redirect_uri, exchange, target }) => {
    const exchanged: Answer[] = [];
    // A code is exchanged before it can expire.
    const ask = async (scope: string | undefined) => {
      const answer = await authorize({ client_id: client.client_id, redirect_uri, ...codeRequest, scope });
      const form = { ...exchange, code: codeOf(answer) };
      const prefer = 'example=authorization_code';
      if (form.code !== undefined)
        exchanged.push(await identity.post('/oauth2/access_token', { form, prefer }));
      return answer;
    };
    const short = {
      all: await ask('email profile spaces'),
      single: await ask('spaces'),
      'another single': await ask('email'),
      'a third single': await ask('profile'),
      'two of three': await ask('profile spaces'),
      'the other way round': await ask('spaces profile email'),
    };
    const [email, profile, spaces] = longScopes(target).split(' ');
    const long = {
      'all, long': await ask(longScopes(target)),
      'single, long': await ask(email),
      'another single, long': await ask(profile),
      'a third single, long': await ask(spaces),
      'in both forms': await ask(`email ${profile} ${spaces}`),
    };
    await accepting({ ...short, ...long });
    await judge('IDN-018', () => {
      for (const [form, answer] of Object.entries(short))
        expect(codeOf(answer), `code of the redirect for scopes, ${form}`).toBeDefined();
    });
    await judge('IDN-019', () => {
      for (const [form, answer] of Object.entries(long))
        expect(codeOf(answer), `code of the redirect for scopes, ${form}`).toBeDefined();
    });
    await judge('IDN-034', () => exchanged.forEach(grantsTokens));
    await judgeBodies(
      'token-response',
      exchanged.filter((one) => isA(grantsTokens, one)).map(({ json }) => json),
    );
  },
);

test('which characters separate scopes', covers('IDN-020'), async ({ authorize, client, redirect_uri }) => {
  const request = { client_id: client.client_id, redirect_uri, ...codeRequest, scope: undefined };
  const answers = {
    space: await authorize(request, 'scope=email%20profile%20spaces'),
    plus: await authorize(request, 'scope=email+profile+spaces'),
    comma: await authorize(request, 'scope=email,profile,spaces'),
  };
  const separators = await accepting(answers);
  observeReading('IDN-020', separators, `scopes were accepted separated by ${separators} alone`);
});

test(
  'how the grant is announced',
  covers('IDN-021', 'IDN-022'),
  async ({ authorize, client, redirect_uri }) => {
    const { grant_type, grand_type, ...unannounced } = codeRequest;
    const request = { client_id: client.client_id, redirect_uri, ...unannounced };
    await control(authorize({ ...request, grant_type, grand_type }), yieldsCode, 'IDN-003');

    const answers = {
      grant_type: await authorize({ ...request, grant_type }),
      grand_type: await authorize({ ...request, grand_type }),
    };
    observeReading(
      'IDN-021',
      withCode(answers).join(', '),
      'a request was accepted with neither spelling alone',
    );
    observe('IDN-022', codeOf(await authorize(request)) === undefined ? 'refused' : 'accepted');
  },
);

test(
  'every required parameter is required, and has its value',
  covers(
    further('IDN-005', 'IDN-006'),
    'IDN-008',
    'IDN-009',
    'IDN-010',
    'IDN-011',
    'IDN-012',
    'IDN-013',
    'IDN-014',
  ),
  async ({ authorize, client, redirect_uri }) => {
    const complete = { client_id: client.client_id, redirect_uri, ...codeRequest, state: 'refusal' };
    await control(authorize(complete), yieldsCode, 'IDN-003');
    const refusals: Answer[] = [];
    const judgeRefusals = (
      id: RequirementId,
      name: keyof typeof complete,
      ...values: (string | undefined)[]
    ) =>
      judge(id, async () => {
        for (const value of values) {
          const answer = await authorize({ ...complete, [name]: value });
          refusals.push(answer);
          expect(answer).toYieldNoCode();
        }
      });

    await judgeRefusals('IDN-008', 'client_id', undefined, '');
    await judgeRefusals('IDN-009', 'redirect_uri', undefined, '');
    await judgeRefusals('IDN-010', 'response_type', undefined, '');
    await judgeRefusals('IDN-011', 'scope', undefined, '');
    await judgeRefusals('IDN-012', 'access_type', undefined, '');
    await judgeRefusals(
      'IDN-013',
      'response_type',
      'token',
      'code token',
      'id_token',
      'code id_token',
      'sideways',
      'Code',
      'cod',
    );
    const accessTypes = ['sideways', 'online', 'Offline', 'offline_access', 'offlin'];
    await judgeRefusals('IDN-014', 'access_type', ...accessTypes);

    for (const answer of refusals) {
      const told = redirectOf(answer);
      if (!told?.searchParams.has('error') || placeOf(told) !== placeOf(new URL(redirect_uri))) continue;
      await judge('IDN-005', () =>
        expect(
          redirectOf(heard(answer))?.searchParams.get('state'),
          'state of the redirect with an error',
        ).toBe('refusal'),
      );
    }
    const long = { ...complete, state: longAwkwardState };
    const told = redirectOf(await authorize({ ...long, response_type: 'sideways' }));
    if (told?.searchParams.has('error'))
      await judge('IDN-006', () =>
        expect(told.searchParams.get('state'), 'state of the redirect with an error').toBe(longAwkwardState),
      );
  },
);

test(
  'only a registered client and its redirect URI yield a code',
  covers('IDN-015', 'IDN-016', 'IDN-017'),
  async ({ authorize, client, redirect_uri }) => {
    const complete = { client_id: client.client_id, redirect_uri, ...codeRequest };
    await control(authorize(complete), yieldsCode, 'IDN-003');

    await judge('IDN-015', async () => {
      for (const client_id of unknownClients(client.client_id))
        expect(await authorize({ ...complete, client_id })).toYieldNoCode();
    });
    const far = 'https://unregistered.example/callback';
    const unregistered: { readonly uri: string; readonly answer: Answer }[] = [];
    for (const uri of [far, ...neighboursOf(redirect_uri)])
      unregistered.push({ uri, answer: await authorize({ ...complete, redirect_uri: uri }) });
    await judge('IDN-016', () => {
      for (const { answer } of unregistered) expect(answer).toYieldNoCode();
    });
    // Of two that are sent either may be taken, but not the one after a look at the other.
    const [ours, foreign] = [redirect_uri, far].map((uri) => `redirect_uri=${encodeURIComponent(uri)}`);
    const twice = [
      await authorize({ ...complete, redirect_uri: far }, ours),
      await authorize(complete, foreign),
    ];
    unregistered.push(...twice.map((answer) => ({ uri: far, answer })));
    await judge('IDN-016', () => {
      for (const answer of twice)
        if (codeOf(answer) !== undefined)
          expect(leadOf(answer), 'where the redirect with a code leads').not.toBe(far);
    });
    for (const uri of fragmentedOf(redirect_uri)) {
      const answer = await authorize({ ...complete, redirect_uri: uri });
      // Taken without its fragment, it is the registered one.
      await judge('IDN-016', () =>
        expect(redirectOf(answer)?.href ?? '', 'the redirect').not.toMatch(
          /[?&]code=.*#elsewhere|#elsewhere.*[?&]code=/,
        ),
      );
    }
    // What else is wrong may be looked at before.
    const alsoWrong = { ...complete, redirect_uri: far, response_type: 'sideways' };
    unregistered.push({ uri: far, answer: await authorize(alsoWrong) });
    // Of a client that nobody knows, no redirect URI is registered.
    for (const client_id of ['no-such-client', undefined])
      unregistered.push({ uri: far, answer: await authorize({ ...complete, client_id, redirect_uri: far }) });
    await judge('IDN-017', () => {
      for (const { uri, answer } of unregistered) {
        const led = leadOf(heard(answer));
        // A query may be added to one that is registered.
        if (placeOf(new URL(uri)) === placeOf(new URL(redirect_uri))) continue;
        expect(led, `where the redirect URI ${uri} leads`).not.toBe(placeOf(new URL(uri)));
      }
    });
  },
);

test(
  'a request is checked where nobody is logged in yet as well',
  covers('IDN-001', further('IDN-013', 'IDN-015', 'IDN-016', 'IDN-017')),
  async ({ newBrowser, client, redirect_uri }) => {
    const complete = { client_id: client.client_id, redirect_uri, ...codeRequest };
    // What a deployment remembers until the login is over need not be what it has checked.
    const ask = async (change: object) => (await newBrowser())({ ...complete, ...change }, 'accept');

    const good = await ask({});
    await control(Promise.resolve(good.answer), yieldsCode, 'IDN-029');
    await judge('IDN-001', () => expect(good.logins, 'logins of a user who is not logged in').toBe(1));

    const far = 'https://unregistered.example/callback';
    const { answer: astray } = await ask({ redirect_uri: far });
    await judge('IDN-016', () => expect(astray).toYieldNoCode());
    await judge('IDN-017', () => expect(leadOf(heard(astray)), 'where the redirect leads').not.toBe(far));
    const { answer: implicit } = await ask({ response_type: 'token' });
    await judge('IDN-013', () => expect(implicit).toYieldNoCode());
    const { answer: unknown } = await ask({ client_id: 'no-such-client' });
    await judge('IDN-015', () => expect(unknown).toYieldNoCode());
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

/** Where an answer redirects to, without query and fragment. */
function leadOf(answer: Answer): string | undefined {
  const led = redirectOf(answer);
  return led && placeOf(led);
}

/** The names of the answers that carry a code. */
function withCode(answers: Readonly<Record<string, Answer>>): string[] {
  return Object.entries(answers).flatMap(([name, answer]) => (codeOf(answer) === undefined ? [] : [name]));
}

/** The names of the answers that carry a code; where none does, what they differ in is not at fault. */
async function accepting(answers: Readonly<Record<string, Answer>>): Promise<string> {
  const names = withCode(answers);
  const first = answers[names[0] ?? Object.keys(answers)[0] ?? ''] as Answer;
  await control(Promise.resolve(first), yieldsCode, 'IDN-003');
  return names.join(', ');
}
