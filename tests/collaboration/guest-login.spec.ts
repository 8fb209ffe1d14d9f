import {
  accepted,
  answersInfo,
  answersUser,
  described,
  type Granted,
  isA,
  readIf,
  statusOf,
} from '../support/answers.ts';
import { eachExample } from '../support/examples.ts';
import { passwordForm } from '../support/grants.ts';
import { FORM_WITH_CHARSET } from '../support/headers.ts';
import type { Answer } from '../support/http.ts';
import { claimsOf, forgeriesOf, headerOf, isEncrypted, jwtIn, jwtsIn } from '../support/jwt.ts';
import { untilAnother } from '../support/later.ts';
import { nearly } from '../support/near-misses.ts';
import { offers } from '../support/needs.ts';
import { expectRefusals, IN_A_ROW } from '../support/refusals.ts';
import {
  bearer,
  control,
  covers,
  establish,
  expect,
  further,
  isRefused,
  judge,
  judgeBodies,
  lacksData,
  observe,
  observeReading,
  test,
} from '../support/test.ts';
import { displaynames, newName, oddNames, shows } from './display-names.ts';

/** Clocks may differ by a few minutes (RFC 7519 4.1.5). */
const LEEWAY_S = 300;

type Claims = Readonly<Record<string, unknown>>;

/** A time of a JWT, which is a number (RFC 7519 2): anything else is neither before nor after any other. */
const secondsOf = (claims: Claims, name: string) =>
  typeof claims[name] === 'number' ? claims[name] : Number.NaN;

/** What is said of a time of a JWT. */
const timeOf = (claims: Claims, name: string) =>
  `${name} of the JWT, which is ${JSON.stringify(claims[name])}, in seconds`;

/** Whether the JWTs of two answers are the same, so that nothing distinguishes their guests. */
const areAlike = (some: readonly string[], others: readonly string[]) =>
  some.every((jwt) => others.includes(jwt));

test(
  'a guest gets a JWT for a display name',
  covers('COL-070', 'COL-072', 'COL-073', 'COL-076', 'COL-077', 'COL-082'),
  async ({ collaboration, guest, target }) => {
    const login = (prefer?: string) =>
      collaboration.post('/api/anonymous/auth', {
        form: { displayname: newName() },
        authorization: guest,
        prefer,
      });
    const answers = await eachExample(target, ['collaboration', 'loginAnonymously', 200], ({ prefer }) =>
      login(prefer),
    );
    answers.push(await login());
    await establish('COL-070', () => answers.forEach(accepted));
    await judgeBodies(
      'guest-token',
      answers.map(({ json, text }) => json ?? text.trim()),
    );
    const jwts: string[][] = [];
    for (const answer of answers) jwts.push(await control(answer, jwtsIn, 'COL-070'));
    observe('COL-076', described(answers[0] as Answer));
    observe('COL-082', statusOf(answers[0] as Answer));

    const jwt = jwtIn(jwts[0] as string[], jwts.at(-1) as string[]);
    await judge('COL-072', () =>
      expect(typeof headerOf(jwt)['alg'], 'the type of alg in the header of the JWT').toBe('string'),
    );
    const claims = await establish('COL-072', () => (isEncrypted(jwt) ? undefined : claimsOf(jwt)));
    if (claims === undefined) {
      observe('COL-077', 'encrypted');
      return lacksData('COL-073', 'the JWT is encrypted');
    }
    observe('COL-077', Object.keys(claims).toSorted().join(', '));
    if (['iat', 'nbf', 'exp'].every((time) => claims[time] === undefined))
      return lacksData('COL-073', 'the JWT contains no time');
    // Clocks differ a little from one machine to the next, and by more if the Date header of the deployment says so.
    const told = Date.parse((answers[0] as Answer).headers['date'] ?? '') || Date.now();
    const now = Math.max(Date.now(), told);
    const earlier = Date.now() - told < LEEWAY_S * 1000 ? Math.min(Date.now(), told) : Date.now();
    await judge('COL-073', () => {
      for (const name of ['iat', 'nbf']) {
        if (claims[name] === undefined) continue;
        expect(secondsOf(claims, name), timeOf(claims, name)).toBeLessThan(now / 1000 + LEEWAY_S);
      }
      if (claims['exp'] === undefined) return;
      expect(secondsOf(claims, 'exp'), timeOf(claims, 'exp')).toBeGreaterThan(earlier / 1000);
      // A time in milliseconds exceeded this in 2001; one in seconds will in the year 33658.
      expect(secondsOf(claims, 'exp'), timeOf(claims, 'exp')).toBeLessThan(1e12);
    });
  },
);

test(
  'a display name of 1 to 64 printable characters is accepted',
  covers('COL-071', further('COL-070', 'COL-072')),
  async ({ collaboration, guest: authorization, target }) => {
    const login = (displayname: string) =>
      collaboration.post('/api/anonymous/auth', { form: { displayname }, authorization });

    const first = await control(login(newName()), jwtsIn, 'COL-070');
    const me = (token: string) => collaboration.get('/api/users/me', { authorization: bearer(token) });
    // If a guest login carries a token, the JWT may belong to the user of that token.
    let isAsked = authorization === null && offers(target).has('state');
    for (const [name, ending] of displaynames) {
      const displayname = name + ending();
      const answer = await login(displayname);
      const jwt = await establish('COL-071', () => jwtIn(jwtsIn(answer), first));
      await judge('COL-072', () => {
        headerOf(jwt);
        if (!isEncrypted(jwt)) claimsOf(jwt);
      });
      // Markup may be left out.
      if (!isAsked || displayname.includes('<')) continue;
      const told = await me(jwt);
      // If guests are refused (COL-075), asking for each of them may lock the address.
      isAsked = !isRefused(told);
      const shown = isA(answersUser, told) ? answersUser(told)['displayname'] : undefined;
      if (typeof shown !== 'string' || shown === '') continue;
      await judge('COL-070', () =>
        expect(shows(shown, displayname) ? displayname : shown, 'the displayname of a guest').toBe(
          displayname,
        ),
      );
    }
    if (!offers(target).has('state')) return;
    await judge('COL-070', async () => {
      const isSame = (jwts: readonly string[]) => areAlike(jwts, first);
      const another = await untilAnother(first, isSame, async () => jwtsIn(await login(newName())));
      expect(isSame(another), 'whether a guest of another display name gets the JWT of the first').toBe(
        false,
      );
    });
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
  "whether a guest's JWT is taken as bearer, and a forged one is not",
  covers('COL-075', further('COL-054', 'COL-056', 'COL-070', 'IDN-115')),
  async ({ collaboration, identity, guest, target }) => {
    const me = (token: string) => collaboration.get('/api/users/me', { authorization: bearer(token) });
    const login = async () => {
      const displayname = newName();
      const form = { displayname };
      const answer = collaboration.post('/api/anonymous/auth', { form, authorization: guest });
      return { displayname, jwts: await control(answer, jwtsIn, 'COL-070') };
    };
    const former = await login();
    const latter = await untilAnother(former, ({ jwts }) => areAlike(jwts, former.jwts), login);
    const jwt = jwtIn(latter.jwts, former.jwts);
    if (target.urls.identity !== undefined) {
      // A guest's JWT is secret as well. As an ID token it may identify the guest, but nobody who has logged in.
      const info = await identity.get('/api/1.0/id_token/get_token_info', { query: { id_token: jwt } });
      const ours = [target.client?.client_id, target.user?.username].filter((one) => one !== undefined);
      if (!isA(answersInfo, info)) await judge('IDN-115', () => expect(info).toBeRefused());
      else if (ours.length === 0) lacksData('IDN-115', 'nothing shows which user token info is about');
      else if (guest !== null)
        lacksData('IDN-115', 'the guest login carried a token, whose client it may tell');
      else
        await judge('IDN-115', () => {
          const told = JSON.stringify(info.json).toLowerCase();
          for (const one of ours)
            expect(told, 'token info of a guest').not.toContain(JSON.stringify(one.toLowerCase()));
        });
    }
    const answer = await me(jwt);
    if (answer.failure !== undefined) return lacksData('COL-075', answer.failure);
    const accepting = isA(answersUser, answer);
    // If a guest login carries a token, the JWT may belong to the user of that token.
    const isOwn = guest === null && offers(target).has('state');
    const toFormer = isOwn && accepting ? await me(jwtIn(former.jwts, latter.jwts)) : undefined;
    // Whoever is accepted stays so: at the next request, and after the login of another guest.
    const those = [
      answer,
      ...(accepting ? [await me(jwt)] : []),
      ...(toFormer === undefined ? [] : [toFormer]),
    ];
    const lost = those.find(({ failure }) => failure !== undefined);
    if (lost !== undefined) lacksData('COL-075', String(lost.failure));
    else
      observeReading(
        'COL-075',
        those.every((one) => isA(answersUser, one))
          ? 'accepted'
          : those.every((one) => isRefused(one))
            ? 'refused'
            : 'neither',
        `users/me answered ${those.map(({ status }) => status).join(', then ')} to JWTs of guests`,
      );
    if (!accepting) return;

    if (toFormer !== undefined) {
      for (const [{ displayname: name }, told] of [
        [latter, answer],
        [former, toFormer],
      ] as const) {
        if (!isA(answersUser, told)) continue;
        const { displayname } = answersUser(told);
        if (typeof displayname !== 'string' || displayname === '') continue;
        await judge('COL-070', () =>
          expect(displayname.toLowerCase(), 'the displayname of a guest').toContain(name.toLowerCase()),
        );
      }
    }
    const isOpen = () => control(me(jwt), answersUser, 'COL-075');
    await judge('COL-056', () => expectRefusals(forgeriesOf(jwt).map(nearly), me, isOpen, IN_A_ROW));
    const { client, user } = target;
    if (client === undefined || user === undefined || guest !== null) return;
    const granted = await identity.post('/oauth2/access_token', { form: passwordForm(client, user) });
    // Other checks judge whether these requests work; what a guest may do does not depend on it.
    const token = readIf(({ json }) => (json as Partial<Granted>).access_token, granted);
    if (typeof token !== 'string') return lacksData('COL-054', 'the password grant yields no access token');
    const theirs = await me(token);
    if (!isA(answersUser, theirs)) return lacksData('COL-054', 'the access token of a user is not accepted');
    const [guestly, ours] = [answersUser(answer), answersUser(theirs)];
    const told = ['_id', 'username'].filter((id) => [guestly[id], ours[id]].every(Boolean));
    if (told.length === 0) return lacksData('COL-054', 'nothing distinguishes a guest from a user');
    await judge('COL-054', () => {
      for (const id of told) expect(guestly[id], `the ${id} of a guest`).not.toBe(ours[id]);
    });
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
