import {
  answersUser,
  type Granted,
  grantsTokens,
  isA,
  permissionsOf,
} from '../../support/interface/answers.ts';
import { passwordGrant } from '../../support/interface/grants.ts';
import { lacking, unknownClients, wrongSecrets } from '../../support/interface/near-misses.ts';
import { GUESSES_IN_A_ROW } from '../../support/interface/refusals.ts';
import type { Target } from '../../support/target.ts';
import {
  bearer,
  codeOf,
  control,
  deep,
  establish,
  expect,
  further,
  judge,
  judgeBodies,
  lacksData,
  partsOf,
  test,
} from '../../support/test.ts';
import { FORM_WITH_CHARSET, headerWord } from '../../support/wire/headers.ts';
import type { Answer, Fields } from '../../support/wire/http.ts';
import { infoOf, judgeSameUser } from '../id-token.ts';
import { accessTokenIn, judgeErrors, judgeSuccess } from '../token-answer.ts';
import { expectRefusedExchanges } from './refused-exchanges.ts';
import { judgeRenewals, renewalIds } from './renewal.ts';

test(
  'every exchange of a code has the same answer, also with further headers',
  deep(
    further('IDN-034', 'IDN-035', 'IDN-036', 'IDN-037', 'IDN-074', 'IDN-076', 'IDN-077', 'IDN-078'),
    further('IDN-079', 'IDN-080', 'IDN-129'),
  ),
  async ({ identity, exchange, newCode }) => {
    const redeem = async (headers: Readonly<Record<string, string>> = {}) =>
      identity.post('/oauth2/access_token', {
        headers,
        form: { ...exchange, code: await newCode() },
        prefer: 'example=authorization_code',
      });
    // Fields that come with the first code may be missing from the next.
    const answers = [await redeem(), await redeem()];
    await establish('IDN-034', () => answers.map(grantsTokens));
    await judgeBodies(
      'token-response',
      answers.map(({ json }) => json),
    );
    // A token that differs from the former one is new.
    const [former, latter] = answers.map(accessTokenIn);
    for (const [nth, answer] of answers.entries())
      await judgeSuccess('exchange of a code', answer, nth === 1 && latter !== former);
    for (const [id, headers] of [
      ['IDN-074', { accept: 'application/json' }],
      ['IDN-076', { 'content-type': FORM_WITH_CHARSET }],
    ] as const) {
      const answer = await redeem(headers);
      await judge(id, () => void grantsTokens(answer));
      if (isA(grantsTokens, answer)) await judgeBodies('token-response', [answer.json]);
    }
  },
);

test(
  'the refresh token and the ID token of a code work like those of a password',
  deep(
    'IDN-034',
    further(...renewalIds, 'COL-054', 'COL-063'),
    further(...partsOf('token-info'), 'IDN-101', 'IDN-116', 'IDN-117', 'IDN-119'),
    further(...partsOf('current-user')),
  ),
  async ({ identity, collaboration, client, redirect_uri, exchange, newCode, target }) => {
    // A browser that is already logged in may belong to another user.
    const isOurs = target.user !== undefined && target.login.storageState === undefined;
    // Before the code is exchanged: a later session may end an earlier one.
    const known = isOurs
      ? await infoOf(identity, await passwordGrant(identity, client, target.user))
      : undefined;
    const form = { ...exchange, code: await newCode() };
    const answer = await identity.post('/oauth2/access_token', {
      form,
      prefer: 'example=authorization_code',
    });
    const granted = await establish('IDN-034', () => grantsTokens(answer));
    if (known !== undefined) await judgeSameUser(known, await infoOf(identity, granted));
    const refresh = (refresh_token: string) =>
      identity.post('/oauth2/access_token', {
        form: { grant_type: 'refresh_token', ...client, redirect_uri, refresh_token },
        prefer: 'example=refresh_token',
      });
    const me = (token: string) => collaboration.get('/api/users/me', { authorization: bearer(token) });
    await judgeRenewals(granted, { target, identity, refresh, me });
  },
);

const noUser = 'no current user can be compared with that of a password';

test(
  'the access token of a code gives the same access as that of a password',
  deep(further('COL-001', 'COL-054', 'COL-063')),
  async ({ identity, collaboration, exchange, newCode, client, target }) => {
    const { user } = target;
    if (!isComparable(target) || user === undefined)
      return lacksData(['COL-001', 'COL-054', 'COL-063'], noUser);
    const form = { ...exchange, code: await newCode() };
    const granted = await control(identity.post('/oauth2/access_token', { form }), grantsTokens, 'IDN-034');
    const me = (token: string) => collaboration.get('/api/users/me', { authorization: bearer(token) });
    const { access_token } = await passwordGrant(identity, client, user);
    const expected = await control(me(access_token), answersUser, 'COL-001');
    for (const nth of ['first', 'second']) {
      const answer = await me(granted.access_token);
      const actual = await establish('COL-001', () => answersUser(answer));
      await judge('COL-054', () => expect(actual['username'], 'username').toBe(expected['username']));
      await judge('COL-063', () =>
        expect(permissionsOf(actual), `permissions at the ${nth} use`).toEqual(permissionsOf(expected)),
      );
    }
  },
);

test(
  'the access token of a code for fewer scopes gives the same access, and the code itself none',
  deep(further('COL-056', 'COL-063')),
  async ({
    identity,
    collaboration,
    authorize,
    codeRequest,
    exchange,
    newCode,
    client,
    redirect_uri,
    target,
  }) => {
    const { user } = target;
    if (!isComparable(target) || user === undefined) return lacksData(['COL-056', 'COL-063'], noUser);
    const me = (token: string) => collaboration.get('/api/users/me', { authorization: bearer(token) });
    const { access_token } = await passwordGrant(identity, client, user);
    const expected = await control(me(access_token), answersUser, 'COL-001');

    // Other checks judge whether a single scope is accepted.
    const request = { client_id: client.client_id, redirect_uri, ...codeRequest, scope: 'spaces' };
    const limited = codeOf(await authorize(request));
    const granted =
      limited && (await identity.post('/oauth2/access_token', { form: { ...exchange, code: limited } }));
    if (granted && isA(grantsTokens, granted)) {
      const narrowed = await me(grantsTokens(granted).access_token);
      await judge('COL-063', () =>
        expect(permissionsOf(answersUser(narrowed)), 'permissions of a code for spaces').toEqual(
          permissionsOf(expected),
        ),
      );
    }
    // A code is secret as well, but not an access token.
    const code = await newCode();
    if (headerWord.test(code)) await judge('COL-056', async () => expect(await me(code)).toBeRefused());
  },
);

test(
  'no parameter of the exchange may be empty or in brackets',
  deep('IDN-046', 'IDN-047', 'IDN-048', 'IDN-049', further('IDN-058', 'IDN-059', 'IDN-081', 'IDN-082')),
  async ({ identity, exchange, newCode }) => {
    const answers: Answer[] = [];
    const redeem = async (code: string, changed: Fields = {}) => {
      const answer = await identity.post('/oauth2/access_token', { form: { ...exchange, code, ...changed } });
      answers.push(answer);
      return answer;
    };
    const expectRefused = (changed: readonly Fields[]) =>
      expectRefusedExchanges(changed, { redeem, newCode });
    await control(redeem(await newCode()), grantsTokens, 'IDN-034');

    // A plain check leaves it out.
    for (const [id, name] of [
      ['IDN-046', 'client_id'],
      ['IDN-047', 'client_secret'],
      ['IDN-048', 'redirect_uri'],
      ['IDN-049', 'code'],
    ] as const)
      await judge(id, () => expectRefused(lacking(name).slice(1)));
    // The other parameters do not make up for a missing grant_type.
    await judge('IDN-058', () => expectRefused(lacking('grant_type')));
    const grants = [
      'no_such_grant',
      'code',
      'authorization_cod',
      'authorization_code-not',
      'Authorization_Code',
    ];
    await judge('IDN-059', () => expectRefused(grants.map((grant_type) => ({ grant_type }))));
    await judgeErrors('an exchange that lacks a parameter', answers, exchange);
  },
);

test(
  'no client nearly like ours exchanges a code',
  deep('IDN-124', 'IDN-125', further('IDN-081', 'IDN-082')),
  async ({ identity, exchange, newCode, target }) => {
    const answers: Answer[] = [];
    const redeem = async (code: string, by: Fields = {}) => {
      const answer = await identity.post('/oauth2/access_token', { form: { ...exchange, ...by, code } });
      answers.push(answer);
      return answer;
    };
    const codes = { redeem, newCode };
    await control(redeem(await newCode()), grantsTokens, 'IDN-034');

    // A plain check tries the first one.
    const [, ...unknown] = unknownClients(exchange.client_id).map((client_id) => ({ client_id }));
    await judge('IDN-124', () => expectRefusedExchanges(unknown, codes));
    const wrong = wrongSecrets(exchange, target).map((client_secret) => ({ client_secret }));
    await judge('IDN-125', () => expectRefusedExchanges(wrong, codes, GUESSES_IN_A_ROW));
    await judgeErrors('an exchange by a wrong client', answers, exchange);
  },
);

test(
  'an exchange without token_endpoint has the same answer',
  deep(further('COL-001', 'IDN-035', 'IDN-036', 'IDN-037')),
  async ({ identity, collaboration, exchange, newCode, target }) => {
    const redeem = async (token_endpoint: string | undefined) =>
      identity.post('/oauth2/access_token', {
        form: { ...exchange, code: await newCode(), token_endpoint },
        prefer: 'example=authorization_code',
      });
    const me = ({ access_token }: Granted) =>
      collaboration.get('/api/users/me', { authorization: bearer(access_token) });
    const named = await redeem(`${target.urls.identity}/oauth2/access_token`);
    const opens =
      target.urls.collaboration !== undefined &&
      isA(grantsTokens, named) &&
      isA(answersUser, await me(grantsTokens(named)));
    const without = await redeem(undefined);
    if (!isA(grantsTokens, without)) await control(named, grantsTokens, 'IDN-034');
    // Omitting an optional parameter does not change the answer.
    if (!isA(grantsTokens, without)) return;
    await judgeBodies('token-response', [without.json]);
    if (opens) await judge('COL-001', async () => void answersUser(await me(grantsTokens(without))));
  },
);

/** Whether the user of a code can be compared with the test user: a browser that is already logged in may be another's. */
function isComparable({ urls, login }: Target): boolean {
  return urls.collaboration !== undefined && login.storageState === undefined;
}
