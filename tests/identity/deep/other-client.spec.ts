import type { RequirementId } from '../../support/catalogue.ts';
import { answersInfo, answersUser, grantsTokens, isA, yieldsCode } from '../../support/interface/answers.ts';
import {
  isKnown,
  noPasswordGrant,
  passwordForm,
  passwordGrant,
  unknownClient,
} from '../../support/interface/grants.ts';
import { lacking, wrongPasswords } from '../../support/interface/near-misses.ts';
import { expectRefusals, IN_A_ROW } from '../../support/interface/refusals.ts';
import type { Client, Target } from '../../support/target.ts';
import {
  bearer,
  control,
  deep,
  expect,
  further,
  isRefused,
  judge,
  judgeBodies,
  lacksData,
  partsOf,
  test,
} from '../../support/test.ts';
import type { Answer, Fields, RequestContext } from '../../support/wire/http.ts';
import { infoOf, judgeHour } from '../id-token.ts';
import { renewedSparingly, whyRefusalShowsNothing } from '../other-clients.ts';
import { judgePermissionsAsked } from '../permissions-asked.ts';
import { accessTokenIn, judgeSuccess, nextRefreshToken } from '../token-answer.ts';

/** What holds at one client holds at another. Each requirement is judged at the first client elsewhere. */

const noOtherClient = 'there is no other client (TARGET_OTHER_CLIENT_ID)';

const noRefresh = 'no refresh is granted to the other client: the redirect URI may not be its own';

/**
 * Asks for tokens of the test user as the other client.
 *
 * @returns the client and the answer; undefined if the client may not do that, of which nothing can be concluded
 */
async function grantElsewhere(
  ids: readonly RequirementId[],
  { identity, target, user }: { identity: RequestContext; target: Target; user: Fields },
): Promise<{ readonly theirs: Client; readonly granted: Answer } | undefined> {
  const { otherClient: theirs } = target;
  if (theirs === undefined) {
    lacksData(ids, noOtherClient);
    return undefined;
  }
  const granted = await identity.post('/oauth2/access_token', { form: passwordForm(theirs, user) });
  if (isRefused(granted)) {
    lacksData(ids, noPasswordGrant);
    return undefined;
  }
  await control(granted, grantsTokens);
  return { theirs, granted };
}

test(
  "another client needs the user's password and its own secret",
  deep(further('IDN-051', 'IDN-062')),
  async ({ identity, user, target }) => {
    const elsewhere = await grantElsewhere(['IDN-051', 'IDN-062'], { identity, target, user });
    if (elsewhere === undefined) return;
    const grant = (fields: Fields) =>
      identity.post('/oauth2/access_token', { form: { ...passwordForm(elsewhere.theirs, user), ...fields } });
    const isGranted = () => control(grant({}), grantsTokens);
    await judge('IDN-051', () => expectRefusals(lacking('client_secret'), grant, isGranted, IN_A_ROW));
    const wrong = wrongPasswords(user.password).map((password) => ({ password }));
    await judge('IDN-062', () => expectRefusals(wrong, grant, isGranted));
  },
);

const ofResponse = ['IDN-077', 'IDN-078', 'IDN-079', 'IDN-080', 'IDN-129'] as const;

const ofGrant = ['IDN-039', 'IDN-040', 'IDN-041', ...ofResponse] as const;

test(
  'another client gets the same token response',
  deep(further(...ofGrant)),
  async ({ identity, user, target }) => {
    const elsewhere = await grantElsewhere(ofGrant, { identity, target, user });
    if (elsewhere === undefined) return;
    const { theirs, granted } = elsewhere;
    const again = await identity.post('/oauth2/access_token', { form: passwordForm(theirs, user) });
    const answers = [granted, again].filter((answer) => isA(grantsTokens, answer));
    // A token that differs from the former one is new.
    const isNew = accessTokenIn(granted) !== accessTokenIn(again);
    for (const answer of answers)
      await judgeSuccess('password grant of another client', answer, answer === again && isNew);
    await judgeBodies(
      'token-response',
      answers.map(({ json }) => json),
    );
  },
);

const ofRefresh = ['IDN-043', 'IDN-044', 'IDN-045', 'IDN-056', ...ofResponse] as const;

test(
  'a refresh by another client needs its secret, and has the same response',
  deep(further(...ofRefresh)),
  async ({ identity, user, redirect_uri, target }) => {
    const elsewhere = await grantElsewhere(ofRefresh, { identity, target, user });
    if (elsewhere === undefined) return;
    const { theirs, granted } = elsewhere;
    let { refresh_token } = grantsTokens(granted);
    const refresh = async (fields: Fields) => {
      const form = { grant_type: 'refresh_token', ...theirs, refresh_token, ...fields };
      const answer = await identity.post('/oauth2/access_token', { form, prefer: 'example=refresh_token' });
      // A refresh that is granted by mistake uses up the token as well.
      refresh_token = nextRefreshToken(answer, refresh_token);
      return answer;
    };
    const bare = await refresh({});
    const sent = isA(grantsTokens, bare) ? {} : { redirect_uri };
    const renewed = isA(grantsTokens, bare) ? bare : await refresh(sent);
    if (!isA(grantsTokens, renewed)) return lacksData(ofRefresh, noRefresh);
    await judgeBodies('token-response', [renewed.json]);
    await judgeSuccess('refresh', renewed, true);
    // The token that is refused without the secret is accepted with it.
    const isGranted = () => control(refresh(sent), grantsTokens);
    const lackingIt = lacking('client_secret').map((none) => ({ ...sent, ...none }));
    await judge('IDN-056', () => expectRefusals(lackingIt, refresh, isGranted, IN_A_ROW));
  },
);

const ofInfo = ['IDN-101', ...partsOf('token-info'), 'IDN-119', 'IDN-120'] as const;

test(
  'an ID token of another client yields the same token info',
  deep(further(...ofInfo)),
  async ({ identity, user, target }) => {
    const elsewhere = await grantElsewhere(ofInfo, { identity, target, user });
    if (elsewhere === undefined) return;
    const info = await infoOf(identity, grantsTokens(elsewhere.granted));
    if (info === undefined) return lacksData(ofInfo, 'the other client got no ID token');
    await judge('IDN-101', () => void answersInfo(info));
    if (!isA(answersInfo, info)) return;
    await judgeBodies('token-info', [info.json]);
    await judgeHour(answersInfo(info));
    await judge('IDN-120', () => expect(info).toBeJson());
  },
);

test(
  'another client asks for the same three permissions',
  deep(further('IDN-028')),
  async ({ newBrowser, codeRequest, client, redirect_uri, target }) => {
    if (target.otherClient === undefined) return lacksData('IDN-028', noOtherClient);
    const ours = { client_id: client.client_id, redirect_uri, ...codeRequest };
    const accepted = await (await newBrowser())(ours, 'accept');
    await control(accepted.answer, yieldsCode, 'IDN-029');

    // A client may be trusted, a former consent remembered, and our redirect URI not the other client's.
    const theirs = { ...ours, client_id: target.otherClient.client_id };
    // Who denies sees only the first page of a consent that asks page by page.
    const { consent } = await (await newBrowser())(theirs, 'accept');
    if (consent === undefined)
      return lacksData('IDN-028', 'a login at the other client leads to no consent page');
    await judgePermissionsAsked(consent);
  },
);

test(
  'a code that its client has used works at no other client',
  deep(further('IDN-066', 'IDN-067')),
  async ({ identity, exchange, newCode, target }) => {
    const { otherClient } = target;
    if (otherClient === undefined) return lacksData(['IDN-066', 'IDN-067'], noOtherClient);
    const code = await newCode();
    const redeem = (as: object) =>
      identity.post('/oauth2/access_token', { form: { ...exchange, ...as, code } });

    await control(redeem({}), grantsTokens, 'IDN-034');
    const answer = await redeem(otherClient);
    const why = await whyRefusalShowsNothing(answer, otherClient, { identity, target });
    if (why !== undefined) return lacksData(['IDN-066', 'IDN-067'], why);
    await judge(['IDN-066', 'IDN-067'], () => expect(answer).toBeRefused());
  },
);

test(
  'a refresh token works at no other client, not even after its use or at a second attempt',
  deep(further('IDN-069')),
  async ({ identity, client, user, redirect_uri, target }) => {
    const { otherClient } = target;
    if (otherClient === undefined) return lacksData('IDN-069', noOtherClient);
    if (!(await isKnown(identity, otherClient, user))) return lacksData('IDN-069', unknownClient);
    const refresh = (fields: Fields) =>
      identity.post('/oauth2/access_token', { form: { grant_type: 'refresh_token', ...fields } });

    const used = await passwordGrant(identity, client, user);
    const { sent } = await renewedSparingly(identity, client, redirect_uri, used);
    const afterUse = await refresh({ ...otherClient, ...sent, refresh_token: used.refresh_token });
    await judge('IDN-069', () => expect(afterUse, 'after its use').toBeRefused());

    const { refresh_token: unused } = await passwordGrant(identity, client, user);
    for (const nth of ['first', 'second']) {
      // An accepted request between refusals: several refusals in a row may lock the client or the address.
      await isKnown(identity, otherClient, user);
      const answer = await refresh({ ...otherClient, ...sent, refresh_token: unused });
      await judge('IDN-069', () => expect(answer, `the ${nth} attempt`).toBeRefused());
    }
  },
);

test(
  'a refresh at one client does not end the access tokens of another',
  deep(further('IDN-130')),
  async ({ identity, collaboration, client, user, redirect_uri, target }) => {
    if (target.urls.collaboration === undefined)
      return lacksData('IDN-130', 'the collaboration server was left out');
    const session = await passwordGrant(identity, client, user);
    const elsewhere = await grantElsewhere(['IDN-130'], { identity, target, user });
    if (elsewhere === undefined) return;
    const authorization = bearer(grantsTokens(elsewhere.granted).access_token);
    const me = () => collaboration.get('/api/users/me', { authorization });
    if (!isA(answersUser, await me()))
      return lacksData('IDN-130', 'the access token of the other client opened nothing before the refresh');
    const { refresh_token } = session;
    const form = { grant_type: 'refresh_token', ...client, redirect_uri, refresh_token };
    if (!isA(grantsTokens, await identity.post('/oauth2/access_token', { form })))
      return lacksData('IDN-130', 'the login at the other client has ended the session at the first one');
    const afterwards = await me();
    await judge('IDN-130', () => void answersUser(afterwards));
  },
);
