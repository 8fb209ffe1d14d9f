import { accepted, described, mediaTypeOf, worked, yieldsCode } from '../support/answers.ts';
import { ensureRightPassword, longScopes } from '../support/grants.ts';
import type { Answer } from '../support/http.ts';
import { namesOfNobody, nearly, wrongPasswords } from '../support/near-misses.ts';
import {
  codeOf,
  control,
  covers,
  establish,
  expect,
  further,
  judge,
  lacksData,
  observe,
  redirectOf,
  test,
} from '../support/test.ts';
import { judgePermissionsAsked } from './permissions-asked.ts';
import { placeOf } from './redirect-uris.ts';
import { longAwkwardState } from './states.ts';

const notAsked = 'a code came without a consent page: the user may have consented before';
const noPassword = 'only a user with a password logs in here';

const stateOf = (answer: Answer) => redirectOf(answer)?.searchParams.get('state');

test(
  'a user who logs in is asked for three permissions',
  covers('IDN-001', further('IDN-005'), 'IDN-026', 'IDN-028', 'IDN-029', 'IDN-127'),
  async ({ newBrowser, codeRequest, identity, client, redirect_uri, target }) => {
    const request = { client_id: client.client_id, redirect_uri, ...codeRequest, state: 'consent' };
    const { answer, logins, loginStatus, consent } = await (await newBrowser())(request, 'accept');
    if (logins === 0) worked(answer);
    else if (consent === undefined && codeOf(answer) === undefined)
      await ensureRightPassword(identity, target);
    await establish('IDN-001', () => {
      expect(logins, 'logins of a user who is not logged in').toBe(1);
      expect(loginStatus, 'status of the login page').toBeLessThan(500);
    });
    // The state has to survive the login.
    if (codeOf(answer) !== undefined)
      await judge('IDN-005', () => expect(stateOf(answer), 'state of the redirect').toBe('consent'));
    if (consent === undefined && codeOf(answer) !== undefined) {
      // Whether consent is remembered across logins is not specified.
      return lacksData(['IDN-026', 'IDN-028', 'IDN-029', 'IDN-127'], notAsked);
    }
    if (consent === undefined) worked(answer);
    await establish('IDN-026', () => {
      expect(consent?.logins, 'logins before the consent page').toBe(1);
      expect(consent?.status, 'status of the consent page').toBeLessThan(500);
    });
    await judge('IDN-127', () => {
      const { pathname } = new URL(`${target.urls.identity}/oauth2/authorize/confirm`);
      // A path parameter may identify the session.
      const paths = consent?.paths.map((path) => path.replace(/;[^/]*|\/$/g, ''));
      expect(paths, 'the paths on the way to the consent page').toContain(pathname);
    });
    await judgePermissionsAsked(consent);
    await judge('IDN-029', () => void yieldsCode(answer));
  },
);

test(
  'a user is asked for fewer scopes as well',
  covers(further('IDN-026')),
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
  'a user who is logged in does not log in again',
  covers('IDN-025'),
  async ({ newBrowser, codeRequest, client, redirect_uri, target }) => {
    const request = { client_id: client.client_id, redirect_uri, ...codeRequest, state: 'session' };
    const authorize = await newBrowser();
    const first = await authorize(request, 'accept');
    await control(first.answer, yieldsCode, 'IDN-029');
    const hasLoggedIn = () => expect(first.logins, 'logins of a user who is not logged in').toBe(1);
    await control(first.answer, hasLoggedIn, 'IDN-001');

    // The same scopes again, and then others: scopes determine what the client may do, not who the user is.
    for (const scope of [request.scope, request.scope, 'spaces', longScopes(target)]) {
      const state = scope === longScopes(target) ? undefined : request.state;
      const later = await authorize({ ...request, scope, state }, 'accept');
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
  covers(further('IDN-005', 'IDN-006')),
  async ({ newBrowser, codeRequest, client, redirect_uri, target }) => {
    if (target.user === undefined) return lacksData(['IDN-005', 'IDN-006'], noPassword);
    const request = { client_id: client.client_id, redirect_uri, ...codeRequest };
    const authorize = await newBrowser();
    await control((await authorize({ ...request, state: 'short' }, 'accept')).answer, yieldsCode, 'IDN-029');

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
  'a user who denies yields no code',
  covers(further('IDN-005', 'IDN-006', 'IDN-029'), 'IDN-030', 'IDN-031'),
  async ({ newBrowser, codeRequest, client, redirect_uri }) => {
    const request = { client_id: client.client_id, redirect_uri, ...codeRequest, state: 'denial' };
    const accepted = await (await newBrowser())(request, 'accept');
    await control(accepted.answer, yieldsCode, 'IDN-029');

    const authorize = await newBrowser();
    const { answer, consent } = await authorize(request, 'deny');
    if (consent === undefined && codeOf(answer) !== undefined) {
      return lacksData(['IDN-030', 'IDN-031'], notAsked);
    }
    if (consent === undefined) worked(answer);
    await control(answer, () => expect(consent, 'the consent page').toBeDefined(), 'IDN-026');
    if (consent?.decided === false) {
      return lacksData(['IDN-030', 'IDN-031'], 'the consent page has no button to deny');
    }
    if (answer.unworkable !== undefined)
      return lacksData(['IDN-030', 'IDN-031'], `the denial led to a page that ${answer.unworkable}`);
    await judge('IDN-030', () => expect(answer).toYieldNoCode());
    await judge('IDN-031', () => {
      const told = redirectOf(answer);
      expect(told?.searchParams.get('error'), 'error of the redirect').toBe('access_denied');
      expect(told && placeOf(told), 'where the redirect leads').toBe(placeOf(new URL(redirect_uri)));
    });
    if (redirectOf(answer)?.searchParams.has('error'))
      await judge('IDN-005', () => expect(stateOf(answer), 'state of the redirect').toBe('denial'));
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
  'a wrong name or password at the login page yields no code',
  covers('IDN-126', further('IDN-005')),
  async ({ newBrowser, codeRequest, client, redirect_uri, user }) => {
    const request = { client_id: client.client_id, redirect_uri, ...codeRequest, state: 'login' };
    const { answer } = await (await newBrowser())(request, 'accept');
    await control(answer, yieldsCode, 'IDN-029');

    const passwords = wrongPasswords(user.password).map(nearly);
    const wrongs = [
      ...passwords.map((password) => ({ password })),
      ...namesOfNobody(user.username).map((username) => ({ username })),
    ];
    const afterwards: Answer[] = [];
    await judge('IDN-126', async () => {
      for (const wrong of wrongs) {
        const authorize = await newBrowser();
        const refused = await authorize(request, 'accept', wrong);
        // Without a login, nothing wrong was entered; but a name may be refused before the password is requested.
        if ('password' in wrong || codeOf(refused.answer) !== undefined)
          await control(
            refused.answer,
            () => expect(refused.logins, 'logins with a wrong name or password').toBeGreaterThan(0),
            'IDN-001',
          );
        expect(refused.answer).toYieldNoCode();
        // A failed login must not log anybody in. A deployment may count consecutive failures.
        const right = await authorize({ ...request, state: 'afterwards' }, 'accept');
        if (codeOf(right.answer) !== undefined) {
          expect(right.logins, 'logins after a wrong name or password').toBeGreaterThan(0);
          afterwards.push(right.answer);
        } else {
          const elsewhere = await (await newBrowser())(request, 'accept');
          await control(elsewhere.answer, yieldsCode, 'IDN-029');
        }
      }
    });
    // The login continues the latest request, not the one that failed.
    for (const answer of afterwards)
      await judge('IDN-005', () => expect(stateOf(answer), 'state of the redirect').toBe('afterwards'));
  },
);

test(
  'the consent page is HTML',
  covers('IDN-027'),
  async ({ identity, newBrowser, codeRequest, client, redirect_uri, target }) => {
    // XHTML is HTML as well.
    const html = ['text/html', 'application/xhtml+xml'];
    let mediaType: string | undefined;
    if (target.kind === 'mock')
      mediaType = mediaTypeOf(await control(identity.get('/oauth2/authorize/confirm'), accepted));
    else {
      const request = { client_id: client.client_id, redirect_uri, ...codeRequest };
      const { answer, consent, logins } = await (await newBrowser())(request, 'deny');
      if (consent === undefined && codeOf(answer) !== undefined)
        return lacksData('IDN-027', 'no consent page was shown: the user may have consented before');
      if (consent === undefined) worked(answer);
      const isShown = () => expect(consent, 'the consent page').toBeDefined();
      await control(answer, isShown, 'IDN-026');
      // A page that comes without a login is shown to everyone, so it proves nothing about the request.
      const isLogin = () => expect(logins, 'logins of a user who is not logged in').toBeGreaterThan(0);
      await control(answer, isLogin, 'IDN-001');
      mediaType = consent?.mediaType;
    }
    await judge('IDN-027', () => expect(mediaType, 'media type of the consent page').toBeOneOf(html));
  },
);

test('what the consent page answers without a login', covers('IDN-032'), async ({ identity }) => {
  observe('IDN-032', described(await identity.get('/oauth2/authorize/confirm')));
});
