import {
  answersInfo,
  grantsTokens,
  isA,
  mediaTypeOf,
  statusOf,
  worked,
  yieldsCode,
} from '../support/answers.ts';
import { ensureRightPassword, longScopes } from '../support/grants.ts';
import type { Answer } from '../support/http.ts';
import {
  codeOf,
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
import { infoOf } from './id-token.ts';
import { placeOf } from './redirect-uris.ts';
import {
  awkwardStates,
  comparedWith,
  type Fate,
  fateOf,
  heaviestOf,
  statesWithControls,
  veryLongState,
} from './states.ts';

test(
  'an accepted request redirects to the client with a code',
  covers('IDN-002', 'IDN-003', 'IDN-004', 'IDN-005', 'IDN-141'),
  async ({ authorize, codeRequest, identity, client, redirect_uri, target }) => {
    const state = 'af0ifjsldkj';
    const answer = await authorize({ client_id: client.client_id, redirect_uri, ...codeRequest, state });
    if (redirectOf(answer) === undefined) await ensureRightPassword(identity, target);

    // This check is about accepted requests; other checks judge whether the request is accepted.
    await control(answer, () =>
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
    observe('IDN-141', statusOf(answer));
    // The query of a registered redirect URI is retained beside the code (RFC 6749 3.1.2).
    for (const [name, value] of new URL(redirect_uri).searchParams)
      await judge('IDN-002', () =>
        expect(redirect.searchParams.getAll(name), `${name} of the redirect`).toContain(value),
      );
    await judge('IDN-003', () =>
      expect(redirect.searchParams.get('code') ?? '', 'code of the redirect').not.toBe(''),
    );
    // A browser does not read the body of a redirect: only its length reveals one. The media type may be a default.
    const { 'content-length': length } = answer.headers;
    const mediaType = mediaTypeOf(answer);
    if (mediaType === 'application/json' && length === undefined && answer.text === '')
      lacksData('IDN-004', 'the redirect has a JSON media type and does not say whether it has a body');
    else
      await judge('IDN-004', () =>
        expect(length === '0' ? '' : mediaType, 'media type of the redirect').not.toBe('application/json'),
      );
    await judge('IDN-005', () =>
      expect(redirect.searchParams.get('state'), 'state of the redirect').toBe(state),
    );
  },
);

test(
  'any state is returned unchanged',
  covers('IDN-006'),
  async ({ authorize, codeRequest, client, redirect_uri }) => {
    const request = { client_id: client.client_id, redirect_uri, ...codeRequest };
    await control(authorize({ ...request, state: 'plain' }), yieldsCode, 'IDN-003');

    // The first one twice: a state is not a nonce.
    for (const state of [...awkwardStates, awkwardStates[0], veryLongState]) {
      const answer = worked(await authorize({ ...request, state }));
      // The maximum length of a URL is not specified: a request that is refused for its length has not altered the state.
      const { status, failure } = heard(answer);
      if (state === veryLongState && codeOf(answer) === undefined && failure === undefined && status < 500)
        continue;
      expect(redirectOf(answer)?.searchParams.get('state'), 'state of the redirect').toBe(state);
      expect(codeOf(answer), `code of the redirect with the state ${state?.slice(0, 40)}`).toBeDefined();
    }
  },
);

test(
  'what becomes of control characters in a state',
  covers('IDN-131'),
  async ({ authorize, newBrowser, codeRequest, client, redirect_uri, target }) => {
    const request = { client_id: client.client_id, redirect_uri, ...codeRequest };
    await control(authorize({ ...request, state: 'plain' }), yieldsCode, 'IDN-003');

    const [state, another] = statesWithControls;
    const fates: [Fate, ...Fate[]] = [
      fateOf(state, await authorize({ ...request, state })),
      fateOf(another, await authorize({ ...request, state: another })),
    ];
    // An error may return the state in another way than a code does.
    const redirect = redirectOf(await authorize({ ...request, state, response_type: 'sideways' }));
    if (redirect?.searchParams.has('error') && redirect.searchParams.has('state'))
      fates.push(comparedWith(state, redirect));
    // A login carries the request on in a form or a URL of its own.
    if (target.user !== undefined) {
      const logIn = async (one: string) =>
        (await (await newBrowser())({ ...request, state: one }, 'accept')).answer;
      const answer = await logIn(state);
      if (codeOf(answer) === undefined) await control(logIn('plain'), yieldsCode, 'IDN-029');
      fates.push(fateOf(state, answer));
    }
    const { reading, told } = heaviestOf(fates);
    observeReading('IDN-131', reading, told);
  },
);

test(
  'a request without state is accepted',
  covers('IDN-005', 'IDN-007'),
  async ({ authorize, codeRequest, client, redirect_uri }) => {
    const request = { client_id: client.client_id, redirect_uri, ...codeRequest };
    await control(authorize({ ...request, state: 'plain' }), yieldsCode, 'IDN-003');

    const answer = await authorize(request);
    await establish('IDN-007', () => yieldsCode(answer));
    const empty = await authorize({ ...request, state: '' });
    await judge('IDN-007', () => void yieldsCode(empty));
    // An empty state may be returned or treated as omitted (RFC 6749 3.1).
    await judge('IDN-005', () => {
      for (const one of [answer, empty])
        expect(redirectOf(one)?.searchParams.get('state') || null, 'a state that was not sent').toBeNull();
    });
  },
);

test(
  'scopes are accepted in both forms',
  covers('IDN-018', 'IDN-019', further('IDN-034', 'IDN-035', 'IDN-036', 'IDN-037', 'IDN-042', 'IDN-101')),
  async ({ authorize, codeRequest, identity, client, redirect_uri, exchange, target }) => {
    const exchanged: Answer[] = [];
    const lookedUp: Answer[] = [];
    const renewed: Answer[] = [];
    // A code is exchanged before it can expire, and its tokens are used before another login may end their session.
    const ask = async (scope: string | undefined) => {
      const request = { client_id: client.client_id, redirect_uri, ...codeRequest, scope };
      const answer = worked(await authorize(request));
      const form = { ...exchange, code: codeOf(answer) };
      const prefer = 'example=authorization_code';
      if (form.code === undefined) return answer;
      const granted = await identity.post('/oauth2/access_token', { form, prefer });
      // Other checks judge the exchange of a code for the usual scopes.
      if (scope !== codeRequest.scope) exchanged.push(granted);
      // In their short form the single scopes show whether a token depends on how many there are.
      const isUsed = scope !== undefined && /^\w+$/.test(scope);
      if (!isUsed || granted.failure !== undefined || !isA(grantsTokens, granted)) return answer;
      const session = grantsTokens(granted);
      const info = await infoOf(identity, session);
      if (info !== undefined) lookedUp.push(info);
      if (!session.has('refresh_token')) return answer;
      const renewal = { grant_type: 'refresh_token', ...client, redirect_uri };
      const { refresh_token } = session;
      renewed.push(await identity.post('/oauth2/access_token', { form: { ...renewal, refresh_token } }));
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
    if (lookedUp.length === 0) lacksData('IDN-101', 'no code for a single scope yielded an ID token');
    else await judge('IDN-101', () => lookedUp.forEach(answersInfo));
    if (renewed.length === 0) lacksData('IDN-042', 'no code for a single scope yielded a refresh token');
    else await judge('IDN-042', () => renewed.forEach(grantsTokens));
    await judgeBodies(
      'token-response',
      exchanged.filter((one) => isA(grantsTokens, one)).map(({ json }) => json),
    );
  },
);

test(
  'which characters separate scopes',
  covers('IDN-020'),
  async ({ authorize, codeRequest, client, redirect_uri }) => {
    const request = { client_id: client.client_id, redirect_uri, ...codeRequest, scope: undefined };
    const answers = {
      space: await authorize(request, 'scope=email%20profile%20spaces'),
      plus: await authorize(request, 'scope=email+profile+spaces'),
      comma: await authorize(request, 'scope=email,profile,spaces'),
    };
    const separators = await accepting(answers);
    observeReading(
      'IDN-020',
      withFailures(separators, answers),
      `scopes were accepted separated by ${separators} alone${toldOf(answers)}`,
    );
  },
);

test(
  'which spelling of grant_type is accepted',
  covers('IDN-021', 'IDN-022'),
  async ({ authorize, codeRequest, client, redirect_uri }) => {
    const announced = { client_id: client.client_id, redirect_uri, ...codeRequest };
    await control(authorize(announced), yieldsCode, 'IDN-003');

    const request = { ...announced, grant_type: undefined, grand_type: undefined };
    const answers = {
      grant_type: await authorize({ ...request, grant_type: 'authorization_code' }),
      grand_type: await authorize({ ...request, grand_type: 'authorization_code' }),
    };
    for (const answer of Object.values(answers)) worked(answer);
    const spellings = withCode(answers).join(', ');
    observeReading(
      'IDN-021',
      withFailures(spellings, answers),
      `a request was accepted with ${spellings || 'neither spelling'} alone${toldOf(answers)}`,
    );
    observe('IDN-022', codeOf(await authorize(request)) === undefined ? 'refused' : 'accepted');
  },
);

/** The answers that neither carry nor refuse a code, which no reading covers. */
function failuresOf(answers: Readonly<Record<string, Answer>>): readonly (readonly [string, Answer])[] {
  return Object.entries(answers).filter(
    ([, answer]) => codeOf(answer) === undefined && (answer.failure !== undefined || answer.status >= 500),
  );
}

/** A reading; if some answer failed, `neither`, which is not one of the stated readings. */
function withFailures(reading: string, answers: Readonly<Record<string, Answer>>): string {
  return failuresOf(answers).length > 0 ? 'neither' : reading;
}

/** Names the failed answers, for the end of a reason; empty if there are none. */
function toldOf(answers: Readonly<Record<string, Answer>>): string {
  const told = failuresOf(answers).map(
    ([name, { failure, status }]) => `${name} with ${failure ?? `status ${status}`}`,
  );
  return told.length === 0 ? '' : `; answered ${told.join(', ')}`;
}

/** The names of the answers that carry a code. */
function withCode(answers: Readonly<Record<string, Answer>>): string[] {
  return Object.entries(answers).flatMap(([name, answer]) => (codeOf(answer) === undefined ? [] : [name]));
}

/** The names of the answers that carry a code. If none does, their difference is not at fault, and the check ends. */
async function accepting(answers: Readonly<Record<string, Answer>>): Promise<string> {
  const names = withCode(answers);
  const first = answers[names[0] ?? Object.keys(answers)[0] ?? ''] as Answer;
  await control(first, yieldsCode, 'IDN-003');
  // A page that the suite does not get past is neither an acceptance nor a refusal.
  for (const answer of Object.values(answers)) worked(answer);
  return names.join(', ');
}
