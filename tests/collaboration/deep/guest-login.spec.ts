import { answersInfo, answersUser, type Granted, isA, readIf } from '../../support/interface/answers.ts';
import { passwordForm } from '../../support/interface/grants.ts';
import { claimsOf, forgeriesOf, headerOf, isEncrypted, jwtIn, jwtsIn } from '../../support/interface/jwt.ts';
import { untilAnother } from '../../support/interface/later.ts';
import { nearly } from '../../support/interface/near-misses.ts';
import { expectRefusals, IN_A_ROW } from '../../support/interface/refusals.ts';
import { offers } from '../../support/needs.ts';
import type { Target } from '../../support/target.ts';
import {
  bearer,
  control,
  deep,
  establish,
  expect,
  further,
  isRefused,
  judge,
  lacksData,
  test,
} from '../../support/test.ts';
import type { RequestContext } from '../../support/wire/http.ts';
import { displaynames, newName, shows } from '../display-names.ts';
import { areAlike } from '../guests.ts';

test(
  'display names of many kinds are accepted, and shown as the name of the guest',
  deep('COL-071', further('COL-070', 'COL-072')),
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
  "a guest's JWT is that of the guest alone, and no forgery of it is accepted",
  deep('COL-070', further('COL-054', 'COL-056', 'IDN-115')),
  async ({ collaboration, identity, guest, target }) => {
    const me = (token: string) => collaboration.get('/api/users/me', { authorization: bearer(token) });
    const login = async () => {
      const displayname = newName();
      const form = { displayname };
      const answer = await collaboration.post('/api/anonymous/auth', { form, authorization: guest });
      return { displayname, jwts: await establish('COL-070', () => jwtsIn(answer)) };
    };
    const former = await login();
    const latter = await untilAnother(former, ({ jwts }) => areAlike(jwts, former.jwts), login);
    const jwt = jwtIn(latter.jwts, former.jwts);
    if (!offers(target).has('state')) return;
    if (target.urls.identity !== undefined) await judgeAsIdToken(identity, target, guest, jwt);
    const answer = await me(jwt);
    if (!isA(answersUser, answer)) return;

    // If a guest login carries a token, the JWT may belong to the user of that token.
    if (guest === null) {
      const toFormer = await me(jwtIn(former.jwts, latter.jwts));
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
    if (guest !== null) return;
    const theirs = await accessTokenOf(identity, target);
    if (theirs === undefined) return lacksData('COL-054', 'the password grant yields no access token');
    const user = await me(theirs);
    if (!isA(answersUser, user)) return lacksData('COL-054', 'the access token of a user is not accepted');
    const [guestly, ours] = [answersUser(answer), answersUser(user)];
    const told = ['_id', 'username'].filter((id) => [guestly[id], ours[id]].every(Boolean));
    if (told.length === 0) return lacksData('COL-054', 'nothing distinguishes a guest from a user');
    await judge('COL-054', () => {
      for (const id of told) expect(guestly[id], `the ${id} of a guest`).not.toBe(ours[id]);
    });
  },
);

/** A guest's JWT is secret as well. As an ID token it may identify the guest, but nobody who has logged in. */
async function judgeAsIdToken(
  identity: RequestContext,
  target: Target,
  guest: string | null,
  jwt: string,
): Promise<void> {
  const info = await identity.get('/api/1.0/id_token/get_token_info', { query: { id_token: jwt } });
  const ours = [target.client?.client_id, target.user?.username].filter((one) => one !== undefined);
  if (!isA(answersInfo, info)) return judge('IDN-115', () => expect(info).toBeRefused());
  if (ours.length === 0) return lacksData('IDN-115', 'nothing shows which user token info is about');
  if (guest !== null)
    return lacksData('IDN-115', 'the guest login carried a token, whose client it may tell');
  await judge('IDN-115', () => {
    const told = JSON.stringify(info.json).toLowerCase();
    for (const one of ours)
      expect(told, 'token info of a guest').not.toContain(JSON.stringify(one.toLowerCase()));
  });
}

/**
 * An access token of the test user; undefined if none is granted. Other checks judge whether it should be; what a guest
 * may do does not depend on it.
 */
async function accessTokenOf(
  identity: RequestContext,
  { client, user }: Target,
): Promise<string | undefined> {
  if (client === undefined || user === undefined) return undefined;
  const granted = await identity.post('/oauth2/access_token', { form: passwordForm(client, user) });
  const token = readIf(({ json }) => (json as Partial<Granted>).access_token, granted);
  return typeof token === 'string' ? token : undefined;
}
