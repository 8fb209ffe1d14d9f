import { answersInfo, grantsTokens, isA } from '../../support/interface/answers.ts';
import { longScopes } from '../../support/interface/grants.ts';
import {
  lacking,
  namesOfNobody,
  nearly,
  unknownClients,
  wrongPasswords,
  wrongSecrets,
} from '../../support/interface/near-misses.ts';
import { expectRefusals, IN_A_ROW } from '../../support/interface/refusals.ts';
import {
  control,
  deep,
  establish,
  expect,
  further,
  judge,
  judgeBodies,
  partsOf,
  test,
} from '../../support/test.ts';
import type { Answer, Fields } from '../../support/wire/http.ts';
import { infoOf } from '../id-token.ts';
import { accessTokenIn, judgeErrors, judgeSuccess } from '../token-answer.ts';

const scope = 'email profile spaces';

test(
  'a second password grant has the same answer',
  deep(
    further('IDN-038', 'IDN-039', 'IDN-040', 'IDN-041'),
    further('IDN-077', 'IDN-078', 'IDN-079', 'IDN-080', 'IDN-129'),
  ),
  async ({ identity, client, user }) => {
    const send = () =>
      identity.post('/oauth2/access_token', {
        form: { grant_type: 'password', ...client, ...user, scope },
        prefer: 'example=password',
      });
    const first = await send();
    await judge('IDN-038', () => void grantsTokens(first));
    // Fields that come with the first login may be missing from the next.
    const again = await send();
    await establish('IDN-038', () => grantsTokens(again));
    await judgeBodies('token-response', [again.json]);
    // A token that differs from the former one is new.
    await judgeSuccess('second password grant', again, accessTokenIn(again) !== accessTokenIn(first));
  },
);

test(
  'scopes are accepted in any form and order, alone or combined, and their ID tokens work',
  deep('IDN-089', further('IDN-039', 'IDN-040', 'IDN-041', 'IDN-101', ...partsOf('token-info'))),
  async ({ identity, client, user, target }) => {
    const grant = (scopes: string) =>
      identity.post('/oauth2/access_token', {
        form: { grant_type: 'password', ...client, ...user, scope: scopes },
      });
    await control(grant(scope), grantsTokens, 'IDN-038');

    const long = longScopes(target).split(' ');
    const mixed = ['email', ...long.slice(1)].join(' ');
    const all = ['spaces profile email', longScopes(target), mixed];
    const bodies: unknown[] = [];
    const infos: unknown[] = [];
    const some = ['spaces', 'email', 'profile', 'email profile', 'profile spaces', 'email spaces'];
    for (const scopes of [...all, ...some, ...long]) {
      const answer = await grant(scopes);
      await judge('IDN-089', () => void grantsTokens(answer));
      if (!isA(grantsTokens, answer)) continue;
      bodies.push(answer.json);
      const info = await infoOf(identity, grantsTokens(answer));
      if (info === undefined) continue;
      await judge('IDN-101', () => void answersInfo(info));
      // What it contains for fewer scopes is left open: profile gives access to profile data.
      if (all.includes(scopes) && isA(answersInfo, info)) infos.push(info.json);
    }
    await judgeBodies('token-response', bodies);
    await judgeBodies('token-info', infos);
  },
);

test(
  'tokens for a single scope can be refreshed',
  deep('IDN-089', further('IDN-042', 'IDN-043', 'IDN-044', 'IDN-045', 'IDN-101')),
  async ({ identity, client, user, redirect_uri, target }) => {
    const ask = (form: Fields) => identity.post('/oauth2/access_token', { form: { ...client, ...form } });
    const [long = ''] = longScopes(target).split(' ');
    const bodies: unknown[] = [];
    for (const scopes of ['spaces', 'email', 'profile', long]) {
      const granted = await ask({ grant_type: 'password', ...user, scope: scopes });
      const { refresh_token } = await establish('IDN-089', () => grantsTokens(granted));
      const answer = await ask({ grant_type: 'refresh_token', redirect_uri, refresh_token });
      await judge('IDN-042', () => void grantsTokens(answer));
      if (!isA(grantsTokens, answer)) continue;
      bodies.push(answer.json);
      const info = await infoOf(identity, grantsTokens(answer));
      if (info !== undefined) await judge('IDN-101', () => void answersInfo(info));
    }
    await judgeBodies('token-response', bodies);
  },
);

test(
  'no parameter of the password grant may be empty or in brackets',
  deep('IDN-050', 'IDN-051', 'IDN-052', 'IDN-053', 'IDN-054', further('IDN-081', 'IDN-082')),
  async ({ identity, client, user }) => {
    const complete = { grant_type: 'password', ...client, ...user, scope };
    const answers: Answer[] = [];
    const grant = async (form: Fields) => {
      const answer = await identity.post('/oauth2/access_token', { form });
      answers.push(answer);
      return answer;
    };
    const isGranted = () => control(grant(complete), grantsTokens, 'IDN-038');
    await isGranted();
    for (const [id, name] of [
      ['IDN-050', 'client_id'],
      ['IDN-051', 'client_secret'],
      ['IDN-052', 'username'],
      ['IDN-053', 'password'],
      ['IDN-054', 'scope'],
    ] as const) {
      // A plain check leaves it out.
      const tried = lacking(name).slice(1);
      const lackingIt = (none: Fields) => grant({ ...complete, ...none });
      await judge(id, () => expectRefusals(tried, lackingIt, isGranted, IN_A_ROW));
    }
    await judgeErrors('a password grant that lacks a parameter', answers, client);
  },
);

test(
  'credentials that are nearly right yield no tokens',
  deep('IDN-060', 'IDN-061', 'IDN-062', 'IDN-063', further('IDN-081', 'IDN-082')),
  async ({ identity, client, user, target }) => {
    const complete = { grant_type: 'password', ...client, ...user, scope };
    const answers: Answer[] = [];
    const grant = async (form: Fields) => {
      const answer = await identity.post('/oauth2/access_token', { form });
      answers.push(answer);
      return answer;
    };
    const isGranted = () => control(grant(complete), grantsTokens, 'IDN-038');
    const expectRefused = (name: keyof typeof complete, values: readonly string[], inARow?: number) =>
      expectRefusals(values, (value) => grant({ ...complete, [name]: value }), isGranted, inARow);
    await isGranted();

    // A plain check tries the first one.
    const [, ...unknown] = unknownClients(client.client_id);
    await judge('IDN-060', () => expectRefused('client_id', unknown, IN_A_ROW));
    await judge('IDN-061', () => expectRefused('client_secret', wrongSecrets(client, target)));
    // The same holds for another client.
    const { otherClient } = target;
    const theirs = otherClient && { ...complete, ...otherClient };
    if (theirs !== undefined && isA(grantsTokens, await grant(theirs))) {
      const client_secret = nearly(`${theirs.client_secret}-not`);
      await judge('IDN-061', async () => expect(await grant({ ...theirs, client_secret })).toBeRefused());
    }
    await judge('IDN-062', () => expectRefused('password', wrongPasswords(user.password)));
    // A plain check tries the first one.
    const [, ...nobody] = namesOfNobody(user.username);
    await judge('IDN-063', () => expectRefused('username', nobody, IN_A_ROW));
    await judgeErrors('wrong credentials', answers, client);
  },
);
