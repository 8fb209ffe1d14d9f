import { expect, test } from '@playwright/test';
import { type Dispatcher, request } from 'undici';
import { family } from '../../mutants/family.ts';
import { mutantOf } from '../../mutants/mutant.ts';
import { where } from '../../mutants/where.ts';
import { type Now, now } from '../../reference/now.ts';
import { defaultRules, type Rules } from '../../reference/rules/index.ts';
import { startReference } from '../../reference/start.ts';

/** The request that is being answered, as a rule of the reference finds it, and rules that depend on it. */

test('a rule finds the request that is being answered, and where its token comes from', async () => {
  const seen: Now[] = [];
  await asking({ send: (answer) => (seen.push(now()), answer) }, async (ask) => {
    const first = await ask.tokens({ grant_type: 'password', ...ask.user, scope: 'profile email' });
    const second = await ask.tokens({ grant_type: 'refresh_token', refresh_token: first['refresh_token'] });
    await ask.me(second['access_token']);
    await ask.me(second['access_token']);
    await ask.me(first['access_token']);
    await ask.tokens({ grant_type: 'refresh_token', refresh_token: first['refresh_token'] });
  });
  const told = seen.map(({ operation, form, grant, uses, issued }) => ({
    operation,
    by: form['grant_type'],
    of: grant && [grant.session.by, grant.refreshes, grant.session.refreshes],
    uses,
    issued: issued && [issued.session.by, issued.refreshes],
  }));
  const wasRefreshed = ['password', 0, 1];
  expect(told).toEqual([
    { operation: 'exchangeToken', by: 'password', uses: 0, issued: ['password', 0] },
    { operation: 'exchangeToken', by: 'refresh_token', of: wasRefreshed, uses: 0, issued: ['password', 1] },
    { operation: 'getCurrentUser', of: ['password', 1, 1], uses: 0 },
    { operation: 'getCurrentUser', of: ['password', 1, 1], uses: 1 },
    { operation: 'getCurrentUser', of: wasRefreshed, uses: 0 },
    // It is used up, and what it was issued for is known all the same.
    { operation: 'exchangeToken', by: 'refresh_token', of: wasRefreshed, uses: 1 },
  ]);
  expect(seen[0]?.issued).toMatchObject({ scope: 'profile email', scopes: ['profile', 'email'] });
  expect(seen[0]?.body).toContain('grant_type=password');
});

test('requests that are answered at the same time are told apart', async () => {
  const names = ['one', 'two', 'three'];
  const seen = new Set<string>();
  let arrived = 0;
  let open = () => {};
  const allThere = new Promise<void>((resolve) => (open = resolve));
  const send: Rules['send'] = async (answer, _operation, { headers }) => {
    arrived += 1;
    if (arrived === names.length) open();
    await allThere;
    seen.add(`${headers.get('x-name')} is ${now().form['displayname']}`);
    return answer;
  };
  await asking({ send }, async (ask) => {
    await Promise.all(names.map((name) => ask.guest(name)));
  });
  expect(seen).toEqual(new Set(names.map((name) => `${name} is ${name}`)));
});

test('a rule finds who is logged in in the browser, and what the login was for', async () => {
  const seen: unknown[] = [];
  const send: Rules['send'] = (answer) => {
    const { operation, browser, pending } = now();
    seen.push({ operation, user: browser?.user?.kind, attempts: pending?.attempts });
    return answer;
  };
  await asking({ send }, async ({ user, visit }) => {
    const confirm = await visit.authorize();
    await visit.submit(confirm, { username: user.username, password: 'wrong' });
    await visit.submit(confirm, user);
    await visit.submit(await visit.authorize(), { decision: 'deny' }, '/oauth2/authorize/confirm');
  });
  expect(seen).toEqual([
    { operation: 'authorize' },
    { operation: 'login', attempts: 1 },
    { operation: 'login', attempts: 2 },
    { operation: 'authorize', user: 'member' },
    { operation: 'confirmAuthorization', user: 'member', attempts: 0 },
  ]);
});

test('there is no such request where nothing is answered', () => {
  expect(() => now()).toThrow('No request is being answered');
});

test('rules differ while something holds, and are those of the reference otherwise', async () => {
  const rules = where(({ form }) => form['displayname'] === 'nobody', { isDisplayName: () => false });
  await asking(rules, async (ask) => {
    expect(await ask.guest('nobody')).toBe(400);
    expect(await ask.guest('somebody')).toBe(200);
  });
});

test('an entry of the bank is a mutant whose rules are made anew for each deployment', () => {
  const { replace, ...mutant } = mutantOf({
    says: 'Is never fresh.',
    breaks: 'COL-001',
    isAccessTokenFresh: () => false,
    rules: () => ({ firstPage: () => 2 }),
  });
  expect(mutant).toEqual({ says: 'Is never fresh.', breaks: ['COL-001'] });
  expect(Object.keys(replace())).toEqual(['isAccessTokenFresh', 'firstPage']);
  expect(replace().firstPage).not.toBe(replace().firstPage);
});

test('a family has an entry for each cell', () => {
  const cells = family({ access: ['once', 'later'], refresh: ['later'] }, (what, when) => `${what} ${when}`);
  expect(cells).toEqual({
    'access-once': 'access once',
    'access-later': 'access later',
    'refresh-later': 'refresh later',
  });
});

/** What a test asks a deployment. */
interface Ask {
  readonly user: Readonly<Record<'username' | 'password', string>>;
  tokens(form: Readonly<Record<string, string | undefined>>): Promise<Readonly<Record<string, string>>>;
  me(token: string | undefined): Promise<number>;
  guest(displayname: string): Promise<number>;
  readonly visit: Visit;
}

/** What a browser does. */
interface Visit {
  /** Asks for a code. @returns the request that the next page continues */
  authorize(): Promise<string>;
  submit(continued: string, form: Readonly<Record<string, string>>, path?: string): Promise<void>;
}

/** Asks a deployment with these rules. */
async function asking(rules: Partial<Rules>, run: (ask: Ask) => Promise<void>): Promise<void> {
  const reference = await startReference({ rules: { ...defaultRules, ...rules } });
  const { settings, urls } = reference;
  const post = (url: string, form: Readonly<Record<string, string | undefined>>, name = '') =>
    request(url, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded', 'x-name': name },
      body: new URLSearchParams(form as Record<string, string>).toString(),
    });
  const client = {
    client_id: settings['TARGET_CLIENT_ID'],
    client_secret: settings['TARGET_CLIENT_SECRET'],
  };
  try {
    await run({
      user: {
        username: settings['TARGET_USERNAME'] ?? '',
        password: settings['TARGET_PASSWORD'] ?? '',
      },
      tokens: async (form) => {
        const { body } = await post(`${urls.auth}/oauth2/access_token`, { ...client, ...form });
        return (await body.json()) as Readonly<Record<string, string>>;
      },
      me: async (token) => {
        const headers = { authorization: `Bearer ${token}` };
        const { statusCode, body } = await request(`${urls.base}/api/users/me`, { headers });
        await body.dump();
        return statusCode;
      },
      guest: async (displayname) => {
        const url = `${urls.base}/api/anonymous/auth`;
        const { statusCode, body } = await post(url, { displayname }, displayname);
        await body.dump();
        return statusCode;
      },
      visit: visiting(urls.auth, settings),
    });
  } finally {
    await reference.close();
  }
}

/** A browser that keeps its cookie. */
function visiting(server: string, settings: Readonly<Record<string, string>>): Visit {
  let cookie = '';
  const read = async ({ headers, body }: Dispatcher.ResponseData) => {
    await body.dump();
    const set = String(headers['set-cookie'] ?? '').split(';')[0];
    if (set) cookie = set;
    return new URL(String(headers['location'] ?? ''), server).searchParams.get('request') ?? '';
  };
  return {
    authorize: async () => {
      const query = new URLSearchParams({
        client_id: settings['TARGET_CLIENT_ID'] ?? '',
        redirect_uri: settings['TARGET_REDIRECT_URI'] ?? '',
        response_type: 'code',
        access_type: 'offline',
        scope: 'email',
      });
      return read(await request(`${server}/oauth2/authorize?${query}`, { headers: { cookie } }));
    },
    submit: async (continued, form, path = '/login') => {
      await read(
        await request(`${server}${path}`, {
          method: 'POST',
          headers: { cookie, 'content-type': 'application/x-www-form-urlencoded' },
          body: new URLSearchParams({ ...form, request: continued }).toString(),
        }),
      );
    },
  };
}
