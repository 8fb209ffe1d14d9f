import { randomBytes, randomInt } from 'node:crypto';
import { accepted, answersUser, described, isA } from '../support/answers.ts';
import { eachExample } from '../support/examples.ts';
import { claimsOf, headerOf, isEncrypted, jwtIn } from '../support/jwt.ts';
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
      const another = async () => jwtIn(await login(newName()));
      // Two that are made of the whole seconds of a clock differ a second later.
      await expect
        .poll(another, { message: 'the JWT for another display name', intervals: [1100], timeout: 3000 })
        .not.toBe(first);
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

test("whether a guest's JWT is taken as bearer", covers('COL-075'), async ({ collaboration, guest }) => {
  const jwt = await control(
    collaboration.post('/api/anonymous/auth', { form: { displayname: newName() }, authorization: guest }),
    jwtIn,
    'COL-070',
  );
  const me = await collaboration.get('/api/users/me', { authorization: bearer(jwt) });
  if (me.failure !== undefined) return lacksData('COL-075', me.failure);
  const accepting = isA(answersUser, me);
  const refusing = me.status >= 400 && me.status < 500;
  observeReading(
    'COL-075',
    accepting ? 'accepted' : refusing ? 'refused' : 'neither',
    `users/me answered ${me.status} to the JWT`,
  );
});

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
