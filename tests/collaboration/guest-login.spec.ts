import { answersUser, described, isA, statusOf } from '../support/interface/answers.ts';
import { eachExample } from '../support/interface/examples.ts';
import { claimsOf, headerOf, isEncrypted, jwtIn, jwtsIn } from '../support/interface/jwt.ts';
import { untilAnother } from '../support/interface/later.ts';
import {
  bearer,
  control,
  covers,
  establish,
  expect,
  isRefused,
  judge,
  judgeBodies,
  lacksData,
  observe,
  observeReading,
  test,
} from '../support/test.ts';
import { FORM_WITH_CHARSET } from '../support/wire/headers.ts';
import type { Answer } from '../support/wire/http.ts';
import { newName, oddNames, plainNames } from './display-names.ts';
import { areAlike, expectTimes, timesIn } from './guests.ts';

test(
  'a guest gets a JWT for a display name',
  covers('COL-070', 'COL-072', 'COL-073', 'COL-076', 'COL-077', 'COL-082'),
  async ({ collaboration, guest: authorization, target }) => {
    const login = (prefer?: string) =>
      collaboration.post('/api/anonymous/auth', { form: { displayname: newName() }, authorization, prefer });
    const answers = await eachExample(target, ['collaboration', 'loginAnonymously', 200], ({ prefer }) =>
      login(prefer),
    );
    answers.push(await login());
    const [one, ...others] = await establish('COL-070', () => answers.map(jwtsIn));
    await judgeBodies(
      'guest-token',
      answers.map(({ json, text }) => json ?? text.trim()),
    );
    const [answer] = answers as [Answer, ...Answer[]];
    observe('COL-076', described(answer));
    observe('COL-082', statusOf(answer));

    const jwt = jwtIn(one ?? [], others.at(-1) ?? []);
    await judge('COL-072', () =>
      expect(typeof headerOf(jwt)['alg'], 'the type of alg in the header of the JWT').toBe('string'),
    );
    const claims = await establish('COL-072', () => (isEncrypted(jwt) ? undefined : claimsOf(jwt)));
    observe('COL-077', claims === undefined ? 'encrypted' : Object.keys(claims).toSorted().join(', '));
    if (claims === undefined) lacksData('COL-073', 'the JWT is encrypted');
    else if (timesIn(claims).length === 0) lacksData('COL-073', 'the JWT contains no time');
    else await judge('COL-073', () => expectTimes(claims, answer));
  },
);

test(
  'a display name of 1 to 64 printable characters is accepted',
  covers('COL-071'),
  async ({ collaboration, guest: authorization }) => {
    const login = (displayname: string) =>
      collaboration.post('/api/anonymous/auth', { form: { displayname }, authorization });
    const first = await control(login(newName()), jwtsIn, 'COL-070');

    for (const [name, ending] of plainNames) {
      const answer = await login(name + ending());
      await judge('COL-071', () => void jwtIn(jwtsIn(answer), first));
    }
  },
);

test(
  'a guest login may name the charset of its form',
  covers('COL-080'),
  async ({ collaboration, guest: authorization }) => {
    const login = (type: string) =>
      collaboration.post('/api/anonymous/auth', {
        headers: { 'content-type': type },
        form: { displayname: newName() },
        authorization,
      });
    await control(login('application/x-www-form-urlencoded'), jwtsIn, 'COL-070');

    jwtsIn(await login(FORM_WITH_CHARSET));
  },
);

test('whether a guest login needs an access token', covers('COL-074'), async ({ collaboration, tokens }) => {
  const login = (authorization: string | null) =>
    collaboration.post('/api/anonymous/auth', { form: { displayname: newName() }, authorization });

  const without = await login(null);
  const withToken = await login(bearer(tokens.access_token));
  // Any request to this API may carry a token, but a logged-in user may be refused a guest login.
  if (isA(jwtsIn, without))
    return observeReading(
      'COL-074',
      isA(jwtsIn, withToken) || isRefused(withToken) ? 'without' : 'neither',
      `with an access token the login was answered ${withToken.status}, without one ${without.status}`,
    );
  await control(withToken, jwtsIn, 'COL-070');
  observeReading(
    'COL-074',
    isRefused(without) ? 'with' : 'neither',
    `without an access token the login was answered ${without.status}`,
  );
});

test(
  "whether a guest's JWT is taken as bearer",
  covers('COL-075'),
  async ({ collaboration, guest: authorization }) => {
    const login = () => {
      const form = { displayname: newName() };
      return control(collaboration.post('/api/anonymous/auth', { form, authorization }), jwtsIn, 'COL-070');
    };
    const me = (token: string) => collaboration.get('/api/users/me', { authorization: bearer(token) });
    const former = await login();
    const latter = await untilAnother(former, (jwts) => areAlike(jwts, former), login);
    const jwt = jwtIn(latter, former);

    // Whoever is accepted stays so: at the next request, and after the login of another guest.
    const answers = [await me(jwt)];
    const isOpen = answers.every((answer) => isA(answersUser, answer));
    if (isOpen) answers.push(await me(jwt));
    // If a guest login carries a token, the JWT may belong to the user of that token.
    if (isOpen && authorization === null) answers.push(await me(jwtIn(former, latter)));
    const lost = answers.find(({ failure }) => failure !== undefined);
    if (lost !== undefined) return lacksData('COL-075', String(lost.failure));
    const isAccepted = answers.every((answer) => isA(answersUser, answer));
    observeReading(
      'COL-075',
      isAccepted ? 'accepted' : answers.every(isRefused) ? 'refused' : 'neither',
      `users/me answered ${answers.map(({ status }) => status).join(', then ')} to JWTs of guests`,
    );
  },
);

test(
  'what other guest logins answer',
  covers('COL-078', 'COL-079'),
  async ({ collaboration, guest: authorization }) => {
    const seen: string[] = [];
    for (const [what, form] of oddNames()) {
      const answer = await collaboration.post('/api/anonymous/auth', { form, authorization });
      seen.push(`${what}: ${statusOf(answer)}`);
    }
    observe('COL-078', seen.join(', '));
    const json = { displayname: newName() };
    observe('COL-079', described(await collaboration.post('/api/anonymous/auth', { json, authorization })));
  },
);
