import { statusOf, yieldsCode } from '../support/interface/answers.ts';
import { ensureRightPassword, longScopes } from '../support/interface/grants.ts';
import {
  codeOf,
  control,
  covers,
  establish,
  expect,
  judge,
  lacksData,
  observe,
  observeReading,
  redirectOf,
  test,
} from '../support/test.ts';
import { ofThoseAccepted, whichAccepted } from './compared-requests.ts';
import { leadsTo, mediaTypeBeside, stateOf, tellsNoError } from './redirects.ts';
import { fateOf, longAwkwardState, statesWithControls } from './states.ts';

test(
  'an accepted request redirects to the client with a code',
  covers('IDN-002', 'IDN-003', 'IDN-004', 'IDN-005', 'IDN-141'),
  async ({ authorize, codeRequest, identity, client, redirect_uri, target }) => {
    const state = 'af0ifjsldkj';
    const answer = await authorize({ client_id: client.client_id, redirect_uri, ...codeRequest, state });
    if (redirectOf(answer) === undefined) await ensureRightPassword(identity, target);
    // This check is about accepted requests; other checks judge whether the request is accepted.
    await control(answer, tellsNoError);

    const redirect = await establish('IDN-002', () => leadsTo(redirect_uri, answer));
    observe('IDN-141', statusOf(answer));
    await judge('IDN-003', () =>
      expect(redirect.searchParams.get('code') ?? '', 'code of the redirect').not.toBe(''),
    );
    await judge('IDN-005', () =>
      expect(redirect.searchParams.get('state'), 'state of the redirect').toBe(state),
    );
    const mediaType = mediaTypeBeside(answer);
    if (mediaType === undefined)
      lacksData('IDN-004', 'the redirect has a JSON media type and does not say whether it has a body');
    else
      await judge('IDN-004', () =>
        expect(mediaType, 'media type of the redirect').not.toBe('application/json'),
      );
  },
);

test(
  'any state is returned unchanged',
  covers('IDN-006'),
  async ({ authorize, codeRequest, client, redirect_uri }) => {
    const request = { client_id: client.client_id, redirect_uri, ...codeRequest };
    await control(authorize({ ...request, state: 'plain' }), yieldsCode, 'IDN-003');

    const answer = await authorize({ ...request, state: longAwkwardState });
    yieldsCode(answer);
    expect(stateOf(answer), 'state of the redirect').toBe(longAwkwardState);
  },
);

test(
  'what becomes of control characters in a state',
  covers('IDN-131'),
  async ({ authorize, codeRequest, client, redirect_uri }) => {
    const request = { client_id: client.client_id, redirect_uri, ...codeRequest };
    await control(authorize({ ...request, state: 'plain' }), yieldsCode, 'IDN-003');

    const [state] = statesWithControls;
    const { reading, told } = fateOf(state, await authorize({ ...request, state }));
    observeReading('IDN-131', reading, told);
  },
);

test(
  'a request without state is accepted',
  covers('IDN-005', 'IDN-007'),
  async ({ authorize, codeRequest, client, redirect_uri }) => {
    const request = { client_id: client.client_id, redirect_uri, ...codeRequest };
    await control(authorize({ ...request, state: 'plain' }), yieldsCode, 'IDN-003');

    for (const answer of [await authorize(request), await authorize({ ...request, state: '' })]) {
      await establish('IDN-007', () => yieldsCode(answer));
      // An empty state may be returned or treated as omitted (RFC 6749 3.1).
      await judge('IDN-005', () => expect(stateOf(answer) || null, 'a state that was not sent').toBeNull());
    }
  },
);

test(
  'scopes are accepted in both forms',
  covers('IDN-018', 'IDN-019'),
  async ({ authorize, codeRequest, client, redirect_uri, target }) => {
    const request = { client_id: client.client_id, redirect_uri, ...codeRequest };
    const short = await authorize({ ...request, scope: 'email profile spaces' });
    const long = await authorize({ ...request, scope: longScopes(target) });
    // Each is the control of the other.
    await control(ofThoseAccepted({ short, long }), yieldsCode, 'IDN-003');

    await judge('IDN-018', () => void yieldsCode(short));
    await judge('IDN-019', () => void yieldsCode(long));
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
    await control(ofThoseAccepted(answers), yieldsCode, 'IDN-003');

    const { reading, told } = whichAccepted(answers);
    observeReading('IDN-020', reading, `accepted, with the scopes separated by it alone: ${told}`);
  },
);

test(
  'which spelling of grant_type is accepted',
  covers('IDN-021', 'IDN-022'),
  async ({ authorize, codeRequest, client, redirect_uri }) => {
    const announced = { client_id: client.client_id, redirect_uri, ...codeRequest };
    await control(authorize(announced), yieldsCode, 'IDN-003');

    const request = { ...announced, grant_type: undefined, grand_type: undefined };
    const { reading, told } = whichAccepted({
      grant_type: await authorize({ ...request, grant_type: 'authorization_code' }),
      grand_type: await authorize({ ...request, grand_type: 'authorization_code' }),
    });
    observeReading('IDN-021', reading, `accepted with this spelling alone: ${told}`);
    observe('IDN-022', codeOf(await authorize(request)) === undefined ? 'refused' : 'accepted');
  },
);
