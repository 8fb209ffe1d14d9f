import { accepted, described, mediaTypeOf, yieldsCode } from '../support/interface/answers.ts';
import { nearly } from '../support/interface/near-misses.ts';
import {
  control,
  covers,
  establish,
  expect,
  judge,
  lacksData,
  observe,
  redirectOf,
  test,
} from '../support/test.ts';
import {
  ensurePassable,
  hasLoggedIn,
  pathsTo,
  showsConsent,
  whyNotAsked,
  whyNotDenied,
} from './consent-visits.ts';
import { judgePermissionsAsked } from './permissions-asked.ts';
import { leadOf, placeOf } from './redirects.ts';

test(
  'a user who logs in is asked for three permissions',
  covers('IDN-001', 'IDN-026', 'IDN-028', 'IDN-029', 'IDN-127'),
  async ({ newBrowser, codeRequest, identity, client, redirect_uri, target }) => {
    const request = { client_id: client.client_id, redirect_uri, ...codeRequest };
    const visit = await (await newBrowser())(request, 'accept');
    await ensurePassable(visit, { identity, target });
    const { answer, logins, loginStatus, consent } = visit;
    await establish('IDN-001', () => {
      expect(logins, 'logins of a user who is not logged in').toBe(1);
      expect(loginStatus, 'status of the login page').toBeLessThan(500);
    });
    const why = whyNotAsked(visit);
    if (why !== undefined) return lacksData(['IDN-026', 'IDN-028', 'IDN-029', 'IDN-127'], why);
    await establish('IDN-026', () => {
      expect(consent?.logins, 'logins before the consent page').toBe(1);
      expect(consent?.status, 'status of the consent page').toBeLessThan(500);
    });
    await judge('IDN-127', () => {
      const { pathname } = new URL(`${target.urls.identity}/oauth2/authorize/confirm`);
      expect(pathsTo(consent), 'the paths on the way to the consent page').toContain(pathname);
    });
    await judgePermissionsAsked(consent);
    await judge('IDN-029', () => void yieldsCode(answer));
  },
);

test(
  'a user who is logged in does not log in again',
  covers('IDN-025'),
  async ({ newBrowser, codeRequest, client, redirect_uri }) => {
    const request = { client_id: client.client_id, redirect_uri, ...codeRequest };
    const authorize = await newBrowser();
    const first = await authorize(request, 'accept');
    await control(first.answer, yieldsCode, 'IDN-029');
    await control(first.answer, () => hasLoggedIn(first), 'IDN-001');

    const later = await authorize(request, 'accept');
    expect(later.logins, 'logins of a user who is logged in').toBe(0);
    yieldsCode(later.answer);
  },
);

test(
  'a user who denies yields no code',
  covers('IDN-030', 'IDN-031'),
  async ({ newBrowser, codeRequest, client, redirect_uri }) => {
    const request = { client_id: client.client_id, redirect_uri, ...codeRequest };
    const acceptance = await (await newBrowser())(request, 'accept');
    await control(acceptance.answer, yieldsCode, 'IDN-029');

    const denial = await (await newBrowser())(request, 'deny');
    const why = whyNotDenied(denial);
    if (why !== undefined) return lacksData(['IDN-030', 'IDN-031'], why);
    const { answer } = denial;
    await control(answer, () => showsConsent(denial), 'IDN-026');
    await judge('IDN-030', () => expect(answer).toYieldNoCode());
    await judge('IDN-031', () => {
      expect(redirectOf(answer)?.searchParams.get('error'), 'error of the redirect').toBe('access_denied');
      expect(leadOf(answer), 'where the redirect leads').toBe(placeOf(new URL(redirect_uri)));
    });
  },
);

test(
  'a wrong password or an unknown name at the login page yields no code',
  covers('IDN-126'),
  async ({ newBrowser, codeRequest, client, redirect_uri, user }) => {
    const request = { client_id: client.client_id, redirect_uri, ...codeRequest };
    const logIn = async (given?: Partial<typeof user>) => (await newBrowser())(request, 'accept', given);
    await control((await logIn()).answer, yieldsCode, 'IDN-029');

    const wrong = await logIn({ password: nearly(`${user.password}-not`) });
    await control(wrong.answer, () => hasLoggedIn(wrong), 'IDN-001');
    expect(wrong.answer).toYieldNoCode();
    // A deployment may count consecutive failures.
    await control((await logIn()).answer, yieldsCode, 'IDN-029');
    // A name may be refused before the password is requested.
    const unknown = await logIn({ username: 'no-such-user@example.com' });
    expect(unknown.answer).toYieldNoCode();
    await control((await logIn()).answer, yieldsCode, 'IDN-029');
  },
);

test(
  'the consent page is HTML',
  covers('IDN-027'),
  async ({ identity, newBrowser, codeRequest, client, redirect_uri, target }) => {
    // XHTML is HTML as well.
    const html = ['text/html', 'application/xhtml+xml'];
    if (target.kind === 'mock') {
      const page = await control(identity.get('/oauth2/authorize/confirm'), accepted);
      return expect(mediaTypeOf(page), 'media type of the consent page').toBeOneOf(html);
    }
    const request = { client_id: client.client_id, redirect_uri, ...codeRequest };
    const visit = await (await newBrowser())(request, 'deny');
    const why = whyNotAsked(visit);
    if (why !== undefined) return lacksData('IDN-027', why);
    await control(visit.answer, () => showsConsent(visit), 'IDN-026');
    // A page that comes without a login is shown to everyone, so it proves nothing about the request.
    await control(visit.answer, () => hasLoggedIn(visit), 'IDN-001');
    expect(visit.consent?.mediaType, 'media type of the consent page').toBeOneOf(html);
  },
);

test('what the consent page answers without a login', covers('IDN-032'), async ({ identity }) => {
  observe('IDN-032', described(await identity.get('/oauth2/authorize/confirm')));
});
