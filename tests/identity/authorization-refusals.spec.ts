import { accepted, described, yieldsCode } from '../support/answers.ts';
import type { RequirementId } from '../support/catalogue.ts';
import type { Answer, Fields } from '../support/http.ts';
import { unknownClients } from '../support/near-misses.ts';
import { IN_A_ROW } from '../support/refusals.ts';
import {
  codeOf,
  control,
  covers,
  expect,
  further,
  heard,
  judge,
  observe,
  redirectOf,
  test,
} from '../support/test.ts';
import { fragmentedOf, neighboursOf, placeOf } from './redirect-uris.ts';
import { longAwkwardState } from './states.ts';

type Authorize = (query: Fields, rawQuery?: string) => Promise<Answer>;

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
  async ({ authorize, codeRequest, client, redirect_uri }) => {
    const complete = { client_id: client.client_id, redirect_uri, ...codeRequest, state: 'refusal' };
    const ask = betweenGrants(authorize, complete);
    const refusals: Answer[] = [];
    const judgeRefusals = (
      id: RequirementId,
      name: keyof typeof complete,
      ...values: (string | undefined)[]
    ) =>
      judge(id, async () => {
        for (const value of values) {
          const answer = await ask({ ...complete, [name]: value });
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
      'token code',
      'code id_token token',
      'none',
      'id_token',
      'code id_token',
      'sideways',
      'Code',
      'cod',
    );
    const accessTypes = ['sideways', 'online', 'Offline', 'offline_access', 'offlin'];
    await judgeRefusals('IDN-014', 'access_type', ...accessTypes);

    await judgeStates(refusals, redirect_uri);
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
  async ({ authorize, codeRequest, client, redirect_uri, target }) => {
    const complete = { client_id: client.client_id, redirect_uri, ...codeRequest };
    const ask = betweenGrants(authorize, complete);

    await judge('IDN-015', async () => {
      for (const client_id of unknownClients(client.client_id))
        expect(await ask({ ...complete, client_id })).toYieldNoCode();
    });
    const far = 'https://unregistered.example/callback';
    const unregistered: { readonly uri: string; readonly answer: Answer }[] = [];
    for (const uri of [far, ...neighboursOf(redirect_uri)])
      unregistered.push({ uri, answer: await ask({ ...complete, redirect_uri: uri }) });
    await judge('IDN-016', () => {
      for (const { answer } of unregistered) expect(answer).toYieldNoCode();
    });
    // The same holds for another client.
    if (target.otherClient !== undefined) {
      const { client_id } = target.otherClient;
      const elsewhere = await ask({ ...complete, client_id, redirect_uri: far });
      unregistered.push({ uri: far, answer: elsewhere });
      await judge('IDN-016', () => expect(elsewhere).toYieldNoCode());
    }
    // If two are sent, the server may use either, but must not validate one and redirect to the other.
    const [ours, foreign] = [redirect_uri, far].map((uri) => `redirect_uri=${encodeURIComponent(uri)}`);
    const twice = [await ask({ ...complete, redirect_uri: far }, ours), await ask(complete, foreign)];
    unregistered.push(...twice.map((answer) => ({ uri: far, answer })));
    await judge('IDN-016', () => {
      for (const answer of twice)
        if (codeOf(answer) !== undefined)
          expect(leadOf(answer), 'where the redirect with a code leads').not.toBe(far);
    });
    for (const uri of fragmentedOf(redirect_uri)) {
      const answer = await ask({ ...complete, redirect_uri: uri });
      // If the server drops the fragment, it is the registered URI.
      await judge('IDN-016', () =>
        expect(redirectOf(answer)?.href ?? '', 'the redirect').not.toMatch(
          /[?&]code=.*#elsewhere|#elsewhere.*[?&]code=/,
          'a code beside the fragment of the redirect URI',
        ),
      );
    }
    // Another parameter that is missing or invalid may be found first.
    for (const alsoWrong of [
      { response_type: 'sideways' },
      { response_type: undefined },
      { scope: undefined },
      { access_type: 'sideways' },
      { access_type: undefined },
    ]) {
      const answer = await ask({ ...complete, ...alsoWrong, redirect_uri: far });
      unregistered.push({ uri: far, answer });
    }
    // An unknown client has no registered redirect URI.
    for (const client_id of ['no-such-client', undefined])
      unregistered.push({ uri: far, answer: await ask({ ...complete, client_id, redirect_uri: far }) });
    await control(authorize(complete), yieldsCode, 'IDN-003');
    await judge('IDN-017', () => {
      for (const { uri, answer } of unregistered) {
        const led = leadOf(heard(answer));
        // A query may be added to the registered URI.
        if (placeOf(new URL(uri)) === placeOf(new URL(redirect_uri))) continue;
        expect(led, `where the redirect URI ${uri} leads`).not.toBe(placeOf(new URL(uri)));
      }
    });
  },
);

test(
  'a request is also checked before a login',
  covers(
    'IDN-001',
    further('IDN-005', 'IDN-011', 'IDN-012', 'IDN-013', 'IDN-014', 'IDN-015', 'IDN-016', 'IDN-017'),
  ),
  async ({ newBrowser, codeRequest, client, redirect_uri }) => {
    const complete = { client_id: client.client_id, redirect_uri, ...codeRequest, state: 'refusal' };
    // What a deployment stores until the login is complete need not be what it validated.
    const ask = async (change: object) => (await newBrowser())({ ...complete, ...change }, 'accept');

    const good = await ask({});
    await control(good.answer, yieldsCode, 'IDN-029');
    await judge('IDN-001', () => expect(good.logins, 'logins of a user who is not logged in').toBe(1));

    const far = 'https://unregistered.example/callback';
    const { answer: astray } = await ask({ redirect_uri: far });
    await judge('IDN-016', () => expect(astray).toYieldNoCode());
    await judge('IDN-017', () => expect(leadOf(heard(astray)), 'where the redirect leads').not.toBe(far));
    const { answer: implicit } = await ask({ response_type: 'token' });
    await judge('IDN-013', () => expect(implicit).toYieldNoCode());
    const refusals = [implicit];
    for (const [id, change] of [
      ['IDN-011', { scope: undefined }],
      ['IDN-012', { access_type: undefined }],
      ['IDN-014', { access_type: 'sideways' }],
    ] as const) {
      const { answer } = await ask(change);
      refusals.push(answer);
      await judge(id, () => expect(answer).toYieldNoCode());
    }
    await judgeStates(refusals, redirect_uri);
    const { answer: unknown } = await ask({ client_id: 'no-such-client' });
    await judge('IDN-015', () => expect(unknown).toYieldNoCode());
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

/**
 * Sends authorization requests, with accepted ones between them: several refusals in a row may lock the client or the
 * address, and then a refusal shows nothing.
 *
 * @param complete a request that yields a code
 */
function betweenGrants(authorize: Authorize, complete: Fields): Authorize {
  let sent = 0;
  return async (...request) => {
    if (sent % IN_A_ROW === 0) await control(authorize(complete), yieldsCode, 'IDN-003');
    sent += 1;
    return authorize(...request);
  };
}

/** Judges whether redirects to our URI with an error carry the state `refusal` (IDN-005). */
async function judgeStates(refusals: readonly Answer[], redirect_uri: string): Promise<void> {
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
}

/** Where an answer redirects to, without query and fragment. */
function leadOf(answer: Answer): string | undefined {
  const led = redirectOf(answer);
  return led && placeOf(led);
}
