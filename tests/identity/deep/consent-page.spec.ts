import { yieldsCode } from '../../support/interface/answers.ts';
import { longScopes } from '../../support/interface/grants.ts';
import { namesOfNobody, nearly, wrongPasswords } from '../../support/interface/near-misses.ts';
import {
  codeOf,
  control,
  deep,
  expect,
  further,
  judge,
  lacksData,
  redirectOf,
  test,
} from '../../support/test.ts';
import { hasLoggedIn, showsConsent, whyNotDenied } from '../consent-visits.ts';
import { stateOf } from '../redirects.ts';
import { longAwkwardState } from '../states.ts';

const noPassword = 'only a user with a password logs in here';

test(
  'a user is asked for fewer scopes as well',
  deep(further('IDN-026')),
  async ({ newBrowser, codeRequest, client, redirect_uri, target }) => {
    if (target.user === undefined) return lacksData('IDN-026', noPassword);
    const request = { client_id: client.client_id, redirect_uri, ...codeRequest };
    const askFor = async (scope: string) => (await newBrowser())({ ...request, scope }, 'accept');

    const few = await askFor('spaces');
    if (few.logins === 0 || codeOf(few.answer) === undefined)
      return lacksData('IDN-026', 'no login for one scope yielded a code');
    const all = await askFor(request.scope);
    await control(all.answer, yieldsCode, 'IDN-029');
    // A user who is asked twice for the same scopes has not consented before, and has to be asked for fewer as well.
    const isForgotten = all.consent !== undefined && (await askFor(request.scope)).consent !== undefined;
    if (few.consent === undefined && !isForgotten)
      return lacksData('IDN-026', 'consent may be remembered across logins');
    await judge('IDN-026', () =>
      expect(few.consent, 'the consent page for the scope spaces alone').toBeDefined(),
    );
  },
);

test(
  'a user who is logged in does not log in again for other scopes or another client',
  deep('IDN-025'),
  async ({ newBrowser, codeRequest, client, redirect_uri, target }) => {
    const request = { client_id: client.client_id, redirect_uri, ...codeRequest, state: 'session' };
    const authorize = await newBrowser();
    const first = await authorize(request, 'accept');
    await control(first.answer, yieldsCode, 'IDN-029');
    await control(first.answer, () => hasLoggedIn(first), 'IDN-001');

    // The same scopes, and then others: scopes determine what the client may do, not who the user is.
    for (const changed of [{}, { scope: 'spaces' }, { scope: longScopes(target), state: undefined }]) {
      const later = await authorize({ ...request, ...changed }, 'accept');
      expect(later.logins, 'logins of a user who is logged in').toBe(0);
      yieldsCode(later.answer);
    }
    // The login applies to every client, including another one for which our redirect URI is registered.
    if (target.otherClient === undefined) return;
    const { client_id } = target.otherClient;
    const elsewhere = await authorize({ ...request, client_id }, 'accept');
    if (codeOf(elsewhere.answer) !== undefined)
      expect(elsewhere.logins, 'logins of a user who is logged in, at another client').toBe(0);
  },
);

test(
  'state survives the login, also beside another request',
  deep(further('IDN-005', 'IDN-006')),
  async ({ newBrowser, codeRequest, client, redirect_uri, target }) => {
    if (target.user === undefined) return lacksData(['IDN-005', 'IDN-006'], noPassword);
    const request = { client_id: client.client_id, redirect_uri, ...codeRequest };
    const authorize = await newBrowser();
    const { answer: short } = await authorize({ ...request, state: 'short' }, 'accept');
    await control(short, yieldsCode, 'IDN-029');
    await judge('IDN-005', () => expect(stateOf(short), 'state of the redirect').toBe('short'));

    // The login may carry the request in its own URL or form.
    const { answer } = await (await newBrowser())({ ...request, state: longAwkwardState }, 'accept');
    if (answer.unworkable === undefined)
      await judge('IDN-006', () => {
        yieldsCode(answer);
        expect(stateOf(answer), 'state of the redirect').toBe(longAwkwardState);
      });
    // Two windows of one browser, each with a request of its own.
    const windows = ['one', 'two'].map(async (state) => ({
      state,
      ...(await authorize({ ...request, state }, 'accept')),
    }));
    for (const { state, answer: atLast } of await Promise.all(windows)) {
      if (codeOf(atLast) === undefined) continue;
      await judge('IDN-005', () => expect(stateOf(atLast), 'state of one of two requests').toBe(state));
    }
  },
);

test(
  'a user who has denied may accept later, and the state survives a denial',
  deep(further('IDN-005', 'IDN-006', 'IDN-029', 'IDN-030')),
  async ({ newBrowser, codeRequest, client, redirect_uri }) => {
    const request = { client_id: client.client_id, redirect_uri, ...codeRequest, state: 'denial' };
    const acceptance = await (await newBrowser())(request, 'accept');
    await control(acceptance.answer, yieldsCode, 'IDN-029');

    const authorize = await newBrowser();
    const denial = await authorize(request, 'deny');
    const why = whyNotDenied(denial);
    if (why !== undefined) return lacksData('IDN-030', why);
    await control(denial.answer, () => showsConsent(denial), 'IDN-026');
    if (redirectOf(denial.answer)?.searchParams.has('error'))
      await judge('IDN-005', () => expect(stateOf(denial.answer), 'state of the redirect').toBe('denial'));
    // A user who is asked again may accept this time; one who is not asked has still denied. The acceptance in the other
    // browser is not what a code may rest on: despite it, this browser was asked.
    const afterwards = await authorize(request, 'accept');
    if (afterwards.consent?.decided) await judge('IDN-029', () => void yieldsCode(afterwards.answer));
    else await judge('IDN-030', () => expect(afterwards.answer).toYieldNoCode());
    const again = await authorize({ ...request, state: longAwkwardState }, 'deny');
    if (again.consent?.decided) await judge('IDN-030', () => expect(again.answer).toYieldNoCode());
    if (redirectOf(again.answer)?.searchParams.has('error'))
      await judge('IDN-006', () =>
        expect(stateOf(again.answer), 'state of the redirect with an error').toBe(longAwkwardState),
      );
  },
);

test(
  'a name or password that is nearly right yields no code at the login page, and logs nobody in',
  deep('IDN-126', further('IDN-005')),
  async ({ newBrowser, codeRequest, client, redirect_uri, user }) => {
    const request = { client_id: client.client_id, redirect_uri, ...codeRequest, state: 'login' };
    const first = await (await newBrowser())(request, 'accept');
    await control(first.answer, yieldsCode, 'IDN-029');

    const passwords = wrongPasswords(user.password).map(nearly);
    // A plain check tries the first one.
    const [, ...nobody] = namesOfNobody(user.username);
    const wrongs = [
      ...passwords.map((password) => ({ password })),
      ...nobody.map((username) => ({ username })),
    ];
    for (const wrong of wrongs) {
      const authorize = await newBrowser();
      const refused = await authorize(request, 'accept', wrong);
      // Without a login, nothing wrong was entered; but a name may be refused before the password is requested.
      if ('password' in wrong || codeOf(refused.answer) !== undefined)
        await control(refused.answer, () => hasLoggedIn(refused), 'IDN-001');
      await judge('IDN-126', () => expect(refused.answer).toYieldNoCode());
      // A failed login must not log anybody in. A deployment may count consecutive failures.
      const right = await authorize({ ...request, state: 'afterwards' }, 'accept');
      if (codeOf(right.answer) === undefined) {
        const elsewhere = await (await newBrowser())(request, 'accept');
        await control(elsewhere.answer, yieldsCode, 'IDN-029');
        continue;
      }
      await judge('IDN-126', () => hasLoggedIn(right));
      // The login continues the latest request, not the one that failed.
      await judge('IDN-005', () => expect(stateOf(right.answer), 'state of the redirect').toBe('afterwards'));
    }
  },
);
