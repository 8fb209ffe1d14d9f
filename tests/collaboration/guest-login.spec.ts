import { randomBytes, randomInt } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { accepted, answersUser, described, isA } from '../support/answers.ts';
import { eachExample } from '../support/examples.ts';
import { claimsOf, forgeriesOf, headerOf, isEncrypted, jwtIn } from '../support/jwt.ts';
import { nearly, passwordGrant } from '../support/sessions.ts';
import { offers } from '../support/target.ts';
import {
  bearer,
  control,
  covers,
  establish,
  expect,
  further,
  judge,
  judgeBodies,
  lacksData,
  observe,
  observeReading,
  test,
} from '../support/test.ts';
import type { Answer } from '../support/wire.ts';

/** A plain name that no other guest has: what else will do is a matter of its own (COL-071). */
const newName = () =>
  `Conformance${randomBytes(4)
    .toString('hex')
    .replace(/\d/g, (digit) => 'ghijklmnop'[Number(digit)] ?? '')}`;

test(
  'a guest gets a JWT for a display name',
  covers('COL-070', 'COL-072', 'COL-073', 'COL-076', 'COL-077'),
  async ({ collaboration, guest, target }) => {
    const answers = await eachExample(target, ['collaboration', 'loginAnonymously', 200], ({ prefer }) =>
      collaboration.post('/api/anonymous/auth', {
        form: { displayname: newName() },
        authorization: guest,
        prefer,
      }),
    );
    await establish('COL-070', () => answers.forEach(accepted));
    await judgeBodies(
      'guest-token',
      answers.map(({ json, text }) => json ?? text.trim()),
    );
    observe('COL-076', described(answers[0] as Answer));

    const claims = await establish('COL-072', () => {
      const jwt = jwtIn(answers[0] as Answer);
      expect(headerOf(jwt)['alg'], 'the algorithm in the header of the JWT').toEqual(expect.any(String));
      return isEncrypted(jwt) ? undefined : claimsOf(jwt);
    });
    if (claims === undefined) {
      observe('COL-077', 'encrypted');
      return lacksData('COL-073', 'the JWT is encrypted');
    }
    observe('COL-077', Object.keys(claims).toSorted().join(', '));
    if (['iat', 'nbf', 'exp'].every((time) => claims[time] === undefined))
      return lacksData('COL-073', 'the JWT tells no time');
    await judge('COL-073', () => {
      for (const time of ['iat', 'nbf']) {
        if (claims[time] === undefined) continue;
        expect(claims[time], time).toEqual(expect.any(Number));
        // Clocks differ a little from one machine to the next.
        expect(claims[time], time).toBeLessThan(Date.now() / 1000 + 60);
      }
      const { exp } = claims;
      if (exp === undefined) return;
      expect(exp, 'exp').toBeGreaterThan(Date.now() / 1000);
      // Milliseconds have passed this in 2001; seconds will in the year 33658.
      expect(exp, 'exp').toBeLessThan(1e12);
    });
  },
);

/** None is longer than thirty characters with the digits that follow it: how long a name may be is said nowhere. */
const displaynames = [
  'Ada Lovelace',
  '<b>&amp;"',
  'Ünïcødé漢字🙂',
  "O'Brien שלום",
  '1234567',
  '100 % of it; c:\\a/b?',
  'Jean-Luc_Müller, Jr.',
  '(R+D) @x #1 = !',
];

test(
  'any display name will do',
  covers('COL-071', further('COL-070', 'COL-072')),
  async ({ collaboration, guest: authorization, target }) => {
    const login = (displayname: string) =>
      collaboration.post('/api/anonymous/auth', { form: { displayname }, authorization });

    const first = await control(login(newName()), jwtIn, 'COL-070');
    for (const name of displaynames) {
      // The guest of an earlier run may still be called so; a name of digits stays one by digits.
      const answer = await login(`${name}${randomInt(1e6, 1e7)}`);
      const jwt = await establish('COL-071', () => jwtIn(answer));
      await judge('COL-072', () => {
        headerOf(jwt);
        if (!isEncrypted(jwt)) claimsOf(jwt);
      });
    }
    if (!offers(target).has('state')) return;
    await judge('COL-070', async () => {
      let another = first;
      // Two that are made of the whole seconds of a clock differ a second later.
      for (const ms of [0, 1100, 1100]) {
        if (another !== first) break;
        await sleep(ms);
        another = jwtIn(await login(newName()));
      }
      expect(another, 'the JWT for another display name').not.toBe(first);
    });
  },
);

test('whether a guest login needs an access token', covers('COL-074'), async ({ collaboration, tokens }) => {
  const login = (authorization: string | null) =>
    collaboration.post('/api/anonymous/auth', { form: { displayname: newName() }, authorization });

  const without = await login(null);
  if (isA(jwtIn, without)) return observeReading('COL-074', 'without', '');
  await control(login(bearer(tokens.access_token)), jwtIn, 'COL-070');
  const refusing = without.status >= 400 && without.status < 500;
  observeReading(
    'COL-074',
    refusing ? 'with' : 'neither',
    `without an access token the login was answered ${without.status}`,
  );
});

test(
  "whether a guest's JWT is taken as bearer, and a forged one is not",
  covers('COL-075', further('COL-054', 'COL-056')),
  async ({ collaboration, identity, guest, target }) => {
    const me = (token: string) => collaboration.get('/api/users/me', { authorization: bearer(token) });
    const jwt = await control(
      collaboration.post('/api/anonymous/auth', { form: { displayname: newName() }, authorization: guest }),
      jwtIn,
      'COL-070',
    );
    const answer = await me(jwt);
    if (answer.failure !== undefined) return lacksData('COL-075', answer.failure);
    const accepting = isA(answersUser, answer);
    const refusing = answer.status >= 400 && answer.status < 500;
    observeReading(
      'COL-075',
      accepting ? 'accepted' : refusing ? 'refused' : 'neither',
      `users/me answered ${answer.status} to the JWT`,
    );
    if (!accepting) return;

    await judge('COL-056', async () => {
      for (const forged of forgeriesOf(jwt)) expect(await me(nearly(forged))).toBeRefused();
    });
    // A user whose token a guest login carries may be the one who has obtained the JWT.
    const { client, user } = target;
    if (client === undefined || user === undefined || guest !== null) return;
    const { client_id, client_secret } = client;
    const { access_token } = await passwordGrant(identity, { client_id, client_secret }, user);
    const theirs = await control(me(access_token), idsOf, 'COL-001');
    await judge('COL-054', () => expect(idsOf(answer), 'the user of a guest').not.toEqual(theirs));
  },
);

/** Who the current user is. */
function idsOf(answer: Answer): unknown[] {
  const { _id, username } = answersUser(answer);
  return [_id, username];
}

test(
  'what other guest logins answer',
  covers('COL-078', 'COL-079'),
  async ({ collaboration, guest: authorization }) => {
    observe(
      'COL-078',
      described(await collaboration.post('/api/anonymous/auth', { form: {}, authorization })),
    );
    const json = { displayname: newName() };
    observe('COL-079', described(await collaboration.post('/api/anonymous/auth', { json, authorization })));
  },
);
