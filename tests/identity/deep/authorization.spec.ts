import { answersInfo, grantsTokens, isA, worked, yieldsCode } from '../../support/interface/answers.ts';
import { longScopes } from '../../support/interface/grants.ts';
import {
  codeOf,
  control,
  deep,
  establish,
  expect,
  further,
  heard,
  judge,
  judgeBodies,
  observeReading,
  redirectOf,
  test,
} from '../../support/test.ts';
import { infoOf } from '../id-token.ts';
import { stateOf } from '../redirects.ts';
import {
  awkwardStates,
  comparedWith,
  type Fate,
  fateOf,
  heaviestOf,
  statesWithControls,
  veryLongState,
} from '../states.ts';

test(
  'each awkward state is returned unchanged, also the second time',
  deep('IDN-006'),
  async ({ authorize, codeRequest, client, redirect_uri }) => {
    const request = { client_id: client.client_id, redirect_uri, ...codeRequest };
    await control(authorize({ ...request, state: 'plain' }), yieldsCode, 'IDN-003');

    // The first one twice: a state is not a nonce.
    for (const state of [...awkwardStates, awkwardStates[0]]) {
      const answer = worked(await authorize({ ...request, state }));
      expect(stateOf(answer), 'state of the redirect').toBe(state);
      expect(codeOf(answer), `code of the redirect with the state ${state?.slice(0, 40)}`).toBeDefined();
    }
    // The maximum length of a URL is not specified: a request that is refused for its length has not altered the state.
    const answer = worked(await authorize({ ...request, state: veryLongState }));
    const { status, failure } = heard(answer);
    if (codeOf(answer) === undefined && failure === undefined && status < 500) return;
    expect(stateOf(answer), 'state of the redirect').toBe(veryLongState);
    expect(codeOf(answer), 'code of the redirect with a very long state').toBeDefined();
  },
);

test(
  'what becomes of control characters in a state, in an error and after a login as well',
  deep('IDN-131'),
  async ({ authorize, newBrowser, codeRequest, client, redirect_uri, target }) => {
    const request = { client_id: client.client_id, redirect_uri, ...codeRequest };
    await control(authorize({ ...request, state: 'plain' }), yieldsCode, 'IDN-003');

    const [state, another] = statesWithControls;
    const fates: [Fate, ...Fate[]] = [fateOf(another, await authorize({ ...request, state: another }))];
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

const ofExchange = ['IDN-034', 'IDN-035', 'IDN-036', 'IDN-037'] as const;

for (const scope of ['spaces', 'email', 'profile'])
  test(
    `the tokens of a code for the scope ${scope} work`,
    deep('IDN-018', further(...ofExchange, 'IDN-042', 'IDN-101')),
    async ({ authorize, codeRequest, identity, client, redirect_uri, exchange }) => {
      const asked = await authorize({ client_id: client.client_id, redirect_uri, ...codeRequest, scope });
      const code = await establish('IDN-018', () => yieldsCode(asked));
      const granted = await identity.post('/oauth2/access_token', {
        form: { ...exchange, code },
        prefer: 'example=authorization_code',
      });
      const session = await establish('IDN-034', () => grantsTokens(granted));
      await judgeBodies('token-response', [granted.json]);
      const info = await infoOf(identity, session);
      if (info !== undefined) await judge('IDN-101', () => void answersInfo(info));
      const { refresh_token } = session;
      const form = { grant_type: 'refresh_token', ...client, redirect_uri, refresh_token };
      const renewed = await identity.post('/oauth2/access_token', { form });
      await judge('IDN-042', () => void grantsTokens(renewed));
    },
  );

test(
  'scopes are accepted in any combination, form and order',
  deep('IDN-018', 'IDN-019', further(...ofExchange)),
  async ({ authorize, codeRequest, identity, client, redirect_uri, exchange, target }) => {
    const request = { client_id: client.client_id, redirect_uri, ...codeRequest };
    await control(authorize(request), yieldsCode, 'IDN-003');

    const [email = '', profile = '', spaces = ''] = longScopes(target).split(' ');
    const bodies: unknown[] = [];
    for (const [id, scope] of [
      ['IDN-018', 'profile spaces'],
      ['IDN-018', 'spaces profile email'],
      ['IDN-019', longScopes(target)],
      ['IDN-019', email],
      ['IDN-019', profile],
      ['IDN-019', spaces],
      ['IDN-019', `email ${profile} ${spaces}`],
    ] as const) {
      const answer = await authorize({ ...request, scope });
      await judge(id, () => void yieldsCode(answer));
      const code = codeOf(answer);
      if (code === undefined) continue;
      // A code is exchanged before it can expire.
      const form = { ...exchange, code };
      const prefer = 'example=authorization_code';
      const granted = await identity.post('/oauth2/access_token', { form, prefer });
      await judge('IDN-034', () => void grantsTokens(granted));
      if (isA(grantsTokens, granted)) bodies.push(granted.json);
    }
    await judgeBodies('token-response', bodies);
  },
);
