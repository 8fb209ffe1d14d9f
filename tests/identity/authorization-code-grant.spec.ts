import { answersUser, type Granted, grantsTokens, isA, permissionsOf } from '../support/answers.ts';
import { passwordGrant } from '../support/grants.ts';
import { FORM_WITH_CHARSET, headerWord } from '../support/headers.ts';
import type { Answer, Fields } from '../support/http.ts';
import { lacking, unknownClients, wrongSecrets } from '../support/near-misses.ts';
import { GUESSES_IN_A_ROW } from '../support/refusals.ts';
import {
  bearer,
  codeOf,
  control,
  covers,
  establish,
  expect,
  further,
  isRefused,
  judge,
  judgeBodies,
  observeReading,
  partsOf,
  test,
} from '../support/test.ts';
import { infoOf, judgeSameUser } from './id-token.ts';
import { expectRefusedExchanges } from './refused-exchanges.ts';
import { judgeRenewals, renewalIds } from './renewal.ts';
import { accessTokenIn, judgeErrors, judgeSuccess } from './token-answer.ts';

test(
  'a code is exchanged for tokens',
  covers(
    'IDN-034',
    'IDN-035',
    'IDN-036',
    'IDN-037',
    further('IDN-074', 'IDN-076', 'IDN-077', 'IDN-078', 'IDN-079', 'IDN-080', 'IDN-129'),
  ),
  async ({ identity, exchange, newCode }) => {
    const redeem = async () =>
      identity.post('/oauth2/access_token', {
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
    const headers = { accept: 'application/json' };
    const form = { ...exchange, code: await newCode() };
    const asking = await identity.post('/oauth2/access_token', { headers, form });
    await judge('IDN-074', () => void grantsTokens(asking));
    if (isA(grantsTokens, asking)) await judgeBodies('token-response', [asking.json]);
    const encoded = await identity.post('/oauth2/access_token', {
      headers: { 'content-type': FORM_WITH_CHARSET },
      form: { ...exchange, code: await newCode() },
    });
    await judge('IDN-076', () => void grantsTokens(encoded));
    if (isA(grantsTokens, encoded)) await judgeBodies('token-response', [encoded.json]);
  },
);

test(
  'the refresh token and the ID token of a code work like those of a password',
  covers(
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

test(
  'the access token of a code gives the same access as that of a password',
  covers(further('COL-001', 'COL-054', 'COL-056', 'COL-063')),
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
    const form = { ...exchange, code: await newCode() };
    const granted = await control(
      identity.post('/oauth2/access_token', { form, prefer: 'example=authorization_code' }),
      grantsTokens,
      'IDN-034',
    );
    const { urls, user, login } = target;
    if (urls.collaboration === undefined || user === undefined || login.storageState !== undefined) return;
    const me = (token: string) => collaboration.get('/api/users/me', { authorization: bearer(token) });
    const { access_token } = await passwordGrant(identity, client, user);
    const expected = await control(me(access_token), answersUser, 'COL-001');
    const byCode = await me(granted.access_token);
    const again = await me(granted.access_token);
    const actual = await establish('COL-001', () => answersUser(byCode));
    await judge('COL-001', () => void answersUser(again));
    await judge('COL-054', () => expect(actual['username'], 'username').toBe(expected['username']));
    await judge('COL-063', () => {
      expect(permissionsOf(actual), 'permissions').toEqual(permissionsOf(expected));
      if (isA(answersUser, again))
        expect(permissionsOf(answersUser(again)), 'permissions at the second use').toEqual(
          permissionsOf(expected),
        );
    });
    // Fewer scopes do not narrow them either; other checks judge whether a single scope is accepted.
    const few = { client_id: client.client_id, redirect_uri, ...codeRequest, scope: 'spaces' };
    const limited = codeOf(await authorize(few));
    const byFew =
      limited === undefined
        ? undefined
        : await identity.post('/oauth2/access_token', { form: { ...exchange, code: limited } });
    const narrowed =
      byFew && isA(grantsTokens, byFew) ? await me(grantsTokens(byFew).access_token) : undefined;
    if (narrowed !== undefined)
      await judge('COL-063', () =>
        expect(permissionsOf(answersUser(narrowed)), 'permissions of a code for spaces').toEqual(
          permissionsOf(expected),
        ),
      );
    // A code is secret as well, but not an access token.
    const code = await newCode();
    if (headerWord.test(code)) await judge('COL-056', async () => expect(await me(code)).toBeRefused());
  },
);

test(
  'every parameter of the exchange is required',
  covers('IDN-046', 'IDN-047', 'IDN-048', 'IDN-049', further('IDN-058', 'IDN-059', 'IDN-081', 'IDN-082')),
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

    for (const [id, name] of [
      ['IDN-046', 'client_id'],
      ['IDN-047', 'client_secret'],
      ['IDN-048', 'redirect_uri'],
      ['IDN-049', 'code'],
      // The other parameters do not make up for a missing grant_type.
      ['IDN-058', 'grant_type'],
    ] as const)
      await judge(id, () => expectRefused(lacking(name)));
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
  'an exchange requires client authentication',
  covers('IDN-124', 'IDN-125', further('IDN-081', 'IDN-082')),
  async ({ identity, exchange, newCode, target }) => {
    const answers: Answer[] = [];
    const redeem = async (code: string, by: Fields = {}) => {
      const answer = await identity.post('/oauth2/access_token', { form: { ...exchange, ...by, code } });
      answers.push(answer);
      return answer;
    };
    const codes = { redeem, newCode };
    await control(redeem(await newCode()), grantsTokens, 'IDN-034');

    const unknown = unknownClients(exchange.client_id).map((client_id) => ({ client_id }));
    await judge('IDN-124', () => expectRefusedExchanges(unknown, codes));
    const wrong = wrongSecrets(exchange, target).map((client_secret) => ({ client_secret }));
    await judge('IDN-125', () => expectRefusedExchanges(wrong, codes, GUESSES_IN_A_ROW));
    await judgeErrors('an exchange by a wrong client', answers, exchange);
  },
);

test(
  'whether token_endpoint is required',
  covers('IDN-072', further('COL-001', 'IDN-035', 'IDN-036', 'IDN-037')),
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
    // A deployment that does not know the parameter may refuse it.
    const isOptional = isA(grantsTokens, without) && (isRefused(named) || isA(grantsTokens, named));
    if (!isA(grantsTokens, without)) await control(named, grantsTokens, 'IDN-034');
    observeReading(
      'IDN-072',
      isOptional ? 'optional' : isRefused(without) ? 'required' : 'neither',
      `the exchange was answered ${named.status} with token_endpoint, ${without.status} without`,
    );
    // Omitting an optional parameter does not change the answer.
    if (!isA(grantsTokens, without)) return;
    await judgeBodies('token-response', [without.json]);
    if (opens) await judge('COL-001', async () => void answersUser(await me(grantsTokens(without))));
  },
);
