import { yieldsCode } from '../../support/interface/answers.ts';
import { unknownClients } from '../../support/interface/near-misses.ts';
import { IN_A_ROW } from '../../support/interface/refusals.ts';
import { codeOf, control, deep, expect, further, judge, redirectOf, test } from '../../support/test.ts';
import type { Answer, Fields } from '../../support/wire/http.ts';
import { leadOf, placeOf, stateOf } from '../redirects.ts';
import { longAwkwardState } from '../states.ts';
import { fragmentedOf, neighboursOf } from './redirect-uris.ts';

type Authorize = (query: Fields, rawQuery?: string) => Promise<Answer>;

const far = 'https://unregistered.example/callback';

test(
  'no parameter may be empty or have a similar value',
  deep(further('IDN-005'), 'IDN-008', 'IDN-009', 'IDN-010', 'IDN-011', 'IDN-012', 'IDN-013', 'IDN-014'),
  async ({ authorize, codeRequest, client, redirect_uri }) => {
    const complete = { client_id: client.client_id, redirect_uri, ...codeRequest, state: 'refusal' };
    const ask = betweenGrants(authorize, complete);
    for (const [id, name, ...values] of [
      ['IDN-008', 'client_id', ''],
      ['IDN-009', 'redirect_uri', ''],
      ['IDN-010', 'response_type', ''],
      ['IDN-011', 'scope', ''],
      ['IDN-012', 'access_type', ''],
      ['IDN-013', 'response_type', 'code token', 'token code', 'code id_token token', 'none'],
      ['IDN-013', 'response_type', 'id_token', 'code id_token', 'sideways', 'Code', 'cod'],
      ['IDN-014', 'access_type', 'sideways', 'Offline', 'offline_access', 'offlin'],
    ] as const)
      for (const value of values) {
        const answer = await ask({ ...complete, [name]: value });
        await judge(id, () => expect(answer).toYieldNoCode());
        await judgeState(answer, redirect_uri);
      }
  },
);

test(
  'a long state survives an error',
  deep(further('IDN-006')),
  async ({ authorize, codeRequest, client, redirect_uri }) => {
    const complete = { client_id: client.client_id, redirect_uri, ...codeRequest };
    await control(authorize(complete), yieldsCode, 'IDN-003');
    const told = await authorize({ ...complete, state: longAwkwardState, response_type: 'sideways' });
    if (redirectOf(told)?.searchParams.has('error'))
      await judge('IDN-006', () =>
        expect(stateOf(told), 'state of the redirect with an error').toBe(longAwkwardState),
      );
  },
);

test(
  'no similar client or redirect URI yields a code or a redirect',
  deep('IDN-015', 'IDN-016', 'IDN-017'),
  async ({ authorize, codeRequest, client, redirect_uri }) => {
    const complete = { client_id: client.client_id, redirect_uri, ...codeRequest };
    const ask = betweenGrants(authorize, complete);
    await judge('IDN-015', async () => {
      // A plain check tries the first one.
      const [, ...similar] = unknownClients(client.client_id);
      for (const client_id of similar) expect(await ask({ ...complete, client_id })).toYieldNoCode();
    });
    for (const uri of neighboursOf(redirect_uri)) {
      const answer = await ask({ ...complete, redirect_uri: uri });
      await judge('IDN-016', () => expect(answer).toYieldNoCode());
      await judgeLead(answer, uri, redirect_uri);
    }
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
    await control(authorize(complete), yieldsCode, 'IDN-003');
  },
);

test(
  'an unregistered redirect URI is not redirected to, whatever else is wrong',
  deep('IDN-016', 'IDN-017'),
  async ({ authorize, codeRequest, client, redirect_uri, target }) => {
    const complete = { client_id: client.client_id, redirect_uri, ...codeRequest };
    const ask = betweenGrants(authorize, complete);
    // If two are sent, the server may use either, but must not validate one and redirect to the other.
    const [ours, foreign] = [redirect_uri, far].map((uri) => `redirect_uri=${encodeURIComponent(uri)}`);
    for (const answer of [
      await ask({ ...complete, redirect_uri: far }, ours),
      await ask(complete, foreign),
    ]) {
      await judgeLead(answer, far, redirect_uri);
      if (codeOf(answer) !== undefined)
        await judge('IDN-016', () =>
          expect(leadOf(answer), 'where the redirect with a code leads').not.toBe(far),
        );
    }
    // Another parameter that is missing or invalid may be found first; an unknown client has no redirect URI.
    for (const alsoWrong of [
      { response_type: 'sideways' },
      { response_type: undefined },
      { scope: undefined },
      { access_type: 'sideways' },
      { access_type: undefined },
      { client_id: 'no-such-client' },
      { client_id: undefined },
    ])
      await judgeLead(await ask({ ...complete, ...alsoWrong, redirect_uri: far }), far, redirect_uri);
    // The same holds for another client.
    if (target.otherClient !== undefined) {
      const { client_id } = target.otherClient;
      const elsewhere = await ask({ ...complete, client_id, redirect_uri: far });
      await judge('IDN-016', () => expect(elsewhere).toYieldNoCode());
      await judgeLead(elsewhere, far, redirect_uri);
    }
    await control(authorize(complete), yieldsCode, 'IDN-003');
  },
);

test(
  'a request is also checked before a login',
  deep(
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
    const { answer: astray } = await ask({ redirect_uri: far });
    await judge('IDN-016', () => expect(astray).toYieldNoCode());
    await judgeLead(astray, far, redirect_uri);
    for (const [id, change] of [
      ['IDN-013', { response_type: 'token' }],
      ['IDN-011', { scope: undefined }],
      ['IDN-012', { access_type: undefined }],
      ['IDN-014', { access_type: 'sideways' }],
    ] as const) {
      const { answer } = await ask(change);
      await judge(id, () => expect(answer).toYieldNoCode());
      await judgeState(answer, redirect_uri);
    }
    const { answer: unknown } = await ask({ client_id: 'no-such-client' });
    await judge('IDN-015', () => expect(unknown).toYieldNoCode());
  },
);

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

/** Judges whether a redirect to our URI with an error carries the state `refusal` (IDN-005). */
async function judgeState(answer: Answer, redirect_uri: string): Promise<void> {
  const told = redirectOf(answer);
  if (!told?.searchParams.has('error') || placeOf(told) !== placeOf(new URL(redirect_uri))) return;
  await judge('IDN-005', () =>
    expect(stateOf(answer), 'state of the redirect with an error').toBe('refusal'),
  );
}

/** Judges that the browser is not sent to a redirect URI (IDN-017), unless only its query is not registered. */
async function judgeLead(answer: Answer, uri: string, registered: string): Promise<void> {
  if (placeOf(new URL(uri)) === placeOf(new URL(registered))) return;
  await judge('IDN-017', () =>
    expect(leadOf(answer), `where the redirect URI ${uri} leads`).not.toBe(placeOf(new URL(uri))),
  );
}
